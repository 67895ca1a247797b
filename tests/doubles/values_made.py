"""Values as tests of the store write them: a person, a thread, a reply, a promise."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from hypothesis import settings

from keepword.memory.records import Record, RecordType
from keepword.memory.state import (
    Attempt,
    Commitment,
    CommitmentStatus,
    Fact,
    IndexEntry,
    MailboxDocument,
    PastThread,
    ProfileDocument,
    Reply,
    ReplyState,
    ThreadDocument,
    ThreadState,
)
from keepword.memory.store import message_key

T = TypeVar("T")
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TODAY = NOON.date()
unhurried = settings(deadline=None)


async def all_of(found: AsyncIterator[T]) -> list[T]:
    """Return all that an iteration gives."""
    return [each async for each in found]


def a_promise(id_: str, due: date | None = None, status: str = "open", entity: str = "anna") -> Commitment:
    """Return a promise of a refund."""
    return Commitment(
        commitment_id=id_,
        entity_id=entity,
        thread_id="t",
        kind="refund",
        amount="40.00",
        currency="EUR",
        due=due,
        quote="We will refund EUR 40.00",
        message_id="<kw.1@example.com>",
        stated_by="agent",
        stated_at=NOON,
        status=CommitmentStatus(status),
    )


def a_reply(state: ReplyState) -> Reply:
    """Return a reply in a state."""
    return Reply(
        reply_id=f"r-{state}",
        thread_id="t",
        in_reply_to="<a@example.com>",
        message_id="<kw.1@example.com>",
        sender="support@example.com",
        to=("anna@example.com",),
        subject="Re: Invoice",
        text="Yes.",
        state=state,
        created_at=NOON,
        mailbox="support",
    )


def a_thread(
    thread_id: str = "t", entity_id: str = "anna", at: datetime | None = NOON, **fields: Any
) -> ThreadDocument:
    """Return a thread's document."""
    state = ThreadState(thread_id=thread_id, entity_id=entity_id, last_message_at=at)
    return ThreadDocument(thread_state=state, mailbox="support", **fields)


def an_entry(message_id: str = "<a@example.com>", **fields: Any) -> IndexEntry:
    """Return an entry of the index."""
    return IndexEntry(**{"message_id": message_id, "thread_id": "t", "entity_id": "anna", "at": NOON, **fields})


def a_turn(id_: str, at: str = "2026-11-30T12:00:00+00:00", **fields: Any) -> Record:
    """Return the record of a turn."""
    return a_record(id_, RecordType.TURN, created_at=at, **fields)


def a_record(id_: str, type_: RecordType, **fields: Any) -> Record:
    """Return a record."""
    given = {"user_id": "anna", "thread_id": "t", "content": "Hello", "created_at": "2026-11-30T12:00:00+00:00"}
    return Record(id=id_, type=type_, **{**given, **fields})


PROFILE = ProfileDocument(
    entity_id="anna",
    addresses=("Anna@example.com",),
    facts=(Fact(fact_id="f", slot="name", value="Anna", rule="name", stated_at=NOON),),
    past_threads=(PastThread(thread_id="t", topic="Invoice charged twice", closed_at=NOON),),
    commitments=(a_promise("c", TODAY),),
)
THREAD = a_thread(
    due_at=NOON, closed_at=NOON, replies=(a_reply(ReplyState.PENDING),), commitments=(a_promise("c", TODAY),)
)
MAILBOX = MailboxDocument(name="support", cursor=7, attempts=(Attempt(uidvalidity=1, uid=8, next_at=NOON, reason="x"),))
KEY = message_key("<a@example.com>")
