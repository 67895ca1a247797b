"""What every document store must do, whatever it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import Condition, Container, Document, Documents, New, Search, Write

THREADS, TURNS, IDENTITIES = Container.THREADS, Container.TURNS, Container.IDENTITIES

STRANGE_IDS = [
    "a/b",
    "a\\b",
    "a#b",
    "a?b",
    "a b",
    "a%2Fb",
    "Ж'; DROP TABLE threads; --",
    '"',
    "..",
    "é" * 300,
    "{key}",
    ":id",
]


def _thread(thread_id: str, *, ttl: int | None = None, **fields: Any) -> New:
    return New(thread_id, {"thread_id": thread_id, **fields}, ttl)


def _turn(user_id: str, thread_id: str, id_: str, *, ttl: int | None = None, **fields: Any) -> New:
    return New(id_, {"user_id": user_id, "thread_id": thread_id, "id": id_, **fields}, ttl)


async def _read(documents: Documents, thread_id: str) -> Document | None:
    return await documents.read(THREADS, (thread_id,), thread_id)


async def _ids(documents: Documents, container: Container, **search: Any) -> list[str]:
    return [document.id async for document in documents.find(container, Search(**search))]


async def _won(attempts: list[Awaitable[str]], lost: type[Exception]) -> int:
    """Run all attempts at once and return how many won; all others must have lost in the expected way."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert [r for r in results if not isinstance(r, str | lost)] == []
    return sum(isinstance(r, str) for r in results)


# One document


async def test_what_is_missing_reads_as_none(documents: Documents) -> None:
    """A document that was never written is no error."""
    assert await _read(documents, "t") is None


async def test_what_was_created_is_read_with_its_etag(documents: Documents) -> None:
    """A document comes back as it was written, with the ETag that `create` gave."""
    new = _thread("t", state="open", n=1.5, deep={"list": [1, None, True]})
    etag = await documents.create(THREADS, new)
    assert await _read(documents, "t") == Document("t", new.body, etag)


async def test_what_exists_is_not_created_again(documents: Documents) -> None:
    """The second to create a document is told so, and the first one's stays."""
    await documents.create(THREADS, _thread("t", n=1))
    with pytest.raises(AlreadyThere):
        await documents.create(THREADS, _thread("t", n=2))
    kept = await _read(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 1


async def test_replacing_the_version_read_gives_a_new_etag(documents: Documents) -> None:
    """A document is written over by whoever names its ETag, which then is another."""
    first = await documents.create(THREADS, _thread("t", n=1))
    second = await documents.replace(THREADS, _thread("t", n=2), first)
    assert second != first
    assert await _read(documents, "t") == Document("t", {"thread_id": "t", "n": 2}, second)


async def test_an_old_etag_replaces_nothing(documents: Documents) -> None:
    """Whoever read before the last write has to read again."""
    old = await documents.create(THREADS, _thread("t", n=1))
    await documents.replace(THREADS, _thread("t", n=2), old)
    with pytest.raises(Changed):
        await documents.replace(THREADS, _thread("t", n=3), old)
    kept = await _read(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 2


async def test_the_etag_changes_even_if_the_content_does_not(documents: Documents) -> None:
    """Every write counts as a write."""
    first = await documents.create(THREADS, _thread("t"))
    assert await documents.replace(THREADS, _thread("t"), first) != first


async def test_what_is_gone_is_not_replaced(documents: Documents) -> None:
    """A document that was never there, or was deleted, counts as changed."""
    etag = await documents.create(THREADS, _thread("t"))
    await documents.delete(THREADS, ("t",), "t")
    for thread_id in ("t", "never"):
        with pytest.raises(Changed):
            await documents.replace(THREADS, _thread(thread_id), etag)


async def test_an_etag_dies_with_its_document(documents: Documents) -> None:
    """A document deleted and made again does not answer to the ETag of its former life."""
    old = await documents.create(THREADS, _thread("t"))
    await documents.delete(THREADS, ("t",), "t")
    assert await documents.create(THREADS, _thread("t")) != old
    with pytest.raises(Changed):
        await documents.replace(THREADS, _thread("t"), old)


async def test_deleting_says_whether_there_was_something(documents: Documents) -> None:
    """The first deletion removes it, the second finds nothing."""
    await documents.create(THREADS, _thread("t"))
    assert [await documents.delete(THREADS, ("t",), "t") for _ in range(2)] == [True, False]
    assert await _read(documents, "t") is None


async def test_one_id_in_two_partitions_is_two_documents(documents: Documents) -> None:
    """The partition is a part of the key."""
    for user in ("u1", "u2"):
        await documents.create(TURNS, _turn(user, "t", "x", of=user))
    assert await documents.delete(TURNS, ("u1", "t"), "x")
    kept = await documents.read(TURNS, ("u2", "t"), "x")
    assert kept is not None
    assert kept.body["of"] == "u2"


async def test_one_id_in_two_containers_is_two_documents(documents: Documents) -> None:
    """Containers share nothing."""
    await documents.create(TURNS, _turn("u", "t", "x"))
    await documents.create(Container.MEMORIES, _turn("u", "t", "x"))
    await documents.delete(TURNS, ("u", "t"), "x")
    assert await documents.read(Container.MEMORIES, ("u", "t"), "x") is not None


@pytest.mark.parametrize("id_", STRANGE_IDS)
async def test_any_id_will_do(documents: Documents, id_: str) -> None:
    """An id with any characters is kept, found, replaced and deleted."""
    etag = await documents.create(THREADS, _thread(id_))
    await documents.replace(THREADS, _thread(id_, state="closed"), etag)
    assert await _ids(documents, THREADS, conditions=(Condition("state", "=", "closed"),)) == [id_]
    assert await documents.delete(THREADS, (id_,), id_)


@pytest.mark.parametrize("text", ["żółć 💶", "\0\x01\x7f", "\u2028\ufeff\u202e", "'\"\\\n", "\udc80"])
async def test_any_text_comes_back_as_it_was(documents: Documents, text: str) -> None:
    """No character is lost or changed, not even half a surrogate pair."""
    await documents.create(THREADS, _thread("t", text=text, **{text: text}))
    kept = await _read(documents, "t")
    assert kept is not None
    assert kept.body == {"thread_id": "t", "text": text, text: text}


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")  # aiohttp's advice; one copy is no harm
async def test_a_large_document_is_kept_whole(documents: Documents) -> None:
    """1.5 MB, near the 2 MB that Cosmos DB takes, is one document like any other."""
    text = "ß" * 750_000
    await documents.create(THREADS, _thread("t", text=text))
    kept = await _read(documents, "t")
    assert kept is not None
    assert kept.body["text"] == text


async def test_what_is_read_is_the_readers_own(documents: Documents) -> None:
    """Changing a body in memory changes nothing in the store."""
    new = _thread("t", items=[1])
    await documents.create(THREADS, new)
    new.body["items"].append(2)
    kept = await _read(documents, "t")
    assert kept is not None
    kept.body["items"].append(3)
    again = await _read(documents, "t")
    assert again is not None
    assert again.body["items"] == [1]


async def test_what_is_no_json_is_refused(documents: Documents) -> None:
    """Not-a-number has no place in JSON; nothing is written."""
    with pytest.raises(ValueError, match="JSON"):
        await documents.create(THREADS, _thread("t", n=float("nan")))
    assert await _read(documents, "t") is None


# Time to live


async def test_a_document_lives_its_time(documents: Documents, clock: Any) -> None:
    """It is there until its seconds are over, and gone then for every way of looking."""
    await documents.create(THREADS, _thread("t", ttl=60, state="open"))
    clock.advance(seconds=59)
    assert await _read(documents, "t") is not None
    clock.advance(seconds=2)
    assert await _read(documents, "t") is None
    assert await _ids(documents, THREADS) == []
    assert await documents.delete(THREADS, ("t",), "t") is False


async def test_only_the_write_says_how_long_a_document_lives(documents: Documents, clock: Any) -> None:
    """A field of the body that happens to be called `ttl` is a field like any other."""
    await documents.create(THREADS, New("t", {"thread_id": "t", "ttl": 5}))
    await documents.create(THREADS, New("u", {"thread_id": "u", "ttl": None}, 60))
    clock.advance(seconds=30)
    kept = [await _read(documents, id_) for id_ in "tu"]
    assert [d and d.body["ttl"] for d in kept] == [5, None]
    clock.advance(seconds=31)
    assert await _ids(documents, THREADS) == ["t"]


async def test_a_document_tells_when_it_expires(documents: Documents, clock: Any) -> None:
    """Whoever copies it elsewhere has to know how long it has yet to live."""
    await documents.create(THREADS, _thread("t", ttl=60))
    await documents.create(THREADS, _thread("u"))
    expiry = {d.id: d.expires_at async for d in documents.find(THREADS, Search())}
    kept = await _read(documents, "t")
    assert kept is not None
    assert expiry == {"t": kept.expires_at, "u": None}
    assert expiry["t"] == pytest.approx(clock().timestamp() + 60, abs=1)


async def test_what_has_expired_may_be_created_again(documents: Documents, clock: Any) -> None:
    """An expired document stands in nobody's way."""
    await documents.create(THREADS, _thread("t", ttl=60))
    clock.advance(seconds=61)
    await documents.create(THREADS, _thread("t"))
    clock.advance(days=1000)
    assert await _read(documents, "t") is not None


async def test_what_has_expired_is_not_replaced(documents: Documents, clock: Any) -> None:
    """An expired document is gone, so its ETag is of no use."""
    etag = await documents.create(THREADS, _thread("t", ttl=60))
    clock.advance(seconds=61)
    with pytest.raises(Changed):
        await documents.replace(THREADS, _thread("t"), etag)


async def test_the_time_to_live_counts_from_the_last_write(documents: Documents, clock: Any) -> None:
    """Each write starts it anew, and a write without one ends it."""
    etag = await documents.create(THREADS, _thread("t", ttl=60))
    clock.advance(seconds=50)
    etag = await documents.replace(THREADS, _thread("t", ttl=60), etag)
    clock.advance(seconds=50)
    await documents.replace(THREADS, _thread("t"), etag)
    clock.advance(days=1000)
    assert await _read(documents, "t") is not None


# Several at once


async def test_putting_several_writes_them_all_over_whatever_is_there(documents: Documents) -> None:
    """New ones are made and old ones written over, in one call."""
    await documents.create(TURNS, _turn("u", "t", "b", n=0))
    await documents.put_all(TURNS, [_turn("u", "t", id_, n=1) for id_ in "abc"])
    found = [d.body["n"] async for d in documents.find(TURNS, Search())]
    assert found == [1, 1, 1]


async def test_putting_twice_is_putting_once(documents: Documents) -> None:
    """A repeated call leaves the same documents."""
    news = [_turn("u", "t", id_, n=1) for id_ in "abc"]
    for _ in range(2):
        await documents.put_all(TURNS, news)
    assert [d.body async for d in documents.find(TURNS, Search())] == [new.body for new in news]


async def test_putting_nothing_does_nothing(documents: Documents) -> None:
    """An empty unit is no error."""
    await documents.put_all(TURNS, [])
    assert await _ids(documents, TURNS) == []


async def test_a_unit_has_one_partition(documents: Documents) -> None:
    """Documents of two partitions are refused together, and none is written."""
    with pytest.raises(ValueError, match="partition"):
        await documents.put_all(TURNS, [_turn("u", "t", "a"), _turn("v", "t", "b")])
    assert await _ids(documents, TURNS) == []


async def test_a_put_document_has_another_etag(documents: Documents) -> None:
    """Whoever read before somebody put has to read again."""
    etag = await documents.create(TURNS, _turn("u", "t", "a", n=1))
    await documents.put_all(TURNS, [_turn("u", "t", "a", n=2)])
    with pytest.raises(Changed):
        await documents.replace(TURNS, _turn("u", "t", "a", n=3), etag)


async def test_a_unit_may_expire(documents: Documents, clock: Any) -> None:
    """Each document of a unit has its own time to live."""
    await documents.put_all(TURNS, [_turn("u", "t", "a", ttl=10), _turn("u", "t", "b")])
    clock.advance(seconds=11)
    assert await _ids(documents, TURNS) == ["b"]


async def _read_all(documents: Documents, *ids: str) -> list[str | None]:
    found = await documents.read_many(THREADS, [((id_,), id_) for id_ in ids])
    return [document and document.id for document in found]


async def test_several_are_read_in_the_order_of_their_keys(documents: Documents) -> None:
    """What is missing leaves its place empty; the same key may stand there twice."""
    etags = {id_: await documents.create(THREADS, _thread(id_, of=id_)) for id_ in "ab"}
    assert await _read_all(documents, "b", "c", "a", "b") == ["b", None, "a", "b"]
    [found] = await documents.read_many(THREADS, [(("a",), "a")])
    assert found == Document("a", {"thread_id": "a", "of": "a"}, etags["a"])
    assert await documents.read_many(THREADS, []) == []


@pytest.mark.parametrize("id_", STRANGE_IDS)
async def test_any_id_is_among_several(documents: Documents, id_: str) -> None:
    """An id with any characters is written and read beside others."""
    assert None not in await documents.write_many(THREADS, [Write(_thread(id_)), Write(_thread("plain"))])
    assert await _read_all(documents, id_, "plain") == [id_, "plain"]


async def test_several_are_read_by_their_whole_keys(documents: Documents) -> None:
    """One id in two partitions is two documents, also where both are asked for at once."""
    for user in ("u1", "u2"):
        await documents.create(TURNS, _turn(user, "t", "x", of=user))
    found = await documents.read_many(TURNS, [((user, "t"), "x") for user in ("u2", "u3", "u1")])
    assert [document and document.body["of"] for document in found] == ["u2", None, "u1"]


async def test_what_has_expired_is_not_among_several(documents: Documents, clock: Any) -> None:
    """As with one."""
    await documents.create(THREADS, _thread("a", ttl=10))
    clock.advance(seconds=11)
    assert await _read_all(documents, "a") == [None]
    assert None not in await documents.write_many(THREADS, [Write(_thread("a", n=2))])
    assert await _read_all(documents, "a") == ["a"]


async def test_several_writes_stand_each_for_itself(documents: Documents) -> None:
    """One that is refused hinders no other; each that was made has the ETag that it was told."""
    old = await documents.create(THREADS, _thread("there"))
    new = await documents.replace(THREADS, _thread("there", n=1), old)
    gone = await documents.create(THREADS, _thread("gone"))
    await documents.delete(THREADS, ("gone",), "gone")
    other = await documents.create(THREADS, _thread("other"))
    writes = [
        Write(_thread("new", n=2)),
        Write(_thread("there", n=2)),
        Write(_thread("gone", n=2), gone),
        Write(_thread("other", n=2), other),
        Write(_thread("last", n=2)),
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
    old = await documents.create(THREADS, _thread("t"))
    await documents.replace(THREADS, _thread("t", n=1), old)
    assert await documents.write_many(THREADS, [Write(_thread("t", n=2), old)]) == [None]
    assert await documents.write_many(THREADS, []) == []


async def test_of_many_who_write_several_at_once_each_document_has_one_maker(documents: Documents) -> None:
    """Claims of two workers that overlap are told apart."""
    writes = [[Write(_thread(f"{n}", of=of)) for n in range(20)] for of in ("a", "b", "c")]
    results = await asyncio.gather(*(documents.write_many(THREADS, each) for each in writes))
    assert [sum(result[n] is not None for result in results) for n in range(20)] == [1] * 20


async def test_several_may_expire_each_in_its_time(documents: Documents, clock: Any) -> None:
    """Each document has its own time to live."""
    await documents.write_many(THREADS, [Write(_thread("a", ttl=10)), Write(_thread("b"))])
    clock.advance(seconds=11)
    assert await _read_all(documents, "a", "b") == [None, "b"]


# Searches

MARCH, MAY = "2026-03-01T00:00:00.000000+00:00", "2026-05-01T00:00:00.000000+00:00"


@pytest.fixture
async def shelf(documents: Documents) -> Documents:
    """Return a store with four threads, two of them with nothing due."""
    news = [
        _thread("a", state="open", due_at=MARCH, outbox=0),
        _thread("b", state="open", due_at=MAY, outbox=2),
        _thread("c", state="closed", due_at=None, outbox=1),
        _thread("d", state="closed"),
    ]
    for new in news:
        await documents.create(THREADS, new)
    return documents


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ((), {"a", "b", "c", "d"}),
        ((Condition("state", "=", "open"),), {"a", "b"}),
        ((Condition("state", "=", "OPEN"),), set()),
        ((Condition("due_at", "<=", MARCH),), {"a"}),
        ((Condition("due_at", "<=", "9"),), {"a", "b"}),
        ((Condition("due_at", ">=", "2026-04"),), {"b"}),
        ((Condition("outbox", ">=", 1),), {"b", "c"}),
        ((Condition("outbox", "<=", 1.5),), {"a", "c"}),
        ((Condition("outbox", "=", 2),), {"b"}),
        ((Condition("outbox", ">=", 1), Condition("state", "=", "closed")), {"c"}),
        ((Condition("outbox", ">=", 1), Condition("outbox", "<=", 1)), {"c"}),
        ((Condition("outbox", "=", "2"),), set()),
        ((Condition("state", ">=", 0),), set()),
        ((Condition("thread_id", "=", "d"),), {"d"}),
        ((Condition("state", "=", "open' OR '1'='1"),), set()),
    ],
)
async def test_a_search_meets_every_condition(
    shelf: Documents, conditions: tuple[Condition, ...], expected: set[str]
) -> None:
    """Conditions are met by value and type; what lacks the field meets none."""
    assert set(await _ids(shelf, THREADS, conditions=conditions)) == expected


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ({"order_by": "due_at", "conditions": (Condition("due_at", ">=", ""),)}, ["a", "b"]),
        ({"order_by": "-due_at", "conditions": (Condition("due_at", ">=", ""),)}, ["b", "a"]),
        ({"order_by": "outbox", "conditions": (Condition("outbox", ">=", 0),)}, ["a", "c", "b"]),
        ({"order_by": "-outbox", "conditions": (Condition("outbox", ">=", 0),), "limit": 2}, ["b", "c"]),
        ({"order_by": "-due_at", "limit": 1}, ["b"]),
    ],
)
async def test_a_search_has_an_order_and_a_limit(shelf: Documents, search: dict[str, Any], expected: list[str]) -> None:
    """The order is that of the values, and the limit counts in that order."""
    assert await _ids(shelf, THREADS, **search) == expected


@pytest.mark.parametrize(("order_by", "where"), [("due_at", "first"), ("-due_at", "last")])
async def test_what_lacks_the_field_of_the_order_is_still_found(shelf: Documents, order_by: str, where: str) -> None:
    """Documents without it come first upwards and last downwards, as in Cosmos DB."""
    found = await _ids(shelf, THREADS, order_by=order_by)
    assert set(found[:2] if where == "first" else found[2:]) == {"c", "d"}


@pytest.mark.parametrize(
    "search",
    [
        Search(conditions=(Condition("summary", "=", "x"),)),
        Search(order_by="summary"),
        Search(order_by="-summary"),
        Search(conditions=(Condition("state", "LIKE", "x"),)),
        Search(conditions=(Condition("state = 'x' OR state", "=", "x"),)),
        Search(partition=("a", "b")),
    ],
)
async def test_a_search_that_no_index_serves_is_refused(documents: Documents, search: Search) -> None:
    """Fields without an index, unknown operators and partitions too long are the caller's fault, said at once."""
    with pytest.raises(ValueError, match=r"threads|LIKE"):
        [document async for document in documents.find(THREADS, search)]


async def test_a_search_stays_in_its_partition(documents: Documents) -> None:
    """The leading values of the key are a fence: whole, or the first alone."""
    for user, thread in (("u", "1"), ("u", "2"), ("u1", "1"), ("v", "1")):
        await documents.create(TURNS, _turn(user, thread, f"{user}-{thread}"))
    assert await _ids(documents, TURNS, partition=("u", "1")) == ["u-1"]
    assert sorted(await _ids(documents, TURNS, partition=("u",))) == ["u-1", "u-2"]
    assert await _ids(documents, TURNS, partition=("",)) == []
    assert len(await _ids(documents, TURNS)) == 4


async def test_a_search_by_id_works_where_the_id_is_the_partition(documents: Documents) -> None:
    """Identities, messages and leases are keyed by their id alone."""
    await documents.create(IDENTITIES, New("i", {"id": "i", "redirect_to": "j"}))
    await documents.create(IDENTITIES, New("j", {"id": "j"}))
    assert await _ids(documents, IDENTITIES, partition=("i",)) == ["i"]
    assert await _ids(documents, IDENTITIES, conditions=(Condition("redirect_to", "=", "j"),)) == ["i"]


async def test_a_long_search_finds_everything_once(documents: Documents) -> None:
    """More documents than fit on a page come all, in order, none twice."""
    await documents.put_all(TURNS, [_turn("u", "t", f"{n:04}", at=f"{n:04}") for n in range(350)])
    expected = [f"{n:04}" for n in reversed(range(350))]
    assert await _ids(documents, TURNS, order_by="-at") == expected


async def test_a_search_may_write_as_it_goes(documents: Documents) -> None:
    """A sweep that changes what it finds finds each document once and does not come round again."""
    for n in range(250):
        await documents.create(THREADS, _thread(f"{n:04}", due_at="1"))
    seen = []
    async for found in documents.find(THREADS, Search(conditions=(Condition("due_at", "<=", "5"),), order_by="due_at")):
        seen.append(found.id)
        await documents.replace(THREADS, New(found.id, {**found.body, "due_at": "2"}), found.etag)
    assert seen == [f"{n:04}" for n in range(250)]


# Many at once


async def test_of_many_who_create_one_wins(documents: Documents) -> None:
    """Twenty tasks claim the same key; nineteen learn that they were not first."""
    attempts = [documents.create(THREADS, _thread("t", n=n)) for n in range(20)]
    assert await _won(attempts, AlreadyThere) == 1


async def test_of_many_who_replace_one_wins(documents: Documents) -> None:
    """Twenty tasks write over the version they read; nineteen learn that it has changed."""
    etag = await documents.create(THREADS, _thread("t"))
    attempts = [documents.replace(THREADS, _thread("t", n=n), etag) for n in range(20)]
    assert await _won(attempts, Changed) == 1


async def test_no_increment_is_lost(documents: Documents) -> None:
    """Ten tasks count to ten each on one document by reading, writing and trying again."""
    await documents.create(THREADS, _thread("t", n=0))

    async def count_to_ten() -> None:
        for _ in range(10):
            while not await _incremented(documents):
                pass

    await asyncio.gather(*(count_to_ten() for _ in range(10)))
    kept = await _read(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 100


async def _incremented(documents: Documents) -> bool:
    kept = await _read(documents, "t")
    assert kept is not None
    try:
        await documents.replace(THREADS, _thread("t", n=kept.body["n"] + 1), kept.etag)
    except Changed:
        return False
    return True


async def test_a_cancelled_write_leaves_the_store_in_order(documents: Documents) -> None:
    """Whoever gives up waiting may repeat the write: it is done then, whether by the first call or by the second."""
    writing = asyncio.ensure_future(documents.create(THREADS, _thread("t", n=1)))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await asyncio.gather(documents.create(THREADS, _thread("t", n=1)), return_exceptions=True)
    kept = await _read(documents, "t")
    assert kept is not None
    assert kept.body["n"] == 1


# The end


async def _search_all(documents: Documents) -> list[str]:
    return await _ids(documents, THREADS)


CALLS: dict[str, Callable[[Documents], Awaitable[Any]]] = {
    "read": lambda d: _read(d, "t"),
    "create": lambda d: d.create(THREADS, _thread("u")),
    "replace": lambda d: d.replace(THREADS, _thread("t"), "e"),
    "put_all": lambda d: d.put_all(THREADS, [_thread("t")]),
    "read_many": lambda d: d.read_many(THREADS, [(("t",), "t")]),
    "write_many": lambda d: d.write_many(THREADS, [Write(_thread("u"))]),
    "delete": lambda d: d.delete(THREADS, ("t",), "t"),
    "find": _search_all,
}


async def test_what_was_begun_before_the_end_is_done(documents: Documents) -> None:
    """Closing waits for the calls that came first."""
    writing = [asyncio.ensure_future(documents.create(THREADS, _thread(str(n)))) for n in range(5)]
    await asyncio.sleep(0)
    await documents.close()
    assert len({await each for each in writing}) == 5


@pytest.mark.parametrize("call", sorted(CALLS))
async def test_a_closed_store_says_so(documents: Documents, call: str) -> None:
    """After `close`, which may be called twice, every call raises and none hangs."""
    await documents.create(THREADS, _thread("t"))
    await documents.close()
    await documents.close()
    with pytest.raises(StoreUnreachable, match="closed"):
        await CALLS[call](documents)
