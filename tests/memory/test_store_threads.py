"""Threads in the store: lists, what is due, the outbox, and their end."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any

from values_made import NOON, a_reply, a_thread, a_turn, all_of

from keepword.memory.ports import Documents, Housekeeping
from keepword.memory.state import (
    ReplyState,
    ThreadStatus,
)
from keepword.memory.store import Store
from keepword.memory.store_bodies import thread_body
from keepword.testing import MemoryDocuments


async def test_threads_are_listed_the_latest_first(store: Store) -> None:
    """All, or those of a state or a person; the hour counts, not the time zone that it was written in."""
    east = timezone(timedelta(hours=9))
    for thread in (
        a_thread("1", at=NOON),
        a_thread("2", at=(NOON + timedelta(minutes=1)).astimezone(east)),
        a_thread("3", "ben", at=NOON - timedelta(days=1), state=ThreadStatus.HANDOFF),
        a_thread("4", at=None, state=ThreadStatus.CLOSED),
    ):
        await store.save_thread(thread)

    async def listed(**which: Any) -> list[str]:
        return [found.value.thread_state.thread_id for found in await all_of(store.threads(**which))]

    assert await listed() == ["2", "1", "3", "4"]
    assert await listed(state=ThreadStatus.HANDOFF) == ["3"]
    assert await listed(entity_id="anna", state=ThreadStatus.OPEN) == ["2", "1"]
    assert await listed(entity_id="nobody") == []


async def test_due_threads_are_those_whose_time_has_come(store: Store) -> None:
    """The longest waiting comes first; a thread without a time never comes."""
    west = timezone(timedelta(hours=-8))
    hours = {"1": -1, "2": -5, "3": 1}
    for thread_id, hour in hours.items():
        await store.save_thread(a_thread(thread_id, due_at=(NOON + timedelta(hours=hour)).astimezone(west)))
    await store.save_thread(a_thread("4"))
    await store.save_thread(a_thread("5", due_at=NOON))
    assert [f.value.thread_state.thread_id for f in await all_of(store.due(NOON))] == ["2", "1", "5"]


async def test_a_thread_that_was_looked_at_is_due_no_more(store: Store) -> None:
    """What is derived follows the value at each write."""
    etag = await store.save_thread(a_thread(due_at=NOON))
    await store.save_thread(a_thread(due_at=None), etag)
    assert await all_of(store.due(NOON)) == []


async def test_the_outbox_holds_threads_with_unsettled_replies(store: Store) -> None:
    """By default those that are not settled; by name any state."""
    for state in ReplyState:
        await store.save_thread(a_thread(state.value, replies=(a_reply(ReplyState.SENT), a_reply(state))))

    async def holding(*states: ReplyState) -> set[str]:
        found = store.outbox(states) if states else store.outbox()
        return {each.value.thread_state.thread_id for each in await all_of(found)}

    assert await holding() == {"pending", "transmitting", "unknown", "failed", "draft"}
    assert await holding(ReplyState.UNKNOWN, ReplyState.FAILED) == {"unknown", "failed"}
    assert await holding(ReplyState.DISCARDED) == {"discarded"}
    assert await holding(ReplyState.SENT) == set(ReplyState)


def test_the_outbox_counts_what_is_not_settled() -> None:
    """Threads whose replies are all settled need not be looked at."""
    body = thread_body(a_thread(replies=tuple(a_reply(state) for state in ReplyState)))
    assert body["outbox"] == 5


async def test_an_archived_thread_goes_when_its_time_is_over(store: Store, clock: Any) -> None:
    """The thread and its turns live as long as they are told, counted from that write."""
    etag = await store.save_thread(a_thread())
    await store.add_turns("anna", "t", [a_turn("1"), a_turn("2")])
    await store.save_thread(a_thread(archived=True), etag, ttl=3600)
    await store.archive_turns("anna", "t", 3600)
    clock.advance(minutes=59)
    assert await store.thread("t") is not None
    assert len(await all_of(store.turns("anna", "t"))) == 2
    clock.advance(minutes=2)
    assert await store.thread("t") is None
    assert await all_of(store.turns("anna", "t")) == []


async def test_what_has_expired_is_removed_for_good(store: Store, clock: Any) -> None:
    """The sweep removes it and learns how much it was, where the server does not do so itself; what lives stays."""
    await store.save_thread(a_thread("1"), ttl=60)
    await store.save_thread(a_thread("2"))
    assert await store.expire(clock()) == 0
    clock.advance(seconds=61)
    assert await store.expire(clock()) == isinstance(store.documents, Housekeeping)
    await store.scrub()
    assert [f.value.thread_state.thread_id for f in await all_of(store.threads())] == ["2"]


async def test_a_store_that_cleans_up_by_itself_is_left_to_it(clock: Any) -> None:
    """Where expiry is the server's work there is nothing to be done, and that is no error."""
    inside = MemoryDocuments(now=clock)
    store = Store(_Serverside(inside))  # type: ignore[arg-type]
    await store.save_thread(a_thread("1"), ttl=60)
    await store.scrub()
    assert await store.expire(clock() + timedelta(seconds=61)) == 0
    assert await inside.expire(clock() + timedelta(seconds=61)) == 1


class _Serverside:
    """A store with the methods of the port alone."""

    def __init__(self, inside: Documents) -> None:
        self.create = inside.create
