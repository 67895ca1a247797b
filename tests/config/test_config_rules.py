"""`promotion.toml`: the shipped rules, defaults, and what no rule may do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from keepword.agent.starter import starter_text
from keepword.config import Settings
from keepword.memory.state import Speaker
from keepword.threading.verdicts import Level

RULE = '[[rule]]\nname = "one"\nwrites = "profile.one"\n'


def test_the_shipped_rules_say_who_may_state_what(settle: Callable[..., Settings]) -> None:
    """Nobody raises their own tier, no customer states our promise, and moods are named to be refused."""
    rules = {r.name: r for r in settle(promotion=starter_text("promotion.toml")).rules}
    assert {Speaker.COLLEAGUE, Speaker.OPERATOR} == rules["account_tier"].stated_by
    assert {Speaker.AGENT, Speaker.COLLEAGUE, Speaker.OPERATOR} == rules["commitment"].stated_by
    assert ("nothing", None) == (rules["mood"].writes, rules["mood"].slot)
    assert {"name", "preferred_contact_time", "language", "phone", "account_tier"} == {
        r.slot for r in rules.values() if r.slot
    }
    assert [] == [name for name, rule in rules.items() if not rule.about]


def test_a_rule_has_defaults(settle: Callable[..., Settings]) -> None:
    """Name and target are enough; the rest is careful by default."""
    (rule,) = settle(promotion=RULE).rules
    assert (frozenset({Speaker.CUSTOMER, Speaker.OPERATOR}), "one", "other", 0.8, Level.VERIFIED, None, "") == (
        rule.stated_by,
        rule.values,
        rule.category,
        rule.min_confidence,
        rule.min_authentication,
        rule.keep_for,
        rule.about,
    )


def test_commitments_are_ours_by_default(settle: Callable[..., Settings]) -> None:
    """A rule for commitments that names no speaker means us, never the customer."""
    (rule,) = settle(promotion='[[rule]]\nname = "c"\nwrites = "profile.outstanding_commitments"\n').rules
    assert {Speaker.AGENT, Speaker.COLLEAGUE, Speaker.OPERATOR} == rule.stated_by


@pytest.mark.parametrize(("written", "expected"), [("forever", None), ("730d", timedelta(days=730))])
def test_keep_for_is_forever_or_a_duration(
    settle: Callable[..., Settings], written: str, expected: timedelta | None
) -> None:
    """For ever is None, all else a duration."""
    assert expected == settle(promotion=f'{RULE}keep_for = "{written}"\n').rules[0].keep_for


@pytest.mark.parametrize("target", ["fact", "procedural", "episodic", "nothing", "profile.shoe_size"])
def test_a_rule_may_write(settle: Callable[..., Settings], target: str) -> None:
    """These are the targets."""
    assert target == settle(promotion=f'[[rule]]\nname = "a"\nwrites = "{target}"\n').rules[0].writes


def test_many_valued_slots_may_have_two_rules(settle: Callable[..., Settings]) -> None:
    """Where values stand beside each other, two rules may write one slot."""
    text = (RULE + 'values = "many"\n') + (RULE + 'values = "many"\n').replace('name = "one"', 'name = "two"')
    assert ["one", "two"] == [r.name for r in settle(promotion=text).rules]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[[rule]]\nname = "a"\nwrites = "profile"\n', "3: rule[0].writes: 'profile' cannot be written"),
        (
            '[[rule]]\nname = "a"\nwrites = "profile.Shoe Size"\n',
            "3: rule[0].writes: 'profile.Shoe Size' cannot be written",
        ),
        (
            '[[rule]]\nname = "a"\nwrites = "profile.entity_id"\n',
            "3: rule[0].writes: the slot entity_id is kept by Keepword",
        ),
        (
            '[[rule]]\nname = "a"\nwrites = "facts"\n',
            "3: rule[0].writes: 'facts' cannot be written; did you mean `fact`?",
        ),
        (
            '[[rule]]\nname = "a"\nwrites = "profil.x"\n',
            "3: rule[0].writes: 'profil.x' cannot be written; did you mean `profile.x`?",
        ),
        (
            f'{RULE}stated_by = ["custmer"]\n',
            "4: rule[0].stated_by[0]: 'custmer' is not known here; did you mean `customer`?",
        ),
        (f'{RULE}category = "mood"\n', "4: rule[0].category: 'mood' is not known here; use one of biographical"),
        (f'{RULE}min_authentication = "failed"\n', "4: rule[0].min_authentication: 'failed' is not known here"),
        (f"{RULE}min_confidence = 80\n", "4: rule[0].min_confidence: is more than 1"),
        (f'{RULE}min_confidence = "high"\n', "4: rule[0].min_confidence: is no number"),
        (f'{RULE}keep_for = "999999999d"\n', "4: rule[0].keep_for: '999999999d' is an impossible duration"),
        (f'{RULE}keep_for = "a while"\n', "4: rule[0].keep_for: 'a while' is no duration"),
        (
            '[[rule]]\nname = "c"\nwrites = "profile.outstanding_commitments"\nstated_by = ["customer"]\n',
            "4: rule[0].stated_by: a customer cannot state what we promised",
        ),
        (RULE + RULE.replace('"profile.one"', '"fact"'), "5: rule[1].name: 'one' stands in line 2 already"),
        (
            RULE + RULE.replace('"one"', '"two"').replace("profile.two", "profile.one") + 'values = "many"\n',
            "6: rule[1].writes: line 3 writes this slot",
        ),
        ('[[rules]]\nname = "a"\n', "1: rules: there is no such key; did you mean `rule`?"),
        ("[[rule]]\n", "1: rule[0].name: is missing"),
        ("x = [\n", "1: is not TOML"),
    ],
)
def test_a_rule_that_cannot_hold_is_a_fault(faults: Callable[..., list[str]], text: str, fault: str) -> None:
    """Each fault has the file, the line, the key and a remedy."""
    matching = [line for line in faults(promotion=text) if line.startswith(f"promotion.toml:{fault}")]
    assert 1 == len(matching), faults(promotion=text)
    assert "; " in matching[0]
