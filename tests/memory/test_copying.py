"""A store copied into another: everything, once, however often the copy is broken off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from cosmos_stores import on_double

from keepword.errors import StoreUnreachable, UsageError
from keepword.memory.copying import Copied, copy, refuse_if_at_work, tally
from keepword.memory.leases import Lease
from keepword.memory.ports import Container, Documents, New, Search
from keepword.memory.store import Store
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.memory.workers import Worker, announce
from keepword.testing import Counted, Failing, Fault


@pytest.fixture
async def pair(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Callable[[], Any]
) -> AsyncIterator[tuple[Documents, Documents]]:
    """Return a file's store with something in each container, and an empty store on the wire; or the other way round."""
    stores: list[Documents] = [SqliteDocuments(tmp_path / "a.sqlite", now=clock), on_double(clock)]
    if request.param == "back":
        stores.reverse()
    await fill(stores[0])
    yield stores[0], stores[1]
    for store in stores:
        await store.close()


both_ways = pytest.mark.parametrize("pair", ["there", "back"], indirect=True)


async def fill(documents: Documents) -> None:
    """Write some documents of every kind, odd ones among them."""
    for number in range(45):
        id_ = f"t{number}"
        await documents.create(Container.THREADS, New(id_, {"thread_id": id_, "n": number, "text": "żółć 💶"}))
    odd = New("a/b?", {"id": "a/b?", "message_id": "<a/b?@example.com>", "text": "\udc80"}, 600)
    await documents.create(Container.MESSAGES, odd)
    turns = [New(f"{n}", {"id": f"{n}", "user_id": "u", "thread_id": "t1", "ttl": 60}, 60) for n in range(3)]
    await documents.put_all(Container.TURNS, turns)
    await documents.create(Container.PROFILES, New("e", {"entity_id": "e", "promises": 1}))


async def copied(source: Documents, target: Documents, clock: Callable[[], Any]) -> dict[Container, Copied]:
    """Copy, and return what became of each container."""
    return {c.container: c async for c in copy(source, target, clock(), asyncio.gather)}


async def everything(documents: Documents) -> dict[tuple[Container, str], tuple[dict[str, Any], int | None]]:
    """Return all that a store holds, with the seconds at which each document is over."""
    return {
        (c, d.id): (d.body, None if d.expires_at is None else round(d.expires_at))
        for c in Container
        async for d in documents.find(c, Search())
    }


@both_ways
async def test_everything_is_copied(pair: tuple[Documents, Documents], clock: Any) -> None:
    """Keys, bodies, odd characters and times to live, counted and compared."""
    source, target = pair
    found = await copied(source, target, clock)
    assert {c: (r.written, r.ok) for c, r in found.items() if r.written} == {
        Container.THREADS: (45, True),
        Container.MESSAGES: (1, True),
        Container.TURNS: (3, True),
        Container.PROFILES: (1, True),
    }
    assert all(r.ok for r in found.values())
    assert await everything(target) == await everything(source)


@both_ways
async def test_a_repeated_copy_writes_nothing(pair: tuple[Documents, Documents], clock: Any) -> None:
    """What is there and the same is passed over."""
    source, target = pair
    await copied(source, target, clock)
    again = await copied(source, target, clock)
    assert sum(r.written for r in again.values()) == 0
    assert again[Container.THREADS].same == 45


@both_ways
@pytest.mark.parametrize("nth", [1, 20, 46])
async def test_a_broken_copy_goes_on(pair: tuple[Documents, Documents], clock: Any, nth: int) -> None:
    """Wherever it broke off, the next run completes it and writes nothing twice."""
    source, target = pair
    failing = Failing(target, [Fault("write", nth)])
    with pytest.raises(StoreUnreachable):
        await copied(source, failing, clock)
    counted = Counted(target)
    found = await copied(source, counted, clock)
    assert all(r.ok for r in found.values())
    assert counted.writes == sum(r.written for r in found.values()) < 50
    assert await everything(target) == await everything(source)


@both_ways
async def test_what_changed_meanwhile_is_copied_again(pair: tuple[Documents, Documents], clock: Any) -> None:
    """The source is what was worked on last."""
    source, target = pair
    await copied(source, target, clock)
    kept = await source.read(Container.PROFILES, ("e",), "e")
    assert kept is not None
    await source.replace(Container.PROFILES, New("e", {**kept.body, "promises": 2}), kept.etag)
    found = await copied(source, target, clock)
    assert (found[Container.PROFILES].written, found[Container.PROFILES].ok) == (1, True)


@both_ways
async def test_what_is_too_much_in_the_target_is_told(pair: tuple[Documents, Documents], clock: Any) -> None:
    """Another installation's memory is neither taken for ours nor removed."""
    source, target = pair
    await target.create(Container.THREADS, New("other", {"thread_id": "other"}))
    found = await copied(source, target, clock)
    threads = found[Container.THREADS]
    assert (threads.ok, threads.source.documents, threads.target.documents) == (False, 45, 46)


@both_ways
async def test_a_digest_sees_a_changed_word(pair: tuple[Documents, Documents], clock: Any) -> None:
    """Equal counts are not enough."""
    source, target = pair
    await copied(source, target, clock)
    kept = await target.read(Container.PROFILES, ("e",), "e")
    assert kept is not None
    await target.replace(Container.PROFILES, New("e", {**kept.body, "name": "x"}), kept.etag)
    there, here = await tally(source, Container.PROFILES), await tally(target, Container.PROFILES)
    assert (there.documents == here.documents, there == here) == (True, False)


@both_ways
async def test_nothing_is_copied_while_workers_work(pair: tuple[Documents, Documents], clock: Any) -> None:
    """A mailbox with an owner, or a worker that waits for one: both would write on."""
    source, _ = pair
    await refuse_if_at_work("a", source, clock())
    lease = Lease(mailbox="support", owner="x", fence=1, expires_at=clock())
    store = Store(source)
    etag = await store.save_lease(lease)
    await refuse_if_at_work("a", source, clock())
    clock.advance(seconds=-10)
    with pytest.raises(UsageError, match="a: still at work \\(mailboxes support\\)"):
        await refuse_if_at_work("a", source, clock())
    await store.save_lease(lease.model_copy(update={"owner": ""}), etag)
    clock.advance(seconds=10)
    later = clock.now.replace(year=2027)
    await announce(source, Worker(owner="x", since=clock(), expires_at=later), later - clock())
    with pytest.raises(UsageError, match="workers waiting"):
        await refuse_if_at_work("a", source, clock())
