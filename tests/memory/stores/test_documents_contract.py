"""What every document store must do with one document, whatever the store is made of."""

from __future__ import annotations

from typing import Any

import pytest
from documents_made import STRANGE_IDS, THREADS, TURNS, a_thread, a_turn, found_ids, read_thread

from keepword.errors import AlreadyThere, Changed
from keepword.memory.ports import Condition, Container, Document, Documents, New, Search


async def test_what_is_missing_reads_as_none(documents: Documents) -> None:
    """A document that was never written is no error."""
    assert await read_thread(documents, "t") is None


async def test_what_was_created_is_read_with_its_etag(documents: Documents) -> None:
    """A document comes back as it was written, with the ETag that `create` gave."""
    new = a_thread("t", state="open", n=1.5, deep={"list": [1, None, True]})
    etag = await documents.create(THREADS, new)
    assert await read_thread(documents, "t") == Document("t", new.body, etag)


async def test_what_exists_is_not_created_again(documents: Documents) -> None:
    """The second to create a document is told so, and the first one's stays."""
    await documents.create(THREADS, a_thread("t", n=1))
    with pytest.raises(AlreadyThere):
        await documents.create(THREADS, a_thread("t", n=2))
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 1


async def test_replacing_the_version_read_gives_a_new_etag(documents: Documents) -> None:
    """A document is written over by whoever names its ETag, which then is another."""
    first = await documents.create(THREADS, a_thread("t", n=1))
    second = await documents.replace(THREADS, a_thread("t", n=2), first)
    assert second != first
    assert await read_thread(documents, "t") == Document("t", {"thread_id": "t", "n": 2}, second)


async def test_an_old_etag_replaces_nothing(documents: Documents) -> None:
    """Whoever read before the last write has to read again."""
    old = await documents.create(THREADS, a_thread("t", n=1))
    await documents.replace(THREADS, a_thread("t", n=2), old)
    with pytest.raises(Changed):
        await documents.replace(THREADS, a_thread("t", n=3), old)
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 2


async def test_the_etag_changes_even_if_the_content_does_not(documents: Documents) -> None:
    """Every write counts as a write."""
    first = await documents.create(THREADS, a_thread("t"))
    assert await documents.replace(THREADS, a_thread("t"), first) != first


async def test_what_is_gone_is_not_replaced(documents: Documents) -> None:
    """A document that was never there, or was deleted, counts as changed."""
    etag = await documents.create(THREADS, a_thread("t"))
    await documents.delete(THREADS, ("t",), "t")
    for thread_id in ("t", "never"):
        with pytest.raises(Changed):
            await documents.replace(THREADS, a_thread(thread_id), etag)


async def test_an_etag_dies_with_its_document(documents: Documents) -> None:
    """A document deleted and made again does not answer to the ETag of its former life."""
    old = await documents.create(THREADS, a_thread("t"))
    await documents.delete(THREADS, ("t",), "t")
    assert await documents.create(THREADS, a_thread("t")) != old
    with pytest.raises(Changed):
        await documents.replace(THREADS, a_thread("t"), old)


async def test_deleting_says_whether_there_was_something(documents: Documents) -> None:
    """The first deletion removes it, the second finds nothing."""
    await documents.create(THREADS, a_thread("t"))
    assert [await documents.delete(THREADS, ("t",), "t") for _ in range(2)] == [True, False]
    assert await read_thread(documents, "t") is None


async def test_one_id_in_two_partitions_is_two_documents(documents: Documents) -> None:
    """The partition is a part of the key."""
    for user in ("u1", "u2"):
        await documents.create(TURNS, a_turn(user, "t", "x", of=user))
    assert await documents.delete(TURNS, ("u1", "t"), "x")
    kept = await documents.read(TURNS, ("u2", "t"), "x")
    assert kept is not None
    assert kept.body["of"] == "u2"


async def test_one_id_in_two_containers_is_two_documents(documents: Documents) -> None:
    """Containers share nothing."""
    await documents.create(TURNS, a_turn("u", "t", "x"))
    await documents.create(Container.MEMORIES, a_turn("u", "t", "x"))
    await documents.delete(TURNS, ("u", "t"), "x")
    assert await documents.read(Container.MEMORIES, ("u", "t"), "x") is not None


@pytest.mark.parametrize("id_", STRANGE_IDS)
async def test_any_id_will_do(documents: Documents, id_: str) -> None:
    """An id with any characters is kept, found, replaced and deleted."""
    etag = await documents.create(THREADS, a_thread(id_))
    await documents.replace(THREADS, a_thread(id_, state="closed"), etag)
    assert await found_ids(documents, THREADS, conditions=(Condition("state", "=", "closed"),)) == [id_]
    assert await documents.delete(THREADS, (id_,), id_)


@pytest.mark.parametrize("text", ["żółć 💶", "\0\x01\x7f", "\u2028\ufeff\u202e", "'\"\\\n", "\udc80"])
async def test_any_text_comes_back_as_it_was(documents: Documents, text: str) -> None:
    """No character is lost or changed, not even half a surrogate pair."""
    await documents.create(THREADS, a_thread("t", text=text, **{text: text}))
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert kept.body == {"thread_id": "t", "text": text, text: text}


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")  # aiohttp's advice; one copy is no harm
async def test_a_large_document_is_kept_whole(documents: Documents) -> None:
    """1.5 MB, near the 2 MB that Cosmos DB takes, is one document like any other."""
    text = "ß" * 750_000
    await documents.create(THREADS, a_thread("t", text=text))
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert kept.body["text"] == text


async def test_what_is_read_is_the_readers_own(documents: Documents) -> None:
    """Changing a body in memory changes nothing in the store."""
    new = a_thread("t", items=[1])
    await documents.create(THREADS, new)
    new.body["items"].append(2)
    kept = await read_thread(documents, "t")
    assert kept is not None
    kept.body["items"].append(3)
    again = await read_thread(documents, "t")
    assert again is not None
    assert again.body["items"] == [1]


async def test_what_is_no_json_is_refused(documents: Documents) -> None:
    """Not-a-number has no place in JSON; nothing is written."""
    with pytest.raises(ValueError, match="JSON"):
        await documents.create(THREADS, a_thread("t", n=float("nan")))
    assert await read_thread(documents, "t") is None


# Time to live


async def test_a_document_lives_its_time(documents: Documents, clock: Any) -> None:
    """It is there until its seconds are over, and gone then for every way of looking."""
    await documents.create(THREADS, a_thread("t", ttl=60, state="open"))
    clock.advance(seconds=59)
    assert await read_thread(documents, "t") is not None
    clock.advance(seconds=2)
    assert await read_thread(documents, "t") is None
    assert await found_ids(documents, THREADS) == []
    assert await documents.delete(THREADS, ("t",), "t") is False


async def test_only_the_write_says_how_long_a_document_lives(documents: Documents, clock: Any) -> None:
    """A field of the body that happens to be called `ttl` is a field like any other."""
    await documents.create(THREADS, New("t", {"thread_id": "t", "ttl": 5}))
    await documents.create(THREADS, New("u", {"thread_id": "u", "ttl": None}, 60))
    clock.advance(seconds=30)
    kept = [await read_thread(documents, id_) for id_ in "tu"]
    assert [d and d.body["ttl"] for d in kept] == [5, None]
    clock.advance(seconds=31)
    assert await found_ids(documents, THREADS) == ["t"]


async def test_a_document_tells_when_it_expires(documents: Documents, clock: Any) -> None:
    """Whoever copies it elsewhere has to know how long it has yet to live."""
    await documents.create(THREADS, a_thread("t", ttl=60))
    await documents.create(THREADS, a_thread("u"))
    expiry = {d.id: d.expires_at async for d in documents.find(THREADS, Search())}
    kept = await read_thread(documents, "t")
    assert kept is not None
    assert expiry == {"t": kept.expires_at, "u": None}
    assert expiry["t"] == pytest.approx(clock().timestamp() + 60, abs=1)


async def test_what_has_expired_may_be_created_again(documents: Documents, clock: Any) -> None:
    """An expired document stands in nobody's way."""
    await documents.create(THREADS, a_thread("t", ttl=60))
    clock.advance(seconds=61)
    await documents.create(THREADS, a_thread("t"))
    clock.advance(days=1000)
    assert await read_thread(documents, "t") is not None


async def test_what_has_expired_is_not_replaced(documents: Documents, clock: Any) -> None:
    """An expired document is gone, so its ETag is of no use."""
    etag = await documents.create(THREADS, a_thread("t", ttl=60))
    clock.advance(seconds=61)
    with pytest.raises(Changed):
        await documents.replace(THREADS, a_thread("t"), etag)


async def test_the_time_to_live_counts_from_the_last_write(documents: Documents, clock: Any) -> None:
    """Each write starts it anew, and a write without one ends it."""
    etag = await documents.create(THREADS, a_thread("t", ttl=60))
    clock.advance(seconds=50)
    etag = await documents.replace(THREADS, a_thread("t", ttl=60), etag)
    clock.advance(seconds=50)
    await documents.replace(THREADS, a_thread("t"), etag)
    clock.advance(days=1000)
    assert await read_thread(documents, "t") is not None
