"""Keep each person's tally of promises: read before an answer is judged, written before the answer is committed.

A promise is in the tally before it can leave, so another thread of the same person, another mailbox or another worker
counts it and knows of it at once. Written over itself it changes nothing; a thread's part may be reckoned anew at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from keepword.agent.guard.totals import new_promises, over_totals
from keepword.errors import AlreadyThere, Changed
from keepword.memory.policy import Policy
from keepword.memory.promises import Commitment, DayGiven, Given, Standing
from keepword.memory.state import Identity, Reply, ThreadDocument
from keepword.memory.store import Store
from keepword.memory.tally import day_tallied, promised_in, tallied, with_given

if TYPE_CHECKING:
    from keepword.agent.intake.binding import Intake

TRIES = 5


async def standing(thread: ThreadDocument, newest: Intake, policy: Policy, store: Store, now: datetime) -> Standing:
    """Return what was promised before, as an answer to this mail has to know it; a read more only where totals are set."""
    state = thread.thread_state
    limited = any(p.per_customer for p in policy.promises)
    own = newest.entity_id == state.entity_id
    given = newest.identity.given if own and newest.identity and not newest.origin else ()
    if limited or (own and newest.origin):
        known = await store.identity(state.entity_id)
        given = known.value.given if known else ()
    return Standing(
        entity_id=state.entity_id,
        thread_id=state.thread_id,
        origin=thread.origin,
        thread=thread.commitments,
        given=given,
        day=await _day(policy, store, now),
    )


async def _day(policy: Policy, store: Store, now: datetime) -> DayGiven | None:
    if not any(p.per_day for p in policy.promises):
        return None
    known = await store.given_on(now.date())
    return known.value if known else None


Insist = Callable[[Identity], None]
"""Looks at what a person was promised by now, right before more is written: raises `Changed` where that is too much."""


async def keep_tally(
    before: ThreadDocument | None,
    after: ThreadDocument,
    store: Store,
    now: datetime,
    *,
    again: bool = False,
    insist: Insist = lambda _: None,
) -> None:
    """Bring the owner's tally up to a thread that is about to be written, where the thread's promises are others than before.

    `again`: somebody may have written the part of an answer that was never committed, so the tally itself is looked at.
    """
    if not again and not _others_than(before, after, now):
        return

    def change(known: Identity) -> tuple[Given, ...]:
        insist(known)
        return _with_part(known, after, now)

    await change_tally(after.thread_state.entity_id, store, change)


def _others_than(before: ThreadDocument | None, after: ThreadDocument, now: datetime) -> bool:
    return bool(promised_in(after)) if before is None else _part(before, now) != _part(after, now)


def _with_part(known: Identity, thread: ThreadDocument, now: datetime) -> tuple[Given, ...]:
    """Return a tally with a thread's part; one of before its owner was forgotten has none."""
    last = thread.thread_state.last_message_at
    if known.forgotten_at is not None and (last is None or last <= known.forgotten_at):
        return tuple(g for g in known.given if g.commitment.thread_id != thread.thread_state.thread_id)
    return tallied(known.given, thread, now)


def _part(thread: ThreadDocument, now: datetime) -> tuple[str, tuple[Given, ...]]:
    return thread.thread_state.entity_id, tallied((), thread, now)


async def change_tally(entity_id: str, store: Store, change: Callable[[Identity], tuple[Given, ...]]) -> None:
    """Write over a person's tally; raise `Changed` where others keep writing to it."""
    for _ in range(TRIES):
        known = await store.identity(entity_id)
        value = known.value if known else Identity(entity_id=entity_id)
        given = change(value)
        if given == value.given:
            return
        try:
            await store.save_identity(with_given(value, given), known.etag if known else None)
        except (AlreadyThere, Changed):
            continue
        return
    raise Changed(f"the tally of {entity_id} keeps changing")


async def reserve(
    before: ThreadDocument | None,
    after: ThreadDocument,
    reply: Reply | None,
    policy: Policy,
    store: Store,
    now: datetime,
    *,
    again: bool = False,
) -> None:
    """Count what an answer promises before it is committed; raise `Changed` where totals were used up by others meanwhile.

    The answer is then decided again, on what stands by now. `again`: this mail was decided on before, and what that
    decision counted and never committed is taken out of the customer's tally.
    """
    answer = _Answer(before, after, reply.text if reply is not None and not reply.as_draft else "", policy, now)
    await keep_tally(before, after, store, now, again=again, insist=lambda known: answer.within(given=known.given))
    await _count_day(answer, store)


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer that is about to be committed; `text` is empty where nothing leaves by itself."""

    before: ThreadDocument | None
    after: ThreadDocument
    text: str
    policy: Policy
    now: datetime

    @property
    def fresh(self) -> tuple[Commitment, ...]:
        """The promises that are new with it."""
        return new_promises(self._ledger, promised_in(self.after)) if self.text else ()

    def within(self, *, given: tuple[Given, ...] = (), day: DayGiven | None = None) -> None:
        """Look at the totals in the very version that is written over: two workers may have decided at the same time."""
        state = self.after.thread_state
        stands = Standing(
            entity_id=state.entity_id,
            thread_id=state.thread_id,
            origin=self.after.origin,
            thread=self._ledger,
            given=given,
            day=day,
        )
        if self.fresh and any(over_totals(self.text, self.policy.promises, stands, {}, self.now)):
            raise Changed("others were promised what was left of a total meanwhile")

    @property
    def _ledger(self) -> tuple[Commitment, ...]:
        return self.before.commitments if self.before else ()


async def _count_day(answer: _Answer, store: Store) -> None:
    kinds = {p.usual_kind for p in answer.policy.promises if p.per_day}
    if not kinds:
        return
    counted = [c for c in answer.fresh if c.kind in kinds]
    for _ in range(TRIES if counted else 0):
        known = await store.given_on(answer.now.date())
        answer.within(day=known.value if known else None)
        day = day_tallied(known.value if known else DayGiven(day=answer.now.date()), counted)
        if known is not None and day == known.value:
            return
        try:
            await store.save_given_on(day, known.etag if known else None)
        except (AlreadyThere, Changed):
            continue
        return
    if counted:
        raise Changed("the day's totals keep changing")
