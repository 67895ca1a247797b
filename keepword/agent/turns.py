"""The raw turns of a conversation as records, with the trace of every verdict on a customer's mail."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from keepword.agent.intake.binding import Intake
from keepword.agent.outcome import Outcome
from keepword.memory.records import Record, RecordType, iso
from keepword.memory.state import Reply, ThreadDocument
from keepword.memory.store import Store

MAX_CONTENT = 200_000


def turn_id(key: str) -> str:
    """Return the id of the turn that holds the mail with this index key."""
    return f"turn_{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def customer_turn(intake: Intake, thread_id: str, outcome: Outcome, trace: Mapping[str, Any], now: datetime) -> Record:
    """Make the turn of a mail that came in: its visible, unquoted text and every verdict on it."""
    message = intake.message
    return Record(
        id=turn_id(intake.key),
        user_id=intake.entity_id,
        thread_id=thread_id,
        type=RecordType.TURN,
        role="user",
        content=message.text[:MAX_CONTENT],
        created_at=iso(message.date or now),
        metadata={
            "message_id": message.id,
            "digest": message.digest,
            "address": intake.person.address,
            **({"origin": intake.origin} if intake.origin else {}),
            **({"to": [a.address for a in message.to[:5]]} if intake.person.colleague else {}),
            "speaker": "colleague" if intake.person.colleague else "customer",
            "subject": message.subject[:1_000],
            "rule": intake.resolution.rule,
            "authentication": intake.authentication.level,
            "outcome": outcome.line(),
            "trace": dict(trace),
        },
    )


def agent_turn(reply: Reply, entity_id: str, thread_id: str) -> Record:
    """Make the turn of a reply that was sent."""
    return Record(
        id=turn_id(reply.reply_id),
        user_id=entity_id,
        thread_id=thread_id,
        type=RecordType.TURN,
        role="agent",
        content=reply.text[:MAX_CONTENT],
        created_at=iso(reply.sent_at or reply.created_at),
        metadata={
            "message_id": reply.message_id,
            "speaker": "agent",
            "subject": reply.subject,
            "reply": reply.model_dump(mode="json", exclude={"text", "candidates"}),
        },
    )


async def write_turns(
    store: Store, thread: ThreadDocument, records: Sequence[Record], replies: Sequence[Reply]
) -> None:
    """Write turns by their partition: usually one write, as the customer and we speak under one key."""
    owner, thread_id = thread.thread_state.entity_id, thread.thread_state.thread_id
    by_entity: dict[str, list[Record]] = {}
    for record in (*records, *(agent_turn(r, owner, thread_id) for r in replies)):
        by_entity.setdefault(record.user_id, []).append(record)
    for entity, group in by_entity.items():
        await store.add_turns(entity, thread_id, group)
