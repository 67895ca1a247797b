"""A draft read into clauses: what each undertakes, denies, asks or repeats, and which figures stand in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from keepword.agent import guard_words as table
from keepword.agent.guard_tables import find
from keepword.memory.claims import Claim, ClaimKind, read_claims
from keepword.memory.commitments_words import FUTURE
from keepword.memory.evidence_tokens import Hit, Span, clauses, sentences, tokens

ENDINGS: Final = tuple(sorted(set(FUTURE.split())))


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a draft. `kinds` are those of its undertakings, inherited along a sentence where it names none.

    `binds`: it says that something will be, is or was done; `first_person`: we are who will do it; `receives`: it has
    a word by which things go to the customer; `conditional`: the sentence sets a condition.
    """

    text: str
    start: int
    end: int
    sentence: str = ""
    kinds: frozenset[str] = frozenset()
    binds: bool = False
    first_person: bool = False
    harmless: bool = False
    negated: bool = False
    question: bool = False
    offer: bool = False
    told: bool = False
    receives: bool = False
    repeats: bool = False
    conditional: bool = False
    full: bool = False
    restated: bool = False
    done: frozenset[str] = frozenset()
    """Kinds of deeds of which it says that they are done."""
    claims: tuple[Claim, ...] = ()

    @property
    def deeds(self) -> frozenset[str]:
        """The kinds of deeds said to be done; `issued` and the like are deeds of what the clause is about."""
        return (self.done - {"deed"}) | (self.kinds if "deed" in self.done else frozenset())

    @property
    def undertakes(self) -> bool:
        """Whether the company would be held to this clause."""
        if self.negated or (self.question and not self.offer):
            return False
        return self.offer or ((self.binds or bool(self.kinds & ASSERTED)) and not self.told)

    @property
    def states(self) -> bool:
        """Whether it says something, rather than denying, asking or telling it back."""
        return not (self.negated or self.question or self.told)

    @property
    def only_repeats(self) -> bool:
        """Whether a figure in this clause can only be what was said before: denied, asked, or told back."""
        return self.negated or self.question or self.told or self.repeats

    @property
    def grants_money(self) -> bool:
        """Whether money in this clause is given, and not merely spoken of."""
        if self.negated or (self.question and not self.offer):
            return False
        named = bool(self.kinds & MONEY_KINDS)
        return (self.undertakes and (named or self.receives)) or (named and not self.told)


ASSERTED: Final = frozenset(
    {"liability", "price", "gift", "dispatch", "forever", "guarantee", "upgrade", "free", "exception"}
)
"""Kinds that bind by being said, in whatever tense: `you have a lifetime warranty`."""
MONEY_KINDS: Final = frozenset({"refund", "credit", "discount", "compensation", "exception"})
SLIGHT_KINDS: Final = frozenset({"delivery", "answer", "investigation", "free"})
"""Kinds whose words often only carry another one: `we will send you a refund`."""


TERSE: Final = 4
"""So few words and marks need no verb to say that something is done: `Refund issued.`"""


class Draft:
    """A draft's words with every phrase of the tables that stands among them, found in one pass."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.language = text, language
        self.ands = table.AND.get(language, table.AND["en"])
        self.words = tuple(w for w in tokens(text) if w.fold not in table.STRESS)
        self._hits: dict[str, list[Hit]] = find(tuple(w.fold for w in self.words))
        self._firsts = {name: [h.first for h in hits] for name, hits in self._hits.items()}

    def hits(self, name: str, first: int, last: int) -> list[Hit]:
        """Return a table's phrases between two words, in order."""
        firsts = self._firsts.get(name)
        if firsts is None:
            return []
        low = bisect_left(firsts, first)
        if low == len(firsts) or firsts[low] >= last:
            return []
        return [h for h in self._hits[name][low : bisect_left(firsts, last, low)] if h.last <= last]

    def has(self, name: str, span: Span) -> bool:
        """Say whether a phrase of a table stands in a span."""
        return bool(self.hits(name, span.first, span.last))

    def slice(self, span: Span) -> str:
        """Return a span's text as it stands."""
        return self.text[self.words[span.first].start : self.words[span.last - 1].end]


def read_clauses(text: str, language: str) -> tuple[Clause, ...]:
    """Read a draft into its clauses, in order; linear in its length."""
    draft = Draft(text, language)
    found: list[Clause] = []
    for sentence in sentences(draft.words):
        before = found[-1].kinds if found else frozenset()
        found += _affirmed(list(_sentence(draft, sentence, before)))
    return tuple(_with_claims(found, read_claims(text, language)))


@lru_cache(maxsize=4_096)
def kinds_of(text: str) -> frozenset[str]:
    """Return the kinds of undertakings that a sentence has words for."""
    draft = Draft(text, "")
    return frozenset(hit.label for hit in draft.hits("kinds", 0, len(draft.words)))


def _sentence(draft: Draft, sentence: Span, before: frozenset[str]) -> Iterable[Clause]:
    """Read one sentence; a clause that only goes on (`the money will be there tomorrow`) inherits what went before."""
    whole = draft.slice(sentence)
    conditions = draft.hits("conditions", sentence.first, sentence.last)
    conditional = any(h.label in {draft.language, "en", "then"} for h in conditions)
    inherited = before if draft.has("continues", sentence) else frozenset()
    binds = told = pledged = did = False
    for span in clauses(draft.words, sentence, table.JOINTS | draft.ands):
        clause = _clause(draft, span)
        goes_on = not clause.kinds and not clause.negated and not clause.harmless
        joined = goes_on or draft.words[span.first].fold in draft.ands
        clause = replace(
            clause,
            kinds=clause.kinds or (inherited if goes_on else frozenset()),
            binds=clause.binds or (((binds and joined) or pledged) and not clause.negated and not clause.question),
            told=clause.told or (told and not clause.first_person and not clause.binds),
            conditional=conditional,
            sentence=whole,
            done=clause.done or (_deeds(draft, span) if did and joined else frozenset()),
        )
        inherited, binds, told = (clause.kinds or inherited), clause.binds, clause.told
        pledged, did = draft.has("pledges", span), draft.has("done", span)
        yield clause


def _affirmed(found: list[Clause]) -> list[Clause]:
    """Take what is only repeated as granted where the same sentence then grants it: `you ask for it, and you get it`."""
    last = max((i for i, c in enumerate(found) if c.undertakes and c.receives and not c.told), default=-1)
    return [
        replace(c, told=False, binds=True, receives=True) if c.told and i < last else c for i, c in enumerate(found)
    ]


def _clause(draft: Draft, span: Span) -> Clause:
    question = span.mark == "?"
    return Clause(
        text=" ".join(draft.slice(span).split()),
        start=draft.words[span.first].start,
        end=draft.words[span.last - 1].end,
        kinds=_kinds(draft, span),
        binds=_binds(draft, span),
        first_person=draft.has("first", span),
        harmless=draft.has("harmless", span),
        negated=_negated(draft, span),
        question=question,
        offer=question and draft.has("offers", span),
        told=_told(draft, span),
        receives=draft.has("receive", span) or draft.has("gives", span),
        repeats=draft.has("repeats", span),
        full=draft.has("full", span),
        restated=draft.has("restated", span),
        done=_done(draft, span),
    )


def _kinds(draft: Draft, span: Span) -> frozenset[str]:
    """Return the kinds that a clause has words for; money that goes to the customer is a refund by any name."""
    kinds = frozenset(h.label for h in draft.hits("kinds", span.first, span.last))
    if not kinds and draft.has("money", span) and draft.has("receive", span):
        return frozenset({"refund"})
    return kinds


def _done(draft: Draft, span: Span) -> frozenset[str]:
    if draft.has("done", span):
        return _deeds(draft, span)
    deeds = _deeds(draft, span)
    if span.last - span.first <= TERSE and _participles(draft, span):
        return deeds
    return deeds & {"cancellation"} if draft.has("copulas", span) else frozenset()


def _participles(draft: Draft, span: Span) -> bool:
    """Say whether deeds are named by participles; a French noun or verb differs from one by its ending or accent alone."""
    found = [draft.words[h.first].fold for h in draft.hits("deeds", span.first, span.last)]
    if any(w.endswith(("ment", "ments")) for w in found):
        return False
    return draft.language != "fr" or all(w.rstrip("es").endswith(("é", "i")) for w in found)


def _deeds(draft: Draft, span: Span) -> frozenset[str]:
    deeds = frozenset(h.label for h in draft.hits("deeds", span.first, span.last))
    return deeds | {"refund"} if "deed" in deeds and draft.has("money", span) else deeds


def _binds(draft: Draft, span: Span) -> bool:
    if any(draft.has(name, span) for name in ("will", "present", "first", "gives")):
        return True
    kinds = (draft.words[h.first].fold for h in draft.hits("kinds", span.first, span.last))
    return any(word.endswith(ENDINGS) for word in kinds if len(word) > 6)


def _negated(draft: Draft, span: Span) -> bool:
    """Say whether a clause denies; after a pledge (`we promise that this never happens`) a denial is what is pledged."""
    affirmed = {i for h in draft.hits("affirmed", span.first, span.last) for i in range(h.first, h.last)}
    names = ("negations", "iberian") if draft.language in {"es", "it"} else ("negations",)
    pledges = draft.hits("pledges", span.first, span.last)
    last = pledges[0].first if pledges else span.last
    return any(h.first not in affirmed for n in names for h in draft.hits(n, span.first, last))


def _told(draft: Draft, span: Span) -> bool:
    """Say whether a clause repeats what the customer said: a binding word of ours after it takes that away again."""
    granted = {
        i for h in draft.hits("kinds", span.first, span.last) if h.label == "liability" for i in range(h.first, h.last)
    }
    told = [
        h for h in draft.hits("told", span.first, span.last) if h.first not in granted and not _granting(draft, h.first)
    ]
    if not told:
        return False
    ours = draft.hits("first", told[0].last, span.last) or draft.hits("gives", told[0].last, span.last)
    if not ours and draft.hits("receive", told[0].last, span.last):
        ours = draft.hits("will", told[0].last, span.last)
    return not ours or bool(draft.hits("whether", told[0].last, ours[0].first))


def _granting(draft: Draft, at: int) -> bool:
    return at > 0 and draft.words[at - 1].fold in table.AS


def _with_claims(found: list[Clause], claims: tuple[Claim, ...]) -> Iterable[Clause]:
    at = 0
    for clause in found:
        mine: list[Claim] = []
        while at < len(claims) and claims[at].start < clause.end:
            mine.append(claims[at])
            at += 1
        yield replace(clause, claims=tuple(c for c in mine if not _no_figure(clause, c))) if mine else clause


def _is_label(clause: Clause, claim: Claim) -> bool:
    """Say whether a short number only tells one of a kind from another, as in `step 2` or `reply number 3`."""
    before = clause.text[: claim.start - clause.start].split()
    word = before[-1].strip("(#.:").casefold() if before else ""
    return word in table.LABELS


def _no_figure(clause: Clause, claim: Claim) -> bool:
    """Say whether a quantity claims nothing: a list's `1.` or `2)`, or a word (`once`, `due`) that only looks like one."""
    if claim.kind not in {ClaimKind.QUANTITY, ClaimKind.NUMBER}:
        return False
    if not any(c.isdigit() for c in claim.text):
        return True
    if claim.text.isdigit() and len(claim.text) <= 3 and _is_label(clause, claim):
        return True
    return claim.start == clause.start and clause.text[len(claim.text) :][:1] in {".", ")"}
