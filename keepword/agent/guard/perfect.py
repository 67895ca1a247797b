"""Whether a clause says in the perfect that we did something: `we have changed the address`, `wir haben es angepasst`.

The agent does nothing but write, so whatever it says to have done is made up, unless it is what writing and reading
consist of. A rule by form, where a list of deeds would never end.
"""

from __future__ import annotations

from keepword.agent.guard.draft import Part
from keepword.agent.guard.perfect_words import BETWEEN, LAST, PARTICIPLES, PAST, READ_PAST, READING


def did(part: Part) -> int | None:
    """Return the place of the word for a deed of ours that a clause tells, beyond reading and writing; None where it tells none."""
    language, words = part.draft.language, part.draft.words
    if language == "pt":
        return next((i for i in _places(part) if _past(words[i].fold)), None) if part.draft.past else None
    hits = [h for h in part.hits("perfects") if h.label == language]
    if not hits or (pattern := PARTICIPLES.get(language)) is None:
        return None
    at = _last(part) if language in LAST else _following(part, hits[0].last)
    found = at >= hits[0].last and words[at].fold not in READING and pattern.fullmatch(words[at].fold) is not None
    return at if found and not (language == "de" and part.draft.text[words[at].start].isupper()) else None


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
