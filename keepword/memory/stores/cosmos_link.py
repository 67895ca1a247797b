"""The link to an Azure Cosmos DB account: opened once, its containers compared with what is needed before any write."""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any

from azure.core.exceptions import AzureError
from azure.core.pipeline import PipelineResponse
from azure.cosmos.aio import ContainerProxy, CosmosClient, DatabaseProxy
from azure.cosmos.exceptions import CosmosResourceNotFoundError

from keepword.errors import StoreUnreachable
from keepword.memory.ports import Container
from keepword.memory.stores.cosmos_faults import is_foreign, translated
from keepword.memory.stores.cosmos_shape import Difference, differences, missing

logging.getLogger("azure").setLevel(logging.CRITICAL)  # what goes wrong is told once, in our own words

CONNECT_TIMEOUT = 10
READ_TIMEOUT = 30
CLOCKS_MAY_DIFFER = 30.0
"""Seconds by which our clock may differ from the server's: half the life of a lease."""
THROTTLED_RETRIES = 9
THROTTLED_SECONDS = 30
"""How often and how long the client itself waits out 429, by the delay that the server names."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where the documents are. `key` None: Entra ID (managed identity, environment, `az login`)."""

    endpoint: str
    database: str
    key: str | None = field(default=None, repr=False)
    verify_tls: bool = True


@dataclass(slots=True)
class Spent:
    """What was asked of the account so far: requests for documents, the charge of all in request units, what did not go at once."""

    requests: int = 0
    charge: float = 0.0
    repeated: int = 0
    """Calls that we made again: a busy server, a lost answer."""
    throttled: int = 0
    """Answers that the bought throughput is used up (429); the client waits and asks again."""

    clock: float = 0.0
    """By how many seconds the server's clock was ahead of ours at its last answer, which tells it to the second."""

    def hear(self, answer: PipelineResponse[Any, Any]) -> None:
        """Count an answer, each try of a call apart."""
        response = answer.http_response
        self.requests += "/docs" in answer.http_request.url  # the client also asks after the account, by its own clock
        self.clock = _ahead(response.headers.get("Date")) if "Date" in response.headers else self.clock
        self.charge += float(response.headers.get("x-ms-request-charge") or 0)
        self.throttled += response.status_code == 429


@dataclass(frozen=True, slots=True)
class Examined:
    """What an examination found: `notes` on what is as it should be, `needs` for what could be better."""

    notes: list[str]
    needs: list[str]


class Link:
    """A client and its containers."""

    def __init__(self, account: Account, spent: Spent | None = None) -> None:
        self._account = account
        self._spent = spent or Spent()
        self._client: CosmosClient | None = None
        self._credential: Any = None

    async def open(self) -> dict[Container, ContainerProxy]:
        """Connect and return the containers, all of which are as needed; `StoreUnreachable` says everything that is not."""
        try:
            database = await self.connect()
            self._insist(await self.examine(database))
        except BaseException:  # cancelled on the way too: no half-open client is left behind
            await self.close()
            raise
        return {container: database.get_container_client(container.value) for container in Container}

    async def probe(self) -> Examined:
        """Connect, examine every container, and close; `StoreUnreachable` says everything that forbids to work."""
        try:
            found = await self.examine(await self.connect())
            self._insist(found)
            return Examined(self._notes(found), [str(difference) for difference in found])
        finally:
            await self.close()

    def _notes(self, found: list[Difference]) -> list[str]:
        sound = [c.value for c in Container if c not in {d.container for d in found}]
        how = "Entra ID" if self._account.key is None else "a key"
        return [f"database {self._account.database}, logged in with {how}", f"containers as needed: {', '.join(sound)}"]

    def _insist(self, found: list[Difference]) -> None:
        faults = [str(difference) for difference in found if difference.fatal]
        if abs(self._spent.clock) > CLOCKS_MAY_DIFFER:
            faults.append(f"this machine's clock is {_off(self._spent.clock)}; set it by NTP: leases need it")
        if faults:
            raise StoreUnreachable(f"{self._account.endpoint}: " + "; ".join(faults))

    async def connect(self) -> DatabaseProxy:
        """Connect to the account and return the database, whether or not it is there."""
        account = self._account
        credential = self._credentials()
        try:
            self._client = CosmosClient(
                account.endpoint,
                credential,
                connection_verify=account.verify_tls,
                connection_timeout=CONNECT_TIMEOUT,
                read_timeout=READ_TIMEOUT,
                retry_throttle_total=THROTTLED_RETRIES,
                retry_throttle_backoff_max=THROTTLED_SECONDS,
                retry_write=0,
                enable_compact_utf8_item_writes=True,
                user_agent_suffix="keepword",
                # over plain HTTP it is an emulator, which often gives an address that is right only on its own machine
                enable_endpoint_discovery=account.endpoint.startswith("https:"),
                raw_response_hook=self._spent.hear,
            )
            await self._client.__aenter__()
        except Exception as error:  # whatever a stranger's answer does to the client, it is no account of ours
            raise translated(error, account.endpoint) from error
        return self._client.get_database_client(account.database)

    async def examine(self, database: DatabaseProxy) -> list[Difference]:
        """Compare every container with what is needed; `StoreUnreachable` where that cannot be known."""
        found = await asyncio.gather(*(self._differences(database, container) for container in Container))
        if all(one == [missing(container)] for one, container in zip(found, Container, strict=True)):
            await self._find_database(database)
        return [difference for one in found for difference in one]

    async def close(self) -> None:
        """Give client and credential back; a repeated call is no error."""
        client, self._client = self._client, None
        credential, self._credential = self._credential, None
        if client is not None:
            await client.close()
        if credential is not None:
            await credential.close()

    def _credentials(self) -> Any:
        if self._account.key is not None:
            return _checked_key(self._account.key)
        if not self._account.endpoint.startswith("https:"):
            raise StoreUnreachable(
                f"{self._account.endpoint}: Entra ID sends no token over plain HTTP; store.endpoint begins with https://, "
                'or, for an emulator, set store.credential = { env = "NAME" }'
            )
        from azure.identity.aio import DefaultAzureCredential

        self._credential = DefaultAzureCredential()
        return self._credential

    async def _differences(self, database: DatabaseProxy, container: Container) -> list[Difference]:
        try:
            found = await database.get_container_client(container.value).read()
            return differences(container, _recognised(container, found))
        except CosmosResourceNotFoundError as error:
            if is_foreign(error):
                raise translated(error, self._account.endpoint) from error
            return [missing(container)]
        except (AzureError, OSError, TimeoutError, ValueError) as error:
            raise translated(error, self._account.endpoint) from error

    async def _find_database(self, database: DatabaseProxy) -> None:
        try:
            await database.read()
        except CosmosResourceNotFoundError as error:
            raise StoreUnreachable(
                f"{self._account.endpoint}: there is no database {self._account.database!r}; deploy infra/main.bicep, "
                "or set store.database to the name that it was given"
            ) from error
        except AzureError as error:
            raise translated(error, self._account.endpoint) from error


def _ahead(date: str) -> float:
    try:
        return parsedate_to_datetime(date).timestamp() - time.time()
    except ValueError:
        return 0.0


def _off(ahead: float) -> str:
    return f"{abs(ahead):.0f} s {'behind' if ahead > 0 else 'ahead of'} the server's"


def _checked_key(key: str) -> str:
    """Return a key that can be one; the message never shows it."""
    try:
        base64.b64decode(key, validate=True)
    except (binascii.Error, ValueError):
        raise StoreUnreachable(
            "store.credential: what it refers to is no key of Azure Cosmos DB (not base64)"
        ) from None
    return key


def _recognised(container: Container, found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a container's properties if they are such; a stranger's JSON is a `ValueError`."""
    if not isinstance(found, Mapping) or found.get("id") != container.value:
        raise ValueError("no container")
    return found
