"""A region that fails over to another: two doubles with the same items, as an account with two regions has them."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from cosmos_double import DATABASE, KEY, CosmosDouble
from cosmos_stores import no_pause
from token_server import make_certificate

from keepword.memory.ports import Container, New
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.memory.stores.cosmos_link import Account

THREADS = Container.THREADS
WRITE_FORBIDDEN = 3


@pytest.fixture
def regions(tmp_path: Path) -> Iterator[tuple[CosmosDouble, CosmosDouble]]:
    """Return two regions of one account; the first one takes the writes."""
    certificate = make_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, tmp_path / "token.key")
    east, west = CosmosDouble(tls=context), CosmosDouble(tls=context)
    west.shelf = east.shelf
    for region in (east, west):
        region.regions = {"East": east.url, "West": west.url}
    yield east, west
    for region in (east, west):
        region.stop()


@pytest.fixture
async def store(regions: tuple[CosmosDouble, CosmosDouble]) -> AsyncIterator[CosmosDocuments]:
    """Return a store on the account, connected before anything fails."""
    opened = CosmosDocuments(Account(regions[0].url, DATABASE, KEY, verify_tls=False), pause=no_pause)
    await opened.create(THREADS, New("before", {"thread_id": "before"}))
    yield opened
    await opened.close()


async def test_writes_follow_to_the_new_region(
    store: CosmosDocuments, regions: tuple[CosmosDouble, CosmosDouble]
) -> None:
    """The old region refuses writes; the client asks the account where they go now, and goes there."""
    east, west = regions
    east.strike(op="create", status=403, sub=WRITE_FORBIDDEN, times=-1)
    for region in regions:
        region.regions = {"West": west.url, "East": east.url}
    await store.create(THREADS, New("after", {"thread_id": "after"}))
    assert [c.container for c in west.calls if c.op == "create"] == ["threads"]
    assert await store.read(THREADS, ("after",), "after") is not None
