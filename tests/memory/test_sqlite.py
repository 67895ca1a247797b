"""What only the SQLite store has to stand: other processes, being killed, bad files, and letters that must be gone."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Condition, Container, New, Search
from keepword.memory.sqlite import SqliteDocuments
from keepword.memory.sqlite_file import APPLICATION_ID, refuse_old_library
from keepword.memory.sqlite_statements import search

THREADS = Container.THREADS
SECRET = "correct-horse-battery-staple"

COUNT = """
import asyncio, sys
from pathlib import Path
from keepword.errors import AlreadyThere, Changed
from keepword.memory.ports import Container, New
from keepword.memory.sqlite import SqliteDocuments

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
from keepword.memory.sqlite import SqliteDocuments

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


def _thread(thread_id: str, **fields: Any) -> New:
    return New(thread_id, {"thread_id": thread_id, **fields})


def _turn(id_: str, text: str) -> New:
    return New(id_, {"user_id": "u", "thread_id": "t", "text": text})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the file is to be."""
    return tmp_path / "data" / "keepword.db"


@pytest.fixture
async def sqlite(path: Path, clock: Callable[[], Any]) -> AsyncIterator[SqliteDocuments]:
    """Return a store in a new file, which waits for nobody longer than an instant."""
    documents = SqliteDocuments(path, now=clock, busy_timeout=0.05)
    yield documents
    await documents.close()


def _bytes(path: Path) -> bytes:
    """Return all that lies on the disk: the file, its log and its shared memory."""
    return b"".join(part.read_bytes() for part in path.parent.iterdir())


async def _everything(documents: SqliteDocuments, container: Container) -> set[str]:
    return {document.id async for document in documents.find(container, Search())}


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _damage(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))


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
    await sqlite.create(THREADS, _thread("t"))
    assert {part.name: part.stat().st_mode & 0o777 for part in path.parent.iterdir()} == {
        "keepword.db": 0o600,
        "keepword.db-shm": 0o600,
        "keepword.db-wal": 0o600,
    }
    assert path.parent.stat().st_mode & 0o777 == 0o700


async def test_the_file_outlives_the_store(sqlite: SqliteDocuments, path: Path) -> None:
    """What was written is there after a restart, and closing leaves one file."""
    etag = await sqlite.create(THREADS, _thread("t"))
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
        await asyncio.gather(*(documents.create(THREADS, _thread(str(n))) for n, documents in enumerate(stores)))
        assert await _everything(stores[0], THREADS) == set("012345")
        await asyncio.gather(*(documents.close() for documents in stores))


async def test_two_stores_on_one_file_see_each_other(sqlite: SqliteDocuments, path: Path) -> None:
    """A daemon and a command work on the same documents."""
    other = SqliteDocuments(path)
    await sqlite.create(THREADS, _thread("t", n=1))
    seen = await other.read(THREADS, ("t",), "t")
    assert seen is not None
    await other.replace(THREADS, _thread("t", n=2), seen.etag)
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
    threads, turns = await _everything(documents, THREADS), await _everything(documents, Container.TURNS)
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
    writing = asyncio.create_task(documents.create(THREADS, _thread("t")))
    await asyncio.sleep(0)
    assert not writing.done()
    other.execute("COMMIT")
    other.close()
    etag = await writing
    kept = await documents.read(THREADS, ("t",), "t")
    await documents.close()
    assert kept is not None
    assert kept.etag == etag


# Files that cannot be used


def _not_a_database(path: Path) -> None:
    path.write_bytes(b"Dear support, " * 1000)


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE threads (a)")
    connection.close()


def _foreign_id(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA application_id = 7")
    connection.close()


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 9999")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_not_a_database, "not an SQLite file"),
        (_foreign, "holds other tables"),
        (_foreign_id, "belongs to another program"),
        (_newer, "a newer Keepword wrote it"),
        (Path.mkdir, "directory"),
    ],
)
async def test_a_file_that_is_not_ours_is_left_alone(path: Path, spoil: Callable[[Path], None], said: str) -> None:
    """The error names the file and what is wrong with it, and the file is not touched."""
    path.parent.mkdir()
    spoil(path)
    before = _content(path)
    documents = SqliteDocuments(path)
    with pytest.raises(StoreUnreachable, match=said) as raised:
        await documents.open()
    await documents.close()
    assert str(path) in str(raised.value)
    assert _content(path) == before


@pytest.mark.parametrize(("version", "refused"), [((3, 26, 0), True), ((3, 30, 1), True), ((3, 31, 0), False)])
def test_a_library_that_is_too_old_is_named(path: Path, version: tuple[int, int, int], refused: bool) -> None:
    """Some long-lived systems have a new Python on an old SQLite: that is said, not found out by a syntax error."""
    said = ""
    try:
        refuse_old_library(path, version)
    except StoreUnreachable as error:
        said = str(error)
    assert said.endswith("needs 3.31.0 or later") is refused


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "data").write_text("")
    documents = SqliteDocuments(tmp_path / "data" / "keepword.db")
    with pytest.raises(StoreUnreachable, match="check the file and its folder"):
        await documents.open()
    await documents.close()


async def _locked(documents: SqliteDocuments) -> Callable[[], None]:
    await documents.open()
    other = sqlite3.connect(documents._path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other.close


async def _read_only(documents: SqliteDocuments) -> Callable[[], None]:
    await documents._run(lambda file: file.rows("PRAGMA query_only = ON", {}))
    return lambda: None


async def _full(documents: SqliteDocuments) -> Callable[[], None]:
    await documents._run(lambda file: file.rows("PRAGMA max_page_count = 1", {}))
    return lambda: None


async def _moved(documents: SqliteDocuments) -> Callable[[], None]:
    await documents.open()
    documents._path.rename(documents._path.with_suffix(".old"))
    return lambda: None


async def _replaced(documents: SqliteDocuments) -> Callable[[], None]:
    await _moved(documents)
    documents._path.write_bytes(b"")
    return lambda: None


@pytest.mark.parametrize(
    ("hinder", "said"),
    [
        (_locked, "another program holds it locked"),
        (_read_only, "read-only"),
        (_full, "the disk is full"),
        (_moved, "No such file"),
        (_replaced, "moved or replaced while in use"),
    ],
)
async def test_a_write_that_fails_says_why(sqlite: SqliteDocuments, hinder: Any, said: str) -> None:
    """The error names the file, what is wrong and what to do; single writes and units alike."""
    release = await hinder(sqlite)
    unit = [_thread("t", text="x" * 10_000)]
    with pytest.raises(StoreUnreachable, match=said):
        await sqlite.create(THREADS, _thread("t", text="x" * 10_000))
    with pytest.raises(StoreUnreachable, match=said) as raised:
        await sqlite.put_all(THREADS, unit)
    release()
    assert str(sqlite._path) in str(raised.value)


async def test_after_a_failure_the_next_call_may_succeed(sqlite: SqliteDocuments) -> None:
    """A lock that is gone, and a file that was not ready at first, need no restart."""
    release = await _locked(sqlite)
    with pytest.raises(StoreUnreachable):
        await sqlite.put_all(THREADS, [_thread("t")])
    release()
    await sqlite.put_all(THREADS, [_thread("t")])
    assert await _everything(sqlite, THREADS) == {"t"}


async def test_a_unit_that_does_not_fit_is_not_written_in_part(sqlite: SqliteDocuments) -> None:
    """A full disk in the middle of a unit leaves none of it, and once there is room all of it is written."""
    unit = [_turn(str(n), "x" * 100_000) for n in range(10)]
    ((pages,),) = await sqlite._run(lambda file: file.rows("PRAGMA page_count", {}))
    await sqlite._run(lambda file: file.rows(f"PRAGMA max_page_count = {pages + 60}", {}))
    for _ in range(2):
        with pytest.raises(StoreUnreachable, match="full"):
            await sqlite.put_all(Container.TURNS, unit)
        assert await _everything(sqlite, Container.TURNS) == set()
    await sqlite._run(lambda file: file.rows("PRAGMA max_page_count = 100000", {}))
    await sqlite.put_all(Container.TURNS, unit)
    assert await _everything(sqlite, Container.TURNS) == set("0123456789")


async def test_a_fault_of_ours_in_a_unit_undoes_the_unit(sqlite: SqliteDocuments) -> None:
    """A key that is no text is refused by the table; the connection is ready for the next call."""
    with pytest.raises(sqlite3.IntegrityError):
        await sqlite.put_all(THREADS, [New("t", {"thread_id": None})])
    await sqlite.put_all(THREADS, [_thread("t")])
    assert await _everything(sqlite, THREADS) == {"t"}


async def test_an_opening_that_failed_is_tried_again(path: Path) -> None:
    """The daemon starts before its disk is there, and goes on once it is."""
    path.parent.write_text("in the way")
    documents = SqliteDocuments(path)
    with pytest.raises(StoreUnreachable):
        await documents.open()
    path.parent.unlink()
    await documents.create(THREADS, _thread("t"))
    assert await _everything(documents, THREADS) == {"t"}
    await documents.close()


async def test_a_damaged_file_is_called_damaged(sqlite: SqliteDocuments, path: Path) -> None:
    """Bytes that were overwritten are found when they are read, and never taken for documents."""
    await sqlite.put_all(Container.TURNS, [New(str(n), {"user_id": "u", "thread_id": "t", "n": n}) for n in range(900)])
    await sqlite.close()
    _damage(path)
    again = SqliteDocuments(path)
    with pytest.raises(StoreUnreachable, match="damaged"):
        await _everything(again, Container.TURNS)
    await again.close()


# What must be gone


async def _deleted(documents: SqliteDocuments, clock: Any) -> None:
    await documents.delete(THREADS, ("t",), "t")


async def _expired(documents: SqliteDocuments, clock: Any) -> None:
    clock.advance(seconds=61)
    assert await documents.expire(clock()) == 1


async def _written_over(documents: SqliteDocuments, clock: Any) -> None:
    await documents.put_all(THREADS, [_thread("t")])


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
    assert SECRET.encode() in _bytes(path)
    await remove(sqlite, clock)
    await sqlite.scrub()
    assert SECRET.encode() not in _bytes(path)


async def test_expiring_leaves_what_still_lives(sqlite: SqliteDocuments, clock: Any) -> None:
    """Only documents whose time is over go, in every container, and they are counted."""
    for seconds, id_ in ((10, "soon"), (100, "later"), (None, "never")):
        await sqlite.create(THREADS, New(id_, {"thread_id": id_}, seconds))
        await sqlite.create(Container.MESSAGES, New(id_, {"id": id_}, seconds))
    clock.advance(seconds=50)
    assert await sqlite.expire(clock()) == 2
    assert await sqlite.expire(clock()) == 0
    assert await _everything(sqlite, THREADS) == {"later", "never"}


async def test_scrubbing_while_somebody_reads_is_refused(sqlite: SqliteDocuments, path: Path) -> None:
    """The log cannot be emptied under a reader; that is said, so that an erasure never claims too much."""
    await sqlite.create(THREADS, _thread("t", text=SECRET))
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM threads").fetchall()
    await sqlite.delete(THREADS, ("t",), "t")
    with pytest.raises(StoreUnreachable, match="another program"):
        await sqlite.scrub()
    reader.close()
    await sqlite.scrub()
    assert SECRET.encode() not in _bytes(path)


async def test_a_search_leaves_out_what_ceased_to_match(sqlite: SqliteDocuments) -> None:
    """A sweep of many documents does not act on one that somebody else has dealt with in the meantime."""
    due = Search(conditions=(Condition("due_at", "<=", "5"),), order_by="due_at")
    for n in range(150):
        await sqlite.create(THREADS, _thread(f"{n:03}", due_at="1"))
    seen = []
    async for found in sqlite.find(THREADS, due):
        if not seen:
            await sqlite.put_all(THREADS, [_thread("140", due_at="9")])
            await sqlite.delete(THREADS, ("141",), "141")
        seen.append(found.id)
    assert seen == [f"{n:03}" for n in range(150) if n not in {140, 141}]


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
    writing = asyncio.create_task(documents.create(THREADS, _thread("t")))
    for _ in range(100):
        await asyncio.sleep(0)
    still_waiting = not writing.done()
    other.close()
    await writing
    await documents.close()
    assert still_waiting
