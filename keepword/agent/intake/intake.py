"""Gather what one mail is: read it, judge it, find its writer, and bind it to its thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from keepword.agent.intake.binding import Identified, Indexed, Intake, bind, found_as, known_as
from keepword.agent.intake.bounces import TiedBounce, note_bounce
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ports import Fetched
from keepword.agent.terms import Desk, Terms
from keepword.agent.trace import gate_trace
from keepword.errors import Changed, KeepwordError
from keepword.memory.state import IndexEntry
from keepword.memory.store import Note, Store, Versioned, message_key
from keepword.memory.store_bodies import seconds_left
from keepword.threading.authentication import authenticate
from keepword.threading.entity import identify, level_of
from keepword.threading.gate import Counts, Own, judge
from keepword.threading.message import Message
from keepword.threading.read import read
from keepword.threading.subject import normalise
from keepword.threading.tokens import entity_id, read_message_id
from keepword.threading.verdicts import Authentication, Gate, GateVerdict, Level, Person

FORGOTTEN = "forgotten"
"""Why a mail from before its writer was erased gets no answer; nothing of it is written down."""

_OPEN = frozenset({"", Kind.QUARANTINED})
"""Outcomes of an index entry that leave its mail to be handled: claimed only, or moved back out of Quarantine."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a mail itself tells, read without any look at the store. `key` is its first one in the message index."""

    fetched: Fetched
    message: Message
    key: str
    authentication: Authentication
    person: Person | None
    own: str
    """The entity id of the person's address; empty where there is no person."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """A mail with what the store knows of it and of its writer."""

    seen: Seen
    found: Indexed
    who: Identified


def see(fetched: Fetched, desk: Desk, terms: Terms) -> Seen:
    """Read a mail and find its writer; raise `KeepwordError` where the server does not give this one mail out."""
    if fetched.fault:
        raise KeepwordError(fetched.fault)
    message = read(fetched.raw)
    authentication = authenticate(message, desk.authserv_id, desk.trusted_sealers)
    person = identify(
        message, authentication, colleagues=desk.colleagues, contact_forms=desk.contact_forms, own=terms.own
    )
    if person is not None:
        authentication = level_of(person, authentication)
    own = entity_id(terms.secret, person.key) if person else ""
    return Seen(fetched, message, message_key(message.id), authentication, person, own)


async def look_up(seen: Sequence[Seen], store: Store) -> list[Sighted]:
    """Look several mails up in the index, and their writers: two reads for each, all of them at once."""
    entries = await store.known_messages(list(dict.fromkeys(s.key for s in seen)))
    people = await store.known_identities(list(dict.fromkeys(s.own for s in seen if s.own)))
    return [
        Sighted(s, await found_as(store, s.message, s.key, entries.get(s.key)), known_as(s.own, people.get(s.own)))
        for s in seen
    ]


@dataclass(frozen=True, slots=True)
class Settled:
    """What becomes of a mail that needs nothing but an entry in the index, if any at all."""

    outcome: Outcome
    note: Note | None = None


def settle(
    mail: Sighted, desk: Desk, terms: Terms, counts: dict[str, int], replies_today: int, now: datetime
) -> Settled | GateVerdict:
    """Say at once what becomes of a mail (gated, duplicate), or else how the gate judges it: it passes, or is a bounce."""
    seen, entry = mail.seen, mail.found.entry
    message, uid = seen.message, seen.fetched.uid
    if entry is not None and entry.value.digest == message.digest and entry.value.outcome not in _OPEN:
        return _duplicate(mail.found.key, entry, desk, uid, now)
    if mail.who.forgotten(message.date, seen.fetched.received_at):
        return Settled(Outcome(desk.name, uid, message.id, Kind.GATED, FORGOTTEN))
    sender = cap_key(mail.who.entity_id, seen.authentication.level)
    verdict = _gate(message, desk, terms, Counts(counts.get(sender, 0), 0, replies_today))
    if verdict.verdict is Gate.PASS and seen.person is None:
        verdict = GateVerdict(Gate.DROP, "null_sender")  # nobody whom we could answer
    return _turned_away(verdict, mail, None, desk, terms, now) if verdict.verdict is Gate.DROP else verdict


async def take_in(
    mail: Sighted, verdict: GateVerdict, desk: Desk, terms: Terms, store: Store, now: datetime
) -> Intake | Outcome:
    """Claim a mail for its thread; a bounce is noted on the reply that it answers, and in the index."""
    seen = mail.seen
    if verdict.verdict is Gate.EVENT:
        tied = await note_bounce(seen.message, desk, terms, store, now)
        settled = _turned_away(verdict, mail, tied, desk, terms, now)
        await note(store, settled)
        return settled.outcome
    assert seen.person is not None  # noqa: S101 - settled otherwise
    intake = await bind(
        seen.fetched.uid,
        seen.message,
        seen.person,
        seen.authentication,
        desk,
        terms,
        store,
        now,
        mail.found,
        mail.who,
    )
    return replace(intake, answered_elsewhere=_answered(seen.fetched) and not intake.resumed)


def _answered(fetched: Fetched) -> bool:
    r"""Say whether the mailbox has a mail down as answered (`\Answered`, RFC 9051 section 2.3.2)."""
    return any(flag.casefold() == "\\answered" for flag in fetched.flags)


def _gate(message: Message, desk: Desk, terms: Terms, counts: Counts) -> GateVerdict:
    own = Own(
        addresses=(*desk.own, *terms.own),
        own_message=read_message_id(terms.secret, message.id) is not None,
        contact_forms=desk.contact_forms,
    )
    return judge(message, own, terms.gate_rules, counts, terms.limits)


def _duplicate(key: str, entry: Versioned[IndexEntry], desk: Desk, uid: int, now: datetime) -> Settled:
    known = entry.value
    outcome = Outcome(
        desk.name,
        uid,
        known.message_id,
        Kind.DUPLICATE,
        f"already {known.outcome}",
        known.thread_id or None,
        known.entity_id or None,
    )
    return Settled(outcome, _came_again(key, entry, desk.name, uid, now))


async def note_duplicate(
    store: Store, key: str, entry: Versioned[IndexEntry], mailbox: str, uid: int, now: datetime
) -> None:
    """Write down that a mail came again, so that `why` can say so; the last few only."""
    again = _came_again(key, entry, mailbox, uid, now)
    await store.save_message(key, again.entry, entry.etag, ttl=again.ttl)


def _came_again(key: str, entry: Versioned[IndexEntry], mailbox: str, uid: int, now: datetime) -> Note:
    line = f"{now.isoformat(timespec='seconds')} {mailbox} uid {uid}"
    known = entry.value
    noted = known.model_copy(update={"duplicates": (*known.duplicates[-9:], line)})
    return Note(key, noted, entry.etag, seconds_left(known.expires_at, now))


def _turned_away(
    verdict: GateVerdict, mail: Sighted, tied: TiedBounce | None, desk: Desk, terms: Terms, now: datetime
) -> Settled:
    """Return why a mail gets no answer, to be written down; `tied` is the reply that it answers, if it is a bounce."""
    message = mail.seen.message
    kind = Kind.BOUNCE if verdict.verdict is Gate.EVENT else Kind.GATED
    noted = IndexEntry(
        message_id=message.id,
        thread_id=tied.thread_id if tied else "",
        entity_id=tied.entity_id if tied else "",
        digest=message.digest,
        subject=normalise(message.subject).base,
        outcome=kind,
        reason=verdict.reason,
        mailbox=desk.name,
        at=now,
        expires_at=None if tied else now + terms.index_for,
        trace=gate_trace(message, verdict, tied),
    )
    outcome = Outcome(
        desk.name,
        mail.seen.fetched.uid,
        message.id,
        kind,
        verdict.reason,
        noted.thread_id or None,
        noted.entity_id or None,
    )
    etag = mail.found.entry.etag if mail.found.entry else None
    return Settled(outcome, Note(mail.found.key, noted, etag, seconds_left(noted.expires_at, now)))


async def note(store: Store, settled: Settled) -> None:
    """Write down what became of one mail; raise `Changed` where somebody else wrote there first."""
    if settled.note is not None and not all(await store.note_messages([settled.note])):
        raise Changed(f"message {settled.note.key} was changed by somebody else")


def cap_key(entity_id: str, level: Level) -> str:
    """Return under which name answers to a sender are counted: forged mails must not use up the caps of whom they name."""
    return f"{entity_id}:{level}" if level is Level.FAILED else entity_id


def turns_of(taken: Iterable[Intake]) -> list[tuple[Intake, ...]]:
    """Group mails that wait together: those of one thread by one person, equally sure to be theirs, are one turn.

    Colleagues' mails come first, so that what they have answered is known. Within a turn the mails stand by their dates: the
    answer goes to the newest whatever the order of arrival.
    """
    turns: dict[tuple[str, str, Level], list[Intake]] = {}
    for intake in sorted(taken, key=lambda i: not i.person.colleague):
        key = (intake.resolution.thread_id, intake.entity_id, intake.authentication.level)
        turns.setdefault(key, []).append(intake)
    return [tuple(sorted(turn, key=_by_date)) for turn in turns.values()]


def _by_date(intake: Intake) -> tuple[datetime, int]:
    return (intake.message.date or datetime.max.replace(tzinfo=UTC), intake.uid)
