"""A draft as it stands, with what several judges of whole letters look at, each made once."""

from __future__ import annotations

from dataclasses import dataclass

from keepword.agent.language.words import words


@dataclass(frozen=True, slots=True)
class Letter:
    """A draft: its text, that text without case, its runs between spaces, and its words in comparable form."""

    text: str
    lowered: str
    parts: tuple[str, ...]
    words: tuple[str, ...]
    vocabulary: frozenset[str]
    longest: int
    """Characters of the longest run between spaces."""


def read_letter(text: str) -> Letter:
    """Cut a draft for the judges of whole letters."""
    parts, said = tuple(text.split()), tuple(words(text))
    return Letter(text, text.casefold(), parts, said, frozenset(said), max(map(len, parts), default=0))
