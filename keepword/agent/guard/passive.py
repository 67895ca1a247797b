"""Whether a clause says in the passive that something was done, or will be: `your address has been changed`.

Nobody is named who did it, so the perfect of the first person does not show it. A rule by form: what we hold of the
customer, a word of the passive, and a participle that is more than reading and writing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from keepword.agent.guard.draft import Part
from keepword.agent.guard.passive_words import BEEN, IS, MOVES, NOW, PARTICIPLES, SAID, WILL_BE
from keepword.agent.guard.perfect_words import LAST, READING


class Passive(NamedTuple):
    """What is said to be done to something of the customer's: the participle, and whether it is still to come."""

    word: str
    ahead: bool


REACH: Final = 8
"""Words after the customer's affair within which the passive begins."""


def passive(part: Part) -> Passive | None:
    """Return what a clause says in the passive to be done by us, beyond reading and writing; None where it says nothing so."""
    if not (part.has("ahead") or part.has("affairs")):
        return None
    language = part.draft.language
    ahead = [h for h in part.hits("ahead") if h.label == language]
    if ahead:
        return _named(part, ahead[0].last, ahead=True)
    affairs = [h for h in part.hits("affairs") if h.label == language]
    return _affair(part, affairs[0].last, language) if affairs else None


def _affair(part: Part, first: int, language: str) -> Passive | None:
    """Find the passive after the customer's affair."""
    words = part.draft.words
    for at in range(first, min(first + REACH, part.span.last)):
        word = words[at].fold
        if word in BEEN[language] or (word in IS and _changed(part)):
            return _named(part, at + 1, ahead=False)
        if word in WILL_BE[language]:
            return _named(part, at + 1, ahead=True)
    return None


def _changed(part: Part) -> bool:
    return any(part.draft.words[i].fold in NOW for i in range(part.span.first, part.span.last))


def _named(part: Part, first: int, *, ahead: bool) -> Passive | None:
    """Return the participle, unless it is one of those that may be said: in German and Dutch any, else the next."""
    words, language = part.draft.words, part.draft.language
    pattern = PARTICIPLES[language]
    reach = part.span.last if language in LAST else min(first + 4, part.span.last)
    found = [w for w in words[first:reach] if pattern.fullmatch(w.fold)]
    if language == "de":
        found = [w for w in found if not part.draft.text[w.start].isupper() and w.fold != "worden"]
    if not found or any(w.fold in SAID or (w.fold in READING and w.fold not in MOVES) for w in found):
        return None
    return Passive(found[-1].fold, ahead)
