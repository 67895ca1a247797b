"""Somebody else's server of Azure Cosmos DB's protocol: npm `@vercel/cosmosdb-server`, to hold our double up against.

It is installed by npm into a cache folder of its own (KEEPWORD_TEST_CACHE, else ~/.cache/keepword-tests) at first use.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from azure.cosmos import PartitionKey
from azure.cosmos.aio import CosmosClient, DatabaseProxy
from cosmos_double import DATABASE, KEY

from keepword.memory.ports import SHAPES

PACKAGE = "@vercel/cosmosdb-server"
VERSION = "1.0.1"
PATIENCE = 60


def cache() -> Path:
    """Return the folder that installed servers are kept in."""
    named = os.environ.get("KEEPWORD_TEST_CACHE")
    return Path(named) if named else Path.home() / ".cache" / "keepword-tests"


def install() -> Path:
    """Return the server's program, installed where it is not yet."""
    folder = cache() / f"cosmosdb-server-{VERSION}"
    program = folder / "node_modules" / ".bin" / "cosmosdb-server"
    if program.exists():
        return program
    npm = shutil.which("npm")
    assert npm, "these tests want npm, which comes with Node.js 18 or later (Debian: apt-get install npm)"
    folder.mkdir(parents=True, exist_ok=True)
    words = [
        npm,
        "install",
        "--prefix",
        str(folder),
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        f"{PACKAGE}@{VERSION}",
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return program


class OtherServer:
    """The server in a process of its own, on a free port of this machine."""

    def __init__(self) -> None:
        self._port = _free_port()
        words = [str(install()), "-p", str(self._port), "--host", "127.0.0.1", "--no-ssl"]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait()

    @property
    def url(self) -> str:
        """The account's endpoint."""
        return f"http://127.0.0.1:{self._port}/"

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait(20)

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self._port), 1).close()
            except OSError:
                assert self._process.poll() is None, "the server ended by itself"
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the server did not start within {PATIENCE} s")


async def furnish(url: str, key: str = KEY) -> None:
    """Make the database and its containers anew, as only a server for tests lets a data client do."""
    async with CosmosClient(url, key, enable_endpoint_discovery=False, connection_verify=False) as client:
        database = await client.create_database_if_not_exists(DATABASE)
        for container, shape in SHAPES.items():
            await _drop(database, container.value)
            paths = [f"/{field}" for field in shape.partition]
            several = len(paths) > 1
            by = PartitionKey(paths, kind="MultiHash") if several else PartitionKey(paths[0])  # type: ignore[arg-type]
            await database.create_container(container.value, by, default_ttl=-1)


async def _drop(database: DatabaseProxy, name: str) -> None:
    found = [c["id"] async for c in database.list_containers()]
    if name in found:
        await database.delete_container(name)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
