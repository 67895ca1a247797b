"""Gather what one mail is: read it, judge it, find its writer and its thread, and claim it in the message index.

A claim binds a mail to its thread before anything is answered: whoever meets the same mail again, on another worker, in
another mailbox or after a crash, finds the claim and knows where to look for what became of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from keepword.agent.bounces import note_bounce
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ports import Fetched
from keepword.agent.terms import Desk, Terms
from keepword.agent.trace import gate_trace
from keepword.errors import AlreadyThere
from keepword.memory.state import Identity, IndexEntry, ThreadDocument
from keepword.memory.store import Store, Versioned, message_key
from keepword.threading.authentication import authenticate
from keepword.threading.entity import identify, level_of
from keepword.threading.gate import Counts, Own, judge
from keepword.threading.message import Message
from keepword.threading.read import read
from keepword.threading.resolve import lookup_ids, resolve, token_thread
from keepword.threading.subject import normalise
from keepword.threading.tokens import entity_id as entity_id_of
from keepword.threading.tokens import new_thread_id, read_message_id
from keepword.threading.verdicts import Authentication, Gate, GateVerdict, Known, Level, Person, Resolution, Rule

_OPEN = frozenset({"", Kind.QUARANTINED})
"""Outcomes of an index entry that leave its mail to be handled: claimed only, or moved back out of Quarantine."""


@dataclass(frozen=True, slots=True)
class Intake:
    """One mail that may deserve an answer, with every verdict on it. `resumed`: it was claimed before."""

    uid: int
    message: Message
    key: str
    authentication: Authentication
    person: Person
    entity_id: str
    resolution: Resolution
    identity: Identity | None = None
    resumed: bool = False
    thread: Versioned[ThreadDocument] | None = None
    """The thread's document, where finding the thread meant reading it."""

    @property
    def verified(self) -> bool:
        """Whether we are sure that the person wrote it."""
        return self.authentication.level is Level.VERIFIED


async def take_in(
    fetched: Fetched, desk: Desk, terms: Terms, store: Store, counts: dict[str, int], replies_today: int, now: datetime
) -> Intake | Outcome:
    """Read one mail and claim it for its thread, or say at once what became of it (gated, bounce, duplicate)."""
    message = read(fetched.raw)
    key, entry = await _index_entry(store, message)
    if entry is not None and entry.value.digest == message.digest and entry.value.outcome not in _OPEN:
        return await _duplicate(store, key, entry, desk, fetched.uid, now)
    authentication = authenticate(message, desk.authserv_id, desk.trusted_sealers)
    person = identify(
        message, authentication, colleagues=desk.colleagues, contact_forms=desk.contact_forms, own=terms.own
    )
    if person is not None:
        authentication = level_of(person, authentication)
    entity = entity_id_of(terms.secret, person.key) if person else ""
    verdict = _gate(
        message, desk, terms, Counts(sender_today=counts.get(entity, 0), thread_today=0, today=replies_today)
    )
    if verdict.verdict is not Gate.PASS:
        return await _turn_away(verdict, message, key, entry, desk, terms, store, fetched.uid, now)
    if person is None:
        return await _turn_away(
            GateVerdict(Gate.DROP, "no_sender"), message, key, entry, desk, terms, store, fetched.uid, now
        )
    identity = await store.identity(entity)
    if identity and identity.value.redirect_to:
        entity = identity.value.redirect_to
    own_entry = entry.value if entry else None
    place = await _place(message, desk, terms, store, entity, own_entry)
    resumed = own_entry is not None and own_entry.digest == message.digest and bool(own_entry.thread_id)
    if not resumed:
        if not await _claim(store, key, entry, message, place, entity, desk, now):
            return await take_in(fetched, desk, terms, store, counts, replies_today, now)
        await _note_ghosts(store, place, entity, message, now)
    return Intake(
        uid=fetched.uid,
        message=message,
        key=key,
        authentication=authentication,
        person=person,
        entity_id=entity,
        resolution=place.resolution,
        identity=identity.value if identity else None,
        resumed=resumed,
        thread=place.thread,
    )


def _gate(message: Message, desk: Desk, terms: Terms, counts: Counts) -> GateVerdict:
    own = Own(
        addresses=(*desk.own, *terms.own),
        own_message=read_message_id(terms.secret, message.id) is not None,
        contact_forms=desk.contact_forms,
    )
    return judge(message, own, terms.gate_rules, counts, terms.limits)


async def _index_entry(store: Store, message: Message) -> tuple[str, Versioned[IndexEntry] | None]:
    """Find this mail in the index; another mail under the same Message-ID leaves it a key of its own."""
    key = message_key(message.id)
    entry = await store.message(key)
    if entry is None or entry.value.digest in (None, message.digest):
        return key, entry
    key = message_key(message.id, message.digest)
    return key, await store.message(key)


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
    await store.save_message(key, known.model_copy(update={"duplicates": (*known.duplicates[-9:], line)}), entry.etag)


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
        trace=gate_trace(message, verdict, tied),
    )
    if entry is None:
        await store.claim(key, noted)
    else:
        await store.save_message(key, noted, entry.etag)
    return Outcome(desk.name, uid, message.id, kind, verdict.reason, noted.thread_id or None, noted.entity_id or None)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a mail belongs, whose thread that is as far as is known, and the thread itself where it was read."""

    resolution: Resolution
    owner: str = ""
    thread: Versioned[ThreadDocument] | None = None


async def _place(
    message: Message, desk: Desk, terms: Terms, store: Store, entity: str, own_entry: IndexEntry | None
) -> _Place:
    """Find the thread of a mail: by our token with one read, else by the ids that it names."""
    if own_entry is not None and own_entry.digest == message.digest and own_entry.thread_id:
        return _Place(Resolution(thread_id=own_entry.thread_id, rule=Rule(own_entry.rule)), own_entry.owner)
    token = token_thread(message, terms.secret, desk.own, desk.reply_token)
    thread = await store.thread(token) if token else None
    known = {} if token else await _known_ids(message, terms, store)
    resolution = resolve(
        message,
        token=token,
        known=known,
        entity_id=entity,
        own_entry=_known(own_entry) if own_entry else None,
        subject_thread=None,
        new_id=new_thread_id(terms.secret, message.id, message.digest),
        token_known=_of_thread(thread.value) if thread else None,
    )
    parent = known.get(resolution.parent or "")
    owner = entity if resolution.rule is Rule.NEW else parent.owner if parent else ""
    found = thread if thread and thread.value.thread_state.thread_id == resolution.thread_id else None
    return _Place(resolution, owner, found)


async def _known_ids(message: Message, terms: Terms, store: Store) -> dict[str, Known]:
    """Look up the ids that a mail names, up to the first whose mail we have."""
    known: dict[str, Known] = {}
    for id_ in lookup_ids(message, terms.secret):
        found = await store.message(message_key(id_))
        if found is not None and found.value.thread_id:
            known[id_] = _known(found.value)
            if not known[id_].ghost:
                break
    return known


def _known(entry: IndexEntry) -> Known:
    return Known(entry.thread_id, entry.entity_id, entry.digest, entry.subject, entry.owner, entry.people)


def _of_thread(thread: ThreadDocument) -> Known:
    owner = thread.thread_state.entity_id
    return Known(thread.thread_state.thread_id, owner, "", thread.subject, owner)


async def _claim(
    store: Store,
    key: str,
    ghost: Versioned[IndexEntry] | None,
    message: Message,
    place: _Place,
    entity: str,
    desk: Desk,
    now: datetime,
) -> bool:
    """Bind the mail to its thread; False where somebody else was first."""
    entry = IndexEntry(
        message_id=message.id,
        thread_id=place.resolution.thread_id,
        entity_id=entity,
        digest=message.digest,
        subject=normalise(message.subject).base,
        owner=place.owner,
        rule=place.resolution.rule,
        mailbox=desk.name,
        at=now,
    )
    try:
        if ghost is None:
            await store.claim(key, entry)
        else:
            await store.save_message(key, entry, ghost.etag)
    except AlreadyThere:
        return False
    return True


async def _note_ghosts(store: Store, place: _Place, entity: str, message: Message, now: datetime) -> None:
    """Remember the ids that this mail names and we do not know, so that their own mails find this thread."""
    subject = normalise(message.subject).base
    for id_ in place.resolution.ghosts:
        ghost = IndexEntry(
            message_id=id_,
            thread_id=place.resolution.thread_id,
            entity_id=entity,
            subject=subject,
            owner=place.owner,
            people=place.resolution.people,
            at=now,
        )
        try:
            await store.claim(message_key(id_), ghost)
        except AlreadyThere:
            continue


def turns_of(taken: Iterable[Intake]) -> list[tuple[Intake, ...]]:
    """Group mails that wait together: those of one thread by one person, with the colleagues' among them, are one turn.

    Within a turn the mails stand by their dates, so that the answer goes to the newest whatever the order of arrival.
    """
    mails = list(taken)
    customers = {i.resolution.thread_id: i.entity_id for i in mails if not i.person.colleague}
    turns: dict[tuple[str, str], list[Intake]] = {}
    for intake in mails:
        thread_id = intake.resolution.thread_id
        speaker = customers.get(thread_id, intake.entity_id) if intake.person.colleague else intake.entity_id
        turns.setdefault((thread_id, speaker), []).append(intake)
    return [tuple(sorted(turn, key=_by_date)) for turn in turns.values()]


def _by_date(intake: Intake) -> tuple[datetime, int]:
    return (intake.message.date or datetime.max.replace(tzinfo=UTC), intake.uid)
