"""Whether a draft stays within the totals that the policy sets: for each customer, and for all of them in a day.

What counts is the ledger's own reading of the draft, held against the customer's tally: a promise said again is no new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.findings import Finding
from keepword.memory.commitments.reading import find_commitments, merge_commitments
from keepword.memory.policy import Promise
from keepword.memory.promises import Commitment, CommitmentStatus, DayGiven, Standing
from keepword.memory.state import Speaker
from keepword.memory.tally import SLIGHT, counted_mark, sum_key

NOTHING: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class _Reckoning:
    """A draft's new promises beside those that stood before."""

    fresh: tuple[Commitment, ...]
    before: tuple[Commitment, ...]


def over_totals(
    reply: str, promises: Sequence[Promise], standing: Standing, granted: dict[str, Decimal], now: datetime
) -> Iterator[tuple[str, str]]:
    """Yield, for each total of the policy that a draft would break, the words that do and why.

    `granted` are the amounts that the guard itself finds given, by the promise's id: where it reads more than the ledger
    does, the greater sum counts.
    """
    limited = [p for p in promises if p.per_customer or p.per_day]
    if not limited:
        return
    reckoning = _reckoned(reply, standing, now)
    for promise in limited:
        fresh = [c for c in reckoning.fresh if c.kind == promise.usual_kind]
        sum_ = max(_sum(fresh, promise), granted.get(promise.id, NOTHING))
        if not fresh and not sum_:
            continue
        words = fresh[0].quote[:200] if fresh else promise.kind
        yield from ((words, why) for why in _over_customer(promise, fresh, sum_, reckoning, now))
        yield from ((words, why) for why in _over_day(promise, fresh, sum_, standing.day))


def judge_totals(reply: str, brief: Brief, granted: dict[str, Decimal]) -> Iterator[Finding]:
    """Judge what a draft promises against the policy's totals; nobody but a thread's owner is promised anything."""
    if brief.mail.participant:
        for quote in _promised(reply, brief):
            yield Finding(
                "promise", quote, "the writer is not the thread's owner: a person decides on a promise to them"
            )
        return
    for words, why in over_totals(reply, brief.policy.promises, brief.standing, granted, brief.now):
        yield Finding("promise", words, why)


def _promised(reply: str, brief: Brief) -> list[str]:
    found = _found(reply, brief.standing, brief.now)
    return [c.quote[:200] for c in found if c.kind not in SLIGHT]


def new_promises(thread: Sequence[Commitment], after: Sequence[Commitment]) -> tuple[Commitment, ...]:
    """Return the open promises of a ledger that were not in it before, or were of another amount."""
    known = {(c.commitment_id, c.amount, c.currency) for c in thread}
    open_ones = (c for c in after if c.status is CommitmentStatus.OPEN)
    return tuple(c for c in open_ones if (c.commitment_id, c.amount, c.currency) not in known)


def _reckoned(reply: str, standing: Standing, now: datetime) -> _Reckoning:
    found = _found(reply, standing, now)
    after = merge_commitments(standing.thread, found)
    elsewhere = [g.commitment for g in standing.given if g.commitment.thread_id != standing.thread_id or g.promoted]
    # The ledger keeps what two threads promise apart, however alike it is: so do the totals.
    fresh = new_promises(standing.thread, after)
    ids = {c.commitment_id for c in fresh}
    known = {c.commitment_id: c for c in (*elsewhere, *after) if c.commitment_id not in ids}
    before = tuple(c for c in known.values() if c.status is not CommitmentStatus.WITHDRAWN)
    return _Reckoning(fresh, before)


def _found(reply: str, standing: Standing, now: datetime) -> tuple[Commitment, ...]:
    return find_commitments(
        reply,
        entity_id=standing.entity_id,
        thread_id=standing.thread_id,
        message_id="draft",
        stated_by=Speaker.AGENT,
        sent_at=now,
        origin=standing.origin,
    )


def _over_customer(
    promise: Promise, fresh: Sequence[Commitment], sum_: Decimal, reckoning: _Reckoning, now: datetime
) -> Iterator[str]:
    since = now - timedelta(days=promise.period_days)
    before = [c for c in reckoning.before if c.kind == promise.usual_kind and c.stated_at > since]
    total = _sum(before, promise) + sum_
    most, times = promise.max_per_customer, promise.times_per_customer
    if most is not None and total > most:
        yield f"{promise.id} allows one customer at most {_money(most, promise)} in {promise.period_days} days; with this: {total}"
    if times is not None and len(before) + max(len(fresh), 1) > times:
        yield f"{promise.id} may be promised to one customer {times} times in {promise.period_days} days"


def _over_day(promise: Promise, fresh: Sequence[Commitment], sum_: Decimal, day: DayGiven | None) -> Iterator[str]:
    kind = promise.usual_kind
    before = Decimal(day.sums.get(sum_key(kind, promise.currency), "0")) if day else NOTHING
    # An answer that is decided once more, after a crash or because its thread changed, was counted the first time.
    again = [c for c in fresh if day is not None and counted_mark(c) in day.counted]
    before, times = (
        before - _sum(again, promise),
        (day.times.get(kind, 0) if day else 0) + max(len(fresh), 1) - len(again),
    )
    if promise.max_per_day is not None and before + sum_ > promise.max_per_day:
        yield f"{promise.id} allows {_money(promise.max_per_day, promise)} a day to all customers; with this: {before + sum_}"
    if promise.times_per_day is not None and times > promise.times_per_day:
        yield f"{promise.id} may be promised {promise.times_per_day} times a day to all customers"


def _sum(commitments: Sequence[Commitment], promise: Promise) -> Decimal:
    amounts = (c.amount for c in commitments if c.amount is not None and c.currency == promise.currency)
    return sum(map(Decimal, amounts), NOTHING)


def _money(amount: Decimal, promise: Promise) -> str:
    return f"{amount} {promise.currency or ''}".rstrip()
