"""Goods that a customer is to get anew: `Sie bekommen von uns eine neue Kanne` promises a replacement."""

from __future__ import annotations

from collections.abc import Iterator

from keepword.memory.commitments.text import Sentence
from keepword.memory.commitments.words import ANOTHER, NEW, ONE, PAPERS, RECEIVED
from keepword.memory.tokens import Hit, Phrases, Span, vocabulary

_NEW, _ONE, _ANOTHER = vocabulary(NEW), vocabulary(ONE), vocabulary(ANOTHER)
_RECEIVED, _PAPERS = Phrases(RECEIVED), Phrases(PAPERS)
_BEHIND = frozenset({"fr", "es", "it", "pt", ""})
"""Languages that may put the noun before its adjective."""


def anew(reading: Sentence, clause: Span, delivered: int | None) -> Iterator[tuple[str, Hit]]:
    """Go through what a clause says that its reader will get anew; `delivered` is where it speaks of sending, if it does."""
    got = next(iter(reading.hits(_RECEIVED, clause)), None)
    first = got.last if got is not None else delivered
    if first is not None and goods_anew(reading, clause, clause.first if got is None else first):
        yield "replacement", Hit(first, first + 1, "replacement")


def goods_anew(reading: Sentence, clause: Span, first: int) -> bool:
    """Say whether a clause speaks from `first` on of a new thing, or another one, that is no paper, word or day."""
    return any(_is_new(reading, clause, at) and _names_goods(reading, clause, at) for at in range(first, clause.last))


def _is_new(reading: Sentence, clause: Span, at: int) -> bool:
    """Say whether a word is `another`, or `new` with an article of its own: the new phone that was ordered replaces none."""
    words = reading.words
    if words[at].fold in _ANOTHER:
        return True
    before = range(max(clause.first, at - (2 if reading.language in _BEHIND else 1)), at)
    return words[at].fold in _NEW and any(words[i].fold in _ONE for i in before)


def _names_goods(reading: Sentence, clause: Span, at: int) -> bool:
    """Say whether no word beside `new` is one for a paper, a word or a day."""
    first = max(clause.first, at - 1) if reading.language in _BEHIND else at + 1
    return _PAPERS.first(reading.words, first, min(at + 3, clause.last)) is None
