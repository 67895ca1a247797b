"""The stores of Azure Cosmos DB that tests run on: the double of ours, and whatever else is given."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from datetime import datetime
from functools import cache

from cosmos_double import DATABASE, KEY, CosmosDouble

from keepword.memory.cosmos import CosmosDocuments
from keepword.memory.cosmos_link import Account


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
