"""The three failures of a single bucket, over a hundred threads of one person: growth, lost precision, leaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from office import RULES, Office, letter, turn

from keepword.agent.brief.assemble import Brief, tokens
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.models.prompt import render
from keepword.memory.policy import Policy, Promise
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import ProfileDocument
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id

THREADS = 100
MOODS = ("I am furious about this!", "I am so happy today!", "What a disgrace, I am fed up.", "I am desperate by now.")
TIMES = ("in the evenings", "on weekday mornings")


@dataclass(frozen=True)
class Life:
    """What is known of a person after a hundred threads, and what a model was shown of each."""

    profile: ProfileDocument
    briefs: list[Brief]


def words_of(number: int) -> str:
    """Return a thread's own words, which no other thread has."""
    return f"Marker{number:03} of my order is a matter between us."


def mail_of(number: int) -> str:
    """Return a thread's mail: its own words, a mood, a name and, in every thread, one of two times."""
    time = TIMES[number // 10 % 2]
    return f"{words_of(number)} {MOODS[number % 4]}\n\nI prefer to be contacted {time}.\n\nBest regards,\nAnna\n"


def answer(brief: Brief) -> dict[str, Any]:
    """Say what a model says that would remember all of it."""
    text = brief.mail.text
    number = int(text.partition("Marker")[2][:3])
    mood, time = MOODS[number % 4], TIMES[number // 10 % 2]
    promise = " We will refund the fee within 10 days." if number == 2 else ""
    return turn(
        f"Thank you, Anna.{promise}",
        thread={"summary": f"{words_of(number)} {mood}", "topic": f"{mood} {words_of(number)}", "open_items": [mood]},
        candidates=[
            candidate("preferred_contact_time", time, f"I prefer to be contacted {time}."),
            candidate("name", "Anna", "Anna"),
            candidate("mood", mood, mood),
            candidate("style", mood, mood),
            candidate("style", words_of(number), words_of(number)),
        ],
    )


def candidate(rule: str, value: str, quote: str) -> dict[str, Any]:
    """Return a candidate as a model writes it."""
    return {"rule": rule, "value": value, "quote": quote, "source": "customer", "confidence": 0.95}


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """Have a hundred threads, each closed before the next begins, days between."""
    return asyncio.run(_lived(Office(Knowledge(tmp_path_factory.mktemp("knowledge")))))


async def _lived(office: Office) -> Life:
    office.terms = replace(
        office.generous(),
        rules=(*RULES, PromotionRule("style", "procedural", values="many")),
        policy=Policy(promises=(Promise("refund", None, None, 10),)),
    )
    office.restart()
    office.model._answers = answer
    await office.poll()
    for number in range(1, THREADS + 1):
        date = f"{office.now:%a, %d %b %Y %H:%M:%S} +0000"
        office.receive(letter(number, mail_of(number), Subject=f"Order {number}", Date=date))
        await office.poll()
        office.later(hours=80)
        await office.sweep()
    assert office.faults == []
    return Life(await profile_of(office), office.model.briefs)


async def profile_of(office: Office) -> ProfileDocument:
    """Return the person's profile."""
    found = await office.store.profile(entity_id(office.terms.secret, address_key("anna@example.org")))
    assert found is not None
    return found.value


def test_the_context_does_not_grow(life: Life) -> None:
    """Its size is full with the fifth past thread; what thread 100 is shown is no more, but for the length of a word."""
    sizes = [tokens(render(brief)) - tokens(brief.mail.text) for brief in life.briefs]
    assert len(sizes) == THREADS
    assert max(sizes[5:]) <= sizes[5] + tokens("weekdays mornings")
    assert len(life.briefs[-1].profile["past_threads"]) == 5  # type: ignore[index]


def test_a_value_given_again_is_current_or_superseded(life: Life) -> None:
    """Of the two times, each said in fifty threads, one is current and all others superseded; the name is one fact."""
    times = [f for f in life.profile.facts if f.slot == "preferred_contact_time"]
    current = [f for f in times if f.superseded_by is None]
    assert [f.value for f in current] == [{0: "evenings", 1: "weekdays mornings"}[THREADS // 10 % 2]]
    assert {f.value for f in times} == {"evenings", "weekdays mornings"}
    assert all(f.superseded_by and f.supersede_reason for f in times if f not in current)
    assert [f.value for f in life.profile.facts if f.slot == "name"] == ["Anna"]
    shown = life.briefs[-1].profile or {}
    assert isinstance(shown["preferred_contact_time"], str)


def test_no_mood_and_no_text_of_an_old_thread_is_shown(life: Life) -> None:
    """What is shown with a new mail holds its own words and mood, and none of any thread before it."""
    for number, brief in enumerate(life.briefs, start=1):
        shown = render(brief)
        before_mail = shown.rpartition("# Newest mail\n")[0]
        assert "Marker" not in before_mail, number
        assert [m for m in MOODS if m in before_mail] == [], number
        assert shown.count("Marker") == 1


def test_a_promise_of_the_second_thread_is_known_in_the_hundredth(life: Life) -> None:
    """What we owe is shown all the same, however many threads lie between."""
    assert [p["kind"] for p in (life.briefs[-1].profile or {})["outstanding_commitments"]] == ["refund"]


async def test_turn_100_of_a_thread_costs_no_more_than_turn_3(make_office: Callable[..., Office]) -> None:
    """A model that would have summary and open items grow with every turn is shown no more, but for where the cut falls."""
    office = make_office()
    office.terms = office.generous()
    office.restart()
    office.model._answers = _hoarding
    await office.poll()
    for number in range(1, 101):
        reply = office.reply_headers() if office.outbox.sent else {"Subject": "One long story"}
        date = f"{office.now:%a, %d %b %Y %H:%M:%S} +0000"
        office.receive(letter(number, f"And what about part {number:03} of it?", Date=date, **reply))
        await office.poll()
        office.later(minutes=10)
    sizes = [tokens(render(b)) for b in office.model.briefs]
    assert len(sizes) == 100
    assert len([t async for t in office.store.threads()]) == 1
    assert max(sizes[2:]) <= sizes[2] * 1.01


def _hoarding(brief: Brief) -> dict[str, Any]:
    """Hand back all that was shown of the thread, and more."""
    shown = f"{brief.thread.get('summary', '')} {' '.join(brief.thread.get('open_items', ()))} {brief.mail.text}"
    items = [f"{n}: {shown}"[:1_900] for n in range(20)]
    return turn(
        f"Thank you. {brief.mail.text}", thread={"summary": (f"{shown} And more. " * 40)[:19_000], "open_items": items}
    )
