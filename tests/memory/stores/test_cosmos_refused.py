"""What the store in Azure Cosmos DB says of settings that cannot work: each its own message, and nothing is written."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from cosmos_double import DATABASE, KEY, CosmosDouble
from cosmos_items import Collection
from cosmos_stores import no_pause

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Container, New
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.memory.stores.cosmos_link import Account


async def fault(endpoint: str, key: str = KEY, database: str = DATABASE) -> str:
    """Return what a store says when it is first written to; whatever is wrong, it must be known before that."""
    opened = CosmosDocuments(Account(endpoint, database, key), pause=no_pause)
    try:
        with pytest.raises(StoreUnreachable) as caught:
            await opened.create(Container.MESSAGES, New("m", {"id": "m"}))
    finally:
        await opened.close()
    assert caught.value.exit_code == 3
    return str(caught.value)


def nothing_is_written(server: CosmosDouble) -> bool:
    """Say whether the double is still empty."""
    return not any(c.items for c in server.shelf.collections.values())


async def test_a_missing_database_is_named(server: CosmosDouble) -> None:
    """The message names the database and what makes it."""
    said = await fault(server.url, database="elsewhere")
    assert "no database 'elsewhere'; deploy infra/main.bicep" in said
    assert nothing_is_written(server)


@pytest.mark.parametrize("name", [c.value for c in Container])
async def test_a_missing_container_is_named(server: CosmosDouble, name: str) -> None:
    """Whichever is missing, the message names it with the line of the Bicep, and no other container is written to."""
    del server.shelf.collections[name]
    said = await fault(server.url)
    assert f"container {name}: is not there; deploy the line of infra/containers.bicep" in said
    assert nothing_is_written(server)


async def test_all_missing_containers_are_named_at_once(server: CosmosDouble) -> None:
    """Nobody has to run it again to learn of the next one."""
    for name in ("turns", "leases"):
        del server.shelf.collections[name]
    said = await fault(server.url)
    assert ("container turns" in said, "container leases" in said, "container threads" in said) == (True, True, False)


async def test_a_wrong_partition_key_is_told(server: CosmosDouble) -> None:
    """What it is, what it must be, and that it cannot be changed."""
    server.shelf.collections["turns"] = Collection("turns", ("user_id",))
    said = await fault(server.url)
    assert "container turns: its partition key is /user_id and must be /user_id, /thread_id" in said
    assert nothing_is_written(server)


@pytest.mark.parametrize(("ttl", "words"), [(None, "nothing would ever expire"), (60, "everything expires after 60 s")])
async def test_a_wrong_time_to_live_is_told(server: CosmosDouble, ttl: int | None, words: str) -> None:
    """Without it archives would stay for ever; with another one threads would vanish."""
    server.shelf.collections["threads"].default_ttl = ttl
    assert words in await fault(server.url)
    assert nothing_is_written(server)


async def test_a_key_where_keys_are_off_is_told(server: CosmosDouble) -> None:
    """The account wants Entra ID: the message says which setting to change."""
    server.local_auth = False
    assert 'disableLocalAuth); set store.credential = "entra"' in await fault(server.url)


async def test_a_wrong_key_is_told(server: CosmosDouble) -> None:
    """Another account's key, or one that was renewed."""
    assert "the key is refused" in await fault(server.url, key="d3Jvbmc=")


async def test_what_is_no_key_is_told(server: CosmosDouble) -> None:
    """A key is base64; anything else is said to be none before anything is sent."""
    said = await fault(server.url, key="no key at all")
    assert "store.credential" in said
    assert "no key at all" not in said


@pytest.mark.parametrize("skew", [-3600.0, 3600.0])
async def test_a_clock_that_is_off_is_told(server: CosmosDouble, skew: float) -> None:
    """The message says that it is this machine's clock, and what the server's says."""
    server.skew = skew
    said = await fault(server.url)
    assert "this machine's clock is off (the server's says " in said


@pytest.mark.parametrize(("skew", "words"), [(-90.0, "90 s ahead of the server's"), (90.0, "90 s behind the server's")])
async def test_a_clock_that_is_a_little_off_is_told(server: CosmosDouble, skew: float, words: str) -> None:
    """Too little for the server to mind, too much for leases."""
    server.skew = skew
    said = await fault(server.url)
    assert said.endswith("set it by NTP: leases need it")
    assert words in said.replace("91 s", "90 s").replace("89 s", "90 s")
    assert nothing_is_written(server)


async def test_entra_over_plain_http_is_told(server: CosmosDouble) -> None:
    """No token is ever sent over a link that anybody can read."""
    opened = CosmosDocuments(Account(server.url, DATABASE), pause=no_pause)
    with pytest.raises(StoreUnreachable, match="Entra ID sends no token over plain HTTP"):
        await opened.open()
    await opened.close()
    assert server.calls == []


@pytest.mark.parametrize("role", ["none", "reader"])
async def test_the_wrong_role_is_told_apart_from_a_missing_container(server: CosmosDouble, role: str) -> None:
    """403/5300: the identity lacks a role, and the message names the action and the Bicep that grants it."""
    server.role = role
    said = await fault(server.url)
    assert "lacks the data role (databaseAccounts/" in said
    assert "deploy infra/role.bicep" in said
    assert nothing_is_written(server)


async def test_the_firewall_is_told(server: CosmosDouble) -> None:
    """A network that the account shuts out is no matter of roles."""
    words = "Request originated from IP 192.0.2.1 through public internet. This is blocked by your firewall settings."
    server.strike(op="collection", status=403, message=words, times=-1)
    assert "firewall shuts this machine out" in await fault(server.url)


STRANGERS = {
    "a web page": (200, "text/html", "<html><body>Welcome</body></html>"),
    "a page that is not there": (404, "text/html", "<html>Not found</html>"),
    "another program's JSON": (200, "application/json", '{"hello": "world"}'),
    "a list": (200, "application/json", "[1]"),
    "a login": (302, "text/html", ""),
    "an error": (500, "text/plain", "oops"),
}


@pytest.mark.parametrize("answer", STRANGERS)
async def test_an_endpoint_that_is_not_cosmos_is_told(answer: str) -> None:
    """Whatever answers there, the message says that it is something else and how an endpoint looks."""
    status, kind, text = STRANGERS[answer]

    async def handler(_: web.Request) -> web.Response:
        return web.Response(status=status, content_type=kind, text=text)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    async with TestServer(app, host="127.0.0.1") as stranger:
        said = await fault(f"http://127.0.0.1:{stranger.port}/")
    assert "it is not Azure Cosmos DB; store.endpoint is https://NAME.documents.azure.com/" in said


async def test_nobody_there_is_told() -> None:
    """A port that nobody listens on."""
    assert "cannot be reached" in await fault("http://127.0.0.1:9/")
