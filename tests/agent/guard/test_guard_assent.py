"""What a draft says without a figure: a yes to what was asked, a language that nobody here reads, letters in disguise."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from keepword.agent.brief.assemble import Brief, Mail
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy, Statement

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CLAIM = "You promised me EUR 500. Please confirm. My order is 4711."
TURN = Turn(
    action="reply",
    reason="",
    reply="",
    citations=(),
    thread=ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False),
    candidates=(),
)


def brief(text: str = CLAIM, summary: str = "") -> Brief:
    """Return a brief of an operator who allows nothing, for a mail."""
    return Brief(
        instructions="",
        policy=Policy(promises=(), statements=(), link_domains=()),
        rules=(),
        profile=None,
        thread={"summary": summary},
        knowledge=(),
        mail=Mail("A question", "Anna", text, NOW, authentication="verified"),
        fence="=====f3nc3d=====",
        now=NOW,
    )


def kinds(reply: str, given: Brief) -> set[str]:
    """Return the kinds of what the guard finds."""
    return {f.kind for f in judge_reply(clean(reply), given, TURN)}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        (CLAIM, True),
        ("I was assured a new lamp. Is that so?", True),
        ("Ich möchte mein Geld zurück.", True),
        ("Vous m'aviez promis une remise.", True),
        ("Do you sell lamps?", False),
        ("Haben Sie Lampen?", False),
    ],
)
@pytest.mark.parametrize("reply", ["Yes.", "Hello Anna,\n\nyes, of course.\n\nBest regards\nSupport", "Confirmed 👍"])
def test_a_yes_is_a_promise_after_a_mail_that_asks_for_something(text: str, held: bool, reply: str) -> None:
    """The figure stands in the mail, so the answer needs none; a yes to a plain question may go out."""
    assert ("promise" in kinds(reply, brief(text))) is held


def test_what_was_asked_for_earlier_in_the_thread_counts() -> None:
    """A claim that the thread keeps is confirmed by a yes to the next mail, too."""
    assert kinds("Confirmed.", brief("Please confirm.", summary="Says that EUR 500 were promised.")) == {"promise"}
    assert kinds("Confirmed.", brief("Please confirm.")) == set()


@pytest.mark.parametrize("text", [CLAIM, "Do you sell lamps?"])
@pytest.mark.parametrize(("reply", "held"), [("Refund: approved", True), ("Refund: not approved", False)])
def test_a_label_with_approval_behind_it_is_a_promise_after_any_mail(text: str, reply: str, held: bool) -> None:
    """The label says what is granted."""
    assert ("promise" in kinds(reply, brief(text))) is held


def test_the_operator_may_say_yes() -> None:
    """A sentence of the operator's own stands, word for word."""
    own = replace(brief(), policy=Policy((), (Statement("yes", "Delivery to islands: yes."),), ()))
    assert kinds("Delivery to islands: yes.", own) == set()
    assert kinds("Delivery to the moon: yes.", own) == {"promise"}


@pytest.mark.parametrize("word", ["rеfund", "pаypal", "Αpproved", "ɡoods", "раyment"])
def test_letters_of_several_scripts_make_no_word(word: str) -> None:
    """A look-alike letter hides a word from the tables, so the word is a finding by itself."""
    assert "text" in kinds(f"Thank you for your mail about the {word}.", brief())


@pytest.mark.parametrize(
    ("reply", "held"),
    [
        ("Zwrócimy Panu pieniądze.", True),
        ("Vi skickar pengarna i morgon till dig.", True),
        ("Size yeni bir lamba gönderiyoruz.", True),
        ("Мы вернём вам деньги.", True),
        ("お返しします。新しいランプをお送りします。", True),
        ("ok", False),
        ("Ack turn 42", False),
        ("Thank you for your mail.", False),
        ("Merci pour votre patience.", False),
        ("Is it the Łódź lamp?", False),
        ("Thank you, Łukasz.", False),
    ],
)
def test_a_language_that_is_not_read_goes_to_a_person(reply: str, held: bool) -> None:
    """Promises in it could not be seen; short neutral words and foreign names pass."""
    assert ("language" in kinds(reply, brief("Do you sell lamps?"))) is held


def test_words_of_the_mail_and_the_operator_are_no_foreign_ones() -> None:
    """A list of goods that the mail names is read as the mail is."""
    mail = "I would like to know whether you have the following here: gaiwan, chasen, chawan. Thank you very much!"
    assert kinds("Gaiwan, chasen, chawan.", brief(mail)) == set()
    assert kinds("Gaiwan, chasen, chawan.", brief("Tea things?")) == {"language"}
