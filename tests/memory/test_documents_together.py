"""What every document store must do with several documents, and with many calls at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from documents_made import THREADS, TURNS, a_thread, a_turn, found_ids, read_thread

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import Documents, Search, Write


async def _won(attempts: list[Awaitable[str]], lost: type[Exception]) -> int:
    """Run all attempts at once and return how many won; all others must have lost in the expected way."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert [r for r in results if not isinstance(r, str | lost)] == []
    return sum(isinstance(r, str) for r in results)


async def test_putting_several_writes_them_all_over_whatever_is_there(documents: Documents) -> None:
    """New ones are made and old ones written over, in one call."""
    await documents.create(TURNS, a_turn("u", "t", "b", n=0))
    await documents.put_all(TURNS, [a_turn("u", "t", id_, n=1) for id_ in "abc"])
    found = [d.body["n"] async for d in documents.find(TURNS, Search())]
    assert found == [1, 1, 1]


async def test_putting_twice_is_putting_once(documents: Documents) -> None:
    """A repeated call leaves the same documents."""
    news = [a_turn("u", "t", id_, n=1) for id_ in "abc"]
    for _ in range(2):
        await documents.put_all(TURNS, news)
    assert [d.body async for d in documents.find(TURNS, Search())] == [new.body for new in news]


async def test_putting_nothing_does_nothing(documents: Documents) -> None:
    """An empty unit is no error."""
    await documents.put_all(TURNS, [])
    assert await found_ids(documents, TURNS) == []


async def test_a_unit_has_one_partition(documents: Documents) -> None:
    """Documents of two partitions are refused together, and none is written."""
    with pytest.raises(ValueError, match="partition"):
        await documents.put_all(TURNS, [a_turn("u", "t", "a"), a_turn("v", "t", "b")])
    assert await found_ids(documents, TURNS) == []


async def test_a_put_document_has_another_etag(documents: Documents) -> None:
    """Whoever read before somebody put has to read again."""
    etag = await documents.create(TURNS, a_turn("u", "t", "a", n=1))
    await documents.put_all(TURNS, [a_turn("u", "t", "a", n=2)])
    with pytest.raises(Changed):
        await documents.replace(TURNS, a_turn("u", "t", "a", n=3), etag)


async def test_a_unit_may_expire(documents: Documents, clock: Any) -> None:
    """Each document of a unit has its own time to live."""
    await documents.put_all(TURNS, [a_turn("u", "t", "a", ttl=10), a_turn("u", "t", "b")])
    clock.advance(seconds=11)
    assert await found_ids(documents, TURNS) == ["b"]


# Many at once


async def test_of_many_who_create_one_wins(documents: Documents) -> None:
    """Twenty tasks claim the same key; nineteen learn that they were not first."""
    attempts = [documents.create(THREADS, a_thread("t", n=n)) for n in range(20)]
    assert await _won(attempts, AlreadyThere) == 1


async def test_of_many_who_replace_one_wins(documents: Documents) -> None:
    """Twenty tasks write over the version they read; nineteen learn that it has changed."""
    etag = await documents.create(THREADS, a_thread("t"))
    attempts = [documents.replace(THREADS, a_thread("t", n=n), etag) for n in range(20)]
    assert await _won(attempts, Changed) == 1


async def test_no_increment_is_lost(documents: Documents) -> None:
    """Ten tasks count to ten each on one document by reading, writing and trying again."""
    await documents.create(THREADS, a_thread("t", n=0))

    async def count_to_ten() -> None:
        for _ in range(10):
            while not await _incremented(documents):
                pass

    await asyncio.gather(*(count_to_ten() for _ in range(10)))
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 100


async def _incremented(documents: Documents) -> bool:
    kept = await read_thread(documents, "t")
    assert kept is not None
    try:
        await documents.replace(THREADS, a_thread("t", n=kept.body["n"] + 1), kept.etag)
    except Changed:
        return False
    return True


async def test_a_cancelled_write_leaves_the_store_in_order(documents: Documents) -> None:
    """Whoever gives up waiting may repeat the write: it is done then, whether by the first call or by the second."""
    writing = asyncio.ensure_future(documents.create(THREADS, a_thread("t", n=1)))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await asyncio.gather(documents.create(THREADS, a_thread("t", n=1)), return_exceptions=True)
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 1


# The end


async def _search_all(documents: Documents) -> list[str]:
    return await found_ids(documents, THREADS)


CALLS: dict[str, Callable[[Documents], Awaitable[Any]]] = {
    "read": lambda d: read_thread(d, "t"),
    "create": lambda d: d.create(THREADS, a_thread("u")),
    "replace": lambda d: d.replace(THREADS, a_thread("t"), "e"),
    "put_all": lambda d: d.put_all(THREADS, [a_thread("t")]),
    "read_many": lambda d: d.read_many(THREADS, [(("t",), "t")]),
    "write_many": lambda d: d.write_many(THREADS, [Write(a_thread("u"))]),
    "delete": lambda d: d.delete(THREADS, ("t",), "t"),
    "find": _search_all,
}


async def test_what_was_begun_before_the_end_is_done(documents: Documents) -> None:
    """Closing waits for the calls that came first."""
    writing = [asyncio.ensure_future(documents.create(THREADS, a_thread(str(n)))) for n in range(5)]
    await asyncio.sleep(0)
    await documents.close()
    assert len({await each for each in writing}) == 5


@pytest.mark.parametrize("call", sorted(CALLS))
async def test_a_closed_store_says_so(documents: Documents, call: str) -> None:
    """After `close`, which may be called twice, every call raises and none hangs."""
    await documents.create(THREADS, a_thread("t"))
    await documents.close()
    await documents.close()
    with pytest.raises(StoreUnreachable, match="closed"):
        await CALLS[call](documents)
