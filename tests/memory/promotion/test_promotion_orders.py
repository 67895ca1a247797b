"""The profile depends on what was said, not on the order, number or luck of the passes that carried it over."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.memory.commitments.reading import find_commitments, merge_commitments
from keepword.memory.promotion.promote import promote
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import (
    Candidate,
    Commitment,
    ProfileDocument,
    Speaker,
    ThreadDocument,
    ThreadState,
    ThreadStatus,
)

THREADS = ("t_1", "t_2", "t_3")
START = datetime(2026, 11, 2, 9, tzinfo=UTC)
NOW = START + timedelta(days=60)
RULES = (
    PromotionRule("name", "profile.name"),
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time"),
    PromotionRule("requirement", "fact", values="many"),
    PromotionRule("style", "procedural", values="many"),
    PromotionRule("commitment", "profile.outstanding_commitments", frozenset({Speaker.AGENT}), values="many"),
)
VALUES = {
    "name": ("Anna", "anna", "Anna Smith"),
    "preferred_contact_time": ("evenings", "mornings", "after 18:00"),
    "requirement": ("allergic to nuts", "vegan"),
    "style": ("plain text only", "short answers"),
}
PROMISES = (
    "We will refund EUR 40.00 within 10 days.",
    "As promised, we will refund EUR 40.00 within 10 days.",
    "We will refund EUR 50.00 by 20 December.",
    "We will also refund EUR 5.00 for the shipping.",
    "We will send you a replacement tomorrow.",
    "I will call you back on Friday.",
)


@dataclass(frozen=True)
class Turn:
    """One mail with what it states and what our answer promises."""

    number: int
    thread: str
    facts: tuple[tuple[str, str, float], ...]
    promise: str

    @property
    def at(self) -> datetime:
        """The date of the mail."""
        return START + timedelta(hours=5 * self.number)

    def candidates(self) -> tuple[Candidate, ...]:
        """Return what the mail states, as it was accepted."""
        return tuple(
            Candidate(
                rule=rule,
                value=value,
                quote=f"{value}, as I say",
                message_id=f"<{self.number}@example.com>",
                speaker=Speaker.CUSTOMER,
                stated_at=self.at,
                confidence=confidence,
                authentication="verified",
                offset=0,
            )
            for rule, value, confidence in self.facts
        )


@cache
def promised(turn: Turn) -> tuple[Commitment, ...]:
    """Return what our answer to a turn promises."""
    return find_commitments(
        turn.promise,
        entity_id="e_1",
        thread_id=turn.thread,
        message_id=f"<r{turn.number}@example.com>",
        stated_by=Speaker.AGENT,
        sent_at=turn.at + timedelta(minutes=1),
    )


@dataclass
class World:
    """A person's profile and threads while passes come and crash."""

    profile: ProfileDocument | None = None
    threads: dict[str, ThreadDocument] = field(default_factory=dict)

    def take(self, turn: Turn) -> None:
        """Take a turn into its thread, which reopens when it was closed."""
        thread = self.threads.get(turn.thread) or ThreadDocument(
            thread_state=ThreadState(thread_id=turn.thread, entity_id="e_1"), mailbox="support", topic=turn.thread
        )
        found = promised(turn)
        self.threads[turn.thread] = thread.model_copy(
            update={
                "candidates": (*thread.candidates, *turn.candidates()),
                "commitments": merge_commitments(thread.commitments, found),
            }
        )

    def close(self, name: str) -> None:
        """Close a thread, always at the same time."""
        if name in self.threads:
            closed = {"state": ThreadStatus.CLOSED, "closed_at": NOW - timedelta(days=1)}
            self.threads[name] = self.threads[name].model_copy(update=closed)

    def sweep(self, name: str, *, crash: bool = False) -> None:
        """Promote from a thread; a crash comes after the profile was written and before the thread was."""
        if name in self.threads:
            made = promote(self.threads[name], self.profile, RULES, NOW)
            self.profile = made.profile
            if not crash:
                self.threads[name] = made.thread

    def settled(self) -> str:
        """Close and sweep all, and return the profile as it would be stored."""
        for name in sorted(self.threads):
            self.close(name)
            self.sweep(name)
        assert self.profile is not None
        return self.profile.model_dump_json()


FACTS = st.one_of(
    *(
        st.tuples(st.just(rule), st.sampled_from(values), st.sampled_from((0.8, 0.9, 1.0)))
        for rule, values in VALUES.items()
    )
)
TURNS = st.lists(
    st.tuples(st.sampled_from(THREADS), st.lists(FACTS, max_size=3), st.sampled_from(("", *PROMISES))),
    min_size=1,
    max_size=8,
).map(lambda rows: [Turn(n, t, tuple(f), p) for n, (t, f, p) in enumerate(rows)])


def in_order(turns: list[Turn]) -> str:
    """Return the profile of an uneventful life: every turn once, in order, one sweep at the end."""
    world = World()
    for turn in turns:
        world.take(turn)
    return world.settled()


def drawn(random: Random) -> list[Turn]:
    """Draw a short life of turns in three threads."""
    return [
        Turn(
            number,
            random.choice(THREADS),
            tuple(
                (rule, random.choice(VALUES[rule]), random.choice((0.8, 0.9)))
                for rule in random.sample(sorted(VALUES), 2)
            ),
            random.choice(("", *PROMISES)),
        )
        for number in range(random.randint(1, 8))
    ]


def lived(turns: list[Turn], random: Random) -> str:
    """Return the profile after the same turns in another order, with repeats, early closings, sweeps and crashes."""
    world = World()
    order = [*turns, *random.choices(turns, k=2)]
    random.shuffle(order)
    for turn in order:
        world.take(turn)
        for name in random.sample(THREADS, random.randint(0, 2)):
            if random.random() < 0.5:
                world.close(name)
            world.sweep(name, crash=random.random() < 0.4)
    return world.settled()


@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_orders_repeats_and_crashes_give_the_same_profile(hundred: int) -> None:
    """1,000 random orders, repeats and crashes of the same turns, closings and sweeps end in the same bytes."""
    for seed in range(100 * hundred, 100 * hundred + 100):
        random = Random(seed)  # noqa: S311 - chance for a test
        turns = drawn(random)
        assert in_order(turns) == lived(turns, random), seed


@settings(max_examples=50, deadline=None)
@given(turns=TURNS, data=st.data())
def test_any_order_repeat_and_crash_gives_the_same_profile(turns: list[Turn], data: st.DataObject) -> None:
    """Whatever order, repeats and crashes Hypothesis thinks of end in the same bytes."""
    world = World()
    again = data.draw(st.lists(st.sampled_from(turns), max_size=3))
    for turn in data.draw(st.permutations([*turns, *again])):
        world.take(turn)
        for name, crash in data.draw(st.lists(st.tuples(st.sampled_from(THREADS), st.booleans()), max_size=2)):
            if data.draw(st.booleans()):
                world.close(name)
            world.sweep(name, crash=crash)
    assert in_order(turns) == world.settled()


@settings(max_examples=50, deadline=None)
@given(turns=TURNS)
def test_promoting_twice_is_promoting_once(turns: list[Turn]) -> None:
    """A second pass over the same thread changes not a byte of the profile and writes the same records."""
    world = World()
    for turn in turns:
        world.take(turn)
    for thread in world.threads.values():
        first = promote(thread, None, RULES, NOW)
        second = promote(thread, first.profile, RULES, NOW + timedelta(days=1))
        assert first.profile.model_dump_json() == second.profile.model_dump_json()
        assert {r.id for r in second.records} <= {r.id for r in first.records}
