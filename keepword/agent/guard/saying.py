"""Whether a clause says what we did, do or will do for the customer, whatever the verb: what it says must then be known.

Tables of promises never hold every verb. So any statement about us, our people, or what of the customer's is in our
hands counts, unless it is mere talk: thanks, regret, a request, a wish, a guess. It passes where its words are those
of the operator's texts or of the customer's mail; what is new in it is the model's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from keepword.agent.guard.draft import Part
from keepword.agent.guard.saying_words import BEING, DOING, GLAD, WE
from keepword.memory.tokens import vocabulary


class Says(IntEnum):
    """How plainly a clause speaks of our doings: not at all, of our people or the customer's affairs, of ourselves."""

    NOTHING = 0
    AFFAIRS = 1
    DEEDS = 2


SHARED: Final = ("affairs", "will")
"""Tables with words of all languages that speak of what is in our hands, or of what will be."""
PRONOUNS: Final = {code: vocabulary(row.replace("|", "").replace("'", " ")) for code, row in WE.items()}
"""First persons as words."""


def says(part: Part) -> Says:
    """Return how plainly a clause states what we do for the customer; what will be, counts whoever its subject is."""
    if "talk" in part.found:
        return Says.NOTHING
    language, found = part.draft.language, speaks_of_us(part)
    if not found:
        return found
    words = [w.fold for w in part.draft.words[part.span.first : part.span.last]]
    return Says.NOTHING if _only_is(words, language) or _glad(words, language) else found


def speaks_of_us(part: Part) -> Says:
    """Return how plainly a clause speaks of our doings, whether it states anything of them or not."""
    if part.draft.language not in BEING:
        return Says.NOTHING
    if "we" in part.found or part.draft.has_ours(part.span):
        return Says.DEEDS
    if "us" in part.found:
        return Says.AFFAIRS
    for name in SHARED:
        for hit in part.found.get(name, ()):
            if hit.label == part.draft.language:
                return Says.AFFAIRS
    return Says.NOTHING


def _only_is(words: Sequence[str], language: str) -> bool:
    """Say whether a clause tells what we are, and not what we are doing."""
    being, pronouns = BEING[language], PRONOUNS.get(language)
    at = [i for i, w in enumerate(words) if w in being and (pronouns is None or _beside(words, i, pronouns))]
    doing = DOING.get(language, ())
    return bool(at) and not any(w.endswith(doing) for w in words[at[0] :])


def _beside(words: Sequence[str], at: int, pronouns: frozenset[str]) -> bool:
    return not pronouns.isdisjoint(words[max(at - 2, 0) : at + 2])


def _glad(words: Sequence[str], language: str) -> bool:
    """Say whether an English clause only tells a mood: `glad that it works`, but not `glad to take it back`."""
    return language == "en" and any(w in GLAD and words[i + 1 : i + 2] != ["to"] for i, w in enumerate(words))
