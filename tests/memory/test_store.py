"""The typed face: values come back as they went in, whoever is late is told, and counts are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from values_made import KEY, MAILBOX, PROFILE, THREAD, a_record, a_turn, all_of, an_entry

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import SHAPES, Container, Documents, New
from keepword.memory.records import RecordType
from keepword.memory.state import (
    Identity,
    IndexEntry,
    MailboxDocument,
    ProfileDocument,
)
from keepword.memory.store import Store, Versioned
from keepword.memory.store_bodies import PREFIXES
from keepword.testing import Counted, MemoryDocuments

Save = Callable[[Store, Any, str | None], Awaitable[str]]
Read = Callable[[Store], Awaitable[Versioned[Any] | None]]


async def _save_entry(store: Store, entry: IndexEntry, etag: str | None) -> str:
    return await (store.claim(KEY, entry) if etag is None else store.save_message(KEY, entry, etag))


KINDS: dict[str, tuple[Any, Any, Save, Read]] = {
    "identity": (
        Identity(entity_id="anna", address="anna@example.com"),
        {"redirect_to": "anne"},
        lambda s, v, e: s.save_identity(v, e),
        lambda s: s.identity("anna"),
    ),
    "profile": (PROFILE, {"facts": ()}, lambda s, v, e: s.save_profile(v, e), lambda s: s.profile("anna")),
    "thread": (THREAD, {"topic": "Invoice"}, lambda s, v, e: s.save_thread(v, e), lambda s: s.thread("t")),
    "message": (an_entry(), {"outcome": "replied"}, _save_entry, lambda s: s.message(KEY)),
    "mailbox": (MAILBOX, {"cursor": 8}, lambda s, v, e: s.save_mailbox(v, e), lambda s: s.mailbox("support")),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_a_value_comes_back_as_it_went_in(store: Store, kind: str) -> None:
    """Nothing at first; then the value with its ETag; then what was written over it."""
    value, change, save, read = KINDS[kind]
    changed = value.model_copy(update=change)
    assert await read(store) is None
    first = await save(store, value, None)
    assert await read(store) == Versioned(value, first)
    second = await save(store, changed, first)
    assert await read(store) == Versioned(changed, second)


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_whoever_is_late_is_told(store: Store, kind: str) -> None:
    """A second creation and a write over an old version are refused."""
    value, _, save, _ = KINDS[kind]
    first = await save(store, value, None)
    with pytest.raises(AlreadyThere):
        await save(store, value, None)
    await save(store, value, first)
    with pytest.raises(Changed):
        await save(store, value, first)


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_reading_is_one_read_and_saving_is_one_write(kind: str) -> None:
    """What stands on the way of a mail costs one point operation each, and never a query."""
    value, _, save, read = KINDS[kind]
    counted = Counted(MemoryDocuments())
    store = Store(counted)
    await save(store, value, await save(store, value, None))
    await read(store)
    assert (counted.reads, counted.writes, counted.queries) == (1, 2, 0)


async def test_turns_and_records_are_one_write_a_partition() -> None:
    """Several turns of a thread are one write; a thread's records one for each container and thread id."""
    counted = Counted(MemoryDocuments())
    store = Store(counted)
    await store.add_turns("anna", "t", [a_turn("1"), a_turn("2")])
    types = (RecordType.FACT, RecordType.FACT, RecordType.EPISODIC, RecordType.THREAD_SUMMARY)
    await store.add_records("anna", "t", [a_record(f"{PREFIXES[t]}{n}", t) for n, t in enumerate(types)])
    await store.add_turns("anna", "t", [])
    await store.turn("anna", "t", "1")
    assert (counted.reads, counted.writes, counted.queries) == (1, 3, 0)


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_what_a_newer_program_wrote_is_not_cut(documents: Documents, kind: str) -> None:
    """A field that we do not know is no reason to lose it: the document cannot be read, and so not written over."""
    value, _, save, read = KINDS[kind]
    await save(Store(_Newer(documents)), value, None)
    with pytest.raises(StoreUnreachable, match=r"mood.*upgrade Keepword"):
        await read(Store(documents))


class _Newer(Counted):
    """A store into which a program writes whose values have a field more."""

    async def create(self, container: Container, new: New) -> str:
        return await self.documents.create(container, New(new.id, {**new.body, "mood": "new"}, new.ttl))


async def test_a_profile_is_found_under_any_entity_id(store: Store) -> None:
    """An entity id may be an address with characters that no document's id can have."""
    profile = ProfileDocument(entity_id="a/b?c#d\\e@example.com")
    etag = await store.save_profile(profile)
    assert await store.profile(profile.entity_id) == Versioned(profile, etag)


@pytest.mark.parametrize("kind", ["thread", "profile", "message", "identity", "mailbox"])
async def test_a_body_holds_every_field_of_its_shape(kind: str) -> None:
    """A search by any indexed field finds what has it; none is forgotten when a body is made."""
    value, _, save, _ = KINDS[kind]
    documents = MemoryDocuments()
    await save(Store(documents), value, None)
    ((container, kept),) = [(c, k) for c, kept in documents._kept.items() for k in kept.values()]
    shape = SHAPES[container]
    assert [f for f in (*shape.partition, *shape.indexed) if f not in kept.document().body] == []


# Mailboxes and people


async def test_mailboxes_are_listed_apart_from_other_leases(documents: Documents) -> None:
    """Whatever else is leased is no mailbox."""
    store = Store(documents)
    await documents.create(Container.LEASES, New("worker", {"id": "worker", "kind": "lease"}))
    for name in ("support", "sales/eu"):
        await store.save_mailbox(MailboxDocument(name=name))
    assert {found.value.name for found in await all_of(store.mailboxes())} == {"support", "sales/eu"}


async def test_redirects_are_found_by_where_they_lead(store: Store) -> None:
    """All addresses that were merged into a person."""
    for entity, to in (("a", "anna"), ("b", "ben"), ("c", None), ("d", "anna")):
        await store.save_identity(Identity(entity_id=entity, redirect_to=to))
    assert {found.value.entity_id for found in await all_of(store.redirects("anna"))} == {"a", "d"}
