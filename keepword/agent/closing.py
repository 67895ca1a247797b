"""Close a thread and promote from it: the one pass in which the few facts that deserve to last reach the person's profile.

Every step may be repeated: ids are deterministic, records are written over themselves, and the thread is marked last. A pass
that was killed half-way and is run again writes the same things.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from keepword.agent.bookkeeping import KEPT_DIGESTS, replies_to_write, short_digest, written
from keepword.agent.terms import Terms
from keepword.agent.turns import write_turns
from keepword.memory.promises import Commitment
from keepword.memory.promotion.promote import Promotion, promote
from keepword.memory.state import (
    UNSETTLED,
    CommitmentStatus,
    Identity,
    IndexEntry,
    ProfileDocument,
    ThreadDocument,
    ThreadStatus,
)
from keepword.memory.store import Store, Versioned
from keepword.memory.tally import promoted, with_given
from keepword.threading.entity import is_shared

LOOK_AGAIN = timedelta(days=1)
"""When a closed thread is looked at again whose replies are not all settled: it is archived once they are."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What a pass did to a thread: its state by now, how much it promoted and how much it refused."""

    thread_id: str
    entity_id: str
    state: str
    promoted: int
    refused: int


def closed(thread: ThreadDocument, at: datetime) -> ThreadDocument:
    """Return the thread as closed at this time; one that is closed already stays as it is."""
    if thread.state is ThreadStatus.CLOSED:
        return thread
    return thread.model_copy(update={"state": ThreadStatus.CLOSED, "closed_at": at, "handoff_reason": "", "due_at": at})


async def promote_thread(
    thread: Versioned[ThreadDocument], terms: Terms, store: Store, now: datetime, next_due: datetime | None
) -> Closing:
    """Promote from a thread and, if it is closed, archive it with its time to live; `next_due` is when an open one is due again.

    Raises `Changed` where somebody wrote to the thread or the profile meanwhile; the next sweep does it all again.
    """
    known = await store.identity(thread.value.thread_state.entity_id)
    if _is_forgotten(thread.value, known):
        return await _removed(thread.value, store)
    thread = await _with_turns(thread, store)
    profile = await _profile(thread.value, store)
    ledger: tuple[Commitment, ...] = ()
    if _personal(thread.value):
        result = promote(thread.value, profile.value if profile else None, terms.rules, now)
        await _write(result, profile, store)
        value, crossed = result.thread, sum(v.promoted for v in result.verdicts)
        refused = len(result.verdicts) - crossed
        ledger = result.profile.commitments
    else:
        value, crossed, refused = thread.value, 0, 0
    await _keep_tally(value, ledger, known, store, now)
    await _archive(thread, value, terms, store, now, next_due)
    state = thread.value.thread_state
    return Closing(state.thread_id, state.entity_id, value.state, crossed, refused)


async def _with_turns(thread: Versioned[ThreadDocument], store: Store) -> Versioned[ThreadDocument]:
    """See that every reply that was sent stands among the turns."""
    replies = replies_to_write(thread.value)
    if not replies:
        return thread
    await write_turns(store, thread.value, (), replies)
    return Versioned(written(thread.value, replies), thread.etag)


async def _profile(thread: ThreadDocument, store: Store) -> Versioned[ProfileDocument] | None:
    return await store.profile(thread.thread_state.entity_id) if _personal(thread) else None


def _personal(thread: ThreadDocument) -> bool:
    """Say whether the thread may reach a profile: not a role address's or a colleague's, nor one that nobody vouches for."""
    return thread.vouched and not thread.owner_is_colleague and not is_shared(thread.owner)


async def _keep_tally(
    thread: ThreadDocument,
    ledger: Sequence[Commitment],
    known: Versioned[Identity] | None,
    store: Store,
    now: datetime,
) -> None:
    """Mark the thread's part of the owner's tally as promoted, before the thread itself is: a repeated pass finds it so."""
    if known is None or not known.value.given:
        return
    given = promoted(known.value.given, ledger, thread, now)
    if given != known.value.given:
        value = with_given(known.value, given)
        await store.save_identity(value, known.etag)


def _is_forgotten(thread: ThreadDocument, known: Versioned[Identity] | None) -> bool:
    """Say whether the owner was forgotten after the last mail: a pass that was on its way then brings nothing back."""
    until, last = known.value.forgotten_at if known else None, thread.thread_state.last_message_at
    return until is not None and (last is None or last <= until)


async def _removed(thread: ThreadDocument, store: Store) -> Closing:
    """Remove what was written of a forgotten person's thread while they were being forgotten."""
    state = thread.thread_state
    turns = [t async for t in store.turns(state.entity_id, state.thread_id)]
    await store.remove_records(state.entity_id, turns)
    await store.remove_thread(state.thread_id)
    return Closing(state.thread_id, state.entity_id, thread.state, 0, 0)


async def _write(result: Promotion, before: Versioned[ProfileDocument] | None, store: Store) -> None:
    state = result.thread.thread_state
    await store.add_records(state.entity_id, state.thread_id, result.records)
    if before is None:
        await store.save_profile(result.profile)
    elif result.profile != before.value:
        await store.save_profile(result.profile, before.etag)


async def _archive(
    thread: Versioned[ThreadDocument],
    value: ThreadDocument,
    terms: Terms,
    store: Store,
    now: datetime,
    next_due: datetime | None,
) -> None:
    """Save the thread; a closed one that owes nothing gets its time to live only now that its promotion is done."""
    owes = any(c.status is CommitmentStatus.OPEN for c in value.commitments)  # what no profile's ledger holds
    finished = value.state is ThreadStatus.CLOSED and not owes and not any(r.state in UNSETTLED for r in value.replies)
    later = now + LOOK_AGAIN if not finished else None
    due = later if value.state is ThreadStatus.CLOSED else next_due
    value = value.model_copy(update={"promoted_at": now, "due_at": due, "archived": finished})
    ttl = int(terms.archive_for.total_seconds()) if finished else None
    if ttl is not None:
        state = value.thread_state
        await store.archive_turns(state.entity_id, state.thread_id, ttl)
        until = now + terms.index_for
        handled = await _handled(value, store)
        await store.revise_messages(lambda e: _kept_until(e, until, handled), now, thread_id=state.thread_id)
    await store.save_thread(value, thread.etag, ttl=ttl)


async def _handled(thread: ThreadDocument, store: Store) -> frozenset[str]:
    """Return the short digests of the mails that were handled; those of a very long thread's first mails stand in its turns."""
    known = frozenset(thread.committed)
    if len(known) < KEPT_DIGESTS:
        return known
    state = thread.thread_state
    turns = [t for e in (state.entity_id, *thread.participants) async for t in store.turns(e, state.thread_id)]
    return known | {short_digest(str(t.metadata.get("digest", ""))) for t in turns}


def _kept_until(entry: IndexEntry, until: datetime, handled: Collection[str]) -> IndexEntry:
    """Give an entry its time; a mail that was claimed and still waits, for the model say, is handled first, however late."""
    if entry.digest is not None and not entry.outcome and short_digest(entry.digest) not in handled:
        return entry
    return entry.model_copy(update={"expires_at": until})
