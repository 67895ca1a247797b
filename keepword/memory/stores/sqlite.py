"""Documents in one SQLite file: the store of a single machine.

Several processes may use one file; the ETag in each statement's condition decides who was first. All of a file's work
is done by one thread, so the event loop never waits for a disk. A call that is cancelled may still take effect, as with
any server: whoever repeats it learns so by `AlreadyThere` or `Changed`.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import Container, Document, Key, New, Search, Write, one_partition, partition_of
from keepword.memory.stores.sqlite_file import SqliteFile
from keepword.memory.stores.sqlite_statements import key, key_values, search, statement

PAGE = 100
"""Documents read at once by `find`."""

T = TypeVar("T")


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _random_etags(count: int) -> list[str]:
    """Random, not counted: a document deleted and made again must not answer to an old ETag.

    Asked of the system for many at once: each call lets another thread in, and then has to wait for it.
    """
    many = secrets.token_hex(8 * count)
    return [many[n : n + 16] for n in range(0, len(many), 16)]


class SqliteDocuments:
    """The `Documents` of `keepword.memory.ports` in one file, opened (and made) at the first call.

    `now` gives the time that decides what has expired, `etags` so many texts that never come twice, `busy_timeout` the seconds
    that we wait for other processes.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], datetime] = _utc_now,
        etags: Callable[[int], Sequence[str]] = _random_etags,
        busy_timeout: float = 10.0,
    ) -> None:
        self._path = path
        self._now = now
        self._etags = etags
        self._busy_timeout = busy_timeout
        self._file: SqliteFile | None = None
        self._thread: ThreadPoolExecutor | None = ThreadPoolExecutor(1, thread_name_prefix="keepword-sqlite")

    async def open(self) -> None:
        """Open the file now, to learn at once whether it can be used."""
        await self._run(lambda file: file.version())

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        """Read one document by its full key; None where there is none or where it has expired."""
        bound = {**key(container, partition, id_), "now": self._seconds()}
        rows = await self._run(lambda file: file.rows(statement("read", container), bound))
        return _document(*rows[0]) if rows else None

    async def read_many(self, container: Container, keys: Sequence[Key]) -> list[Document | None]:
        """Read several documents as `read` does, in the order of their keys."""
        wanted = [key_values(container, partition, id_) for partition, id_ in keys]
        bound = {"keys": json.dumps(wanted), "now": self._seconds()}
        rows = await self._run(lambda file: file.rows(statement("read_many", container), bound)) if wanted else []
        found = {row[4:]: _document(*row[:4]) for row in rows}
        return [found.get(tuple(each)) for each in wanted]

    async def create(self, container: Container, new: New) -> str:
        """Write a document that must not exist yet and return its ETag; raise `AlreadyThere` if it does."""
        [bound] = self._bound(container, [new])
        if not await self._run(lambda file: file.write(statement("create", container), bound)):
            raise AlreadyThere(f"{container} {new.id} exists already")
        return str(bound["etag"])

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Write over exactly the version read; raise `Changed` if it is another by now, or gone."""
        [bound] = self._bound(container, [new])
        bound["was"] = etag
        if not await self._run(lambda file: file.write(statement("replace", container), bound)):
            raise Changed(f"{container} {new.id} was changed by somebody else")
        return str(bound["etag"])

    async def write_many(self, container: Container, writes: Sequence[Write]) -> list[str | None]:
        """Create and replace several documents in one transaction; None for each that was refused."""
        bound = self._bound(container, [write.new for write in writes])
        for each, write in zip(bound, writes, strict=True):
            each["was"] = write.etag
        names = ["create" if write.etag is None else "replace" for write in writes]
        statements = [(statement(name, container), each) for name, each in zip(names, bound, strict=True)]
        touched = await self._run(lambda file: file.write_each(statements)) if statements else []
        return [str(each["etag"]) if count else None for each, count in zip(bound, touched, strict=True)]

    async def put_all(self, container: Container, news: Sequence[New]) -> None:
        """Write several documents of one partition in one unit, over whatever is there."""
        one_partition(container, news)
        put = statement("put", container)
        statements = [(put, bound) for bound in self._bound(container, news)]
        if statements:
            await self._run(lambda file: file.write_all(statements))

    async def delete(self, container: Container, partition: tuple[str, ...], id_: str) -> bool:
        """Remove a document; say whether there was one (an expired one goes too, and counts as none)."""
        bound = {**key(container, partition, id_), "now": self._seconds()}

        def act(file: SqliteFile) -> bool:
            was_alive = file.write(statement("delete_alive", container), bound) > 0
            if not was_alive:
                file.write(statement("delete", container), bound)
            return was_alive

        return await self._run(act)

    async def find(self, container: Container, search: Search) -> AsyncIterator[Document]:
        """Go through the documents that match now, page by page; those that cease to match meanwhile are left out."""
        numbers = iter([row[0] for row in await self._search("keys", container, search)])
        while page := list(islice(numbers, PAGE)):
            found = {row[0]: row[1:] for row in await self._search("page", container, search, page)}
            for number in page:
                if number in found:
                    yield _document(*found[number])

    async def expire(self, now: datetime) -> int:
        """Remove for good what has expired by then and return how many documents that were."""
        bound = {"now": now.timestamp()}
        statements = [(statement("expire", container), bound) for container in Container]
        return await self._run(lambda file: file.write_all(statements))

    async def scrub(self) -> None:
        """Empty the write-ahead log, so that nothing that was deleted can be read in the files any more."""
        await self._run(lambda file: file.fold())

    async def close(self) -> None:
        """Close the file and end its thread; a repeated call is no error."""
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.wrap_future(thread.submit(self._close))
            thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    async def _run(self, act: Callable[[SqliteFile], T]) -> T:
        if self._thread is None:
            raise StoreUnreachable(f"{self._path}: this store was closed")
        return await asyncio.wrap_future(self._thread.submit(lambda: act(self._opened())))

    def _opened(self) -> SqliteFile:
        if self._file is None:
            self._file = SqliteFile(self._path, self._busy_timeout)
        return self._file

    async def _search(
        self, name: str, container: Container, wanted: Search, rowids: Sequence[int] = ()
    ) -> list[tuple[Any, ...]]:
        query, bound = search(name, container, wanted)
        bound |= {"now": self._seconds(), "rowids": json.dumps(list(rowids))}
        return await self._run(lambda file: file.rows(query, bound))

    def _bound(self, container: Container, news: Sequence[New]) -> list[dict[str, Any]]:
        now, etags = self._seconds(), self._etags(len(news))
        return [
            {
                **key(container, partition_of(container, new), new.id),
                "doc": _json(new.body),
                "etag": etag,
                "expires_at": None if new.ttl is None else now + new.ttl,
                "now": now,
            }
            for new, etag in zip(news, etags, strict=True)
        ]

    def _seconds(self) -> float:
        return self._now().timestamp()


_READABLE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def _json(body: dict[str, Any]) -> str:
    """Write a body as UTF-8 that people can read; what UTF-8 cannot hold (half a surrogate pair) is escaped."""
    text = _READABLE(body)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(body, allow_nan=False, separators=(",", ":"))
    return text


def _document(id_: str, doc: str, etag: str, expires_at: float | None) -> Document:
    return Document(id_, json.loads(doc), etag, expires_at)
