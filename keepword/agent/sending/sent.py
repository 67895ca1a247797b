"""The Sent folder, watched: what colleagues answer from any mail program is part of the thread.

A draft of ours that a colleague sends is known by its Message-ID, or, where the mail program gave it another, by the mail
that it answers and its words.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from keepword.agent.intake.binding import Intake, bind
from keepword.agent.ports import Fetched, Folder, Mailbox
from keepword.agent.tallying import keep_tally
from keepword.agent.terms import Desk, Terms
from keepword.errors import Changed, KeepwordError
from keepword.memory.commitments.reading import merge_commitments, read_in_thread
from keepword.memory.state import Reply, ReplyState, Speaker, ThreadDocument
from keepword.memory.store import Store
from keepword.threading.entity import address_key
from keepword.threading.message import Message
from keepword.threading.read import read
from keepword.threading.tokens import entity_id, read_message_id
from keepword.threading.verdicts import Authentication, Level, Person

AS_IT_WAS = "sent by a colleague as it was"
EDITED = "sent by a colleague, edited"
INSTEAD = "a colleague answered instead"
DELETED = "deleted by a colleague"
BY_OPERATOR = "decided by the operator"
ALIKE = 0.5
COMPARED = 4_000

BATCH = 50
RECIPIENTS = 5


class SentFolder:
    """What has come into the Sent folder since we last looked; mails wait here until the poll has taken them in.

    `validity` and `seen` (UIDVALIDITY and UID) are where we stand; 0 and 0 before the very first look, which takes nothing:
    what was sent before us is none of our threads.
    """

    def __init__(self, mailbox: Mailbox, validity: int = 0, seen: int = 0) -> None:
        self._mailbox = mailbox
        self.validity = validity
        self.seen = seen
        self._waiting: list[Fetched] = []
        self._failures: dict[int, int] = {}

    @property
    def cursor(self) -> int:
        """The UID up to which all is taken in: where another process goes on."""
        return min((m.uid - 1 for m in self._waiting), default=self.seen)

    def resume(self, validity: int, seen: int) -> None:
        """Go on where an earlier process stood."""
        if not self.validity:
            self.validity, self.seen = validity, seen

    async def look(self) -> None:
        """Fetch what is new in the folder."""
        standing = await self._mailbox.standing(Folder.SENT)
        if not self.validity:
            self.validity, self.seen = standing.uidvalidity, standing.uidnext - 1
        elif self.validity != standing.uidvalidity:
            self.validity, self.seen = standing.uidvalidity, 0
        while standing.uidnext - 1 > self.seen and (
            mails := await self._mailbox.fetch_after(self.seen, BATCH, Folder.SENT)
        ):
            self._waiting += mails
            self.seen = mails[-1].uid
        self.seen = max(self.seen, standing.uidnext - 1)

    def waiting(self) -> Sequence[Fetched]:
        """Return the mails that are not taken in yet, oldest first."""
        return tuple(self._waiting)

    def taken(self, mail: Fetched) -> None:
        """Forget a mail that was taken in."""
        self._waiting.remove(mail)
        self._failures.pop(mail.uid, None)

    def failed(self, mail: Fetched) -> int:
        """Count that a mail could not be taken in, and return how often that was; it goes on waiting."""
        self._failures[mail.uid] = self._failures.get(mail.uid, 0) + 1
        return self._failures[mail.uid]


_VOUCHED = Authentication(Level.VERIFIED, "stands in our own Sent folder")


async def take_in_sent(fetched: Fetched, desk: Desk, terms: Terms, store: Store, now: datetime) -> Intake | None:
    """Take in a mail of the Sent folder: a colleague's as an intake to be handled; ours, or one seen before, as None.

    Raises `KeepwordError` where the server does not give this one mail out.
    """
    if fetched.fault:
        raise KeepwordError(fetched.fault)
    message = read(fetched.raw)
    if (message.header("auto-submitted") or "no").strip().lower() != "no":
        return None
    own = read_message_id(terms.secret, message.id)
    if own is not None:
        await _sent_by_hand(own.thread_id, message, store, now)
        return None
    if await _to_somebody_forgotten(message, terms, store):
        return None
    writer = message.author
    address = writer.address if writer else desk.address
    person = Person(address_key(address), address, writer.name if writer else "", colleague=True)
    intake = await bind(fetched.uid, message, person, _VOUCHED, desk, terms, store, now)
    return replace(intake, folder=Folder.SENT)


async def _to_somebody_forgotten(message: Message, terms: Terms, store: Store) -> bool:
    """Say whether a mail was sent to a person who was forgotten since: a fresh look at the folder brings nothing back."""
    for address in message.to[:RECIPIENTS]:
        known = await store.identity(entity_id(terms.secret, address_key(address.address)))
        until = known.value.forgotten_at if known else None
        if until is not None and message.date is not None and message.date <= until:
            return True
    return False


async def _sent_by_hand(thread_id: str, message: Message, store: Store, now: datetime) -> None:
    """Note on a draft of ours that it was sent, and whether as it was; its words join the thread's memory."""
    while (thread := await store.thread(thread_id)) is not None:
        reply = next((r for r in thread.value.replies if r.message_id == message.id), None)
        if reply is None or reply.state is ReplyState.SENT:
            return
        value = sent_by_colleague(thread.value, reply, message, now)
        try:
            await store.save_thread(value, thread.etag)
        except Changed:
            continue
        await keep_tally(thread.value, value, store, now)
        return


def sent_by_colleague(thread: ThreadDocument, reply: Reply, message: Message, now: datetime) -> ThreadDocument:
    """Return the thread with a draft as sent: with the words that really went out, and what they promise."""
    sent = reply.model_copy(
        update={
            "state": ReplyState.SENT,
            "reason": AS_IT_WAS if alike(reply.text, message.text) == 1 else EDITED,
            "text": message.text,
            "sent_at": message.date or now,
            "candidates": (),
        }
    )
    found = read_in_thread(thread, message.text, message.id, Speaker.COLLEAGUE, message.date or now)
    updated = thread.model_copy(
        update={
            "replies": tuple(sent if r.reply_id == reply.reply_id else r for r in thread.replies),
            "commitments": merge_commitments(thread.commitments, found),
        }
    )
    return with_used_summaries(updated, thread)


def with_used_summaries(thread: ThreadDocument, before: ThreadDocument) -> ThreadDocument:
    """Take in the summary that waited with a draft which has now been sent as it was; an edited one's may be wrong by now."""
    waiting = {r.reply_id for r in before.replies if r.state is ReplyState.DRAFT}
    used = [r for r in thread.replies if r.reply_id in waiting and r.state is ReplyState.SENT and r.reason == AS_IT_WAS]
    if not used or not used[-1].summary:
        return thread
    return thread.model_copy(
        update={"thread_state": thread.thread_state.model_copy(update={"summary": used[-1].summary})}
    )


def fate(draft: Reply, answer: Message) -> str:
    """Say what a colleague's own answer makes of a draft: it was sent as it was, was edited, or was thrown away."""
    if draft.in_reply_to not in answer.in_reply_to:
        return INSTEAD
    likeness = alike(draft.text, answer.text)
    if likeness == 1:
        return AS_IT_WAS
    return EDITED if likeness >= ALIKE else INSTEAD


def recipients(message: Message) -> frozenset[str]:
    """Return the address keys of all to whom a mail is addressed."""
    return frozenset(address_key(a.address) for a in (*message.to, *message.cc))


def goes_to_owner(thread: ThreadDocument, message: Message) -> bool:
    """Say whether a colleague's mail is addressed to the thread's owner, under any address that they wrote from."""
    entity = thread.thread_state.entity_id
    theirs = {address_key(m.address) for m in thread.messages if m.entity_id == entity}
    known = theirs | {address_key(thread.owner)} if thread.owner else theirs
    expected = {thread.expected} if thread.owner_is_colleague and thread.expected else set()
    return bool(recipients(message) & (expected or known))


def beside_colleague(reply: Reply, answer: Message, now: datetime) -> Reply:
    """Return what becomes of a reply of ours once a colleague has answered: a draft was used, or is not needed any more."""
    # A mail program that saves an edited draft under a new id makes ours look deleted.
    edited = reply.state is ReplyState.DISCARDED and reply.reason == DELETED
    ours = edited or reply.state in {ReplyState.PENDING, ReplyState.DRAFT}
    if not ours or not recipients(answer) & {address_key(a) for a in reply.to}:
        return reply
    what = fate(reply, answer) if edited or reply.state is ReplyState.DRAFT else INSTEAD
    if what == INSTEAD and edited:
        return reply
    if what == INSTEAD:
        return reply.model_copy(update={"state": ReplyState.DISCARDED, "reason": INSTEAD})
    # The colleague's mail is a turn of its own, under the id that the mail program gave it.
    used = {"state": ReplyState.SENT, "reason": what, "provider_id": answer.id, "sent_at": answer.date or now}
    return reply.model_copy(update={**used, "turn_written": True, "candidates": ()})


def alike(one: str, other: str) -> float:
    """Return how alike two texts are, 0..1: by words, white space aside; 1 only where they are the same."""
    first, second = one.split()[:COMPARED], other.split()[:COMPARED]
    if first == second:
        return 1.0
    return min(difflib.SequenceMatcher(None, first, second, autojunk=True).quick_ratio(), 0.999)


def answers_by_hand(mails: Sequence[Fetched], message_id: str, terms: Terms) -> bool:
    """Say whether one of these mails of the Sent folder is a person's answer to a mail."""
    for mail in mails:
        message = read(mail.raw)
        by_hand = (message.header("auto-submitted") or "no").strip().lower() == "no"
        if by_hand and message_id in (*message.in_reply_to, *message.references[-1:]):
            return True
    return False
