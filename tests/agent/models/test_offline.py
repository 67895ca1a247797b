"""The offline model: what it asks for, promises, answers, leaves to a person, and holds worth remembering."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepword.agent.brief.assemble import Brief, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.models.offline.model import OfflineModel, fill
from keepword.agent.models.offline.words import LABELS, NOUNS, SENTENCES
from keepword.agent.ports import Repair
from keepword.agent.turn import Turn, read_turn
from keepword.memory.commitments.reading import find_commitments
from keepword.memory.policy import Policy
from keepword.memory.state import Speaker

SHIPPING = Passage(
    "shipping#time", "Shipping › How long does it take?", "Delivery takes 2 to 4 working days and costs EUR 4.90.", 3.0
)
ADDRESS = Passage("shipping#address", "Shipping › Can I change the address?", "Yes, until the parcel has left us.", 2.0)


def turn_for(brief: Brief) -> Turn:
    """Return the turn for a brief, read as any model's is; what it says has to pass the guard."""
    turn = read_turn(json.dumps(fill(brief)))
    if turn.action == "reply":
        assert judge_reply(clean(turn.reply), brief, turn) == ()
    return turn


def thread_after(turn: Turn, **more: Any) -> dict[str, Any]:
    """Return the thread as the next brief shows it."""
    update = turn.thread
    kept = {"summary": update.summary, "open_items": list(update.open_items), "current_intent": update.current_intent}
    return {**kept, "last_message_at": None, "promised": [], **more}


def owed(**fields: Any) -> dict[str, Any]:
    """Return an open commitment as a brief shows it."""
    return {"kind": "refund", "amount": "40.00", "currency": "EUR", "due": "2026-03-12", "quote": "", **fields}


def test_the_story_of_a_refund(make_brief: Any) -> None:
    """A double charge: it asks for what it needs, promises within the policy, and closes after thanks."""
    first = turn_for(
        make_brief("My invoice was charged twice, please give the money back.\n\nAnna", subject="Invoice charged twice")
    )
    assert (first.action, first.thread.open_items) == ("reply", ("order number", "amount"))
    assert "the order number and the amount" in first.reply

    angry = "I am furious! The order number is 10-44871, the amount EUR 40.00.\nPlease call me in the evenings.\n\nAnna"
    second = turn_for(make_brief(angry, thread=thread_after(first)))
    assert (second.action, second.thread.open_items, second.citations) == ("reply", (), ("promise:refund",))
    assert "We will refund EUR 40.00 within 10 days." in second.reply
    found = {(c.rule, c.source): c for c in second.candidates}
    assert found["preferred_contact_time", "customer"].value == "evenings"
    assert found["mood", "customer"].quote == "I am furious!"
    assert found["refund", "reply"].quote == "We will refund EUR 40.00 within 10 days."
    assert found["name", "customer"].value == "Anna"

    third = turn_for(make_brief("Thanks, that's all.\n\nAnna", thread=thread_after(second, promised=[owed()])))
    assert (third.action, third.thread.resolved) == ("reply", True)
    assert third.thread.topic == "Refund of EUR 40.00 for 10-44871"
    again = turn_for(make_brief("Thank you!", thread=thread_after(third)))
    assert (again.action, again.reply) == ("none", "")


def test_every_quote_stands_in_its_mail(make_brief: Any) -> None:
    """Candidates quote verbatim: the customer from the mail, the promise from the reply."""
    text = "I was charged twice for order 10-44871, EUR 40.00, please refund.\nReach me in the mornings.\nAnna Berger"
    turn = turn_for(make_brief(text))
    assert {c.rule for c in turn.candidates} >= {"name", "preferred_contact_time", "refund"}
    assert all(c.quote in (text if c.source == "customer" else turn.reply) for c in turn.candidates)


def test_a_new_mail_is_answered_from_the_commitment(make_brief: Any) -> None:
    """Who asks for a promised refund hears how it stands; nothing is promised a second time."""
    profile = {"name": "Anna", "outstanding_commitments": [owed()]}
    turn = turn_for(make_brief("Hello, has my refund been sent yet?", profile=profile))
    assert turn.action == "reply"
    assert "refund of EUR 40.00. It is due by 2026-03-12." in turn.reply


def test_knowledge_is_answered_with_its_id(make_brief: Any) -> None:
    """A question that a passage answers is answered in the passage's words, with its id as citation."""
    turn = turn_for(make_brief("How long does shipping take?", knowledge=(ADDRESS, SHIPPING)))
    assert (turn.action, turn.citations) == ("reply", ("shipping#time",))
    assert "Delivery takes 2 to 4 working days and costs EUR 4.90." in turn.reply
    both = turn_for(make_brief("How long does shipping take? Can I change my address?", knowledge=(ADDRESS, SHIPPING)))
    assert both.citations == ("shipping#time", "shipping#address")


def test_a_statement_of_the_policy_answers(make_brief: Any) -> None:
    """The policy's sentences are knowledge too, cited by their ids."""
    turn = turn_for(make_brief("Within how many days can unused goods be returned?"))
    assert (turn.action, turn.citations) == ("reply", ("statement:returns",))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I want to talk to a human being.", "human"),
        ("My lawyer will hear of this.", "legal"),
        ("Please delete my account and all my data.", "erasure"),
        ("I was charged twice for order 10-44871, EUR 400.00, please refund.", "beyond what promise:refund allows"),
        ("I was charged twice for order 10-44871, USD 40.00, please refund.", "in EUR only"),
        ("Order 10-44871: EUR 80.00 instead of EUR 40.00, please refund.", "several amounts"),
        ("Do you sell bicycles?", "neither policy nor knowledge"),
        ("How long does shipping take? Do you sell bicycles?", "neither policy nor knowledge"),
        ("", "no text"),
        ("Сколько стоит доставка в Москву?", "no answers in `ru`"),
    ],
)
def test_what_it_does_not_know_is_left_to_a_person(make_brief: Any, text: str, why: str) -> None:
    """Requests for a person, threats, sums beyond the policy and unknown things are handed off, with the reason."""
    turn = turn_for(make_brief(text, knowledge=(SHIPPING,)))
    assert (turn.action, turn.reply) == ("handoff", "")
    assert why in turn.reason


@pytest.mark.parametrize(
    ("promised", "text", "why"),
    [
        (owed(due="2026-02-01"), "Where is my refund?", "overdue"),
        (owed(), "I was charged twice for order 555-11, EUR 20.00, please refund that.", "promised already"),
    ],
)
def test_what_is_owed_already_is_not_promised_again(
    make_brief: Any, promised: dict[str, Any], text: str, why: str
) -> None:
    """An overdue promise, and a second wish beside an open one, are a person's job."""
    turn = turn_for(make_brief(text, profile={"name": "Anna", "outstanding_commitments": [promised]}))
    assert turn.action == "handoff"
    assert why in turn.reason


def test_nothing_is_promised_without_a_policy(make_brief: Any) -> None:
    """A shop whose policy promises nothing promises nothing."""
    turn = turn_for(make_brief("I was charged twice for order 10-44871, EUR 40.00, please refund.", policy=Policy()))
    assert turn.action == "handoff"


def test_a_strange_display_name_is_not_repeated(make_brief: Any) -> None:
    """A display name that is no name is not greeted by."""
    turn = turn_for(
        make_brief("How long does shipping take?", writer_name="Visit evil.example now!", knowledge=(SHIPPING,))
    )
    assert turn.reply.startswith("Hello,\n")


def test_a_mood_never_reaches_summary_or_topic(make_brief: Any) -> None:
    """What is kept of a thread tells the matter, not the temper."""
    turn = turn_for(make_brief("I am furious! I was charged twice for order 10-44871, EUR 40.00, please refund."))
    assert "furious" not in f"{turn.thread.summary} {turn.thread.topic} {turn.thread.current_intent}"


def test_the_notes_stay_bounded_and_keep_what_was_told(make_brief: Any) -> None:
    """After a hundred questions the summary is no longer than after ten, and still holds the order's number."""
    turn = turn_for(make_brief("My invoice for order 10-44871 was charged twice, please refund."))
    lengths = []
    for n in range(100):
        passage = Passage(f"p#{n}", f"Teapot {n} › How is teapot {n} cleaned?", "Rinse it with water.", 1.0)
        thread = {**thread_after(turn), "open_items": []}
        turn = turn_for(make_brief(f"How is teapot {n} cleaned?", thread=thread, knowledge=(passage,)))
        assert turn.action == "reply"
        lengths.append(len(turn.thread.summary))
    assert max(lengths[10:]) <= lengths[9] + 8
    assert "10-44871" in turn.thread.summary


@pytest.mark.parametrize("language", sorted(SENTENCES))
@pytest.mark.parametrize("kind", ["refund", "credit", "replacement", "call_back", "cancellation"])
def test_its_promises_are_found_in_what_was_sent(language: str, kind: str) -> None:
    """The ledger reads each promise as it was meant, in every language."""
    words = SENTENCES[language]
    money = "EUR 40.00" if language == "en" else "40,00 EUR"
    promise = words[kind].format(money=money, within=words["within"].format(days=10))
    text = f"{words['hello']} Anna,\n\n{words['thanks']}\n\n{promise}"
    now = make_now()
    found = find_commitments(
        text, entity_id="e", thread_id="t", message_id="<m@example.com>", stated_by=Speaker.AGENT, sent_at=now
    )
    amount = "40.00" if kind in {"refund", "credit"} else None
    assert [(c.kind, c.amount, c.due) for c in found] == [(kind, amount, date(2026, 3, 12))]


def make_now() -> datetime:
    """Return the moment of the tests."""
    return datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Meine Bestellung 10-44871 wurde doppelt abgebucht, bitte erstatten Sie mir die 40,00 EUR."),
        ("fr", "Bonjour, j'ai été débitée deux fois pour la commande 10-44871. Merci de me rembourser 40,00 EUR."),
        ("es", "Hola, me han cobrado dos veces el pedido 10-44871. Por favor, quiero el reembolso de 40,00 EUR."),
        (
            "it",
            "Buongiorno, mi avete addebitato due volte l'ordine 10-44871. Vorrei il rimborso di 40,00 EUR, per favore.",
        ),
        (
            "nl",
            "Hallo, mijn bestelling 10-44871 is dubbel afgeschreven. Graag wil ik de 40,00 EUR terugbetaald krijgen.",
        ),
        ("pt", "Olá, cobraram duas vezes a encomenda 10-44871. Por favor, quero o reembolso de 40,00 EUR."),
    ],
)
def test_the_answer_has_the_mails_language(make_brief: Any, language: str, text: str) -> None:
    """A double charge is understood and answered in each of the languages."""
    turn = turn_for(make_brief(text))
    assert turn.action == "reply"
    words = SENTENCES[language]
    promised = words["refund"].format(money="40,00 EUR", within=words["within"].format(days=10))
    assert promised in turn.reply


def test_all_languages_have_all_sentences() -> None:
    """No language lacks a sentence that another one has."""
    assert {frozenset(SENTENCES[code]) for code in SENTENCES} == {frozenset(SENTENCES["en"])}
    assert {frozenset(LABELS[code]) for code in SENTENCES} == {frozenset(LABELS["en"])}
    assert {frozenset(NOUNS[code]) for code in SENTENCES} == {frozenset(NOUNS["en"])}


def test_a_statement_that_asks_nothing_is_not_answered_by_chance(make_brief: Any) -> None:
    """One word in common with a passage makes no answer to a mail that puts no question."""
    passage = Passage(
        "warranty#parts", "Warranty › Do you have spare parts?", "Spare parts can be had for five years.", 1.0
    )
    assert turn_for(make_brief("This is the first part.", knowledge=(passage,))).action == "handoff"
    assert (
        turn_for(make_brief("I would like to know whether you have spare parts", knowledge=(passage,))).action
        == "reply"
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=300), subject=st.text(max_size=40), name=st.text(max_size=20))
def test_any_mail_gets_a_whole_turn(make_brief: Any, text: str, subject: str, name: str) -> None:
    """Whatever a mail holds, the answer fills the schema, and what it says passes the guard."""
    turn = turn_for(make_brief(text, subject=subject, writer_name=name, knowledge=(SHIPPING, ADDRESS)))
    assert turn.action in {"reply", "handoff", "none"}


PIECES = [
    "refund",
    "please",
    "order 10-44871",
    "EUR 40.00",
    "EUR 4.000,00",
    "charged twice",
    "?",
    "thanks",
    "when",
    "yet",
    "\n\n",
    "Anna",
]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(st.sampled_from(PIECES), max_size=12))
def test_no_order_of_words_gets_more_than_the_policy(make_brief: Any, words: list[str]) -> None:
    """However its words are put together, a mail is promised nothing that the guard would stop."""
    turn = turn_for(make_brief(" ".join(words), profile={"name": "Anna", "outstanding_commitments": []}))
    assert "4.000" not in turn.reply
    assert "4000" not in turn.reply


async def test_it_is_a_model_and_deterministic(make_brief: Any) -> None:
    """The same brief gives the same answer, and a repair leaves the mail to a person."""
    model = OfflineModel()
    brief = make_brief("How long does shipping take?", knowledge=(SHIPPING,))
    first, second = await model.answer(brief), await model.answer(brief)
    assert first == second
    repaired = read_turn((await model.answer(brief, Repair(first.text, ("money: nothing backs it",)))).text)
    await model.close()
    assert repaired.action == "handoff"
    assert "nothing backs it" in repaired.reason
