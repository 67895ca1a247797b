"""A draft read into clauses: what each undertakes, denies, asks or repeats, and which figures stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from keepword.agent import guard_words as table
from keepword.memory.claims import Claim, ClaimKind, read_claims
from keepword.memory.commitments_words import CONDITIONS, CONTINUES, FUTURE, KINDS, PRESENT, WILL
from keepword.memory.evidence_tokens import Phrases, Span, Token, clauses, sentences, tokens

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
    conditional: bool = False
    done: frozenset[str] = frozenset()
    """Kinds of deeds of which it says that they are done."""
    claims: tuple[Claim, ...] = ()

    @property
    def undertakes(self) -> bool:
        """Whether the company would be held to this clause."""
        if self.negated or (self.question and not self.offer):
            return False
        return self.offer or (self.binds and not self.told)

    @property
    def grants_money(self) -> bool:
        """Whether money in this clause is given, and not merely spoken of."""
        if self.negated or (self.question and not self.offer):
            return False
        named = bool(self.kinds & MONEY_KINDS)
        return (self.undertakes and (named or self.receives)) or (named and not self.told)


MONEY_KINDS: Final = frozenset({"refund", "credit", "discount", "compensation", "exception"})
SLIGHT_KINDS: Final = frozenset({"delivery", "answer", "investigation", "free"})
"""Kinds whose words often only carry another one: `we will send you a refund`."""


def read_clauses(text: str, language: str) -> tuple[Clause, ...]:
    """Read a draft into its clauses, in order; linear in its length."""
    words = tokens(text)
    claims = read_claims(text, language)
    found: list[Clause] = []
    for sentence in sentences(words):
        before = found[-1].kinds if found else frozenset()
        found += _affirmed(list(_sentence(text, words, sentence, language, before)))
    return tuple(_with_claims(found, claims))


def kinds_of(text: str) -> frozenset[str]:
    """Return the kinds of undertakings that a text has words for."""
    words = tokens(text)
    return frozenset(hit.label for hit in _phrases("kinds").find(words))


def _sentence(
    text: str, words: Sequence[Token], sentence: Span, language: str, before: frozenset[str]
) -> Iterable[Clause]:
    """Read one sentence; a clause that only goes on (`the money will be there tomorrow`) inherits what went before."""
    conditional = _has("conditions", words, sentence)
    whole = text[words[sentence.first].start : words[sentence.last - 1].end]
    inherited = before if _has("continues", words, sentence) else frozenset()
    binds = told = False
    for span in clauses(words, sentence, table.JOINTS):
        clause = _clause(text, words, span, language)
        goes_on = not clause.kinds and not clause.negated
        clause = replace(
            clause,
            kinds=clause.kinds or (inherited if goes_on else frozenset()),
            binds=clause.binds
            or (binds and not clause.negated and not clause.question and (goes_on or _joined(words, span))),
            told=clause.told or (told and not clause.first_person and not clause.binds),
            conditional=conditional,
            sentence=whole,
        )
        inherited, binds, told = (clause.kinds or inherited), clause.binds, clause.told
        yield clause


def _affirmed(clauses_: list[Clause]) -> list[Clause]:
    """Take what is only repeated as granted where the same sentence then grants it: `you ask for it, and you get it`."""
    last = max((i for i, c in enumerate(clauses_) if c.undertakes and c.receives and not c.told), default=-1)
    return [
        replace(c, told=False, binds=True, receives=True) if c.told and i < last else c for i, c in enumerate(clauses_)
    ]


def _clause(text: str, words: Sequence[Token], span: Span, language: str) -> Clause:
    start, end = words[span.first].start, words[span.last - 1].end
    return Clause(
        text=" ".join(text[start:end].split()),
        start=start,
        end=end,
        kinds=frozenset(h.label for h in _phrases("kinds").find(words, span.first, span.last)),
        binds=_binds(words, span),
        first_person=_has("first", words, span),
        harmless=_has("harmless", words, span),
        negated=_negated(words, span, language),
        question=span.mark == "?",
        offer=span.mark == "?" and _has("offers", words, span),
        told=_told(words, span),
        receives=_has("receive", words, span),
        done=_done(words, span),
    )


def _binds(words: Sequence[Token], span: Span) -> bool:
    if any(_has(name, words, span) for name in ("will", "present", "first")):
        return True
    kinds = _phrases("kinds").find(words, span.first, span.last)
    return any(words[hit.first].fold.endswith(ENDINGS) for hit in kinds if len(words[hit.first].fold) > 6)


def _negated(words: Sequence[Token], span: Span, language: str) -> bool:
    affirmed = {i for h in _phrases("affirmed").find(words, span.first, span.last) for i in range(h.first, h.last)}
    names = ("negations", "iberian") if language in {"es", "it"} else ("negations",)
    pledge = _phrases("pledges").first(words, span.first, span.last)
    last = pledge.first if pledge else span.last
    return any(h.first not in affirmed for n in names for h in _phrases(n).find(words, span.first, last))


def _joined(words: Sequence[Token], span: Span) -> bool:
    return words[span.first].fold in table.ANDS


def _told(words: Sequence[Token], span: Span) -> bool:
    """Say whether a clause repeats what the customer said: a binding word of ours after it takes that away again."""
    hit = _phrases("told").first(words, span.first, span.last)
    if hit is None:
        return False
    ours = _phrases("first").first(words, hit.last, span.last)
    if ours is None and _phrases("receive").first(words, hit.last, span.last):
        ours = _phrases("will").first(words, hit.last, span.last)
    return ours is None or _phrases("whether").first(words, hit.last, ours.first) is not None


def _done(words: Sequence[Token], span: Span) -> frozenset[str]:
    if not _has("done", words, span):
        return frozenset()
    return frozenset(h.label for h in _phrases("deeds").find(words, span.first, span.last))


def _has(name: str, words: Sequence[Token], span: Span) -> bool:
    return _phrases(name).first(words, span.first, span.last) is not None


def _with_claims(found: list[Clause], claims: tuple[Claim, ...]) -> Iterable[Clause]:
    at = 0
    for clause in found:
        mine: list[Claim] = []
        while at < len(claims) and claims[at].start < clause.end:
            mine.append(claims[at])
            at += 1
        yield replace(clause, claims=tuple(c for c in mine if not _no_figure(clause, c)))


def _no_figure(clause: Clause, claim: Claim) -> bool:
    """Say whether a quantity claims nothing: a list's `1.` or `2)`, or a word (`once`, `due`) that only looks like one."""
    if claim.kind is not ClaimKind.QUANTITY:
        return False
    if not any(c.isdigit() for c in claim.text):
        return True
    return claim.start == clause.start and clause.text[len(claim.text) :][:1] in {".", ")"}


@cache
def _phrases(name: str) -> Phrases:
    return Phrases(
        {
            "kinds": {
                k: " | ".join(filter(None, (KINDS.get(k), table.MORE_KINDS.get(k))))
                for k in {**KINDS, **table.MORE_KINDS}
            },
            "will": WILL,
            "present": PRESENT,
            "first": table.FIRST,
            "done": table.DONE,
            "deeds": table.DEEDS,
            "harmless": table.HARMLESS_UNDERTAKINGS,
            "pledges": table.PLEDGES,
            "negations": table.NEGATIONS,
            "iberian": table.IBERIAN_NO,
            "affirmed": table.STILL_AFFIRMED,
            "offers": table.OFFERS,
            "told": table.TOLD,
            "whether": table.WHETHER,
            "receive": table.RECEIVE,
            "conditions": CONDITIONS,
            "continues": CONTINUES,
        }[name]
    )
