"""Whether a draft says yes to what its pages do not hold: `Yes, you can pay in instalments`, made up where a customer asked.

A fact without a figure that is merely untrue shows by nothing, but a yes tells that a question is answered. What it
affirms, in its own sentence or else in the next, must then be about what the operator's texts are about.
"""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from collections.abc import Iterator, Sequence
from typing import Final

from keepword.agent.guard.backing import Backing, about
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.known import Known
from keepword.agent.guard.saying_words import TALK, TALKING
from keepword.memory.tokens import Span, Token, vocabulary

YES: Final = {
    "en": vocabulary("yes yep yeah sure absolutely certainly definitely indeed of"),
    "de": vocabulary("ja jawohl natürlich selbstverständlich klar sicher"),
    "fr": vocabulary("oui bien absolument certainement volontiers tout"),
    "es": vocabulary("sí si claro desde por efectivamente"),
    "it": vocabulary("sì si certo certamente volentieri assolutamente"),
    "nl": vocabulary("ja jazeker zeker natuurlijk uiteraard absoluut"),
    "pt": vocabulary("sim claro com certamente"),
}
"""Words with which a yes begins, by language."""
FOLLOWED: Final = {
    "of": vocabulary("course"), "bien": vocabulary("sûr entendu"), "tout": vocabulary("à"), "desde": vocabulary("luego"),
    "por": vocabulary("supuesto"), "com": vocabulary("certeza prazer todo"), "si": vocabulary(", ! ."),
}  # fmt: skip
"""What has to follow those of them that begin other phrases too."""


def judge_affirmed(
    text: str, words: Sequence[Token], spans: Sequence[Span], language: str, known: Known, rest: Backing
) -> Iterator[Finding]:
    """Find what a yes affirms that the operator's texts do not speak of; `words` are the tokens, `spans` the sentences."""
    yes = YES.get(language, frozenset())
    for at, span in enumerate(spans):
        if span.mark == "?" or not _is_yes(words, _opened(words, span), yes):
            continue
        told = _affirmed(text, words, spans[at : at + 2], language)
        if told and not rest.operator_wrote(told) and not known.affirms(about(told, language)):
            yield Finding("promise", told[:200], "a yes to what neither policy nor knowledge speaks of")


def _opened(words: Sequence[Token], span: Span) -> Span:
    """Return a sentence without the marks that open it, as Spanish has them."""
    first = next((i for i in range(span.first, span.last) if words[i].fold[0].isalnum()), span.first)
    return span._replace(first=first)


def _is_yes(words: Sequence[Token], span: Span, yes: frozenset[str]) -> bool:
    first = words[span.first].fold
    if first not in yes:
        return False
    wanted = FOLLOWED.get(first)
    return wanted is None or (span.first + 1 < span.last and words[span.first + 1].fold in wanted)


def _affirmed(text: str, words: Sequence[Token], spans: Sequence[Span], language: str) -> str:
    """Return the sentence that says what is affirmed: the yes itself, or the next where the yes says nothing more; empty where that asks or only talks."""
    for span in spans:
        if span.mark == "?" or _talks(words, span, language):
            return ""
        first = span.first + 1 if span is spans[0] and span.last > span.first + 1 else span.first
        told = text[words[first].start : words[span.last - 1].end]
        if len(about(told, language)) >= LEAST:
            return told
    return ""


LEAST: Final = 2
"""So many words of its own a sentence needs to affirm anything."""


def _talks(words: Sequence[Token], span: Span, language: str) -> bool:
    return any(w.fold in TALK[language] or w.fold.startswith(TALKING[language]) for w in words[span.first : span.last])
