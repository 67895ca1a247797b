"""The stores of Azure Cosmos DB that tests run on: the double of ours, and whatever else is given."""

from __future__ import annotations

import asyncio
import atexit
import os
from collections.abc import Callable
from datetime import datetime
from functools import cache

from azure.cosmos.aio import ContainerProxy
from cosmos_double import DATABASE, KEY, CosmosDouble
from cosmos_other import OtherServer, furnish

from keepword.memory.ports import Container, New, Search, partition_of
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.memory.stores.cosmos_link import Account


async def no_pause(_: float) -> None:
    """Wait for nothing."""


@cache
def double() -> CosmosDouble:
    """Return the one double of this run."""
    started = CosmosDouble()
    atexit.register(started.stop)
    return started


def account(server: CosmosDouble) -> Account:
    """Return how to reach a double."""
    return Account(server.url, DATABASE, KEY)


def on_double(clock: Callable[[], datetime]) -> CosmosDocuments:
    """Return a store on the double, empty, with this clock."""
    server = double()
    server.reset()
    server.now = lambda: clock().timestamp()
    return CosmosDocuments(account(server), pause=no_pause)


@cache
def other() -> OtherServer:
    """Return the one other server of this run."""
    started = OtherServer()
    atexit.register(started.stop)
    return started


class Furnished(CosmosDocuments):
    """A store on a server for tests whose containers are made anew before the first call."""

    _furnishing: asyncio.Task[None] | None = None

    async def _opened(self) -> dict[Container, ContainerProxy]:
        if self._furnishing is None:
            self._furnishing = asyncio.ensure_future(furnish(self._account.endpoint, self._account.key or KEY))
        await asyncio.shield(self._furnishing)
        return await super()._opened()


class Emptied(CosmosDocuments):
    """A store in an account whose containers were deployed, with nothing in them."""

    _emptied = False

    async def _opened(self) -> dict[Container, ContainerProxy]:
        containers = await super()._opened()
        if not self._emptied:
            self._emptied = True
            for container in Container:
                async for document in self.find(container, Search()):
                    await self.delete(container, partition_of(container, New(document.id, document.body)), document.id)
        return containers


ACCOUNT = os.environ.get("KEEPWORD_TEST_COSMOS", "")
"""The endpoint of an emulator or a real account that the contract suite is to run on too; all in it is deleted.

With KEEPWORD_TEST_COSMOS_KEY (an emulator) the containers are made anew for each test; without, Entra ID is used, and the
containers are those that the Bicep has made in the database KEEPWORD_TEST_COSMOS_DATABASE (keepword-tests).
"""


def on_account() -> CosmosDocuments:
    """Return a store on what KEEPWORD_TEST_COSMOS names, empty."""
    key = os.environ.get("KEEPWORD_TEST_COSMOS_KEY")
    if key:
        return Furnished(Account(ACCOUNT, DATABASE, key, verify_tls=False))
    return Emptied(Account(ACCOUNT, os.environ.get("KEEPWORD_TEST_COSMOS_DATABASE", "keepword-tests")))


def on_other() -> CosmosDocuments:
    """Return a store on the other server, empty."""
    return Furnished(Account(other().url, DATABASE, KEY), pause=no_pause)
