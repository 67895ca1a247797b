"""Measure what a mail costs that needs no model, from the mailbox to the store, on Dovecot.

    python benchmarks/ingest.py [--mails 10000] [--rounds 5] [--sizes 8,20,50] [--indexed 1000,1000000]

Compares, in one run and on the same mails of 6.6 kB, in several rounds since cores change their speed: fetching them raw
with imapclient, alone and with the flags and times that any intake needs, fetching them with our own edge, and taking
them in whole (read, judged, indexed, flagged, the cursor moved). The mails are a newsletter's: the gate turns them away,
so no model is asked and nothing is sent. Then all of them met again, as after a change of UIDVALIDITY; fewer mails with
the header and the parts that newsletters have, of several sizes (kB); letters, which a scripted model answers at once and
the mode `observe` keeps from being sent; and what one mail costs beside so many in the index.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "servers"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "doubles"))

from dovecot_post import DovecotPost
from faulty_office import RealOffice, open_office
from imapclient import IMAPClient  # type: ignore[import-untyped]

from keepword.agent.mail.imap.account import Patience
from keepword.agent.running.collector import look_seldom
from keepword.agent.terms import Mode
from keepword.memory.state import IndexEntry
from keepword.memory.store_bodies import entry_body, message_key
from keepword.memory.stores.sqlite import SqliteDocuments

BATCH = 400
"""Mails that imapclient fetches at once: as many as we do in a long run of newsletters, and faster for it than by 50."""
LETTERS = 300
PARAGRAPH = "Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam nonumy eirmod tempor.\r\n" * 6 + "\r\n"
PARAGRAPHS = 12
"""Paragraphs of a mail of 6.6 kB."""
SETTLED = 3.0
"""Seconds after which Dovecot no longer reads the whole Maildir at each SELECT because it was changed just now."""
OTHERS = 2_000
"""Newsletters of each size."""
SAMPLE = 300
"""Mails by which the cost beside a large index is measured."""


def main() -> None:
    """Measure, and print a table."""
    words = argparse.ArgumentParser()
    words.add_argument("--mails", type=int, default=10_000)
    words.add_argument(
        "--rounds", type=int, default=5, help="how often all of them are taken in, by a mailbox of its own"
    )
    words.add_argument("--sizes", default="8,20,50", help="sizes of newsletters, in kB; empty: leave them out")
    words.add_argument("--indexed", default="1000,1000000", help="sizes of the index; empty: leave that out")
    given = words.parse_args()
    look_seldom()
    post = DovecotPost()
    try:
        ratios = [_round(post, given.mails) for _ in range(given.rounds)]
        print(
            f"taken in: {median(ratios):.2f} times raw, the middle of {', '.join(f'{r:.2f}' for r in sorted(ratios))}"
        )
        for size in filter(None, given.sizes.split(",")):
            print(f"newsletters of {size} kB, text and HTML:")
            with tempfile.TemporaryDirectory() as folder:
                asyncio.run(_of_size(post, Path(folder), round(int(size) * 1000 / len(PARAGRAPH))))
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_letters(post, Path(folder)))
        for size in filter(None, given.indexed.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                asyncio.run(_beside(post, Path(folder), int(size)))
    finally:
        post.stop()
    print(f"peak memory of this process: {_peak():.0f} MB")


def _fill(
    post: DovecotPost, desk: RealOffice, count: int, write: Callable[[int], bytes] | None = None, robot: bool = True
) -> None:
    """Put mails into the inbox as files of its Maildir: delivering them one by one would take longer than all else."""
    post.append(desk.user, b"Subject: the first\r\nList-Id: <news.example.org>\r\n\r\n")  # makes the Maildir
    new = post.maildir(desk.user) / "new"
    owner = new.stat()
    for number in range(count):
        path = new / f"{1_764_000_000 + number}.M{number}.example"
        path.write_bytes(write(number) if write else _plain(number, robot=robot))
        os.chown(path, owner.st_uid, owner.st_gid)


def _head(number: int, *, robot: bool = True) -> list[str]:
    return [
        f"From: sender{number}@example.org",
        "To: support@example.com",
        f"Subject: News {number}",
        "Date: Mon, 30 Nov 2026 11:59:00 +0000",
        "List-Id: <news.example.org>" if robot else "X-Mailer: Example",
        f"Message-ID: <news{number}@example.org>",
    ]


def _plain(number: int, *, robot: bool = True) -> bytes:
    """Return a mail of one part with hardly a header, 6.6 kB."""
    return ("\r\n".join(_head(number, robot=robot)) + "\r\n\r\n" + PARAGRAPH * PARAGRAPHS).encode()


def _newsletter(number: int, paragraphs: int) -> bytes:
    """Return a mail as newsletters are: signed, a few servers old, a quarter of it text and the rest HTML."""
    text, html = PARAGRAPH * (paragraphs // 4), f"<p>{PARAGRAPH}</p>\r\n" * (paragraphs - paragraphs // 4)
    trace = [f"Received: from mx{n}.example.org by mx.example.com; Mon, 30 Nov 2026 11:5{n}:00 +0000" for n in range(4)]
    signed = f"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from:to:date;\r\n b={'A' * 300}"
    more = ("Return-Path: <bounce@example.org>", "Reply-To: news@example.org", "MIME-Version: 1.0", "Precedence: bulk")
    divided = 'Content-Type: multipart/alternative; boundary="b1"'
    head = "\r\n".join((*trace, signed, *more, "List-Unsubscribe: <https://example.org/u>", *_head(number), divided))
    parts = (
        f"Content-Type: text/plain\r\n\r\n{text}",
        f"Content-Type: text/html\r\n\r\n<html><body>{html}</body></html>",
    )
    return (head + "\r\n\r\n" + "".join(f"--b1\r\n{part}\r\n" for part in parts) + "--b1--\r\n").encode()


def _raw(post: DovecotPost, desk: RealOffice, items: Sequence[str] = ("BODY.PEEK[]",)) -> int:
    """Fetch all mails with imapclient and nothing else."""
    client = IMAPClient(post.address.host, port=post.address.imap, ssl=False)
    client.login(desk.user.address, desk.user.password)
    client.select_folder("INBOX")
    uids = client.search()
    found = sum(len(client.fetch(uids[n : n + BATCH], items)) for n in range(0, len(uids), BATCH))
    client.logout()
    return found


async def _edge(desk: RealOffice) -> int:
    """Fetch all mails with our own edge, as the poller does."""
    mailbox = desk.office.mailbox
    await mailbox.standing()
    uid = found = 0
    while mails := await mailbox.fetch_after(uid, BATCH):
        found, uid = found + len(mails), mails[-1].uid
    return found


def _round(post: DovecotPost, count: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_ingest(post, Path(folder), count))


async def _ingest(post: DovecotPost, folder: Path, count: int) -> float:
    """Take mails in; return how many times the raw fetch's time that took."""
    desk, base, whole = await _taken_in(post, folder, count)
    print(f"peak memory so far: {_peak():.0f} MB", flush=True)
    post.renumber(desk.user, 4_000_000_000)
    await asyncio.to_thread(_raw, post, desk)  # Dovecot reads the files anew
    desk.reconnect()
    await _timed("met again under another UIDVALIDITY", lambda: _count(desk), base)
    await desk.close()
    return whole / base


async def _of_size(post: DovecotPost, folder: Path, paragraphs: int) -> None:
    desk, *_ = await _taken_in(post, folder, OTHERS, lambda number: _newsletter(number, paragraphs))
    await desk.close()


async def _taken_in(
    post: DovecotPost, folder: Path, count: int, write: Callable[[int], bytes] | None = None
) -> tuple[RealOffice, float, float]:
    """Fetch mails in each way and take them in; return the desk, and the seconds for fetching them raw and for taking them in."""
    desk = open_office(folder, post, patience=Patience())
    _fill(post, desk, count, write)
    _raw(post, desk)  # Dovecot reads the new files once, and moves them out of `new`.
    await asyncio.sleep(SETTLED)
    all_items = ("INTERNALDATE", "FLAGS", "BODY.PEEK[]")
    base = await _timed("fetched raw by imapclient", lambda: asyncio.to_thread(_raw, post, desk), None)
    await _timed("with flags and times", lambda: asyncio.to_thread(_raw, post, desk, all_items), base)
    await _timed("fetched by our edge", lambda: _edge(desk), base)
    whole = await _timed("taken in: read, judged, indexed, flagged, cursor moved", lambda: _count(desk), base)
    return desk, base, whole


async def _letters(post: DovecotPost, folder: Path) -> None:
    """Measure letters: what stands beside the model's own time."""
    desk = open_office(folder, post, patience=Patience(), mode=Mode.OBSERVE)
    desk.office.terms = desk.office.generous()
    desk.office.restart()
    _fill(post, desk, LETTERS, robot=False)
    await _timed("letters observed, the model's own time aside", lambda: _count(desk), None)
    await desk.close()


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def _timed(what: str, work: Callable[[], Awaitable[int]], base: float | None) -> float:
    wall, cpu = time.perf_counter(), time.process_time()
    count = await work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    times = f", {wall / base:.1f} times raw" if base else ""
    print(
        f"{what}: {count} mails, {wall:.2f} s ({wall / count * 1e3:.2f} ms a mail, {cpu / count * 1e3:.2f} of it CPU){times}",
        flush=True,
    )
    return wall


async def _beside(post: DovecotPost, folder: Path, size: int) -> None:
    """Measure what a mail costs beside so many that are indexed already."""
    desk = open_office(folder, post, patience=Patience())
    inner = desk.office.documents.documents
    assert isinstance(inner, SqliteDocuments)
    await inner.open()
    await inner._run(lambda file: _index(file, size))  # noqa: SLF001 - no other way fills it within minutes
    _fill(post, desk, SAMPLE)
    await _timed(f"taken in beside {size} indexed mails", lambda: _count(desk), None)
    await desk.close()


async def _count(desk: RealOffice) -> int:
    return len(await desk.poll())


def _index(file: object, size: int) -> None:
    """Write index entries straight into the file, in large transactions."""
    import json

    connection = file._connection  # type: ignore[attr-defined]  # noqa: SLF001
    connection.execute("PRAGMA synchronous = OFF")
    now = datetime.now(UTC)
    for start in range(0, size, 50_000):
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO messages (id, doc, etag) VALUES (?, ?, ?)",
            (_row(json.dumps, number, now) for number in range(start, min(start + 50_000, size))),
        )
        connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else the first mail would pay for folding all of it back
    connection.execute("PRAGMA synchronous = FULL")


def _row(dumps: Callable[[object], str], number: int, now: datetime) -> tuple[str, str, str]:
    id_ = f"<old{number}@example.org>"
    entry = IndexEntry(
        message_id=id_, thread_id=f"t_{number}", entity_id=f"e_{number % 5000}", digest=f"{number:064x}", at=now
    )
    key = message_key(id_)
    return key, dumps(entry_body(key, entry)), f"{number:016x}"


if __name__ == "__main__":
    main()
