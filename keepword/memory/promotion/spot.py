"""What a text seems to say of its writer, spotted by code alone: for a model without a model, and for tests of models.

What is spotted is only offered; `promotion.check` weighs it like any other candidate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from keepword.memory.claims.kinds import ClaimKind
from keepword.memory.claims.reading import read_claims
from keepword.memory.evidence.moods import MOODS
from keepword.memory.evidence.places import locate
from keepword.memory.normal.times import atoms, render
from keepword.memory.normal.words import CLOSINGS, CUES, LANGUAGES, NAMED
from keepword.memory.tokens import Phrases, Span, Token, sentences, tokens

MAX_TEXT = 20_000
MAX_SPOTTED = 40


@dataclass(frozen=True, slots=True)
class Spotted:
    """Something spotted: `kind` is a slot's usual name or `mood`, `quote` the words as they stand."""

    kind: str
    value: str
    quote: str
    confidence: float


_CUES = {kind: Phrases({kind: row}) for kind, row in CUES.items()}
_LANGUAGES, _MOODS = Phrases(LANGUAGES), Phrases(MOODS)
_NAMES, _CLOSINGS = Phrases(NAMED), Phrases(CLOSINGS)


def spot(text: str) -> tuple[Spotted, ...]:
    """Return what a text seems to state: contact times, names, languages, phone numbers, mail addresses, and moods."""
    bounded = text[:MAX_TEXT]
    words = tokens(bounded)
    found = [
        s
        for span in sentences(words)
        for s in _of_sentence(bounded[words[span.first].start : words[span.last - 1].end].strip(), words, span)
    ]
    return tuple(dict.fromkeys((*found, *_signature(bounded))))[:MAX_SPOTTED]


def _of_sentence(sentence: str, words: tuple[Token, ...], span: Span) -> Iterator[Spotted]:
    if len(sentence) > 600:
        return
    inside = words[span.first : span.last]
    yield from _times(sentence, inside)
    yield from _names(sentence, inside)
    yield from _languages(sentence, inside)
    yield from _reachable(sentence, inside)
    hit = _MOODS.first(inside)
    if hit is not None:
        yield Spotted("mood", hit.label, sentence, 0.9)


def _has(kind: str, words: tuple[Token, ...]) -> bool:
    return _CUES[kind].first(words) is not None


def _times(sentence: str, words: tuple[Token, ...]) -> Iterator[Spotted]:
    wanted = atoms(sentence)
    if wanted and _has("preferred_contact_time", words):
        yield Spotted("preferred_contact_time", render(wanted), sentence, 0.9)


def _names(sentence: str, words: tuple[Token, ...]) -> Iterator[Spotted]:
    hit = _NAMES.first(words)
    if hit is None:
        return
    base = words[0].start
    taken = []
    for token in words[hit.last : hit.last + 4]:
        word = sentence[token.start - base : token.end - base]
        if not word[:1].isupper() and word not in {"-", "'", "de", "van", "von", "da", "di"}:
            break
        taken.append(token)
    if taken:
        value = sentence[taken[0].start - base : taken[-1].end - base]
        yield Spotted("name", value, sentence, 0.95)


def _languages(sentence: str, words: tuple[Token, ...]) -> Iterator[Spotted]:
    hit = _LANGUAGES.first(words)
    if hit is not None and _has("language", words):
        yield Spotted("language", hit.label, sentence, 0.9)


def _reachable(sentence: str, words: tuple[Token, ...]) -> Iterator[Spotted]:
    kinds = {ClaimKind.PHONE: "phone", ClaimKind.EMAIL: "email"}
    for claim in read_claims(sentence):
        kind = kinds.get(claim.kind)
        if kind and _has(kind, words):
            yield Spotted(kind, claim.value, sentence, 0.9)


def _signature(text: str) -> Iterator[Spotted]:
    """Spot the name under a letter: a short line of capitalised words right after a closing."""
    lines = [line.strip() for line in text.splitlines() if line.strip()][-6:]
    for closing, name in pairwise(lines):
        plain = name.strip(" ,.!-")
        if _closes(closing) and _is_name(plain) and locate(plain, text):
            yield Spotted("name", plain, plain, 0.85)


def _closes(line: str) -> bool:
    words = tokens(line)
    return len(words) <= 6 and any(h.first == 0 for h in _CLOSINGS.find(words))


def _is_name(line: str) -> bool:
    parts = line.split()
    return 1 <= len(parts) <= 4 and all(p[:1].isupper() and all(c.isalpha() or c in "'-." for c in p) for p in parts)
