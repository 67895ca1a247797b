"""Documents in Azure Cosmos DB: the store of more than one machine.

Every call is a point operation on one item under its ETag; only `find` queries. An answer that got lost leaves a write in
doubt, so each write bears a random name: what is refused as already there or changed is looked at once, and is ours
where it bears that name. What was only ever seen against doubles, and what on a real account, is told in docs/cosmos.md.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from azure.core import MatchConditions
from azure.core.exceptions import AzureError
from azure.cosmos.aio import ContainerProxy
from azure.cosmos.exceptions import (
    CosmosAccessConditionFailedError,
    CosmosHttpResponseError,
    CosmosResourceExistsError,
    CosmosResourceNotFoundError,
)

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import (
    SHAPES,
    Container,
    Document,
    Key,
    New,
    Search,
    Write,
    one_partition,
    partition_of,
    write_one,
)
from keepword.memory.stores.cosmos_faults import passes, translated
from keepword.memory.stores.cosmos_items import Item, batches, document_of, item_id, item_of, wrote
from keepword.memory.stores.cosmos_link import Account, Examined, Link, Spent
from keepword.memory.stores.cosmos_query import Query, in_order, matches, query_of

PAGE = 20
"""Documents read at once by `find`."""

AT_ONCE = 10
"""Calls of `read_many` and `write_many` that are under way at the same time."""

DELAYS = (0.1, 0.5, 2.0)
"""Seconds before each further try of a call that may succeed in a moment."""

OWNER_GONE = 1003
"""Sub-status of a 404 that is not about the item but about its container."""

T = TypeVar("T")


def _random_name() -> str:
    return secrets.token_hex(8)


class CosmosDocuments:
    """The `Documents` of `keepword.memory.ports` in an account's containers, connected at the first call.

    `name` gives a text that never comes twice, `pause` waits some seconds. `spent` tells what was asked of the account.
    """

    def __init__(
        self,
        account: Account,
        *,
        name: Callable[[], str] = _random_name,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.spent = Spent()
        self._account = account
        self._name = name
        self._pause = pause
        self._link = Link(account, self.spent)
        self._opening = asyncio.Lock()
        self._containers: dict[Container, ContainerProxy] | None = None
        self._closed = False
        self._working = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def meters(self) -> Mapping[str, float]:
        """What was asked of the account since the start, for metrics."""
        spent = self.spent
        return {
            "requests": spent.requests,
            "request_units": spent.charge,
            "repeated": spent.repeated,
            "throttled": spent.throttled,
        }

    async def open(self) -> None:
        """Connect now, to learn at once whether every container is as needed."""
        await self._working_on(self._opened)

    async def examine(self) -> Examined:
        """Compare every container with what is needed; `StoreUnreachable` names all that forbids to work with them."""
        return await self._working_on(Link(self._account).probe)

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        """Read one document by its full key; None where there is none or where it has expired."""
        item = await self._call(container, lambda proxy: self._item(proxy, container, partition, id_))
        return _verified(container, partition, id_, item) if item else None

    async def read_many(self, container: Container, keys: Sequence[Key]) -> list[Document | None]:
        """Read several documents as `read` does, a few at the same time."""
        return await _together([lambda k=key: self.read(container, *k) for key in keys])  # type: ignore[misc]

    async def create(self, container: Container, new: New) -> str:
        """Write a document that must not exist yet and return its ETag; raise `AlreadyThere` if it does."""
        write = self._name()
        item = item_of(container, new, write)

        async def act(proxy: ContainerProxy) -> str:
            try:
                return _etag(await proxy.create_item(item))
            except CosmosResourceExistsError:
                return await self._ours(proxy, container, new, write) or _raise(
                    AlreadyThere(f"{container} {new.id} exists already")
                )

        return await self._call(container, act)

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Write over exactly the version read; raise `Changed` if it is another by now, or gone."""
        write = self._name()
        item = item_of(container, new, write)

        async def act(proxy: ContainerProxy) -> str:
            try:
                return _etag(
                    await proxy.replace_item(
                        item["id"],
                        item,
                        etag=etag,
                        match_condition=MatchConditions.IfNotModified,
                    )
                )
            except (CosmosAccessConditionFailedError, CosmosResourceNotFoundError) as error:
                _check_owner(error)
                return await self._ours(proxy, container, new, write) or _raise(
                    Changed(f"{container} {new.id} was changed by somebody else")
                )

        return await self._call(container, act)

    async def write_many(self, container: Container, writes: Sequence[Write]) -> list[str | None]:
        """Create and replace several documents, a few at the same time; None for each that was refused.

        Each is a call of its own: they lie in several partitions, and a batch of the server's never does.
        """
        return await _together([lambda w=write: write_one(self, container, w) for write in writes])  # type: ignore[misc]

    async def put_all(self, container: Container, news: Sequence[New]) -> None:
        """Write several documents of one partition, over whatever is there.

        One unit as far as the server's batches reach (100 documents, 2 MB); what is larger takes several, in order.
        """
        one_partition(container, news)
        write = self._name()
        items = [item_of(container, new, write) for new in news]
        for batch in batches(items):
            partition = _key(container, partition_of(container, news[0]))
            await self._call(container, lambda proxy, b=batch, p=partition: self._put(proxy, b, p))  # type: ignore[misc]

    async def delete(self, container: Container, partition: tuple[str, ...], id_: str) -> bool:
        """Remove a document; say whether there was one. After a lost answer a document that is gone was there."""
        doubt = False

        async def act(proxy: ContainerProxy) -> bool:
            nonlocal doubt
            was_there, doubt = doubt, True
            try:
                await proxy.delete_item(item_id(id_), _key(container, partition))
            except CosmosResourceNotFoundError as error:
                _check_owner(error)
                return was_there
            return True

        return await self._call(container, act)

    async def find(self, container: Container, search: Search) -> AsyncIterator[Document]:
        """Go through the documents that match now, page by page; those that cease to match meanwhile are left out."""
        query = query_of(container, search)
        keys = await self._call(container, lambda proxy: self._keys(proxy, query))
        ordered = iter(in_order(container, search, keys))
        while page := list(islice(ordered, PAGE)):
            for item in await asyncio.gather(*(self._read_key(container, key) for key in page)):
                document = document_of(item) if item else None
                if document is not None and matches(container, search, document.body):
                    yield document

    async def close(self) -> None:
        """Finish what has begun and give everything back; a repeated call is no error."""
        self._closed = True
        await self._idle.wait()
        self._containers = None
        await self._link.close()

    # One call

    async def _call(self, container: Container, act: Callable[[ContainerProxy], Awaitable[T]]) -> T:
        """Act on a container; what may succeed in a moment is tried again, what fails for good is told in our words."""

        async def work() -> T:
            proxy = (await self._opened())[container]
            for delay in DELAYS:
                try:
                    return await act(proxy)
                except (AzureError, TimeoutError) as error:
                    if not passes(error):
                        raise translated(error, self._account.endpoint) from error
                    self.spent.repeated += 1
                    await self._pause(delay)
            try:
                return await act(proxy)
            except (AzureError, TimeoutError) as error:
                raise translated(error, self._account.endpoint) from error

        return await self._working_on(work)

    async def _working_on(self, work: Callable[[], Awaitable[T]]) -> T:
        if self._closed:
            raise StoreUnreachable(f"{self._account.endpoint}: this store was closed")
        self._working += 1
        self._idle.clear()
        try:
            return await work()
        finally:
            self._working -= 1
            if not self._working:
                self._idle.set()

    async def _opened(self) -> dict[Container, ContainerProxy]:
        async with self._opening:
            if self._containers is None:
                self._containers = await self._link.open()
            return self._containers

    # One item

    async def _item(
        self, proxy: ContainerProxy, container: Container, partition: tuple[str, ...], id_: str
    ) -> Item | None:
        try:
            item = await proxy.read_item(item_id(id_), _key(container, partition))
        except CosmosResourceNotFoundError as error:
            _check_owner(error)
            return None
        return dict(item)

    async def _ours(self, proxy: ContainerProxy, container: Container, new: New, write: str) -> str | None:
        """Return the ETag of a write that was refused because it had been made: its answer got lost. Else None."""
        item = await self._item(proxy, container, partition_of(container, new), new.id)
        return str(item["_etag"]) if item and wrote(item, write) else None

    async def _put(self, proxy: ContainerProxy, items: list[Item], partition: list[str]) -> None:
        operations: list[Any] = [("upsert", (item,), {}) for item in items]
        await proxy.execute_item_batch(operations, partition)

    async def _keys(self, proxy: ContainerProxy, query: Query) -> list[Mapping[str, Any]]:
        where: Any = {"partition_key": list(query.partition)} if query.partition else {}
        parameters: list[dict[str, object]] = [{"name": name, "value": value} for name, value in query.parameters]
        found = proxy.query_items(query.text, parameters=parameters, **where)
        return [key async for key in found]

    async def _read_key(self, container: Container, key: Mapping[str, Any]) -> Item | None:
        partition = [str(key[field]) for field in SHAPES[container].partition]

        async def act(proxy: ContainerProxy) -> Item | None:
            try:
                return dict(await proxy.read_item(str(key["id"]), partition))
            except CosmosResourceNotFoundError as error:
                _check_owner(error)
                return None

        return await self._call(container, act)


async def _together(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Make calls, a few at the same time, and return what they gave, in order; the first error waits for the others."""
    given: list[T] = []
    for start in range(0, len(calls), AT_ONCE):
        results = await asyncio.gather(*(call() for call in calls[start : start + AT_ONCE]), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
            given.append(result)
    return given


def _key(container: Container, partition: tuple[str, ...]) -> list[str]:
    """Return a full partition key as the server has it; one of another length is our own fault."""
    fields = SHAPES[container].partition
    return [item_id(value) if field == "id" else value for field, value in zip(fields, partition, strict=True)]


def _verified(container: Container, partition: tuple[str, ...], id_: str, item: Item) -> Document | None:
    """Return the item's document if it is the one that was asked for: no server's slip shows another person's data."""
    document = document_of(item)
    there = tuple(document.body.get(field) for field in SHAPES[container].partition)
    return document if document.id == id_ and there == partition else None


def _check_owner(error: CosmosHttpResponseError) -> None:
    """Raise anew what is not about the item: its container is gone."""
    if error.status_code == 404 and error.sub_status == OWNER_GONE:
        raise error


def _etag(item: Mapping[str, Any]) -> str:
    return str(item["_etag"])


def _raise(error: Exception) -> str:
    raise error
