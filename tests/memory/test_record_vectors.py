"""Vectors in records, on every store: found under their person alone, living and dying with their records."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepword.memory.ports import Documents
from keepword.memory.record_vectors import Remembered, keep_vector, remembered
from keepword.memory.records import Record, RecordType
from keepword.memory.store import Store

MODEL = "small"


def record(name: str, entity: str = "anna", **fields: Any) -> Record:
    """Return a record of a person."""
    plain = {"type": RecordType.FACT, "content": f"about {name}", "content_hash": name, "thread_id": "__user_summary__"}
    return Record(
        **{"id": f"fact_{name}", "user_id": entity, "created_at": "2026-11-30T12:00:00+00:00", **plain, **fields}
    )


async def found(documents: Documents, entity: str = "anna", model: str = MODEL) -> dict[str, Remembered]:
    """Return what is remembered of a person, by its id."""
    return {r.id: r async for r in remembered(documents, entity, model)}


async def test_a_vector_is_found_under_its_person_and_model(store: Store, documents: Documents, clock: Any) -> None:
    """Within the precision that is kept; for another model, another person or another content there is none."""
    await store.add_records("anna", "", [record("a"), record("b")])
    await store.add_records("bert", "", [record("c", "bert")])
    held = await found(documents)
    assert sorted(held) == ["fact_a", "fact_b"]
    assert await keep_vector(documents, held["fact_a"], MODEL, (0.6, 0.8), clock())
    held = await found(documents)
    assert held["fact_a"].vector == pytest.approx((0.6, 0.8))
    assert (held["fact_a"].content, held["fact_b"].vector) == ("about a", ())
    assert [r.vector for r in (await found(documents, model="large")).values()] == [(), ()]
    assert await found(documents, "nobody") == {}
    assert sorted(await found(documents, "bert")) == ["fact_c"]


async def test_the_record_stays_what_it_was(store: Store, documents: Documents, clock: Any) -> None:
    """All but the vector in its metadata; written anew by a promotion, it has none until it is made again."""
    before = record("a", metadata={"quote": "about a", "sources": [{"quote": "q"}]})
    await store.add_records("anna", "", [before])
    await keep_vector(documents, (await found(documents))["fact_a"], MODEL, (0.6, 0.8), clock())
    [kept] = [r async for r in store.records("anna")]
    assert kept.metadata.pop("vector")["model"] == MODEL
    assert kept == before
    await store.add_records("anna", "", [before])
    assert (await found(documents))["fact_a"].vector == ()


async def test_it_prolongs_no_life(store: Store, documents: Documents, clock: Any) -> None:
    """A record that lives thirty days lives thirty days, whenever its vector is made."""
    await store.add_records("anna", "", [record("a", ttl=int(timedelta(days=30).total_seconds()))])
    clock.advance(days=10)
    assert await keep_vector(documents, (await found(documents))["fact_a"], MODEL, (0.6, 0.8), clock())
    clock.advance(days=19)
    assert len(await found(documents)) == 1
    clock.advance(days=1, seconds=2)
    assert await found(documents) == {}


async def test_what_was_changed_or_removed_meanwhile_is_left_alone(
    store: Store, documents: Documents, clock: Any
) -> None:
    """A vector that comes late writes over nothing and brings nobody back who was forgotten."""
    await store.add_records("anna", "", [record("a"), record("b")])
    held = await found(documents)
    await store.add_records("anna", "", [record("a", content="about something else", content_hash="x")])
    await store.remove_records("anna", [record("b")])
    assert [await keep_vector(documents, r, MODEL, (0.6, 0.8), clock()) for r in held.values()] == [False, False]
    assert [(r.content, r.vector) for r in (await found(documents)).values()] == [("about something else", ())]


async def test_a_vector_of_other_content_does_not_count(store: Store, documents: Documents, clock: Any) -> None:
    """Whoever writes a record with the vector of what it said before is not believed."""
    await store.add_records("anna", "", [record("a")])
    await keep_vector(documents, (await found(documents))["fact_a"], MODEL, (0.6, 0.8), clock())
    [kept] = [r async for r in store.records("anna")]
    await store.add_records("anna", "", [kept.model_copy(update={"content_hash": "other"})])
    assert (await found(documents))["fact_a"].vector == ()


@pytest.mark.parametrize("vector", [None, 7, {}, {"model": MODEL}, {"model": MODEL, "of": "a", "numbers": "%%"}])
async def test_a_broken_vector_is_none(store: Store, documents: Documents, vector: object) -> None:
    """Whatever stands there, reading a person's records fails never."""
    await store.add_records("anna", "", [record("a", metadata={"vector": vector})])
    assert (await found(documents))["fact_a"].vector == ()


async def test_only_facts_and_procedures_that_stand_are_searched(store: Store, documents: Documents) -> None:
    """Episodes tell of old threads, and what is superseded is true no more."""
    episode = record("e", type=RecordType.EPISODIC, id="ep_e")
    procedure = record("p", type=RecordType.PROCEDURAL, id="proc_p", thread_id="__procedural__")
    old = record("old", superseded_by="fact_a", supersede_reason="contradict")
    await store.add_records("anna", "", [record("a"), procedure, old, episode])
    assert sorted(await found(documents)) == ["fact_a", "proc_p"]
