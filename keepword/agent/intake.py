"""Gather what one mail is: read it, judge it, find its writer, and bind it to its thread."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from keepword.agent.binding import Identified, Intake, bind, identified, indexed
from keepword.agent.bounces import note_bounce
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ports import Fetched
from keepword.agent.terms import Desk, Terms
from keepword.agent.trace import gate_trace
from keepword.errors import KeepwordError
from keepword.memory.state import IndexEntry
from keepword.memory.store import Store, Versioned
from keepword.memory.store_bodies import seconds_left
from keepword.threading.authentication import authenticate
from keepword.threading.entity import identify, level_of
from keepword.threading.gate import Counts, Own, judge
from keepword.threading.message import Message
from keepword.threading.read import read
from keepword.threading.subject import normalise
from keepword.threading.tokens import read_message_id
from keepword.threading.verdicts import Gate, GateVerdict, Level

FORGOTTEN = "forgotten"
"""Why a mail from before its writer was erased gets no answer; nothing of it is written down."""

_OPEN = frozenset({"", Kind.QUARANTINED})
"""Outcomes of an index entry that leave its mail to be handled: claimed only, or moved back out of Quarantine."""


async def take_in(
    fetched: Fetched, desk: Desk, terms: Terms, store: Store, counts: dict[str, int], replies_today: int, now: datetime
) -> Intake | Outcome:
    """Read one mail and claim it for its thread, or say at once what became of it (gated, bounce, duplicate).

    Raises `KeepwordError` where the server does not give this one mail out.
    """
    if fetched.fault:
        raise KeepwordError(fetched.fault)
    message = read(fetched.raw)
    found = await indexed(store, message)
    key, entry = found.key, found.entry
    if entry is not None and entry.value.digest == message.digest and entry.value.outcome not in _OPEN:
        return await _duplicate(store, key, entry, desk, fetched.uid, now)
    authentication = authenticate(message, desk.authserv_id, desk.trusted_sealers)
    person = identify(
        message, authentication, colleagues=desk.colleagues, contact_forms=desk.contact_forms, own=terms.own
    )
    if person is not None:
        authentication = level_of(person, authentication)
    who = await identified(person, terms, store) if person else Identified("")
    if who.forgotten(message.date, fetched.received_at):
        return Outcome(desk.name, fetched.uid, message.id, Kind.GATED, FORGOTTEN)
    verdict = _gate(
        message, desk, terms, Counts(counts.get(cap_key(who.entity_id, authentication.level), 0), 0, replies_today)
    )
    if verdict.verdict is not Gate.PASS:
        return await _turn_away(verdict, message, key, entry, desk, terms, store, fetched.uid, now)
    if person is None:
        verdict = GateVerdict(Gate.DROP, "null_sender")  # nobody whom we could answer
        return await _turn_away(verdict, message, key, entry, desk, terms, store, fetched.uid, now)
    return await bind(fetched.uid, message, person, authentication, desk, terms, store, now, found, who)


def _gate(message: Message, desk: Desk, terms: Terms, counts: Counts) -> GateVerdict:
    own = Own(
        addresses=(*desk.own, *terms.own),
        own_message=read_message_id(terms.secret, message.id) is not None,
        contact_forms=desk.contact_forms,
    )
    return judge(message, own, terms.gate_rules, counts, terms.limits)


async def _duplicate(
    store: Store, key: str, entry: Versioned[IndexEntry], desk: Desk, uid: int, now: datetime
) -> Outcome:
    await note_duplicate(store, key, entry, desk.name, uid, now)
    known = entry.value
    return Outcome(
        desk.name,
        uid,
        known.message_id,
        Kind.DUPLICATE,
        f"already {known.outcome}",
        known.thread_id or None,
        known.entity_id or None,
    )


async def note_duplicate(
    store: Store, key: str, entry: Versioned[IndexEntry], mailbox: str, uid: int, now: datetime
) -> None:
    """Write down that a mail came again, so that `why` can say so; the last few only."""
    line = f"{now.isoformat(timespec='seconds')} {mailbox} uid {uid}"
    known = entry.value
    noted = known.model_copy(update={"duplicates": (*known.duplicates[-9:], line)})
    await store.save_message(key, noted, entry.etag, ttl=seconds_left(known.expires_at, now))


async def _turn_away(
    verdict: GateVerdict,
    message: Message,
    key: str,
    entry: Versioned[IndexEntry] | None,
    desk: Desk,
    terms: Terms,
    store: Store,
    uid: int,
    now: datetime,
) -> Outcome:
    """Write down why a mail gets no answer; a bounce is first noted on the reply that it answers."""
    kind = Kind.BOUNCE if verdict.verdict is Gate.EVENT else Kind.GATED
    tied = await note_bounce(message, desk, terms, store, now) if kind is Kind.BOUNCE else None
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
    if entry is None:
        await store.claim(key, noted, ttl=seconds_left(noted.expires_at, now))
    else:
        await store.save_message(key, noted, entry.etag, ttl=seconds_left(noted.expires_at, now))
    return Outcome(desk.name, uid, message.id, kind, verdict.reason, noted.thread_id or None, noted.entity_id or None)


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
