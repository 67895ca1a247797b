"""What is left of a closed thread: its summary, and the episode with its events, its outcome and what it teaches."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from keepword.memory.records import Record, RecordType, iso
from keepword.memory.state import Commitment, CommitmentStatus, MessageEntry, ProfileDocument, ThreadDocument

PROMPT = "keepword-promotion"
VERSION = "v1"
MAX_EVENTS = 50


def thread_summary(thread: ThreadDocument) -> Record:
    """Return what a thread was about."""
    state = thread.thread_state
    closed = (
        iso(thread.closed_at) if thread.closed_at else iso(state.last_message_at) if state.last_message_at else _EPOCH
    )
    content = state.summary or thread.topic or thread.subject or "no summary"
    return Record(
        id=f"summary_{state.entity_id}_{state.thread_id}",
        user_id=state.entity_id,
        thread_id=state.thread_id,
        type=RecordType.THREAD_SUMMARY,
        content=content,
        metadata={
            "topic": thread.topic,
            "epoch": thread.epoch,
            "turns": thread.turn_count,
            "open_items": list(state.open_items),
        },
        created_at=closed,
        updated_at=closed,
        salience=1.0,
        content_hash=content_hash(content),
        prompt_id=PROMPT,
        prompt_version=VERSION,
    )


_EPOCH = "1970-01-01T00:00:00+00:00"


def episode(thread: ThreadDocument, profile: ProfileDocument) -> Record:
    """Return a closed thread as an episode: who wrote when, what was promised, how it ended, what was refused."""
    state = thread.thread_state
    promised = tuple(c for c in profile.commitments if c.thread_id == state.thread_id)
    closed = thread.closed_at
    started = min((m.at for m in thread.messages), default=closed)
    begun = min(started, closed) if started and closed else closed
    title = thread.topic or thread.subject or "a conversation"
    outcome = _outcome(thread, promised)
    content = f"{title}: {outcome['description']}"
    return Record(
        id=episode_id(state.entity_id, state.thread_id, thread.epoch),
        user_id=state.entity_id,
        thread_id=state.thread_id,
        type=RecordType.EPISODIC,
        content=content,
        metadata={"epoch": thread.epoch, "commitments": [c.commitment_id for c in promised]},
        created_at=iso(closed) if closed else _EPOCH,
        title=title,
        started_at=iso(begun) if begun else None,
        ended_at=iso(closed) if closed else None,
        participants=tuple(sorted({state.entity_id, *thread.participants})),
        events=tuple(_events(thread, promised)),
        outcome=outcome,
        lessons=tuple(_lessons(thread, promised)),
        source_turn_ids=tuple(m.message_id for m in thread.messages),
        content_hash=content_hash(content),
        prompt_id=PROMPT,
        prompt_version=VERSION,
    )


def episode_id(entity_id: str, thread_id: str, epoch: int) -> str:
    """Return the id of a thread's episode: one for each time that it was open."""
    return f"ep_{sha256(chr(31).join((entity_id, thread_id, str(epoch))).encode()).hexdigest()[:32]}"


def _events(thread: ThreadDocument, promised: tuple[Commitment, ...]) -> Iterator[dict[str, Any]]:
    """Go through what happened, in order of time: mails, and what became of promises."""
    mails = ((m.at, _mail(m), m.message_id) for m in thread.messages)
    events = ((e.at, f"{c.kind}: {e.note or e.status} by {e.by}", e.message_id) for c in promised for e in c.history)
    ordered = sorted((*mails, *events))[-MAX_EVENTS:]
    for number, (at, description, source) in enumerate(ordered, 1):
        turns = [source] if source else []
        yield {"sequence": number, "description": description[:300], "occurred_at": iso(at), "source_turn_ids": turns}


def _mail(entry: MessageEntry) -> str:
    return f"{entry.speaker} wrote; {entry.outcome}" + (f" ({entry.reason})" if entry.reason else "")


def _outcome(thread: ThreadDocument, promised: tuple[Commitment, ...]) -> dict[str, str]:
    """Tell how it ended: well where nothing is left open, partly where something is, else unknown."""
    left = [*thread.thread_state.open_items, *(c.quote for c in promised if c.status is CommitmentStatus.OPEN)]
    broken = [c.quote for c in promised if c.status is CommitmentStatus.BROKEN]
    if broken:
        return {"status": "failed", "description": f"promise broken: {' '.join(broken[0].split())[:300]}"}
    if left:
        return {
            "status": "partially_successful",
            "description": f"closed with something open: {' '.join(left[0].split())[:300]}",
        }
    return {"status": "successful", "description": "closed with nothing open"}


def _lessons(thread: ThreadDocument, promised: tuple[Commitment, ...]) -> Iterator[str]:
    """Go through what was refused: a promise taken back, and what deserved no place in memory, counted by what refused it."""
    yield from (f"{c.kind} was taken back" for c in promised if c.status is CommitmentStatus.WITHDRAWN)
    refused: dict[str, int] = {}
    for verdict in thread.verdicts:
        if not verdict.promoted:
            refused[verdict.decided_by] = refused.get(verdict.decided_by, 0) + 1
    yield from (f"not remembered, refused by {name}: {count}" for name, count in sorted(refused.items()))


def content_hash(content: str) -> str:
    """Return the toolkit's kind of content hash: 32 hexadecimal digits of the folded text."""
    return sha256(" ".join(content.casefold().split()).encode()).hexdigest()[:32]
