"""Make Keepword's database and containers in an emulator of Azure Cosmos DB, anew or where they lack: python emulator.py URL.

For trying out alone. In Azure they are made by infra/, with an index of what is searched and nobody let in by key.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time

from azure.core.exceptions import AzureError
from azure.cosmos import PartitionKey
from azure.cosmos.aio import CosmosClient, DatabaseProxy

from keepword.memory.ports import Container
from keepword.memory.stores.cosmos_shape import paths

DATABASE = "keepword"
PATIENCE = 180.0
"""Seconds that the emulator gets to start."""


async def furnish(url: str, key: str, database: str = DATABASE, patience: float = PATIENCE) -> list[str]:
    """Make what is not there yet and return the names of what was made; wait for an emulator that is still starting."""
    end = time.monotonic() + patience
    while True:
        client = CosmosClient(url, key, enable_endpoint_discovery=False, connection_verify=False)
        try:
            await client.__aenter__()
            return await _make_all(await client.create_database_if_not_exists(database))
        except (AzureError, OSError) as error:
            if time.monotonic() > end:
                raise SystemExit(f"{url}: {error}") from None
            await asyncio.sleep(2)
        finally:
            await client.close()  # one that could not connect too


async def _make_all(database: DatabaseProxy) -> list[str]:
    there = {c["id"] async for c in database.list_containers()}
    lacking = [container for container in Container if container.value not in there]
    for container in lacking:
        await database.create_container(container.value, _key(container), default_ttl=-1)
    return [container.value for container in lacking]


def _key(container: Container) -> PartitionKey:
    named = paths(container)
    return PartitionKey(named, kind="MultiHash") if len(named) > 1 else PartitionKey(named[0])


if __name__ == "__main__":
    made = asyncio.run(furnish(sys.argv[1], os.environ["COSMOS_KEY"]))
    sys.stdout.write(f"made: {', '.join(made) or 'nothing, all is there'}\n")
