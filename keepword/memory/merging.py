"""One person, two addresses: what a merge makes of each value, and how exactly the address's own is taken back.

Everything that comes from the merged address carries that address's entity id as its `origin`: what was there before,
and what is learnt from its mails afterwards. Undoing the merge needs no other memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from keepword.memory.commitments.reading import merge_commitments
from keepword.memory.promotion.distil_threads import episode_id
from keepword.memory.promotion.facts import Statement, add_statements, settle
from keepword.memory.promotion.promote import MAX_PAST_THREADS, dated
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.records import Record, RecordType
from keepword.memory.state import (
    Candidate,
    Commitment,
    Fact,
    IndexEntry,
    MessageEntry,
    PastThread,
    ProfileDocument,
    Source,
    Speaker,
    ThreadDocument,
)

Own = Callable[[str], str]
"""From an address as written to its own entity id, whatever it was merged into."""


def joined_profiles(
    into: ProfileDocument, other: ProfileDocument, origin: str, rules: Sequence[PromotionRule], now: datetime
) -> ProfileDocument:
    """Return a person's profile with another one in it, marked with this origin.

    Of a one-valued slot the later mail counts, as in promotion. Doing so twice changes nothing more.
    """
    theirs = [_statement(f, _marked(s, s.origin or origin)) for f in other.facts for s in _sources(f)]
    moved = [_commitment(c, into.entity_id, c.origin or origin) for c in other.commitments]
    past = [p.model_copy(update={"origin": p.origin or origin}) for p in other.past_threads]
    return dated(
        into.model_copy(
            update={
                "addresses": _addresses((*into.addresses, *other.addresses)),
                "facts": settle(add_statements(into.facts, into.entity_id, theirs), rules, now),
                "past_threads": _past((*into.past_threads, *past)),
                "commitments": merge_commitments(into.commitments, moved),
            }
        )
    )


def parted_profiles(
    profile: ProfileDocument, origin: str, own: Own, rules: Sequence[PromotionRule], now: datetime
) -> tuple[ProfileDocument, ProfileDocument]:
    """Return the person's profile without what came from the merged address, and the profile of that address."""
    sources = [(f, s) for f in profile.facts for s in _sources(f)]
    kept = [_statement(f, s) for f, s in sources if s.origin != origin]
    taken = [_statement(f, _marked(s, "")) for f, s in sources if s.origin == origin]
    rest = profile.model_copy(
        update={
            "addresses": tuple(a for a in profile.addresses if own(a) != origin),
            "facts": settle(add_statements((), profile.entity_id, kept), rules, now),
            "past_threads": tuple(p for p in profile.past_threads if p.origin != origin),
            "commitments": tuple(c for c in profile.commitments if c.origin != origin),
            "updated_at": None,
        }
    )
    theirs = ProfileDocument(
        entity_id=origin,
        addresses=tuple(a for a in profile.addresses if own(a) == origin),
        facts=settle(add_statements((), origin, taken), rules, now),
        past_threads=tuple(p.model_copy(update={"origin": ""}) for p in profile.past_threads if p.origin == origin),
        commitments=tuple(_commitment(c, origin, "") for c in profile.commitments if c.origin == origin),
    )
    return dated(rest), dated(theirs)


def is_empty(profile: ProfileDocument) -> bool:
    """Say whether a profile holds nothing about anybody."""
    return not (profile.facts or profile.past_threads or profile.commitments)


def _sources(fact: Fact) -> tuple[Source, ...]:
    return fact.sources or (
        Source(
            quote=fact.quote,
            message_id=fact.message_id,
            thread_id=fact.thread_id,
            stated_by=fact.stated_by,
            stated_at=fact.stated_at,
            confidence=fact.confidence,
            rule=fact.rule,
            category=fact.category,
        ),
    )


def _statement(fact: Fact, source: Source) -> Statement:
    return Statement(fact.slot, fact.value, f"{fact.fact_id.partition('_')[0]}_", source)


def _marked(source: Source, origin: str) -> Source:
    return source.model_copy(update={"origin": origin})


def _commitment(commitment: Commitment, entity_id: str, origin: str) -> Commitment:
    return commitment.model_copy(update={"entity_id": entity_id, "origin": origin})


def _addresses(addresses: Iterable[str]) -> tuple[str, ...]:
    first = {a.casefold(): a for a in reversed(tuple(addresses))}
    return tuple(sorted(first.values(), key=str.casefold))


def _past(past: Iterable[PastThread]) -> tuple[PastThread, ...]:
    known = {p.thread_id: p for p in past}
    return tuple(sorted(known.values(), key=lambda p: (p.closed_at, p.thread_id)))[-MAX_PAST_THREADS:]


def joined_thread(thread: ThreadDocument, origin: str, into: str) -> ThreadDocument:
    """Return a thread with everything of the merged address under the person's id, ownership included."""
    theirs = thread.thread_state.entity_id == origin
    owner = into if theirs else thread.thread_state.entity_id
    others = dict.fromkeys(into if p == origin else p for p in thread.participants)
    moved = thread.model_copy(
        update={
            "participants": tuple(p for p in others if p != owner),
            "messages": tuple(_entry(m, into) if m.entity_id == origin else m for m in thread.messages),
        }
    )
    return _owned(moved, into, origin, _marked_candidates(thread, origin)) if theirs else moved


def parted_thread(
    thread: ThreadDocument, origin: str, person: str, own: Own, writers: Collection[str]
) -> ThreadDocument:
    """Return a thread with what is the merged address's own under its own id again; `writers` are those of the two who wrote.

    What either stated in the other's thread is promoted before and stays behind no more: there they are participants now.
    """
    theirs = thread.origin == origin
    owner = origin if theirs else thread.thread_state.entity_id
    others = (*(p for p in thread.participants if p not in {origin, person}), *sorted(writers))
    moved = thread.model_copy(
        update={
            "participants": tuple(p for p in dict.fromkeys(others) if p != owner),
            "messages": tuple(
                _entry(m, origin) if m.entity_id == person and own(m.address) == origin else m for m in thread.messages
            ),
            "candidates": tuple(c for c in thread.candidates if c.origin != origin),
        }
    )
    kept = tuple(
        c.model_copy(update={"origin": ""})
        for c in thread.candidates
        if c.origin == origin or c.speaker is not Speaker.CUSTOMER
    )
    return _owned(moved, origin, "", kept) if theirs else moved


def _owned(thread: ThreadDocument, owner: str, origin: str, candidates: tuple[Candidate, ...]) -> ThreadDocument:
    return thread.model_copy(
        update={
            "thread_state": thread.thread_state.model_copy(update={"entity_id": owner}),
            "origin": origin,
            "candidates": candidates,
            "commitments": tuple(_commitment(c, owner, origin) for c in thread.commitments),
        }
    )


def _marked_candidates(thread: ThreadDocument, origin: str) -> tuple[Candidate, ...]:
    return tuple(c.model_copy(update={"origin": c.origin or origin}) for c in thread.candidates)


def _entry(entry: MessageEntry, entity_id: str) -> MessageEntry:
    return entry.model_copy(update={"entity_id": entity_id})


def joined_entry(entry: IndexEntry, origin: str, into: str) -> IndexEntry:
    """Return an index entry with the person in the merged address's place."""
    mine = {"entity_id": into, "origin": origin} if entry.entity_id == origin else {}
    return entry.model_copy(update={**mine, **({"owner": into} if entry.owner == origin else {})})


def parted_entry(entry: IndexEntry, origin: str, person: str, threads: Collection[str]) -> IndexEntry:
    """Return an index entry with the merged address in its own place again; `threads` are those that are its own."""
    mine = {"entity_id": origin, "origin": ""} if entry.origin == origin else {}
    owned = entry.owner == person and entry.thread_id in threads
    return entry.model_copy(update={**mine, **({"owner": origin} if owned else {})})


def moved_record(record: Record, to: str, origin: str = "") -> Record:
    """Return a turn, summary or episode as another person's; `origin` marks a turn as the merged address's."""
    before = record.user_id
    metadata = {k: v for k, v in record.metadata.items() if k != "origin"} | ({"origin": origin} if origin else {})
    update: dict[str, object] = {"user_id": to, "metadata": metadata}
    if record.type is RecordType.THREAD_SUMMARY:
        update["id"] = f"summary_{to}_{record.thread_id}"
    if record.type is RecordType.EPISODIC:
        update["id"] = episode_id(to, record.thread_id, int(record.metadata.get("epoch", 1)))
    if record.participants is not None:
        update["participants"] = tuple(sorted({to if p == before else p for p in record.participants}))
    return record.model_copy(update=update)
