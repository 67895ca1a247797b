"""Keep a thread's document: take mails in, and let old ones go so that its size stays bounded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepword.agent.intake.binding import Intake
from keepword.agent.outcome import Kind
from keepword.agent.terms import Desk
from keepword.memory.pins import find_pins, merge_pins
from keepword.memory.state import (
    UNSETTLED,
    MessageEntry,
    Reply,
    Speaker,
    ThreadDocument,
    ThreadState,
    ThreadStatus,
)
from keepword.threading.entity import address_key, matches
from keepword.threading.subject import normalise
from keepword.threading.verdicts import Level

KEPT_MESSAGES = 16
KEPT_REPLIES = 4
KEPT_DIGESTS = 200
MAX_PARTICIPANTS = 30


def opened(
    thread: ThreadDocument | None, turn_in: Sequence[Intake], desk: Desk, uidvalidity: int, now: datetime
) -> ThreadDocument:
    """Return the thread with these mails in it: a new one, the one that was open, or a new epoch of a closed one."""
    newest = turn_in[-1]
    base = thread or _new(newest, desk)
    base = _owned(base, newest)
    if base.state is ThreadStatus.CLOSED:
        base = base.model_copy(
            update={"state": ThreadStatus.OPEN, "closed_at": None, "epoch": base.epoch + 1, "archived": False}
        )
    owner = base.thread_state.entity_id
    others = [i.entity_id for i in turn_in if i.entity_id != owner and i.entity_id not in base.participants]
    pins = base.pins
    for intake in turn_in:
        forged = intake.authentication.level is Level.FAILED
        if intake.entity_id == owner and not intake.person.colleague and not forged:
            pins = merge_pins(pins, find_pins(intake.message.text))
    vouched = base.vouched or any(i.verified and i.entity_id == owner and not i.person.colleague for i in turn_in)
    state = base.thread_state.model_copy(update={"last_message_at": _last(base, turn_in, now)})
    return _pruned(
        base.model_copy(
            update={
                "thread_state": state,
                "participants": (*base.participants, *dict.fromkeys(others))[:MAX_PARTICIPANTS],
                "turn_count": base.turn_count + 1,
                "messages": (*base.messages, *(_entry(i, desk, uidvalidity, now) for i in turn_in)),
                "pins": pins,
                "vouched": vouched,
            }
        )
    )


def _new(newest: Intake, desk: Desk) -> ThreadDocument:
    return ThreadDocument(
        thread_state=ThreadState(thread_id=newest.resolution.thread_id, entity_id=newest.entity_id),
        origin=newest.origin,
        subject=normalise(newest.message.subject).base[:200],
        mailbox=desk.name,
        owner=newest.person.address,
        owner_name=newest.person.name,
        owner_is_colleague=newest.person.colleague,
        expected=_first_outside(newest, desk) if newest.person.colleague else "",
        linked_to=newest.resolution.linked_to,
    )


def _owned(thread: ThreadDocument, newest: Intake) -> ThreadDocument:
    """Give a thread that a colleague began to the first customer who writes in it."""
    if not thread.owner_is_colleague or newest.person.colleague:
        return thread
    if thread.expected and address_key(newest.person.address) != thread.expected:
        return thread
    state = thread.thread_state.model_copy(update={"entity_id": newest.entity_id})
    return thread.model_copy(
        update={
            "thread_state": state,
            "origin": newest.origin,
            "owner": newest.person.address,
            "owner_name": newest.person.name,
            "owner_is_colleague": False,
            "commitments": tuple(
                c.model_copy(update={"entity_id": newest.entity_id, "origin": newest.origin})
                for c in thread.commitments
            ),
        }
    )


def _last(thread: ThreadDocument, turn_in: Sequence[Intake], now: datetime) -> datetime:
    """Return the date of the newest mail; a Date in the future is not believed."""
    dates = [min(i.message.date or now, now) for i in turn_in]
    known = thread.thread_state.last_message_at
    return max([*dates, known] if known else dates)


def _entry(intake: Intake, desk: Desk, uidvalidity: int, now: datetime) -> MessageEntry:
    return MessageEntry(
        message_id=intake.message.id,
        digest=intake.message.digest,
        speaker=Speaker.COLLEAGUE if intake.person.colleague else Speaker.CUSTOMER,
        address=intake.person.address,
        entity_id=intake.entity_id,
        rule=intake.resolution.rule,
        at=now,
        outcome="",
        authentication=intake.authentication.level,
        mailbox=desk.name,
        uidvalidity=uidvalidity,
        uid=intake.uid,
        in_reply_to=intake.message.in_reply_to[:5] if _outward(intake, desk) else (),
    )


def participates(thread: ThreadDocument, newest: Intake) -> bool:
    """Say whether a mail does not speak for the thread's owner: somebody else's, or one that is known to be forged."""
    return newest.entity_id != thread.thread_state.entity_id or newest.authentication.level is Level.FAILED


def _outward(intake: Intake, desk: Desk) -> bool:
    """Say whether a colleague's mail goes to somebody outside: only such a mail can answer a customer."""
    inside = (*desk.own, *desk.colleagues)
    people = (*intake.message.to, *intake.message.cc)
    return intake.person.colleague and any(not matches(a.address, inside) for a in people)


def _first_outside(intake: Intake, desk: Desk) -> str:
    inside = (*desk.own, *desk.colleagues)
    people = (a.address for a in (*intake.message.to, *intake.message.cc))
    return next((address_key(a) for a in people if not matches(a, inside)), "")


def with_outcome(thread: ThreadDocument, turn_in: Sequence[Intake], outcome: Kind, reason: str) -> ThreadDocument:
    """Write the outcome beside the mails of this turn."""
    digests = {i.message.digest for i in turn_in}
    messages = tuple(
        m.model_copy(update={"outcome": outcome, "reason": reason}) if m.digest in digests and not m.outcome else m
        for m in thread.messages
    )
    committed = (*thread.committed, *(short_digest(d) for d in digests))
    return thread.model_copy(update={"messages": messages, "committed": committed[-KEPT_DIGESTS:]})


def is_committed(thread: ThreadDocument, digest: str) -> bool:
    """Say whether the outcome of the mail with this digest stands in the document."""
    return short_digest(digest) in thread.committed


def short_digest(digest: str) -> str:
    """Return the first 48 bits of a digest, in hex."""
    return digest[:12]


def answered_by_colleague(thread: ThreadDocument, message_id: str) -> bool:
    """Say whether a colleague's mail that we have seen answers this mail."""
    return any(message_id in m.in_reply_to for m in thread.messages if m.speaker is Speaker.COLLEAGUE)


def replies_to_write(thread: ThreadDocument) -> tuple[Reply, ...]:
    """Return the replies that were sent and do not stand among the turns yet."""
    return tuple(r for r in thread.replies if r.state.value == "sent" and r.kind != "notice" and not r.turn_written)


def written(thread: ThreadDocument, replies: Sequence[Reply]) -> ThreadDocument:
    """Mark replies as written to the turns, so that the document may let them go."""
    ids = {r.reply_id for r in replies}
    return thread.model_copy(
        update={
            "replies": tuple(
                r.model_copy(update={"turn_written": True}) if r.reply_id in ids else r for r in thread.replies
            )
        }
    )


def _pruned(thread: ThreadDocument) -> ThreadDocument:
    return thread.model_copy(
        update={"messages": thread.messages[-KEPT_MESSAGES:], "replies": _pruned_replies(thread.replies)}
    )


def _pruned_replies(replies: Sequence[Reply]) -> tuple[Reply, ...]:
    old = replies[:-KEPT_REPLIES]
    return (*(r for r in old if not _may_go(r)), *replies[-KEPT_REPLIES:])


def _may_go(reply: Reply) -> bool:
    if reply.state in UNSETTLED:
        return False
    return reply.turn_written or reply.state.value != "sent" or reply.kind == "notice"
