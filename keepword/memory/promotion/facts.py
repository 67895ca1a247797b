"""A person's facts as a union of statements: the same set in any order gives the same facts, each with all its sources.

A fact is one value of one slot. Its sources are the mails that state it; the newest counts, an operator's word before all.
Of a one-valued slot the fact with the best source is current, and the others point to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from keepword.memory.normal.forms import MAX_VALUE, normalise
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import Candidate, Fact, Source, Speaker

MAX_SOURCES = 20
MAX_FACTS_PER_SLOT = 200
PREFIXES = {"procedural": "proc_", "episodic": "fact_"}
CLEARED = ""
"""The value that an operator's empty word gives a slot."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A value for a slot with the source that states it."""

    slot: str
    value: str
    prefix: str
    source: Source


def slot_of(rule: PromotionRule) -> str:
    """Return the slot under which a rule's values are kept: its own, or the rule's name for free facts and procedures."""
    return rule.slot or rule.name


def statement_of(candidate: Candidate, rule: PromotionRule, thread_id: str, origin: str = "") -> Statement:
    """Return what an accepted candidate states; `origin` is its thread's, the one of what we said there ourselves."""
    source = Source(
        quote=candidate.quote,
        message_id=candidate.message_id,
        thread_id=thread_id,
        stated_by=candidate.speaker,
        stated_at=candidate.stated_at,
        confidence=candidate.confidence,
        rule=rule.name,
        category=rule.category,
        offset=candidate.offset,
        origin=candidate.origin if candidate.speaker is Speaker.CUSTOMER else origin,
    )
    return Statement(slot_of(rule), candidate.value, PREFIXES.get(rule.writes, "fact_"), source)


def operator_statement(
    entity_id: str, slot: str, value: str, rules: Sequence[PromotionRule], now: datetime, by: str
) -> Statement:
    """Return an operator's word for a slot; raise `ValueError` for a value that the slot cannot hold."""
    rule = next((r for r in rules if slot_of(r) == slot), None)
    plain = value.strip()
    normal = normalise(slot, plain, plain) if plain else None
    if normal is not None and normal.fault == "normal_form":
        raise ValueError(f"{slot}: {plain[:100]!r} is no value that this slot can hold")
    source = Source(
        message_id=f"operator:{by}",
        stated_by=Speaker.OPERATOR,
        stated_at=now,
        rule=rule.name if rule else "operator",
        category=rule.category if rule else "other",
    )
    kept = (normal.value if normal and not normal.fault else plain)[:MAX_VALUE]
    return Statement(slot, kept, PREFIXES.get(rule.writes if rule else "", "fact_"), source)


def fact_id(entity_id: str, slot: str, value: str, prefix: str = "fact_") -> str:
    """Return the id of a value in a person's slot: the same in every thread that states it."""
    seed = "\x1f".join((entity_id, slot, " ".join(value.casefold().split())))
    return prefix + sha256(seed.encode()).hexdigest()[:32]


def add_statements(facts: Iterable[Fact], entity_id: str, statements: Iterable[Statement]) -> tuple[Fact, ...]:
    """Return the facts with these statements among their sources; a source that is there already changes nothing."""
    held = {f.fact_id: f for f in facts}
    for statement in statements:
        id_ = fact_id(entity_id, statement.slot, statement.value, statement.prefix)
        known = held.get(id_)
        sources = _joined(known.sources if known else (), (statement.source,))
        held[id_] = _fact(id_, statement.slot, known.value if known else statement.value, sources, statement.value)
    return tuple(held.values())


def _joined(old: Sequence[Source], new: Sequence[Source]) -> tuple[Source, ...]:
    """Join sources by the mail and words they come from; one that was taken back stays so."""
    by_key: dict[tuple[str, ...], Source] = {}
    for source in (*old, *new):
        key = (source.message_id, source.quote, source.stated_at.isoformat(), source.stated_by)
        known = by_key.get(key)
        better = source if known is None else max(known, source, key=lambda s: (s.confidence, s.rule))
        withdrawn = source.withdrawn or (known is not None and known.withdrawn)
        by_key[key] = better.model_copy(update={"withdrawn": withdrawn})
    return tuple(sorted(by_key.values(), key=rank)[-MAX_SOURCES:])


def rank(source: Source) -> tuple[bool, datetime, str, str, float]:
    """Order sources by what counts: an operator's word before all, then the mail's date, then its id."""
    return (source.stated_by is Speaker.OPERATOR, source.stated_at, source.message_id, source.quote, source.confidence)


def _fact(id_: str, slot: str, value: str, sources: tuple[Source, ...], other: str | None = None) -> Fact:
    """Build a fact from its sources; of two spellings of a value the first in the alphabet is kept, whichever came first."""
    best = best_source(sources) or sources[-1]
    return Fact(
        fact_id=id_,
        slot=slot,
        value=min(value, other) if other is not None else value,
        rule=best.rule,
        quote=best.quote,
        message_id=best.message_id,
        thread_id=best.thread_id,
        stated_by=best.stated_by,
        stated_at=best.stated_at,
        confidence=best.confidence,
        category=best.category,
        sources=sources,
    )


def best_source(sources: Iterable[Source]) -> Source | None:
    """Return the source that counts, None where all were taken back."""
    return max((s for s in sources if not s.withdrawn), key=rank, default=None)


def withdraw_operator(facts: Iterable[Fact], slot: str) -> tuple[Fact, ...]:
    """Return the facts with the operator's last word on a slot marked as taken back."""
    held = tuple(facts)
    words = [
        s for f in held if f.slot == slot for s in f.sources if s.stated_by is Speaker.OPERATOR and not s.withdrawn
    ]
    last = max(words, key=rank, default=None)
    return tuple(_without(f, last) if last and f.slot == slot else f for f in held)


def _without(fact: Fact, source: Source) -> Fact:
    sources = tuple(s.model_copy(update={"withdrawn": True}) if s == source else s for s in fact.sources)
    return _fact(fact.fact_id, fact.slot, fact.value, sources)


def settle(facts: Iterable[Fact], rules: Sequence[PromotionRule], now: datetime) -> tuple[Fact, ...]:
    """Return the facts in a fixed order, those past their time gone, and in each slot what counts told from what is superseded."""
    by_slot: dict[str, list[Fact]] = {}
    for fact in facts:
        if not expired(fact, rules, now):
            by_slot.setdefault(fact.slot, []).append(fact)
    single = {slot_of(r): r.single for r in rules}
    return tuple(f for slot in sorted(by_slot) for f in _settled(by_slot[slot], single.get(slot, True)))


def expired(fact: Fact, rules: Sequence[PromotionRule], now: datetime) -> bool:
    """Say whether a fact is past the time that its rule keeps it, counted from when it was last stated.

    An operator's word stands until an operator changes it.
    """
    if fact.stated_by is Speaker.OPERATOR:
        return False
    rule = next((r for r in rules if r.name == fact.rule), None)
    return rule is not None and rule.keep_for is not None and fact.stated_at + rule.keep_for <= now


def _settled(facts: Sequence[Fact], single: bool) -> Sequence[Fact]:
    ordered = sorted(facts, key=_standing)[-MAX_FACTS_PER_SLOT:]
    current = ordered[-1] if best_source(ordered[-1].sources) else None
    return [_marked(f, current, single) for f in ordered]


def _standing(fact: Fact) -> tuple[bool, tuple[bool, datetime, str, str, float], str]:
    best = best_source(fact.sources)
    return (best is not None, rank(best or fact.sources[-1]), fact.fact_id)


def _marked(fact: Fact, current: Fact | None, single: bool) -> Fact:
    """Say of a fact whether it stands, or by what and why it does not: contradicted, taken back, or cleared by an operator."""
    best = best_source(fact.sources)
    update: dict[str, str | None]
    if best is None:
        update = {"superseded_by": current.fact_id if current else "withdrawn", "supersede_reason": "withdrawn"}
    elif (
        current is None
        or fact.fact_id == current.fact_id
        or not (single or current.value == CLEARED)
        or (not single and rank(best) > rank(best_source(current.sources) or best))
    ):
        update = {"superseded_by": None, "supersede_reason": None}
    else:
        update = {"superseded_by": current.fact_id, "supersede_reason": _reason(fact, current)}
    return fact.model_copy(update=update)


def _reason(fact: Fact, current: Fact) -> str:
    """Name why a value was superseded, with both quotes."""
    if current.stated_by is Speaker.OPERATOR:
        return f"operator: {current.message_id.removeprefix('operator:')} set {current.value!r}"
    return f"contradict: {current.quote[:200]!r} after {fact.quote[:200]!r}"
