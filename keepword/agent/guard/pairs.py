"""What two words undertake together where neither does alone: a consent to what was demanded, costs that we bear."""

from __future__ import annotations

from typing import Final, NamedTuple

from keepword.agent.guard.draft import Part
from keepword.agent.guard.pairs_words import LEADS, OURSELVES

MEETING: Final = frozenset(
    {"consents", "vows", "bears", "keeps", "holds", "everything", "needs", "needless", "charges"}
)
"""Tables of which one has a phrase in each clause that undertakes so."""
SENT: Final = frozenset({"over", "out", "went"})


class Pairs(NamedTuple):
    """What words that meet in a clause undertake: its kinds, whether it agrees to a demand, and whether its denial grants."""

    kinds: frozenset[str] = frozenset()
    agrees: bool = False
    spares: bool = False
    recalls: bool = False


NONE: Final = Pairs()


def pairs(part: Part, whole: Part) -> Pairs:
    """Find the words that meet in a clause; `whole` is its sentence."""
    if MEETING.isdisjoint(part.found):
        return NONE
    all_of_it, recalled = gives_all(part), recalls(part, whole)
    agreed, spared = consents(part, whole), is_needless(part) or waives(part)
    found = {
        "liability": agreed,
        "claimed": recalled,
        "free": part.has("costs") and part.has("bears"),
        "gift": all_of_it or _keeps(part),
        "exception": spared,
    }
    return Pairs(frozenset([kind for kind, there in found.items() if there]), agreed or all_of_it, spared, recalled)


def consents(part: Part, whole: Part) -> bool:
    """Say whether a clause agrees to what the customer demands, in it or right before it."""
    if not part.has("consents") or _doubted(part):
        return False
    if part.has("demands"):
        return True
    at = part.hits("consents")[0].first
    lead = part.draft.words[part.span.first : at]
    before = any(h.last <= part.span.first for h in whole.hits("demands"))
    return before and all(word.fold in LEADS for word in lead)


def has_moved(part: Part) -> bool:
    """Say whether money is said to have gone to the customer: a transfer by any deed, a payment by being sent."""
    moved = part.labels("moved")
    if not moved or part.has("received") or _doubted(part):
        return False
    named = part.labels("movements")
    return "ours" in named or part.has("money") or ("payment" in named and not moved.isdisjoint(SENT))


def is_needless(part: Part) -> bool:
    """Say whether goods need not be sent back, or nothing be paid: a denial that grants."""
    if not (part.has("needs") or part.has("needless")):
        return False
    spared = part.has("returns") or part.has("pays") or (part.has("sends") and part.has("back"))
    if not spared:
        return False
    denied = part.has("negations") or part.has("nothing")
    denied = denied or (part.draft.language in {"es", "it"} and part.has("iberian"))
    return part.has("needless") or (part.has("needs") and denied)


def gives_all(part: Part) -> bool:
    """Say whether the customer gets all there is, or whatever they asked for: `you can have what you asked for`."""
    if not part.has("everything"):
        return False
    given = {h.last for h in (*part.hits("gives"), *part.hits("receive"))}
    return any(
        h.first in given and (part.has("told") or part.has("demands") or _closes(part, h.last))
        for h in part.hits("everything")
    )


def _closes(part: Part, at: int) -> bool:
    """Say whether nothing but marks stands after a word of the clause."""
    return not any(word.fold[0].isalnum() for word in part.draft.words[at : part.span.last])


def waives(part: Part) -> bool:
    """Say whether we will not take what we might: a denial that grants, unlike one that tells what was not taken."""
    if not part.has("charges") or part.has("done"):
        return False
    words = [w.fold for w in part.draft.words[part.span.first : part.span.last]]
    ours = not OURSELVES.isdisjoint(words) or any(w.endswith(FIRST_PLURAL) for w in words)
    denied = part.has("negations") or part.has("nothing")
    denied = denied or (part.draft.language in {"es", "it"} and part.has("iberian"))
    return denied and (ours or part.has("costs"))


FIRST_PLURAL: Final = ("rons", "remos", "remo")
"""Endings by which a verb says who will do it without a pronoun."""


def recalls(part: Part, whole: Part) -> bool:
    """Say whether papers of ours are said to have promised."""
    return part.has("vows") and whole.has("papers") and not _doubted(part)


def _keeps(part: Part) -> bool:
    """Say whether the customer may keep something that proves no purchase."""
    if part.has("proofs"):
        return False
    told = [h.first for h in part.hits("keeps")]
    words = part.draft.words
    return any(at == 0 or words[at - 1].fold not in OURSELVES for at in told) or (
        part.has("permits") and part.has("holds")
    )


def _doubted(part: Part) -> bool:
    return not part.labels("doubts").isdisjoint({part.draft.language, "en"})
