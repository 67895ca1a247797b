"""Constraints that a customer states, kept word for word beside the thread's summary, which no rewriting can lose."""

from __future__ import annotations

import re

MAX_PINS = 4
MAX_LENGTH = 140

_SENTENCE_END = re.compile(r"[.!?\n]")
_CONSTRAINT = re.compile(
    r"\b(?:must(?: not)?|mustn't|never|only|no later than|at most|at least"
    r"|allergic|do not|don't|cannot|can't|need(?:s)? to be|unless"
    r"|muss|müssen|darf|dürfen|niemals|nur|spätestens|höchstens|mindestens|allergisch|bitte nicht"
    r"|doit|jamais|uniquement|seulement|au plus tard|au maximum|allergique|ne pas"
    r"|debe|nunca|solamente|sólo|solo|como máximo|alérgic[oa]|deve|mai|soltanto|al massimo|allergic[oa]"
    r"|moet|nooit|alleen|uiterlijk|hoogstens|allergisch|apenas|somente|no máximo)\b",
    re.IGNORECASE,
)


def find_pins(text: str) -> tuple[str, ...]:
    """Return the sentences of a mail's own text that state a constraint: verbatim, at most `MAX_LENGTH` characters each."""
    found = []
    for sentence in _sentences(text[:20_000]):
        if sentence.endswith("?") or len(sentence) > MAX_LENGTH:
            continue
        if _CONSTRAINT.search(sentence):
            found.append(sentence)
    return tuple(found[:MAX_PINS])


def merge_pins(known: tuple[str, ...], found: tuple[str, ...]) -> tuple[str, ...]:
    """Add new constraints to the known ones: the first ones stay, the newest fill what room is left."""
    fresh = [p for p in found if p not in known]
    if len(known) + len(fresh) <= MAX_PINS:
        return (*known, *fresh)
    first = known[: MAX_PINS - 2]
    rest = [*known[MAX_PINS - 2 :], *fresh]
    return (*first, *rest[-(MAX_PINS - len(first)) :])


def _sentences(text: str) -> list[str]:
    sentences, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        sentences.append(text[start : end.end()].strip())
        start = end.end()
    sentences.append(text[start:].strip())
    return [s for s in sentences if s]
