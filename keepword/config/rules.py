"""`promotion.toml`: the rules of what may cross from a thread's memory into a person's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError

from keepword.config.faults import Fault, shown, suggestion
from keepword.config.messages import faults_of
from keepword.config.settings import Section
from keepword.config.source import Source, listed, repeated
from keepword.config.values import Fraction, KeepFor, Slug, Surroundings
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.state import Speaker
from keepword.threading.verdicts import Level

TARGETS = ("fact", "procedural", "episodic", NOTHING, COMMITMENTS)
KEPT_BY_US = frozenset({"entity_id", "past_threads"})
"""Slots of the profile that no rule may write."""


def _as_slot(value: str) -> str:
    """Return the slot that a value like `profil.name` may mean."""
    before, _, slot = value.rpartition(".")
    return f"profile.{slot}" if before and slot else "profile.<slot>"


def _target(value: str) -> str:
    if value in TARGETS:
        return value
    slot = value.removeprefix("profile.")
    if slot == value or not re.fullmatch(r"[a-z][a-z0-9_]{0,62}", slot):
        raise ValueError(f"{shown(value)} cannot be written; {suggestion(value, (*TARGETS, _as_slot(value)))}")
    if slot in KEPT_BY_US:
        raise ValueError(f"the slot {slot} is kept by Keepword itself; choose another name")
    return value


class RuleSettings(Section):
    """One `[[rule]]`."""

    name: Slug = Field(examples=['"language"'])
    """The rule's name, shown by `why` and given to the model."""
    writes: Annotated[str, AfterValidator(_target)] = Field(examples=['"profile.language"'])
    """`profile.SLOT`, `fact`, `procedural`, `episodic`, `profile.outstanding_commitments`, or `nothing` (to refuse)."""
    stated_by: frozenset[Literal["customer", "agent", "colleague", "operator"]] | None = None
    """Who may state it; unset: customer and operator, for commitments agent, colleague and operator."""
    values: Literal["one", "many"] = "one"
    """`one`: a new value supersedes the old; `many`: values stand beside each other."""
    category: Literal["preference", "requirement", "biographical", "other"] = "other"
    """The kind of fact, as the Agent Memory Toolkit names them."""
    min_confidence: Fraction = 0.8
    """The least confidence, 0 to 1."""
    min_authentication: Literal["verified", "unverified"] = "verified"
    """How surely the mail must come from its sender."""
    keep_for: KeepFor = None
    """`"forever"`, or a duration."""
    about: str = ""
    """One line that tells the model what belongs here."""

    def rule(self) -> PromotionRule:
        """Return the rule as the memory uses it."""
        return PromotionRule(
            name=self.name,
            writes=self.writes,
            stated_by=self.speakers,
            values=self.values,
            category=self.category,
            min_confidence=self.min_confidence,
            min_authentication=Level(self.min_authentication),
            keep_for=self.keep_for,
            about=self.about,
        )

    @property
    def speakers(self) -> frozenset[Speaker]:
        """Who may state it, defaults filled in."""
        if self.stated_by is not None:
            return frozenset(Speaker(s) for s in self.stated_by)
        usual = {Speaker.AGENT, Speaker.COLLEAGUE} if self.writes == COMMITMENTS else {Speaker.CUSTOMER}
        return frozenset({*usual, Speaker.OPERATOR})


class RuleFile(Section):
    """The whole of `promotion.toml`."""

    rule: tuple[RuleSettings, ...] = ()


def read_rules(source: Source, surroundings: Surroundings) -> tuple[tuple[PromotionRule, ...], list[Fault]]:
    """Return the rules of a file and every fault in it."""
    faults = [*source.faults, *_between(source)]
    try:
        file = RuleFile.model_validate(source.data, context=surroundings)
    except ValidationError as error:
        return (), [*faults, *faults_of(error, source, RuleFile)]
    return tuple(r.rule() for r in file.rule), faults


def _between(source: Source) -> Iterator[Fault]:
    """Find what only shows between keys and between rules."""
    yield from repeated(source, "rule", "name", "name each rule once")
    yield from _one_rule_a_slot(source)
    for number, rule in enumerate(listed(source.data, "rule")):
        yield from _commitment(source, number, rule)


def _commitment(source: Source, number: int, rule: dict[str, Any]) -> Iterator[Fault]:
    """See that no customer's word counts as our promise."""
    speakers = rule.get("stated_by")
    if rule.get("writes") == COMMITMENTS and isinstance(speakers, list) and "customer" in speakers:
        what = "a customer cannot state what we promised"
        yield source.fault(("rule", number, "stated_by"), what, 'take "customer" out of the list')


def _one_rule_a_slot(source: Source) -> Iterator[Fault]:
    """See that a slot with one value is written by one rule: two would supersede each other for ever."""
    seen: dict[tuple[str, str], int] = {}
    for number, rule in enumerate(listed(source.data, "rule")):
        slot, values = rule.get("writes"), str(rule.get("values", "one"))
        if not isinstance(slot, str) or not slot.startswith("profile.") or slot == COMMITMENTS:
            continue
        earlier = [seen[key] for key in ((slot, "one"), (slot, "many")) if key in seen and "one" in (values, key[1])]
        for line in earlier[:1]:
            what = f"line {line} writes this slot, and a slot with one value has one rule"
            yield source.fault(("rule", number, "writes"), what, 'drop one of the two, or make both values = "many"')
        seen.setdefault((slot, values), source.line(("rule", number, "writes")))
