"""The typed face of a document store: the only thing through which the conductor and the commands reach memory.

Values go in and come out with their ETags. What is a person's is asked for by that person's id and checked again in
what was read, so a wrong key never shows another's data. Each `save_…` is one write, each singular read one point read;
what goes through many documents (`threads`, `due`, `outbox`, `commitments` …) is for commands and sweeps.

Writes raise `AlreadyThere` (created without an ETag, but somebody was first), `Changed` (written over with an ETag that
is no longer the document's) or `StoreUnreachable`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import TypeVar

from pydantic import BaseModel

from keepword.memory import store_bodies as bodies
from keepword.memory.leases import Lease
from keepword.memory.ports import Condition, Container, Documents, Housekeeping, New, Search, Write
from keepword.memory.promises import DayGiven
from keepword.memory.records import Record, RecordType
from keepword.memory.state import (
    UNSETTLED,
    Commitment,
    CommitmentStatus,
    Identity,
    IndexEntry,
    MailboxDocument,
    ProfileDocument,
    ReplyState,
    ThreadDocument,
    ThreadStatus,
)
from keepword.memory.store_bodies import CONTAINERS, Note, Versioned, conditions_of, document_id, message_key, value_of

__all__ = ["Note", "Store", "Versioned", "document_id", "message_key"]

M = TypeVar("M", bound=BaseModel)


class Store:
    """Everything that is remembered, in one document store."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    @property
    def documents(self) -> Documents:
        """The document store that holds everything."""
        return self._documents

    async def close(self) -> None:
        """Close the document store; a repeated call is no error."""
        await self._documents.close()

    async def expire(self, now: datetime) -> int:
        """Remove for good what has expired by then and return how many documents that were.

        0 where the document store does so by itself.
        """
        return await self._documents.expire(now) if isinstance(self._documents, Housekeeping) else 0

    async def scrub(self) -> None:
        """Leave no trace on the disk of what was deleted, such as in SQLite's write-ahead log."""
        if isinstance(self._documents, Housekeeping):
            await self._documents.scrub()

    # People

    async def identity(self, entity_id: str) -> Versioned[Identity] | None:
        """Return what is known of an address beyond its hash, or None."""
        id_ = document_id(entity_id)
        found = await self._read(Identity, Container.IDENTITIES, (id_,), id_)
        return found if found and found.value.entity_id == entity_id else None

    async def save_identity(self, identity: Identity, etag: str | None = None) -> str:
        """Create an identity, or write over the version read; return the new ETag."""
        body = bodies.identity_body(identity)
        return await self._save(Container.IDENTITIES, New(body["id"], body), etag)

    async def known_identities(self, entity_ids: Sequence[str]) -> dict[str, Versioned[Identity]]:
        """Return what is known of several addresses, by entity id; those of which nothing is known are left out."""
        ids = [document_id(e) for e in entity_ids]
        found = await self._read_many(Identity, Container.IDENTITIES, ids)
        pairs = zip(entity_ids, found, strict=True)
        return {e: f for e, f in pairs if f and f.value.entity_id == e}

    async def redirects(self, entity_id: str) -> AsyncIterator[Versioned[Identity]]:
        """Go through the addresses that were merged into this person."""
        async for found in self._find(Identity, Container.IDENTITIES, conditions_of(redirect_to=entity_id)):
            if found.value.redirect_to == entity_id:
                yield found

    async def profile(self, entity_id: str) -> Versioned[ProfileDocument] | None:
        """Return a person's profile, or None where nothing was ever promoted."""
        found = await self._read(ProfileDocument, Container.PROFILES, (entity_id,), document_id(entity_id))
        return found if found and found.value.entity_id == entity_id else None

    async def save_profile(self, profile: ProfileDocument, etag: str | None = None) -> str:
        """Create a profile, or write over the version read; return the new ETag."""
        new = New(document_id(profile.entity_id), bodies.profile_body(profile))
        return await self._save(Container.PROFILES, new, etag)

    async def profiles(self) -> AsyncIterator[Versioned[ProfileDocument]]:
        """Go through all profiles, for the sweep."""
        async for found in self._find(ProfileDocument, Container.PROFILES, ()):
            yield found

    async def remove_profile(self, entity_id: str) -> bool:
        """Remove a person's profile; say whether there was one."""
        return await self._documents.delete(Container.PROFILES, (entity_id,), document_id(entity_id))

    # Threads

    async def thread(self, thread_id: str) -> Versioned[ThreadDocument] | None:
        """Return a thread's document, or None; the caller decides by its `entity_id` who may see it."""
        found = await self._read(ThreadDocument, Container.THREADS, (thread_id,), document_id(thread_id))
        return found if found and found.value.thread_state.thread_id == thread_id else None

    async def save_thread(self, thread: ThreadDocument, etag: str | None = None, *, ttl: int | None = None) -> str:
        """Create a thread, or write over the version read; return the new ETag.

        `ttl` in seconds from now: only for archived threads, whose promotion is done.
        """
        new = New(document_id(thread.thread_state.thread_id), bodies.thread_body(thread), ttl)
        return await self._save(Container.THREADS, new, etag)

    async def remove_thread(self, thread_id: str) -> bool:
        """Remove a thread's document; say whether there was one."""
        return await self._documents.delete(Container.THREADS, (thread_id,), document_id(thread_id))

    async def record_thread(self, thread: ThreadDocument, etag: str) -> str:
        """Write down in a thread what has already happened, such as that a reply has left; return the new ETag."""
        return await self.save_thread(thread, etag)

    async def threads(
        self, state: ThreadStatus | None = None, entity_id: str | None = None
    ) -> AsyncIterator[Versioned[ThreadDocument]]:
        """Go through all threads, or those of a state or a person, the latest mail first."""
        conditions = conditions_of(state=state and state.value, entity_id=entity_id)
        async for found in self._find(ThreadDocument, Container.THREADS, conditions, "-last_message_at"):
            if entity_id in {None, found.value.thread_state.entity_id}:
                yield found

    async def due(self, now: datetime) -> AsyncIterator[Versioned[ThreadDocument]]:
        """Go through the threads that the sweep has to look at by now, the longest waiting first."""
        conditions = (Condition("due_at", "<=", bodies.sortable(now) or ""),)
        async for found in self._find(ThreadDocument, Container.THREADS, conditions, "due_at"):
            yield found

    async def outbox(self, states: Collection[ReplyState] = UNSETTLED) -> AsyncIterator[Versioned[ThreadDocument]]:
        """Go through the threads with a reply in one of these states; a settled one means a look at every thread."""
        conditions = (Condition("outbox", ">=", 1),) if UNSETTLED.issuperset(states) else ()
        async for found in self._find(ThreadDocument, Container.THREADS, conditions):
            if any(reply.state in states for reply in found.value.replies):
                yield found

    # The index of mails

    async def message(self, key: str) -> Versioned[IndexEntry] | None:
        """Return what the index holds under a `message_key`, or None."""
        return await self._read(IndexEntry, Container.MESSAGES, (key,), key)

    async def known_messages(self, keys: Sequence[str]) -> dict[str, Versioned[IndexEntry]]:
        """Return what the index holds under several `message_key`s; those under which nothing stands are left out."""
        found = await self._read_many(IndexEntry, Container.MESSAGES, keys)
        return {key: entry for key, entry in zip(keys, found, strict=True) if entry}

    async def note_messages(self, notes: Sequence[Note]) -> list[bool]:
        """Write several entries of the index, none twice, and say of each whether it was: False where one was first.

        What is written is on the disk at once, as with `claim` and `save_message`, at far less than their price.
        """
        writes = [Write(New(n.key, bodies.entry_body(n.key, n.entry), n.ttl), n.etag) for n in notes]
        return [etag is not None for etag in await self._documents.write_many(Container.MESSAGES, writes)]

    async def claim(self, key: str, entry: IndexEntry, *, ttl: int | None = None) -> str:
        """Tie a mail to its thread; `AlreadyThere` says that another worker, mailbox or mail was first."""
        return await self._save(Container.MESSAGES, New(key, bodies.entry_body(key, entry), ttl), None)

    async def save_message(self, key: str, entry: IndexEntry, etag: str, *, ttl: int | None = None) -> str:
        """Write over the version read, such as a ghost that has arrived or a claim with its outcome."""
        return await self._save(Container.MESSAGES, New(key, bodies.entry_body(key, entry), ttl), etag)

    async def messages(
        self,
        *,
        message_id: str | None = None,
        thread_id: str | None = None,
        entity_id: str | None = None,
        outcome: str | None = None,
    ) -> AsyncIterator[Versioned[IndexEntry]]:
        """Go through the index, oldest mail first: those under a Message-ID, of a thread, a person, an outcome."""
        conditions = conditions_of(message_id=message_id, thread_id=thread_id, entity_id=entity_id, outcome=outcome)
        async for found in self._find(IndexEntry, Container.MESSAGES, conditions, "at"):
            if entity_id in {None, found.value.entity_id}:
                yield found

    async def revise_messages(
        self,
        change: Callable[[IndexEntry], IndexEntry],
        now: datetime,
        *,
        thread_id: str | None = None,
        entity_id: str | None = None,
    ) -> int:
        """Write over those entries of a thread or a person that `change` makes others; return how many that were.

        An entry with a time to be let go (`expires_at`) lives until then. Raises `Changed` like any write.
        """
        conditions = conditions_of(thread_id=thread_id, entity_id=entity_id)
        revised = 0
        async for document in self._documents.find(Container.MESSAGES, Search(conditions=conditions)):
            entry = value_of(IndexEntry, document).value
            if entity_id not in {None, entry.entity_id} or (changed := change(entry)) == entry:
                continue
            new = New(
                document.id, bodies.entry_body(document.id, changed), bodies.seconds_left(changed.expires_at, now)
            )
            await self._documents.replace(Container.MESSAGES, new, document.etag)
            revised += 1
        return revised

    # Turns and records

    async def add_turns(
        self, entity_id: str, thread_id: str, turns: Iterable[Record], *, ttl: int | None = None
    ) -> None:
        """Write turns of a thread, over any with the same ids; a repeated call changes nothing.

        `ttl` in seconds from now, for turns that name none themselves.
        """
        news = [self._placed(entity_id, thread_id, turn, ttl) for turn in turns]
        if news:
            await self._documents.put_all(Container.TURNS, news)

    async def turn(self, entity_id: str, thread_id: str, id_: str) -> Record | None:
        """Return one turn of a person's thread, or None."""
        found = await self._read(Record, Container.TURNS, (entity_id, thread_id), document_id(id_))
        return found.value if found and _belongs(found.value, entity_id, thread_id) else None

    async def turns(self, entity_id: str, thread_id: str) -> AsyncIterator[Record]:
        """Go through the turns of a person's thread in the order of their times."""
        search = Search(partition=(entity_id, thread_id), order_by="at")
        async for document in self._documents.find(Container.TURNS, search):
            turn = value_of(Record, document).value
            if _belongs(turn, entity_id, thread_id):
                yield turn

    async def archive_turns(self, entity_id: str, thread_id: str, ttl: int) -> None:
        """Give all turns of a thread this many seconds from now to live."""
        turns = [turn.model_copy(update={"ttl": ttl}) async for turn in self.turns(entity_id, thread_id)]
        await self.add_turns(entity_id, thread_id, turns)

    async def add_records(self, entity_id: str, thread_id: str, records: Iterable[Record]) -> None:
        """Write distilled records, each into the container of its type, over any with the same ids.

        A record's own `thread_id` is this thread's, or `__user_summary__` or `__procedural__`: those of no one thread.
        """
        placed = sorted(((CONTAINERS[r.type], r.thread_id, r) for r in records), key=lambda p: p[:2])
        for (container, _), group in groupby(placed, key=lambda p: p[:2]):
            news = [self._placed(entity_id, thread_id, record, None) for _, _, record in group]
            await self._documents.put_all(container, news)

    async def records(
        self, entity_id: str, thread_id: str | None = None, types: Collection[RecordType] = frozenset(RecordType)
    ) -> AsyncIterator[Record]:
        """Go through a person's records of these types: all of them, or those kept under one thread's id."""
        partition = (entity_id,) if thread_id is None else (entity_id, thread_id)
        for container in dict.fromkeys(CONTAINERS[t] for t in RecordType if t in types):
            async for document in self._documents.find(container, Search(partition=partition)):
                record = value_of(Record, document).value
                if record.type in types and _belongs(record, entity_id, thread_id):
                    yield record

    async def remove_records(self, entity_id: str, records: Iterable[Record]) -> int:
        """Remove a person's turns and records; return how many were there. A repeated call is no error."""
        removed = 0
        for record in records:
            place = (entity_id, record.thread_id)
            if record.user_id == entity_id:
                removed += await self._documents.delete(CONTAINERS[record.type], place, bodies.record_id(record))
        return removed

    # Promises

    async def commitments(
        self, status: CommitmentStatus | None = None, entity_id: str | None = None
    ) -> AsyncIterator[Commitment]:
        """Go through the ledger: what profiles hold, then what was sent and is not promoted yet, each promise once."""
        async for commitment in self._ledger(Condition("promises", ">=", 1), entity_id):
            if status in {None, commitment.status}:
                yield commitment

    async def overdue(self, today: date) -> AsyncIterator[Commitment]:
        """Go through the open commitments that were due before today."""
        yesterday = (today - timedelta(days=1)).isoformat()
        async for commitment in self._ledger(Condition("next_due", "<=", yesterday), None):
            if commitment.status is CommitmentStatus.OPEN and commitment.due is not None and commitment.due < today:
                yield commitment

    async def _ledger(self, condition: Condition, entity_id: str | None) -> AsyncIterator[Commitment]:
        """Profiles come first, for they know what became of a promise; a thread knows only that it was made."""
        owner = Search(partition=(entity_id,) if entity_id else (), conditions=(condition,))
        async for document in self._documents.find(Container.PROFILES, owner):
            for commitment in value_of(ProfileDocument, document).value.commitments:
                if entity_id in {None, commitment.entity_id}:
                    yield commitment
        conditions = (condition, *conditions_of(entity_id=entity_id))
        async for thread in self._find(ThreadDocument, Container.THREADS, conditions):
            for commitment in await self._not_promoted(thread.value):
                if entity_id in {None, commitment.entity_id}:
                    yield commitment

    async def _not_promoted(self, thread: ThreadDocument) -> list[Commitment]:
        """Return what a thread alone knows: a crash between a promotion's writes leaves a promise in both places."""
        profile = await self.profile(thread.thread_state.entity_id)
        known = {c.commitment_id for c in profile.value.commitments} if profile else set()
        return [c for c in thread.commitments if c.commitment_id not in known]

    # Mailboxes

    async def mailbox(self, name: str) -> Versioned[MailboxDocument] | None:
        """Return where we stand in a mailbox, or None at the very first start."""
        id_ = bodies.mailbox_id(name)
        return await self._read(MailboxDocument, Container.LEASES, (id_,), id_)

    async def save_mailbox(self, mailbox: MailboxDocument, etag: str | None = None) -> str:
        """Create a mailbox's standing, or write over the version read; return the new ETag."""
        body = bodies.mailbox_body(mailbox)
        return await self._save(Container.LEASES, New(body["id"], body), etag)

    async def mailboxes(self) -> AsyncIterator[Versioned[MailboxDocument]]:
        """Go through all mailboxes that were ever polled."""
        async for found in self._find(MailboxDocument, Container.LEASES, conditions_of(kind="mailbox")):
            yield found

    async def lease(self, mailbox: str) -> Versioned[Lease] | None:
        """Return who owns a mailbox, or None where nobody ever did."""
        id_ = bodies.lease_id(mailbox)
        return await self._read(Lease, Container.LEASES, (id_,), id_)

    async def save_lease(self, lease: Lease, etag: str | None = None) -> str:
        """Create a mailbox's lease, or write over the version read; return the new ETag."""
        body = bodies.lease_body(lease)
        return await self._save(Container.LEASES, New(body["id"], body), etag)

    async def given_on(self, day: date) -> Versioned[DayGiven] | None:
        """Return what all customers together were promised on a day, or None where that is not counted."""
        id_ = bodies.day_id(day)
        return await self._read(DayGiven, Container.LEASES, (id_,), id_)

    async def save_given_on(self, given: DayGiven, etag: str | None = None) -> str:
        """Create a day's totals, or write over the version read; they live for three days. Return the new ETag."""
        body = bodies.day_body(given)
        return await self._save(Container.LEASES, New(body["id"], body, bodies.DAY_LIVES), etag)

    # Documents

    async def _read(
        self, model: type[M], container: Container, partition: tuple[str, ...], id_: str
    ) -> Versioned[M] | None:
        document = await self._documents.read(container, partition, id_)
        return value_of(model, document) if document and document.id == id_ else None

    async def _read_many(self, model: type[M], container: Container, ids: Sequence[str]) -> list[Versioned[M] | None]:
        """Read documents whose ids are their partitions."""
        documents = await self._documents.read_many(container, [((id_,), id_) for id_ in ids])
        pairs = zip(ids, documents, strict=True)
        return [value_of(model, document) if document and document.id == id_ else None for id_, document in pairs]

    async def _save(self, container: Container, new: New, etag: str | None) -> str:
        if etag is None:
            return await self._documents.create(container, new)
        return await self._documents.replace(container, new, etag)

    async def _find(
        self, model: type[M], container: Container, conditions: tuple[Condition, ...], order_by: str = ""
    ) -> AsyncIterator[Versioned[M]]:
        async for document in self._documents.find(container, Search(conditions=conditions, order_by=order_by)):
            yield value_of(model, document)

    def _placed(self, entity_id: str, thread_id: str, record: Record, ttl: int | None) -> New:
        """Make a record's document; one of another person or thread is our own fault and never written."""
        if record.user_id != entity_id or record.thread_id not in {thread_id, bodies.USER_SUMMARY, bodies.PROCEDURAL}:
            raise ValueError(f"record {record.id} is not of this person's thread")
        body = bodies.record_body(record)
        return New(body["id"], body, record.ttl if record.ttl is not None else ttl)


def _belongs(record: Record, entity_id: str, thread_id: str | None) -> bool:
    return record.user_id == entity_id and thread_id in {None, record.thread_id}
