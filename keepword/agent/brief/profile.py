"""What a model sees of a person: all of it where it fits its budget, else who they are, what we owe them, and what fits.

Where the budget is too small, the facts that the newest mail is about come first (`recall` puts them in order), and a
marker says how much is not shown. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from keepword.agent.brief.bounds import compact, shorten, tokens
from keepword.memory.state import Commitment, CommitmentStatus, Fact, PastThread, ProfileDocument, profile_state

IDENTITY: Final = ("name", "account_tier", "preferred_contact_time", "language")
"""Slots that say who somebody is and how to speak with them: no mail is answered without them."""
PROCEDURES: Final = 5
"""How many rules on how to work with a person come before what the mail is about; the others are facts like any."""
COMMITMENTS: Final = 10
PAST_THREADS: Final = 5
PAST_THREADS_CUT: Final = 3
"""How many past threads a profile shows that does not fit."""
OWED_SHARE: Final = 0.75
"""How much of the budget our promises may take, so that something is left for what the mail is about."""
VALUE: Final = 300
"""Characters of one value in a profile that does not fit; a value that fills the budget alone would show nothing else."""
MARKER_ROOM: Final = 8
"""Tokens kept free for the marker."""
MISSES: Final = 40
"""After so many facts in a row that do not fit, no other is tried."""

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that may be shown under a slot; `many` where the slot holds a list whatever their number."""

    slot: str
    value: Any
    many: bool = False


def profile_part(
    profile: ProfileDocument | None, slots: tuple[str, ...], room: int, order: Sequence[str] = ()
) -> tuple[Part | None, tuple[str, ...]]:
    """Return the profile as the model sees it, and what was left out, a line a slot.

    `order` names facts, those first that are to be shown first; the others follow in the profile's order.
    """
    if profile is None:
        return None, ()
    whole = _whole(profile, slots)
    hidden = max(len(_owed(profile)) - COMMITMENTS, 0)
    if _fits(whole, room - (MARKER_ROOM if hidden else 0)):
        return _marked(whole, Counter({"outstanding_commitments": hidden} if hidden else {}), profile)
    return _chosen(profile, room, order)


def is_over(profile: ProfileDocument, slots: tuple[str, ...], room: int) -> bool:
    """Say whether a profile is too large for its budget, so that there is something to choose."""
    return not _fits(_whole(profile, slots), room)


def current_facts(profile: ProfileDocument) -> tuple[Fact, ...]:
    """Return the facts that stand, in the profile's order."""
    return tuple(f for f in profile.facts if f.superseded_by is None and f.value)


def promise_line(commitment: Commitment) -> Part:
    """Return a commitment as the model sees it: what, how much, by when; no ids."""
    return {
        "kind": commitment.kind,
        "amount": commitment.amount,
        "currency": commitment.currency,
        "due": commitment.due.isoformat() if commitment.due else None,
        "quote": shorten(commitment.quote, 200),
    }


def _whole(profile: ProfileDocument, slots: tuple[str, ...]) -> Part:
    state = profile_state(profile, slots)
    state.pop("entity_id")
    state["past_threads"] = [_thread_line(p) for p in _newest(profile, PAST_THREADS)]
    state["outstanding_commitments"] = [promise_line(c) for c in _owed(profile)[:COMMITMENTS]]
    shown = {slot: value for slot, value in state.items() if value not in (None, [])}
    first = [s for s in ("name", "outstanding_commitments", "preferred_contact_time", "language") if s in shown]
    return {**{s: shown[s] for s in first}, **shown}


def _owed(profile: ProfileDocument) -> list[Commitment]:
    """Return the open promises, the longest overdue first, those without a date last."""
    open_ones = [c for c in profile.commitments if c.status is CommitmentStatus.OPEN]
    return sorted(open_ones, key=lambda c: (c.due is None, str(c.due), c.commitment_id))


def _newest(profile: ProfileDocument, most: int) -> list[PastThread]:
    return list(reversed(profile.past_threads[-most:]))


def _thread_line(past: PastThread) -> Part:
    return {"topic": past.topic, "closed": past.closed_at.date().isoformat()}


def _fits(part: Part, room: int) -> bool:
    return tokens(compact(part)) <= room


def _chosen(profile: ProfileDocument, room: int, order: Sequence[str]) -> tuple[Part, tuple[str, ...]]:
    """Put in what fits: who they are, what we owe them, what was spoken of last, then fact after fact."""
    free = room - MARKER_ROOM
    identity = [f for slot in IDENTITY for f in current_facts(profile) if f.slot == slot]
    others = _others(profile, order)
    how = [f for f in others if f.fact_id.startswith("proc_")][:PROCEDURES]
    part: Part = {}
    left = Counter[str]()
    for entries, limit in (
        (map(_entry, identity), free),
        (_promises(profile), int(free * OWED_SHARE)),
        (map(_entry, how), free),
        (_past(profile), free),
        ((_entry(f) for f in others if f not in how), free),
    ):
        part, left = _filled(part, left, entries, limit)
    left["outstanding_commitments"] += max(len(_owed(profile)) - COMMITMENTS, 0)
    return _marked(part, left, profile)


def _filled(part: Part, left: Counter[str], entries: Iterable[Entry], room: int) -> tuple[Part, Counter[str]]:
    misses = 0
    for entry in entries:
        grown = _grown(part, entry) if misses < MISSES else part
        if grown is not part and _fits(grown, room):
            part, misses = grown, 0
        else:
            left[entry.slot] += 1
            misses += 1
    return part, left


def _grown(part: Part, entry: Entry) -> Part:
    """Return the part with an entry more: a second value makes a list of a slot."""
    held = part.get(entry.slot)
    if held is None:
        return {**part, entry.slot: [entry.value] if entry.many else entry.value}
    return {**part, entry.slot: [*(held if isinstance(held, list) else [held]), entry.value]}


def _promises(profile: ProfileDocument) -> Iterator[Entry]:
    return (Entry("outstanding_commitments", promise_line(c), many=True) for c in _owed(profile)[:COMMITMENTS])


def _past(profile: ProfileDocument) -> Iterator[Entry]:
    for past in _newest(profile, PAST_THREADS_CUT):
        yield Entry("past_threads", {**_thread_line(past), "topic": shorten(past.topic, VALUE)}, many=True)


def _others(profile: ProfileDocument, order: Sequence[str]) -> list[Fact]:
    """Return what is known beyond who they are: in the order asked for, then in the profile's."""
    place = {id_: n for n, id_ in enumerate(order)}
    others = [f for f in current_facts(profile) if f.slot not in IDENTITY]
    return sorted(others, key=lambda f: place.get(f.fact_id, len(place)))


def _entry(fact: Fact) -> Entry:
    return Entry(fact.slot, shorten(fact.value, VALUE))


def _marked(part: Part, left: Counter[str], profile: ProfileDocument) -> tuple[Part, tuple[str, ...]]:
    """Say in the part how many things are not shown, and for the operator which."""
    hidden = {slot: count for slot, count in sorted(left.items()) if count}
    if not hidden:
        return part, ()
    sums = Counter(f.slot for f in current_facts(profile))
    sums["outstanding_commitments"], sums["past_threads"] = len(_owed(profile)), len(profile.past_threads)
    lines = tuple(f"profile: {count} of {sums[slot]} {slot}" for slot, count in hidden.items())
    return {**part, "not_shown": sum(hidden.values())}, lines
