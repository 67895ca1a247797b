"""Reading hostile mail in linear time: doubles each input from 64 kB to 8 MB and shows how the time grows.

Run it from the repository's root: `python benchmarks/reading.py [--to MEGABYTES] [--files FOLDER] [NAME…]`.
It ends with 1 where a doubling costs more than 2.5 times as much, or a file of the folder takes a second.
Times are CPU times, the best of several runs; below 5 ms a ratio says nothing, so such times count as 5 ms.
"""

from __future__ import annotations

import argparse
import base64
import gc
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from keepword.threading.read import read

LIMIT = 2.5
FLOOR = 0.005
START = 64 * 1024

Make = Callable[[int], bytes]


def repeated(unit: bytes, head: bytes = b"Subject: x\n\n", tail: bytes = b"") -> Make:
    """Return a maker of `head`, `unit` over and over, and `tail`."""
    return lambda size: head + unit * (size // len(unit)) + tail


def field(name: bytes, unit: bytes) -> Make:
    """Return a maker of a mail with one huge header field."""
    return lambda size: name + b": " + unit * (size // len(unit)) + b"\n\nbody\n"


def folded(name: bytes, unit: bytes) -> Make:
    """Return a maker of a mail with one huge folded header field."""
    return field(name, unit + b"\n ")


def nested(size: int) -> bytes:
    """Make multiparts in multiparts, as deep as the size allows."""
    out, level = [b"Subject: x\n"], 0
    room = size
    while room > 0:
        piece = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level)
        out.append(piece)
        room -= len(piece)
        level += 1
    return b"".join(out)


def messages(size: int) -> bytes:
    """Make messages in messages."""
    piece = b"Content-Type: message/rfc822\n\n"
    return piece * (size // len(piece)) + b"Subject: x\n\nbody\n"


def encoded_messages(size: int) -> bytes:
    """Make messages in messages, each in base64."""
    mail = b"Subject: x\n\nbody\n" * (size // 200)
    for _ in range(12):
        mail = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(mail)
        if len(mail) > size:
            break
    return mail


def many_parts(size: int) -> bytes:
    """Make a multipart of tiny parts."""
    piece = b"--b\n\nx\n"
    return b"Content-Type: multipart/mixed; boundary=b\n\n" + piece * (size // len(piece))


def near_boundaries(size: int) -> bytes:
    """Make lines that look like boundaries and are none."""
    piece = b"--bb\n--\n-- \n"
    return b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + piece * (size // len(piece))


def report(unit: bytes) -> Make:
    """Return a maker of a delivery report whose words are one unit over and over."""
    head = b"From: MAILER-DAEMON@example.com\nReturn-Path: <>\nSubject: failure notice\n\n"
    return repeated(unit, head)


INPUTS: dict[str, Make] = {
    "newlines": repeated(b"\n"),
    "carriage returns": repeated(b"\r"),
    "spaces": repeated(b" "),
    "quotes": repeated(b"> "),
    "quoted lines": repeated(b"> x\n"),
    "On On": repeated(b"On "),
    "brackets": repeated(b"<"),
    "header lines": repeated(b"a: b\n", b""),
    "lines without colons": repeated(b"ab\nc: d\n", b""),
    "continuations": repeated(b" \n", b"Subject: x\n"),
    "From quotes": field(b"From", b'"'),
    "From brackets": field(b"From", b"<"),
    "From comments": field(b"From", b"("),
    "From nested comments": lambda size: b"From: " + b"(" * (size // 2) + b")" * (size // 2) + b" <a@b.example>\n\n",
    "From commas": field(b"From", b","),
    "From addresses": folded(b"From", b"a@b.example,"),
    "From at signs": field(b"From", b"@"),
    "From backslashes": field(b"From", b"\\"),
    "From encoded words": folded(b"From", b"=?utf-8?q?a?="),
    "references": folded(b"References", b"<a@b.example>"),
    "references, all different": lambda size: (
        b"References: " + b"\n ".join(b"<%d@b.example>" % n for n in range(size // 20)) + b"\n\nbody\n"
    ),
    "references, brackets": field(b"References", b"<"),
    "references, comments": field(b"References", b"(a"),
    "references, fields": repeated(b"References: <a@b.example>\n", b""),
    "Message-ID spaces": field(b"Message-ID", b"< "),
    "Subject encoded words": folded(b"Subject", b"=?utf-8?q?a?="),
    "Subject open words": field(b"Subject", b"=?utf-8?q?"),
    "Subject question marks": field(b"Subject", b"=?"),
    "Subject base64 words": folded(b"Subject", b"=?utf-8?b?YQ?="),
    "Date digits": field(b"Date", b"1 "),
    "Content-Type parameters": folded(b"Content-Type", b"text/plain; a=b;"),
    "Content-Type quotes": field(b"Content-Type", b'text/plain; a="\\'),
    "Content-Type sections": folded(b"Content-Type", b"text/plain; a*0=b;"),
    "deep multiparts": nested,
    "messages in messages": messages,
    "encoded messages": encoded_messages,
    "parts": many_parts,
    "near boundaries": near_boundaries,
    "no boundary": repeated(b"--x\n", b"Content-Type: multipart/mixed; boundary=y\n\n"),
    "base64 dirt": repeated(b"YQ==!", b"Content-Transfer-Encoding: base64\n\n"),
    "base64 paddings": repeated(b"YQ==\n", b"Content-Transfer-Encoding: base64\n\n"),
    "quoted-printable": repeated(b"=", b"Content-Transfer-Encoding: quoted-printable\n\n"),
    "uuencode": repeated(b"begin 644 a\n"),
    "flowed": repeated(b"> a \n", b"Content-Type: text/plain; format=flowed\n\n"),
    "flowed, one paragraph": repeated(b"a \n", b"Content-Type: text/plain; format=flowed\n\n"),
    "enriched": repeated(b"<", b"Content-Type: text/enriched\n\n"),
    "8-bit": repeated(b"\xa4\xa2"),
    "NUL": repeated(b"\x00"),
    "report, deliver to": report(b"deliver to @ "),
    "report, addresses": report(b"a@b.example\n"),
    "report, words": report(b"user host domain mailbox address exceed 550 \n"),
    "report, one line": report(b"user 5.1.1 "),
    "report, groups": report(b"Final-Recipient: rfc822; a@b.example\nAction: failed\n\n"),
    "report, headers": report(b"Received: a\n"),
    "report, tags": lambda size: b"From: MAILER-DAEMON@example.com\nContent-Type: text/html\n\n" + b"<p " * (size // 3),
}


def seconds(raw: bytes) -> float:
    """Return the CPU time of one reading: the best of up to seven, without the garbage collector's."""
    best, spent = float("inf"), 0.0
    gc.collect()
    gc.disable()
    for _ in range(7):
        started = time.process_time()
        read(raw)
        taken = time.process_time() - started
        best, spent = min(best, taken), spent + taken
        if spent > 1:
            break
    gc.enable()
    return best


def measure(name: str, make: Make, sizes: list[int]) -> float:
    """Print the times of one input and return its worst ratio; a ratio too large is measured again, once."""
    times = [seconds(make(size)) for size in sizes]
    for number, (before, after) in enumerate(pairwise(times)):
        if after > LIMIT * max(before, FLOOR):
            times[number : number + 2] = [seconds(make(size)) for size in sizes[number : number + 2]]
    ratios = [after / max(before, FLOOR) for before, after in pairwise(times)]
    worst = max(ratios, default=0.0)
    row = " ".join(f"{1000 * t:8.1f}" for t in times)
    print(f"{name:28} {row}  worst ratio {worst:4.2f}{'  TOO MUCH' if worst > LIMIT else ''}", flush=True)
    return worst


def files(folder: Path) -> int:
    """Read every file of a folder; print the slowest and return 1 where one takes a second."""
    times = sorted(
        ((seconds(path.read_bytes()), path.name) for path in folder.rglob("*") if path.is_file()), reverse=True
    )
    for taken, name in times[:10]:
        print(f"{1000 * taken:8.1f} ms  {name}")
    print(f"{len(times)} files, {1000 * sum(t for t, _ in times) / len(times):.2f} ms each")
    return int(times[0][0] > 1)


def main() -> int:
    """Measure the inputs named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=float, default=8, help="largest size, in megabytes")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--files", type=Path, help="read the files of this folder instead")
    chosen = parser.parse_args()
    if chosen.files:
        return files(chosen.files)
    sizes = [START]
    while sizes[-1] * 2 <= chosen.to * 1024 * 1024:
        sizes.append(sizes[-1] * 2)
    print(f"{'milliseconds at':28} " + " ".join(f"{size // 1024:6d}kB" for size in sizes))
    wanted = {name: make for name, make in INPUTS.items() if not chosen.names or name in chosen.names}
    return int(max(measure(name, make, sizes) for name, make in wanted.items()) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
