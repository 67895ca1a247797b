"""What a person's records mean, kept in the records themselves: with them it is found, expires and is erased.

A vector lies in `metadata.vector`, not in the toolkit's `embedding`: another agent that searches there does so with its
own model. It counts as long as model and content are those that it was made of.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from keepword.errors import Changed
from keepword.memory.ports import Container, Document, Documents, New, Search
from keepword.memory.records import RecordType
from keepword.memory.vectors import Vector, as_text, from_text

FIELD = "vector"
WITH_MEANING = frozenset({RecordType.FACT, RecordType.PROCEDURAL})
"""Records that a profile is made of; what else is kept of a person is never looked for by its meaning."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """One record of a person that stands: what it says, and its vector for a model, empty where it has none yet."""

    document: Document
    vector: Vector

    @property
    def id(self) -> str:
        """The record's id, which is the fact's."""
        return self.document.id

    @property
    def content(self) -> str:
        """What it says."""
        return str(self.document.body["content"])


async def remembered(documents: Documents, entity_id: str, model: str) -> AsyncIterator[Remembered]:
    """Go through the facts and procedures of a person, and of nobody else, with one search of their partition."""
    async for document in documents.find(Container.MEMORIES, Search(partition=(entity_id,))):
        body = document.body
        if body.get("user_id") == entity_id and body.get("type") in WITH_MEANING and not body.get("superseded_by"):
            yield Remembered(document, _vector(body, model))


async def keep_vector(documents: Documents, record: Remembered, model: str, vector: Vector, now: datetime) -> bool:
    """Write a vector into its record, which lives no longer for it; False where the record was changed or removed since."""
    document = record.document
    kept = {"model": model, "of": document.body.get("content_hash"), "numbers": as_text(vector)}
    body = {**document.body, "metadata": {**document.body.get("metadata", {}), FIELD: kept}}
    try:
        await documents.replace(Container.MEMORIES, New(document.id, body, _left(document, now)), document.etag)
    except Changed:
        return False
    return True


def holds_vector(body: Mapping[str, Any]) -> bool:
    """Say whether a document holds what a person's words mean."""
    metadata = body.get("metadata")
    return isinstance(metadata, dict) and FIELD in metadata


def _vector(body: Mapping[str, Any], model: str) -> Vector:
    kept = body.get("metadata", {}).get(FIELD)
    if not isinstance(kept, dict) or (kept.get("model"), kept.get("of")) != (model, body.get("content_hash")):
        return ()
    return from_text(kept.get("numbers"))


def _left(document: Document, now: datetime) -> int | None:
    """Return the seconds that a document has left to live: writing it again must not prolong its life."""
    return None if document.expires_at is None else max(1, round(document.expires_at - now.timestamp()))
