"""What only the SQLite store has to stand: other processes, being killed; and how quick it has to be."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from documents_made import THREADS, a_thread, everything

from keepword.memory.ports import Condition, Container, Search
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.memory.stores.sqlite_statements import search

COUNT = """
import asyncio, sys
from pathlib import Path
from keepword.errors import AlreadyThere, Changed
from keepword.memory.ports import Container, New
from keepword.memory.stores.sqlite import SqliteDocuments

async def main():
    documents = SqliteDocuments(Path(sys.argv[1]), busy_timeout=60)
    done = 0
    while done < int(sys.argv[2]):
        kept = await documents.read(Container.THREADS, ("t",), "t")
        try:
            if kept is None:
                await documents.create(Container.THREADS, New("t", {"thread_id": "t", "n": 1}))
            else:
                new = New("t", {"thread_id": "t", "n": kept.body["n"] + 1})
                await documents.replace(Container.THREADS, new, kept.etag)
            done += 1
        except (AlreadyThere, Changed):
            pass
    await documents.close()

asyncio.run(main())
"""
"""A process that counts on one document as often as it is told."""


WRITE = """
import asyncio, itertools, sys
from pathlib import Path
from keepword.memory.ports import Container, New
from keepword.memory.stores.sqlite import SqliteDocuments

async def main():
    documents = SqliteDocuments(Path(sys.argv[1]))
    for n in itertools.count():
        unit = [New(f"{n}.{i}", {"user_id": "u", "thread_id": "t", "text": "x" * 3000}) for i in range(3)]
        await documents.put_all(Container.TURNS, unit)
        await documents.create(Container.THREADS, New(str(n), {"thread_id": str(n), "text": "x" * 3000}))
        print(n, flush=True)

asyncio.run(main())
"""
"""A process that writes without end and says what was acknowledged."""


def _killed_writer(path: Path, acknowledged: int) -> list[int]:
    """Run a writer, kill it after so many acknowledged writes, and return the numbers of all that it acknowledged."""
    with subprocess.Popen([sys.executable, "-c", WRITE, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        numbers = [int(process.stdout.readline()) for _ in range(acknowledged)]
        process.kill()
        rest = process.stdout.read().splitlines(keepends=True)
    return numbers + [int(line) for line in rest if line.endswith(b"\n")]


# The file


async def test_the_file_is_its_owners_alone(sqlite: SqliteDocuments, path: Path) -> None:
    """Folder and files are made with no rights for anybody else: they hold people's letters."""
    await sqlite.create(THREADS, a_thread("t"))
    assert {part.name: part.stat().st_mode & 0o777 for part in path.parent.iterdir()} == {
        "keepword.db": 0o600,
        "keepword.db-shm": 0o600,
        "keepword.db-wal": 0o600,
    }
    assert path.parent.stat().st_mode & 0o777 == 0o700


async def test_the_file_outlives_the_store(sqlite: SqliteDocuments, path: Path) -> None:
    """What was written is there after a restart, and closing leaves one file."""
    etag = await sqlite.create(THREADS, a_thread("t"))
    await sqlite.close()
    again = SqliteDocuments(path)
    kept = await again.read(THREADS, ("t",), "t")
    await again.close()
    assert kept is not None
    assert kept.etag == etag
    assert [part.name for part in path.parent.iterdir()] == ["keepword.db"]


async def test_acknowledged_writes_are_on_the_disk(sqlite: SqliteDocuments) -> None:
    """The log is synchronised at each commit (FULL, 2), and what is erased is overwritten."""
    await sqlite.open()
    pragmas = ("journal_mode", "synchronous", "secure_delete")
    found = await sqlite._run(lambda file: [file.rows(f"PRAGMA {name}", {})[0][0] for name in pragmas])
    assert found == ["wal", 2, 1]


# Other processes


def test_no_increment_of_another_process_is_lost(path: Path) -> None:
    """Four processes make the file together and count on one document; every count is there."""
    processes = [subprocess.Popen([sys.executable, "-c", COUNT, str(path), "15"]) for _ in range(4)]
    assert [process.wait(120) for process in processes] == [0, 0, 0, 0]
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT json_extract(doc, '$.n') FROM threads").fetchall()
    connection.close()
    assert found == [(60,)]


async def test_many_make_one_file_together(tmp_path: Path) -> None:
    """Whoever comes second to a new file finds its schema there or waits for it; nobody fails.

    Many times over: once in a few hundred, one process looked at the file just as another had made it.
    """
    for number in range(12):
        stores = [SqliteDocuments(tmp_path / f"{number}.db") for _ in range(6)]
        await asyncio.gather(*(documents.open() for documents in stores))
        await asyncio.gather(*(documents.create(THREADS, a_thread(str(n))) for n, documents in enumerate(stores)))
        assert await everything(stores[0], THREADS) == set("012345")
        await asyncio.gather(*(documents.close() for documents in stores))


async def test_whoever_makes_the_file_is_waited_for(tmp_path: Path) -> None:
    """SQLite refuses at once, without its busy timeout, to switch a file to write-ahead while another writes to it."""
    path = tmp_path / "keepword.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.2, other.execute, "ROLLBACK")
    documents = SqliteDocuments(path, busy_timeout=30)
    assert await everything(documents, THREADS) == set()
    await documents.close()
    other.close()


async def test_an_id_that_no_document_can_have_is_that_of_none(sqlite: SqliteDocuments) -> None:
    """Half a surrogate pair, as the command line gives for bytes that are no UTF-8, is looked for and not found."""
    assert await sqlite.read(THREADS, ("\udcff",), "\udcff") is None
    assert await sqlite.read_many(THREADS, [(("\udcff",), "\udcff")]) == [None]
    assert [d async for d in sqlite.find(THREADS, Search(partition=("\udcff",)))] == []


async def test_two_stores_on_one_file_see_each_other(sqlite: SqliteDocuments, path: Path) -> None:
    """A daemon and a command work on the same documents."""
    other = SqliteDocuments(path)
    await sqlite.create(THREADS, a_thread("t", n=1))
    seen = await other.read(THREADS, ("t",), "t")
    assert seen is not None
    await other.replace(THREADS, a_thread("t", n=2), seen.etag)
    kept = await sqlite.read(THREADS, ("t",), "t")
    await other.close()
    assert kept is not None
    assert kept.body["n"] == 2


@pytest.mark.parametrize("acknowledged", [1, 20, 60])
async def test_a_killed_writer_leaves_all_that_it_acknowledged(path: Path, acknowledged: int) -> None:
    """After `kill -9` the file is sound, every acknowledged write is there and no unit is there in part."""
    numbers = await asyncio.to_thread(_killed_writer, path, acknowledged)
    documents = SqliteDocuments(path)
    sound = await documents._run(lambda file: file.rows("PRAGMA integrity_check", {}))
    threads, turns = await everything(documents, THREADS), await everything(documents, Container.TURNS)
    await documents.close()
    assert sound == [("ok",)]
    assert {str(n) for n in numbers} <= threads
    assert len(turns) % 3 == 0
    assert {f"{n}.{i}" for n in numbers for i in range(3)} <= turns


async def test_a_locked_file_is_waited_for(path: Path) -> None:
    """A write waits until the other process has finished."""
    documents = SqliteDocuments(path, busy_timeout=30)
    await documents.open()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(documents.create(THREADS, a_thread("t")))
    await asyncio.sleep(0)
    assert not writing.done()
    other.execute("COMMIT")
    other.close()
    etag = await writing
    kept = await documents.read(THREADS, ("t",), "t")
    await documents.close()
    assert kept is not None
    assert kept.etag == etag


# Speed, by what SQLite says that it will do

SEARCHES = [
    (THREADS, Search(conditions=(Condition("due_at", "<=", "9"),), order_by="due_at"), "threads_due_at"),
    (THREADS, Search(conditions=(Condition("entity_id", "=", "e"),)), "threads_entity_id"),
    (THREADS, Search(conditions=(Condition("outbox", ">=", 1),)), "threads_outbox"),
    (THREADS, Search(order_by="-last_message_at", limit=10), "threads_last_message_at"),
    (Container.PROFILES, Search(conditions=(Condition("next_due", "<=", "2026"),)), "profiles_next_due"),
    (Container.MESSAGES, Search(conditions=(Condition("message_id", "=", "<a@b>"),)), "messages_message_id"),
    (Container.TURNS, Search(partition=("u", "t")), "sqlite_autoindex_turns_1"),
    (Container.TURNS, Search(partition=("u",)), "sqlite_autoindex_turns_1"),
]


@pytest.mark.parametrize(("container", "wanted", "index"), SEARCHES)
async def test_a_search_uses_its_index(
    sqlite: SqliteDocuments, container: Container, wanted: Search, index: str
) -> None:
    """No sweep and no command reads the whole table."""
    query, bound = search("keys", container, wanted)
    rows = await sqlite._run(lambda file: file.rows("EXPLAIN QUERY PLAN " + query, {**bound, "now": 0}))
    assert [index] == [word for row in rows for word in row[3].split() if word == index]


async def test_the_event_loop_goes_on_while_the_disk_is_waited_for(sqlite: SqliteDocuments, path: Path) -> None:
    """A call that waits for another process's lock holds up nobody else."""
    documents = SqliteDocuments(path, busy_timeout=30)
    await documents.open()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(documents.create(THREADS, a_thread("t")))
    for _ in range(100):
        await asyncio.sleep(0)
    still_waiting = not writing.done()
    other.close()
    await writing
    await documents.close()
    assert still_waiting
