"""Whether what a draft states of our doings, in whatever verb, was said by the operator or by the customer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from keepword.agent.guard.backing import about
from keepword.agent.guard.case import Case, allowed_otherwise, kind_backed, restated
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.reading import SLIGHT_KINDS, Clause
from keepword.agent.guard.saying import Says
from keepword.agent.guard.words import AND
from keepword.memory.claims.reading import ClaimKind


def judge_statement(case: Case) -> Iterator[Finding]:
    """Find what is stated of our doings in words that are neither the operator's nor the customer's."""
    clause = case.clause
    if not clause.says or clause.question or clause.conditional or not clause.states or clause.harmless:
        return
    if clause.kinds and all(kind_backed(kind, case) for kind in clause.kinds - SLIGHT_KINDS or clause.kinds):
        return
    if (clause.undertakes and clause.kinds) or allowed_otherwise(case) or restated(case) or _has_own_judge(clause):
        return
    if not case.known.backs(_matter(case), clause.says):
        yield Finding("promise", clause.text[:200], "neither the operator nor the customer has said this of what we do")


def _matter(case: Case) -> frozenset[str]:
    """Return what a clause is about; one that is a verb and a pronoun, as `and we mended it`, takes that from its sentence."""
    clause = case.clause
    joined = not AND[case.language].isdisjoint(clause.text.casefold().split(maxsplit=1)[:1])
    if joined and clause.says is Says.DEEDS and len(case.about) == 1:
        return _about(clause.sentence, case.language)
    return case.about


@lru_cache(maxsize=64)
def _about(sentence: str, language: str) -> frozenset[str]:
    """Read a sentence once, though each of its clauses may ask what it is about."""
    return about(sentence, language)


def _has_own_judge(clause: Clause) -> bool:
    """Say whether a clause is judged by what is in it: money, or a link, whose words are no statement."""
    return any(c.kind in {ClaimKind.MONEY, ClaimKind.URL, ClaimKind.EMAIL} for c in clause.claims)
