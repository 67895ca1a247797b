"""A draft read into clauses: what each undertakes, denies, asks or repeats, and which figures stand in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from keepword.agent.guard import words as table
from keepword.agent.guard.draft import Draft, Part
from keepword.agent.guard.grants import grants
from keepword.agent.guard.grants_words import MARKING
from keepword.agent.guard.pairs import Pairs, has_moved, pairs
from keepword.agent.guard.passive import Passive, passive
from keepword.agent.guard.perfect import did, did_too
from keepword.agent.guard.saying import Says, says, speaks_of_us
from keepword.memory.claims.reading import Claim, ClaimKind, read_claims
from keepword.memory.commitments.words import FUTURE
from keepword.memory.tokens import Span, Token, clauses, tokens

ENDINGS: Final = tuple(sorted({*FUTURE.split(), "era", "ira", "dra", "rra"}))


class Clause(NamedTuple):
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
    says: Says = Says.NOTHING
    """How plainly it states what we do for the customer, whatever the verb."""
    passive: Passive | None = None
    """What it says in the passive to be done by us."""
    claims: tuple[Claim, ...] = ()
    """The figures that stand in it; the last field, for it is filled in last."""

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
    {"liability", "claimed", "price", "gift", "dispatch", "forever", "guarantee", "upgrade", "free", "exception"}
    | {"forgiven", "spared", "buyback", "enclosure", "fault", "appointment", "ended"}
)
"""Kinds that bind by being said, in whatever tense: `you have a lifetime warranty`."""
MOMENTS: Final = frozenset({"moment"})
"""What is no kind, though it holds a word for one: `two years from the day of delivery` only tells since when."""
ARRIVING: Final = frozenset({"refund", "delivery"})
"""Kinds that bind where money or goods are said to be there: `the money should be on your account`."""
MONEY_KINDS: Final = frozenset({"refund", "credit", "discount", "compensation", "exception"})
SLIGHT_KINDS: Final = frozenset({"delivery", "answer", "investigation", "free"})
"""Kinds whose words often only carry another one: `we will send you a refund`."""


NEGATIONS: Final = {"es": ("negations", "iberian"), "it": ("negations", "iberian")}
WEIGHTY: Final = frozenset(
    {"kinds", "will", "present", "first", "gives", "receive", "money", "deeds", "done", "pledges", "offers", "told"}
    | {"consents", "bears", "keeps", "holds", "needs", "needless", "moved", "vows", "charges", "perfects"}
    | {"affairs", "ahead"}
    | MARKING
)
"""Tables of which a phrase has to stand in a sentence that binds, grants, tells or reports."""
BINDING: Final = frozenset({"will", "present", "first", "gives"})
PERMITTED: Final = frozenset({"refund", "credit", "discount", "replacement", "cancellation", "upgrade", "extension"})
"""Kinds of which a permission binds as much as a promise."""
DEEDLESS: Final = frozenset({"deeds", "moved", "perfects"})
"""Tables of which one has a phrase in each clause that tells a deed."""
COUNTED: Final = frozenset({ClaimKind.QUANTITY, ClaimKind.NUMBER})
"""Kinds of figures that may only count a list's items, or be a word."""
TERSE: Final = 4
"""So few words and marks need no verb to say that something is done: `Refund issued.`"""


def read_clauses(
    text: str, language: str, words: Sequence[Token] | None = None, spans: Sequence[Span] = ()
) -> tuple[Clause, ...]:
    """Read a draft into its clauses, in order, sentences left out that say nothing of weight; linear in its length.

    `words` are its tokens and `spans` its sentences, where the caller has cut it already.
    """
    cut = tokens(text) if words is None else words
    draft, claims = Draft(text, language, cut, spans), read_claims(text, language, cut)
    starts = [claim.start for claim in claims]
    found: list[Clause] = []
    before: frozenset[str] = frozenset()
    for sentence in draft.sentences:
        whole = draft.part(sentence)
        if _says_nothing(whole, before) and not _any_between(starts, whole.start, whole.end):
            before = frozenset()
            continue
        read = _affirmed(list(_sentence(whole, before)))
        found += read
        before = read[-1].kinds
    return tuple(_with_claims(found, claims, text))


def _says_nothing(part: Part, before: frozenset[str]) -> bool:
    """Say whether no phrase here could bind, grant, tell or report anything, nor carry on with what was before."""
    silent = WEIGHTY.isdisjoint(part.found) and not (before and part.has("continues"))
    return silent and not _states(part)


def _states(part: Part) -> bool:
    """Say whether a sentence in which nothing else is of weight states something about what we do."""
    if part.span.mark == "?" or not speaks_of_us(part):
        return False
    draft = part.draft
    return not part.has("talk") or any(says(draft.part(s)) for s in clauses(draft.words, part.span, draft.joints))


def _any_between(starts: Sequence[int], first: int, last: int) -> bool:
    at = bisect_left(starts, first)
    return at < len(starts) and starts[at] < last


@lru_cache(maxsize=4_096)
def kinds_of(text: str) -> frozenset[str]:
    """Return the kinds of undertakings that a sentence has words for."""
    draft = Draft(text, "", tokens(text))
    whole = draft.part(Span(0, len(draft.words)))
    return (whole.labels("kinds") - MOMENTS) | pairs(whole, whole).kinds | grants(whole)


class Before(NamedTuple):
    """What a clause takes over from those before it in its sentence, and the sentence."""

    whole: Part
    kinds: frozenset[str]
    binds: bool = False
    told: bool = False
    pledged: bool = False
    did: bool = False
    perfect: bool = False
    says: Says = Says.NOTHING


def _sentence(whole: Part, kinds: frozenset[str]) -> Iterable[Clause]:
    """Read one sentence; a clause that only goes on (`the money will be there tomorrow`) inherits what went before."""
    draft, text = whole.draft, whole.text
    conditional = bool(whole.labels("conditions") & {draft.language, "en", "then"})
    before = Before(whole, kinds if whole.has("continues") else frozenset())
    spans = clauses(draft.words, whole.span, draft.joints)
    for span in spans:
        part = whole if span == whole.span else draft.part(span)
        clause = _clause(part, before, text, conditional)
        yield clause
        if span is not spans[-1]:
            before = _before(part, clause, before)


def _before(part: Part, clause: Clause, before: Before) -> Before:
    """Return what the next clause takes over from this one."""
    return Before(
        before.whole,
        kinds=clause.kinds or before.kinds,
        binds=clause.binds,
        told=clause.told,
        pledged=part.has("pledges"),
        did=part.has("done"),
        perfect=part.has("perfects"),
        says=clause.says,
    )


def _affirmed(found: list[Clause]) -> list[Clause]:
    """Take what is only repeated as granted where the same sentence then grants it: `you ask for it, and you get it`."""
    if not any(c.told for c in found):
        return found
    last = max((i for i, c in enumerate(found) if c.undertakes and c.receives and not c.told), default=-1)
    return [
        c._replace(told=False, binds=True, receives=True) if c.told and i < last else c for i, c in enumerate(found)
    ]


def _clause(part: Part, before: Before, sentence: str, conditional: bool) -> Clause:
    """Read one clause, with what it takes over: `joined`, where it only goes on or an `and` binds it to the one before."""
    words, span, found = part.draft.words, part.span, part.found
    met, question = pairs(part, before.whole), span.mark == "?"
    granted = grants(part)
    kinds = _kinds(part) | met.kinds | granted
    negated = _negated(part) and not met.spares and "spared" not in kinds
    harmless, first_person = "harmless" in found, "first" in found
    goes_on = not (kinds or negated or harmless)
    joined = goes_on or words[span.first].fold in part.draft.ands
    bound = _binds(part) or not granted.isdisjoint(ARRIVING)
    binds = bound or (((before.binds and joined) or before.pledged) and not negated and not question)
    start, end = part.start, part.end
    text = part.draft.text[start:end]
    return Clause(
        text=" ".join(text.split()) if "\n" in text or "  " in text else text.strip(),
        start=start,
        end=end,
        sentence=sentence,
        kinds=kinds or (before.kinds - {"free"} if goes_on else frozenset()),
        binds=binds,
        first_person=first_person,
        harmless=harmless,
        negated=negated,
        question=question,
        offer=question and "offers" in found,
        told=not met.agrees
        and not ("price" in granted and first_person)
        and (_told(part, met) or (before.told and not first_person and not bound)),
        receives="receive" in found or "gives" in found,
        repeats="repeats" in found,
        conditional=conditional,
        full="full" in found,
        restated="restated" in found,
        passive=passive(part),
        says=says(part) or _says_on(part, before),
        done=_done(part, before) or (_deeds(part) if before.did and joined else frozenset()),
    )


def _says_on(part: Part, before: Before) -> Says:
    """Return how plainly a clause speaks of our doings because an `and` ties it to one that does."""
    tied = before.says and not part.has("talk") and part.draft.words[part.span.first].fold in part.draft.ands
    return Says.AFFAIRS if tied else Says.NOTHING


def _kinds(part: Part) -> frozenset[str]:
    """Return the kinds that a clause has words for; money that goes to the customer is a refund by any name."""
    kinds = part.labels("kinds") - MOMENTS
    if not kinds and part.has("money") and part.has("receive"):
        return frozenset({"refund"})
    return kinds


def _done(part: Part, before: Before) -> frozenset[str]:
    if DEEDLESS.isdisjoint(part.found) and not part.draft.past and not before.perfect:
        return frozenset()
    at = did(part) if not before.perfect or part.has("perfects") else did_too(part)
    named = at is None or any(h.first <= at < h.last for h in part.hits("deeds"))
    return _told_done(part) if named else _told_done(part) | {"work"}


def _told_done(part: Part) -> frozenset[str]:
    deeds = _deeds(part)
    if not deeds or part.has("done") or "went" in part.labels("moved"):
        return deeds
    if part.span.last - part.span.first <= TERSE and (has_moved(part) or _participles(part)):
        return deeds
    over = frozenset({"refund"} if "over" in part.labels("moved") and has_moved(part) else ())
    return (deeds & {"cancellation"}) | over if part.has("copulas") else frozenset()


def _participles(part: Part) -> bool:
    """Say whether deeds are named by participles; a French noun or verb differs from one by its ending or accent alone."""
    found = part.folds("deeds")
    if any(w.endswith(("ment", "ments")) for w in found):
        return False
    return part.draft.language != "fr" or all(w.rstrip("es").endswith(("é", "i")) for w in found)


def _deeds(part: Part) -> frozenset[str]:
    none = {h.first for h in part.hits("nothing")}
    deeds = frozenset([h.label for h in part.hits("deeds") if h.last not in none])
    money = has_moved(part) or ("deed" in deeds and part.has("money"))
    return deeds | {"refund"} if money else deeds


def _binds(part: Part) -> bool:
    if not BINDING.isdisjoint(part.found) or (part.has("permits") and _permitted(part)):
        return True
    return part.has("kinds") and any(map(_ahead, part.folds("kinds")))


@lru_cache(maxsize=4_096)
def _ahead(word: str) -> bool:
    """Say whether a verb tells of what is to come by its ending alone."""
    return len(word) > 6 and word.endswith(ENDINGS)


def _permitted(part: Part) -> bool:
    """Say whether a clause allows what only the operator could: `you may exchange it`, with the verb behind or at the end."""
    allowed = {h.last for h in part.hits("permits")}
    kinds = [h for h in part.hits("kinds") if h.label in PERMITTED] if allowed else []
    ends = next((i for i in range(part.span.last - 1, part.span.first, -1) if _letters(part, i)), -1) + 1
    return any(h.first in allowed or h.first - 1 in allowed or h.last == ends for h in kinds)


def _letters(part: Part, at: int) -> bool:
    return part.draft.words[at].fold[0].isalpha()


def _negated(part: Part) -> bool:
    """Say whether a clause denies; after a pledge (`we promise that this never happens`) a denial is what is pledged."""
    names = [n for n in NEGATIONS.get(part.draft.language, ("negations",)) if n in part.found]
    if not names:
        return False
    affirmed = {i for h in part.hits("affirmed") for i in range(h.first, h.last)}
    pledges = part.hits("pledges")
    last = pledges[0].first if pledges else None
    return any(h.first not in affirmed for n in names for h in part.hits(n, 0, last))


def _told(part: Part, met: Pairs) -> bool:
    """Say whether a clause repeats what the customer said: a binding word of ours after it takes that away again."""
    if not part.has("told"):
        return False
    granted = {i for h in part.hits("kinds") if h.label == "liability" for i in range(h.first, h.last)}
    told = [h for h in part.hits("told") if h.first not in granted and not _granting(part.draft, h.first)]
    if not told or (met.recalls and part.hits("vows")[0].first < told[0].first):
        return False
    ours = part.hits("first", told[0].last) or part.hits("gives", told[0].last)
    if not ours and part.hits("receive", told[0].last):
        ours = part.hits("will", told[0].last)
    between = part.hits("whether", told[0].last, ours[0].first) if ours else []
    return not ours or bool(between)


def _granting(draft: Draft, at: int) -> bool:
    return at > 0 and draft.words[at - 1].fold in table.AS


def _with_claims(found: list[Clause], claims: tuple[Claim, ...], text: str) -> Iterable[Clause]:
    at = 0
    for clause in found:
        mine: list[Claim] = []
        while at < len(claims) and claims[at].start < clause.end:
            mine.append(claims[at])
            at += 1
        yield Clause(*clause[:-1], tuple([c for c in mine if not _no_figure(clause, c, text)])) if mine else clause


def _is_label(clause: Clause, claim: Claim) -> bool:
    """Say whether a short number only tells one of a kind from another, as in `step 2` or `reply number 3`."""
    before = clause.text[: claim.start - clause.start].rsplit(maxsplit=1)
    word = before[-1].strip("(#.:").casefold() if before else ""
    return word in table.LABELS


def _no_figure(clause: Clause, claim: Claim, text: str) -> bool:
    """Say whether a quantity claims nothing: a list's `1.` or `2)`, or a word (`once`, `due`) that only looks like one."""
    if claim.kind not in COUNTED:
        return False
    if claim.text.isdigit():
        if len(claim.text) <= 3 and _is_label(clause, claim):
            return True
    elif not any(c.isdigit() for c in claim.text):
        return True
    if claim.start != clause.start or clause.text[len(claim.text) :][:1] not in {".", ")"}:
        return False
    _, line_end, before = text[max(claim.start - 20, 0) : claim.start].rpartition("\n")
    return bool(line_end or claim.start < 20) and not before.strip(" -*•>")
