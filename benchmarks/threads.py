"""Thread many generated mails, beside `notmuch new` on the very same files: `python benchmarks/threads.py`.

Conversations of 1 to 40 mails between customers and a shop, by programs that list all ancestors, in random order, a tenth
of the mails lost. For each size, doubling up to `--mails`, the processor time of reading, of grouping and of notmuch
(Debian package `notmuch`; without it only our own times are shown), and how they grow. Fails where grouping grows more than
2.5 times per doubling, or where the threads are not those that were generated.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from keepword.threading.group import group
from keepword.threading.read import read

MOST_GROWTH = 2.5
LONGEST = 40
LOST = 0.1
HEADERS = """From: {author}
To: {to}
Subject: {subject}
Date: Thu, 01 Jan 2026 {hour:02}:{minute:02}:{second:02} +0000
Message-ID: <{id}@bench.example>
{named}
Hello,

this is mail {id} of the benchmark; it says nothing that matters, at about the length of a short letter.

Kind regards
"""


@dataclass(frozen=True)
class Times:
    """Seconds of processor time for one number of mails; `notmuch` is None where it is not installed."""

    mails: int
    reading: float
    grouping: float
    notmuch: float | None


def main() -> int:
    """Measure, print, and say by the exit status whether the growth is linear and the threads are right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--mails", type=int, default=100_000)
    parser.add_argument("--doublings", type=int, default=3)
    chosen = parser.parse_args()
    sizes = [chosen.mails >> n for n in range(chosen.doublings, -1, -1)]
    times = [measure(size, random.Random(size)) for size in sizes]  # noqa: S311 - mails, no secrets
    report(times)
    grown = [b.grouping / a.grouping for a, b in pairwise(times)]
    return 0 if max(grown) <= MOST_GROWTH else 1


def measure(size: int, chance: random.Random) -> Times:
    """Write mails into a Maildir, thread them, and let notmuch do the same."""
    with tempfile.TemporaryDirectory() as folder:
        inbox = Path(folder) / "mail" / "cur"
        inbox.mkdir(parents=True)
        expected = write_mails(inbox, size, chance)
        began = time.process_time()
        mails = [(path.name, read(path.read_bytes())) for path in inbox.iterdir()]
        gc.collect()
        gc.freeze()  # the collector would go through all mails again and again
        was_read = time.process_time()
        threads = group(mails)
        grouped = time.process_time()
        found = {frozenset(g.file for g in t.messages) for t in threads}
        if found != expected:
            sys.exit(f"{len(found ^ expected)} threads are not those that were generated")
        return Times(len(mails), was_read - began, grouped - was_read, notmuch(Path(folder), len(expected)))


def write_mails(inbox: Path, size: int, chance: random.Random) -> set[frozenset[str]]:
    """Write conversations and return the files of each."""
    expected: set[frozenset[str]] = set()
    number = 0
    while number < size:
        length = min(chance.randint(1, LONGEST), size - number)
        files = write_conversation(inbox, number, length, chance)
        if files:
            expected.add(frozenset(files))
        number += length
    return expected


def write_conversation(inbox: Path, first: int, length: int, chance: random.Random) -> list[str]:
    """Write one conversation: each mail answers an earlier one, a tenth of them is lost."""
    chains: list[list[int]] = []
    files: list[str] = []
    for number in range(first, first + length):
        chain = chance.choice(chains) if chains else []
        chains.append([*chain, number])
        if chance.random() >= LOST:
            files.append(f"{chance.getrandbits(64):016x}.{number}:2,S")
            (inbox / files[-1]).write_text(letter(number, first, chain))
    return files


def letter(number: int, first: int, chain: list[int]) -> str:
    """Make one mail's text."""
    ids = [f"<{n}@bench.example>" for n in chain]
    named = f"In-Reply-To: {ids[-1]}\nReferences: {chr(10).join(' ' + i for i in ids).lstrip()}\n" if ids else ""
    customer, shop = f"customer{first}@example.net", "support@example.com"
    author, to = (customer, shop) if len(chain) % 2 == 0 else (shop, customer)
    return HEADERS.format(
        author=author,
        to=to,
        subject=f"{'Re: ' if ids else ''}Matter {first}",
        hour=number // 3600 % 24,
        minute=number // 60 % 60,
        second=number % 60,
        id=number,
        named=named,
    )


def notmuch(folder: Path, threads: int) -> float | None:
    """Index the same files with notmuch; None where there is no notmuch."""
    if shutil.which("notmuch") is None:
        return None
    config = folder / "notmuch-config"
    config.write_text(
        f"[database]\npath={folder / 'mail'}\n[user]\nname=x\nprimary_email=x@example.com\n[new]\ntags=new\n"
    )
    environment = {**os.environ, "NOTMUCH_CONFIG": str(config), "HOME": str(folder)}
    began = children_seconds()
    subprocess.run(["notmuch", "new", "--quiet"], env=environment, check=True, capture_output=True)
    seconds = children_seconds() - began
    counted = subprocess.run(
        ["notmuch", "count", "--output=threads", "*"], env=environment, check=True, capture_output=True, text=True
    )
    print(f"notmuch finds {int(counted.stdout):,} threads, we {threads:,}")
    return seconds


def children_seconds() -> float:
    """Return the processor time of all programs that we have run and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(times: list[Times]) -> None:
    """Print a table with the growth per doubling."""
    print("    mails   read s  group s  grown  us/mail  notmuch s  /read+group  /group")
    before: Times | None = None
    for t in times:
        grown = f"{t.grouping / before.grouping:.2f}" if before else ""
        both = t.reading + t.grouping
        beside = f"{t.notmuch:10.2f} {t.notmuch / both:12.2f} {t.notmuch / t.grouping:7.1f}" if t.notmuch else ""
        each = 1e6 * t.grouping / t.mails
        print(f"{t.mails:>9,} {t.reading:8.2f} {t.grouping:8.2f} {grown:>6} {each:8.1f} {beside}")
        before = t


if __name__ == "__main__":
    sys.exit(main())
