"""Documents as tests of the stores write and read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from keepword.memory.ports import Container, Document, Documents, New, Search

THREADS, TURNS, IDENTITIES = Container.THREADS, Container.TURNS, Container.IDENTITIES

STRANGE_IDS = [
    "a/b",
    "a\\b",
    "a#b",
    "a?b",
    "a b",
    "a%2Fb",
    "Ж'; DROP TABLE threads; --",
    '"',
    "..",
    "é" * 300,
    "{key}",
    ":id",
]
"""Ids that no store may stumble over."""


def a_thread(thread_id: str, *, ttl: int | None = None, **fields: Any) -> New:
    """Return a thread's document."""
    return New(thread_id, {"thread_id": thread_id, **fields}, ttl)


def a_turn(user_id: str, thread_id: str, id_: str, *, ttl: int | None = None, **fields: Any) -> New:
    """Return a turn's document."""
    return New(id_, {"user_id": user_id, "thread_id": thread_id, "id": id_, **fields}, ttl)


async def read_thread(documents: Documents, thread_id: str) -> Document | None:
    """Read a thread's document."""
    return await documents.read(THREADS, (thread_id,), thread_id)


async def found_ids(documents: Documents, container: Container, **search: Any) -> list[str]:
    """Return the ids that a search finds, in its order."""
    return [document.id async for document in documents.find(container, Search(**search))]


async def everything(documents: Documents, container: Container) -> set[str]:
    """Return the ids of all that a container holds."""
    return set(await found_ids(documents, container))


def on_disk(path: Path) -> bytes:
    """Return all that lies beside a store's file: the file itself, SQLite's log and its shared memory."""
    return b"".join(part.read_bytes() for part in path.parent.iterdir())
