"""A clause of a draft with all that it is judged by, and what the policy, the ledger and the operator's words say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.backing import Backing, Key, Owed, about, keys
from keepword.agent.guard.known import Known
from keepword.agent.guard.reading import MONEY_KINDS, SLIGHT_KINDS, Clause
from keepword.agent.guard.words import MORE_KINDS
from keepword.memory.claims.reading import Claim, ClaimKind
from keepword.memory.commitments.due import due_date
from keepword.memory.commitments.words import KINDS
from keepword.memory.policy import ALIASES, Promise

KNOWN_KINDS: Final = frozenset(KINDS) | frozenset(MORE_KINDS)
"""Kinds that are known by more words than their names."""


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
        mine = tuple(
            p for p in self.brief.policy.promises if p.usual_kind in self.clause.kinds or named(p, self.clause)
        )
        if mine or self.clause.kinds & MONEY_KINDS:
            return mine
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


def restated(case: Case) -> bool:
    """Say whether a clause names the sum or the day of an open commitment."""
    owed = case.backing.owed
    return any(owed_amount(c, owed) or owed_time(c, case) for c in case.clause.claims)


def kind_backed(kind: str, case: Case) -> bool:
    """Say whether the policy, an open commitment or the operator's words let a clause undertake something of a kind."""
    if kind == "claimed":  # an earlier promise: only the ledger knows of one
        return bool(case.clause.kinds - SLIGHT_KINDS - {"claimed"}) and bool(case.owed)
    if any(p.usual_kind == kind or named(p, case.clause) for p in case.brief.policy.promises):
        return True
    if kind == "investigation" and any(p.usual_kind == "answer" for p in case.brief.policy.promises):
        return True  # who is to answer has to look
    if any(ALIASES.get(o.kind, o.kind) == kind for o in case.backing.owed):
        return True
    return operator_undertakes(case, frozenset({kind}))


def allowed_otherwise(case: Case) -> bool:
    """Say whether an undertaking without a kind of ours is named in the policy or stands in the operator's words."""
    return any(named(p, case.clause) for p in case.brief.policy.promises) or operator_undertakes(case, frozenset())


def operator_undertakes(case: Case, kinds: frozenset[str]) -> bool:
    """Say whether the operator's words undertake what a clause does, of these kinds."""
    if "free" in kinds:
        return case.backing.gives_free(case.clause.sentence, case.clause.text)
    return case.backing.operator_undertakes(case.about, kinds, case.language)


def named(promise: Promise, clause: Clause) -> bool:
    """Say whether a clause has every word of a promise's name, for kinds that only this operator knows."""
    if promise.usual_kind in KNOWN_KINDS:
        return False
    words = promise.kind.casefold().replace("_", " ").replace("-", " ").split()
    text = clause.text.casefold()
    return bool(words) and all(word in text for word in words)


def owed_amount(claim: Claim, owed: Sequence[Owed]) -> bool:
    """Say whether an amount is that of an open commitment."""
    return any(
        o.amount == claim.amount and (o.currency in {None, claim.currency}) for o in owed if o.amount is not None
    )


def owed_time(claim: Claim, case: Case) -> bool:
    """Say whether a time is that at which an open commitment is due."""
    if not case.owed:
        return False
    due = due_date(claim, case.backing.today) if claim.kind is not ClaimKind.TIME else None
    return any((due is not None and due == o.due) or bool(keys(claim) & o.keys) for o in case.owed)
