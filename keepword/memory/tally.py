"""A person's tally of our promises: what all their threads know at once, and what the policy's totals go by. Pure.

A thread's own part of the tally is a function of the thread's document, so it may be reckoned again at any time: what its
ledger holds, and what its replies promise that may still leave. Promotion marks it as promoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from keepword.memory.commitments.reading import merge_commitments, read_in_thread
from keepword.memory.promises import Commitment, CommitmentStatus, DayGiven, Given
from keepword.memory.state import Identity, Reply, ReplyState, Speaker, ThreadDocument

KEPT = 200
"""Promises that a tally holds; the oldest promoted ones leave it first, and those that are slight before all others."""
SLIGHT = frozenset({"answer", "investigation"})
"""What anybody who writes may be told: that their mail is looked at and answered. No letters push a refund out of a tally."""
KEPT_FOR = timedelta(days=3_650)
COUNTED = 200

_MAY_HAVE_LEFT = frozenset({ReplyState.PENDING, ReplyState.TRANSMITTING, ReplyState.UNKNOWN})


def promised_in(thread: ThreadDocument) -> tuple[Commitment, ...]:
    """Return what a thread's ledger holds, with what its replies promise that may leave by themselves or have left.

    A draft that waits for a colleague promises nothing yet.
    """
    found = [c for r in thread.replies if _counts(r, thread) for c in _read(thread, r)]
    return merge_commitments(thread.commitments, found)


def _counts(reply: Reply, thread: ThreadDocument) -> bool:
    leaves = reply.kind == "reply" and not reply.as_draft and reply.state in _MAY_HAVE_LEFT
    return leaves and to_owner(thread, reply)


def to_owner(thread: ThreadDocument, reply: Reply) -> bool:
    """Say whether a reply goes to the thread's owner, under whichever of their addresses they wrote."""
    if reply.to and thread.owner and reply.to[0].lower() == thread.owner.lower():
        return True
    owner = thread.thread_state.entity_id
    theirs = {m.address.lower() for m in thread.messages if m.entity_id == owner}
    return bool(reply.to) and reply.to[0].lower() in theirs


def _read(thread: ThreadDocument, reply: Reply) -> tuple[Commitment, ...]:
    return read_in_thread(thread, reply.text, reply.message_id, Speaker.AGENT, reply.created_at)


def tallied(given: Sequence[Given], thread: ThreadDocument, now: datetime) -> tuple[Given, ...]:
    """Return a person's tally with a thread's part as it now is; what is promoted already stays so."""
    id_ = thread.thread_state.thread_id
    current = {c.commitment_id: c for c in promised_in(thread)}
    others = [
        g for g in given if g.commitment.thread_id != id_ or (g.promoted and g.commitment.commitment_id not in current)
    ]
    own = [Given(commitment=_short(c), vouched=thread.vouched) for c in current.values()]
    return _bounded((*others, *own), now)


def promoted(
    given: Sequence[Given], ledger: Iterable[Commitment], thread: ThreadDocument, now: datetime
) -> tuple[Given, ...]:
    """Return a tally in which a thread's part is what the profile's ledger has of it, and what may still leave."""
    thread_id = thread.thread_state.thread_id
    others = [g for g in given if g.commitment.thread_id != thread_id]
    own = [Given(commitment=_short(c), vouched=True, promoted=True) for c in ledger if c.thread_id == thread_id]
    known = {g.commitment.commitment_id for g in own}
    left = [g for g in tallied((), thread, now) if g.commitment.commitment_id not in known]
    return _bounded((*others, *own, *left), now)


def waiting(given: Iterable[Given], thread_id: str, known: Iterable[Commitment]) -> tuple[Commitment, ...]:
    """Return the open promises of a person's other threads that no profile holds yet, and that may be shown."""
    ids = {c.commitment_id for c in known}
    return tuple(
        g.commitment
        for g in given
        if g.vouched
        and not g.promoted
        and g.commitment.status is CommitmentStatus.OPEN
        and g.commitment.thread_id != thread_id
        and g.commitment.commitment_id not in ids
    )


def with_status(given: Iterable[Given], commitment: Commitment) -> tuple[Given, ...]:
    """Return a tally that knows what an operator made of a promise."""
    id_, update = commitment.commitment_id, {"commitment": _short(commitment)}
    return tuple(g.model_copy(update=update) if g.commitment.commitment_id == id_ else g for g in given)


def moved(given: Iterable[Given], entity_id: str, origin: str) -> tuple[Given, ...]:
    """Return a tally's entries as another person's, with the address that they came from."""
    update = {"entity_id": entity_id, "origin": origin}
    return tuple(g.model_copy(update={"commitment": g.commitment.model_copy(update=update)}) for g in given)


def joined(mine: Iterable[Given], theirs: Iterable[Given], now: datetime) -> tuple[Given, ...]:
    """Return two tallies as one; the same promise once, as the second has it."""
    return _bounded({g.commitment.commitment_id: g for g in (*mine, *theirs)}.values(), now)


def with_given(identity: Identity, given: tuple[Given, ...]) -> Identity:
    """Return what is known of an address with this tally."""
    return identity.model_copy(update={"given": given})


def day_tallied(day: DayGiven, fresh: Iterable[Commitment]) -> DayGiven:
    """Return a day's totals with these promises counted, each once; a withdrawn one is not taken off again."""
    times, sums, counted = dict(day.times), dict(day.sums), list(day.counted)
    for commitment in fresh:
        if counted_mark(commitment) in counted:
            continue
        counted.append(counted_mark(commitment))
        times[commitment.kind] = times.get(commitment.kind, 0) + 1
        if commitment.amount is not None:
            key = sum_key(commitment.kind, commitment.currency)
            sums[key] = str(Decimal(sums.get(key, "0")) + Decimal(commitment.amount))
    return day.model_copy(update={"times": times, "sums": sums, "counted": tuple(counted[-COUNTED:])})


def counted_mark(commitment: Commitment) -> str:
    """Return the mark by which a day's totals know a promise that they have counted."""
    return f"{commitment.commitment_id}:{commitment.amount or ''}"


def sum_key(kind: str, currency: str | None) -> str:
    """Return the name under which a day's amounts of a kind and currency are summed up."""
    return f"{kind}|{currency or ''}"


def _short(commitment: Commitment) -> Commitment:
    """Leave the history out: the ledger has it."""
    return commitment.model_copy(update={"history": ()})


def _bounded(given: Iterable[Given], now: datetime) -> tuple[Given, ...]:
    kept = [g for g in given if g.commitment.stated_at > now - KEPT_FOR]
    if len(kept) > KEPT:
        old = sorted((g for g in kept if g.promoted), key=_leaves)[: len(kept) - KEPT]
        kept = [g for g in kept if g not in old]
    return tuple(sorted(kept, key=lambda g: (g.commitment.stated_at, g.commitment.commitment_id)))


def _leaves(given: Given) -> tuple[bool, datetime]:
    return given.commitment.kind not in SLIGHT, given.commitment.stated_at
