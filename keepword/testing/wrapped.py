"""Document stores around another one: one that counts, one that fails as planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Container, Document, Documents, Housekeeping, Key, New, Search, Write


class _Wrapped:
    """A document store around another, with a moment before and after each call."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents

    def before(self, method: str, container: Container, count: int = 1) -> None:
        """Hear of a call that is about to be made, for so many documents that it counts as so many calls."""

    def after(self, method: str, container: Container) -> None:
        """Hear of a call that has taken effect."""

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        """Read through the store inside."""
        self.before("read", container)
        document = await self.documents.read(container, partition, id_)
        self.after("read", container)
        return document

    async def read_many(self, container: Container, keys: Sequence[Key]) -> list[Document | None]:
        """Read through the store inside."""
        self.before("read_many", container, len(keys))
        documents = await self.documents.read_many(container, keys)
        self.after("read_many", container)
        return documents

    async def create(self, container: Container, new: New) -> str:
        """Create in the store inside."""
        self.before("create", container)
        etag = await self.documents.create(container, new)
        self.after("create", container)
        return etag

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Replace in the store inside."""
        self.before("replace", container)
        changed = await self.documents.replace(container, new, etag)
        self.after("replace", container)
        return changed

    async def write_many(self, container: Container, writes: Sequence[Write]) -> list[str | None]:
        """Write into the store inside."""
        self.before("write_many", container, len(writes))
        etags = await self.documents.write_many(container, writes)
        self.after("write_many", container)
        return etags

    async def put_all(self, container: Container, news: Sequence[New]) -> None:
        """Put into the store inside."""
        self.before("put_all", container)
        await self.documents.put_all(container, news)
        self.after("put_all", container)

    async def delete(self, container: Container, partition: tuple[str, ...], id_: str) -> bool:
        """Delete from the store inside."""
        self.before("delete", container)
        was_there = await self.documents.delete(container, partition, id_)
        self.after("delete", container)
        return was_there

    async def find(self, container: Container, search: Search) -> AsyncIterator[Document]:
        """Search the store inside."""
        self.before("find", container)
        async for document in self.documents.find(container, search):
            yield document
        self.after("find", container)

    async def expire(self, now: datetime) -> int:
        """Clean up the store inside, if it has to be told."""
        return await self.documents.expire(now) if isinstance(self.documents, Housekeeping) else 0

    async def scrub(self) -> None:
        """Clean up the store inside, if it has to be told."""
        if isinstance(self.documents, Housekeeping):
            await self.documents.scrub()

    async def close(self) -> None:
        """Close the store inside."""
        await self.documents.close()


KINDS = {
    "read": "read",
    "read_many": "read",
    "find": "query",
    "create": "write",
    "replace": "write",
    "write_many": "write",
    "put_all": "write",
    "delete": "write",
}
"""Of which kind each method of a document store is."""


class Counted(_Wrapped):
    """A document store that counts what it is asked: `counts[kind, container]`, kinds `read`, `write`, `query`."""

    def __init__(self, documents: Documents) -> None:
        super().__init__(documents)
        self.counts: Counter[tuple[str, Container]] = Counter()

    def before(self, method: str, container: Container, count: int = 1) -> None:
        """Count a call, whether or not it succeeds; one for several documents costs as much as one for each."""
        self.counts[KINDS[method], container] += count

    @property
    def reads(self) -> int:
        """Point reads so far."""
        return self._total("read")

    @property
    def writes(self) -> int:
        """Writes and deletions so far."""
        return self._total("write")

    @property
    def queries(self) -> int:
        """Searches so far."""
        return self._total("query")

    def reset(self) -> None:
        """Count from nought again."""
        self.counts.clear()

    def _total(self, kind: str) -> int:
        return sum(number for (counted, _), number in self.counts.items() if counted == kind)


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure of a store: at the `nth` call (from 1) of this kind (`read`, `write`, `query`) or method.

    `after` lets the call take effect and loses only the answer. `container` None counts the calls of all containers.
    """

    on: str
    nth: int = 1
    after: bool = False
    container: Container | None = None
    error: Exception = field(default_factory=lambda: StoreUnreachable("scripted: the store is away"))

    def concerns(self, method: str, container: Container) -> bool:
        """Say whether a call counts towards this fault."""
        return self.on in {method, KINDS[method]} and self.container in {None, container}


class Failing(_Wrapped):
    """A document store that fails as planned; `fired` are the faults that have struck."""

    def __init__(self, documents: Documents, plan: Iterable[Fault]) -> None:
        super().__init__(documents)
        self.plan = tuple(plan)
        self.fired: list[Fault] = []
        self._seen = [0] * len(self.plan)

    def before(self, method: str, container: Container, count: int = 1) -> None:
        """Count a call, one for several documents as one, and fail where its effect is to be lost."""
        for number, fault in enumerate(self.plan):
            self._seen[number] += fault.concerns(method, container)
        self._strike(method, container, after=False)

    def after(self, method: str, container: Container) -> None:
        """Fail where only the answer is to be lost."""
        self._strike(method, container, after=True)

    def _strike(self, method: str, container: Container, *, after: bool) -> None:
        for fault, seen in zip(self.plan, self._seen, strict=True):
            ready = fault.concerns(method, container) and seen == fault.nth and fault.after == after
            if ready and fault not in self.fired:
                self.fired.append(fault)
                raise fault.error
