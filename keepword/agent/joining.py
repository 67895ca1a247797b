"""Make one of two threads of one person, once a late mail proves them one conversation.

Replies stay in the document that they were written in, so that no reply ever stands in two.

The joined thread's memory goes into the thread that stays; the other keeps a pointer to it, so that everything that names
the old thread finds the new one. Threads of two people are never joined: each thread's own word says whose it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from keepword.agent.bookkeeping import KEPT_DIGESTS
from keepword.agent.brief.assemble import OPEN_ITEMS, SUMMARY_CHARACTERS, shorten
from keepword.agent.intake.following import current_thread
from keepword.errors import Changed
from keepword.memory.pins import merge_pins
from keepword.memory.promises import Commitment
from keepword.memory.state import ThreadDocument, ThreadStatus
from keepword.memory.store import Store, Versioned
from keepword.threading.entity import address_key
from keepword.threading.verdicts import Level

if TYPE_CHECKING:
    from keepword.agent.intake.binding import Intake


def proven_by(newest: Intake) -> tuple[str, ...]:
    """Return the threads that a mail proves to be its own: a forged one proves nothing, and only a verified one two of a person's.

    That a colleague has answered it already is the colleague's word.
    """
    if newest.authentication.level is Level.FAILED:
        return ()
    theirs = newest.resolution.merge_from if newest.verified else ()
    return (*theirs, *newest.resolution.answered_in)


async def others_to_join(
    thread: ThreadDocument, ids: Sequence[str], store: Store
) -> tuple[Versioned[ThreadDocument], ...]:
    """Read the threads that are to become part of this one; only those of the same person, and not joined already.

    A thread that a colleague began with a mail to this person is theirs as soon as they write.
    """
    found = [await current_thread(store, i) for i in ids]
    owner, own = thread.thread_state.entity_id, thread.thread_state.thread_id
    others = {f.value.thread_state.thread_id: f for f in found if f is not None and _is_theirs(f.value, thread, owner)}
    return tuple(f for id_, f in others.items() if id_ != own and not f.value.merged_into)


def _is_theirs(other: ThreadDocument, thread: ThreadDocument, owner: str) -> bool:
    begun_for_them = other.owner_is_colleague and other.expected == address_key(thread.owner)
    return other.thread_state.entity_id == owner or (begun_for_them and not thread.owner_is_colleague)


def join(thread: ThreadDocument, others: Sequence[Versioned[ThreadDocument]]) -> ThreadDocument:
    """Take the others' memory into the thread, older words first."""
    for other in others:
        thread = _joined(thread, other.value)
    return thread


def _joined(thread: ThreadDocument, other: ThreadDocument) -> ThreadDocument:
    mine, theirs = thread.thread_state, other.thread_state
    dates: list[datetime] = [d for d in (mine.last_message_at, theirs.last_message_at) if d]
    state = mine.model_copy(
        update={
            "summary": shorten("\n".join(s for s in (theirs.summary, mine.summary) if s), SUMMARY_CHARACTERS),
            "open_items": tuple(dict.fromkeys((*mine.open_items, *theirs.open_items)))[:OPEN_ITEMS],
            "last_message_at": max(dates) if dates else None,
        }
    )
    handed_off = other.state is ThreadStatus.HANDOFF
    in_hand = {"state": other.state, "handoff_reason": other.handoff_reason, "acknowledged": other.acknowledged}
    return thread.model_copy(
        update={
            **(in_hand if handed_off else {}),
            "thread_state": state,
            "participants": tuple(dict.fromkeys((*thread.participants, *other.participants))),
            "turn_count": thread.turn_count + other.turn_count,
            "messages": tuple(sorted((*thread.messages, *other.messages), key=lambda m: m.at)),
            "committed": (*other.committed, *thread.committed)[-KEPT_DIGESTS:],
            "candidates": (*other.candidates, *thread.candidates),
            "commitments": (*_promised_to(thread, other), *thread.commitments),
            "verdicts": (*other.verdicts, *thread.verdicts),
            "pins": merge_pins(other.pins, thread.pins),
            "vouched": thread.vouched or other.vouched,
        }
    )


def _promised_to(thread: ThreadDocument, other: ThreadDocument) -> tuple[Commitment, ...]:
    """Return the other thread's promises as made to this one's owner: a colleague wrote them before the owner was known."""
    update = {"entity_id": thread.thread_state.entity_id, "origin": thread.origin}
    if not other.owner_is_colleague:
        return other.commitments
    return tuple(c.model_copy(update=update) for c in other.commitments)


async def mark_joined(others: Sequence[Versioned[ThreadDocument]], thread: ThreadDocument, store: Store) -> None:
    """Point the others to the thread that stays; one that somebody changed meanwhile stays a thread of its own.

    They are archived when the sweep comes to that thread.
    """
    for other in others:
        emptied = other.value.model_copy(
            update={
                "merged_into": thread.thread_state.thread_id,
                "state": ThreadStatus.CLOSED,
                "candidates": (),
                "commitments": (),
                "due_at": thread.due_at,
            }
        )
        try:
            await store.save_thread(emptied, other.etag)
        except Changed:
            continue
