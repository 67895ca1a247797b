"""Bind a mail to a person and a thread: find where it belongs, and claim it there in the message index.

A claim is written before anything is answered: whoever meets the same mail again, on another worker, in another mailbox or
after a crash, finds the claim and knows where to look for what became of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from keepword.agent.intake.following import current_thread
from keepword.agent.ports import Folder
from keepword.agent.terms import Desk, Terms
from keepword.errors import AlreadyThere, Changed
from keepword.memory.state import Identity, IndexEntry, ThreadDocument
from keepword.memory.store import Store, Versioned, message_key
from keepword.threading.message import Message
from keepword.threading.resolve import lookup_ids, people_of, resolve, subject_key, token_thread
from keepword.threading.subject import normalise
from keepword.threading.tokens import entity_id as entity_id_of
from keepword.threading.tokens import new_thread_id
from keepword.threading.verdicts import Authentication, Known, Level, Person, Resolution, Rule


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
    origin: str = ""
    """The entity id of the address itself, where it was merged into another person."""
    resumed: bool = False
    thread: Versioned[ThreadDocument] | None = None
    """The thread's document, where finding the thread meant reading it."""
    archived: bool = False
    """Whether its thread was archived since it was claimed: then it was handled, though the thread may be gone by now."""
    answered_elsewhere: bool = False
    r"""Whether it bore `\Answered` when we saw it first: somebody answered it, or we did before our memory was set back."""
    folder: Folder = Folder.INBOX
    """Where it lies: `uid` is a number in that folder."""

    @property
    def verified(self) -> bool:
        """Whether we are sure that the person wrote it."""
        return self.authentication.level is Level.VERIFIED


async def up_to_date(turn: Sequence[Intake], earlier: Collection[Intake], store: Store) -> tuple[Intake, ...]:
    """Return mails with what is known by now, where an earlier mail of their batch was their writer's or of their thread.

    All mails of a batch are looked up before the first is answered, and an answer changes what is known.
    """
    people, threads = {i.entity_id for i in earlier}, {i.resolution.thread_id for i in earlier}
    own = {i.origin or i.entity_id for i in turn if i.entity_id in people}
    known = await store.known_identities(sorted(own)) if own else {}
    return tuple(
        replace(
            i,
            identity=known[id_].value if (id_ := i.origin or i.entity_id) in known else i.identity,
            thread=None if i.resolution.thread_id in threads else i.thread,
        )
        for i in turn
    )


@dataclass(frozen=True, slots=True)
class Identified:
    """Whose a mail is: the person (`entity_id`), what is known of the address, and its own id where it was merged."""

    entity_id: str
    identity: Identity | None = None
    origin: str = ""

    def forgotten(self, sent_at: datetime | None, received_at: datetime) -> bool:
        """Say whether a mail comes from before its writer was forgotten: such a mail must bring nothing back."""
        until = self.identity.forgotten_at if self.identity and self.identity.tombstone else None
        return until is not None and (received_at <= until or (sent_at is not None and sent_at <= until))


async def identified(person: Person, terms: Terms, store: Store) -> Identified:
    """Find the person behind an address, following a merge: one read."""
    own = entity_id_of(terms.secret, person.key)
    return known_as(own, await store.identity(own))


def known_as(own: str, found: Versioned[Identity] | None) -> Identified:
    """Return whose an address is by its own id and what is known of that, a merge followed."""
    if found is None:
        return Identified(own)
    into = found.value.redirect_to
    return Identified(into or own, found.value, own if into else "")


@dataclass(frozen=True, slots=True)
class Indexed:
    """A mail's key in the message index, and what stands there."""

    key: str
    entry: Versioned[IndexEntry] | None

    @property
    def value(self) -> IndexEntry | None:
        """The entry itself."""
        return self.entry.value if self.entry else None


async def indexed(store: Store, message: Message) -> Indexed:
    """Find a mail in the index; another mail under the same Message-ID leaves it a key of its own."""
    key = message_key(message.id)
    return await found_as(store, message, key, await store.message(key))


async def found_as(store: Store, message: Message, key: str, entry: Versioned[IndexEntry] | None) -> Indexed:
    """Tell what was found under a mail's first key: nothing, the mail, or another one, which it has to make way for."""
    if entry is None or entry.value.digest in (None, message.digest):
        return Indexed(key, entry)
    key = message_key(message.id, message.digest)
    return Indexed(key, await store.message(key))


async def bind(
    uid: int,
    message: Message,
    person: Person,
    authentication: Authentication,
    desk: Desk,
    terms: Terms,
    store: Store,
    now: datetime,
    found: Indexed | None = None,
    who: Identified | None = None,
) -> Intake:
    """Find the mail's thread and claim it there; a mail that was claimed before stays where it was put."""
    found = found or await indexed(store, message)
    who = who or await identified(person, terms, store)
    entity = who.entity_id
    place = await _place(message, desk, terms, store, entity, found.value, now)
    resumed = found.value is not None and found.value.digest == message.digest and bool(found.value.thread_id)
    if resumed and found.entry is not None and found.entry.value.outcome:
        # Moved back out of Quarantine: from here on it is an open claim again, and counted no more.
        again = found.entry.value.model_copy(update={"outcome": "", "reason": "", "at": now, "expires_at": None})
        await store.save_message(found.key, again, found.entry.etag)
    if not resumed:
        if not await _claim(store, found, message, place, who, desk, now):
            return await bind(uid, message, person, authentication, desk, terms, store, now, who=who)
        await _note_ghosts(store, place, entity, message, terms, now)
        await _note_subject(store, place, desk, entity, message, now)
    return Intake(
        uid=uid,
        message=message,
        key=found.key,
        authentication=authentication,
        person=person,
        entity_id=entity,
        resolution=place.resolution,
        identity=who.identity,
        origin=who.origin,
        resumed=resumed,
        thread=place.thread,
        archived=bool(found.value and resumed and not found.value.outcome and found.value.expires_at),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a mail belongs, whose thread that is as far as is known, and the thread itself where it was read."""

    resolution: Resolution
    owner: str = ""
    thread: Versioned[ThreadDocument] | None = None


async def _place(
    message: Message,
    desk: Desk,
    terms: Terms,
    store: Store,
    entity: str,
    own_entry: IndexEntry | None,
    now: datetime,
) -> _Place:
    """Find the thread of a mail: by our token with one read, else by the ids that it names."""
    if own_entry is not None and own_entry.digest == message.digest and own_entry.thread_id:
        return _Place(Resolution(thread_id=own_entry.thread_id, rule=Rule(own_entry.rule)), own_entry.owner)
    token = token_thread(message, terms.secret, desk.own, desk.reply_token)
    thread = await current_thread(store, token) if token else None
    known = {} if token else await _known_ids(message, terms, store)
    tied = bool(token or known)
    own = (
        _met({message.id: _known(own_entry)}, message, terms)[message.id] if own_entry and own_entry.thread_id else None
    )
    resolution = resolve(
        message,
        token=token,
        known=known,
        entity_id=entity,
        own_entry=own,
        subject_thread=None if tied else await _subject_thread(message, entity, store),
        new_id=new_thread_id(terms.secret, message.id, message.digest),
        token_known=_of_thread(thread.value) if thread else None,
        recent=None if tied else await _recent(message, desk, entity, store, now),
    )
    found = thread if thread and thread.value.thread_state.thread_id == resolution.thread_id else None
    return _Place(resolution, resolution.owner, found)


async def _subject_thread(message: Message, entity: str, store: Store) -> Known | None:
    """Read the thread that a `[#…]` in the subject names; only for somebody who already takes part in it."""
    token = normalise(message.subject).token
    thread = await current_thread(store, f"t_{token.lower().removeprefix('t_')}") if token else None
    if thread is None or entity not in {thread.value.thread_state.entity_id, *thread.value.participants}:
        return None
    return _of_thread(thread.value)


async def _recent(message: Message, desk: Desk, entity: str, store: Store, now: datetime) -> Known | None:
    """Find the person's latest thread of the same subject, where the operator lets subjects tie mails at all."""
    key = subject_key(entity, message.subject) if desk.group_by_subject else None
    entry = await store.message(message_key(key)) if key else None
    if entry is None or desk.group_by_subject is None or entry.value.at < now - desk.group_by_subject:
        return None
    return _known(entry.value)


async def _note_subject(store: Store, place: _Place, desk: Desk, entity: str, message: Message, now: datetime) -> None:
    """Remember the thread as the person's latest of this subject, where the operator lets subjects tie mails."""
    key = subject_key(entity, message.subject) if desk.group_by_subject else None
    if key is None:
        return
    known = await store.message(message_key(key))
    entry = IndexEntry(
        message_id=key,
        thread_id=place.resolution.thread_id,
        entity_id=entity,
        subject=normalise(message.subject).base,
        owner=place.owner,
        at=now,
    )
    with suppress(AlreadyThere, Changed):  # a mail that came at the same time was faster: as good as ours
        if known is None:
            await store.claim(message_key(key), entry)
        else:
            await store.save_message(message_key(key), entry, known.etag)


async def _known_ids(message: Message, terms: Terms, store: Store) -> dict[str, Known]:
    """Look up the ids that a mail names; none where one of our own tells the thread."""
    known: dict[str, Known] = {}
    for id_ in lookup_ids(message, terms.secret):
        found = await store.message(message_key(id_))
        if found is not None and found.value.thread_id:
            known[id_] = _known(found.value)
    return _met(known, message, terms)


def _met(known: dict[str, Known], message: Message, terms: Terms) -> dict[str, Known]:
    """Name the people of ghosts by their addresses where the mail itself does: the index knows them by keyed hashes alone."""
    if not any(k.people for k in known.values()):
        return known
    named = {entity_id_of(terms.secret, key): key for key in people_of(message)}
    return {i: replace(k, people=tuple(named.get(p, p) for p in k.people)) for i, k in known.items()}


def _known(entry: IndexEntry) -> Known:
    return Known(entry.thread_id, entry.entity_id, entry.digest, entry.subject, entry.owner, entry.people)


def _of_thread(thread: ThreadDocument) -> Known:
    owner = thread.thread_state.entity_id
    return Known(thread.thread_state.thread_id, owner, "", thread.subject, owner)


async def _claim(
    store: Store,
    found: Indexed,
    message: Message,
    place: _Place,
    who: Identified,
    desk: Desk,
    now: datetime,
) -> bool:
    """Bind the mail to its thread; False where somebody else was first."""
    entry = IndexEntry(
        message_id=message.id,
        thread_id=place.resolution.thread_id,
        entity_id=who.entity_id,
        origin=who.origin,
        digest=message.digest,
        subject=normalise(message.subject).base,
        owner=place.owner,
        rule=place.resolution.rule,
        mailbox=desk.name,
        at=now,
    )
    try:
        if found.entry is None:
            await store.claim(found.key, entry)
        else:
            await store.save_message(found.key, entry, found.entry.etag)
    except (AlreadyThere, Changed):
        return False
    return True


async def _note_ghosts(store: Store, place: _Place, entity: str, message: Message, terms: Terms, now: datetime) -> None:
    """Remember the ids that this mail names and we do not know, so that their own mails find this thread."""
    subject = normalise(message.subject).base
    people = tuple(entity_id_of(terms.secret, key) for key in place.resolution.people)
    for id_ in place.resolution.ghosts:
        ghost = IndexEntry(
            message_id=id_,
            thread_id=place.resolution.thread_id,
            entity_id=entity,
            subject=subject,
            owner=place.owner,
            people=people,
            at=now,
        )
        try:
            await store.claim(message_key(id_), ghost)
        except AlreadyThere:
            continue
