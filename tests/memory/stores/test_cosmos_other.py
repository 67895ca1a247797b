"""Our double of Azure Cosmos DB beside somebody else's server: whatever both claim to support they answer alike."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from azure.core import MatchConditions
from azure.cosmos.aio import ContainerProxy, CosmosClient
from azure.cosmos.exceptions import CosmosHttpResponseError
from cosmos_double import DATABASE, KEY
from cosmos_other import furnish
from cosmos_stores import double, other

Case = Callable[[ContainerProxy], Awaitable[Any]]
CASES: dict[str, Case] = {}
SYSTEM = {"_rid", "_self", "_etag", "_attachments", "_ts"}


def case(name: str) -> Callable[[Case], Case]:
    """Name a case."""

    def keep(made: Case) -> Case:
        CASES[name] = made
        return made

    return keep


def plain(item: Any) -> dict[str, Any]:
    """Return an item without what each server makes up for itself."""
    assert set(item) >= SYSTEM - {"_attachments"}  # a relic, which the other server leaves out
    return {name: value for name, value in item.items() if name not in SYSTEM}


async def status(call: Awaitable[Any]) -> int:
    """Return the status with which a call is refused, 0 where it is not."""
    try:
        await call
    except CosmosHttpResponseError as error:
        return error.status_code or -1
    return 0


def thread(**fields: Any) -> dict[str, Any]:
    """Return an item."""
    return {"id": "t", "thread_id": "t", **fields}


@case("create gives the item back")
async def _(threads: ContainerProxy) -> Any:
    return plain(await threads.create_item(thread(n=1, deep={"a": [1, None, True, 1.5]}, text="żółć 💶 \0")))


@case("a second create is refused")
async def _(threads: ContainerProxy) -> Any:
    await threads.create_item(thread(n=1))
    refused = await status(threads.create_item(thread(n=2)))
    return refused, plain(await threads.read_item("t", ["t"]))


@case("the same id in two partitions is two items")
async def _(threads: ContainerProxy) -> Any:
    await threads.create_item({"id": "x", "thread_id": "a"})
    await threads.create_item({"id": "x", "thread_id": "b"})
    return [plain(await threads.read_item("x", [p])) for p in "ab"]


@case("replace under the right ETag")
async def _(threads: ContainerProxy) -> Any:
    made = await threads.create_item(thread(n=1))
    done = await threads.replace_item(
        "t", thread(n=2), etag=made["_etag"], match_condition=MatchConditions.IfNotModified
    )
    return done["_etag"] != made["_etag"], plain(await threads.read_item("t", ["t"]))


@case("replace under an old ETag is refused")
async def _(threads: ContainerProxy) -> Any:
    made = await threads.create_item(thread(n=1))
    await threads.replace_item("t", thread(n=2))
    late = threads.replace_item("t", thread(n=3), etag=made["_etag"], match_condition=MatchConditions.IfNotModified)
    return await status(late), plain(await threads.read_item("t", ["t"]))


@case("upsert makes and writes over")
async def _(threads: ContainerProxy) -> Any:
    first = plain(await threads.upsert_item(thread(n=1)))
    second = plain(await threads.upsert_item(thread(m=2)))
    return first, second, plain(await threads.read_item("t", ["t"]))


@case("delete removes")
async def _(threads: ContainerProxy) -> Any:
    await threads.create_item(thread())
    await threads.delete_item("t", ["t"])
    await threads.create_item(thread(n=2))
    return plain(await threads.read_item("t", ["t"]))


@case("delete of what is not there is refused")
async def _(threads: ContainerProxy) -> Any:
    return await status(threads.delete_item("t", ["t"]))


def search(text: str, **parameters: Any) -> Case:
    """Return a case that goes through all partitions with a query."""

    async def run(threads: ContainerProxy) -> Any:
        for number, value in enumerate(("b", 2, "B", None, "open' OR '1'='1", 10)):
            await threads.create_item({"id": f"i{number}", "thread_id": f"p{number}", "state": value})
        await threads.create_item({"id": "none", "thread_id": "none"})
        values: list[dict[str, object]] = [{"name": f"@{k}", "value": v} for k, v in parameters.items()]
        found = threads.query_items(f'SELECT c["id"], c["thread_id"], c["state"] FROM c{text}', parameters=values)  # noqa: S608
        return sorted([item async for item in found], key=lambda item: item["id"])

    return run


CASES |= {
    "a query for everything": search(""),
    "a query for a text": search(' WHERE c["state"] = @p0', p0="b"),
    "a query for a number": search(' WHERE c["state"] = @p0', p0=2),
    "a query from a number": search(' WHERE c["state"] >= @p0', p0=2),
    "a query up to a text": search(' WHERE c["state"] <= @p0', p0="a"),
    "a query with a quote": search(' WHERE c["state"] = @p0', p0="open' OR '1'='1"),
    "a query with two conditions": search(' WHERE c["state"] >= @p0 AND c["thread_id"] <= @p1', p0=0, p1="p3"),
    "a query that finds nothing": search(' WHERE c["state"] = @p0', p0="zzz"),
}


@pytest.fixture
async def both() -> AsyncIterator[list[ContainerProxy]]:
    """Return the container of threads on either server, empty."""
    double().reset()
    await furnish(other().url)
    clients = [CosmosClient(url, KEY, enable_endpoint_discovery=False) for url in (double().url, other().url)]
    async with clients[0], clients[1]:
        yield [c.get_database_client(DATABASE).get_container_client("threads") for c in clients]


@pytest.mark.parametrize("name", CASES)
async def test_both_servers_answer_alike(both: list[ContainerProxy], name: str) -> None:
    """The same calls through the real client, the same answers."""
    ours, theirs = [await CASES[name](threads) for threads in both]
    assert ours == theirs
