"""The SQL of the SQLite store, read from the `.sql` files beside it and fitted to each container's table.

Table and column names come from `SHAPES`, never from data; data is always bound.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from keepword.memory.ports import SHAPES, Condition, Container, Search

MIGRATION = re.compile(r"^(\d{4})_\w+\.sql$")
TYPES = {str: "'text'", int: "'integer', 'real'", float: "'integer', 'real'"}
OPERATORS = frozenset({"=", "<=", ">="})


@cache
def queries() -> dict[str, str]:
    """Return the named queries of `queries.sql`, without their closing semicolons."""
    blocks = _text("queries.sql").split("-- name: ")[1:]
    named = (block.partition("\n") for block in blocks)
    return {name.strip(): body.strip().rstrip(";") for name, _, body in named}


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema in two forms: `whole` for a new file, `steps` for an old one; step n leads from version n to n + 1."""

    whole: str
    steps: tuple[str, ...]

    @property
    def version(self) -> int:
        """The version that all steps lead to, as SQLite's `user_version` holds it."""
        return len(self.steps)


@cache
def shipped_schema() -> Schema:
    """Return the schema that this program works with."""
    names = (entry.name for entry in files(__package__).joinpath("sql").iterdir())
    steps = tuple(_text(name) for name in sorted(n for n in names if MIGRATION.match(n)))
    return Schema(_text("schema.sql"), steps)


def split(script: str) -> Iterator[str]:
    """Yield the statements of a script, so that they can run inside one transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@cache
def key_columns(container: Container) -> tuple[str, ...]:
    """Return the columns of a container's full key: those of its partition, then the id."""
    return (*(c for c in SHAPES[container].partition if c != "id"), "id")


@cache
def statement(name: str, container: Container) -> str:
    """Return a named query for one document of a container."""
    columns = key_columns(container)
    return queries()[name].format(
        table=container.value,
        columns=", ".join(columns),
        values=", ".join(f":{c}" for c in columns),
        each=", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(columns))),
        key=" AND ".join(f"{c} = :{c}" for c in columns),
        alive=queries()["alive"],
    )


def key_values(container: Container, partition: tuple[str, ...], id_: str) -> list[Any]:
    """Return a full key in the order of `key_columns`.

    A partition of another length, or an id beside its own, is our own fault (`ValueError`).
    """
    values = []
    for column, value in zip(SHAPES[container].partition, partition, strict=True):
        if column != "id":
            values.append(_bindable(value))
        elif value != id_:
            raise ValueError(f"{container}: the partition is the id itself, and {id_!r} is another")
    values.append(_bindable(id_))
    return values


def key(container: Container, partition: tuple[str, ...], id_: str) -> dict[str, Any]:
    """Return the bindings of a full key; raises as `key_values` does."""
    return dict(zip(key_columns(container), key_values(container, partition, id_), strict=True))


def search(name: str, container: Container, wanted: Search) -> tuple[str, dict[str, Any]]:
    """Return the named query (`keys` or `page`) for a search, and its bindings, `now` and `rowids` aside."""
    leading = dict(zip(SHAPES[container].partition, wanted.partition, strict=False))
    if len(leading) < len(wanted.partition):
        raise ValueError(f"{container}: {wanted.partition!r} is longer than its partition")
    clauses = [queries()["alive"], *(f"{c} = :{c}" for c in leading)]
    bound: dict[str, Any] = {column: _bindable(value) for column, value in leading.items()}
    for number, condition in enumerate(wanted.conditions):
        clauses.append(_condition(container, condition, f"value{number}"))
        bound[f"value{number}"] = _bindable(condition.value)
    text = queries()[name].format(
        table=container.value, where=" AND ".join(clauses), order=_order(container, wanted.order_by)
    )
    return text, {**bound, "limit": wanted.limit or -1}


def _bindable(value: Any) -> Any:
    """Return a value as SQLite can take it.

    Half a surrogate pair is escaped: the command line gives such for bytes that are no UTF-8.
    """
    if not isinstance(value, str) or value.isascii():
        return value
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def _condition(container: Container, condition: Condition, name: str) -> str:
    if condition.op not in OPERATORS:
        raise ValueError(f"{condition.op!r} is none of {sorted(OPERATORS)}")
    field = _searchable(container, condition.field)
    return queries()["condition"].format(field=field, op=condition.op, name=name, types=TYPES[type(condition.value)])


def _order(container: Container, order_by: str) -> str:
    """Order as asked, equals by their keys, so that every answer has one order.

    The plus keeps SQLite from walking the keys' index for the order's sake: the index of a condition is what finds.
    """
    keys = ", ".join(f"+{column}" for column in key_columns(container))
    if not order_by:
        return keys
    direction = "DESC" if order_by.startswith("-") else "ASC"
    return f"{_searchable(container, order_by.removeprefix('-'))} {direction}, {keys}"


def _searchable(container: Container, field: str) -> str:
    shape = SHAPES[container]
    if field not in (*shape.indexed, *shape.partition):
        raise ValueError(f"{container}: {field!r} is not indexed; see SHAPES")
    return field


def _text(name: str) -> str:
    return files(__package__).joinpath("sql", name).read_text(encoding="utf-8")
