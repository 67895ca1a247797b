"""What is due at a time: replies that could not be sent, threads that are closed, idle or long enough to promote from."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from keepword.agent.bookkeeping import answered_by_colleague
from keepword.agent.closing import Closing, closed, promote_thread
from keepword.agent.handle import Ports
from keepword.agent.ports import Folder
from keepword.agent.sending.deliver import deliver
from keepword.agent.sending.sent import DELETED
from keepword.agent.tallying import keep_tally
from keepword.agent.terms import Desk, Terms
from keepword.errors import Changed, NeedsReauth, Unreachable
from keepword.memory.state import Reply, ReplyState, ThreadDocument, ThreadStatus
from keepword.memory.store import Store, Versioned

LONGEST_WAIT = timedelta(hours=6)
DRAFT_REST = timedelta(minutes=10)
"""How long a draft is left alone before we look whether it is still there."""
BROKEN_REST = timedelta(hours=1)
"""How long a thread is left alone that broke us."""
MAX_REASON = 500
IN_FLIGHT = timedelta(minutes=15)
"""Longer than any attempt to send may take: a reply that has been in transmission for longer was interrupted."""


@dataclass(frozen=True, slots=True)
class Swept:
    """One thing that the sweep did: `what` is `closed`, `promoted`, the state that a reply reached, or `failed` (and why)."""

    what: str
    thread_id: str
    entity_id: str
    reply_id: str | None = None
    reason: str = ""
    promoted: int = 0
    refused: int = 0

    def line(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return asdict(self)


async def sweep_threads(desks: Sequence[Desk], terms: Terms, store: Store, now: datetime) -> list[Swept]:
    """Close what is idle and promote from what is due; a thread that changes meanwhile is left to the next sweep.

    One that breaks us is `failed`, and looked at again later: it must not keep us from the others.
    """
    idle_after = {d.name: d.idle_after for d in desks}
    done = []
    async for thread in store.due(now):
        patience = idle_after.get(thread.value.mailbox, timedelta(hours=72))
        try:
            done.append(await _sweep_thread(thread, patience, terms, store, now))
        except Changed:
            continue
        except Unreachable:
            raise
        except Exception as error:
            done.append(await _postponed(thread, error, store, now))
    return [d for d in done if d is not None]


async def _postponed(thread: Versioned[ThreadDocument], error: BaseException, store: Store, now: datetime) -> Swept:
    with suppress(Changed):
        await store.save_thread(thread.value.model_copy(update={"due_at": now + BROKEN_REST}), thread.etag)
    return _broken(thread.value, error)


def _broken(thread: ThreadDocument, error: BaseException) -> Swept:
    state = thread.thread_state
    reason = f"{type(error).__name__}: {error}"[:MAX_REASON]
    return Swept("failed", state.thread_id, state.entity_id, reason=reason)


async def _sweep_thread(
    thread: Versioned[ThreadDocument], idle_after: timedelta, terms: Terms, store: Store, now: datetime
) -> Swept | None:
    value = thread.value
    if value.state is ThreadStatus.HANDOFF:
        await store.save_thread(value.model_copy(update={"due_at": None}), thread.etag)
        return None
    last = value.thread_state.last_message_at or now
    if value.state is ThreadStatus.OPEN and now >= last + _patience(value, idle_after):
        # The time of closing is when the thread fell idle, not when the sweep came by: a repeated pass writes the same.
        value = closed(value, last + idle_after)
    closing = await promote_thread(
        Versioned(value, thread.etag), terms, store, now, last + _patience(value, idle_after)
    )
    return _swept(closing)


def _patience(thread: ThreadDocument, idle_after: timedelta) -> timedelta:
    """Return how long a thread may be idle: twice as long where a draft still waits for a colleague."""
    waiting = any(r.state is ReplyState.DRAFT for r in thread.replies)
    return 2 * idle_after if waiting else idle_after


def _swept(closing: Closing) -> Swept:
    what = "closed" if closing.state == ThreadStatus.CLOSED else "promoted"
    return Swept(what, closing.thread_id, closing.entity_id, promoted=closing.promoted, refused=closing.refused)


async def sweep_outbox(desk: Desk, ports: Ports, now: datetime, *, at_start: bool = False) -> list[Swept]:
    """Try again what could not be sent, and decide on what was interrupted; `at_start`: nothing can be in flight.

    Only replies of this desk's mailbox, and only by whoever owns the mailbox.
    """
    done = []
    async for thread in ports.store.outbox((ReplyState.PENDING, ReplyState.TRANSMITTING)):
        if thread.value.mailbox != desk.name:
            continue
        try:
            done += await _sweep_replies(thread, desk, ports, now, at_start)
        except (Unreachable, NeedsReauth):
            raise
        except Exception as error:
            done.append(_broken(thread.value, error))
    return done


async def sweep_drafts(desk: Desk, ports: Ports, now: datetime) -> list[Swept]:
    """Notice the drafts that a colleague has thrown away: those that lie neither in Drafts nor in Sent any more."""
    done = []
    async for thread in ports.store.outbox((ReplyState.DRAFT,)):
        drafts = [r for r in thread.value.replies if r.state is ReplyState.DRAFT and now >= r.created_at + DRAFT_REST]
        gone = [r for r in drafts if thread.value.mailbox == desk.name and not await _lies_anywhere(r, ports)]
        if not gone:
            continue
        ids = {r.reply_id for r in gone}
        thrown = {"state": ReplyState.DISCARDED, "reason": DELETED}
        replies = tuple(r.model_copy(update=thrown) if r.reply_id in ids else r for r in thread.value.replies)
        try:
            await ports.store.save_thread(thread.value.model_copy(update={"replies": replies}), thread.etag)
        except Changed:
            continue
        state = thread.value.thread_state
        done += [Swept("discarded", state.thread_id, state.entity_id, r.reply_id, DELETED) for r in gone]
    return done


async def _lies_anywhere(reply: Reply, ports: Ports) -> bool:
    return await ports.mailbox.holds(Folder.DRAFTS, reply.message_id) or await ports.mailbox.holds(
        Folder.SENT, reply.message_id
    )


async def _sweep_replies(
    thread: Versioned[ThreadDocument], desk: Desk, ports: Ports, now: datetime, at_start: bool
) -> list[Swept]:
    done = []
    for reply in thread.value.replies:
        if not _is_due(reply, now, at_start):
            continue
        try:
            if reply.state is ReplyState.PENDING and not still_to_be_said(thread.value, reply):
                thread = await _discard(thread, reply, ports.store, now)
            else:
                thread = await deliver(thread, reply.reply_id, desk, ports.store, ports.mailbox, ports.outbox, now)
        except Changed:
            break
        after = next(r for r in thread.value.replies if r.reply_id == reply.reply_id)
        state = thread.value.thread_state
        done.append(Swept(after.state, state.thread_id, state.entity_id, after.reply_id, after.reason))
    return done


def _is_due(reply: Reply, now: datetime, at_start: bool) -> bool:
    if reply.state is ReplyState.PENDING:
        # A time further off than any delay of ours was written by a clock that was ahead.
        at = reply.next_attempt_at
        return at is None or at <= now or at > now + 2 * LONGEST_WAIT
    return reply.state is ReplyState.TRANSMITTING and (
        at_start or now >= (reply.next_attempt_at or reply.created_at) + IN_FLIGHT
    )


def still_to_be_said(thread: ThreadDocument, reply: Reply) -> bool:
    """Say whether a waiting reply is still to be sent: not where a colleague answered that mail, unless the operator insists."""
    return reply.insisted or reply.kind != "reply" or not answered_by_colleague(thread, reply.in_reply_to)


async def _discard(
    thread: Versioned[ThreadDocument], reply: Reply, store: Store, now: datetime
) -> Versioned[ThreadDocument]:
    stale = reply.model_copy(update={"state": ReplyState.DISCARDED, "reason": "a colleague answered instead"})
    value = thread.value.model_copy(
        update={"replies": tuple(stale if r.reply_id == reply.reply_id else r for r in thread.value.replies)}
    )
    saved = Versioned(value, await store.save_thread(value, thread.etag))
    await keep_tally(thread.value, value, store, now)
    return saved
