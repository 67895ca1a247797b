"""How a search becomes a query of Azure Cosmos DB, and how what it finds is checked again in code. Pure.

A query fetches keys alone; the documents are read one by one. So a query needs no order of its own, an answer that came
from another partition is seen, and a sweep that changes what it finds does not come round again. Values are parameters
always; names come from `SHAPES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keepword.memory.ports import SHAPES, Condition, Container, Search
from keepword.memory.stores.cosmos_items import item_id
from keepword.memory.stores.searches import check_search, holds, order_fields, rank


@dataclass(frozen=True, slots=True)
class Query:
    """A query's text and parameters; `partition` is the whole or leading key it is sent to, empty for all partitions."""

    text: str
    parameters: tuple[tuple[str, Any], ...]
    partition: tuple[str, ...]


def query_of(container: Container, search: Search) -> Query:
    """Return the query for the keys that a search finds; a search that no index serves is a `ValueError`."""
    check_search(container, search)
    leading = tuple(zip(SHAPES[container].partition, search.partition, strict=False))
    conditions = (*(Condition(f, "=", v) for f, v in leading), *search.conditions)
    clauses = [f'c["{c.field}"] {c.op} @p{n}' for n, c in enumerate(conditions)]
    fields = dict.fromkeys(("id", *SHAPES[container].partition, *order_fields(search)))
    select = ", ".join(f'c["{field}"]' for field in fields)
    where = f" WHERE {' AND '.join(clauses)}" if clauses else ""
    parameters = tuple((f"@p{n}", _as_stored(c.field, c.value)) for n, c in enumerate(conditions))
    partition = tuple(_as_stored(field, value) for field, value in leading)
    return Query(f"SELECT {select} FROM c{where}", parameters, partition)  # noqa: S608 (names from SHAPES)


def in_order(container: Container, search: Search, keys: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return keys in the order that a search asks for, equals by their keys, as many as it wants."""
    partition = SHAPES[container].partition
    ordered = sorted(keys, key=lambda k: (*(str(k.get(f, "")) for f in partition), str(k["id"])))
    for field in order_fields(search):
        ordered.sort(key=lambda k: rank(k.get(field)), reverse=search.order_by.startswith("-"))
    return ordered[: search.limit] if search.limit else ordered


def matches(container: Container, search: Search, body: Mapping[str, Any]) -> bool:
    """Say whether a body that was read lies in the search's partition and meets its conditions."""
    leading = zip(SHAPES[container].partition, search.partition, strict=False)
    return all(body.get(f) == v for f, v in leading) and all(holds(c, body) for c in search.conditions)


def _as_stored(field: str, value: Any) -> Any:
    """Return a value as the items hold it: ids may be hashed."""
    return item_id(value) if field == "id" else value
