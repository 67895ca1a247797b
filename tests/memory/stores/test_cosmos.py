"""The store in Azure Cosmos DB when something goes wrong on the wire: seen through the real client, against our double."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from cosmos_double import CosmosDouble
from cosmos_stores import account, no_pause

from keepword.agent.health.metrics import metrics
from keepword.agent.health.report import Health
from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import Condition, Container, New, Search
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.memory.stores.cosmos_items import TooLarge

THREADS, TURNS, MEMORIES = Container.THREADS, Container.TURNS, Container.MEMORIES


def thread(id_: str = "t", **fields: Any) -> New:
    """Return a thread's document."""
    return New(id_, {"thread_id": id_, **fields})


def turn(id_: str, user: str = "u", **fields: Any) -> New:
    """Return a turn's document."""
    return New(id_, {"id": id_, "user_id": user, "thread_id": "t", **fields})


@pytest.fixture
async def store(server: CosmosDouble) -> AsyncIterator[CosmosDocuments]:
    """Return a store on the double, connected."""
    opened = CosmosDocuments(account(server), pause=no_pause)
    await opened.open()
    server.calls.clear()
    yield opened
    await opened.close()


# Lost answers


@pytest.mark.parametrize("times", [1, 2])
async def test_a_created_document_whose_answer_got_lost_is_created(
    server: CosmosDouble, store: CosmosDocuments, times: int
) -> None:
    """The write took effect, the link was cut: the repeated call finds its own write, not somebody else's."""
    server.strike(op="create", lose=True, times=times)
    etag = await store.create(THREADS, thread(n=1))
    kept = await store.read(THREADS, ("t",), "t")
    assert kept is not None
    assert (kept.etag, kept.body) == (etag, {"thread_id": "t", "n": 1})


async def test_a_replaced_document_whose_answer_got_lost_is_replaced(
    server: CosmosDouble, store: CosmosDocuments
) -> None:
    """The second try is refused for the first one's ETag, and the store sees that both were its own."""
    old = await store.create(THREADS, thread(n=1))
    server.strike(op="replace", lose=True)
    new = await store.replace(THREADS, thread(n=2), old)
    kept = await store.read(THREADS, ("t",), "t")
    assert kept is not None
    assert (kept.etag, kept.body["n"], new != old) == (new, 2, True)


async def test_what_somebody_else_wrote_is_never_taken_for_ours(server: CosmosDouble, store: CosmosDocuments) -> None:
    """A link cut before the write took effect, and another writer meanwhile: the truth is told."""
    other = CosmosDocuments(account(server), pause=no_pause)
    await other.create(THREADS, thread(n=2))
    await other.close()
    server.strike(op="create")
    with pytest.raises(AlreadyThere):
        await store.create(THREADS, thread(n=2))
    server.strike(op="replace")
    with pytest.raises(Changed):
        await store.replace(THREADS, thread(n=3), '"old"')


async def test_a_deleted_document_whose_answer_got_lost_was_there(server: CosmosDouble, store: CosmosDocuments) -> None:
    """The second try finds nothing, and the store does not say that there never was anything."""
    await store.create(THREADS, thread())
    server.strike(op="delete", status=503)
    assert await store.delete(THREADS, ("t",), "t") is True
    assert await store.delete(THREADS, ("t",), "t") is False


async def test_a_unit_whose_answer_got_lost_is_written_once(server: CosmosDouble, store: CosmosDocuments) -> None:
    """Putting is the same, however often it is done."""
    server.strike(op="batch", lose=True)
    await store.put_all(TURNS, [turn(i) for i in "ab"])
    assert [d.id async for d in store.find(TURNS, Search())] == ["a", "b"]


# A busy server


@pytest.mark.parametrize("status", [408, 449, 500, 503])
@pytest.mark.parametrize("op", ["create", "read", "query", "batch"])
async def test_what_passes_is_waited_out(server: CosmosDouble, store: CosmosDocuments, op: str, status: int) -> None:
    """Whatever is busy for a moment is asked again, and the caller never hears of it."""
    strike = server.strike(op=op, status=status, times=2)
    await store.create(THREADS, thread(state="open"))
    await store.put_all(TURNS, [turn("a")])
    assert await store.read(THREADS, ("t",), "t") is not None
    search = Search(conditions=(Condition("state", "=", "open"),))
    assert [d.id async for d in store.find(THREADS, search)] == ["t"]
    assert strike.times == 0


@pytest.mark.parametrize(("status", "words"), [(408, "out of time"), (449, "another write"), (503, "not available")])
async def test_what_does_not_pass_is_told(
    server: CosmosDouble, store: CosmosDocuments, status: int, words: str
) -> None:
    """Tried a few times, then the caller hears what is the matter; nothing was written."""
    server.strike(op="create", status=status, times=-1)
    with pytest.raises(StoreUnreachable, match=words):
        await store.create(THREADS, thread())
    server.strikes.clear()
    assert await store.read(THREADS, ("t",), "t") is None


async def test_429_is_waited_out_as_the_server_asks(server: CosmosDouble, store: CosmosDocuments) -> None:
    """The client waits the server's own delay; the store counts that it did."""
    server.strike(op="create", status=429, times=3, headers={"x-ms-retry-after-ms": "5"})
    await store.create(THREADS, thread())
    assert store.spent.throttled == 3


async def test_429_that_lasts_says_how_long_to_wait(server: CosmosDouble, store: CosmosDocuments) -> None:
    """The server's delay reaches whoever plans the next try."""
    server.strike(op="create", status=429, times=-1, headers={"x-ms-retry-after-ms": "40"})
    with pytest.raises(StoreUnreachable, match="throughput") as caught:
        await store.create(THREADS, thread())
    assert caught.value.retry_after == 0.04


async def test_429_inside_a_batch_is_waited_out(server: CosmosDouble, store: CosmosDocuments) -> None:
    """The client does not repeat a batch whose answer is a partial one; the store does."""
    server.batch_strikes.append(429)
    await store.put_all(TURNS, [turn("a"), turn("b")])
    assert [d.id async for d in store.find(TURNS, Search())] == ["a", "b"]


async def test_a_link_that_is_cut_for_good_is_told(server: CosmosDouble, store: CosmosDocuments) -> None:
    """Nobody answers any more: a message with the endpoint, never a traceback of the client's."""
    server.strike(op="read", times=-1)
    with pytest.raises(StoreUnreachable, match=r"127\.0\.0\.1"):
        await store.read(THREADS, ("t",), "t")


async def test_a_container_that_vanishes_meanwhile_is_no_missing_document(
    server: CosmosDouble, store: CosmosDocuments
) -> None:
    """404 may mean the container; that is an error, and no empty answer."""
    await store.create(THREADS, thread())
    del server.shelf.collections["threads"]
    with pytest.raises(StoreUnreachable, match="doctor"):
        await store.read(THREADS, ("t",), "t")


# What is kept


async def test_another_persons_document_is_never_shown(server: CosmosDouble, store: CosmosDocuments) -> None:
    """A server that answers a prefix query with other partitions' rows changes nothing."""
    server.leaky = True
    await store.put_all(TURNS, [turn("a", "anna")])
    await store.put_all(TURNS, [turn("b", "bert")])
    assert [d.id async for d in store.find(TURNS, Search(partition=("anna",)))] == ["a"]
    assert [d.id async for d in store.find(TURNS, Search(partition=("anna", "t")))] == ["a"]


async def test_a_time_to_live_of_null_is_never_sent(server: CosmosDouble, store: CosmosDocuments) -> None:
    """A record that names no time to live stays so, and the server never sees `null`."""
    new = turn("a", ttl=None)
    await store.create(TURNS, new)
    kept = await store.read(TURNS, ("u", "t"), "a")
    assert kept is not None
    assert kept.body == new.body


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
async def test_many_documents_are_put_in_batches_that_the_server_takes(
    server: CosmosDouble, store: CosmosDocuments
) -> None:
    """At most 100 operations and 2 MB at once."""
    await store.put_all(TURNS, [turn(f"{n:03}") for n in range(230)])
    await store.put_all(TURNS, [turn(i, text="x" * 900_000) for i in "abc"])
    sizes = [c.size for c in server.calls if c.op == "batch"]
    assert (len(sizes), max(sizes) < 2_200_000) == (5, True)


async def test_a_document_over_two_megabytes_is_refused_before_it_is_sent(
    server: CosmosDouble, store: CosmosDocuments
) -> None:
    """The message says whose it is and how large."""
    with pytest.raises(TooLarge, match="threads t: 21000"):
        await store.create(THREADS, thread(text="x" * 2_100_000))
    assert server.calls == []


async def test_an_item_of_another_program_is_read_as_it_is(server: CosmosDouble, store: CosmosDocuments) -> None:
    """Whoever else writes records into the containers writes no field of ours."""
    body = {"id": "fact_1", "user_id": "u", "thread_id": "t", "type": "fact", "content": "likes tea"}
    server.shelf.create(server.shelf.collection("memories"), ("u", "t"), dict(body))
    assert [d.body async for d in store.find(MEMORIES, Search(partition=("u",)))] == [body]


async def test_each_call_is_one_operation(server: CosmosDouble, store: CosmosDocuments) -> None:
    """A read, a write and a replacement are one request each, and their charge is counted."""
    before = replace(store.spent)
    etag = await store.create(THREADS, thread())
    await store.replace(THREADS, thread(n=1), etag)
    await store.read(THREADS, ("t",), "t")
    assert [c.op for c in server.calls] == ["create", "replace", "read"]
    assert store.spent.requests - before.requests == 3
    assert store.spent.charge - before.charge == pytest.approx(sum(c.charge for c in server.calls), abs=0.05)


async def test_a_query_names_its_partition(server: CosmosDouble, store: CosmosDocuments) -> None:
    """A search in a whole partition goes to that partition alone."""
    await store.put_all(TURNS, [turn("a")])
    server.calls.clear()
    assert [d.id async for d in store.find(TURNS, Search(partition=("u", "t")))] == ["a"]
    assert server.counts()["cross"] == 0


async def test_what_it_costs_is_a_metric(server: CosmosDouble, store: CosmosDocuments) -> None:
    """Requests, their charge, repeated calls and throttling are told to whoever reads the metrics."""
    server.strike(op="create", status=429, headers={"x-ms-retry-after-ms": "1"})
    server.strike(op="create", status=449)
    await store.create(THREADS, thread())
    health = Health(datetime(2026, 11, 30, tzinfo=UTC), store=store.meters)
    lines = dict(line.rsplit(" ", 1) for line in metrics(health).decode().splitlines() if "_store_" in line)
    assert float(lines["keepword_store_requests_total"]) >= 3
    assert float(lines["keepword_store_request_units_total"]) > 5
    assert float(lines["keepword_store_repeated_total"]) == 1
    assert float(lines["keepword_store_throttled_total"]) == 1
