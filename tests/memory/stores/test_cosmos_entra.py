"""Logging in with Entra ID, by a managed identity: the real credential, a token endpoint as in a container, a double with TLS."""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from cosmos_double import DATABASE, CosmosDouble
from cosmos_stores import no_pause
from token_server import make_certificate

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Container, New
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.memory.stores.cosmos_link import Account

HEADER = "only-for-tests"


@dataclass
class Identity:
    """What gives tokens to a managed identity, as Container Apps and App Service do."""

    token: str = "a-token"
    status: int = 200
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        """Give a token for the resource that is asked for."""
        if request.headers.get("X-IDENTITY-HEADER") != HEADER or self.status != 200:
            return web.json_response({"message": "no identity here"}, status=self.status if self.status != 200 else 401)
        resource = request.query["resource"]
        self.asked.append(resource)
        life = {"expires_on": str(int(time.time()) + 3600), "resource": resource, "token_type": "Bearer"}
        return web.json_response({"access_token": self.token, **life})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[CosmosDouble]:
    """Return a double that takes tokens only."""
    certificate = make_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, tmp_path / "token.key")
    found = CosmosDouble(tls=context)
    found.local_auth = False
    found.tokens = {"a-token"}
    yield found
    found.stop()


@pytest.fixture
async def identity(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Identity]:
    """Return the identity of this machine."""
    found = Identity()
    app = web.Application()
    app.router.add_get("/token", found.answer)
    async with TestServer(app, host="127.0.0.1") as endpoint:
        monkeypatch.setenv("IDENTITY_ENDPOINT", f"http://127.0.0.1:{endpoint.port}/token")
        monkeypatch.setenv("IDENTITY_HEADER", HEADER)
        for name in ("AZURE_CLIENT_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_SECRET", "AZURE_FEDERATED_TOKEN_FILE"):
            monkeypatch.delenv(name, raising=False)
        yield found


@pytest.fixture
async def store(server: CosmosDouble, identity: Identity) -> AsyncIterator[CosmosDocuments]:
    """Return a store that logs in by its identity."""
    opened = CosmosDocuments(Account(server.url, DATABASE, verify_tls=False), pause=no_pause)
    yield opened
    await opened.close()


async def test_a_managed_identity_reads_and_writes(store: CosmosDocuments, identity: Identity) -> None:
    """No key anywhere: a token is asked for once, and every call bears it."""
    new = New("t", {"thread_id": "t"})
    await store.create(Container.THREADS, new)
    kept = await store.read(Container.THREADS, ("t",), "t")
    assert kept is not None
    assert (kept.body, len(identity.asked)) == (new.body, 1)


async def test_a_token_that_is_refused_is_told(store: CosmosDocuments, server: CosmosDouble) -> None:
    """The identity is of another tenant, or the account does not know it: no talk of keys."""
    server.tokens = set()
    with pytest.raises(StoreUnreachable, match="the identity's token is refused"):
        await store.open()


async def test_an_identity_without_the_role_is_told(store: CosmosDocuments, server: CosmosDouble) -> None:
    """The token is good, and the role is missing: which action, and which Bicep."""
    server.role = "reader"
    with pytest.raises(StoreUnreachable, match=r"lacks the data role \(.*create\); deploy infra/role\.bicep"):
        await store.create(Container.MESSAGES, New("m", {"id": "m"}))


async def test_a_machine_without_identity_is_told(store: CosmosDocuments, identity: Identity) -> None:
    """Nothing gives a token: the message says how to get an identity, and no traceback of any credential's."""
    identity.status = 400
    with pytest.raises(StoreUnreachable, match="Entra ID gave us no token") as caught:
        await store.open()
    assert "az login" in str(caught.value)
    assert "\n" not in str(caught.value)
