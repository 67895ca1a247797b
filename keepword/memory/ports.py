"""What a store must be able to do: keep JSON documents, one at a time, guarded by their ETags.

Every unit of commit is one document, so no store ever needs a transaction over two of them.
`keepword.memory.store.Store` gives these documents their meaning; a new store is one class with these nine methods and
one line in `agent/wire.py`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from keepword.errors import AlreadyThere, Changed


class Container(StrEnum):
    """Documents grouped by their lifecycle."""

    TURNS = "turns"
    MEMORIES = "memories"
    SUMMARIES = "summaries"
    THREADS = "threads"
    PROFILES = "profiles"
    IDENTITIES = "identities"
    MESSAGES = "messages"
    LEASES = "leases"


@dataclass(frozen=True, slots=True)
class Shape:
    """How a container is keyed and which top-level fields may stand in a condition."""

    partition: tuple[str, ...]
    indexed: tuple[str, ...] = ()


SHAPES: dict[Container, Shape] = {
    Container.TURNS: Shape(("user_id", "thread_id"), ("at", "message_id")),
    Container.MEMORIES: Shape(("user_id", "thread_id"), ("type",)),
    Container.SUMMARIES: Shape(("user_id", "thread_id"), ("type",)),
    Container.THREADS: Shape(
        ("thread_id",), ("entity_id", "state", "due_at", "outbox", "promises", "next_due", "last_message_at")
    ),
    Container.PROFILES: Shape(("entity_id",), ("next_due", "promises")),
    Container.IDENTITIES: Shape(("id",), ("redirect_to",)),
    Container.MESSAGES: Shape(("id",), ("message_id", "entity_id", "thread_id", "outcome", "at")),
    Container.LEASES: Shape(("id",), ("kind",)),
}
"""Top-level fields of the stored bodies: one source of SQLite columns, Cosmos partition keys and conditions."""


@dataclass(frozen=True, slots=True)
class Document:
    """A stored JSON object. `body` holds the partition's fields too; `etag` changes with every write.

    `expires_at` in seconds since 1970, None: never.
    """

    id: str
    body: dict[str, Any]
    etag: str
    expires_at: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a search: `op` is `=`, `<=` or `>=`; documents without the field do not match."""

    field: str
    op: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Search:
    """All documents of a container (or of the partition with these leading key values) that meet every condition.

    `order_by` names an indexed field (`-field`: descending); `limit` 0 is no limit.
    """

    partition: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    order_by: str = ""
    limit: int = 0


@dataclass(frozen=True, slots=True)
class New:
    """A document to be written: `ttl` in seconds from this write, None for ever."""

    id: str
    body: dict[str, Any]
    ttl: int | None = field(default=None)


Key = tuple[tuple[str, ...], str]
"""A document's full key: its partition and its id."""


@dataclass(frozen=True, slots=True)
class Write:
    """A write that stands for itself: a document that must not exist yet, or, with an `etag`, one over that version."""

    new: New
    etag: str | None = None


def partition_of(container: Container, new: New) -> tuple[str, ...]:
    """Return the partition that a new document's body names; a body without it is our own fault (`KeyError`)."""
    return tuple(new.body[field] for field in SHAPES[container].partition)


def one_partition(container: Container, news: Sequence[New]) -> None:
    """Raise `ValueError` unless all these documents belong to one partition."""
    if len({partition_of(container, new) for new in news}) > 1:
        raise ValueError(f"{container}: documents of several partitions cannot be one unit")


class Documents(Protocol):
    """A document store. Every method may raise `StoreUnreachable`; bodies hold their partition's fields (`SHAPES`)."""

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        """Read one document by its full key; None where there is none or where it has expired."""
        ...

    async def read_many(self, container: Container, keys: Sequence[Key]) -> list[Document | None]:
        """Read several documents of any partitions as `read` does, in the order of their keys."""
        ...

    async def create(self, container: Container, new: New) -> str:
        """Write a document that must not exist yet and return its ETag; raise `AlreadyThere` if it does."""
        ...

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Write over exactly the version read; raise `Changed` if it is another by now, or gone."""
        ...

    async def write_many(self, container: Container, writes: Sequence[Write]) -> list[str | None]:
        """Create and replace several documents of any partitions, none of them twice, at the price of one where it can be.

        Returns for each, in order, its new ETag, or None where `create` or `replace` would have refused it: the others
        are written all the same. After `StoreUnreachable` any of them may be written; whoever repeats it finds that out.
        """
        ...

    async def put_all(self, container: Container, news: Sequence[New]) -> None:
        """Write several documents of one partition in one unit, over what is there; a repeated call changes nothing."""
        ...

    async def delete(self, container: Container, partition: tuple[str, ...], id_: str) -> bool:
        """Remove a document; say whether there was one. A repeated call is no error."""
        ...

    def find(self, container: Container, search: Search) -> AsyncIterator[Document]:
        """Go through the documents that match; for commands and sweeps, never on the way of a mail."""
        ...

    async def close(self) -> None:
        """Give everything back; a repeated call is no error."""
        ...


@runtime_checkable
class Metered(Protocol):
    """A document store whose use has a price."""

    @property
    def meters(self) -> Mapping[str, float]:
        """What was asked of it since the start: `requests`, `request_units`, `repeated`, `throttled`."""
        ...


@runtime_checkable
class Housekeeping(Protocol):
    """A document store that has to be told to clean up; others do so by themselves."""

    async def expire(self, now: datetime) -> int:
        """Remove for good what has expired by then and return how many documents that were."""
        ...

    async def scrub(self) -> None:
        """Leave no trace on the disk of what was deleted; raise `StoreUnreachable` where that cannot be done now."""
        ...


async def write_one(documents: Documents, container: Container, write: Write) -> str | None:
    """Create or replace one document and return its ETag; None where that was refused, as in `write_many`."""
    try:
        if write.etag is None:
            return await documents.create(container, write.new)
        return await documents.replace(container, write.new, write.etag)
    except (AlreadyThere, Changed):
        return None
