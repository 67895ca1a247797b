"""The records of long-term memory, distilled from a thread and a profile without another model call.

Field for field those of the Agent Memory Toolkit for Azure Cosmos DB 0.3; ids depend on what a record is about alone, so a
record that is written twice is written once.
"""

from __future__ import annotations

from collections.abc import Sequence

from keepword.memory.promotion.distil_threads import PROMPT, VERSION, content_hash, episode, thread_summary
from keepword.memory.promotion.facts import slot_of
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.records import Record, RecordType, iso
from keepword.memory.state import (
    CommitmentStatus,
    Fact,
    ProfileDocument,
    Source,
    ThreadDocument,
    ThreadStatus,
    profile_state,
)

USER_SUMMARY = "__user_summary__"
PROCEDURAL = "__procedural__"
"""The thread ids under which the toolkit keeps what belongs to no one thread."""


def records_of(
    thread: ThreadDocument, after: ProfileDocument, before: ProfileDocument, rules: Sequence[PromotionRule]
) -> tuple[Record, ...]:
    """Return the records that a pass has to write: the facts that it touched, the user's summary, and a closed thread's own."""
    known = {f.fact_id: f for f in before.facts}
    touched = [f for f in after.facts if known.get(f.fact_id) != f and f.value]
    derived = [_fact_record(f, after.entity_id, rules) for f in touched]
    own = (thread_summary(thread), episode(thread, after)) if thread.state is ThreadStatus.CLOSED else ()
    return (*derived, user_summary(after), *own)


def all_records(profile: ProfileDocument, rules: Sequence[PromotionRule]) -> tuple[Record, ...]:
    """Return every record that a profile stands for: its facts, superseded ones too, and its summary."""
    return (*(_fact_record(f, profile.entity_id, rules) for f in profile.facts if f.value), user_summary(profile))


def _fact_record(fact: Fact, entity_id: str, rules: Sequence[PromotionRule]) -> Record:
    rule = next((r for r in rules if slot_of(r) == fact.slot), None)
    record = _procedure(fact, entity_id) if fact.fact_id.startswith("proc_") else _fact(fact, entity_id)
    return record.model_copy(update={"ttl": _ttl(rule)})


def _ttl(rule: PromotionRule | None) -> int | None:
    """Return how long the record is kept, in seconds; the store counts from the write."""
    return int(rule.keep_for.total_seconds()) if rule and rule.keep_for else None


def _fact(fact: Fact, entity_id: str) -> Record:
    return Record(
        id=fact.fact_id,
        user_id=entity_id,
        thread_id=USER_SUMMARY,
        type=RecordType.FACT,
        content=f"{fact.slot}: {fact.value}",
        metadata=_evidence(fact),
        created_at=iso(fact.sources[0].stated_at if fact.sources else fact.stated_at),
        updated_at=iso(fact.stated_at),
        tags=(f"slot:{_tag(fact.slot)}",),
        salience=0.8,
        confidence=fact.confidence,
        content_hash=content_hash(f"{fact.slot}: {fact.value}"),
        prompt_id=PROMPT,
        prompt_version=VERSION,
        **_superseded(fact),
    )


def _procedure(fact: Fact, entity_id: str) -> Record:
    return Record(
        id=fact.fact_id,
        user_id=entity_id,
        thread_id=PROCEDURAL,
        type=RecordType.PROCEDURAL,
        content=fact.value,
        metadata=_evidence(fact),
        created_at=iso(fact.sources[0].stated_at if fact.sources else fact.stated_at),
        updated_at=iso(fact.stated_at),
        tags=(f"slot:{_tag(fact.slot)}",),
        confidence=fact.confidence,
        content_hash=content_hash(fact.value),
        prompt_id=PROMPT,
        prompt_version=VERSION,
        name=fact.slot,
        summary=fact.value[:200],
        retrieval_text=fact.value,
        procedure_kind="behavioral_policy",
        scope_type="user",
        scope_value=entity_id,
        status="deprecated" if fact.superseded_by else "active",
        source_kind="explicit_user_instruction",
        source_authority="high",
        source_turn_ids=tuple(s.message_id for s in fact.sources),
        **_superseded(fact),
    )


_REASONS = {"contradict": "contradict", "operator": "update", "withdrawn": "update"}


def _superseded(fact: Fact) -> dict[str, str | None]:
    """Return the toolkit's supersede fields: it knows duplicate, contradict and update."""
    if fact.superseded_by is None:
        return {}
    reason = (fact.supersede_reason or "").split(":")[0]
    return {"superseded_by": fact.superseded_by, "supersede_reason": _REASONS.get(reason, "update")}


def _evidence(fact: Fact) -> dict[str, object]:
    return {
        "category": fact.category,
        "slot": fact.slot,
        "value": fact.value,
        "rule": fact.rule,
        "sources": [_source(s) for s in fact.sources],
        **({"supersede_reason": fact.supersede_reason} if fact.supersede_reason else {}),
    }


def _source(source: Source) -> dict[str, object]:
    return source.model_dump(mode="json", exclude={"rule", "category"})


def user_summary(profile: ProfileDocument) -> Record:
    """Return who a person is in a few lines: one point read before they say anything."""
    state = profile_state(profile)
    known = [f"{k}: {', '.join(v) if isinstance(v, list) else v}" for k, v in state.items() if _is_told(k, v)]
    promises = [c.quote for c in profile.commitments if c.status is CommitmentStatus.OPEN]
    topics = [f"{p.closed_at.date().isoformat()} {p.topic}" for p in profile.past_threads[-10:]]
    parts = (
        *known,
        *(f"open promise: {' '.join(q.split())[:300]}" for q in promises[-10:]),
        *(f"past thread: {t}" for t in topics),
    )
    moment = iso(profile.updated_at) if profile.updated_at else _EPOCH
    content = "\n".join(parts) or "nothing is known yet"
    return Record(
        id=f"user_summary_{profile.entity_id}",
        user_id=profile.entity_id,
        thread_id=USER_SUMMARY,
        type=RecordType.USER_SUMMARY,
        content=content,
        metadata={"thread_ids": sorted({p.thread_id for p in profile.past_threads})},
        created_at=moment,
        updated_at=moment,
        salience=1.0,
        content_hash=content_hash(content),
        prompt_id=PROMPT,
        prompt_version=VERSION,
    )


_EPOCH = "1970-01-01T00:00:00+00:00"
_NOT_TOLD = frozenset({"entity_id", "past_threads", "outstanding_commitments"})


def _is_told(key: str, value: object) -> bool:
    return key not in _NOT_TOLD and bool(value)


def _tag(slot: str) -> str:
    """Return a slot's name with only what the toolkit allows in tags."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_./-") else "_" for c in slot.lower())[:80]
