"""Whether what a draft undertakes is allowed: by a promise of the policy, an open commitment, or the operator's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.backing import Backing, Key, Owed, about, keys
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.known import Known
from keepword.agent.guard.reading import MONEY_KINDS, SLIGHT_KINDS, Clause, read_clauses
from keepword.agent.guard.words import MORE_KINDS
from keepword.memory.claims.reading import Claim, ClaimKind
from keepword.memory.commitments.due import due_date
from keepword.memory.commitments.words import KINDS
from keepword.memory.policy import ALIASES, Promise

KNOWN_KINDS: Final = frozenset(KINDS) | frozenset(MORE_KINDS)
"""Kinds that are known by more words than their names."""
_TIMES: Final = frozenset({ClaimKind.DATE, ClaimKind.TIME, ClaimKind.DURATION})
CONDITIONAL_KINDS: Final = frozenset({"answer", "investigation"})
"""What may be undertaken on a condition, or without a day, with no promise behind it: mail is answered and looked at anyway."""


@dataclass(frozen=True)
class Case:
    """A draft's clause with all that is needed to judge it; what several figures of it ask is found out once."""

    clause: Clause
    brief: Brief
    backing: Backing
    language: str
    known: Known

    @cached_property
    def promises(self) -> tuple[Promise, ...]:
        """The policy's promises of the clause's kinds; of any kind with money where it names none but gives money."""
        named = tuple(
            p for p in self.brief.policy.promises if p.usual_kind in self.clause.kinds or _named(p, self.clause)
        )
        if named or self.clause.kinds & MONEY_KINDS:
            return named
        return tuple(p for p in self.brief.policy.promises if p.max_amount is not None) if self.clause.receives else ()

    @cached_property
    def owed(self) -> tuple[Owed, ...]:
        """The open commitments that the clause may restate."""
        kinds = self.clause.kinds - SLIGHT_KINDS
        return tuple(o for o in self.backing.owed if not kinds or ALIASES.get(o.kind, o.kind) in self.clause.kinds)

    @cached_property
    def about(self) -> frozenset[str]:
        """The stems that say what the clause is about, apart from its figures."""
        text, clause = self.clause.text, self.clause
        for claim in clause.claims:
            text = text.replace(" ".join(claim.text.split()), " ")
        return about(text, self.language)

    @cached_property
    def matter(self) -> frozenset[str]:
        """What a figure of the clause is about: a clause may hold nothing but figures, then its sentence tells."""
        clause = self.clause
        return self.about if clause.undertakes else self.about | about(clause.sentence, self.language)

    def operator_says(self, claim: Claim) -> bool:
        """Say whether the operator's own words hold this figure about the same thing."""
        known = keys(claim) & self.backing.figures
        if not known:
            return False
        if self.about and not self.clause.undertakes and self._said(known, self.about):
            return True  # most clauses tell by themselves what they are about; their sentence need not be read then
        return self._said(known, self.matter)

    @cached_property
    def _one_weekday(self) -> bool:
        """Whether the clause names one day of the week: opening hours from Monday to Friday back no such deadline."""
        return sum(c.value.startswith("weekday:") for c in self.clause.claims) == 1

    def _said(self, known: frozenset[Key], matter: frozenset[str]) -> bool:
        clause = self.clause
        strict = clause.undertakes and (bool(clause.kinds) or self._one_weekday)
        return any(self.backing.operator_says(key, matter, clause.kinds, self.language, strict=strict) for key in known)


def judge_undertaking(case: Case) -> Iterator[Finding]:
    """Judge what a clause undertakes, or states of what we do, apart from its figures."""
    found = tuple(_undertaking(case))
    yield from found or _statements(case)


def _statements(case: Case) -> Iterator[Finding]:
    """Find what is stated of our doings in words that are neither the operator's nor the customer's."""
    clause = case.clause
    if not clause.says or clause.question or clause.conditional or not clause.states or clause.harmless:
        return
    if clause.kinds and all(_kind_backed(kind, case) for kind in clause.kinds - SLIGHT_KINDS or clause.kinds):
        return
    if (clause.undertakes and clause.kinds) or _allowed_otherwise(case) or _restated(case) or _has_own_judge(clause):
        return
    if not case.known.backs(case.about, clause.says):
        yield Finding("promise", clause.text[:200], "neither the operator nor the customer has said this of what we do")


def _has_own_judge(clause: Clause) -> bool:
    """Say whether a clause is judged by what is in it: money, or a link, whose words are no statement."""
    return any(c.kind in {ClaimKind.MONEY, ClaimKind.URL, ClaimKind.EMAIL} for c in clause.claims)


def _restated(case: Case) -> bool:
    """Say whether a clause names the sum or the day of an open commitment."""
    owed = case.backing.owed
    return any(_owed_amount(c, owed) or _owed_time(c, case) for c in case.clause.claims)


def _undertaking(case: Case) -> Iterator[Finding]:
    clause = case.clause
    if clause.done:
        yield from _deeds(case)
    if clause.passive is not None:
        yield from _passives(case)
    if not clause.undertakes:
        return
    for kind in sorted(_bare_kinds(clause)):
        if not _kind_backed(kind, case):
            yield Finding("promise", clause.text[:200], f"no policy, commitment or knowledge allows to promise: {kind}")
            return
    if not clause.kinds and clause.first_person and not clause.harmless and not _allowed_otherwise(case):
        yield Finding("promise", clause.text[:200], "an undertaking that neither policy nor knowledge backs")
    yield from _needs(case)


def judge_money(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge an amount: given, it needs a promise's limit, a commitment, or the operator's words; spoken of, any source."""
    if not case.clause.grants_money:
        yield from _judge_mention(claim, case)
        return
    if _owed_amount(claim, case.owed) or case.operator_says(claim):
        return
    if (why := _over_limits(claim, case.promises)) is not None:
        yield Finding("money", claim.text, why)


def _judge_mention(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge an amount that is spoken of: the customer's own may be told back, where nothing reads as giving it."""
    if case.operator_says(claim) or _owed_amount(claim, case.backing.owed):
        return
    if not case.backing.customer_says(claim):
        yield Finding("money", claim.text, "nobody has named this amount")
    elif not case.clause.only_repeats and _over_limits(claim, case.brief.policy.promises) is not None:
        yield Finding("money", claim.text, "this may be read as given: say that the customer named it, or leave it out")


def judge_time(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge a date or length of time: a deadline of ours needs a promise's days, a commitment, or the operator's words."""
    if case.operator_says(claim) or _owed_time(claim, case) or _unmeasured(claim, case):
        return
    if case.clause.undertakes and _restates(case):
        yield Finding(claim.kind.value, claim.text, "the open commitment that this restates is due at another time")
        return
    guessed = GUESSED.search(case.clause.text) is not None
    if not case.clause.undertakes and (guessed or not (case.clause.states and case.promises)):
        if not case.backing.customer_says(claim):
            yield Finding(claim.kind.value, claim.text, "neither the operator nor the customer has named this time")
        return
    if claim.kind is ClaimKind.TIME and case.backing.customer_says(claim):
        return
    if not _within_days(claim, case):
        allowed = ", ".join(
            f"{p.kind}: within {p.within_days} days" for p in case.promises if p.within_days is not None
        )
        yield Finding(claim.kind.value, claim.text, f"no such deadline may be promised ({allowed or 'none for this'})")


def judge_sums(granted: Sequence[tuple[Claim, Case]]) -> Iterator[Finding]:
    """Judge what a whole draft gives: amounts that are allowed one by one may be too much together."""
    for promise in dict.fromkeys(p for _, case in granted for p in case.promises):
        given = {c.value: c for c, case in granted if promise in case.promises and not _owed_amount(c, case.owed)}
        total = sum((c.amount or Decimal(0) for c in given.values()), Decimal(0))
        if promise.max_amount is not None and len(given) > 1 and total > promise.max_amount:
            words = " + ".join(c.text for c in given.values())
            yield Finding("money", words, f"together more than the {promise.max_amount} that {promise.id} allows")


def sums_given(granted: Sequence[tuple[Claim, Case]]) -> dict[str, Decimal]:
    """Return how much a draft gives by each promise's id, beyond what is owed already."""
    sums: dict[str, Decimal] = {}
    for promise in dict.fromkeys(p for _, case in granted for p in case.promises):
        given = {c.value: c for c, case in granted if promise in case.promises and not _owed_amount(c, case.owed)}
        sums[promise.id] = sum((c.amount or Decimal(0) for c in given.values()), Decimal(0))
    return sums


def _deeds(case: Case) -> Iterator[Finding]:
    """Find a deed said to be done: the agent does nothing but write, so only what it was told can back that."""
    clause = case.clause
    if not clause.deeds or clause.negated or clause.question or clause.conditional:
        return
    if clause.told and "exception" not in clause.done:
        return
    if _vowed(case):
        return
    if not clause.deeds <= _told_deeds(case.brief, case.language) - {"work"}:
        yield Finding(
            "promise", clause.text[:200], f"nothing tells that this was done: {', '.join(sorted(clause.deeds))}"
        )


def _passives(case: Case) -> Iterator[Finding]:
    """Find what is said to be done to something of the customer's, unless they told of it or the operator does it."""
    clause = case.clause
    if clause.passive is None or clause.negated or clause.question or clause.conditional or clause.told:
        return
    if _vowed(case):
        return
    word, ahead = clause.passive
    if ahead and (clause.kinds - SLIGHT_KINDS or clause.harmless or _allowed_otherwise(case)):
        return
    if ahead or not _heard(word, case):
        yield Finding("promise", clause.text[:200], f"nothing tells that this is done: {word}")


def _vowed(case: Case) -> bool:
    """Say whether what a clause tells to have been done is a promise that is open: `we have promised you EUR 25.00`."""
    return VOWED.search(case.clause.text) is not None and _restated(case)


def _heard(word: str, case: Case) -> bool:
    """Say whether the customer tells of a deed, or the operator speaks of it."""
    known = case.brief.mail.text[:MAX_TOLD].casefold()
    return word in known or any(word in said.words for said in case.backing.operator)


def _told_deeds(brief: Brief, language: str) -> frozenset[str]:
    """Return the kinds of deeds that the customer says are done: told, not asked for or denied."""
    return _deeds_in(f"{brief.mail.text[:MAX_TOLD]}\n\n{brief.thread.get('summary') or ''}", language)


@lru_cache(maxsize=64)
def _deeds_in(text: str, language: str) -> frozenset[str]:
    """Read a mail once, though every clause of an answer may ask what it tells."""
    told = read_clauses(text, language)
    return frozenset(kind for c in told if not c.question and not c.negated and not c.conditional for kind in c.deeds)


GUESSED: Final = re.compile(
    r"\b(?:chances?|likely|probably|wahrscheinlich|voraussichtlich|probable(?:ment|mente)?|probabil(?:e|mente)|kans|"
    r"waarschijnlijk|provável|provavelmente)\b",
    re.IGNORECASE,
)
"""Words by which a day is guessed at and not promised."""
VOWED: Final = re.compile(
    r"\b(?:promised|assured|zugesagt|versprochen|zugesichert|promise?s?|assurée?s?|prometid[oa]s?|asegurad[oa]s?|promess[oaie]|"
    r"assicurat[oaie]|beloofd|toegezegd|assegurad[oa]s?)\b",
    re.IGNORECASE,
)
"""Participles of promising."""
MAX_TOLD: Final = 6_000
"""Characters of a mail in which deeds are looked for."""


def _bare_kinds(clause: Clause) -> frozenset[str]:
    """Return the kinds that must be backed: words that only carry another kind do not count beside it."""
    weighty = clause.kinds - SLIGHT_KINDS
    if weighty:
        return weighty
    # Our own answer or look without a day is no promise that anybody could hold us to, and the ledger takes none from it;
    # that somebody else will write is one.
    vague = (clause.first_person or clause.harmless) and not any(c.kind in _TIMES for c in clause.claims)
    if vague or clause.conditional or (clause.question and clause.offer):
        return clause.kinds - CONDITIONAL_KINDS
    return clause.kinds


def _kind_backed(kind: str, case: Case) -> bool:
    if kind == "claimed":  # an earlier promise: only the ledger knows of one
        return bool(case.clause.kinds - SLIGHT_KINDS - {"claimed"}) and bool(case.owed)
    if any(p.usual_kind == kind or _named(p, case.clause) for p in case.brief.policy.promises):
        return True
    if kind == "investigation" and any(p.usual_kind == "answer" for p in case.brief.policy.promises):
        return True  # who is to answer has to look
    if any(ALIASES.get(o.kind, o.kind) == kind for o in case.backing.owed):
        return True
    return _operator_undertakes(case, frozenset({kind}))


def _allowed_otherwise(case: Case) -> bool:
    """Say whether an undertaking without a kind of ours is named in the policy or stands in the operator's words."""
    return any(_named(p, case.clause) for p in case.brief.policy.promises) or _operator_undertakes(case, frozenset())


def _operator_undertakes(case: Case, kinds: frozenset[str]) -> bool:
    if "free" in kinds:
        return case.backing.gives_free(case.clause.sentence, case.clause.text)
    return case.backing.operator_undertakes(case.about, kinds, case.language)


def _named(promise: Promise, clause: Clause) -> bool:
    """Say whether a clause has every word of a promise's name, for kinds that only this operator knows."""
    if promise.usual_kind in KNOWN_KINDS:
        return False
    words = promise.kind.casefold().replace("_", " ").replace("-", " ").split()
    text = clause.text.casefold()
    return bool(words) and all(word in text for word in words)


def _over_limits(claim: Claim, promises: Sequence[Promise]) -> str | None:
    """Return why no promise allows an amount to be given; None where one does."""
    limited = [p for p in promises if p.max_amount is not None]
    if not limited:
        return "no promise of the policy gives money here"
    why = ""
    for promise in limited:
        why = _over_limit(claim, promise)
        if not why:
            return None
    return why


def _over_limit(claim: Claim, promise: Promise) -> str:
    amount = claim.amount
    if amount is None or promise.max_amount is None:
        return "the amount cannot be read"
    if promise.currency and claim.currency != promise.currency:
        return f"{promise.id} allows {promise.currency} only"
    if amount > promise.max_amount:
        return f"{promise.id} allows at most {promise.max_amount} {promise.currency or ''}".rstrip()
    return "" if amount > 0 else "an amount must be above nothing"


def _owed_amount(claim: Claim, owed: Sequence[Owed]) -> bool:
    return any(
        o.amount == claim.amount and (o.currency in {None, claim.currency}) for o in owed if o.amount is not None
    )


def _unmeasured(claim: Claim, case: Case) -> bool:
    """Say whether a time is only spoken of in a denial: `we cannot name a day`."""
    return case.clause.negated and not claim.relation and not any(c.isdigit() for c in claim.text)


def _owed_time(claim: Claim, case: Case) -> bool:
    if not case.owed:
        return False
    due = due_date(claim, case.backing.today) if claim.kind is not ClaimKind.TIME else None
    return any((due is not None and due == o.due) or bool(keys(claim) & o.keys) for o in case.owed)


def _restates(case: Case) -> bool:
    """Say whether a clause speaks of an amount that is owed by a certain day already."""
    dated = [o for o in case.owed if o.due is not None]
    return any(_owed_amount(c, dated) for c in case.clause.claims if c.kind is ClaimKind.MONEY)


def _within_days(claim: Claim, case: Case) -> bool:
    if claim.kind is ClaimKind.TIME:
        return False
    due = due_date(claim, case.backing.today)
    spoken = case.clause.kinds or any(c.kind is ClaimKind.MONEY for c in case.clause.claims)
    allowed = [p for p in case.promises if spoken or _named(p, case.clause)]
    return due is not None and any(_by(due, case.backing.today, p) for p in allowed)


def _by(due: date, today: date, promise: Promise) -> bool:
    return promise.within_days is not None and today <= due <= today + timedelta(days=promise.within_days)


def _needs(case: Case) -> Iterator[Finding]:
    """Find a promise given before what it needs is known (numbers are all that code can look for)."""
    if case.clause.conditional or case.clause.offer or not case.clause.kinds or case.owed:
        return
    for promise in case.promises:
        wanting = [n for n in promise.needs if _is_number(n)]
        if wanting and promise.usual_kind in case.clause.kinds and not case.backing.customer.names_a_number:
            yield Finding("promise", case.clause.text[:200], f"{promise.id} needs first: {', '.join(wanting)}")
            return


def _is_number(need: str) -> bool:
    return any(word in need.casefold() for word in ("number", "order", "invoice", "reference"))


def judge_unlimited(case: Case) -> Iterator[Finding]:
    """Judge money given without saying how much, where the policy sets a limit; for drafts that name no amount at all."""
    clause = case.clause
    if not clause.undertakes or clause.offer or not clause.kinds & MONEY_KINDS:
        return
    measured = (
        clause.conditional
        or (bool(case.owed) and clause.restated)
        or (_operator_undertakes(case, clause.kinds) and not _own_time(case))
    )
    limits = [p for p in case.promises if p.max_amount is not None]
    if limits and (clause.full or not measured):
        why = f"name the amount: {limits[0].id} allows at most {limits[0].max_amount} {limits[0].currency or ''}"
        yield Finding("promise", clause.text[:200], why.rstrip())


def _own_time(case: Case) -> bool:
    """Say whether a clause names a time that the operator's words do not hold."""
    return any(c.kind in _TIMES and not case.operator_says(c) for c in case.clause.claims)
