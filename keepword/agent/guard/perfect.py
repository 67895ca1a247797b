"""Whether a clause says in the perfect that we did something: `we have changed the address`, `wir haben es angepasst`.

The agent does nothing but write, so whatever it says to have done is made up, unless it is what writing and reading
consist of. A rule by form, where a list of deeds would never end.
"""

from __future__ import annotations

from bisect import bisect_left

from keepword.agent.guard.draft import Part
from keepword.agent.guard.perfect_words import (
    BEFOREHAND,
    BETWEEN,
    LAST,
    NONE,
    OBJECTS,
    PARTICIPLES,
    PAST,
    READ_PAST,
    READING,
)


def did(part: Part) -> int | None:
    """Return the place of the word for a deed of ours that a clause tells, beyond reading and writing; None where it tells none."""
    language, words = part.draft.language, part.draft.words
    past = part.draft.past
    for n in range(bisect_left(past, part.span.first), bisect_left(past, part.span.last)):
        if _past(words[past[n]].fold):
            return past[n]
    hits = [h for h in part.hits("perfects") if h.label == language and not _beforehand(part, h.first)]
    if not hits or language not in PARTICIPLES:
        return None
    if any(words[i].fold in NONE for i in range(hits[0].last, part.span.last)):
        return None
    at = _last(part) if language in LAST else _following(part, hits[0].last)
    return at if at >= hits[0].last and _is_deed(part, at) else None


def did_too(part: Part) -> int | None:
    """Return the place of a deed in a clause that goes on after a perfect: `we have closed it and deleted your data`."""
    words, at = part.draft.words, part.span.first + 1
    if words[at - 1].fold not in part.draft.ands or at + 1 >= part.span.last or part.draft.language not in PARTICIPLES:
        return None
    return at if words[at + 1].fold in OBJECTS and _is_deed(part, at) else None


def _beforehand(part: Part, at: int) -> bool:
    return at > 0 and part.draft.words[at - 1].fold in BEFOREHAND


def _is_deed(part: Part, at: int) -> bool:
    word, language = part.draft.words[at], part.draft.language
    if word.fold in READING or PARTICIPLES[language].fullmatch(word.fold) is None:
        return False
    return not (language == "de" and part.draft.text[word.start].isupper())


def _places(part: Part) -> range:
    return range(part.span.first, part.span.last)


def _past(word: str) -> bool:
    return word not in READ_PAST and PAST.fullmatch(word) is not None


def _following(part: Part, first: int) -> int:
    words = part.draft.words
    return next((i for i in range(first, part.span.last) if words[i].fold not in BETWEEN and words[i].fold != "'"), -1)


def _last(part: Part) -> int:
    words = part.draft.words
    return next((i for i in reversed(_places(part)) if words[i].fold[0].isalpha()), -1)
