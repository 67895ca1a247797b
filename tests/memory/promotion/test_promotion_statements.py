"""Single statements in seven languages: those that are made outright, and those that only look so."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from keepword.agent.turn import CandidateClaim
from keepword.memory.promotion.promote import check
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import Candidate, Speaker, Verdict
from keepword.threading.verdicts import Level

GOLD: dict[str, list[list[str]]] = tomllib.loads(
    (Path(__file__).parents[1] / "gold" / "statements.toml").read_text("utf-8")
)
RULES = (
    PromotionRule("name", "profile.name"),
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time"),
    PromotionRule("language", "profile.language"),
    PromotionRule("phone", "profile.phone"),
    PromotionRule("address", "profile.address"),
    PromotionRule("company", "profile.company"),
    PromotionRule("timezone", "profile.timezone"),
    PromotionRule("email", "profile.email"),
    PromotionRule("channel", "profile.preferred_channel"),
    PromotionRule("delivery", "profile.delivery_instructions"),
    PromotionRule("product", "profile.product"),
    PromotionRule("allergies", "profile.allergies", values="many"),
    PromotionRule("style", "procedural", values="many"),
    PromotionRule("requirement", "fact", values="many"),
    PromotionRule("mood", "nothing"),
)


def offered(rule: str, value: str, text: str, quote: str) -> Candidate | Verdict:
    """Offer a statement of a verified customer's mail."""
    return check(
        CandidateClaim(rule=rule, value=value, quote=quote, source="customer", confidence=0.95),
        rules=RULES,
        text=text,
        message_id="<1@example.com>",
        speaker=Speaker.CUSTOMER,
        stated_at=datetime(2026, 11, 30, tzinfo=UTC),
        authentication=Level.VERIFIED,
    )


@pytest.mark.parametrize("row", GOLD["stated"], ids=lambda row: f"{row[0]}-{row[2][:60]}")
def test_a_statement_made_outright_is_accepted(row: list[str]) -> None:
    """People say one thing in many ways; each of these says it outright."""
    assert isinstance(offered(*row), Candidate)


@pytest.mark.parametrize("row", GOLD["unstated"], ids=lambda row: f"{row[0]}-{row[2][:60]}")
def test_what_only_looks_like_a_statement_is_refused(row: list[str]) -> None:
    """Questions, conditions, denials, other people, the past and the moment state nothing lasting about the writer."""
    assert isinstance(offered(*row), Verdict)
