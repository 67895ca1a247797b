"""The six record types of long-term memory, field for field those of the Agent Memory Toolkit for Azure Cosmos DB 0.3.

`user_id` is our entity id. What the toolkit has no field for (quote, Message-ID, speaker, offsets) lies in `metadata`,
so that other agents built on that toolkit can read our records.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class RecordType(StrEnum):
    """Only `turn` is raw; all others are distilled from turns."""

    TURN = "turn"
    FACT = "fact"
    EPISODIC = "episodic"
    THREAD_SUMMARY = "thread_summary"
    USER_SUMMARY = "user_summary"
    PROCEDURAL = "procedural"


class Record(BaseModel):
    """One record; `ttl` in seconds, times as ISO 8601 with offset, `confidence` and `salience` 0..1."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, extra="forbid")

    id: str
    user_id: str
    thread_id: str
    type: RecordType
    content: str
    role: str = "user"
    metadata: dict[str, Any] = Field(default_factory=dict)
    agent_id: str | None = "keepword"
    created_at: str
    updated_at: str | None = None
    ttl: int | None = None
    tags: tuple[str, ...] = ()
    salience: float | None = None
    confidence: float | None = None
    content_hash: str | None = None
    superseded_by: str | None = None
    supersede_reason: str | None = None
    superseded_at: str | None = None
    supersedes_ids: tuple[str, ...] = ()
    source_memory_ids: tuple[str, ...] = ()
    prompt_id: str | None = None
    """Which distillation made it; the toolkit wants one on all that is derived. Ours is code, not a prompt."""
    prompt_version: str | None = None
    source_turn_ids: tuple[str, ...] | None = None
    title: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    participants: tuple[str, ...] | None = None
    events: tuple[dict[str, Any], ...] | None = None
    outcome: dict[str, Any] | None = None
    lessons: tuple[str, ...] | None = None
    """`title` to `lessons` belong to an episode, `name` to `source_authority` to a procedure."""
    name: str | None = None
    summary: str | None = None
    retrieval_text: str | None = None
    procedure_kind: str | None = None
    scope_type: str | None = None
    scope_value: str | None = None
    status: str | None = None
    source_kind: str | None = None
    source_authority: str | None = None

    def document(self) -> dict[str, Any]:
        """Return the record as it is stored: JSON types only, nothing that is None."""
        return self.model_dump(mode="json", exclude_none=True)


def iso(moment: datetime) -> str:
    """Write a moment as ISO 8601 with its offset, to the second."""
    return moment.isoformat(timespec="seconds")
