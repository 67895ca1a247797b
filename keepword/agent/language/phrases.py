"""Phrases of several words, found in a text in one pass, whatever their case and accents.

A phrase is words in a row; `word*` stands for every word that begins so, `~` for up to three words of any kind, and
`a/b` for either word. Lists of phrases are divided by `;`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from keepword.agent.language.words import MAX_WORD, WORD

MAX_READ: Final = 60_000
"""Characters of a text that are looked at."""
MAX_GAP: Final = 3

Step = tuple[tuple[str, ...], bool]
"""One word of a phrase: its alternatives (with a closing `*` where only the beginning counts), and whether a gap of
words may stand before it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in a row that tell a label."""

    label: str
    text: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases by their first words: whole, or their first three letters and `*`."""

    by_first: Mapping[str, tuple[Phrase, ...]]

    def found(self, text: str) -> Iterator[Phrase]:
        """Yield the phrases that stand in a text, by their places; linear in the text's length."""
        return self.found_in(folded_words(text))

    def found_in(self, words: Sequence[str]) -> Iterator[Phrase]:
        """Yield the phrases that stand among words which are folded already."""
        return (p for at, word in enumerate(words) for p in self._beginning(word) if _stands(p.steps, words, at))

    def label(self, text: str) -> str | None:
        """Return the label of the first phrase in a text, or None."""
        return next((p.label for p in self.found(text)), None)

    def any(self, text: str) -> bool:
        """Say whether any phrase stands in a text."""
        return next(self.found(text), None) is not None

    def _beginning(self, word: str) -> Iterable[Phrase]:
        yield from self.by_first.get(word, ())
        yield from self.by_first.get(word[:3] + "*", ())


@lru_cache(maxsize=256)
def phrases(*lists: tuple[str, str]) -> Phrases:
    """Make phrases of pairs of a label and a list, whose parts are divided by `;`."""
    index: dict[str, list[Phrase]] = {}
    for label, texts in lists:
        for phrase in (_phrase(label, " ".join(t.split())) for t in texts.split(";") if t.strip()):
            for first in phrase.steps[0][0] if phrase.steps else ():
                index.setdefault(first[:3] + "*" if first.endswith("*") else first, []).append(phrase)
    return Phrases({first: tuple(found) for first, found in index.items()})


def folded_words(text: str) -> list[str]:
    """Return the words of a text, lower-cased and without accents."""
    decomposed = unicodedata.normalize("NFKD", text[:MAX_READ].casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return [w.group()[:MAX_WORD] for w in WORD.finditer(bare)]


def _stands(steps: Sequence[Step], words: Sequence[str], at: int) -> bool:
    """Say whether a phrase stands at this place; at most a few words are looked at, whatever the text."""
    if not steps:
        return True
    alternatives, gap = steps[0]
    room = range(at, min(at + (MAX_GAP if gap else 0) + 1, len(words)))
    return any(_is(words[i], alternatives) and _stands(steps[1:], words, i + 1) for i in room)


def _is(word: str, alternatives: tuple[str, ...]) -> bool:
    return any(word.startswith(a[:-1]) if a.endswith("*") else word == a for a in alternatives)


def _phrase(label: str, text: str) -> Phrase:
    steps: list[Step] = []
    gap = False
    for part in text.split():
        if part == "~":
            gap = True
            continue
        one, *others = [_folded_alternative(a) for a in part.split("/") if a]
        if others:
            steps.append((tuple(word for alternative in (one, *others) for word in alternative), gap))
        else:  # `don't` is two words of a text
            steps += [((word,), gap and n == 0) for n, word in enumerate(one)]
        gap = False
    return Phrase(label, text, tuple(steps))


def _folded_alternative(word: str) -> list[str]:
    folded = folded_words(word)
    return [*folded[:-1], folded[-1] + "*"] if word.endswith("*") and folded else folded
