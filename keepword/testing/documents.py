"""A document store in memory, as quick as a dict and as strict as a real one."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import (
    Container,
    Document,
    Key,
    New,
    Search,
    Write,
    one_partition,
    partition_of,
    write_one,
)
from keepword.memory.stores.searches import check_search, holds, order_fields, rank

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""The time in the doubles, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class _Kept:
    partition: tuple[str, ...]
    id: str
    text: str
    etag: str
    expires_at: float | None

    def alive(self, now: float) -> bool:
        return self.expires_at is None or self.expires_at > now

    def document(self) -> Document:
        return Document(self.id, json.loads(self.text), self.etag, self.expires_at)


class MemoryDocuments:
    """The `Documents` of `keepword.memory.ports` in a dict; `now` gives the time that decides what has expired."""

    def __init__(self, *, now: Callable[[], datetime] = lambda: EPOCH) -> None:
        self._now = now
        self._kept: dict[Container, dict[tuple[str, ...], _Kept]] = {container: {} for container in Container}
        self._etags = count(1)
        self._closed = False

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        """Read one document by its full key; None where there is none or where it has expired."""
        kept = self._alive(container, (*partition, id_))
        return kept.document() if kept else None

    async def read_many(self, container: Container, keys: Sequence[Key]) -> list[Document | None]:
        """Read several documents as `read` does, in the order of their keys."""
        return [await self.read(container, partition, id_) for partition, id_ in keys]

    async def create(self, container: Container, new: New) -> str:
        """Write a document that must not exist yet and return its ETag; raise `AlreadyThere` if it does."""
        if self._alive(container, (*partition_of(container, new), new.id)):
            raise AlreadyThere(f"{container} {new.id} exists already")
        return self._put(container, new)

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Write over exactly the version read; raise `Changed` if it is another by now, or gone."""
        kept = self._alive(container, (*partition_of(container, new), new.id))
        if kept is None or kept.etag != etag:
            raise Changed(f"{container} {new.id} was changed by somebody else")
        return self._put(container, new)

    async def write_many(self, container: Container, writes: Sequence[Write]) -> list[str | None]:
        """Create and replace several documents; None for each that was refused."""
        return [await write_one(self, container, write) for write in writes]

    async def put_all(self, container: Container, news: Sequence[New]) -> None:
        """Write several documents of one partition in one unit, over whatever is there."""
        one_partition(container, news)
        self._alive(container, ())
        for new in news:
            self._put(container, new)

    async def delete(self, container: Container, partition: tuple[str, ...], id_: str) -> bool:
        """Remove a document; say whether there was one."""
        key = (*partition, id_)
        was_alive = self._alive(container, key) is not None
        self._kept[container].pop(key, None)
        return was_alive

    async def find(self, container: Container, search: Search) -> AsyncIterator[Document]:
        """Go through the documents that match now."""
        self._alive(container, ())
        check_search(container, search)
        for document in self._matching(container, search):
            yield document

    async def expire(self, now: datetime) -> int:
        """Remove for good what has expired by then and return how many documents that were."""
        gone = [(c, key) for c, kept in self._kept.items() for key, k in kept.items() if not k.alive(now.timestamp())]
        for container, key in gone:
            del self._kept[container][key]
        return len(gone)

    async def scrub(self) -> None:
        """Do nothing: what was deleted from a dict has left no trace."""
        self._alive(Container.THREADS, ())

    async def close(self) -> None:
        """Refuse everything from now on; a repeated call is no error."""
        self._closed = True

    def _alive(self, container: Container, key: tuple[str, ...]) -> _Kept | None:
        if self._closed:
            raise StoreUnreachable("this store was closed")
        kept = self._kept[container].get(key)
        return kept if kept and kept.alive(self._now().timestamp()) else None

    def _put(self, container: Container, new: New) -> str:
        partition, etag = partition_of(container, new), str(next(self._etags))
        expires_at = None if new.ttl is None else self._now().timestamp() + new.ttl
        text = json.dumps(new.body, allow_nan=False)
        self._kept[container][(*partition, new.id)] = _Kept(partition, new.id, text, etag, expires_at)
        return etag

    def _matching(self, container: Container, search: Search) -> list[Document]:
        now, length = self._now().timestamp(), len(search.partition)
        kept = sorted(self._kept[container].values(), key=lambda k: (*k.partition, k.id))
        found = [k.document() for k in kept if k.alive(now) and k.partition[:length] == search.partition]
        found = [d for d in found if all(holds(c, d.body) for c in search.conditions)]
        for name in order_fields(search):
            found.sort(key=lambda d: rank(d.body.get(name)), reverse=search.order_by.startswith("-"))
        return found[: search.limit or None]


MemoryStore = MemoryDocuments
