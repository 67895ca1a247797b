"""A draft's words, with every phrase of the guard's tables that stands among them, and stretches of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from keepword.agent.guard import words as table
from keepword.agent.guard.saying_words import OUR_ENDINGS, PAST_ENDINGS, SHORTENED
from keepword.agent.guard.tables import find
from keepword.memory.tokens import Hit, Span, Token, sentences

OWN: Final = frozenset({"we", "us", "talk"})
"""Tables whose words count in their own language alone, for in others they are common words."""


class Draft:
    """A draft's words with every phrase of the tables that stands among them, found in one pass."""

    def __init__(self, text: str, language: str, words: Sequence[Token], spans: Sequence[Span] = ()) -> None:
        self.text, self.language = text, language
        self.ands = table.AND.get(language, table.AND["en"])
        self.joints = table.JOINTS | self.ands
        stressed = not table.STRESS.isdisjoint([word.fold for word in words])
        self.words = [word for word in words if word.fold not in table.STRESS] if stressed else words
        self.sentences = spans if spans and not stressed else sentences(self.words)
        self._ours = self._first_persons()
        self.past = [i for i in self._ours if self.words[i].fold.endswith(PAST_ENDINGS)] if language == "pt" else []
        self._found = [f for f in find([w.fold for w in self.words]) if f[0] not in OWN or f[1].label == language]
        self._firsts = [hit.first for _, hit in self._found]

    def _first_persons(self) -> list[int]:
        endings, words = OUR_ENDINGS.get(self.language, ()), self.words
        found = [i for i, w in enumerate(words) if w.fold.endswith(endings)] if endings else []
        if self.language != "pt":
            return found
        return [i for i in found if not words[i].fold.endswith(SHORTENED) or _shortened(words, i)]

    def has_ours(self, span: Span) -> bool:
        """Say whether a stretch holds a verb of which we are the subject by its ending."""
        return _any_within(self._ours, span)

    def part(self, span: Span) -> Part:
        """Return a stretch of the draft with the phrases that stand wholly in it."""
        low = bisect_left(self._firsts, span.first)
        found: dict[str, list[Hit]] = {}
        for name, hit in self._found[low : bisect_left(self._firsts, span.last, low)]:
            if hit.last <= span.last:
                found.setdefault(name, []).append(hit)
        return Part(self, span, found)


class Part(NamedTuple):
    """A stretch of a draft, and each table's phrases in it, in order."""

    draft: Draft
    span: Span
    found: Mapping[str, list[Hit]]

    def has(self, name: str) -> bool:
        """Say whether a phrase of a table stands here."""
        return name in self.found

    def hits(self, name: str, first: int = 0, last: int | None = None) -> list[Hit]:
        """Return a table's phrases here, or those of them between two words."""
        hits = self.found.get(name, [])
        if first == 0 and last is None:
            return hits
        end = self.span.last if last is None else last
        return [h for h in hits if h.first >= first and h.last <= end]

    def labels(self, name: str) -> frozenset[str]:
        """Return the labels of a table's phrases here."""
        return frozenset([h.label for h in self.found.get(name, ())])

    def folds(self, name: str) -> list[str]:
        """Return the first word of each of a table's phrases here."""
        return [self.draft.words[h.first].fold for h in self.found.get(name, ())]

    @property
    def start(self) -> int:
        """The place of its first character."""
        return self.draft.words[self.span.first].start

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.draft.words[self.span.last - 1].end

    @property
    def text(self) -> str:
        """The text as it stands."""
        return self.draft.text[self.start : self.end]


def _any_within(places: Sequence[int], span: Span) -> bool:
    at = bisect_left(places, span.first)
    return at < len(places) and places[at] < span.last


def _shortened(words: Sequence[Token], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].fold == "-"
