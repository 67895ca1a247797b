"""A bounce is an event on the reply that it answers, never a customer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from keepword.agent.tallying import keep_tally
from keepword.agent.terms import Desk, Terms
from keepword.errors import Changed
from keepword.memory.state import Identity, Reply, ReplyState, ThreadDocument
from keepword.memory.store import Store
from keepword.threading.entity import address_key
from keepword.threading.message import Bounce, Message
from keepword.threading.tokens import entity_id as entity_id_of
from keepword.threading.tokens import read_message_id

_NO_SUCH_ADDRESS = "5.1."


@dataclass(frozen=True, slots=True)
class TiedBounce:
    """The reply that a bounce answers, and what the bounce says of it."""

    thread_id: str
    entity_id: str
    reply_id: str
    reason: str


async def note_bounce(message: Message, desk: Desk, terms: Terms, store: Store, now: datetime) -> TiedBounce | None:
    """Find the reply that bounced and write it down there; None where it is no mail of ours.

    Only a permanent failure of the address itself (RFC 3463 5.1.x) marks the address as undeliverable.
    """
    bounce = message.bounce
    own = read_message_id(terms.secret, bounce.original_message_id) if bounce and bounce.original_message_id else None
    if bounce is None or own is None:
        return None
    thread = await store.thread(own.thread_id)
    if thread is None:
        return None
    reply = next((r for r in thread.value.replies if r.message_id == bounce.original_message_id), None)
    if reply is None:
        return None
    reason = f"bounce: {bounce.action or 'failed'} {bounce.status or ''} {bounce.recipient or ''}".strip()
    try:
        bounced = _with_bounce(thread.value, reply, bounce, reason)
        if bounced.archived:  # its time to live counts from a write of the sweep's alone
            bounced = bounced.model_copy(update={"due_at": now})
        await store.save_thread(bounced, thread.etag)
    except Changed:
        return await note_bounce(message, desk, terms, store, now)
    await keep_tally(thread.value, bounced, store, now, again=True)
    await _disable(bounce, reply, terms, store)
    return TiedBounce(thread.value.thread_state.thread_id, thread.value.thread_state.entity_id, reply.reply_id, reason)


def _with_bounce(thread: ThreadDocument, bounced: Reply, bounce: Bounce, reason: str) -> ThreadDocument:
    state = ReplyState.FAILED if bounce.action == "failed" else bounced.state
    replies = tuple(
        r.model_copy(update={"state": state, "reason": reason}) if r.reply_id == bounced.reply_id else r
        for r in thread.replies
    )
    return thread.model_copy(update={"replies": replies})


async def _disable(bounce: Bounce, reply: Reply, terms: Terms, store: Store) -> None:
    if bounce.action != "failed" or not (bounce.status or "").startswith(_NO_SUCH_ADDRESS):
        return
    recipient = bounce.recipient or reply.to[0]
    if address_key(recipient) not in {address_key(a) for a in reply.to}:
        return
    entity = entity_id_of(terms.secret, address_key(recipient))
    known = await store.identity(entity)
    value = known.value if known else Identity(entity_id=entity, address=recipient)
    await store.save_identity(value.model_copy(update={"undeliverable": bounce.status}), known.etag if known else None)
