"""What is said of our doings in any verb has to be the operator's or the customer's; talk, questions and conditions are free."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from shop_policy import POLICY

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import judge_reply
from keepword.agent.turn import ThreadUpdate, Turn

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
UPDATE = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
TURN = Turn(action="reply", reason="", reply="", citations=(), thread=UPDATE, candidates=())
PAGES = {
    "": (),
    "en": ("We polish scratched pans in our workshop in Ghent. The jug may go into the dishwasher.",),
    "de": ("Zerkratzte Pfannen polieren wir in unserer Werkstatt in Gent. Die Kanne darf in die Spülmaschine.",),
}
OWED = {"kind": "refund", "amount": "25.00", "currency": "EUR", "due": "2026-03-17", "quote": ""}


def findings(reply: str, page: str = "en", mail: str = "My pan is scratched.", owed: bool = False) -> list[str]:
    """Return why an answer may not go out, for a shop whose pages are in one language."""
    given = Brief(
        instructions="",
        policy=POLICY,
        rules=(),
        profile={"name": "Anna", "outstanding_commitments": [OWED] if owed else []},
        thread={"summary": "", "open_items": [], "current_intent": "", "last_message_at": None, "promised": []},
        knowledge=tuple(Passage("page#1", "", text, 1.0) for text in PAGES[page]),
        mail=Mail("Question", "Anna", mail, NOW, authentication="verified"),
        fence="=====5e1f=====",
        now=NOW,
    )
    return [f.why for f in judge_reply(reply, given, TURN)]


@pytest.mark.parametrize(
    "said",
    [
        "We polished the pan in the cellar yesterday.",
        "My manager has your file in front of him.",
        "Our driver is bringing it round by bicycle.",
        "Wir legen Ihnen einen Kessel ins Schaufenster.",
        "Notre directrice étudie votre dossier à la cave.",
        "Guardamos un hervidor en el escaparate.",
        "Mettiamo da parte un bollitore in vetrina.",
        "Wij leggen een ketel in de etalage.",
        "Guardamos uma chaleira na montra.",
        "Já o retirei.",
    ],
)
def test_what_nobody_said_of_our_doings_is_found(said: str) -> None:
    """A statement about us, our people or the customer's affairs is found whatever its verb."""
    assert findings(said, page="") != []


@pytest.mark.parametrize(
    "said",
    [
        "We polish scratched pans in our workshop.",
        "We understand that a scratched pan spoils the pleasure of cooking.",
        "We are open to suggestions.",
        "I'm glad that the stove works and the soup is warm.",
        "If the pan is warped, we hammer it flat again.",
        "Shall we hammer the pan flat?",
        "We don't hammer pans flat.",
        "Perhaps our driver forgot the lid somewhere.",
    ],
)
def test_the_operators_words_and_mere_talk_pass(said: str) -> None:
    """The operator's words, moods, guesses, questions, denials and conditions are no statement of ours."""
    assert findings(said) == []


def test_the_customers_words_may_be_said_back() -> None:
    """What the customer told of our doings may be repeated."""
    said = "Your driver left the parcel under the bench."
    assert findings("Our driver left the parcel under the bench.", mail=said) == []
    assert findings("Our driver left the parcel under the bench.") != []


def test_pages_in_another_language_leave_our_people_alone() -> None:
    """Across languages no words are shared: what our people do in general passes there, what we say to do does not."""
    assert findings("Unser Team poliert zerkratzte Pfannen von Hand.", page="en") == []
    assert findings("Unser Team vergoldet zerkratzte Pfannen von Hand.", page="de") != []
    assert findings("Wir vergolden die Pfanne heimlich im Keller.", page="en") != []


def test_an_open_promise_may_be_called_a_promise() -> None:
    """That we have promised something is a deed only where nothing of the sum or day is owed."""
    said = "Wir haben Ihnen die Erstattung von 25,00 Euro zugesagt."
    assert findings(said, owed=True) == []
    assert findings(said) != []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Yes, the jug may go into the dishwasher.", False),
        ("Yes, engraving and gift boxes are possible.", True),
        ("Absolutely. Engraving and gift boxes are possible.", True),
        ("Yes. Could you tell us the number of the order?", False),
        ("Yes, I understand your anger.", False),
        ("Yes!", False),
    ],
)
def test_a_yes_affirms_only_what_the_pages_speak_of(said: str, found: bool) -> None:
    """A yes to what no page speaks of is found, in its own sentence or in the next."""
    assert (findings(said) != []) is found


def test_a_yes_is_left_alone_where_all_pages_are_in_another_language() -> None:
    """Pages in another language cannot tell what a yes may affirm."""
    assert findings("Ja, Gravur und Geschenkbox sind möglich.", page="en") == []
    assert findings("Ja, Gravur und Geschenkbox sind möglich.", page="de") != []


def test_opening_hours_back_no_deadline() -> None:
    """A day of the week in the opening hours is no leave to promise that day."""
    assert findings("It will be done on Friday.") != []
    assert findings("Our team reads mail from Monday to Friday.") == []
