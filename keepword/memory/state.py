"""The two memories and the documents that hold them.

`ThreadState` and `ProfileState` have exactly the JSON field names that operators and other programs read. Each is kept in
a document with its bookkeeping: the `ThreadDocument` is the unit of commit (the new state and the reply to be sent in
one write), the `ProfileDocument` holds the evidence of every value beside it.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from operator import not_
from typing import Annotated, Any

from pydantic import Field

from keepword.memory.promises import Commitment as Commitment
from keepword.memory.promises import CommitmentEvent as CommitmentEvent
from keepword.memory.promises import CommitmentStatus as CommitmentStatus
from keepword.memory.promises import Given as Given
from keepword.memory.promises import Origin as Origin
from keepword.memory.standing import Attempt as Attempt
from keepword.memory.standing import MailboxDocument as MailboxDocument
from keepword.memory.standing import Value as Value


class ThreadState(Value):
    """What the agent knows of one conversation. May be wrong, incomplete, thrown away."""

    thread_id: str
    entity_id: str
    summary: str = ""
    open_items: tuple[str, ...] = ()
    last_message_at: datetime | None = None
    current_intent: str = ""


class PastThread(Value):
    """One closed conversation, as a line in the profile."""

    thread_id: str
    topic: str
    closed_at: datetime
    origin: Origin = ""


class Speaker(StrEnum):
    """Who said something."""

    CUSTOMER = "customer"
    AGENT = "agent"
    COLLEAGUE = "colleague"
    OPERATOR = "operator"


class Source(Value):
    """One mail (or operator's word) that states a fact. Of a person's sources the newest counts, an operator's before all."""

    quote: str = ""
    message_id: str = ""
    thread_id: str = ""
    stated_by: Speaker = Speaker.CUSTOMER
    stated_at: datetime
    confidence: float = 1.0
    rule: str = ""
    category: str = "other"
    offset: int = -1
    origin: Origin = ""
    withdrawn: bool = False
    """Taken back by an operator: kept to be seen, counted no more."""


class Fact(Value):
    """One value with its evidence. Of the facts of a one-valued slot all but one are superseded."""

    fact_id: str
    slot: str
    value: str
    rule: str
    quote: str = ""
    message_id: str = ""
    thread_id: str = ""
    stated_by: Speaker = Speaker.CUSTOMER
    stated_at: datetime
    """The date of the mail, not of its arrival."""
    confidence: float = 1.0
    category: str = "other"
    superseded_by: str | None = None
    supersede_reason: str | None = None
    sources: tuple[Source, ...] = ()
    """Every mail that states it, oldest first; the fields above are those of the one that counts."""


class ProfileDocument(Value):
    """Everything trusted about one person. `facts` includes the superseded ones; `extra` keeps slot order out of it."""

    entity_id: str
    addresses: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    past_threads: tuple[PastThread, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    updated_at: datetime | None = None


class Verdict(Value):
    """What became of one candidate: `promoted`, or refused by `decided_by` (a rule of the file or one of the checks)."""

    rule: str
    value: str
    quote: str
    message_id: str
    speaker: Speaker
    promoted: bool
    decided_by: str
    why: str = ""


class Candidate(Value):
    """Something that might deserve to last, with the evidence that code has found for it."""

    rule: str
    value: str
    quote: str
    message_id: str
    speaker: Speaker
    stated_at: datetime
    confidence: float
    authentication: str = "unverified"
    origin: Origin = ""
    offset: int = -1
    """Where the quote begins in the stored text of that mail, in characters; -1 where it was not found."""

    def verdict(self, decided_by: str, why: str, *, promoted: bool = False) -> Verdict:
        """Return what became of it."""
        return Verdict(
            rule=self.rule,
            value=self.value,
            quote=self.quote,
            message_id=self.message_id,
            speaker=self.speaker,
            promoted=promoted,
            decided_by=decided_by,
            why=why,
        )


class ThreadStatus(StrEnum):
    """`handoff` threads stay silent until a colleague answers."""

    OPEN = "open"
    CLOSED = "closed"
    HANDOFF = "handoff"


class ReplyState(StrEnum):
    """`pending → transmitting → sent | unknown | failed`; `draft` waits for a colleague; `discarded` is the operator's."""

    PENDING = "pending"
    TRANSMITTING = "transmitting"
    SENT = "sent"
    UNKNOWN = "unknown"
    FAILED = "failed"
    DRAFT = "draft"
    DISCARDED = "discarded"


UNSETTLED = frozenset(
    {ReplyState.PENDING, ReplyState.TRANSMITTING, ReplyState.UNKNOWN, ReplyState.DRAFT, ReplyState.FAILED}
)


class Reply(Value):
    """One mail of ours: all that is needed to send it again is frozen here, recipients included."""

    reply_id: str
    thread_id: str
    in_reply_to: str
    references: tuple[str, ...] = ()
    message_id: str
    sender: str
    sender_name: str = ""
    to: tuple[str, ...]
    reply_to: str | None = None
    subject: str
    text: str
    state: ReplyState = ReplyState.PENDING
    reason: str = ""
    created_at: datetime
    mailbox: str
    attempts: int = 0
    next_attempt_at: datetime | None = None
    sent_at: datetime | None = None
    provider_id: str | None = None
    """The Message-ID that a relay put in place of ours, learnt from its answer."""
    findings: tuple[str, ...] = ()
    """Kinds of what the guard found in a version of it that the model then mended; words and reasons stand in the trace."""
    turn_written: bool = False
    insisted: bool = False
    """The operator said that it is to be sent, however the thread went on."""
    summary: str = ""
    """What the model makes of the thread with this reply in it; it counts once a colleague has sent the draft."""
    intent: str = ""
    """What the customer wants, in the model's words: what `auto_when` goes by."""
    as_draft: bool = False
    """To be put into the Drafts folder for a colleague instead of being sent."""
    kind: str = "reply"
    """`reply`; `acknowledgement`: a person will answer; `notice`: a word to colleagues, never to the customer."""
    candidates: tuple[Candidate, ...] = ()
    """What the reply itself states; it counts only once the reply is sent."""


class MessageEntry(Value):
    """One mail in a thread's bookkeeping: who wrote it and which rule tied it."""

    message_id: str
    digest: str
    speaker: Speaker
    address: str
    entity_id: str
    rule: str
    at: datetime
    outcome: str
    reason: str = ""
    authentication: str = "unverified"
    mailbox: str = ""
    uidvalidity: int = 0
    uid: int = 0
    in_reply_to: tuple[str, ...] = ()
    """What a colleague's mail answers: those mails need no answer of ours, even where they are seen after it."""


class ThreadDocument(Value):
    """The unit of commit. Its size is bounded: old messages and replies leave it, their turns hold them."""

    thread_state: ThreadState
    state: ThreadStatus = ThreadStatus.OPEN
    topic: str = ""
    subject: str = ""
    mailbox: str
    epoch: int = 1
    origin: Origin = ""
    owner: str = ""
    """The owner's address as written."""
    owner_name: str = ""
    vouched: bool = False
    """The owner's words in it were verified at least once: without that nothing of the thread reaches a profile."""
    owner_is_colleague: bool = False
    """A colleague's mail came first; the first customer who writes becomes the owner."""
    participants: tuple[str, ...] = ()
    """Entity ids of others who wrote here."""
    turn_count: int = 0
    messages: tuple[MessageEntry, ...] = ()
    """The newest mails."""
    committed: tuple[str, ...] = ()
    """Short digests of the mails whose outcome is committed, newest last: what tells a duplicate from a mail to be handled."""
    replies: tuple[Reply, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    """Found in what was sent and not yet promoted."""
    verdicts: tuple[Verdict, ...] = ()
    expected: str = ""
    """Of a thread that a colleague began: the address key of the person whom the colleague wrote to, and whose it becomes."""
    linked_to: str | None = None
    closed_at: datetime | None = None
    promoted_at: datetime | None = None
    replies_on: date | None = None
    replies_that_day: int = 0
    """Answers to the owner on that day; those to others who wrote here are counted apart."""
    replies_to_others_that_day: int = 0
    archived: bool = False
    due_at: datetime | None = None
    """When the sweep has to look at this thread next: idle time, a retry, a promotion; None: never."""
    handoff_reason: str = ""
    acknowledged: bool = False
    merged_into: str | None = None
    """The thread that this one turned out to be; it is read in this one's place."""
    fence: int = 0
    """The number of the lease under which the thread's own mailbox last committed; an older one is refused."""
    pins: tuple[str, ...] = ()
    """Constraints stated by the customer, verbatim, which no summary may lose."""


class IndexEntry(Value):
    """What the message index holds of one Message-ID: the claim of a mail to its thread, or a ghost (no digest)."""

    message_id: str
    thread_id: str
    entity_id: str
    origin: Origin = ""
    digest: str | None = None
    subject: str = ""
    owner: str = ""
    """The entity that owned the thread when this was written."""
    people: tuple[str, ...] = ()
    """Of a ghost: the entity ids of writer and recipients of the mail that named it."""
    rule: str = ""
    outcome: str = ""
    reason: str = ""
    mailbox: str = ""
    at: datetime
    expires_at: datetime | None = None
    """When it is let go, with the archived thread that it belongs to."""
    duplicates: tuple[str, ...] = ()
    """Where and when the same mail came again, a line each, the last few."""
    trace: dict[str, Any] = Field(default_factory=dict)
    """The verdicts on a mail that has no thread (gated, a bounce, quarantined)."""


class Identity(Value):
    """What is known of an address beyond its hash: a redirect to another person, or that it must not be written to."""

    entity_id: str
    address: str = ""
    redirect_to: str | None = None
    parting_from: str | None = None
    """While a merge is being undone: the person whom the address leaves."""
    undeliverable: str = ""
    tombstone: bool = False
    forgotten_at: datetime | None = None
    """Of a tombstone: what was sent or came in before is not taken in again."""
    given: Annotated[tuple[Given, ...], Field(exclude_if=not_)] = ()
    """What we promised this person, known at once in all their threads and counted against the policy's totals."""


STATE_SLOTS = ("name", "account_tier", "preferred_contact_time")
"""Slots that every profile state shows, null where nobody filled them, in this order."""


def profile_state(document: ProfileDocument, slots: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the profile state as operators and programs read it; `slots` are the others that the rules name."""
    current: dict[str, list[str]] = {}
    for fact in document.facts:
        if fact.superseded_by is None and fact.value:
            current.setdefault(fact.slot, []).append(fact.value)
    named = [*STATE_SLOTS, *sorted({*slots, *current} - set(STATE_SLOTS))]
    values: dict[str, Any] = {s: _slot_value(current.get(s)) for s in named}
    return {
        "entity_id": document.entity_id,
        **{s: values[s] for s in STATE_SLOTS},
        "past_threads": [p.model_dump(mode="json") for p in document.past_threads],
        "outstanding_commitments": [
            c.model_dump(mode="json") for c in document.commitments if c.status is CommitmentStatus.OPEN
        ],
        **{s: values[s] for s in named if s not in STATE_SLOTS},
    }


def _slot_value(values: list[str] | None) -> str | list[str] | None:
    if not values:
        return None
    return values[0] if len(values) == 1 else values
