"""The one object that a model is asked to fill, and its reading. All of it is the model's word until code has checked it.

The JSON schema is sent as `response_format` (strict). Sizes are bounded here, whatever the model returns.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

Line = Annotated[str, Field(max_length=2_000)]


class Part(BaseModel):
    """A part of the model's answer: frozen, and with no field that we did not ask for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ThreadUpdate(Part):
    """What the model makes of the thread now."""

    summary: Annotated[str, Field(max_length=20_000)]
    open_items: tuple[Line, ...]
    current_intent: Line
    topic: Line
    resolved: bool


class CandidateClaim(Part):
    """Something that the model holds worth remembering; `source` says in which mail the quote stands."""

    rule: str
    value: str
    quote: str
    source: Literal["customer", "reply"]
    confidence: float

    @field_validator("confidence")
    @classmethod
    def _sane(cls, value: float) -> float:
        """Take a confidence that is none for no confidence: it spoils its candidate, not the whole answer."""
        return value if 0.0 <= value <= 1.0 else 0.0


class Turn(Part):
    """The model's whole answer to one mail."""

    action: Literal["reply", "handoff", "none"]
    reason: Line
    reply: Annotated[str, Field(max_length=100_000)]
    citations: tuple[Line, ...]
    thread: ThreadUpdate
    candidates: tuple[CandidateClaim, ...]


class Unreadable(ValueError):
    """The model's answer is no such object; the message names the first faults, for the repair and for `why`."""


def read_turn(raw: str) -> Turn:
    """Read a model's answer, tolerating a Markdown fence round it; raise `Unreadable` with what is wrong."""
    text = _unfenced(raw)
    if not text:
        raise Unreadable("the answer is empty")
    try:
        return Turn.model_validate_json(text, strict=False)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'answer'}: {e['msg']}" for e in error.errors()[:5])
        raise Unreadable(faults) from None


def _unfenced(raw: str) -> str:
    text = raw.strip()
    if text.startswith("```"):
        head, _, rest = text.partition("\n")
        text = rest.rsplit("```", 1)[0] if head.strip("`").strip().lower() in {"", "json"} else text
    return text.strip()


@cache
def turn_schema() -> dict[str, Any]:
    """Return the strict JSON schema of a turn: all fields required, nothing else allowed, no size keywords.

    Made once, as it takes a millisecond; whoever gets it leaves it as it is.
    """
    schema: dict[str, Any] = _strict(json.loads(json.dumps(Turn.model_json_schema())))
    return schema


def _strict(node: Any) -> Any:
    """Drop what strict schemas do not allow (titles, defaults, sizes) and require every property."""
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        k: _strict(v)
        for k, v in node.items()
        if k not in {"title", "default", "maxLength", "minLength", "description"} or not isinstance(v, str | int)
    }
    if kept.get("type") == "object" and "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
