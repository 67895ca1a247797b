"""How values become stored documents and come back: their ids, and the fields that searches need.

A body is the value's JSON with the fields of `SHAPES` at its top; what is derived is written here and nowhere else, and
left out again when a value is read. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from keepword.errors import StoreUnreachable
from keepword.memory.leases import Lease
from keepword.memory.ports import Condition, Container, Document
from keepword.memory.promises import DayGiven
from keepword.memory.records import Record, RecordType
from keepword.memory.state import (
    UNSETTLED,
    Commitment,
    CommitmentStatus,
    Identity,
    IndexEntry,
    MailboxDocument,
    ProfileDocument,
    ThreadDocument,
)

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

USER_SUMMARY = "__user_summary__"
PROCEDURAL = "__procedural__"
"""The thread ids under which the Agent Memory Toolkit keeps what belongs to no one thread."""

CONTAINERS = {
    RecordType.TURN: Container.TURNS,
    RecordType.FACT: Container.MEMORIES,
    RecordType.EPISODIC: Container.MEMORIES,
    RecordType.PROCEDURAL: Container.MEMORIES,
    RecordType.THREAD_SUMMARY: Container.SUMMARIES,
    RecordType.USER_SUMMARY: Container.SUMMARIES,
}
"""Which container holds which type of record, as in the toolkit."""

PREFIXES = {
    RecordType.TURN: "",
    RecordType.FACT: "fact_",
    RecordType.EPISODIC: "ep_",
    RecordType.PROCEDURAL: "proc_",
    RecordType.THREAD_SUMMARY: "summary_",
    RecordType.USER_SUMMARY: "user_summary_",
}
"""With what the toolkit demands that an id of each type begins."""

DERIVED = frozenset(
    {"id", "entity_id", "thread_id", "kind", "at", "message_id", "outbox", "promises", "next_due", "last_message_at"}
)
"""Top-level fields that a body may have beyond its value's own."""

MAX_ID = 255
_PLAIN = re.compile(r"[A-Za-z0-9._:@+=~,<>\-]+")


@dataclass(frozen=True, slots=True)
class Versioned(Generic[T]):
    """A value as it was read, and the ETag that a write over it has to name."""

    value: T
    etag: str


@dataclass(frozen=True, slots=True)
class Note:
    """An entry to be written under a `message_key`: a new one, or, with an `etag`, one over that version.

    `ttl` in seconds from now, None for ever.
    """

    key: str
    entry: IndexEntry
    etag: str | None = None
    ttl: int | None = None


def message_key(message_id: str, digest: str | None = None) -> str:
    r"""Return the index id of a Message-ID, or of one content under it where several mails share the id.

    A hash, because a Message-ID may hold anything, and an id of Cosmos DB neither `/ \ # ?` nor over 1,023 bytes.
    """
    return _hash("" if digest is None else digest, message_id)


def document_id(key: str) -> str:
    """Return a key as a document's id: itself where every store can hold it, else its hash."""
    return key if len(key) <= MAX_ID and _PLAIN.fullmatch(key) else _hash("key", key)


def sortable(moment: datetime | None) -> str | None:
    """Write a moment in UTC with microseconds, so that the order of the texts is the order in time."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")


def seconds_left(until: datetime | None, now: datetime) -> int | None:
    """Return the time to live of what is let go then, at least a second; None for ever."""
    return None if until is None else max(1, round((until - now).total_seconds()))


def identity_body(identity: Identity) -> dict[str, Any]:
    """Return the body of what is known of an address."""
    return {**_dump(identity), "id": document_id(identity.entity_id)}


def profile_body(profile: ProfileDocument) -> dict[str, Any]:
    """Return the body of a profile: `promises` counts its commitments, `next_due` is the open ones' first due date."""
    return {**_dump(profile), **_promises(profile.commitments)}


def thread_body(thread: ThreadDocument) -> dict[str, Any]:
    """Return the body of a thread: `outbox` counts unsettled replies, `promises` commitments not yet promoted."""
    state = thread.thread_state
    times = {"due_at": sortable(thread.due_at), "last_message_at": sortable(state.last_message_at)}
    return {
        **_dump(thread),
        "thread_id": state.thread_id,
        "entity_id": state.entity_id,
        **{name: text for name, text in times.items() if text},
        "outbox": sum(reply.state in UNSETTLED for reply in thread.replies),
        **_promises(thread.commitments),
    }


def entry_body(key: str, entry: IndexEntry) -> dict[str, Any]:
    """Return the body of an index entry, of which every mail has one: its values stand in it as they are, but for times."""
    expires_at = entry.expires_at.isoformat() if entry.expires_at else None
    return {**vars(entry), "id": key, "at": sortable(entry.at), "expires_at": expires_at}


def mailbox_id(name: str) -> str:
    """Return the id of a mailbox's document among the leases."""
    return document_id(f"mailbox:{name}")


def mailbox_body(mailbox: MailboxDocument) -> dict[str, Any]:
    """Return the body of a mailbox's standing."""
    return {**_dump(mailbox), "id": mailbox_id(mailbox.name), "kind": "mailbox"}


def lease_id(mailbox: str) -> str:
    """Return the id of a mailbox's lease."""
    return document_id(f"lease:{mailbox}")


def lease_body(lease: Lease) -> dict[str, Any]:
    """Return the body of a mailbox's lease; `mailbox` is its plain name."""
    return {**_dump(lease), "id": lease_id(lease.mailbox), "kind": "lease"}


DAY_LIVES = 3 * 24 * 3600
"""Seconds for which a day's totals are kept."""


def day_id(day: date) -> str:
    """Return the id of a day's totals among the leases."""
    return document_id(f"given:{day.isoformat()}")


def day_body(given: DayGiven) -> dict[str, Any]:
    """Return the body of what was promised on a day."""
    return {**_dump(given), "id": day_id(given.day), "kind": "given"}


def record_id(record: Record) -> str:
    """Return the id under which a record is kept: its own, or a hash behind the prefix that its type must have."""
    safe = document_id(record.id)
    return safe if safe == record.id else PREFIXES[record.type] + safe


def record_body(record: Record) -> dict[str, Any]:
    """Return the body of a record; a turn's tells its time and its mail, to be found by them."""
    body = {**record.document(), "id": record_id(record)}
    if record.type is RecordType.TURN:
        body["at"] = sortable(_moment(record.created_at))
        body |= {k: v for k, v in record.metadata.items() if k == "message_id" and isinstance(v, str)}
    return body


def value_of(model: type[M], document: Document) -> Versioned[M]:
    """Return the value in a document.

    A field that this program does not know was written by a newer one: `StoreUnreachable`, for writing the value back
    would lose it.
    """
    try:
        value = model.model_validate(_own(model, document.body))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(step) for step in fault["loc"])
        raise StoreUnreachable(
            f"document {document.id} cannot be read ({where}: {fault['msg']}); upgrade Keepword"
        ) from None
    return Versioned(value, document.etag)


def conditions_of(**fields: Any) -> tuple[Condition, ...]:
    """Return the conditions that these fields have these values; None asks nothing."""
    return tuple(Condition(name, "=", value) for name, value in fields.items() if value is not None)


def _own(model: type[BaseModel], body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name in model.model_fields or name not in DERIVED}


def _dump(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json")


def _promises(commitments: tuple[Commitment, ...]) -> dict[str, Any]:
    due: list[date] = [c.due for c in commitments if c.status is CommitmentStatus.OPEN and c.due is not None]
    return {"promises": len(commitments), **({"next_due": min(due).isoformat()} if due else {})}


def _moment(text: str) -> datetime:
    """Read a record's time; without an offset it is UTC."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
