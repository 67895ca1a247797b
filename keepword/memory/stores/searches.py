"""What a search means, for every store that filters or orders in Python: what it finds, in which order, which it refuses. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from keepword.memory.ports import SHAPES, Condition, Container, Search

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda found, wanted: found == wanted,
    "<=": lambda found, wanted: found <= wanted,
    ">=": lambda found, wanted: found >= wanted,
}


def check_search(container: Container, search: Search) -> None:
    """Raise `ValueError` for a search that no index of the container serves."""
    shape = SHAPES[container]
    named = {c.field for c in search.conditions} | set(order_fields(search))
    if strange := named - {*shape.indexed, *shape.partition}:
        raise ValueError(f"{container}: {sorted(strange)} not indexed; see SHAPES")
    if len(search.partition) > len(shape.partition):
        raise ValueError(f"{container}: {search.partition!r} is longer than its partition")
    if strange := {c.op for c in search.conditions} - OPERATORS.keys():
        raise ValueError(f"{sorted(strange)} are none of {sorted(OPERATORS)}")


def order_fields(search: Search) -> tuple[str, ...]:
    """Return the field that a search orders by, or none."""
    return (search.order_by.removeprefix("-"),) if search.order_by else ()


def holds(condition: Condition, body: Mapping[str, Any]) -> bool:
    """Say whether a body meets a condition; what is missing, or of another type, meets none."""
    found, wanted = body.get(condition.field), condition.value
    if found is None or isinstance(found, str) != isinstance(wanted, str):
        return False
    return OPERATORS[condition.op](found, wanted)


def rank(value: Any) -> tuple[int, Any]:
    """Order what is missing before numbers, numbers before text, as the servers do."""
    if value is None:
        return (0, 0)
    return (2, value) if isinstance(value, str) else (1, value)
