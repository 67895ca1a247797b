"""What a draft may rest on, and what of it is read at all."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from brief_made import a_brief

from keepword.agent.guard.backing import figures_in, keys
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.claims.reading import read_claims
from keepword.memory.policy import Policy, Promise, Statement

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
BRIEF = a_brief(
    "The kettle of order 10-44871 is broken, it was EUR 40.00.",
    NOW,
    policy=Policy(
        promises=(Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),),
        statements=(Statement("returns", "Unused goods can be returned within 30 days."),),
    ),
)
UPDATE = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
TURN = Turn(action="reply", reason="", reply="", citations=(), thread=UPDATE, candidates=())


@pytest.mark.parametrize(
    ("draft", "read"),
    [
        ("Thank you for your mail.", 0),
        ("Unused goods can be returned within 30 days.", 0),
        ("We have your order 10-44871.", 1),
        ("We will refund EUR 40.00 within 10 days.", 1),
    ],
)
def test_a_mail_is_read_where_something_asks_for_it(draft: str, read: int) -> None:
    """The customer's figures are looked for only where the operator's words do not hold a figure, or a promise needs a number."""
    figures_in.cache_clear()
    assert judge_reply(clean(draft), BRIEF, TURN) == ()
    assert figures_in.cache_info().currsize == read


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2 weeks", "14 days", True),
        ("a fortnight", "14 days", True),
        ("2 years", "24 months", True),
        ("1 to 2 weeks", "7 to 14 days", True),
        ("1 to 2 weeks", "14 days", False),
        ("10 days", "10.0 days", True),
        ("10 days", "10 working days", False),
        ("EUR 40", "40.00 EUR", True),
        ("EUR 40", "USD 40", False),
        ("EUR 30 to 40", "EUR 40", False),
        ("#4711", "4711", True),
    ],
)
def test_figures_are_compared_by_what_they_say(one: str, other: str, same: bool) -> None:
    """Two figures are the same where they say the same in whatever notation and unit."""
    (first,), (second,) = read_claims(one), read_claims(other)
    assert (keys(first) == keys(second)) is same
