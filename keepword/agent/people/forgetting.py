"""Forget a person: the tombstone first, then their mails, then everything that is held on them, and a receipt at the end.

Killed half-way, the same command finishes it. From the tombstone on nothing that was sent or came in before is taken in
again, whatever a new UIDVALIDITY, a mail moved out of Quarantine or a late promotion brings; a new mail is a new person's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from keepword.agent.people.receipts import digest_of
from keepword.agent.ports import Erased, Eraser, Folder
from keepword.agent.terms import Terms
from keepword.errors import Changed
from keepword.memory.erasure import Subject, judged
from keepword.memory.ports import SHAPES, Container, Document, New, Search
from keepword.memory.record_vectors import holds_vector
from keepword.memory.records import Record, RecordType
from keepword.memory.state import Identity, ProfileDocument, Speaker, ThreadDocument
from keepword.memory.store import Store
from keepword.memory.store_bodies import seconds_left

PASSES = 5
SCANNED = (
    Container.MESSAGES,
    Container.MEMORIES,
    Container.SUMMARIES,
    Container.LEASES,
    Container.TURNS,
    Container.THREADS,
    Container.PROFILES,
)
"""In the order of removal: what tells a person's threads and addresses goes last, so that a killed pass can be finished."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed: documents by container with their keyed digests, documents of others that were cut, mails by mailbox."""

    entities: tuple[str, ...]
    at: datetime
    removed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cut: Mapping[str, int] = field(default_factory=dict)
    mails: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    vectors: int = 0
    """How many of the removed records held a vector, the numbers by which they could be found by their meaning."""

    @property
    def marked(self) -> int:
        """How many mails could only be marked as deleted: their server cannot expunge single ones."""
        return sum(mails.get("marked", 0) for mails in self.mails.values())


async def forget(
    entity: str, words: str, mailboxes: Mapping[str, Eraser], terms: Terms, store: Store, now: datetime
) -> Forgotten:
    """Erase a person, with all addresses that were merged into them; `words` is the address as the operator gave it.

    `mailboxes` are those from which their mails are removed, too. Raises `Changed` where the person's threads are busy,
    and what store and mailboxes raise; nothing then is half-erased for good, the same call goes on.
    """
    ids = (entity, *[i.value.entity_id async for i in store.redirects(entity)])
    subject = await _subject(ids, words, store)
    for id_ in ids:
        await _bury(id_, store, now)
    mails = {name: await _erase_mails(mailbox, subject) for name, mailbox in mailboxes.items()}
    done = await _erase(subject, words, terms, store, now)
    await store.scrub()
    return replace(done, mails=mails)


async def _bury(entity: str, store: Store, now: datetime) -> None:
    """Put a tombstone in the place of what is known of an address: a keyed hash and a time, nothing else."""
    known = await store.identity(entity)
    grave = Identity(entity_id=entity, tombstone=True, forgotten_at=now)
    await store.save_identity(grave, known.etag if known else None)


async def _erase_mails(mailbox: Eraser, subject: Subject) -> dict[str, int]:
    found = [await mailbox.erase(folder, subject.addresses) for folder in Folder] if subject.addresses else [Erased()]
    return {"removed": sum(f.removed for f in found), "marked": sum(f.marked for f in found)}


async def _erase(subject: Subject, words: str, terms: Terms, store: Store, now: datetime) -> Forgotten:
    """Go over everything until nothing of the person is left; what was on its way meanwhile is found the next time."""
    removed: dict[str, set[str]] = {}
    vectors: set[str] = set()
    cut: Counter[str] = Counter()
    for _ in range(PASSES):
        before = (sum(map(len, removed.values())), cut.total())
        for container in SCANNED:
            cut[container] += await _cut(container, subject, terms, store, now)
        for container in SCANNED:
            gone, with_vector = await _remove(container, subject, terms, store)
            removed.setdefault(container, set()).update(gone)
            vectors |= with_vector
        if before == (sum(map(len, removed.values())), cut.total()):
            digests = {container: tuple(sorted(found)) for container, found in sorted(removed.items()) if found}
            counts = {c: n for c, n in cut.items() if n}
            return Forgotten(tuple(sorted(subject.ids)), now, digests, counts, vectors=len(vectors))
        subject = _both(subject, await _subject(tuple(subject.ids), words, store))
    raise Changed("the person's threads keep changing; run the same command again")


async def _cut(container: Container, subject: Subject, terms: Terms, store: Store, now: datetime) -> int:
    """Take the person out of other people's documents; return how many those were."""
    cut = 0
    async for document in store.documents.find(container, Search()):
        left = judged(container, document.body, subject)
        if left is not None and left != document.body:
            cut += await _replaced(container, document, left, terms, store, now)
    return cut


async def _remove(container: Container, subject: Subject, terms: Terms, store: Store) -> tuple[set[str], set[str]]:
    """Remove the person's own documents; return their digests, and which of these held a vector."""
    removed, vectors = set(), set()
    async for document in store.documents.find(container, Search()):
        if judged(container, document.body, subject) is None:
            place = tuple(document.body[name] for name in SHAPES[container].partition)
            await store.documents.delete(container, place, document.id)
            removed.add(digest_of(container, document, terms.secret))
            if holds_vector(document.body):
                vectors.add(document.id)
    return removed, vectors


async def _replaced(
    container: Container, document: Document, left: dict[str, Any], terms: Terms, store: Store, now: datetime
) -> int:
    """Write a document without the person over it; one that was changed meanwhile is met again by the next pass."""
    new = New(document.id, left, _left_to_live(container, left, terms, now))
    with suppress(Changed):
        await store.documents.replace(container, new, document.etag)
    return 1


def _left_to_live(container: Container, body: Mapping[str, Any], terms: Terms, now: datetime) -> int | None:
    """Return the time to live that a document has left: it must not outlive what it belongs to because it was cut."""
    if container is Container.THREADS and body.get("archived") and body.get("promoted_at"):
        return seconds_left(datetime.fromisoformat(body["promoted_at"]) + terms.archive_for, now)
    if container is Container.MESSAGES and body.get("expires_at"):
        return seconds_left(datetime.fromisoformat(body["expires_at"]), now)
    ttl: int | None = body.get("ttl")
    return ttl


async def _subject(ids: Iterable[str], words: str, store: Store) -> Subject:
    """Gather by what a person can be found: addresses, names, threads, mails, words."""
    subject = Subject(frozenset(ids), frozenset({words.casefold()} if "@" in words else ()))
    for id_ in sorted(subject.ids):
        identity, profile = await store.identity(id_), await store.profile(id_)
        if identity and identity.value.address:
            subject = _both(subject, Subject(frozenset(), frozenset({identity.value.address.casefold()})))
        if profile:
            subject = _both(subject, _of_profile(profile.value))
        async for thread in store.threads(entity_id=id_):
            subject = _both(subject, _of_thread(thread.value))
        turns = [r async for r in store.records(id_, types={RecordType.TURN})]
        subject = _both(subject, _of_turns(turns, subject.threads))
        mails = {e.value.message_id async for e in store.messages(entity_id=id_)}
        subject = _both(subject, Subject(frozenset(), message_ids=frozenset(mails)))
    return subject


def _of_profile(profile: ProfileDocument) -> Subject:
    sources = [s for f in profile.facts for s in f.sources if s.stated_by is Speaker.CUSTOMER]
    return Subject(
        frozenset(),
        frozenset(a.casefold() for a in profile.addresses),
        frozenset(f.value for f in profile.facts if f.slot == "name"),
        frozenset(p.thread_id for p in profile.past_threads),
        quotes=frozenset(s.quote for s in sources),
    )


def _of_thread(thread: ThreadDocument) -> Subject:
    state = thread.thread_state
    owned = [m for m in thread.messages if m.entity_id == state.entity_id]
    said = {c.quote for c in thread.candidates if c.speaker is Speaker.CUSTOMER}
    refused = {v.quote for v in thread.verdicts if v.speaker is Speaker.CUSTOMER}
    return Subject(
        frozenset(),
        frozenset(a.casefold() for a in (thread.owner, *(m.address for m in owned)) if a),
        frozenset({thread.owner_name}),
        frozenset({state.thread_id}),
        message_ids=frozenset(m.message_id for m in owned),
        quotes=frozenset(said | refused),
    )


def _of_turns(turns: Iterable[Record], threads: frozenset[str]) -> Subject:
    """Read the turns under a person's id: mails of theirs, and in their own threads also ours."""
    own = [t for t in turns if t.role == "user"]
    senders = [s for t in own for s in t.metadata.get("trace", {}).get("message", {}).get("from", ())]
    return Subject(
        frozenset(),
        frozenset(str(t.metadata["address"]).casefold() for t in own if t.metadata.get("address")),
        frozenset(str(s.get("name") or "") for s in senders),
        joined=frozenset(t.thread_id for t in own) - threads,
        message_ids=frozenset(str(t.metadata["message_id"]) for t in own if t.metadata.get("message_id")),
        quotes=frozenset(line for t in own for line in _lines(t.content)),
    )


def _lines(text: str) -> Iterable[str]:
    """Return the lines of a text that are long enough to be somebody's own words."""
    return (line.strip() for line in text.splitlines())


def _both(one: Subject, other: Subject) -> Subject:
    threads = one.threads | other.threads
    return Subject(
        one.ids | other.ids,
        one.addresses | other.addresses,
        one.names | other.names,
        threads,
        (one.joined | other.joined) - threads,
        one.message_ids | other.message_ids,
        one.quotes | other.quotes,
    )


async def still_there(
    digests: Mapping[str, Iterable[str]], terms: Terms, store: Store
) -> AsyncIterator[tuple[str, str]]:
    """Go through the documents that a receipt says were removed and that are there all the same: container and id."""
    for container in SCANNED:
        wanted = frozenset(digests.get(container, ()))
        if not wanted:
            continue
        async for document in store.documents.find(container, Search()):
            if digest_of(container, document, terms.secret) in wanted:
                yield container, document.id
