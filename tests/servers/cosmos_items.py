"""What the double of Azure Cosmos DB keeps: items in containers, as the documentation says that the service keeps them.

https://learn.microsoft.com/rest/api/cosmos-db/documents, …/azure/cosmos-db/concepts-limits, …/nosql/time-to-live
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

Item = dict[str, Any]
Key = tuple[tuple[Any, ...], str]

MOST_BYTES = 2 * 1024 * 1024
MOST_OPERATIONS = 100
FORBIDDEN = re.compile(r"[/\\#?]")
QUERY = re.compile(r"SELECT (?P<fields>.+?) FROM c(?: WHERE (?P<where>.+))?")
FIELD = re.compile(r'c\["(?P<name>\w+)"\]')
CLAUSE = re.compile(r'c\["(?P<name>\w+)"\] (?P<op>=|<=|>=) (?P<value>@\w+)')


class Refused(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, message: str, sub: int = 0, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message, self.sub, self.headers = status, message, sub, headers


@dataclass
class Collection:
    """A container: `paths` is its partition key, `default_ttl` None means that nothing expires."""

    name: str
    paths: tuple[str, ...]
    default_ttl: int | None = -1
    policies: Item = field(default_factory=dict)
    items: dict[Key, Item] = field(default_factory=dict)

    def properties(self) -> Item:
        """Return what reading the container gives."""
        kind = "MultiHash" if len(self.paths) > 1 else "Hash"
        ttl = {} if self.default_ttl is None else {"defaultTtl": self.default_ttl}
        key = {"paths": [f"/{p}" for p in self.paths], "kind": kind, "version": 2}
        base = {"id": self.name, "_rid": f"rid{self.name}", "_self": f"dbs/d/colls/{self.name}/", "_etag": '"c"'}
        return {**base, "partitionKey": key, **ttl, **self.policies}

    def partition(self, item: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the partition key that an item names."""
        return tuple(item.get(p) for p in self.paths)


class Shelf:
    """One account's containers, by name; `now` gives seconds since 1970."""

    def __init__(self, collections: Mapping[str, Collection], now: Callable[[], float]) -> None:
        self.collections = dict(collections)
        self._now = now
        self._numbers = count(1)

    def collection(self, name: str) -> Collection:
        """Return a container, or refuse."""
        if name not in self.collections:
            raise Refused(404, 'Message: {"Errors":["Owner resource does not exist"]}', 1003)
        return self.collections[name]

    def read(self, of: Collection, partition: tuple[Any, ...], id_: str) -> Item:
        """Return an item, or refuse."""
        item = of.items.get((partition, id_))
        if item is None or self._is_over(of, item):
            raise Refused(404, 'Message: {"Errors":["Resource Not Found"]}')
        return item

    def create(self, of: Collection, partition: tuple[Any, ...], item: Item) -> Item:
        """Keep an item that must be new."""
        self._check(of, partition, item)
        found = of.items.get((partition, item["id"]))
        if found is not None and not self._is_over(of, found):
            raise Refused(409, "Entity with the specified id already exists in the system.")
        return self._put(of, partition, item)

    def upsert(self, of: Collection, partition: tuple[Any, ...], item: Item) -> Item:
        """Keep an item over whatever is there."""
        self._check(of, partition, item)
        return self._put(of, partition, item)

    def replace(self, of: Collection, partition: tuple[Any, ...], id_: str, item: Item, if_match: str | None) -> Item:
        """Keep an item over the one with this ETag."""
        self._check(of, partition, item)
        found = self.read(of, partition, id_)
        if if_match is not None and if_match != found["_etag"]:
            raise Refused(412, "One of the specified pre-condition is not met.")
        return self._put(of, partition, item)

    def delete(self, of: Collection, partition: tuple[Any, ...], id_: str) -> None:
        """Remove an item, or refuse."""
        self.read(of, partition, id_)
        del of.items[partition, id_]

    def batch(self, of: Collection, partition: tuple[Any, ...], operations: list[Item]) -> tuple[int, list[Item]]:
        """Do all or nothing: return the status and one result an operation. Only upserts, which is all that we send."""
        if len(operations) > MOST_OPERATIONS:
            raise Refused(400, f"Batch request has more operations than what is supported ({MOST_OPERATIONS}).")
        before = dict(of.items)
        results: list[Item] = []
        for operation in operations:
            if operation["operationType"] != "Upsert":
                raise Refused(400, f"the double knows no {operation['operationType']} in a batch")
            try:
                body = self.upsert(of, partition, operation["resourceBody"])
            except Refused as refused:
                of.items = before
                failed = {"statusCode": refused.status, "requestCharge": 0}
                return 207, [{"statusCode": 424, "requestCharge": 0}] * len(results) + [failed]
            results.append({"statusCode": 200, "requestCharge": 5.5, "eTag": body["_etag"], "resourceBody": body})
        return 200, results

    def query(self, of: Collection, partition: tuple[Any, ...], query: Item, *, leaky: bool = False) -> list[Item]:
        """Answer the queries that our search emits, and refuse all others; `leaky`: forget what they were to meet."""
        parsed = QUERY.fullmatch(query["query"])
        if parsed is None:
            raise Refused(400, f"the double cannot parse {query['query']!r}")
        values = {p["name"]: p["value"] for p in query.get("parameters", ())}
        names = FIELD.findall(parsed["fields"])
        found = (i for key, i in of.items.items() if key[0][: len(partition)] == partition and not self._is_over(of, i))
        meeting = [i for i in found if leaky or all(_holds(i, c, values) for c in _clauses(parsed["where"]))]
        return [{n: i[n] for n in names if n in i} for i in meeting]

    def expire(self) -> None:
        """Drop what is over, as the service does in the background."""
        for of in self.collections.values():
            of.items = {k: i for k, i in of.items.items() if not self._is_over(of, i)}

    def _check(self, of: Collection, partition: tuple[Any, ...], item: Item) -> None:
        id_ = item.get("id")
        if not isinstance(id_, str) or not id_ or len(id_.encode()) > 1023 or FORBIDDEN.search(id_):
            raise Refused(400, f"The input name {id_!r} is invalid.")
        if of.partition(item) != partition:
            raise Refused(
                400, "PartitionKey extracted from document doesn't match the one specified in the header", 1001
            )
        ttl = item.get("ttl", -1)
        if isinstance(ttl, bool) or not isinstance(ttl, int) or (ttl < 1 and ttl != -1):
            raise Refused(400, f"The input ttl {ttl!r} is invalid.")
        if len(json.dumps(item, ensure_ascii=False).encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise Refused(413, "Request size is too large")

    def _put(self, of: Collection, partition: tuple[Any, ...], item: Item) -> Item:
        number = next(self._numbers)
        of.items.pop((partition, item["id"]), None) if self._gone(of, partition, item) else None
        system = {"_rid": f"r{number}", "_self": "s", "_attachments": "attachments/", "_ts": int(self._now())}
        kept = {**item, **system, "_etag": f'"{number:08x}-0000-0000"', "_lsn": number}
        of.items[partition, item["id"]] = {**kept, "_written": self._now()}
        return kept

    def _gone(self, of: Collection, partition: tuple[Any, ...], item: Item) -> bool:
        found = of.items.get((partition, item["id"]))
        return found is not None and self._is_over(of, found)

    def _is_over(self, of: Collection, item: Item) -> bool:
        if of.default_ttl is None:
            return False
        ttl = item.get("ttl", of.default_ttl)
        return bool(ttl != -1 and item["_written"] + ttl <= self._now())


def shown(item: Item) -> Item:
    """Return an item as it leaves the service."""
    return {name: value for name, value in item.items() if name not in {"_written", "_lsn"}}


def _clauses(where: str | None) -> Iterator[re.Match[str]]:
    for clause in where.split(" AND ") if where else ():
        parsed = CLAUSE.fullmatch(clause)
        if parsed is None:
            raise Refused(400, f"the double cannot parse {clause!r}")
        yield parsed


def _holds(item: Item, clause: re.Match[str], values: Mapping[str, Any]) -> bool:
    """Compare as the service does: values of different types, and what is not there, meet no condition."""
    found, wanted = item.get(clause["name"]), values[clause["value"]]
    if found is None or isinstance(found, str) != isinstance(wanted, str):
        return False
    return bool({"=": found == wanted, "<=": found <= wanted, ">=": found >= wanted}[clause["op"]])
