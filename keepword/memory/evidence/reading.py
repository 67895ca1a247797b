"""A quote in its place: the sentences and clauses round it, in the language that they are written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from keepword.memory.evidence.language import LANGUAGES, language_of
from keepword.memory.evidence.words import DENIALS, HARMLESS, JOINTS
from keepword.memory.tokens import (
    Hit,
    Phrases,
    Span,
    Token,
    clauses,
    sentences,
    span_at,
    tokens,
    vocabulary,
)

MAX_TEXT = 100_000
_HARMLESS = Phrases(HARMLESS)
_JOINTS = {code: vocabulary(row) for code, row in JOINTS.items()}
_ANY_JOINT = frozenset().union(*_JOINTS.values())
_DENIALS = vocabulary(DENIALS)
_OPENING, _CLOSING = frozenset("\"“„«»‘'"), frozenset("\"”“»«’'")
_TOO_SMALL, _STEM, _SHORT = 3, 5, 8


class Text:
    """A text, cut into words and sentences once, for all quotes from it."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_TEXT]

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """Return all words, numbers and marks."""
        return tokens(self.text)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Return all sentences."""
        return sentences(self.words)

    @cached_property
    def language(self) -> str:
        """Return the language of the whole, or nothing."""
        return language_of(self.words)


@lru_cache(maxsize=2)
def text_of(text: str) -> Text:
    """Return a text's cut form, kept for the next candidate that quotes the same mail."""
    return Text(text)


class Reading:
    """One occurrence of a quote, from `start` to `end` in characters, read for a value that it is said to state."""

    def __init__(self, whole: Text, start: int, end: int, value: str = "") -> None:
        self.text, self.words, self.start, self.end = whole.text, whole.words, start, end
        touched = span_at(whole.sentences, self.words, start, end)
        inside = [i for s in touched for i in range(s.first, s.last) if start <= self.words[i].start < end]
        self.first, self.last = (inside[0], inside[-1] + 1) if inside else (0, 0)
        folds_ = frozenset(t.fold for t in tokens(value[:2000]))
        self._stems = frozenset(f[:_STEM] for f in folds_ if len(f) >= _TOO_SMALL or f.isdigit())
        self.value_denies = bool(folds_ & _DENIALS)
        self.sentences = tuple(s for s in touched if self._speaks(s)) or touched
        self.language = self._language(whole)

    def _language(self, whole: Text) -> str:
        first, last = self.sentences[0].first, self.sentences[-1].last
        return language_of(self.words[first:last], whole.language, margin=2 if last - first <= _SHORT else 1)

    @cached_property
    def clauses(self) -> tuple[Span, ...]:
        """Return the clauses that the quote touches: those that speak of the value, or all where none does."""
        touched = span_at((c for s in self.sentences for c in self.clauses_of(s)), self.words, self.start, self.end)
        speaking = tuple(c for c in touched if self._speaks(c))
        return speaking or touched

    def _speaks(self, span: Span) -> bool:
        return any(self._in_value(i) for i in range(max(span.first, self.first), min(span.last, self.last)))

    def clauses_of(self, sentence: Span) -> tuple[Span, ...]:
        """Divide a sentence into clauses, those without a word of their own joined to the one before."""
        return clauses(self.words, sentence, _JOINTS.get(self.language, _ANY_JOINT))

    @property
    def value_first(self) -> int:
        """Return the first token of the quote that speaks of the value; the quote's first where none does."""
        return next((i for i in range(self.first, self.last) if self._in_value(i)), self.first)

    @property
    def value_last(self) -> int:
        """Return the last token of the quote that speaks of the value; the quote's last where none does."""
        return next((i for i in range(self.last - 1, self.first - 1, -1) if self._in_value(i)), self.last)

    def _in_value(self, index: int) -> bool:
        return self.words[index].fold[:_STEM] in self._stems

    @property
    def in_marks(self) -> bool:
        """Say whether the quote stands between quotation marks, as somebody's words."""
        before, after = self.text[: self.start].rstrip()[-1:], self.text[self.end :].lstrip(" .,!?")[:1]
        return before in _OPENING and after in _CLOSING

    def skip_marks(self, at: int) -> int:
        """Return the first token from here that is a word or a number."""
        while at < len(self.words) - 1 and not self.words[at].fold[0].isalnum():
            at += 1
        return at

    def hits(self, table: Mapping[str, Phrases] | Phrases, span: Span) -> Iterator[Hit]:
        """Go through a table's phrases in a stretch, in this text's language, those without their usual meaning left out."""
        for phrases in self._tables(table):
            yield from (h for h in phrases.find(self.words, span.first, span.last) if h.first not in self._harmless)

    def _tables(self, table: Mapping[str, Phrases] | Phrases) -> Iterator[Phrases]:
        if isinstance(table, Phrases):
            yield table
        else:
            codes = (self.language,) if self.language else LANGUAGES
            yield from (table[code] for code in codes if code in table)

    @cached_property
    def _harmless(self) -> frozenset[int]:
        if not self.sentences:
            return frozenset()
        first, last = self.sentences[0].first, self.sentences[-1].last
        return _HARMLESS.cover(self.words, first, last)


def folds(text: str) -> tuple[str, ...]:
    """Return the comparable forms of a text's words and numbers."""
    return tuple(t.fold for t in tokens(text) if t.fold[0].isalnum())
