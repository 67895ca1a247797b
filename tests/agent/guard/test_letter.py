"""What is found in a letter as a whole: names, places left to be filled in, the same words again and again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from brief_made import a_brief

from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.guard.letter import read_letter
from keepword.agent.guard.names import ALSO_OURS, DUTCH, FULL, GERMAN, OURS, SHORT, judge_names
from keepword.agent.guard.text import MAX_SAME_RUN, MAX_SAME_WORDS, judge_text
from keepword.agent.turn import ThreadUpdate, Turn

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
BRIEF = a_brief("My kettle is broken.", NOW)
TITLES = [*SHORT.split(), *FULL.split(), *DUTCH.split(), *FULL.title().split(), "Sig.ra", "Mevr.", "dhr.", "Sra."]
ROLES = [
    *(f"my {role}".replace("_", " ") for role in OURS.split()),
    *ALSO_OURS.split(),
    *ALSO_OURS.title().split(),
    *GERMAN.split(),
]


@pytest.mark.parametrize("title", TITLES)
def test_a_stranger_is_found_behind_every_title(title: str) -> None:
    """Each title that is known makes the word behind it a name, which the conversation has to hold."""
    found = [f.text for f in judge_names(read_letter(f"Thank you. Please ask {title} Rossini about it."), BRIEF)]
    assert found == ["Rossini"]


@pytest.mark.parametrize("role", ROLES)
def test_somebody_of_ours_is_found_by_name(role: str) -> None:
    """Each word for somebody of ours makes the word behind it a name; in German two have to follow."""
    found = [f.text for f in judge_names(read_letter(f"Thank you. We ask {role} Bruno Rossini about it."), BRIEF)]
    assert found == ["Bruno"]


@pytest.mark.parametrize(
    "text", ["Please ask a Rossini about it.", "We ask my friend Bruno Rossini.", "Mr rossini is here."]
)
def test_other_words_make_no_name(text: str) -> None:
    """A word that is written large is no name by that."""
    assert list(judge_names(read_letter(text), BRIEF)) == []


@pytest.mark.parametrize(
    ("text", "hole"),
    [
        ("Your parcel TODO arrives.", ["TODO"]),
        ("Your parcel arrives on TBD.", ["TBD"]),
        ("XXX", ["XXX"]),
        ("Esperamos que todo esté en orden.", []),
        ("Lo rimborseremo con il metodo di pagamento usato.", []),
        ("All the mastodons are gone.", []),
        ("Dear [customer name],", ["[customer name]"]),
        ("We sell kettles [and cups].", []),
    ],
)
def test_places_left_to_be_filled_in(text: str, hole: list[str]) -> None:
    """A place that was left to be filled in is found, and not within a word."""
    assert [f.text for f in judge_text(read_letter(text), BRIEF)] == hole


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("we are very sorry for that, " * MAX_SAME_WORDS, False),
        ("we are very sorry for that, " * (MAX_SAME_WORDS + 1), True),
        ("we are sorry " * (2 * MAX_SAME_WORDS), True),
        ("one two three four five six " + "one two three four five " * MAX_SAME_WORDS, False),
        ("a" * MAX_SAME_RUN, False),
        ("a" * (MAX_SAME_RUN + 1), True),
        ("a " * MAX_SAME_WORDS, False),
    ],
)
def test_the_same_words_again_and_again(text: str, again: bool) -> None:
    """A run of six words may come back, and a character stand in a row, only so often."""
    assert bool(list(judge_text(read_letter(text), BRIEF))) is again


def test_a_language_is_unknown_only_where_few_words_are_read() -> None:
    """Foreign words in a letter that is read for the most part do not make it one that nobody reads."""
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    turn = Turn(action="reply", reason="", reply="", citations=(), thread=update, candidates=())
    foreign = "Zwrócimy państwu pieniądze za zepsuty czajnik jeszcze dzisiaj."
    assert "language" in {f.kind for f in judge_reply(clean(foreign), BRIEF, turn)}
    mixed = f"Thank you for your mail, we are sorry that your kettle is broken and that you had to write to us about it. {foreign}"
    assert "language" not in {f.kind for f in judge_reply(clean(mixed), BRIEF, turn)}
