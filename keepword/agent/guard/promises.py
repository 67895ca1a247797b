"""Whether what a draft undertakes is allowed: by a promise of the policy, an open commitment, or the operator's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from keepword.agent.guard.case import (
    Case,
    allowed_otherwise,
    kind_backed,
    named,
    operator_undertakes,
    owed_amount,
    owed_time,
)
from keepword.agent.guard.deeds import judge_deeds
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.reading import MONEY_KINDS, SLIGHT_KINDS, Clause
from keepword.agent.guard.statements import judge_statement
from keepword.memory.claims.reading import Claim, ClaimKind
from keepword.memory.commitments.due import due_date
from keepword.memory.policy import Promise

_TIMES: Final = frozenset({ClaimKind.DATE, ClaimKind.TIME, ClaimKind.DURATION})
CONDITIONAL_KINDS: Final = frozenset({"answer", "investigation"})
"""What may be undertaken on a condition, or without a day, with no promise behind it: mail is answered and looked at anyway."""


def judge_undertaking(case: Case) -> Iterator[Finding]:
    """Judge what a clause undertakes, or states of what we do, apart from its figures."""
    if not case.clause.says:
        yield from _undertaking(case)
        return
    found = tuple(_undertaking(case))
    yield from found or judge_statement(case)


def _undertaking(case: Case) -> Iterator[Finding]:
    clause = case.clause
    yield from judge_deeds(case)
    if not clause.undertakes:
        return
    for kind in sorted(_bare_kinds(clause)):
        if not kind_backed(kind, case):
            yield Finding("promise", clause.text[:200], f"no policy, commitment or knowledge allows to promise: {kind}")
            return
    if not clause.kinds and clause.first_person and not clause.harmless and not allowed_otherwise(case):
        yield Finding("promise", clause.text[:200], "an undertaking that neither policy nor knowledge backs")
    yield from _needs(case)


def judge_money(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge an amount: given, it needs a promise's limit, a commitment, or the operator's words; spoken of, any source."""
    if not case.clause.grants_money:
        yield from _judge_mention(claim, case)
        return
    if owed_amount(claim, case.owed) or case.operator_says(claim):
        return
    if (why := _over_limits(claim, case.promises)) is not None:
        yield Finding("money", claim.text, why)


def _judge_mention(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge an amount that is spoken of: the customer's own may be told back, where nothing reads as giving it."""
    if case.operator_says(claim) or owed_amount(claim, case.backing.owed):
        return
    if not case.backing.customer_says(claim):
        yield Finding("money", claim.text, "nobody has named this amount")
    elif not case.clause.only_repeats and _over_limits(claim, case.brief.policy.promises) is not None:
        yield Finding("money", claim.text, "this may be read as given: say that the customer named it, or leave it out")


def judge_time(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge a date or length of time: a deadline of ours needs a promise's days, a commitment, or the operator's words."""
    if case.operator_says(claim) or owed_time(claim, case) or _unmeasured(claim, case):
        return
    if case.clause.undertakes and _restates(case):
        yield Finding(claim.kind.value, claim.text, "the open commitment that this restates is due at another time")
        return
    if not case.clause.undertakes and (
        not (case.clause.states and case.promises) or GUESSED.search(case.clause.text) is not None
    ):
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
        given = {c.value: c for c, case in granted if promise in case.promises and not owed_amount(c, case.owed)}
        total = sum((c.amount or Decimal(0) for c in given.values()), Decimal(0))
        if promise.max_amount is not None and len(given) > 1 and total > promise.max_amount:
            words = " + ".join(c.text for c in given.values())
            yield Finding("money", words, f"together more than the {promise.max_amount} that {promise.id} allows")


def sums_given(granted: Sequence[tuple[Claim, Case]]) -> dict[str, Decimal]:
    """Return how much a draft gives by each promise's id, beyond what is owed already."""
    sums: dict[str, Decimal] = {}
    for promise in dict.fromkeys(p for _, case in granted for p in case.promises):
        given = {c.value: c for c, case in granted if promise in case.promises and not owed_amount(c, case.owed)}
        sums[promise.id] = sum((c.amount or Decimal(0) for c in given.values()), Decimal(0))
    return sums


GUESSED: Final = re.compile(
    r"\b(?:chances?|likely|probably|wahrscheinlich|voraussichtlich|probable(?:ment|mente)?|probabil(?:e|mente)|kans|"
    r"waarschijnlijk|provável|provavelmente)\b",
    re.IGNORECASE,
)
"""Words by which a day is guessed at and not promised."""


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


def _unmeasured(claim: Claim, case: Case) -> bool:
    """Say whether a time is only spoken of in a denial: `we cannot name a day`."""
    return case.clause.negated and not claim.relation and not any(c.isdigit() for c in claim.text)


def _restates(case: Case) -> bool:
    """Say whether a clause speaks of an amount that is owed by a certain day already."""
    dated = [o for o in case.owed if o.due is not None]
    return any(owed_amount(c, dated) for c in case.clause.claims if c.kind is ClaimKind.MONEY)


def _within_days(claim: Claim, case: Case) -> bool:
    if claim.kind is ClaimKind.TIME:
        return False
    due = due_date(claim, case.backing.today)
    spoken = case.clause.kinds or any(c.kind is ClaimKind.MONEY for c in case.clause.claims)
    allowed = [p for p in case.promises if spoken or named(p, case.clause)]
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
        or (operator_undertakes(case, clause.kinds) and not _own_time(case))
    )
    limits = [p for p in case.promises if p.max_amount is not None]
    if limits and (clause.full or not measured):
        why = f"name the amount: {limits[0].id} allows at most {limits[0].max_amount} {limits[0].currency or ''}"
        yield Finding("promise", clause.text[:200], why.rstrip())


def _own_time(case: Case) -> bool:
    """Say whether a clause names a time that the operator's words do not hold."""
    return any(c.kind in _TIMES and not case.operator_says(c) for c in case.clause.claims)
