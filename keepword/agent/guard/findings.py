"""What the guard says of a draft."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a draft that nothing backs: of what kind, the words, and why they cannot go out.

    `kind` is a figure's kind (`money`, `percentage`, `date`, `time`, `duration`, `quantity`, `number`, `url`, `email`,
    `phone`, `account`), or `promise`, `leak`, `name`, `language`, `text`, `empty`.
    """

    kind: str
    text: str
    why: str
