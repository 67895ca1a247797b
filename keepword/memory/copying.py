"""Everything in one document store copied into another, such as from a file on one machine into Azure Cosmos DB, and back.

A document keeps its key, its body and its time to live. A copy that was broken off goes on where it was: what is there
already and the same is passed over. At the end both stores are gone through and compared by counts and digests.
"""

from __future__ import annotations

import json
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from keepword.errors import AlreadyThere, UsageError
from keepword.memory.ports import Container, Document, Documents, New, Search, partition_of
from keepword.memory.workers import leases, workers

PAGE = 20
"""Documents written at once."""

PASSING = "worker"
"""The kind of documents that are of a moment only and stay behind."""

Together = Callable[..., Awaitable[Sequence[Any]]]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a container holds: how many documents, and a digest of all their keys and bodies, whatever their order."""

    documents: int = 0
    digest: int = 0

    def with_(self, container: Container, document: Document) -> Tally:
        """Return the tally with one more document."""
        return Tally(self.documents + 1, (self.digest + _digest(container, document)) % 2**256)

    def hex(self) -> str:
        """Return the digest as people read it."""
        return f"{self.digest:064x}"


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of one container: documents written, documents passed over, and what both stores hold now."""

    container: Container
    written: int
    same: int
    source: Tally
    target: Tally

    @property
    def ok(self) -> bool:
        """Whether the target holds what the source holds, no more and no less."""
        return self.source == self.target

    def line(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "container": self.container.value,
            "documents": self.source.documents,
            "written": self.written,
            "same": self.same,
            "found": self.target.documents,
            "digest": self.source.hex(),
            "ok": self.ok,
        }


async def refuse_if_at_work(name: str, documents: Documents, now: datetime) -> None:
    """Raise `UsageError` where a worker is at work on a store: what it writes meanwhile would be missed."""
    owned = [lease.mailbox for lease in await leases(documents) if lease.owner and lease.expires_at > now]
    if owned or await workers(documents, now):
        what = f"mailboxes {', '.join(owned)}" if owned else "workers waiting for a mailbox"
        raise UsageError(
            f"{name}: still at work ({what}); stop every worker, or wait a minute after a crash, and repeat"
        )


async def copy(source: Documents, target: Documents, now: datetime, together: Together) -> AsyncIterator[Copied]:
    """Copy one container after the other and say what became of each; `together` awaits several calls at once.

    A document that differs in the target is written over, for the source is what was worked on last.
    """
    for container in Container:
        written = same = 0
        async for page in _pages(source, container):
            news = await _all_put(target, container, page, now, together)
            written += sum(news)
            same += len(news) - sum(news)
        yield Copied(container, written, same, await tally(source, container), await tally(target, container))


async def _all_put(
    target: Documents, container: Container, page: list[Document], now: datetime, together: Together
) -> Sequence[bool]:
    """Write a page; whatever fails, the others' writes have ended before anybody hears of it."""
    calls = (_put(target, container, document, now) for document in page)
    results = await together(*calls, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


async def tally(documents: Documents, container: Container) -> Tally:
    """Count a container's documents and reckon their digest."""
    found = Tally()
    async for page in _pages(documents, container):
        for document in page:
            found = found.with_(container, document)
    return found


async def _pages(documents: Documents, container: Container) -> AsyncIterator[list[Document]]:
    page: list[Document] = []
    async for document in documents.find(container, Search()):
        if container is Container.LEASES and document.body.get("kind") == PASSING:
            continue
        page.append(document)
        if len(page) == PAGE:
            yield page
            page = []
    if page:
        yield page


async def _put(target: Documents, container: Container, document: Document, now: datetime) -> bool:
    """Write one document, unless it is there and the same; say whether it was written."""
    new = New(document.id, document.body, _ttl(document, now))
    there = await target.read(container, partition_of(container, new), new.id)
    if there is None:
        try:
            await target.create(container, new)
        except AlreadyThere:
            return await _put(target, container, document, now)
        return True
    if there.body == new.body and (there.expires_at is None) == (document.expires_at is None):
        return False
    await target.replace(container, new, there.etag)
    return True


def _ttl(document: Document, now: datetime) -> int | None:
    return None if document.expires_at is None else max(1, math.ceil(document.expires_at - now.timestamp()))


def _digest(container: Container, document: Document) -> int:
    key = [container.value, *partition_of(container, New(document.id, document.body)), document.id]
    text = json.dumps([key, document.body], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest())
