"""Whether a draft is a letter at all: no error text, no placeholders, no machine's output, no endless repetition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.letter import Letter

ERRORS: Final = (
    *(
        "credit balance is too low",
        "insufficient_quota",
        "insufficient quota",
        "rate limit",
        "rate_limit",
        "error code:",
    ),
    *("traceback (most recent call last)", "internal server error", "bad gateway", "service unavailable", "api key"),
    *("as an ai language model", "as a language model", "i cannot assist with", "i can't assist with", "max_tokens"),
    *("exception:", "context length", "nonetype", "undefined", "nan nan", "[object object]", "lorem ipsum"),
)
"""Words of failing programs and refusing models, which no customer should read."""
PLACEHOLDER: Final = re.compile(
    r"\[(?:your|customer|insert|name|company|order|date|amount|agent|phone|email|ihr|votre|su|il|uw|seu)[^\[\]\n]{0,40}\]"
    r"|\{\{?[a-z_ .]{1,40}\}?\}|<(?:your|name|insert|customer)[^<>\n]{0,40}>|\bX{3,}\b|\bTBD\b|(?-i:\bTODO\b)",
    re.IGNORECASE,
)
OPENED: Final = ("[", "{", "<", "xxx", "tbd")
TODO: Final = "TODO"
"""What no such place is without; this one in capitals, for in Spanish and Portuguese it is a word."""
MAX_SAME_LINES: Final = 3
MAX_SAME_RUN: Final = 40
"""A character more often in a row than this is no writing."""
STUTTER: Final = re.compile(rf"(\S)\1{{{MAX_SAME_RUN}}}")
MAX_SAME_WORDS: Final = 4
RUN: Final = 6


def judge_text(letter: Letter, brief: Brief) -> Iterator[Finding]:
    """Find what makes a draft no letter; words that the customer wrote may be said back."""
    reply, lowered, own = letter.text, letter.lowered, f"{brief.mail.subject}\n{brief.mail.text}".casefold()
    for error in ERRORS:
        if error in lowered and error not in own:
            yield Finding("text", error, "this reads like a program's fault, not like a letter")
    if _opens(letter) and (hole := PLACEHOLDER.search(reply)) is not None and hole.group().casefold() not in own:
        yield Finding("text", hole.group(), "a place that was left to be filled in")
    if reply.lstrip().startswith(("{", "[{", "```", "<!doctype", "<html")):
        yield Finding("text", reply.lstrip()[:20], "a machine's output, not a letter")
    if _repeats_lines(reply) or _repeats_words(letter.parts) or _stutters(letter):
        yield Finding("text", reply[:40], "the same words again and again")


def _opens(letter: Letter) -> bool:
    return TODO in letter.text or any(sign in letter.lowered for sign in OPENED)


def _repeats_lines(reply: str) -> bool:
    lines = Counter(line.strip() for line in reply.split("\n") if len(line.strip()) > 3)
    return max(lines.values(), default=0) > MAX_SAME_LINES


def _repeats_words(parts: Sequence[str]) -> bool:
    """Say whether a run of words comes back; only one whose words all do can, and most words stand a few times at most."""
    often = {word for word, times in Counter(parts).items() if times > MAX_SAME_WORDS}
    runs = zip(*(parts[i:] for i in range(RUN)), strict=False) if often else ()
    again = Counter([run for run in runs if run[0] in often and run[-1] in often])
    return max(again.values(), default=0) > MAX_SAME_WORDS


def _stutters(letter: Letter) -> bool:
    return letter.longest > MAX_SAME_RUN and STUTTER.search(letter.text) is not None
