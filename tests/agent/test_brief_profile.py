"""What a model sees of a person: everything where it fits, else who they are, what we owe, and what the mail is about."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.agent.brief.bounds import compact, tokens
from keepword.agent.brief.profile import COMMITMENTS, VALUE, is_over, profile_part
from keepword.memory.state import Commitment, CommitmentStatus, Fact, PastThread, ProfileDocument

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ROOM = 900
SLOTS = ("name", "account_tier", "preferred_contact_time", "language", "requirement")


def fact(number: int, value: str, slot: str = "requirement", **fields: Any) -> Fact:
    """Return a fact that stands."""
    return Fact(fact_id=f"f{number}", slot=slot, value=value, rule=slot, stated_at=NOW, **fields)


def promise(number: int, due: date | None = None, quote: str = "We refund EUR 40.00.") -> Commitment:
    """Return an open promise."""
    return Commitment(
        commitment_id=f"c{number:03}",
        entity_id="anna",
        thread_id="t",
        kind="refund",
        amount="40.00",
        currency="EUR",
        due=due,
        quote=quote,
        message_id="<1@example.com>",
        stated_by="agent",
        stated_at=NOW,
    )


def profile(**fields: Any) -> ProfileDocument:
    """Return a profile of one person."""
    return ProfileDocument(entity_id="anna", **fields)


MANY = tuple(
    fact(n, f"requirement number {n} of this customer, in some more words than are needed") for n in range(200)
)
WHO = (fact(900, "Anna", "name"), fact(901, "evenings", "preferred_contact_time"), fact(902, "de", "language"))


def test_a_small_profile_is_shown_whole() -> None:
    """Nothing is chosen, nothing cut, and no order is needed; superseded facts are not shown."""
    small = profile(facts=(*WHO, fact(1, "vegan"), fact(2, "old", superseded_by="f1")), commitments=(promise(1),))
    part, cut = profile_part(small, SLOTS, ROOM)
    assert (is_over(small, SLOTS, ROOM), cut) == (False, ())
    assert part is not None
    assert (part["name"], part["requirement"], part["language"]) == ("Anna", "vegan", "de")
    assert "not_shown" not in part


def test_nobody_is_shown_where_nobody_may_be() -> None:
    """Without a profile there is no part and nothing was cut."""
    assert profile_part(None, SLOTS, ROOM) == (None, ())


def test_the_facts_that_the_mail_is_about_come_first() -> None:
    """In the order asked for, after who they are; the rest follows as far as there is room, and a marker says what is left."""
    large = profile(facts=(*MANY, *WHO))
    part, cut = profile_part(large, SLOTS, ROOM, ("f150", "f7"))
    assert part is not None
    shown = [value.split(" ")[2] for value in part["requirement"]]
    assert shown[:4] == ["150", "7", "0", "1"]
    assert (part["name"], part["preferred_contact_time"], part["language"]) == ("Anna", "evenings", "de")
    assert part["not_shown"] == 200 - len(shown)
    assert cut == (f"profile: {200 - len(shown)} of 200 requirement",)
    assert ROOM - 40 < tokens(compact(part)) <= ROOM


def test_what_we_owe_comes_before_what_we_know() -> None:
    """The longest overdue first, those without a date last; a part of the budget is left for the mail's own matter."""
    owed = (promise(1), promise(2, date(2026, 12, 24)), promise(3, date(2026, 1, 2)), promise(4, date(2026, 11, 1)))
    part, _ = profile_part(profile(facts=MANY, commitments=owed), SLOTS, ROOM, ("f150",))
    assert part is not None
    assert [p["due"] for p in part["outstanding_commitments"]] == ["2026-01-02", "2026-11-01", "2026-12-24", None]
    long = tuple(promise(n, date(2026, 1, 1), "We will " + "really " * 60) for n in range(40))
    part, cut = profile_part(profile(facts=MANY, commitments=long), SLOTS, ROOM, ("f150",))
    assert part is not None
    assert part["requirement"][0].startswith("requirement number 150")
    assert f"profile: {40 - len(part['outstanding_commitments'])} of 40 outstanding_commitments" in cut


def test_more_promises_than_are_shown_leave_a_marker() -> None:
    """Also where everything else fits: nothing is left out without a word."""
    owed = tuple(promise(n, date(2026, 12, 1), "EUR 1") for n in range(COMMITMENTS + 2))
    part, cut = profile_part(profile(commitments=owed), SLOTS, 5_000)
    assert part is not None
    assert (len(part["outstanding_commitments"]), part["not_shown"]) == (COMMITMENTS, 2)
    assert cut == ("profile: 2 of 12 outstanding_commitments",)
    kept = promise(99).model_copy(update={"status": CommitmentStatus.KEPT})
    assert profile_part(profile(commitments=(*owed[:3], kept)), SLOTS, ROOM)[1] == ()


def test_the_last_threads_stay_in_sight() -> None:
    """Three topics, the newest first, before the facts."""
    past = tuple(PastThread(thread_id=f"t{n}", topic=f"Topic {n}", closed_at=NOW) for n in range(9))
    part, _ = profile_part(profile(facts=MANY, past_threads=past), SLOTS, ROOM)
    assert part is not None
    assert [p["topic"] for p in part["past_threads"]] == ["Topic 8", "Topic 7", "Topic 6"]


def test_how_to_work_with_them_stays_in_sight() -> None:
    """A few rules of theirs come before what the mail is about, those first that it is about; no more than a few."""
    rules = tuple(
        Fact(fact_id=f"proc_{n}", slot="style", value=f"rule {n}", rule="style", stated_at=NOW) for n in range(50)
    )
    part, cut = profile_part(profile(facts=(*MANY, *rules)), SLOTS, ROOM, ("f150", "proc_30"))
    assert part is not None
    assert part["style"] == ["rule 30", "rule 0", "rule 1", "rule 2", "rule 3"]
    assert part["requirement"][0].startswith("requirement number 150")
    assert "profile: 45 of 50 style" in cut


def test_one_huge_value_does_not_hide_all_others() -> None:
    """It is cut, with a marker inside it."""
    part, _ = profile_part(profile(facts=(fact(500, "x" * 9_000), *MANY)), SLOTS, ROOM, ("f500",))
    assert part is not None
    assert len(part["requirement"][0]) <= VALUE
    assert "[…cut…]" in part["requirement"][0]
    assert len(part["requirement"]) > 5


VALUES = st.text(max_size=400)


@pytest.mark.parametrize("room", [60, 300, ROOM])
@given(
    values=st.lists(st.tuples(st.sampled_from(SLOTS), VALUES), max_size=60),
    quotes=st.lists(VALUES, max_size=14),
    topics=st.lists(VALUES, max_size=6),
)
def test_no_profile_costs_more_than_its_budget(
    room: int, values: list[tuple[str, str]], quotes: list[str], topics: list[str]
) -> None:
    """Whatever is known of a person: at most the budget, and shown and not shown are all there is."""
    facts = tuple(fact(n, value, slot) for n, (slot, value) in enumerate(values))
    owed = tuple(promise(n, None, quote) for n, quote in enumerate(quotes))
    past = tuple(PastThread(thread_id=f"t{n}", topic=t, closed_at=NOW) for n, t in enumerate(topics))
    part, cut = profile_part(profile(facts=facts, commitments=owed, past_threads=past), SLOTS, room)
    assert part is not None
    assert tokens(compact(part)) <= room
    assert bool(cut) == ("not_shown" in part)
