"""Whether a quote says what a value says: word for word, in another form of the same word, or by a name in another language."""

from __future__ import annotations

from collections.abc import Iterator

from keepword.memory.evidence.language import language_of
from keepword.memory.evidence.reading import folds
from keepword.memory.normal.words import CONCEPTS, EMPTY
from keepword.memory.tokens import Phrases, bare, spellings, tokens, vocabulary

_CONCEPTS, _EMPTY = Phrases(CONCEPTS), vocabulary(EMPTY)
_STEM = 5
FULL, HALF = 1.0, 0.5


def supported(value: str, quote: str) -> bool:
    """Say whether every content word and every number of a value is in its quote, in some form of it."""
    return share(value, quote) >= FULL


def share(value: str, quote: str) -> float:
    """Return which share of a value's content words its quote supports; 0 where a number is not in the quote at all."""
    wanted = tuple(w for w in folds(value[:2000]) if w not in _EMPTY or w.isdigit())
    said = frozenset(_forms(quote))
    if not wanted:
        return FULL if " ".join(folds(value)) in " ".join(folds(quote)) else 0.0
    if any(w.isdigit() and w not in said for w in wanted):
        return 0.0
    concepts = _concepts(quote)
    return sum(_said(w, said, concepts) for w in wanted) / len(wanted)


def same_language(value: str, quote: str) -> bool:
    """Say whether value and quote may be in one language, so that the words of one can be asked of the other."""
    a, b = language_of(tokens(value[:2000])), language_of(tokens(quote[:2000]))
    return not a or not b or a == b


def _said(word: str, said: frozenset[str], concepts: frozenset[str]) -> bool:
    return bool(set(_forms(word)) & said) or bool(_concepts(word) & concepts)


def _forms(text: str) -> frozenset[str]:
    """Return the words of a text and their beginnings, so that `allergic` meets `allergy`, and `Nüsse` meets `Nuesse`."""
    return frozenset(f for w in folds(text[:4000]) for f in _forms_of(w))


def _forms_of(word: str) -> Iterator[str]:
    yield word
    if word.isdigit():
        return
    for spelling in spellings(word):
        yield bare(spelling)
        yield bare(spelling)[:_STEM]
        yield bare(spelling).rstrip("s")


def _concepts(text: str) -> frozenset[str]:
    return frozenset(h.label for h in _CONCEPTS.find(tokens(text[:4000])))
