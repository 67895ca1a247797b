"""The index of the operator's passages: found by their words, by their meaning, or both, and put into one order.

Pages that are internal or past their date are left out before anything is ranked, whichever way they would be found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import Final

from keepword.agent.brief.assemble import Passage
from keepword.agent.embedders.port import NEAR, Vector, cosine
from keepword.agent.knowledge.files import Page, Section
from keepword.agent.language.words import detect, word_line
from keepword.agent.search.fusion import Ranking, best_first, fused
from keepword.agent.search.words import Text, Words

WHOLE_HEADING: Final = -1_000.0
"""The rank (lower is better) of a passage whose heading stands in the text word for word, whatever words these are."""
OWN_LANGUAGE: Final = 1.5
"""How much better a passage in the mail's own language ranks by its words."""
OWN_LANGUAGE_MEANING: Final = 1.25
"""And by its meaning, which languages share: enough to put a translation of the same page second."""


class Index:
    """The passages of some pages, ready to be searched; `vectors` holds what is known of their meaning, by `content_key`."""

    def __init__(self, pages: Iterable[Page], vectors: Mapping[str, Vector] | None = None) -> None:
        self._entries: list[tuple[Page, Section]] = [(p, s) for p in pages for s in p.sections]
        self._headings = [word_line(s.title.rpartition("›")[2]) for _, s in self._entries]
        self._words = Words(Text(s.title, s.text, p.language) for p, s in self._entries)
        self._keys = {n: content_key(s) for n, (p, s) in enumerate(self._entries) if not p.internal}
        self._vectors: dict[int, Vector] = {}
        self.know(vectors or {})

    @cached_property
    def texts(self) -> dict[str, str]:
        """The passages that customers may see as they are embedded, by the hash of their content; no other is embedded."""
        return {key: embedded_text(self._entries[n][1]) for n, key in self._keys.items()}

    def know(self, vectors: Mapping[str, Vector]) -> None:
        """Take in what the passages mean."""
        self._vectors = {n: vectors[key] for n, key in self._keys.items() if key in vectors}

    def search(self, text: str, limit: int, today: date, question: Vector | None = None) -> tuple[Passage, ...]:
        """Rank the passages that share words with a text or, where its vector is given, its meaning."""
        own = detect(text)
        speakable = {n for n, (page, _) in enumerate(self._entries) if page.speakable(today)}
        words = {n: rank for n, rank in self._by_words(text, own).items() if n in speakable}
        meaning = self._by_meaning(question, own, speakable) if question else {}
        scores = _scores(words, meaning)
        return tuple(self._passage(n, scores[n], words, meaning, question) for n in best_first(scores)[:limit])

    def _by_words(self, text: str, own: str) -> dict[int, float]:
        found: dict[int, float] = {}
        for language in self._words.languages:
            weight = OWN_LANGUAGE if language == own else 1.0
            found |= {row: rank * weight for row, rank in self._words.ranked(text, language)}
        asked = word_line(text)
        return found | {n: WHOLE_HEADING for n, h in enumerate(self._headings) if h.count(" ") > 2 and h in asked}

    def _by_meaning(self, question: Vector, own: str, among: set[int]) -> dict[int, float]:
        near = {n: cosine(question, vector) for n, vector in self._vectors.items() if n in among}
        return {
            n: value * (OWN_LANGUAGE_MEANING if self._entries[n][0].language == own else 1.0)
            for n, value in near.items()
            if value >= NEAR
        }

    def _passage(
        self,
        number: int,
        score: float,
        words: Mapping[int, float],
        meaning: Mapping[int, float],
        question: Vector | None,
    ) -> Passage:
        section = self._entries[number][1]
        vector = self._vectors.get(number)
        ways = (("words", number in words), ("meaning", number in meaning))
        return Passage(
            section.id,
            section.title,
            section.text,
            round(score, 4),
            found=", ".join(way for way, found in ways if found),
            words=round(-words[number], 4) if number in words else None,
            meaning=round(cosine(question, vector), 4) if question and vector else None,
        )


def _scores(words: Mapping[int, float], meaning: Mapping[int, float]) -> dict[int, float]:
    """Return one score for each passage: that of its words where nothing is known of meaning, else both fused."""
    if not meaning:
        return {n: -rank for n, rank in words.items()}
    by_words = sorted(words, key=lambda n: (words[n], n))
    by_meaning = sorted(meaning, key=lambda n: (-meaning[n], n))
    whole = {n: 1.0 for n, rank in words.items() if rank == WHOLE_HEADING}
    return {n: s + whole.get(n, 0.0) for n, s in fused((Ranking(by_words), Ranking(by_meaning))).items()}


def embedded_text(section: Section) -> str:
    """Return a passage as its meaning is asked for: its headings say what its text is about."""
    return f"{section.title}\n{section.text}"


def content_key(section: Section) -> str:
    """Return a hash of what a passage's vector depends on, its file's name and place aside."""
    return hashlib.sha256(embedded_text(section).encode("utf-8", "surrogatepass")).hexdigest()
