"""What was removed from the SQLite store is in no byte of its files."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from documents_made import THREADS, a_thread, everything, on_disk

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Condition, Container, New, Search
from keepword.memory.stores.sqlite import SqliteDocuments

SECRET = "correct-horse-battery-staple"


async def _deleted(documents: SqliteDocuments, clock: Any) -> None:
    await documents.delete(THREADS, ("t",), "t")


async def _expired(documents: SqliteDocuments, clock: Any) -> None:
    clock.advance(seconds=61)
    assert await documents.expire(clock()) == 1


async def _written_over(documents: SqliteDocuments, clock: Any) -> None:
    await documents.put_all(THREADS, [a_thread("t")])


async def _deleted_late(documents: SqliteDocuments, clock: Any) -> None:
    clock.advance(seconds=61)
    assert await documents.delete(THREADS, ("t",), "t") is False


@pytest.mark.parametrize("remove", [_deleted, _expired, _written_over, _deleted_late])
@pytest.mark.parametrize("size", [1, 100_000])
async def test_what_was_removed_is_in_no_byte_of_the_files(
    sqlite: SqliteDocuments, path: Path, clock: Any, remove: Any, size: int
) -> None:
    """Deleted, expired or written over: after `scrub` neither the file nor its log holds a word of it."""
    secret = New("t", {"thread_id": "t", "state": SECRET, "text": (SECRET + " ") * size}, 60)
    await sqlite.create(THREADS, secret)
    assert SECRET.encode() in on_disk(path)
    await remove(sqlite, clock)
    await sqlite.scrub()
    assert SECRET.encode() not in on_disk(path)


async def test_expiring_leaves_what_still_lives(sqlite: SqliteDocuments, clock: Any) -> None:
    """Only documents whose time is over go, in every container, and they are counted."""
    for seconds, id_ in ((10, "soon"), (100, "later"), (None, "never")):
        await sqlite.create(THREADS, New(id_, {"thread_id": id_}, seconds))
        await sqlite.create(Container.MESSAGES, New(id_, {"id": id_}, seconds))
    clock.advance(seconds=50)
    assert await sqlite.expire(clock()) == 2
    assert await sqlite.expire(clock()) == 0
    assert await everything(sqlite, THREADS) == {"later", "never"}


async def test_scrubbing_while_somebody_reads_is_refused(sqlite: SqliteDocuments, path: Path) -> None:
    """The log cannot be emptied under a reader; that is said, so that an erasure never claims too much."""
    await sqlite.create(THREADS, a_thread("t", text=SECRET))
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM threads").fetchall()
    await sqlite.delete(THREADS, ("t",), "t")
    with pytest.raises(StoreUnreachable, match="another program"):
        await sqlite.scrub()
    reader.close()
    await sqlite.scrub()
    assert SECRET.encode() not in on_disk(path)


async def test_a_search_leaves_out_what_ceased_to_match(sqlite: SqliteDocuments) -> None:
    """A sweep of many documents does not act on one that somebody else has dealt with in the meantime."""
    due = Search(conditions=(Condition("due_at", "<=", "5"),), order_by="due_at")
    for n in range(150):
        await sqlite.create(THREADS, a_thread(f"{n:03}", due_at="1"))
    seen = []
    async for found in sqlite.find(THREADS, due):
        if not seen:
            await sqlite.put_all(THREADS, [a_thread("140", due_at="9")])
            await sqlite.delete(THREADS, ("141",), "141")
        seen.append(found.id)
    assert seen == [f"{n:03}" for n in range(150) if n not in {140, 141}]
