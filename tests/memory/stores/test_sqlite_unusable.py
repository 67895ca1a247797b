"""Files that the SQLite store cannot use, or can use no longer: each is named, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from documents_made import THREADS, a_thread, a_turn, everything

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Container, New
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.memory.stores.sqlite_file import APPLICATION_ID, refuse_old_library


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _damage(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))


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
    unit = [a_thread("t", text="x" * 10_000)]
    with pytest.raises(StoreUnreachable, match=said):
        await sqlite.create(THREADS, a_thread("t", text="x" * 10_000))
    with pytest.raises(StoreUnreachable, match=said) as raised:
        await sqlite.put_all(THREADS, unit)
    release()
    assert str(sqlite._path) in str(raised.value)


async def test_after_a_failure_the_next_call_may_succeed(sqlite: SqliteDocuments) -> None:
    """A lock that is gone, and a file that was not ready at first, need no restart."""
    release = await _locked(sqlite)
    with pytest.raises(StoreUnreachable):
        await sqlite.put_all(THREADS, [a_thread("t")])
    release()
    await sqlite.put_all(THREADS, [a_thread("t")])
    assert await everything(sqlite, THREADS) == {"t"}


async def test_a_unit_that_does_not_fit_is_not_written_in_part(sqlite: SqliteDocuments) -> None:
    """A full disk in the middle of a unit leaves none of it, and once there is room all of it is written."""
    unit = [a_turn("u", "t", str(n), text="x" * 100_000) for n in range(10)]
    ((pages,),) = await sqlite._run(lambda file: file.rows("PRAGMA page_count", {}))
    await sqlite._run(lambda file: file.rows(f"PRAGMA max_page_count = {pages + 60}", {}))
    for _ in range(2):
        with pytest.raises(StoreUnreachable, match="full"):
            await sqlite.put_all(Container.TURNS, unit)
        assert await everything(sqlite, Container.TURNS) == set()
    await sqlite._run(lambda file: file.rows("PRAGMA max_page_count = 100000", {}))
    await sqlite.put_all(Container.TURNS, unit)
    assert await everything(sqlite, Container.TURNS) == set("0123456789")


async def test_a_fault_of_ours_in_a_unit_undoes_the_unit(sqlite: SqliteDocuments) -> None:
    """A key that is no text is refused by the table; the connection is ready for the next call."""
    with pytest.raises(sqlite3.IntegrityError):
        await sqlite.put_all(THREADS, [New("t", {"thread_id": None})])
    await sqlite.put_all(THREADS, [a_thread("t")])
    assert await everything(sqlite, THREADS) == {"t"}


async def test_an_opening_that_failed_is_tried_again(path: Path) -> None:
    """The daemon starts before its disk is there, and goes on once it is."""
    path.parent.write_text("in the way")
    documents = SqliteDocuments(path)
    with pytest.raises(StoreUnreachable):
        await documents.open()
    path.parent.unlink()
    await documents.create(THREADS, a_thread("t"))
    assert await everything(documents, THREADS) == {"t"}
    await documents.close()


async def test_a_damaged_file_is_called_damaged(sqlite: SqliteDocuments, path: Path) -> None:
    """Bytes that were overwritten are found when they are read, and never taken for documents."""
    await sqlite.put_all(Container.TURNS, [New(str(n), {"user_id": "u", "thread_id": "t", "n": n}) for n in range(900)])
    await sqlite.close()
    _damage(path)
    again = SqliteDocuments(path)
    with pytest.raises(StoreUnreachable, match="damaged"):
        await everything(again, Container.TURNS)
    await again.close()
