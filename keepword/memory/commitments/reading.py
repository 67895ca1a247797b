"""What we promised: found by code in the mails that went out, kept in a ledger with its whole history.

A promise is an undertaking (`we will refund …`, `wir erstatten Ihnen …`), neither denied nor hanging on a condition, a
question or somebody else's words. What it is about, how much and by when are read from the same sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import NotRequired, TypedDict, Unpack

from keepword.memory.commitments.ledger import commitment_id, fold, statement_event
from keepword.memory.commitments.sentence import Promise, read_promises
from keepword.memory.commitments.withdrawals import read_withdrawals
from keepword.memory.state import Commitment, CommitmentEvent, CommitmentStatus, Speaker, ThreadDocument

# A reply is read when it is judged, when it is committed, and when it has left: each time the same words.
_promises = lru_cache(maxsize=16)(read_promises)
_withdrawals = lru_cache(maxsize=16)(read_withdrawals)

MAX_FOUND = 50
"""Promises that one mail can make; more is no letter."""


class Said(TypedDict):
    """Where a mail's words stand and who said them when; `origin`: whose thread it was before a merge."""

    entity_id: str
    thread_id: str
    message_id: str
    stated_by: Speaker
    sent_at: datetime
    origin: NotRequired[str]


def find_commitments(text: str, **said: Unpack[Said]) -> tuple[Commitment, ...]:
    """Return the promises in the text of a mail of ours, in the order in which they stand; a customer's text has none.

    `text` is what the mail itself says, quotes cut. `due` is reckoned from the mail's date in UTC. The same mail gives
    the same commitments, ids included, also after its thread (`origin`) was merged into another person.
    """
    promises = _promises(text, said["sent_at"].astimezone(UTC).date())
    return _commitments(promises, CommitmentStatus.OPEN, **said)


def find_withdrawals(text: str, **said: Unpack[Said]) -> tuple[Commitment, ...]:
    """Return what a mail of ours takes back, as commitments that are withdrawn; `merge_commitments` finds what they mean."""
    return _commitments(_withdrawals(text), CommitmentStatus.WITHDRAWN, **said)


def read_sent(text: str, **said: Unpack[Said]) -> tuple[Commitment, ...]:
    """Return all that a mail of ours means to the ledger: its promises and what it takes back."""
    return (*find_commitments(text, **said), *find_withdrawals(text, **said))


def read_in_thread(
    thread: ThreadDocument, text: str, message_id: str, stated_by: Speaker, sent_at: datetime
) -> tuple[Commitment, ...]:
    """Return what a mail of ours in a thread means to the ledger of the thread's owner."""
    return read_sent(
        text,
        entity_id=thread.thread_state.entity_id,
        thread_id=thread.thread_state.thread_id,
        message_id=message_id,
        stated_by=stated_by,
        sent_at=sent_at,
        origin=thread.origin,
    )


def merge_commitments(existing: Iterable[Commitment], found: Iterable[Commitment]) -> tuple[Commitment, ...]:
    """Return the ledger with what was found in it: once if it was only said again, changed if it was said otherwise.

    Within a thread, a promise of the same kind and amount is the same promise; another amount or day changes it (unless
    it is said to come on top); what is taken back is withdrawn. The result depends on the mails and their dates
    alone, not on the order or number of calls, but for a withdrawal that is read before its promise: it finds nothing.
    """
    return fold((*existing, *found))


def set_status(commitment: Commitment, status: CommitmentStatus, by: str, note: str, at: datetime) -> Commitment:
    """Return the commitment with a new status and the event that tells who set it; the same status again changes nothing."""
    if commitment.status is status:
        return commitment
    event = CommitmentEvent(at=at, status=status, by=by, note=note)
    return commitment.model_copy(update={"status": status, "history": (*commitment.history, event)})


def overdue(commitments: Iterable[Commitment], today: date) -> tuple[Commitment, ...]:
    """Return the open commitments whose last day is past, the oldest first."""
    late = (c for c in commitments if c.status is CommitmentStatus.OPEN and c.due is not None and c.due < today)
    return tuple(sorted(late, key=lambda c: (c.due or today, c.commitment_id)))


def _commitments(
    promises: Iterable[Promise],
    status: CommitmentStatus,
    *,
    entity_id: str,
    thread_id: str,
    message_id: str,
    stated_by: Speaker,
    sent_at: datetime,
    origin: str = "",
) -> tuple[Commitment, ...]:
    """Make the ledger's entries; their ids go by the address that a thread began under, so a merge changes none."""
    if stated_by is Speaker.CUSTOMER:
        return ()
    made: list[Commitment] = []
    for promise in tuple(promises)[:MAX_FOUND]:
        number = sum(c.kind == promise.kind for c in made)
        event = statement_event(promise, message_id, stated_by, sent_at, status)
        made.append(
            Commitment(
                commitment_id=commitment_id(origin or entity_id, thread_id, promise.kind, number),
                entity_id=entity_id,
                origin=origin,
                thread_id=thread_id,
                kind=promise.kind,
                amount=promise.amount,
                currency=promise.currency,
                due=promise.due,
                quote=promise.quote,
                message_id=message_id,
                stated_by=stated_by.value,
                stated_at=sent_at,
                status=status,
                history=(event,),
            )
        )
    return tuple(made)
