"""What a draft may rest on: the operator's words, what was promised before, and the customer's own figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property, lru_cache
from typing import Any, Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.outgoing import flowing
from keepword.agent.guard.reading import kinds_of
from keepword.agent.guard.topics import topics_of
from keepword.agent.language.detector import language_of
from keepword.agent.language.words import content_words, stems, words
from keepword.memory.claims.reading import Claim, ClaimKind, read_claims
from keepword.memory.commitments.due import due_date
from keepword.memory.tokens import fold, sentences, tokens, vocabulary

MAX_CUSTOMER: Final = 40_000
MAX_NUMBERED: Final = 20_000
"""Characters of a mail and of what is kept of its thread in which an order's number is looked for."""
FIGURES: Final = frozenset({ClaimKind.NUMBER, ClaimKind.QUANTITY, ClaimKind.PHONE, ClaimKind.ACCOUNT})
"""Kinds between which a run of digits may change: `4711` alone is a quantity, `#4711` a number."""

FIRST: Final = re.compile(r"[^\W\d_]{1,60}|\d{1,30}")
"""A sentence's first word."""

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the operator's: which words it is about, its figures in comparable form, its undertakings."""

    stems: frozenset[str]
    keys: frozenset[Key]
    kinds: frozenset[str]
    language: str
    words: tuple[str, ...]
    topics: frozenset[str] = frozenset()
    sums: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class Owed:
    """An open commitment."""

    kind: str
    amount: Decimal | None
    currency: str | None
    due: date | None
    keys: frozenset[Key]


@dataclass(frozen=True)
class Customer:
    """The customer's own figures, read when the first is asked for: many answers rest on the operator's words alone."""

    brief: Brief

    @cached_property
    def figures(self) -> tuple[Claim, ...]:
        """All that the mail, what is kept of the thread and the profile hold."""
        return figures_in(_customer_text(self.brief)[:MAX_CUSTOMER])

    @cached_property
    def keys(self) -> frozenset[Key]:
        """Their comparable forms, and the days that need no backing."""
        return _keys_of(self.figures) | _dates_of(self.brief)

    @cached_property
    def amounts(self) -> frozenset[Decimal]:
        """Those that may be sums of money, in whatever currency."""
        return frozenset(c.amount for c in self.figures if c.kind in AMOUNTS and c.amount is not None)

    @cached_property
    def names_a_number(self) -> bool:
        """Whether the mail or the thread holds anything that may be an order's or invoice's number."""
        told = (str(self.brief.thread.get(part) or "") for part in ("summary", "current_intent"))
        text = "\n".join([self.brief.mail.subject, self.brief.mail.text, *told])
        return any(
            c.kind is ClaimKind.NUMBER or (c.kind in FIGURES and len(c.value) >= 3)
            for c in figures_in(text[:MAX_NUMBERED])
        )


@dataclass(frozen=True, slots=True)
class Backing:
    """All that a draft may rest on, in comparable form."""

    operator: tuple[Said, ...]
    verbatim: frozenset[tuple[str, ...]]
    """The operator's sentences, word for word."""
    openings: frozenset[str]
    """Their first words."""
    figures: frozenset[Key]
    """Every figure of the operator's sentences."""
    owed: tuple[Owed, ...]
    customer: Customer
    today: date

    def operator_says(
        self, key: Key, about: frozenset[str], kinds: frozenset[str], language: str, *, strict: bool
    ) -> bool:
        """Say whether a sentence of the operator's holds this figure and is about the same thing.

        In one language the two must share a word beside the figure; across languages the figure (and the kind of
        undertaking, where there is one) has to be enough. `strict` wants the same kind of undertaking in any case.
        """
        return any(
            key in said.keys and (not strict or bool(kinds & said.kinds)) and _same_matter(said, about, kinds, language)
            for said in self.operator
        )

    def operator_undertakes(self, about: frozenset[str], kinds: frozenset[str], language: str) -> bool:
        """Say whether a sentence of the operator's undertakes the same in other words."""
        for said in self.operator:
            if kinds and not kinds & said.kinds:
                continue
            shared = len(about & said.stems)
            if language == said.language and shared * 2 >= len(about) and (shared >= 2 or 0 < shared == len(about)):
                return True
            if language != said.language and kinds & said.kinds:
                return True
        return False

    def gives_free(self, sentence: str, clause: str) -> bool:
        """Say whether something that the operator gives for nothing is what a clause speaks of.

        What is free from a certain sum on is free for a sentence that names the sum; what is free is free, not another thing.
        """
        topics = topics_of(clause) or topics_of(sentence)
        named = frozenset(k for c in figures_in(sentence[:MAX_CUSTOMER]) for k in keys(c) if k[0] == "money")
        return any(
            "free" in said.kinds and topics & said.topics and (not said.sums or bool(said.sums & named))
            for said in self.operator
        )

    def operator_wrote(self, sentence: str) -> bool:
        """Say whether a sentence is the operator's, word for word."""
        first = FIRST.search(sentence)  # most sentences begin otherwise, and need not be cut into words
        return first is not None and fold(first[0]) in self.openings and _words(sentence) in self.verbatim

    def customer_says(self, claim: Claim) -> bool:
        """Say whether the customer (or what is known of them) named this figure; an amount needs no currency there."""
        return bool(keys(claim) & self.customer.keys) or (
            claim.kind is ClaimKind.MONEY and claim.amount is not None and claim.amount in self.customer.amounts
        )


def backing(brief: Brief) -> Backing:
    """Gather what a draft for this brief may rest on."""
    texts = [s.text for s in brief.policy.statements]
    texts += [f"{p.title}.\n{p.text}" for p in brief.knowledge]
    operator = tuple(said for text in (*texts, brief.signature) for said in _said(text))
    return Backing(
        operator=operator,
        verbatim=frozenset(said.words for said in operator if said.words),
        openings=frozenset(said.words[0] for said in operator if said.words),
        figures=frozenset(key for said in operator for key in said.keys),
        owed=tuple(_owed(brief)),
        customer=Customer(brief),
        today=brief.now.date(),
    )


@lru_cache(maxsize=64)
def figures_in(text: str) -> tuple[Claim, ...]:
    """Return the figures of a customer's text, read once, though the draft is judged twice where it has to be mended."""
    return read_claims(text)


@lru_cache(maxsize=64)
def _keys_of(claims: tuple[Claim, ...]) -> frozenset[Key]:
    return frozenset(k for c in claims for k in keys(c))


AMOUNTS: Final = frozenset({ClaimKind.QUANTITY, ClaimKind.MONEY})


def keys(claim: Claim) -> frozenset[Key]:
    """Return the comparable forms of a figure: two claims speak of the same if they share one."""
    if claim.kind in FIGURES:
        return frozenset({("figure", "".join(c for c in claim.value.casefold() if c.isalnum()))})
    if claim.kind is ClaimKind.MONEY:
        return frozenset({("money", *_range(claim), claim.currency or "")})
    if claim.kind is ClaimKind.DURATION:
        return frozenset({("duration", *_length(claim))})
    if claim.kind is ClaimKind.DATE and len(claim.value) == len("2026-03-12"):
        return frozenset({("date", claim.value), ("date", "-" + claim.value[4:])})
    return frozenset({(claim.kind.value, claim.value.casefold())})


def about(text: str, language: str) -> frozenset[str]:
    """Return the stems that say what a clause is about."""
    return frozenset().union(*[_telling(word, language) for word in words(text)])


@lru_cache(maxsize=20_000)
def _telling(word: str, language: str) -> tuple[str, ...]:
    """Return the stems of a word that say what a text is about: none for most of the words of a letter."""
    found = stems(content_words(word), language)
    return tuple(stem for stem in found if not stem.isdigit() and stem not in TIME_STEMS)


TIME_STEMS: Final = vocabulary(
    "within day week month year hour minut work busi innerhalb binn tag woch monat jahr stund arbeitstag werktag jour semain mois "
    "heur dia seman mes ano hor giorn settiman mese anno ore dagen dag wek week maand jar uur uren mês sous entro plazo dentro"
)
"""Stems that stand with figures of time, and so say nothing of what they are about."""


def _same_matter(said: Said, about: frozenset[str], kinds: frozenset[str], language: str) -> bool:
    if kinds and not kinds & said.kinds and said.kinds:
        return False
    if language == said.language:
        return bool(about & said.stems) or not about
    return not kinds or bool(kinds & said.kinds)


@lru_cache(maxsize=1_024)
def _said(text: str) -> tuple[Said, ...]:
    """Read a text of the operator's into its sentences; its first line (the title) counts for each of them."""
    language = language_of(text)
    title = about(text.partition("\n")[0], language)
    return tuple(
        Said(
            stems=about(sentence, language) | title,
            keys=frozenset(k for c in read_claims(sentence) for k in keys(c)),
            kinds=kinds_of(sentence),
            language=language,
            words=_words(sentence),
            topics=topics_of(sentence),
            sums=frozenset(k for c in read_claims(sentence) for k in keys(c) if k[0] == "money"),
        )
        for sentence in _sentences(flowing(text))
    )


def _sentences(text: str) -> Iterator[str]:
    words = tokens(text)
    return (text[words[s.first].start : words[s.last - 1].end] for s in sentences(words))


def _words(sentence: str) -> tuple[str, ...]:
    return tuple([t.fold for t in tokens(sentence) if t.fold.isalnum()])


def _owed(brief: Brief) -> Iterator[Owed]:
    profile = brief.profile or {}
    for entry in (*profile.get("outstanding_commitments", ()), *brief.thread.get("promised", ())):
        quote = figures_in(str(entry.get("quote") or "")[:1_000])
        yield Owed(
            kind=str(entry.get("kind") or ""),
            amount=_decimal(entry.get("amount")),
            currency=entry.get("currency"),
            due=_date(entry.get("due")),
            keys=frozenset(k for c in quote for k in keys(c)),
        )


def _customer_text(brief: Brief) -> str:
    """Return all in which the customer's own figures may stand: the mail, what is kept of the thread, the profile."""
    known = (brief.mail.subject, brief.mail.text, *brief.pins, *brief.mail.attachments)
    return "\n".join([*known, *_strings(brief.thread), *_strings(brief.profile or {})])


def _strings(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def _dates_of(brief: Brief) -> frozenset[Key]:
    """Return the days that need no backing: today's, and that of the mail."""
    days: Iterable[date] = (brief.now.date(), *([brief.mail.sent_at.date()] if brief.mail.sent_at else []))
    return frozenset(k for d in days for k in (("date", d.isoformat()), ("date", "-" + d.isoformat()[4:]))) | {
        ("date", "today"),
        ("date", "yesterday"),
    }


def _range(claim: Claim, factor: int = 1) -> tuple[str, str]:
    upper = _times(claim.amount, factor) if claim.amount is not None else "0"
    return (upper if claim.least is None else _times(claim.least, factor), upper)


def _times(amount: Decimal, factor: int) -> str:
    return str((amount if factor == 1 else amount * factor).normalize())


def _length(claim: Claim) -> tuple[str, str, str]:
    """Return a length of time in its smallest common unit: weeks and fortnights are days."""
    factor, unit = LENGTHS.get(claim.unit, (1, claim.unit))
    return (*_range(claim, factor), unit)


LENGTHS: Final = {"weeks": (7, "days"), "fortnights": (14, "days"), "years": (12, "months")}


def _decimal(value: Any) -> Decimal | None:
    try:
        return Decimal(str(value)) if value is not None else None
    except InvalidOperation:
        return None


def _date(value: Any) -> date | None:
    try:
        return date.fromisoformat(str(value)[:10]) if value else None
    except ValueError:
        return None


__all__ = ["Backing", "Owed", "Said", "about", "backing", "due_date", "figures_in", "keys"]
