"""Make the mails that go out: all that is needed to send one again is frozen in it, recipients included."""

from __future__ import annotations

import hashlib
from datetime import datetime

from keepword.agent.guard.outgoing import clean
from keepword.agent.intake.binding import Intake
from keepword.agent.terms import Desk, Mode, Terms
from keepword.memory.state import Reply, ThreadDocument
from keepword.threading.references import reply_references
from keepword.threading.subject import normalise, reply_subject
from keepword.threading.tokens import mint_message_id, mint_reply_address

MAX_SUBJECT = 200
MAX_NOTICE = 4_000
MAX_NAME = 60
MAX_LINE = 100


def make_reply(thread: ThreadDocument, newest: Intake, text: str, desk: Desk, terms: Terms, now: datetime) -> Reply:
    """Make the one reply to a mail: to its writer alone, under a Message-ID derived from the mail."""
    return _outgoing(
        thread, newest, text + _signature(terms), desk, terms, now, kind="reply", to=(newest.person.address,)
    )


def acknowledgement(thread: ThreadDocument, newest: Intake, desk: Desk, terms: Terms, now: datetime) -> Reply:
    """Tell the customer, in the operator's words, that a person will answer."""
    words = terms.acknowledgement.format(
        name=_plain_name(newest), subject=_one_line(newest.message.subject), mailbox=desk.address
    )
    text = words.strip() + _signature(terms)
    return _outgoing(thread, newest, text, desk, terms, now, kind="acknowledgement", to=(newest.person.address,))


def notices(
    thread: ThreadDocument, newest: Intake, reason: str, desk: Desk, terms: Terms, now: datetime
) -> tuple[Reply, ...]:
    """Tell the colleagues of a hand-off, with the thread's state; none where the operator named nobody."""
    if not terms.handoff_to or desk.mode is Mode.OBSERVE:
        return ()
    text = _notice_text(thread, newest, reason, desk)
    notice = _outgoing(thread, newest, text, desk, terms, now, kind="notice", to=terms.handoff_to)
    subject = f"[Keepword] hand-off: {normalise(newest.message.subject).base or '(no subject)'}"
    return (notice.model_copy(update={"subject": subject[:MAX_SUBJECT], "references": (), "reply_to": None}),)


def _plain_name(newest: Intake) -> str:
    """Return the writer's name where it is nothing but a name: a display name may hold links and commands."""
    name = _one_line(newest.person.name)
    plain = all(c.isalpha() or c in " '.-" for c in name) and len(name) <= MAX_NAME
    return name if name and plain else newest.person.address


def _one_line(text: str) -> str:
    return " ".join(clean(text[: 4 * MAX_SUBJECT]).split())[:MAX_LINE]


def _notice_text(thread: ThreadDocument, newest: Intake, reason: str, desk: Desk) -> str:
    state, message = thread.thread_state, newest.message
    items = "".join(f"\n- {item}" for item in state.open_items)
    return (
        f"A conversation needs a person; the agent is silent in it until a colleague answers.\n\n"
        f"Why: {reason}\nFrom: {newest.person.address}\nTo: {desk.address}\nSubject: {_one_line(message.subject)}\n\n"
        f"What was written:\n\n{indented(message.text[:MAX_NOTICE])}\n\n"
        + (f"So far: {state.summary}\n" if state.summary else "")
        + (f"Open:{items}\n" if items else "")
        + f"\nAnswer from {desk.address} with any mail program; the answer is seen in the Sent folder.\n"
        f"All verdicts: keepword why '{message.id}'\nThread: {state.thread_id}\n"
    )


def indented(text: str) -> str:
    """Set a stranger's words apart."""
    return "\n".join(f"    {line}" for line in text.splitlines())


def _signature(terms: Terms) -> str:
    return f"\n\n{terms.signature.strip()}\n" if terms.signature.strip() else ""


def _outgoing(
    thread: ThreadDocument,
    newest: Intake,
    text: str,
    desk: Desk,
    terms: Terms,
    now: datetime,
    *,
    kind: str,
    to: tuple[str, ...],
) -> Reply:
    parent, thread_id = newest.message, thread.thread_state.thread_id
    part = "" if kind == "reply" else kind
    return Reply(
        reply_id=reply_id(kind, newest.key),
        thread_id=thread_id,
        kind=kind,
        in_reply_to=parent.id if parent.message_id else "",
        references=reply_references(parent),
        message_id=mint_message_id(terms.secret, thread_id, parent.id, parent.digest, desk.domain, part),
        sender=desk.address,
        sender_name=desk.display_name,
        to=to,
        reply_to=mint_reply_address(terms.secret, thread_id, desk.address) if desk.reply_token else None,
        subject=" ".join(clean(reply_subject(parent.subject, MAX_SUBJECT)).split()),
        text=text,
        created_at=now,
        mailbox=desk.name,
    )


def reply_id(kind: str, key: str) -> str:
    """Return the id of the one mail of this kind that may answer the mail with this index key."""
    return f"r_{hashlib.sha256(f'{kind}|{key}'.encode()).hexdigest()[:24]}"
