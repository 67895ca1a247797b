"""What every document store must do when it reads or writes several documents at once, each for itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from documents_made import STRANGE_IDS, THREADS, TURNS, a_thread, a_turn

from keepword.memory.ports import Document, Documents, Write


async def _read_all(documents: Documents, *ids: str) -> list[str | None]:
    found = await documents.read_many(THREADS, [((id_,), id_) for id_ in ids])
    return [document and document.id for document in found]


async def test_several_are_read_in_the_order_of_their_keys(documents: Documents) -> None:
    """What is missing leaves its place empty; the same key may stand there twice."""
    etags = {id_: await documents.create(THREADS, a_thread(id_, of=id_)) for id_ in "ab"}
    assert await _read_all(documents, "b", "c", "a", "b") == ["b", None, "a", "b"]
    [found] = await documents.read_many(THREADS, [(("a",), "a")])
    assert found == Document("a", {"thread_id": "a", "of": "a"}, etags["a"])
    assert await documents.read_many(THREADS, []) == []


@pytest.mark.parametrize("id_", STRANGE_IDS)
async def test_any_id_is_among_several(documents: Documents, id_: str) -> None:
    """An id with any characters is written and read beside others."""
    assert None not in await documents.write_many(THREADS, [Write(a_thread(id_)), Write(a_thread("plain"))])
    assert await _read_all(documents, id_, "plain") == [id_, "plain"]


async def test_several_are_read_by_their_whole_keys(documents: Documents) -> None:
    """One id in two partitions is two documents, also where both are asked for at once."""
    for user in ("u1", "u2"):
        await documents.create(TURNS, a_turn(user, "t", "x", of=user))
    found = await documents.read_many(TURNS, [((user, "t"), "x") for user in ("u2", "u3", "u1")])
    assert [document and document.body["of"] for document in found] == ["u2", None, "u1"]


async def test_what_has_expired_is_not_among_several(documents: Documents, clock: Any) -> None:
    """As with one."""
    await documents.create(THREADS, a_thread("a", ttl=10))
    clock.advance(seconds=11)
    assert await _read_all(documents, "a") == [None]
    assert None not in await documents.write_many(THREADS, [Write(a_thread("a", n=2))])
    assert await _read_all(documents, "a") == ["a"]


async def test_several_writes_stand_each_for_itself(documents: Documents) -> None:
    """One that is refused hinders no other; each that was made has the ETag that it was told."""
    old = await documents.create(THREADS, a_thread("there"))
    new = await documents.replace(THREADS, a_thread("there", n=1), old)
    gone = await documents.create(THREADS, a_thread("gone"))
    await documents.delete(THREADS, ("gone",), "gone")
    other = await documents.create(THREADS, a_thread("other"))
    writes = [
        Write(a_thread("new", n=2)),
        Write(a_thread("there", n=2)),
        Write(a_thread("gone", n=2), gone),
        Write(a_thread("other", n=2), other),
        Write(a_thread("last", n=2)),
    ]
    etags = await documents.write_many(THREADS, writes)
    assert [etag is not None for etag in etags] == [True, False, False, True, True]
    found = await documents.read_many(THREADS, [((w.new.id,), w.new.id) for w in writes])
    assert [d and (d.etag, d.body.get("n")) for d in found] == [
        (etags[0], 2),
        (new, 1),
        None,
        (etags[3], 2),
        (etags[4], 2),
    ]


async def test_an_old_etag_is_refused_among_several(documents: Documents) -> None:
    """Whoever read before the last write has to read again."""
    old = await documents.create(THREADS, a_thread("t"))
    await documents.replace(THREADS, a_thread("t", n=1), old)
    assert await documents.write_many(THREADS, [Write(a_thread("t", n=2), old)]) == [None]
    assert await documents.write_many(THREADS, []) == []


async def test_of_many_who_write_several_at_once_each_document_has_one_maker(documents: Documents) -> None:
    """Claims of two workers that overlap are told apart."""
    writes = [[Write(a_thread(f"{n}", of=of)) for n in range(20)] for of in ("a", "b", "c")]
    results = await asyncio.gather(*(documents.write_many(THREADS, each) for each in writes))
    assert [sum(result[n] is not None for result in results) for n in range(20)] == [1] * 20


async def test_several_may_expire_each_in_its_time(documents: Documents, clock: Any) -> None:
    """Each document has its own time to live."""
    await documents.write_many(THREADS, [Write(a_thread("a", ttl=10)), Write(a_thread("b"))])
    clock.advance(seconds=11)
    assert await _read_all(documents, "a", "b") == [None, "b"]
