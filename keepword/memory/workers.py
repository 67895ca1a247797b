"""Which workers there are, and how many mailboxes each should have: a document a worker, which expires by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from keepword.memory.leases import Lease
from keepword.memory.ports import Condition, Container, Documents, New, Search
from keepword.memory.state import Value
from keepword.memory.store_bodies import document_id, value_of


class Worker(Value):
    """A process that answers mail, and the mailboxes that it could answer."""

    owner: str
    mailboxes: tuple[str, ...] = ()
    since: datetime
    expires_at: datetime


def fair_share(mailboxes: int, workers: int) -> int:
    """Return the most mailboxes that one of so many workers should have; the last one may have fewer."""
    return -(-mailboxes // max(1, workers))


def _id(owner: str) -> str:
    return document_id(f"worker:{owner}")


async def announce(documents: Documents, worker: Worker, lives: timedelta) -> None:
    """Say that a worker is there, for so long; a repeated call prolongs it."""
    body = {**worker.model_dump(mode="json"), "id": _id(worker.owner), "kind": "worker"}
    await documents.put_all(Container.LEASES, [New(body["id"], body, max(1, round(lives.total_seconds())))])


async def withdraw(documents: Documents, owner: str) -> None:
    """Say that a worker has gone; a repeated call is no error."""
    await documents.delete(Container.LEASES, (_id(owner),), _id(owner))


async def workers(documents: Documents, now: datetime) -> list[Worker]:
    """Return the workers that are there, the longest serving first."""
    search = Search(conditions=(Condition("kind", "=", "worker"),))
    found = [value_of(Worker, d).value async for d in documents.find(Container.LEASES, search)]
    return sorted((w for w in found if w.expires_at > now), key=lambda w: (w.since, w.owner))


async def leases(documents: Documents) -> list[Lease]:
    """Return every mailbox's lease, whether or not its time is over."""
    search = Search(conditions=(Condition("kind", "=", "lease"),))
    found = [value_of(Lease, d).value async for d in documents.find(Container.LEASES, search)]
    return sorted(found, key=lambda lease: lease.mailbox)
