"""`policy.toml`: limits of promises, statements, links and hand-off topics."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from keepword.agent.starter import starter_text
from keepword.config import Settings
from keepword.memory.policy import TOPICS, Promise, Statement

REFUND = '[[promise]]\nkind = "refund"\n'


def test_a_policy_is_read(settle: Callable[..., Settings]) -> None:
    """Amounts are decimals, never floats, and every part arrives where the guard looks for it."""
    text = f"""\
{REFUND}max_amount = "100.00"
currency = "EUR"
within_days = 10
needs = ["order_number"]
[[statement]]
id = "returns"
text = "Unused goods can be returned within 30 days."
[links]
domains = ["Example.com"]
[handoff]
topics = ["legal", "press"]
words = {{ press = ["journalist"], legal = ["ombudsman"] }}
"""
    policy = settle(policy=text).policy
    assert (Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),) == policy.promises
    assert (Statement("returns", "Unused goods can be returned within 30 days."),) == policy.statements
    assert ("example.com",) == policy.link_domains
    assert dict.fromkeys(TOPICS, ()) | {"press": ("journalist",), "legal": ("ombudsman",)} == policy.topics


def test_the_topics_that_need_a_person_cannot_be_taken_away(settle: Callable[..., Settings]) -> None:
    """A shorter list of topics leaves the five that are always a person's job."""
    assert set(TOPICS) == set(settle(policy='[handoff]\ntopics = ["legal"]\n').policy.topics)


def test_the_shipped_policy_holds(settle: Callable[..., Settings]) -> None:
    """The starter's policy allows small refunds for a known order."""
    refund = settle(policy=starter_text("policy.toml")).policy.promise("refund")
    assert Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)) == refund


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f'{REFUND}max_amount = "-5"\ncurrency = "EUR"\n', "3: promise[0].max_amount: is negative"),
        (f'{REFUND}max_amount = -5\ncurrency = "EUR"\n', "3: promise[0].max_amount: is negative"),
        (f'{REFUND}max_amount = 100.0\ncurrency = "EUR"\n', "3: promise[0].max_amount: is no amount"),
        (f'{REFUND}max_amount = "1,000.00"\ncurrency = "EUR"\n', "3: promise[0].max_amount: is no amount"),
        (f'{REFUND}max_amount = "NaN"\ncurrency = "EUR"\n', "3: promise[0].max_amount: is no amount"),
        (
            f'{REFUND}max_amount = "1"\ncurrency = "eur"\n',
            "4: promise[0].currency: 'eur' is no currency of ISO 4217; did you mean `EUR`?",
        ),
        (f'{REFUND}max_amount = "1"\ncurrency = "XXX"\n', "4: promise[0].currency: 'XXX' is no currency"),
        (f'{REFUND}max_amount = "1"\n', "1: promise[0].currency: is missing"),
        (
            f'{REFUND}max_amount = "9"\ncurrency = "EUR"\nmax_per_day = "8"\n',
            "5: promise[0].max_per_day: is less than max_amount, 9",
        ),
        (f'{REFUND}max_per_customer = "8"\n', "3: promise[0].max_per_customer: is a total of money"),
        (
            f'{REFUND}max_amount = "9"\ncurrency = "EUR"\nmax_per_customer = "-8"\n',
            "5: promise[0].max_per_customer: is negative",
        ),
        (f"{REFUND}times_per_day = 0\n", "3: promise[0].times_per_day:"),
        (f'{REFUND}currency = "EUR"\n', "1: promise[0].max_amount: is missing"),
        (f"{REFUND}within_days = -1\n", "3: promise[0].within_days: is less than 0"),
        (f"{REFUND}within_days = 5000\n", "3: promise[0].within_days: is more than 3650"),
        (REFUND + REFUND, "4: promise[1].kind: 'refund' stands in line 2 already"),
        (
            '[[statement]]\nid = "a"\ntext = "x"\n[[statement]]\nid = "a"\ntext = ""\n',
            "5: statement[1].id: 'a' stands in line 2 already",
        ),
        ('[[statement]]\nid = "a"\ntext = ""\n', "3: statement[0].text: is empty"),
        ('[links]\ndomains = ["https://example.com"]\n', "2: links.domains[0]: 'https://example.com' is no domain"),
        (
            '[handoff]\ntopics = ["leagl"]\n',
            "2: handoff.topics[0]: no words are known for the topic 'leagl'; did you mean `legal`?",
        ),
        ('[handoff]\nwords = { legal = "x" }\n', "2: handoff.words.legal: is no list"),
        ('[[promises]]\nkind = "x"\n', "1: promises: there is no such key; did you mean `promise`?"),
    ],
)
def test_a_policy_that_cannot_hold_is_a_fault(faults: Callable[..., list[str]], text: str, fault: str) -> None:
    """Each fault has the file, the line, the key and a remedy."""
    matching = [line for line in faults(policy=text) if line.startswith(f"policy.toml:{fault}")]
    assert 1 == len(matching), faults(policy=text)
    assert "; " in matching[0]
