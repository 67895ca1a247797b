"""A mail of ours, cut into sentences with all that is needed to find the promises in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keepword.memory.claims.kinds import Claim
from keepword.memory.claims.reading import read_claims
from keepword.memory.commitments.words import HARMLESS, HEDGES
from keepword.memory.evidence.language import language_of
from keepword.memory.tokens import Hit, Phrases, Span, Token, sentences, tokens

MAX_TEXT = 100_000
_HEDGES, _HARMLESS = Phrases(HEDGES), Phrases(HARMLESS)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its tokens, its language, the figures in it, and which of its words lack their usual meaning."""

    text: str
    words: Sequence[Token]
    span: Span
    language: str
    harmless: frozenset[int]
    claims: tuple[Claim, ...]

    @property
    def quote(self) -> str:
        """The sentence as it stands in the text."""
        return self.text[self.words[self.span.first].start : self.words[self.span.last - 1].end].strip()

    def hits(self, table: Phrases, span: Span) -> Iterator[Hit]:
        """Go through a table's phrases in a stretch, those without their usual meaning left out."""
        return (h for h in table.find(self.words, span.first, span.last) if h.first not in self.harmless)

    def hedges(self, span: Span) -> Iterator[Hit]:
        """Go through what takes the binding out of a stretch; `no` denies in Spanish and Italian only."""
        return (
            h
            for h in self.hits(_HEDGES, span)
            if self.words[h.first].fold != "no" or h.last - h.first > 1 or self._no_denies
        )

    @property
    def _no_denies(self) -> bool:
        return self.language in {"es", "it"}


def read_sentences(text: str) -> Iterator[Sentence]:
    """Go through the sentences of a text, quoted lines blanked out; offsets are those of the text."""
    bounded = _unquoted(text[:MAX_TEXT])
    words = tokens(bounded)
    overall = language_of(words)
    claims = read_claims(bounded)
    at = 0
    for span in sentences(words):
        first, last = words[span.first].start, words[span.last - 1].end
        while at < len(claims) and claims[at].end <= first:
            at += 1
        end = at
        while end < len(claims) and claims[end].start < last:
            end += 1
        language = language_of(words[span.first : span.last], overall)
        harmless = _HARMLESS.cover(words, span.first, span.last)
        yield Sentence(bounded, words, span, language, harmless, claims[at:end])


def _unquoted(text: str) -> str:
    """Blank out quoted lines, offsets kept: what somebody else said earlier binds nobody now."""
    return "\n".join(" " * len(line) if line.lstrip().startswith((">", "|")) else line for line in text.split("\n"))
