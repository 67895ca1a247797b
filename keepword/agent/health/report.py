"""How the agent is: what works, what waits, and what needs a person, gathered from the store alone.

Nothing here is on the way of a mail: a monitor, a command and the alerts ask, and the store is gone through then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from keepword.agent.health.notices import Notice, notices
from keepword.agent.outcome import Kind
from keepword.agent.remedies import of_login
from keepword.memory.state import (
    UNSETTLED,
    Commitment,
    IndexEntry,
    MailboxDocument,
    Reply,
    ReplyState,
    ThreadDocument,
    ThreadStatus,
)
from keepword.memory.store import Store, message_key

STALLED_POLLS = 3
STALLED_GRACE = timedelta(minutes=5)
LONG_WAIT = timedelta(minutes=30)
"""A mail that waits for longer than this is a person's matter: the model, or the server that sends, is away for good."""
MAX_QUOTE = 200

WAITING_STATES = (ReplyState.PENDING, ReplyState.TRANSMITTING)
COUNTED_STATES = tuple(sorted(UNSETTLED))


class Status(StrEnum):
    """`attention`: all works, and something needs a person; `failing`: a mailbox is not being read."""

    OK = "ok"
    ATTENTION = "attention"
    FAILING = "failing"


class Trouble(StrEnum):
    """The kinds of what needs a person, the gravest first."""

    NEEDS_REAUTH = "needs_reauth"
    STALLED = "stalled"
    WAITING = "waiting"
    UNKNOWN_REPLY = "unknown_reply"
    FAILED_REPLY = "failed_reply"
    OVERDUE_COMMITMENT = "overdue_commitment"
    QUARANTINED = "quarantined"
    FILES = "files"
    EMBEDDINGS = "embeddings"
    HANDOFF = "handoff"


FATAL = frozenset({Trouble.NEEDS_REAUTH, Trouble.STALLED})
TOLD_ELSEWHERE = frozenset({Trouble.HANDOFF, Trouble.EMBEDDINGS})
"""What no alert is sent for: a hand-off has a mail of its own; without vectors mail is answered all the same."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that needs a person. `key` is the same as long as it lasts, and another for the next one of its kind."""

    kind: Trouble
    key: str
    mailbox: str
    text: str
    remedy: str
    since: datetime | None = None
    """Since when, where that is known."""


@dataclass(frozen=True, slots=True)
class MailboxHealth:
    """One mailbox: when it was last read without fault, what went wrong last, how many mails are to be tried again."""

    mailbox: str
    last_good_poll: datetime | None = None
    last_error: str = ""
    last_error_at: datetime | None = None
    needs_reauth: bool = False
    stalled: bool = False
    alive: bool = True
    """Whether somebody has tried to read it lately, with or without success."""
    waiting: int = 0
    waiting_since: datetime | None = None
    """Since when the oldest mail waits that could not be handled, or whose answer could not be sent; and why."""
    waiting_for: str = ""
    late: bool = False
    """Whether that has lasted for too long."""


@dataclass(frozen=True, slots=True)
class Health:
    """Everything at one time; `replies` counts the unsettled ones by state, the ages of the oldest are in seconds."""

    at: datetime
    mailboxes: tuple[MailboxHealth, ...] = ()
    replies: Mapping[str, int] | None = None
    handoffs: int = 0
    quarantined: int = 0
    overdue_commitments: int = 0
    oldest_waiting: float | None = None
    oldest_handoff: float | None = None
    problems: tuple[Problem, ...] = ()
    store: Mapping[str, float] | None = None
    """What this process has asked of a store whose use has a price, for metrics."""

    @property
    def status(self) -> Status:
        """Say how it is, in a word."""
        if any(p.kind in FATAL for p in self.problems):
            return Status.FAILING
        return Status.ATTENTION if self.problems else Status.OK

    @property
    def alive(self) -> bool:
        """Say whether every mailbox has somebody who tries to read it."""
        return all(m.alive for m in self.mailboxes)

    def line(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "status": self.status.value,
            "alive": self.alive,
            "at": self.at.isoformat(),
            "mailboxes": [_plain(asdict(m)) for m in self.mailboxes],
            "replies": dict(self.replies or {}),
            "handoffs": self.handoffs,
            "quarantined": self.quarantined,
            "overdue_commitments": self.overdue_commitments,
            "waiting": sum(m.waiting for m in self.mailboxes),
            "oldest_waiting_seconds": self.oldest_waiting,
            "oldest_handoff_seconds": self.oldest_handoff,
            "problems": [_plain(asdict(p)) for p in self.problems],
        }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


async def examine(
    store: Store, poll_every: Mapping[str, float], now: datetime, by_token: Collection[str] = ()
) -> Health:
    """Look at everything; `poll_every` names the mailboxes and the seconds between their polls.

    `by_token` are the mailboxes that log in with OAuth 2.0: what is to be done differs where that is refused. Raises
    `StoreUnreachable` where the store cannot be read.
    """
    found = [await store.mailbox(name) for name in poll_every]
    boxes = [b.value if b else MailboxDocument(name=n) for b, n in zip(found, poll_every, strict=True)]
    replies = [r async for t in store.outbox() for r in t.value.replies if r.state in UNSETTLED]
    mailboxes = tuple(mailbox_health(b, poll_every[b.name], now, replies) for b in boxes)
    overdue = [c async for c in store.overdue(now.date())]
    quarantined = [m.value async for m in store.messages(outcome="quarantined")]
    handoffs = [t.value async for t in store.threads(ThreadStatus.HANDOFF)]
    noticed = [n async for n in notices(store.documents)]
    return Health(
        at=now,
        mailboxes=mailboxes,
        replies={state.value: sum(r.state is state for r in replies) for state in COUNTED_STATES},
        handoffs=len(handoffs),
        quarantined=len(quarantined),
        overdue_commitments=len(overdue),
        oldest_waiting=_age([m.waiting_since for m in mailboxes], now),
        oldest_handoff=_age([handed_off_at(t) for t in handoffs], now),
        problems=problems_of(mailboxes, replies, overdue, quarantined, handoffs, by_token, noticed),
    )


def _age(times: Iterable[datetime | None], now: datetime) -> float | None:
    """Return the seconds since the first of these times; None where there is none."""
    return max(((now - t).total_seconds() for t in times if t is not None), default=None)


def handed_off_at(thread: ThreadDocument) -> datetime | None:
    """Return since when a thread waits for a person: its first mail of the last ones that all were handed off."""
    since = thread.thread_state.last_message_at
    for message in reversed(thread.messages):
        if message.outcome != Kind.HANDOFF:
            break
        since = message.at
    return since


def mailbox_health(
    box: MailboxDocument, poll_every: float, now: datetime, replies: Sequence[Reply] = ()
) -> MailboxHealth:
    """Judge one mailbox. One that nobody has ever tried to read is not stalled, for nobody has begun."""
    patience = STALLED_POLLS * timedelta(seconds=poll_every) + STALLED_GRACE
    tried = max(filter(None, (box.last_good_poll, box.last_error_at)), default=None)
    good, (since, reason) = box.last_good_poll, _waiting(box, replies, now)
    return MailboxHealth(
        mailbox=box.name,
        last_good_poll=good,
        last_error=box.last_error,
        last_error_at=box.last_error_at if box.last_error else None,
        needs_reauth=box.needs_reauth,
        stalled=tried is not None and (good is None or now - good > patience),
        alive=tried is not None and now - tried <= patience,
        waiting=len(box.attempts),
        waiting_since=since,
        waiting_for=reason,
        late=since is not None and now - since > LONG_WAIT,
    )


def _waiting(box: MailboxDocument, replies: Sequence[Reply], now: datetime) -> tuple[datetime | None, str]:
    """Return since when the oldest mail or answer waits, and why; None and nothing where none does."""
    found = [(a.since or now, a.reason) for a in box.attempts]
    found += [(r.created_at, r.reason) for r in replies if r.mailbox == box.name and r.state in WAITING_STATES]
    return min(found, default=(None, ""), key=lambda pair: pair[0])


def problems_of(
    mailboxes: Sequence[MailboxHealth],
    replies: Sequence[Reply],
    overdue: Sequence[Commitment],
    quarantined: Sequence[IndexEntry],
    handoffs: Sequence[ThreadDocument] = (),
    by_token: Collection[str] = (),
    noticed: Iterable[Notice] = (),
) -> tuple[Problem, ...]:
    """Return what needs a person, the gravest first, and of each kind the oldest first."""
    found = [_reauth(m, by_token=m.mailbox in by_token) for m in mailboxes if m.needs_reauth]
    found += [_stalled(m) for m in mailboxes if m.stalled and not m.needs_reauth]
    found += [_late(m) for m in mailboxes if m.late]
    found += [_reply(r) for r in replies if r.state in _REPLY_TROUBLES]
    found += [_overdue(c) for c in overdue]
    found += [_quarantined(m) for m in quarantined]
    found += [_handoff(t) for t in handoffs]
    found += [Problem(Trouble(n.kind), n.key, "", n.text, n.remedy, n.since) for n in noticed]
    order, ever = list(Trouble), datetime.max.replace(tzinfo=UTC)
    return tuple(sorted(found, key=lambda p: (order.index(p.kind), p.since or ever, p.key)))


def _reauth(box: MailboxHealth, *, by_token: bool) -> Problem:
    text = f"The server of mailbox {box.mailbox} refuses our login: {box.last_error}"
    remedy = f"{of_login(box.mailbox, 'imap', by_token=by_token)}; nothing is lost meanwhile"
    return Problem(Trouble.NEEDS_REAUTH, f"needs_reauth:{box.mailbox}", box.mailbox, text, remedy)


def _stalled(box: MailboxHealth) -> Problem:
    since = f"since {_minute(box.last_good_poll)}" if box.last_good_poll else "yet"
    if box.alive or box.last_error:
        why = f": {box.last_error}" if box.last_error else ""
        text = f"Mailbox {box.mailbox} could not be read {since}{why}"
        remedy = "`keepword doctor` tries every server and says what is missing"
    else:
        text = f"Nobody has tried to read mailbox {box.mailbox} {since}"
        remedy = "start `keepword run`; `keepword workers` shows who is at work"
    return Problem(Trouble.STALLED, f"stalled:{box.mailbox}", box.mailbox, text, remedy, box.last_good_poll)


def _late(box: MailboxHealth) -> Problem:
    since = _minute(box.waiting_since) if box.waiting_since else "long ago"
    text = f"Mail of mailbox {box.mailbox} waits since {since}: {box.waiting_for or 'its answer was not sent yet'}"
    remedy = "`keepword doctor` tries every server; what waits goes on by itself once they work"
    return Problem(Trouble.WAITING, f"waiting:{box.mailbox}", box.mailbox, text, remedy, box.waiting_since)


_REPLY_TROUBLES = {
    ReplyState.UNKNOWN: (Trouble.UNKNOWN_REPLY, "may have been sent or not"),
    ReplyState.FAILED: (Trouble.FAILED_REPLY, "could not be sent"),
}


def _reply(reply: Reply) -> Problem:
    kind, what = _REPLY_TROUBLES[reply.state]
    text = f'The {reply.kind} to {", ".join(reply.to)}, "{reply.subject}", {what}: {reply.reason}'
    remedy = f"look, then `keepword reply {reply.reply_id} confirm` (it was sent), `retry` or `discard`"
    return Problem(kind, f"{kind}:{reply.reply_id}", reply.mailbox, text, remedy, reply.created_at)


def _overdue(commitment: Commitment) -> Problem:
    amount = f" of {commitment.amount} {commitment.currency}" if commitment.amount else ""
    text = f'A promise ({commitment.kind}{amount}) was due on {commitment.due}: "{commitment.quote[:MAX_QUOTE]}"'
    remedy = f"keep it, then `keepword commitment {commitment.commitment_id} kept --note …` (or broken, withdrawn)"
    key = f"overdue:{commitment.commitment_id}:{commitment.due}"
    due = datetime.combine(commitment.due, time(), UTC) if commitment.due else None
    return Problem(Trouble.OVERDUE_COMMITMENT, key, "", text, remedy, due)


def _quarantined(entry: IndexEntry) -> Problem:
    text = f"The mail {entry.message_id} could not be handled: {entry.reason}"
    remedy = f"answer it from the Quarantine folder; `keepword why '{entry.message_id}'` says more"
    key = f"quarantined:{message_key(entry.message_id)}:{entry.at.astimezone(UTC).isoformat()}"
    return Problem(Trouble.QUARANTINED, key, entry.mailbox, text, remedy, entry.at)


def _handoff(thread: ThreadDocument) -> Problem:
    id_, since = thread.thread_state.thread_id, handed_off_at(thread)
    waits = f" since {_minute(since)}" if since else ""
    text = f'The thread "{thread.subject}" of {thread.owner} waits for a colleague{waits}: {thread.handoff_reason}'
    remedy = f"answer it from the mailbox; `keepword thread {id_}` shows it, `keepword threads hand-back {id_}` gives it back"
    return Problem(Trouble.HANDOFF, f"handoff:{id_}:{thread.epoch}", thread.mailbox, text, remedy, since)


def _minute(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
