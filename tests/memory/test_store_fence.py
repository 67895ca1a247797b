"""No method of the store shows a person's data under another's id, not even on a store that mixes up its partitions."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from keepword.memory.ports import Container, Document, Documents, New, Search
from keepword.memory.records import Record, RecordType
from keepword.memory.state import Commitment, Identity, IndexEntry, ProfileDocument, ThreadDocument, ThreadState
from keepword.memory.store import Store
from keepword.testing import MemoryDocuments

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Leaky(MemoryDocuments):
    """A store that ignores partitions and conditions, as some emulators of Cosmos DB do, and answers with what it has."""

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        return next((kept.document() for kept in self._kept[container].values()), None)

    async def find(self, container: Container, search: Search) -> AsyncIterator[Document]:
        for kept in list(self._kept[container].values()):
            yield kept.document()


class Mislabelling(Leaky):
    """A store that moreover says that what it read has the id that was asked for."""

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        found = await super().read(container, partition, id_)
        return found and Document(id_, found.body, found.etag)


def _record(id_: str, type_: RecordType) -> Record:
    return Record(id=id_, type=type_, user_id="anna", thread_id="t", content="secret", created_at=NOON.isoformat())


async def _filled(documents: Documents) -> Store:
    """Write everything that can be held on Anna."""
    store = Store(documents)
    promise = Commitment(
        commitment_id="c",
        entity_id="anna",
        thread_id="t",
        kind="refund",
        due=date(2026, 1, 1),
        quote="secret",
        message_id="<m@example.com>",
        stated_by="agent",
        stated_at=NOON,
    )
    state = ThreadState(thread_id="t", entity_id="anna", summary="secret")
    await store.save_identity(Identity(entity_id="anna", address="secret@example.com", redirect_to="anne"))
    await store.save_profile(ProfileDocument(entity_id="anna", commitments=(promise,)))
    await store.save_thread(ThreadDocument(thread_state=state, mailbox="support", commitments=(promise,)))
    await store.claim("k", IndexEntry(message_id="<m@example.com>", thread_id="t", entity_id="anna", at=NOON))
    await store.add_turns("anna", "t", [_record("1", RecordType.TURN)])
    await store.add_records(
        "anna", "t", [_record("fact_1", RecordType.FACT), _record("summary_1", RecordType.THREAD_SUMMARY)]
    )
    return store


async def _listed(found: AsyncIterator[Any]) -> list[Any]:
    return [each async for each in found]


async def _one(found: Awaitable[Any]) -> list[Any]:
    value = await found
    return [] if value is None else [value]


READS: dict[str, Callable[[Store, str, str], Awaitable[list[Any]]]] = {
    "identity": lambda s, entity, _: _one(s.identity(entity)),
    "redirects": lambda s, entity, _: _listed(s.redirects("anne" if entity == "anna" else entity)),
    "profile": lambda s, entity, _: _one(s.profile(entity)),
    "threads": lambda s, entity, _: _listed(s.threads(entity_id=entity)),
    "messages": lambda s, entity, _: _listed(s.messages(entity_id=entity)),
    "turn": lambda s, entity, thread: _one(s.turn(entity, thread, "1")),
    "turns": lambda s, entity, thread: _listed(s.turns(entity, thread)),
    "records": lambda s, entity, thread: _listed(s.records(entity, thread)),
    "commitments": lambda s, entity, _: _listed(s.commitments(entity_id=entity)),
}
"""Every reading method that takes an entity id."""

WRITES: dict[str, Callable[[Store, str, str], Awaitable[None]]] = {
    "add_turns": lambda s, entity, thread: s.add_turns(entity, thread, [_record("1", RecordType.TURN)]),
    "add_records": lambda s, entity, thread: s.add_records(entity, thread, [_record("fact_1", RecordType.FACT)]),
}
"""Every writing method that takes an entity id."""

CHANGES: dict[str, Callable[[Store, str, str], Awaitable[Any]]] = {
    "archive_turns": lambda s, entity, thread: s.archive_turns(entity, thread, 1),
    "remove_profile": lambda s, entity, _: s.remove_profile(entity),
    "remove_records": lambda s, entity, thread: s.remove_records(
        entity, [_record("1", RecordType.TURN), _record("fact_1", RecordType.FACT)]
    ),
    "revise_messages": lambda s, entity, _: s.revise_messages(
        lambda e: e.model_copy(update={"subject": "changed"}), NOON, entity_id=entity
    ),
}
"""Every changing or removing method that takes an entity id."""

STORES: dict[str, Callable[[], Documents]] = {
    "sound": MemoryDocuments,
    "leaky": Leaky,
    "mislabelling": Mislabelling,
}
WRONG = [("ben", "t"), ("", "t"), ("ANNA", "t"), ("anna ", "t")]


def test_every_method_with_an_entity_id_is_driven() -> None:
    """A new method that takes an entity id has to join the tables above."""
    methods = inspect.getmembers(Store, inspect.isfunction)
    taking = {
        name for name, m in methods if "entity_id" in inspect.signature(m).parameters and not name.startswith("_")
    }
    assert taking == {*READS, *WRITES, *CHANGES}


@pytest.mark.parametrize("kind", sorted(STORES))
@pytest.mark.parametrize("method", sorted(READS))
async def test_the_right_entity_id_shows_its_data(kind: str, method: str) -> None:
    """The fence keeps nothing from its owner."""
    store = await _filled(STORES[kind]())
    assert await READS[method](store, "anna", "t") != []


@pytest.mark.parametrize("kind", sorted(STORES))
@pytest.mark.parametrize("method", sorted(READS))
@pytest.mark.parametrize(("entity", "thread"), WRONG)
async def test_the_wrong_entity_id_shows_nothing(kind: str, method: str, entity: str, thread: str) -> None:
    """Another's, an empty or a similar id: nothing comes out, whatever the store below hands up."""
    store = await _filled(STORES[kind]())
    assert await READS[method](store, entity, thread) == []


@pytest.mark.parametrize("kind", sorted(STORES))
@pytest.mark.parametrize("method", ["turn", "turns", "records"])
async def test_another_thread_of_the_same_person_shows_nothing(kind: str, method: str) -> None:
    """The thread is a fence as well."""
    store = await _filled(STORES[kind]())
    assert await READS[method](store, "anna", "u") == []


async def test_a_thread_or_mail_under_another_key_is_not_taken_for_it() -> None:
    """Documents that are asked for by their own key are checked against it."""
    store = await _filled(Leaky())
    assert [await store.thread("u"), await store.message("other"), await store.mailbox("other")] == [None, None, None]
    assert await (await _filled(Mislabelling())).thread("u") is None


@pytest.mark.parametrize("method", sorted(WRITES))
@pytest.mark.parametrize(("entity", "thread"), [*WRONG, ("anna", "u")])
async def test_a_record_of_another_is_never_written(method: str, entity: str, thread: str) -> None:
    """Whoever mixes up two people while writing is stopped before anything is written."""
    documents = MemoryDocuments()
    with pytest.raises(ValueError, match="not of this person's thread"):
        await WRITES[method](Store(documents), entity, thread)
    assert [kept for kept in documents._kept.values() if kept] == []


@pytest.mark.parametrize("kind", sorted(STORES))
@pytest.mark.parametrize("method", sorted(CHANGES))
@pytest.mark.parametrize(("entity", "thread"), WRONG)
async def test_changing_under_the_wrong_entity_id_changes_nothing(
    kind: str, method: str, entity: str, thread: str
) -> None:
    """Nothing of the person is rewritten, given a time to live or removed under another's id."""
    documents = STORES[kind]()
    store = await _filled(documents)
    assert isinstance(documents, MemoryDocuments)
    before = {container: dict(kept) for container, kept in documents._kept.items()}
    await CHANGES[method](store, entity, thread)
    assert documents._kept == before


@pytest.mark.parametrize("method", sorted(CHANGES))
async def test_changing_under_the_right_entity_id_does_so(method: str) -> None:
    """The fence keeps nothing from its owner here either."""
    documents = MemoryDocuments()
    store = await _filled(documents)
    before = {container: dict(kept) for container, kept in documents._kept.items()}
    await CHANGES[method](store, "anna", "t")
    assert documents._kept != before


def test_a_records_document_needs_its_partition() -> None:
    """A body that names no person cannot be placed at all."""
    with pytest.raises(KeyError):
        MemoryDocuments()._put(Container.TURNS, New("1", {"thread_id": "t"}))
