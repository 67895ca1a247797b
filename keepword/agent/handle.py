"""The conductor: one turn of one thread, from the mails that came in to the answer that goes out.

    recall ─► brief ─► model ─► guard ─► commit ─► send
    2 reads   pure     1 call   pure     2 writes  SMTP and 2 writes

Gather, decide, act. Every callee takes values and returns a value. The turn's raw text and trace are written first, then one
write of the thread's document commits the new state with the reply in it; only then is anything sent.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from keepword.agent.ask import ask
from keepword.agent.bookkeeping import (
    KEPT_DIGESTS,
    answered_by_colleague,
    is_committed,
    opened,
    participates,
    replies_to_write,
    with_outcome,
    written,
)
from keepword.agent.brief.assemble import Mail, assemble, shorten
from keepword.agent.decide import Decision, answered, colleague_answered, hand_off, silent
from keepword.agent.handoff.attachments import depends_on_attachment
from keepword.agent.handoff.topics import handoff_topic
from keepword.agent.intake.binding import Intake
from keepword.agent.intake.caps import capped
from keepword.agent.intake.following import current_thread
from keepword.agent.intake.intake import note_duplicate
from keepword.agent.joining import join, mark_joined, others_to_join, proven_by
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.mail.compose import compose
from keepword.agent.models.prompt import messages as prompt_messages
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ports import Folder, Mailbox, Model, Outbox
from keepword.agent.recall import about
from keepword.agent.search.meaning import Meaning
from keepword.agent.sending.deliver import deliver, keep_copy
from keepword.agent.sending.replies import reply_id
from keepword.agent.sending.sent import SentFolder, answers_by_hand
from keepword.agent.tallying import reserve, standing
from keepword.agent.terms import Desk, Terms
from keepword.agent.trace import intake_trace, model_trace, verdict_trace
from keepword.agent.turns import customer_turn, turn_id, write_turns
from keepword.errors import AlreadyThere, Changed
from keepword.memory.promises import Standing
from keepword.memory.state import (
    ProfileDocument,
    ReplyState,
    ThreadDocument,
    ThreadStatus,
)
from keepword.memory.store import Store, Versioned
from keepword.memory.tally import waiting
from keepword.threading.verdicts import Rule

PASSAGES = 4
BURST_CHARACTERS = 20_000
_DELIVERABLE = (ReplyState.PENDING, ReplyState.TRANSMITTING)


@dataclass(frozen=True, slots=True)
class Ports:
    """The outside, as one desk's conductor reaches it; `sent` is the desk's Sent folder, watched for colleagues' answers."""

    store: Store
    mailbox: Mailbox
    outbox: Outbox
    model: Model
    knowledge: Knowledge
    sent: SentFolder
    meaning: Meaning = field(default_factory=Meaning)


@dataclass(frozen=True, slots=True)
class Course:
    """What was decided and the trace that says why."""

    decision: Decision
    trace: dict[str, Any]


async def handle(
    turn_in: Sequence[Intake], desk: Desk, terms: Terms, ports: Ports, uidvalidity: int, now: datetime
) -> tuple[Outcome, ...]:
    """Handle the mails of one thread that wait together, in order, with one answer to the newest.

    Raises `ModelUnreachable`, `StoreUnreachable`, `MailboxUnreachable`: nothing is lost then, the same call may be made again.
    """
    thread = turn_in[-1].thread
    to_read = thread is None and not all(i.resolution.rule is Rule.NEW and not i.resumed for i in turn_in)
    for attempt in range(5):
        try:
            if to_read or attempt:
                thread = await current_thread(ports.store, turn_in[-1].resolution.thread_id)
            return await _handle(turn_in, thread, desk, terms, ports, uidvalidity, now, again=attempt > 0)
        except (Changed, AlreadyThere):
            continue  # somebody else wrote to the thread: read again, decide again
    raise Changed(f"thread {turn_in[-1].resolution.thread_id} keeps changing; the mail is tried again later")


async def _handle(
    turn_in: Sequence[Intake],
    thread: Versioned[ThreadDocument] | None,
    desk: Desk,
    terms: Terms,
    ports: Ports,
    uidvalidity: int,
    now: datetime,
    *,
    again: bool,
) -> tuple[Outcome, ...]:
    fresh = await _fresh(turn_in, thread, ports.store)
    known = tuple(_known_outcome(i, thread, desk, uidvalidity) for i in turn_in if i not in fresh)
    if thread is not None and known:
        thread = await _finish(thread, turn_in, desk, ports, now)
        await _keep_copies(thread.value, known, ports)
    await _note_duplicates(turn_in, known, desk, ports.store, now)
    if not fresh:
        return known
    base = opened(thread.value if thread else None, fresh, desk, uidvalidity, now)
    joined = await others_to_join(base, proven_by(fresh[-1]), ports.store)
    course = await _decide(join(base, joined), fresh, desk, terms, ports, now)
    outcomes = _outcomes(course.decision, fresh, desk)
    again = again or any(i.resumed for i in fresh)
    committed = await _commit(course, thread, fresh, outcomes, terms, ports.store, now, again=again)
    await mark_joined(joined, committed.value, ports.store)
    await _send(committed, desk, terms, ports, now)
    return (*known, *outcomes)


async def _note_duplicates(
    turn_in: Sequence[Intake], known: Sequence[Outcome], desk: Desk, store: Store, now: datetime
) -> None:
    """Write down which mails came again, so that `why` can say so."""
    again = {o.uid for o in known if o.outcome is Kind.DUPLICATE}
    for intake in turn_in:
        entry = await store.message(intake.key) if intake.uid in again else None
        if entry is not None:
            where = desk.name if intake.folder is Folder.INBOX else f"{desk.name} {intake.folder}"
            await note_duplicate(store, intake.key, entry, where, intake.uid, now)


async def _fresh(
    turn_in: Sequence[Intake], thread: Versioned[ThreadDocument] | None, store: Store
) -> tuple[Intake, ...]:
    """Return the mails whose outcome is not committed yet; of one that was delivered twice, the first."""
    first = {i.message.digest: i for i in reversed(turn_in)}.values()
    document = thread.value if thread else None
    return tuple([i for i in turn_in if i in first and not await _is_done(i, document, store)])


async def _is_done(intake: Intake, thread: ThreadDocument | None, store: Store) -> bool:
    if thread is not None and is_committed(thread, intake.message.digest):
        return True
    if intake.archived:  # a claim outlives its thread, which may have gone since, or have begun anew
        return True
    if not intake.resumed or thread is None or len(thread.committed) < KEPT_DIGESTS:
        return False
    # Very old mails of a very long thread have left the document; their turns are still there.
    return bool(await store.turn(intake.entity_id, thread.thread_state.thread_id, turn_id(intake.key)))


def _known_outcome(intake: Intake, thread: Versioned[ThreadDocument] | None, desk: Desk, uidvalidity: int) -> Outcome:
    """Say what became of a mail that was committed before: its own outcome after a crash, else a duplicate."""
    if thread is None:
        reason = "handled long ago; its thread was archived" if intake.resumed else "came twice at once"
        place = (intake.resolution.thread_id, intake.entity_id, None, intake.folder)
        return Outcome(desk.name, intake.uid, intake.message.id, Kind.DUPLICATE, reason, *place)
    entry = next((m for m in thread.value.messages if m.digest == intake.message.digest), None)
    reply = next((r for r in thread.value.replies if r.reply_id == reply_id("reply", intake.key)), None)
    same = entry is not None and (entry.mailbox, entry.uidvalidity, entry.uid) == (desk.name, uidvalidity, intake.uid)
    kind = Kind(entry.outcome) if entry is not None and same else Kind.DUPLICATE
    return Outcome(
        desk.name,
        intake.uid,
        intake.message.id,
        kind,
        entry.reason if entry is not None and same else f"already {entry.outcome if entry else 'handled'}",
        thread.value.thread_state.thread_id,
        intake.entity_id,
        reply.message_id if reply and kind is not Kind.DUPLICATE else None,
        intake.folder,
    )


async def _finish(
    thread: Versioned[ThreadDocument], turn_in: Sequence[Intake], desk: Desk, ports: Ports, now: datetime
) -> Versioned[ThreadDocument]:
    """Bring what was committed before a crash to its end."""
    ids = {reply_id(kind, i.key) for i in turn_in for kind in ("reply", "acknowledgement", "notice")}
    for reply in thread.value.replies:
        if reply.reply_id in ids and reply.state in _DELIVERABLE:
            thread = await deliver(thread, reply.reply_id, desk, ports.store, ports.mailbox, ports.outbox, now)
    return thread


async def _keep_copies(thread: ThreadDocument, known: Sequence[Outcome], ports: Ports) -> None:
    """Put the copies into the Sent folder that a crash right after sending has left out."""
    ids = {o.reply_message_id for o in known if o.outcome is Kind.REPLIED}
    for reply in thread.replies:
        if reply.message_id in ids and reply.state is ReplyState.SENT:
            await keep_copy(reply, compose(reply, now=reply.created_at), ports.mailbox)


async def _decide(
    thread: ThreadDocument, turn_in: Sequence[Intake], desk: Desk, terms: Terms, ports: Ports, now: datetime
) -> Course:
    newest = turn_in[-1]
    trace = intake_trace(newest)
    before = _without_model(thread, turn_in, desk, terms, now)
    if before is not None:
        return Course(before, trace)
    stands = await standing(thread, newest, terms.policy, ports.store, now)
    profile = await _recall(thread, newest, stands, ports.store)
    mail = _mail_of(thread, turn_in)
    found = await about(mail.asked, profile, terms.slots, ports.knowledge, ports.store.documents, ports.meaning, now)
    brief = assemble(
        terms=terms,
        thread=None if mail.participant else thread,
        profile=profile,
        knowledge=ports.knowledge.search(mail.asked, PASSAGES, now.date(), found.question),
        mail=mail,
        standing=stands,
        facts_first=found.facts,
        fence=fence(terms.secret, newest.message.digest),
        now=now,
    )
    answer = await ask(ports.model, brief)
    decision = answered(thread, turn_in, answer, desk, terms, now)
    trace |= model_trace(brief, prompt_messages(brief), answer)
    trace["candidates"] = {
        "refused": verdict_trace(decision.verdicts),
        "kept": [c.model_dump(mode="json") for c in decision.thread.candidates if c.message_id == newest.message.id],
    }
    return Course(decision, trace)


def _without_model(
    thread: ThreadDocument, turn_in: Sequence[Intake], desk: Desk, terms: Terms, now: datetime
) -> Decision | None:
    """Decide what needs no model: a colleague's mail, a thread that a person has in hand, a topic that is a person's job."""
    newest = turn_in[-1]
    if newest.person.colleague:
        return colleague_answered(thread, newest, desk, now)
    if answered_by_colleague(thread, newest.message.id):
        return silent(thread, Kind.COLLEAGUE, "a colleague has answered it already")
    if newest.answered_elsewhere:
        return silent(thread, Kind.COLLEAGUE, "the mailbox has it down as answered already")
    topic = handoff_topic("\n".join(i.message.text for i in turn_in), terms.policy)
    if thread.state is ThreadStatus.HANDOFF:
        return silent(thread, Kind.HANDOFF, f"waits for a colleague: {thread.handoff_reason}")
    if topic is not None:
        return hand_off(thread, newest, f"topic: {topic}", desk, terms, now)
    if terms.policy.attachments and any(depends_on_attachment(i.message) for i in turn_in):
        return hand_off(thread, newest, "attachment: the answer depends on what is attached", desk, terms, now)
    # Anybody who knows a Message-ID of ours can forge a bounce; a verified mail from the address says that it is alive.
    if newest.identity is not None and newest.identity.undeliverable and not newest.verified:
        return hand_off(thread, newest, f"undeliverable: {newest.identity.undeliverable}", desk, terms, now)
    if capped(thread, terms.limits.per_thread, now.date(), participant=participates(thread, newest)):
        return silent(thread, Kind.GATED, "thread_cap")
    return None


async def _recall(thread: ThreadDocument, newest: Intake, stands: Standing, store: Store) -> ProfileDocument | None:
    """Read the writer's profile, where the writer is surely the thread's owner and a person.

    What their other threads promised, and no promotion has brought to the profile yet, is shown beside its ledger.
    """
    if not newest.verified or newest.person.shared or newest.entity_id != thread.thread_state.entity_id:
        return None
    profile = await store.profile(newest.entity_id)
    value = profile.value if profile else ProfileDocument(entity_id=newest.entity_id)
    more = waiting(stands.given, stands.thread_id, value.commitments)
    return value.model_copy(update={"commitments": (*value.commitments, *more)}) if more else value


def _mail_of(thread: ThreadDocument, turn_in: Sequence[Intake]) -> Mail:
    newest = turn_in[-1]
    each = BURST_CHARACTERS // len(turn_in)
    return Mail(
        subject=newest.message.subject,
        writer_name=newest.person.name,
        text="\n\n".join(shorten(i.message.text, each) for i in turn_in),
        sent_at=newest.message.date,
        attachments=tuple(a.name for a in newest.message.attachments),
        authentication=newest.authentication.level,
        participant=newest.entity_id != thread.thread_state.entity_id,
    )


def fence(secret: bytes, digest: str) -> str:
    """Return the delimiter of a mail's text: no stranger can guess it, and a replay gets the same."""
    return hmac.new(secret, f"fence|{digest}".encode(), hashlib.sha256).hexdigest()[:16]


def _outcomes(decision: Decision, turn_in: Sequence[Intake], desk: Desk) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            desk.name,
            i.uid,
            i.message.id,
            decision.outcome,
            decision.reason if i is turn_in[-1] else f"answered together with {turn_in[-1].message.id}",
            decision.thread.thread_state.thread_id,
            i.entity_id,
            decision.reply.message_id if decision.reply else None,
            i.folder,
        )
        for i in turn_in
    )


async def _commit(
    course: Course,
    thread: Versioned[ThreadDocument] | None,
    turn_in: Sequence[Intake],
    outcomes: Sequence[Outcome],
    terms: Terms,
    store: Store,
    now: datetime,
    *,
    again: bool,
) -> Versioned[ThreadDocument]:
    """Write the turns, then the thread's document: from here on the mail is handled, whatever happens.

    What the answer promises is counted first, so that no other thread can promise it as well.
    """
    decision = course.decision
    before = thread.value if thread else None
    await reserve(before, decision.thread, decision.reply, terms.policy, store, now, again=again)
    done = replies_to_write(decision.thread)
    records = [
        customer_turn(i, decision.thread.thread_state.thread_id, o, course.trace, now)
        for i, o in zip(turn_in, outcomes, strict=True)
    ]
    await write_turns(store, decision.thread, records, done)
    value = with_outcome(written(decision.thread, done), turn_in, decision.outcome, decision.reason)
    return Versioned(value, await store.save_thread(value, thread.etag if thread else None))


async def _send(
    thread: Versioned[ThreadDocument], desk: Desk, terms: Terms, ports: Ports, now: datetime
) -> Versioned[ThreadDocument]:
    """Send what the commit holds. What is not sent now stays in the document, and the sweep looks at it again."""
    waiting = [r for r in thread.value.replies if r.state is ReplyState.PENDING and r.next_attempt_at is None]
    if any(r.kind == "reply" for r in waiting):
        await ports.sent.look()
    for reply in waiting:
        if reply.kind == "reply" and answers_by_hand(ports.sent.waiting(), reply.in_reply_to, terms):
            continue  # a colleague was faster: the next look at the Sent folder takes that answer in and discards ours
        try:
            thread = await deliver(thread, reply.reply_id, desk, ports.store, ports.mailbox, ports.outbox, now)
        except Changed:
            break  # a newer word stands in the thread: the sweep looks whether this one is still to be said
    return thread
