"""Whether a deed that a draft tells of was done: the agent only writes, so somebody has to have told it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.case import Case, allowed_otherwise, restated
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.reading import SLIGHT_KINDS, read_clauses


def judge_deeds(case: Case) -> Iterator[Finding]:
    """Judge what a clause says to be done, by us or in the passive."""
    if case.clause.done:
        yield from _deeds(case)
    if case.clause.passive is not None:
        yield from _passives(case)


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
    if ahead and (clause.kinds - SLIGHT_KINDS or clause.harmless or allowed_otherwise(case)):
        return
    if ahead or not _heard(word, case):
        yield Finding("promise", clause.text[:200], f"nothing tells that this is done: {word}")


def _vowed(case: Case) -> bool:
    """Say whether what a clause tells to have been done is a promise that is open: `we have promised you EUR 25.00`."""
    return VOWED.search(case.clause.text) is not None and restated(case)


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


VOWED: Final = re.compile(
    r"\b(?:promised|assured|zugesagt|versprochen|zugesichert|promise?s?|assurée?s?|prometid[oa]s?|asegurad[oa]s?|promess[oaie]|"
    r"assicurat[oaie]|beloofd|toegezegd|assegurad[oa]s?)\b",
    re.IGNORECASE,
)
"""Participles of promising."""


MAX_TOLD: Final = 6_000
"""Characters of a mail in which deeds are looked for."""
