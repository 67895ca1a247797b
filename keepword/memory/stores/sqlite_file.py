"""One SQLite file, held open by one thread: its pragmas, its schema, and what its errors mean.

Durability: WAL with `synchronous = FULL`, so that an acknowledged write outlives not only `kill -9` but a power cut.
NORMAL would keep the file whole, yet could lose the last commits, such as the one that says that a reply is being
transmitted, and so send it twice (https://www.sqlite.org/pragma.html#pragma_synchronous). WAL needs a local disk:
its shared memory does not work over a network file system (https://www.sqlite.org/wal.html).
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from keepword.errors import StoreUnreachable
from keepword.memory.stores.sqlite_statements import Schema, shipped_schema, split

APPLICATION_ID = int.from_bytes(b"kepw", "big")
OLDEST = (3, 31, 0)
"""The first SQLite with generated columns (https://www.sqlite.org/gencol.html)."""

SWITCH_PAUSE = 0.01
"""Seconds between two tries to switch a new file that others are switching."""
OPENING = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # macOS: fsync alone does not reach the disk
    "PRAGMA secure_delete = ON",  # what was erased is overwritten, not only unlinked
)
ADVICE = {
    sqlite3.SQLITE_BUSY: "another program holds it locked; wait, or end that program",
    sqlite3.SQLITE_LOCKED: "another program holds it locked; wait, or end that program",
    sqlite3.SQLITE_READONLY: "it is read-only; let the user that runs Keepword write to the file and its folder",
    sqlite3.SQLITE_PERM: "access is denied; let the user that runs Keepword read and write it",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check that its folder exists and may be written to",
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written; check the disk, and that it is a local one",
    sqlite3.SQLITE_CORRUPT: "it is damaged; put it aside, restore a backup, or save what `sqlite3 FILE .recover` finds",
    sqlite3.SQLITE_NOTADB: "it is not an SQLite file; put it aside, or name another folder in `app.data`",
    sqlite3.SQLITE_TOOBIG: "the document is too large for SQLite",
}
"""What to do, by SQLite's primary result code (https://www.sqlite.org/rescode.html)."""


class SqliteFile:
    """An open file. All methods block and belong to the one thread that made it."""

    def __init__(self, path: Path, busy_timeout: float, schema: Schema | None = None) -> None:
        """Open or make the file and bring its schema up to date; raise `StoreUnreachable` saying why that failed."""
        refuse_old_library(path, sqlite3.sqlite_version_info)
        self.path = path
        self._schema = schema or shipped_schema()
        self._patience = busy_timeout
        with self._explained():
            _make(path)
            self._identity = _identity(path)
            self._connection = sqlite3.connect(path, timeout=busy_timeout, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file; SQLite folds its write-ahead log back where nobody else has it open."""
        self._connection.close()

    def rows(self, query: str, bound: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run a query and return all of its rows."""
        with self._explained():
            return self._connection.execute(query, bound).fetchall()

    def write(self, query: str, bound: Mapping[str, Any]) -> int:
        """Run one writing statement as a transaction of its own and return how many rows it touched."""
        self._same_file()
        with self._explained():
            return self._connection.execute(query, bound).rowcount

    def write_all(self, statements: Sequence[tuple[str, Mapping[str, Any]]]) -> int:
        """Run several writing statements in one transaction and return how many rows they touched."""
        return sum(self.write_each(statements))

    def write_each(self, statements: Sequence[tuple[str, Mapping[str, Any]]]) -> list[int]:
        """Run several writing statements in one transaction, on the disk at once, and return the rows that each touched."""
        self._same_file()
        with self._transaction():
            return [max(self._connection.execute(query, bound).rowcount, 0) for query, bound in statements]

    def fold(self) -> None:
        """Fold the write-ahead log into the file and empty it, so that nothing that was erased is left in it."""
        with self._explained():
            busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreUnreachable(f"{self.path}: {ADVICE[sqlite3.SQLITE_BUSY]}")

    def version(self) -> int:
        """Return the number of the last migration that the file has had."""
        return int(self._pragma("user_version"))

    def _prepare(self) -> None:
        with self._explained():
            self._refuse_strangers()
            self._switch_to_wal()
            for pragma in OPENING:
                self._connection.execute(pragma).fetchall()
        if self.version() < self._schema.version:
            self._migrate()

    def _switch_to_wal(self) -> None:
        """Write ahead from now on; where several switch a new file at once, try again as long as others may hold it.

        SQLite refuses all but one of them at once, whatever the busy timeout: to wait for each other would be a deadlock
        (https://www.sqlite.org/c3ref/busy_handler.html).
        """
        until = time.monotonic() + self._patience
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                    raise
            else:
                return
            time.sleep(SWITCH_PAUSE)

    def _refuse_strangers(self) -> None:
        """Leave a file alone that another program wrote, or a newer Keepword.

        All is read in one transaction: between two, another process may have made the file ours.
        """
        with self._transaction("BEGIN"):
            owner, version = self._pragma("application_id"), self.version()
            empty = self._connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
        if owner not in {0, APPLICATION_ID}:
            raise StoreUnreachable(f"{self.path}: it belongs to another program; name another folder in `app.data`")
        if owner == 0 and not empty:
            raise StoreUnreachable(f"{self.path}: it holds other tables; name another folder in `app.data`")
        if version > self._schema.version:
            raise StoreUnreachable(f"{self.path}: a newer Keepword wrote it; upgrade this one")

    def _migrate(self) -> None:
        """Run what is missing in one transaction; whoever comes second finds nothing left to do."""
        with self._transaction():
            had = self.version()
            scripts = self._schema.steps[had:] if had else (self._schema.whole,)
            for statement in (s for script in scripts for s in split(script)):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {self._schema.version}")

    def _pragma(self, name: str) -> Any:
        with self._explained():
            return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        """Hold the write lock from the start (IMMEDIATE), so that no read inside can be overtaken."""
        with self._explained():
            self._connection.execute(begin)
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _same_file(self) -> None:
        """Refuse to write into a file that was moved or deleted: nobody would ever read it again."""
        with self._explained():
            same = _identity(self.path) == self._identity
        if not same:
            raise StoreUnreachable(f"{self.path}: it was moved or replaced while in use; put it back and start again")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say of every error what it means for this file and what to do."""
        try:
            yield
        except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
                raise
            advice = ADVICE.get(_code(error), str(error))
            raise StoreUnreachable(f"{self.path}: {advice}") from error
        except OSError as error:
            raise StoreUnreachable(f"{self.path}: {error.strerror or error}; check the file and its folder") from error


def refuse_old_library(path: Path, version: tuple[int, int, int]) -> None:
    """Raise `StoreUnreachable` where Python was built on an SQLite without generated columns."""
    if version < OLDEST:
        needed, found = (".".join(map(str, v)) for v in (OLDEST, version))
        raise StoreUnreachable(f"{path}: this Python's SQLite is {found}; Keepword needs {needed} or later")


def _make(path: Path) -> None:
    """Make the file with mode 0600 where there is none: it holds people's letters."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _identity(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_dev, stat.st_ino


def _code(error: sqlite3.Error) -> int:
    """Return the primary result code: the low byte of the extended one."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
