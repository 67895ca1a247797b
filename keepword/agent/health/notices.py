"""What a running worker knows of itself that the store cannot tell: a file with a fault, an embedder that is away.

A notice stands in the store as long as its cause lasts, so that `keepword health`, asked beside the worker, shows it. It
is written when something changes and again before it would expire; a worker that was killed leaves none for long.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from datetime import datetime, timedelta
from typing import Final

from keepword.memory.ports import Condition, Container, Documents, New, Search
from keepword.memory.state import Value
from keepword.memory.store_bodies import document_id, value_of

LIVES: Final = timedelta(minutes=15)
RENEWED: Final = timedelta(minutes=5)
MAX_TEXT: Final = 1_000


class Notice(Value):
    """One thing that is wrong with a worker: `kind` is one of health's troubles; the same `key` from two workers is one thing."""

    kind: str
    key: str
    text: str
    remedy: str
    since: datetime


async def notices(documents: Documents) -> AsyncIterator[Notice]:
    """Go through what all workers have noticed, each thing once."""
    seen: set[str] = set()
    async for document in documents.find(Container.LEASES, Search(conditions=(Condition("kind", "=", "notice"),))):
        notice = value_of(_Kept, document).value.notice
        if notice.key not in seen:
            seen.add(notice.key)
            yield notice


class _Kept(Value):
    """A notice as it is stored: among the leases, whose `kind` tells what a document is."""

    notice: Notice


class Notices:
    """The notices of one worker."""

    def __init__(self, documents: Documents, owner: str) -> None:
        self._documents = documents
        self._owner = owner
        self._told: dict[str, Notice] = {}
        self._told_at: dict[str, datetime] = {}

    async def tell(self, found: Iterable[Notice], now: datetime) -> None:
        """Let the store hold exactly these notices of ours; nothing is written where nothing is different."""
        current = {n.key: n for n in found}
        for key in self._told.keys() - current.keys():
            await self._documents.delete(Container.LEASES, (self._id(key),), self._id(key))
            del self._told[key]
        for key, notice in current.items():
            known = self._told.get(key)
            lasting = (
                notice.model_copy(update={"since": known.since, "text": notice.text[:MAX_TEXT]}) if known else notice
            )
            if lasting != known or now - self._told_at[key] >= RENEWED:
                await self._write(lasting)
                self._told[key], self._told_at[key] = lasting, now

    async def _write(self, notice: Notice) -> None:
        id_ = self._id(notice.key)
        body = {**_Kept(notice=notice).model_dump(mode="json"), "id": id_, "kind": "notice"}
        await self._documents.put_all(Container.LEASES, [New(id_, body, int(LIVES.total_seconds()))])

    def _id(self, key: str) -> str:
        return document_id(f"notice:{self._owner}:{key}")
