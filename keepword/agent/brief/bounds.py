"""How long a text may be in a brief: estimated tokens, and a cut that can be seen."""

from __future__ import annotations

import json
from typing import Any, Final

MARKER: Final = " […cut…] "


def tokens(text: str) -> int:
    """Estimate the tokens of a text: a quarter of its UTF-8 bytes, which errs to the high side for European languages."""
    return -(-len(text.encode("utf-8", "replace")) // 4)


def shorten(text: str, characters: int) -> str:
    """Cut a text to a length, from its middle, leaving a marker: the beginning and the newest words stay."""
    if len(text) <= characters:
        return text
    room = max(characters - len(MARKER), 2)
    head = room * 2 // 5
    return text[:head] + MARKER + text[len(text) - (room - head) :]


def compact(value: Any) -> str:
    """Write a JSON value as the model is shown it, without a space."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
