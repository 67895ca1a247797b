"""The index, turns and records in the store."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from azure.cosmos.agent_memory.models import MemoryRecordBase
from values_made import KEY, NOON, a_record, a_turn, all_of, an_entry

from keepword.memory.ports import Container, Documents
from keepword.memory.records import RecordType
from keepword.memory.store import Store, message_key
from keepword.memory.store_bodies import PREFIXES

# The index


async def test_one_message_id_with_two_contents_is_two_entries(store: Store) -> None:
    """The first content has the id's own key, another one a key with its digest; both are found under the id."""
    await store.claim(message_key("<a@example.com>"), an_entry(digest="1" * 64))
    await store.claim(message_key("<a@example.com>", "2" * 64), an_entry(digest="2" * 64, at=NOON + timedelta(hours=1)))
    await store.claim(message_key("<b@example.com>"), an_entry("<b@example.com>"))
    found = await all_of(store.messages(message_id="<a@example.com>"))
    assert [each.value.digest for each in found] == ["1" * 64, "2" * 64]


async def test_the_index_is_searched_by_thread_person_and_outcome(store: Store) -> None:
    """Each may be named alone or with others; the oldest mail comes first."""
    rows = [("1", "t", "anna", "replied"), ("2", "t", "ben", "gated"), ("3", "s", "anna", "quarantined")]
    for hour, (id_, thread, entity, outcome) in enumerate(rows):
        at = NOON - timedelta(hours=hour)
        await store.claim(message_key(id_), an_entry(id_, thread_id=thread, entity_id=entity, outcome=outcome, at=at))

    async def listed(**which: str) -> list[str]:
        return [found.value.message_id for found in await all_of(store.messages(**which))]

    assert await listed() == ["3", "2", "1"]
    assert await listed(thread_id="t") == ["2", "1"]
    assert await listed(entity_id="anna") == ["3", "1"]
    assert await listed(entity_id="anna", thread_id="t") == ["1"]
    assert await listed(outcome="quarantined") == ["3"]


async def test_an_entry_may_have_a_time_to_live(store: Store, clock: Any) -> None:
    """What had no thread need not be remembered for ever."""
    etag = await store.claim(KEY, an_entry(), ttl=10)
    await store.save_message(KEY, an_entry(outcome="gated"), etag, ttl=60)
    clock.advance(seconds=50)
    assert await store.message(KEY) is not None
    clock.advance(seconds=11)
    assert await store.message(KEY) is None


# Turns and records


async def test_turns_come_in_the_order_of_their_times(store: Store) -> None:
    """The moment counts, whatever the offset that it was written with, and each comes back as it was."""
    turns = [
        a_turn("c", "2026-11-30T12:00:00+02:00"),
        a_turn("a", "2026-11-30T11:00:00"),
        a_turn("b", "2026-11-30T10:30:00Z"),
    ]
    await store.add_turns("anna", "t", turns)
    assert await all_of(store.turns("anna", "t")) == [turns[0], turns[2], turns[1]]


async def test_adding_turns_twice_is_adding_them_once(store: Store) -> None:
    """A repeated call after a crash leaves each turn once."""
    for _ in range(2):
        await store.add_turns("anna", "t", [a_turn("1", metadata={"message_id": "<a@example.com>"})])
    assert [turn.id for turn in await all_of(store.turns("anna", "t"))] == ["1"]


async def test_a_turns_own_time_to_live_comes_first(store: Store, clock: Any) -> None:
    """The argument is for turns that name none."""
    await store.add_turns("anna", "t", [a_turn("own", ttl=10), a_turn("given")], ttl=100)
    clock.advance(seconds=50)
    assert [turn.id for turn in await all_of(store.turns("anna", "t"))] == ["given"]


RECORDS = (
    a_turn("turn-1"),
    a_record("fact_1", RecordType.FACT),
    a_record("ep_1", RecordType.EPISODIC),
    a_record("proc_1", RecordType.PROCEDURAL, thread_id="__procedural__"),
    a_record("summary_anna_t", RecordType.THREAD_SUMMARY),
    a_record("user_summary_anna", RecordType.USER_SUMMARY, thread_id="__user_summary__"),
)


async def test_records_lie_in_the_toolkits_containers(documents: Documents) -> None:
    """Each type is in its container, under the user's and thread's ids that the toolkit looks under."""
    await Store(documents).add_records("anna", "t", RECORDS)
    expected = {
        Container.TURNS: [("turn-1", "t")],
        Container.MEMORIES: [("proc_1", "__procedural__"), ("ep_1", "t"), ("fact_1", "t")],
        Container.SUMMARIES: [("user_summary_anna", "__user_summary__"), ("summary_anna_t", "t")],
    }
    for container, keys in expected.items():
        found = [await documents.read(container, ("anna", thread), id_) for id_, thread in keys]
        assert [d and d.id for d in found] == [id_ for id_, _ in keys]


async def test_records_are_listed_by_type_and_thread(store: Store) -> None:
    """All of a person's, those of some types, those under one thread id."""
    await store.add_records("anna", "t", RECORDS)
    assert {r.id for r in await all_of(store.records("anna"))} == {r.id for r in RECORDS}
    summaries = {RecordType.THREAD_SUMMARY, RecordType.USER_SUMMARY}
    assert {r.id for r in await all_of(store.records("anna", types=summaries))} == {
        "summary_anna_t",
        "user_summary_anna",
    }
    facts = store.records("anna", "t", types={RecordType.FACT})
    assert await all_of(facts) == [RECORDS[1]]
    assert {r.id for r in await all_of(store.records("anna", "__procedural__"))} == {"proc_1"}


@pytest.mark.parametrize("type_", sorted(RecordType))
async def test_a_record_id_that_no_store_can_hold_is_hashed(store: Store, type_: RecordType) -> None:
    """The hash stands behind the prefix that the toolkit demands, and is the same each time."""
    record = a_record(f"{PREFIXES[type_]}a/b@example.com", type_)
    for _ in range(2):
        await store.add_records("anna", "t", [record])
    (kept,) = await all_of(store.records("anna"))
    assert kept.id.startswith(PREFIXES[type_])
    assert not set(kept.id) & set("/\\#?")
    assert kept == record.model_copy(update={"id": kept.id})


async def test_a_turn_is_found_under_an_id_that_was_hashed(store: Store) -> None:
    """Whoever asks by the id that he gave gets the turn."""
    await store.add_turns("anna", "t", [a_turn("a/b")])
    found = await store.turn("anna", "t", "a/b")
    assert found is not None
    assert found.content == "Hello"


async def test_another_agent_reads_our_turns(documents: Documents) -> None:
    """The stored body is a turn to the Agent Memory Toolkit, derived fields and all."""
    turn = a_turn("turn-1", role="user", metadata={"message_id": "<a@example.com>"})
    await Store(documents).add_turns("anna", "t", [turn])
    document = await documents.read(Container.TURNS, ("anna", "t"), "turn-1")
    assert document is not None
    theirs = MemoryRecordBase.from_doc(document.body)
    assert (theirs.memory_type, theirs.user_id, theirs.thread_id, theirs.metadata, theirs.content) == (
        "turn",
        "anna",
        "t",
        {"message_id": "<a@example.com>"},
        "Hello",
    )
