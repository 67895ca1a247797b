"""The gold set: threads in seven languages, what good, sloppy and hostile models offer from them, and what may cross."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from keepword.agent.turn import CandidateClaim
from keepword.memory.commitments.reading import find_commitments
from keepword.memory.promotion.promote import check, promote
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import (
    Candidate,
    Speaker,
    ThreadDocument,
    ThreadState,
    ThreadStatus,
    Verdict,
)
from keepword.threading.verdicts import Level

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CUSTOMER = frozenset({Speaker.CUSTOMER, Speaker.OPERATOR})
STAFF = frozenset({Speaker.COLLEAGUE, Speaker.OPERATOR})
OURS = frozenset({Speaker.AGENT, Speaker.COLLEAGUE, Speaker.OPERATOR})
RULES = (
    PromotionRule("name", "profile.name", CUSTOMER, category="biographical"),
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time", CUSTOMER, category="preference"),
    PromotionRule("language", "profile.language", CUSTOMER, category="preference"),
    PromotionRule("phone", "profile.phone", CUSTOMER, category="biographical"),
    PromotionRule("address", "profile.address", CUSTOMER, category="biographical"),
    PromotionRule("account_tier", "profile.account_tier", STAFF),
    PromotionRule("style", "procedural", CUSTOMER, values="many", category="preference"),
    PromotionRule("requirement", "fact", CUSTOMER, values="many", category="requirement"),
    PromotionRule("commitment", "profile.outstanding_commitments", OURS, values="many"),
    PromotionRule("mood", "nothing", CUSTOMER),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One candidate of one thread."""

    language: str
    mail: str
    reply: str
    model: str
    rule: str
    value: str
    quote: str
    outcome: str
    ours: bool


def rows() -> list[Row]:
    """Read the gold files into candidates."""
    return [
        Row(file["language"], thread["mail"], thread.get("reply", ""), *c[:5], ours=len(c) > 5)
        for file in files()
        for thread in file["thread"]
        for c in thread["candidates"]
    ]


def files() -> list[dict[str, Any]]:
    """Read the gold files."""
    return [
        tomllib.loads(p.read_text("utf-8")) for p in sorted((Path(__file__).parents[1] / "gold").glob("threads_*.toml"))
    ]


ROWS = rows()


def weighed(row: Row) -> Candidate | Verdict:
    """Offer a row's candidate as the conductor does."""
    source = "reply" if row.ours else "customer"
    return check(
        CandidateClaim(rule=row.rule, value=row.value, quote=row.quote, source=source, confidence=0.95),
        rules=RULES,
        text=row.reply if row.ours else row.mail,
        message_id="<reply@example.com>" if row.ours else "<mail@example.com>",
        speaker=Speaker.AGENT if row.ours else Speaker.CUSTOMER,
        stated_at=NOW,
        authentication=Level.VERIFIED,
    )


def promoted(row: Row, candidate: Candidate | Verdict) -> list[str]:
    """Close a thread with this candidate and return the values that crossed into the profile."""
    thread = ThreadDocument(
        thread_state=ThreadState(thread_id="t_1", entity_id="e_1"),
        mailbox="support",
        state=ThreadStatus.CLOSED,
        closed_at=NOW,
        candidates=(candidate,) if isinstance(candidate, Candidate) else (),
        commitments=find_commitments(
            row.reply,
            entity_id="e_1",
            thread_id="t_1",
            message_id="<reply@example.com>",
            stated_by=Speaker.AGENT,
            sent_at=NOW,
        ),
    )
    made = promote(thread, None, RULES, NOW)
    if row.rule == "commitment":
        return [v.value for v in made.verdicts if v.promoted]
    return [f.value for f in made.profile.facts]


def test_the_set_is_large_enough() -> None:
    """At least 150 threads in at least five languages, from all three kinds of model."""
    assert sum(len(f["thread"]) for f in files()) >= 150
    assert len({r.language for r in ROWS}) >= 5
    assert {"good", "sloppy", "hostile"} == {r.model for r in ROWS}


@pytest.mark.parametrize("row", [r for r in ROWS if r.outcome[0] == "="], ids=lambda r: f"{r.language}-{r.quote[:40]}")
def test_what_must_cross_crosses(row: Row) -> None:
    """What was stated outright reaches the profile in its normal form."""
    assert promoted(row, weighed(row)) == [row.outcome[1:]]


@pytest.mark.parametrize("row", [r for r in ROWS if r.outcome[0] == "!"], ids=lambda r: f"{r.language}-{r.quote[:40]}")
def test_what_must_not_cross_is_refused_by_its_check(row: Row) -> None:
    """What was not stated, or not by the right person, or is a mood, reaches nothing, and the check that refused it is named."""
    verdict = weighed(row)
    assert promoted(row, verdict) == []
    assert isinstance(verdict, Verdict)
    assert verdict.why
    assert verdict.decided_by == (row.outcome[1:] or verdict.decided_by)
