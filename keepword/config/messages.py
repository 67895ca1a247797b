"""pydantic's errors in the operator's words; no value is repeated that might be a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from keepword.config.faults import Fault, Key, shown, suggestion
from keepword.config.source import Source


def faults_of(error: ValidationError, source: Source, model: type[BaseModel]) -> Iterator[Fault]:
    """Turn each error into a fault at its key and line."""
    for detail in error.errors(include_url=False):
        what, remedy = _worded(detail, model)
        yield source.fault(detail["loc"], what, remedy)


def _worded(detail: ErrorDetails, model: type[BaseModel]) -> tuple[str, str]:
    kind, loc, context = detail["type"], detail["loc"], detail.get("ctx", {})
    if kind == "missing":
        return "is missing", _example(model, loc)
    if kind == "extra_forbidden":
        return "there is no such key", suggestion(str(loc[-1]), known_keys(model, loc[:-1]))
    if kind == "value_error":
        what, _, remedy = str(context["error"]).partition("; ")
        return what, remedy
    if kind in {"literal_error", "enum"}:
        return _choice(detail)
    wording = _WORDS.get(kind)
    return wording(context) if wording else (f"is wrong: {detail['msg']}", "see the manual for what may stand here")


def _choice(detail: ErrorDetails) -> tuple[str, str]:
    expected = str(detail.get("ctx", {})["expected"]).replace(" or ", ", ").replace("'", "")
    known = [word.strip() for word in expected.split(",")]
    given = detail["input"]
    return f"{shown(given)} is not known here", suggestion(str(given), known)


_WORDS: dict[str, Callable[[dict[str, Any]], tuple[str, str]]] = {
    "string_type": lambda _: ("is no text", "write it in quotes"),
    "string_too_short": lambda _: ("is empty", "fill it in"),
    "int_type": lambda _: ("is no whole number", "write digits without quotes"),
    "float_type": lambda _: ("is no number", "write it without quotes, like 0.8"),
    "bool_type": lambda _: ("is neither true nor false", "write true or false, without quotes"),
    "tuple_type": lambda _: ("is no list", "write [ … ], with a comma between the entries"),
    "frozen_set_type": lambda _: ("is no list", "write [ … ], with a comma between the entries"),
    "path_type": lambda _: ("is no path", "write it in quotes"),
    "model_type": lambda _: ("is no table", 'write { key = "value", … } or a [table]'),
    "greater_than_equal": lambda c: (f"is less than {c['ge']:g}", f"write {c['ge']:g} or more"),
    "less_than_equal": lambda c: (f"is more than {c['le']:g}", f"write {c['le']:g} or less"),
}


def _example(model: type[BaseModel], loc: Key) -> str:
    found = _field(model, loc)
    name = loc[-1]
    return f"add {name} = {found.examples[0]}" if found and found.examples else f"add {name} = …"


def known_keys(model: type[BaseModel], loc: Key) -> list[str]:
    """Return the keys that may stand in the table at this place."""
    table = _model(model, loc)
    return [f.alias or name for name, f in table.model_fields.items()] if table else []


def _model(model: type[BaseModel], loc: Key) -> type[BaseModel] | None:
    if not [part for part in loc if isinstance(part, str)]:
        return model
    found = _field(model, loc)
    return inner_model(found.annotation) if found else None


def _field(model: type[BaseModel], loc: Key) -> FieldInfo | None:
    """Follow the names of a key (list numbers aside) down the models to the field that it means."""
    names = [part for part in loc if isinstance(part, str)]
    table: type[BaseModel] | None = model
    found: FieldInfo | None = None
    for name in names:
        fields = table.model_fields if table else {}
        found = next((f for attribute, f in fields.items() if name == (f.alias or attribute)), None)
        table = inner_model(found.annotation) if found else None
    return found


def inner_model(annotation: Any) -> type[BaseModel] | None:
    """Return the model within `Model`, `Model | None` or `tuple[Model, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((m for part in get_args(annotation) if (m := inner_model(part))), None)
