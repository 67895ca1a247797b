"""Phrases found by their last word: what stands right before a figure says how it is meant."""

from __future__ import annotations

from collections.abc import Sequence

from keepword.memory.tokens import Phrases, Token

REACH = 6
"""Tokens that such a phrase may take, line ends within it counted."""


class Endings:
    """A table's phrases by their last words, the longest that ends at a place winning; of whole words, without `*`."""

    __slots__ = ("_labels", "_lengths")

    def __init__(self, phrases: Phrases) -> None:
        self._labels: dict[tuple[str, ...], str] = {}
        lengths: dict[str, set[int]] = {}
        for pieces, label in sorted(phrases.entries()):
            self._labels.setdefault(pieces, label)
            lengths.setdefault(pieces[-1], set()).add(len(pieces))
        self._lengths = {last: tuple(sorted(counts, reverse=True)) for last, counts in lengths.items()}

    def label_before(self, words: Sequence[Token], last: int) -> str:
        """Return the label of the longest phrase that ends right before a token, line ends within it passed over, or `""`."""
        lengths = self._lengths.get(words[last - 1].fold) if last else None
        if lengths is None:
            return ""
        before = [word.fold for word in words[max(last - REACH, 0) : last] if word.fold != "\n"]
        found = (self._labels.get(tuple(before[-length:])) for length in lengths)
        return next(filter(None, found), "")
