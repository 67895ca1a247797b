"""Time of `visible` on hostile bodies that double from 64 kB to 8 MB: no step may grow more than 2.5 times.

Run `python benchmarks/visible.py [--up-to BYTES]`. Prints seconds a size and the worst growth; exit 1 where it is too much.
Times under 100 ms are not compared: there the clock is coarser than the work.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from itertools import pairwise

from keepword.threading.visible.text import visible

SMALLEST, LARGEST = 64 * 1024, 8 * 1024 * 1024
LIMIT = 2.5
COARSE = 0.1
Case = Callable[[int], tuple[str | None, str | None]]


def plain(piece: str, before: str = "", after: str = "") -> Case:
    """Repeat a piece of plain text."""
    return lambda size: (before + piece * (size // len(piece)) + after, None)


def page(piece: str, before: str = "", after: str = "") -> Case:
    """Repeat a piece of HTML."""
    return lambda size: (None, before + piece * (size // len(piece)) + after)


CASES: dict[str, Case] = {
    "newlines": plain("\n"),
    "newlines, then text": plain("\n", after="text"),
    "carriage returns": plain("\r"),
    "spaces": plain(" "),
    "spaces in rows": plain(" " * 70 + "\n", before="a"),
    "one word": plain("a"),
    "quote marks": plain("> "),
    "quoted rows": plain("> a\n"),
    "answers in quotes": plain("> a\nb\n"),
    "deep marks": plain(">" * 77 + "\n"),
    "On On": plain("On "),
    "On rows": plain("On\n"),
    "On dated rows": plain("On 3 May 2024 at 10:00\n"),
    "attributions": plain("On 3 May 2024 at 10:00, a <a@example.com> wrote:\n\n"),
    "open attributions": plain("On 3 May 2024 at 10:00, a <a@example.com\n\n"),
    "attributions on one row": plain("On 3 May 2024 at 10:00, a <a@example.com> wrote: "),
    "colons": plain("wrote:\n"),
    "addresses": plain("a@example.com <a@example.com>\n"),
    "at signs": plain("@"),
    "brackets": plain("<"),
    "delimiters": plain("-- \n"),
    "dashes": plain("-"),
    "dash rows": plain("-----\n"),
    "underscores": plain("____________\n"),
    "separators": plain("-----Original Message-----\n"),
    "header rows": plain("From: a\nTo: b\n"),
    "header blocks": plain("From: a <a@example.com>\nTo: b\nSubject: c\n\n"),
    "header labels": plain("From: "),
    "one header, long": plain("From a ", before="From: "),
    "recipients": plain("b@example.com;\n", before="From: a@example.com\nTo: "),
    "devices": plain("Sent from my iPhone\n", before="text\n"),
    "closings": plain("Kind regards,\n", before="text\n"),
    "footers": plain(
        "This email is confidential and privileged, intended recipient, disclosure\n\n", before="text\n\n"
    ),
    "telephones": plain("+49 30 1234567 ", before="Kind regards,\nA\n"),
    "initials": plain("AB> a\n"),
    "fences": plain("```\n--\n"),
    "zero width": plain("\u200b"),
    "zero width between": plain("a\u200b"),
    "joiners": plain("\u0915\u200d"),
    "tag characters": plain("\U000e0041"),
    "flags": plain("\U0001f3f4\U000e0067"),
    "div": page("<div>", before="text"),
    "div closed": page("<div>a</div>"),
    "div deep and closed": lambda size: (None, "<div>" * (size // 11) + "a" + "</div>" * (size // 11)),
    "p": page("<p>"),
    "b": page("<b>"),
    "b and p": page("<b><p>"),
    "fonts": lambda size: (
        None,
        "<p>" + "".join(f"<font id={n}>" for n in range(size // 40)) + "</p>" + "<p>x</p>" * (size // 16),
    ),
    "spans": page("<span>a"),
    "tables": page("<table><tr><td>"),
    "cells": page("<td>a</td>", before="<table><tr>"),
    "lists": page("<ul><li>a"),
    "block quotes": page("<blockquote>a"),
    "block quotes closed": page("<blockquote type=cite>a</blockquote>b"),
    "quotes of a program": page('<div class="gmail_quote">a<blockquote class="gmail_quote">b</blockquote></div>'),
    "open tags": page("<a "),
    "open brackets": page("<"),
    "open comments": page("<!--"),
    "comments": page("<!-- a -->"),
    "attributes": page("a=1 ", before="<p ", after=">text"),
    "attributes apart": page("/a", before="<p", after=">text"),
    "style attributes": page('<p style="color:#fff;font-size:0;display:none">a</p>'),
    "one style attribute": page("color:red;", before='<p style="', after='">text</p>'),
    "style rules": page(".a .b{color:#fff}", before="<style>", after="</style><p class=a>text"),
    "style classes": page(".a{color:#fff}", before="<style>", after="</style><p class=a>text"),
    "style comments": page("/*", before="<style>", after="</style>text"),
    "style braces": page("@media{", before="<style>", after="</style>text"),
    "style rules on elements": lambda size: (
        None,
        "<style>"
        + "".join(f".a{n} .b{n}{{display:none}}" for n in range(min(3000, size // 50)))
        + "</style>"
        + "<p class=b1>a</p>" * (size // 34),
    ),
    "classes": lambda size: (None, f"<p class='{'a ' * (size // 2)}'>text</p>"),
    "entities": page("&amp;"),
    "open entities": page("&#"),
    "breaks": page("<br>"),
    "links": page('<a href="https://example.com/">a</a> '),
    "hidden": page("<p hidden>a</p>"),
    "pre": page("a\n", before="<pre>"),
    "title": page("<title>"),
    "scripts": page("<script>a</script>"),
    "templates": page("<template>"),
    "selects": page("<select><option>a"),
}


def seconds(case: Case, size: int) -> float:
    """Return the best time of three runs, the making of the body left out."""
    body = case(size)
    times = []
    for _ in range(3):
        start = time.process_time()
        visible(*body, None)
        times.append(time.process_time() - start)
    return min(times)


def growth(times: list[float]) -> float:
    """Return the worst growth from one size to its double."""
    return max((after / max(before, COARSE) for before, after in pairwise(times)), default=0.0)


def main() -> int:
    """Measure every case, or those whose name holds a word."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--up-to", type=int, default=LARGEST)
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    sizes = [size for n in range(30) if (size := SMALLEST << n) <= chosen.up_to]
    failed = []
    for name, case in CASES.items():
        if chosen.only not in name:
            continue
        times = [seconds(case, size) for size in sizes]
        worst = growth(times)
        print(f"{name:28}" + " ".join(f"{t:7.3f}" for t in times) + f"   worst ×{worst:.2f}", flush=True)
        if worst > LIMIT:
            failed.append(name)
    print("all within bounds" if not failed else f"too steep: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
