"""What every document store must find, and in which order."""

from __future__ import annotations

from typing import Any

import pytest
from documents_made import IDENTITIES, THREADS, TURNS, a_thread, a_turn, found_ids

from keepword.memory.ports import Condition, Documents, New, Search

MARCH, MAY = "2026-03-01T00:00:00.000000+00:00", "2026-05-01T00:00:00.000000+00:00"


@pytest.fixture
async def shelf(documents: Documents) -> Documents:
    """Return a store with four threads, two of them with nothing due."""
    news = [
        a_thread("a", state="open", due_at=MARCH, outbox=0),
        a_thread("b", state="open", due_at=MAY, outbox=2),
        a_thread("c", state="closed", due_at=None, outbox=1),
        a_thread("d", state="closed"),
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
        ((Condition("state", "=", "\udcff"),), set()),
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
    assert set(await found_ids(shelf, THREADS, conditions=conditions)) == expected


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
    assert await found_ids(shelf, THREADS, **search) == expected


@pytest.mark.parametrize(("order_by", "where"), [("due_at", "first"), ("-due_at", "last")])
async def test_what_lacks_the_field_of_the_order_is_still_found(shelf: Documents, order_by: str, where: str) -> None:
    """Documents without it come first upwards and last downwards, as in Cosmos DB."""
    found = await found_ids(shelf, THREADS, order_by=order_by)
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
        await documents.create(TURNS, a_turn(user, thread, f"{user}-{thread}"))
    assert await found_ids(documents, TURNS, partition=("u", "1")) == ["u-1"]
    assert sorted(await found_ids(documents, TURNS, partition=("u",))) == ["u-1", "u-2"]
    assert await found_ids(documents, TURNS, partition=("",)) == []
    assert len(await found_ids(documents, TURNS)) == 4


async def test_a_search_by_id_works_where_the_id_is_the_partition(documents: Documents) -> None:
    """Identities, messages and leases are keyed by their id alone."""
    await documents.create(IDENTITIES, New("i", {"id": "i", "redirect_to": "j"}))
    await documents.create(IDENTITIES, New("j", {"id": "j"}))
    assert await found_ids(documents, IDENTITIES, partition=("i",)) == ["i"]
    assert await found_ids(documents, IDENTITIES, conditions=(Condition("redirect_to", "=", "j"),)) == ["i"]


async def test_a_long_search_finds_everything_once(documents: Documents) -> None:
    """More documents than fit on a page come all, in order, none twice."""
    await documents.put_all(TURNS, [a_turn("u", "t", f"{n:04}", at=f"{n:04}") for n in range(350)])
    expected = [f"{n:04}" for n in reversed(range(350))]
    assert await found_ids(documents, TURNS, order_by="-at") == expected


async def test_a_search_may_write_as_it_goes(documents: Documents) -> None:
    """A sweep that changes what it finds finds each document once and does not come round again."""
    for n in range(250):
        await documents.create(THREADS, a_thread(f"{n:04}", due_at="1"))
    seen = []
    async for found in documents.find(THREADS, Search(conditions=(Condition("due_at", "<=", "5"),), order_by="due_at")):
        seen.append(found.id)
        await documents.replace(THREADS, New(found.id, {**found.body, "due_at": "2"}), found.etag)
    assert seen == [f"{n:04}" for n in range(250)]
