"""The life of a reply: `pending → transmitting → sent | unknown | failed`, each step written before the next is taken.

A reply that was caught in `transmitting` by a crash, or whose connection died after its data, is `unknown`: it is looked
for in the Sent folder and, if it is not there, left to the operator. It is never blindly sent again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from keepword.agent.mail.compose import compose, compose_draft
from keepword.agent.ports import Folder, Mailbox, Outbox
from keepword.agent.tallying import keep_tally
from keepword.agent.terms import Desk, Mode
from keepword.errors import (
    Changed,
    DeliveryRefused,
    DeliveryUnknown,
    MailboxUnreachable,
    NeedsReauth,
    OutboxUnreachable,
    StoreUnreachable,
)
from keepword.memory.commitments.reading import merge_commitments, read_in_thread
from keepword.memory.state import Reply, ReplyState, Speaker, ThreadDocument
from keepword.memory.store import Store, Versioned
from keepword.memory.tally import to_owner

FIRST_DELAY = timedelta(seconds=30)
LONGEST_DELAY = timedelta(hours=1)
MAX_ATTEMPTS = 40
MOST_ASKED = 6 * 3600.0
"""Seconds that a server may ask us to wait, at the most."""


async def deliver(
    thread: Versioned[ThreadDocument],
    reply_id: str,
    desk: Desk,
    store: Store,
    mailbox: Mailbox,
    outbox: Outbox,
    now: datetime,
) -> Versioned[ThreadDocument]:
    """Bring one reply a step to its end; raise `Changed` where the thread was changed meanwhile, nothing then being sent."""
    reply = find_reply(thread.value, reply_id)
    if reply.state is ReplyState.TRANSMITTING:
        return await _look_for(thread, reply, store, mailbox, now)
    if reply.state is not ReplyState.PENDING or desk.mode is Mode.OBSERVE:
        return thread
    if reply.kind == "reply" and (reply.as_draft or desk.mode is Mode.DRAFT):
        return await _draft(thread, reply, store, mailbox, now)
    return await _transmit(thread, reply, store, mailbox, outbox, now)


def find_reply(thread: ThreadDocument, reply_id: str) -> Reply:
    """Return the reply with this id; raise KeyError where there is none."""
    for reply in thread.replies:
        if reply.reply_id == reply_id:
            return reply
    raise KeyError(reply_id)


async def _draft(
    thread: Versioned[ThreadDocument], reply: Reply, store: Store, mailbox: Mailbox, now: datetime
) -> Versioned[ThreadDocument]:
    """Put the draft into the Drafts folder, once: after a crash it is looked for first."""
    if not await mailbox.holds(Folder.DRAFTS, reply.message_id):
        await mailbox.append(Folder.DRAFTS, compose_draft(reply, now=reply.created_at), ("\\Draft", "\\Seen"))
    return await _save(
        thread, reply, store, state=ReplyState.DRAFT, reason="waits for a colleague in the Drafts folder"
    )


async def _transmit(
    thread: Versioned[ThreadDocument],
    reply: Reply,
    store: Store,
    mailbox: Mailbox,
    outbox: Outbox,
    now: datetime,
) -> Versioned[ThreadDocument]:
    thread = await _save(thread, reply, store, state=ReplyState.TRANSMITTING)
    reply = find_reply(thread.value, reply.reply_id)
    raw = compose(reply, now=reply.created_at)
    try:
        receipt = await outbox.send(raw, reply.sender, reply.to)
    except (OutboxUnreachable, NeedsReauth) as error:
        return await _postpone(thread, reply, store, str(error), getattr(error, "retry_after", None), now)
    except DeliveryRefused as error:
        return await _record(thread, reply, store, {"state": ReplyState.FAILED, "reason": str(error)}, now)
    except DeliveryUnknown as error:
        thread = await _record(thread, reply, store, {"reason": str(error)}, now)
        return await _look_for(thread, find_reply(thread.value, reply.reply_id), store, mailbox, now)
    try:
        thread = await mark_sent(thread, reply, store, now, receipt.provider_id)
    except StoreUnreachable:
        with suppress(MailboxUnreachable, NeedsReauth):
            await keep_copy(reply, raw, mailbox)  # there whoever looks for this reply next will find that it has left
        raise
    await keep_copy(reply, raw, mailbox)
    return thread


async def mark_sent(
    thread: Versioned[ThreadDocument],
    reply: Reply,
    store: Store,
    now: datetime,
    provider_id: str | None = None,
    reason: str = "",
) -> Versioned[ThreadDocument]:
    """Record that a reply has left, and with it what it promised: both in one write, before any other step."""
    update = {
        "state": ReplyState.SENT,
        "reason": reason,
        "sent_at": now,
        "provider_id": provider_id,
        "next_attempt_at": None,
    }
    return await _record(thread, reply, store, update, now, lambda value, sent: said(value, sent, now))


async def _record(
    thread: Versioned[ThreadDocument],
    reply: Reply,
    store: Store,
    update: dict[str, object],
    now: datetime,
    then: Callable[[ThreadDocument, Reply], ThreadDocument] = lambda value, _: value,
) -> Versioned[ThreadDocument]:
    """Write down what has happened to a reply, whatever else was written to the thread meanwhile.

    That it has left is so in any case. What else became of our attempt counts only while nobody has decided on the reply
    after us: neither another worker, which took it for interrupted, nor an operator.
    """
    while True:
        happened = find_reply(thread.value, reply.reply_id).model_copy(update=update)
        value = then(_replaced(thread.value, happened), happened)
        try:
            recorded = Versioned(value, await store.record_thread(value, thread.etag))
        except Changed:
            newer = await store.thread(thread.value.thread_state.thread_id)
            if newer is None:
                raise
            thread = newer
        else:
            await keep_tally(thread.value, value, store, now)
            return recorded
        if update.get("state") is not ReplyState.SENT and find_reply(thread.value, reply.reply_id) != reply:
            return thread


def said(thread: ThreadDocument, reply: Reply, now: datetime) -> ThreadDocument:
    """Take a sent reply's promises and statements into the thread's memory; doing so twice changes nothing more."""
    if reply.kind != "reply":
        return thread
    found = read_in_thread(thread, reply.text, reply.message_id, Speaker.AGENT, reply.created_at)
    fresh = tuple(c for c in reply.candidates if c not in thread.candidates)
    owner = to_owner(thread, reply)
    again = (
        {"due_at": now} if thread.merged_into else {}
    )  # a joined thread is swept once more for what its reply promised
    return thread.model_copy(
        update={
            **again,
            "commitments": merge_commitments(thread.commitments, found) if owner else thread.commitments,
            "candidates": (*thread.candidates, *fresh) if owner else thread.candidates,
        }
    )


async def keep_copy(reply: Reply, raw: bytes, mailbox: Mailbox) -> None:
    """Put a copy of a sent reply into the Sent folder, where the server has not done so itself."""
    if reply.kind == "notice" or await mailbox.holds(Folder.SENT, reply.message_id):
        return
    await mailbox.append(Folder.SENT, raw, ("\\Seen",))


async def _look_for(
    thread: Versioned[ThreadDocument], reply: Reply, store: Store, mailbox: Mailbox, now: datetime
) -> Versioned[ThreadDocument]:
    """Decide on a reply that may have left: it has, if the server's own Sent folder holds it."""
    if reply.state is not ReplyState.TRANSMITTING:
        return thread
    if await mailbox.holds(Folder.SENT, reply.message_id):
        return await mark_sent(thread, reply, store, now, reply.provider_id)
    reason = reply.reason or "interrupted while it was handed to the server"
    return await _record(thread, reply, store, {"state": ReplyState.UNKNOWN, "reason": reason}, now)


async def _postpone(
    thread: Versioned[ThreadDocument], reply: Reply, store: Store, reason: str, retry_after: float | None, now: datetime
) -> Versioned[ThreadDocument]:
    attempts = reply.attempts + 1
    if attempts >= MAX_ATTEMPTS:
        given_up = f"given up after {attempts} attempts: {reason}"
        return await _record(thread, reply, store, {"state": ReplyState.FAILED, "reason": given_up}, now)
    asked = timedelta(seconds=min(retry_after, MOST_ASKED)) if retry_after else None
    delay = asked or delay_after(attempts)
    waiting = {"state": ReplyState.PENDING, "reason": reason, "attempts": attempts, "next_attempt_at": now + delay}
    return await _record(thread, reply, store, waiting, now)


def delay_after(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts: doubling from 30 seconds to an hour."""
    return min(FIRST_DELAY * int(2 ** min(attempts - 1, 12)), LONGEST_DELAY)


async def _save(
    thread: Versioned[ThreadDocument], reply: Reply, store: Store, **update: object
) -> Versioned[ThreadDocument]:
    return await _write(thread, _replaced(thread.value, reply.model_copy(update=update)), store)


async def _write(thread: Versioned[ThreadDocument], value: ThreadDocument, store: Store) -> Versioned[ThreadDocument]:
    return Versioned(value, await store.save_thread(value, thread.etag))


def _replaced(thread: ThreadDocument, reply: Reply) -> ThreadDocument:
    return thread.model_copy(
        update={"replies": tuple(reply if r.reply_id == reply.reply_id else r for r in thread.replies)}
    )
