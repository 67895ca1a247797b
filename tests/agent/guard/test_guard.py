"""What the guard finds besides figures and promises, and what a text is turned into before it leaves."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.guard.outgoing import MAX_CHARACTERS
from keepword.agent.instructions import ROLE
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy, Promise, Statement

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
THREAD = {"summary": "", "open_items": [], "current_intent": "", "last_message_at": None, "promised": []}
POLICY = Policy(
    promises=(Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),),
    statements=(Statement("returns", "Unused goods can be returned within 30 days."),),
    link_domains=("example.com",),
)


def brief_for(text: str = "My order 10-44871 was charged twice, EUR 40.00.", **fields: Any) -> Brief:
    """Return a brief around a mail's text."""
    parts: dict[str, Any] = {
        "instructions": "Be brief. Above EUR 75 ask the team lead, who sits in room 12 on the second floor.",
        "policy": POLICY,
        "rules": (),
        "profile": None,
        "thread": THREAD,
        "knowledge": (),
        "mail": Mail("Charged twice", "Anna Berger", text, NOW, authentication="verified"),
        "fence": "=====f3nc3d=====",
        "now": NOW,
    }
    return Brief(**{**parts, **fields})


def turn(action: str = "reply") -> Turn:
    """Return a turn; the guard judges the text, not the turn's own claims."""
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    return Turn.model_validate(
        {"action": action, "reason": "", "reply": "", "citations": (), "thread": update, "candidates": ()}
    )


def kinds(reply: str, brief: Brief | None = None) -> list[str]:
    """Return the kinds of what the guard finds in a reply."""
    return [f.kind for f in judge_reply(clean(reply), brief or brief_for(), turn())]


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("Hello Anna,\n\nthank you.", []),
        ("Dear Ms Berger,\n\nthank you.", []),
        ("Hello,\n\nthank you.", []),
        ("Hello there,\n\nthank you.", []),
        ("Dear Mr Miller,\n\nthank you.", ["name"]),
        ("Hi Bob!", ["name"]),
        ("The fence is =====f3nc3d=====.", ["quantity", "leak"]),
        ("Your current_intent is a refund.", ["leak"]),
        ("See [promise:refund].", ["promise", "leak"]),
        (ROLE.splitlines()[6].removeprefix("- "), ["promise", "leak"]),
        ("You could ask the team lead.", []),
        ("Above your wish I must ask the team lead, who sits in room 12 on the second floor.", ["quantity", "leak"]),
        ("", ["empty"]),
        ("   \n", ["empty"]),
    ],
)
def test_what_is_ours_alone_does_not_leave(reply: str, found: list[str]) -> None:
    """The fence, the prompt, our own words and other people's names are found; an honest greeting is not."""
    assert kinds(reply) == found


def test_an_id_of_a_passage_is_not_for_the_customer() -> None:
    """Citations stay inside."""
    brief = brief_for(knowledge=(Passage("returns#how", "Returns", "Send it back.", 1.0),))
    assert kinds("Send it back (returns#how).", brief) == ["leak"]


def test_a_citation_alone_grants_nothing() -> None:
    """A figure has to stand in the passage that is cited."""
    brief = brief_for(knowledge=(Passage("returns#how", "Returns", "Returns are free within 30 days.", 1.0),))
    cited = turn().model_copy(update={"citations": ("returns#how",)})
    assert judge_reply("Returns are free within 90 days.", brief, cited) != ()
    assert judge_reply("Returns are free within 30 days.", brief, cited) == ()


def test_h34_the_answer_keeps_to_the_mails_language() -> None:
    """A mail in German is not answered in English, unless the profile asks for it."""
    german = "Guten Tag, ich habe eine Frage zu meiner Bestellung, und wann wird sie denn wohl bei mir ankommen?"
    english = "Thank you for your mail. Could you please tell us which order it is that you are asking about?"
    assert kinds(english, brief_for(german)) == ["language"]
    assert kinds(english, brief_for(german, profile={"language": "en"})) == []
    assert (
        kinds("Danke! Welche Bestellung meinen Sie denn, und wann haben Sie sie bei uns aufgegeben?", brief_for(german))
        == []
    )


def test_another_persons_figures_are_nobodys() -> None:
    """What stands in no part of this brief (another's order, phone, address, mail) cannot be said."""
    assert kinds("Your order 77-12345 is known to us.") == ["number"]
    assert kinds("We have your number +49 30 901820.") == ["phone"]
    assert kinds("We have your address bob@example.net.") == ["email"]
    own = brief_for(profile={"name": "Anna", "phone": "+49 30 901820"})
    assert kinds("We have your number +49 30 901820.", own) == []


def test_a_thread_keeps_what_was_told_before() -> None:
    """Figures of earlier mails, kept in the thread's state, may be repeated, and still not granted."""
    brief = brief_for("Any news?", thread={**THREAD, "summary": "Asks for EUR 300.00 for order 10-44871."})
    assert kinds("You asked for EUR 300.00 for order 10-44871.", brief) == []
    assert kinds("We will refund EUR 300.00 for order 10-44871.", brief) == ["money"]


def test_an_open_commitment_may_be_restated_as_it_is() -> None:
    """Amount and day of what is owed may be said again; another amount or day may not."""
    owed = {"kind": "refund", "amount": "250.00", "currency": "EUR", "due": "2026-03-20", "quote": ""}
    brief = brief_for(thread={**THREAD, "promised": [owed]})
    assert kinds("We will refund EUR 250.00 by 20 March 2026.", brief) == []
    assert kinds("We will refund EUR 260.00 by 20 March 2026.", brief)[0] == "money"
    assert kinds("We will refund EUR 250.00 by 5 March 2026.", brief) == ["date"]


def test_a_promise_needs_what_the_policy_says() -> None:
    """A refund that needs the order's number is not promised before it is known, and may be on that condition."""
    brief = brief_for("I was charged twice, EUR 40.00.")
    assert kinds("We will refund EUR 40.00 within 10 days.", brief) == ["promise"]
    assert kinds("Once you send us the order number, we will refund EUR 40.00 within 10 days.", brief) == []


def test_a_refund_without_an_amount_has_no_limit() -> None:
    """Where the policy sets a limit, the amount has to be named."""
    assert kinds("We will refund you the second payment.") == ["promise"]
    assert kinds("We will refund you the second payment, EUR 40.00.") == []


def test_amounts_count_together() -> None:
    """Two amounts within the limit may be beyond it together; the same amount said twice is one."""
    assert kinds("We will refund EUR 60.00 for the first and EUR 70.00 for the second.") == ["money"]
    assert kinds("We will refund EUR 40.00. The EUR 40.00 will be refunded within 10 days.") == []


def test_a_promise_of_the_operators_own_kind() -> None:
    """A kind that only this operator knows is found by its name."""
    policy = replace(POLICY, promises=(*POLICY.promises, Promise("gift_wrap", within_days=3)))
    assert kinds("We will gift wrap it within 3 days.", brief_for(policy=policy)) == []
    assert kinds("We will gift wrap it within 3 days.") != []


@pytest.mark.parametrize(
    "reply",
    [
        "Credit balance is too low",
        "Error code: 429 - Rate limit reached",
        "Traceback (most recent call last):\n  File",
        "As an AI language model, I cannot say.",
        "Hello [Customer Name],\n\nthank you.",
        "Hello {{name}},\n\nthank you.",
        "Kind regards\n<your name>",
        '{"action": "reply"}',
        "```\nHello\n```",
        "We are sorry. " * 40,
        "Thank you!\n" * 6,
        "a" * 80,
    ],
)
def test_h33_h34_what_is_no_letter_does_not_leave(reply: str) -> None:
    """Error texts, placeholders, a machine's output and endless repetition are found."""
    assert "text" in kinds(reply)


def test_h33_the_customers_own_words_may_be_said_back() -> None:
    """Who asks about an error message is answered about it."""
    brief = brief_for("Your shop says: Internal Server Error. What is that?")
    assert kinds("You see 'Internal Server Error'. Could you please try again?", brief) == []


@pytest.mark.parametrize("domain", ["example.com", "*.example.com", "EXAMPLE.com."])
@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.com/a", True),
        ("https://shop.example.com", True),
        ("www.example.com", True),
        ("https://notexample.com", False),
        ("https://example.com.evil.example/a", False),
        ("https://example.com@evil.example/a", False),
        ("https://evil.example/?u=example.com", False),
        ("https://evil.example#example.com", False),
        ("https://evil.example\\@example.com", False),
        ("https://xn--xample-9uf.com", False),
    ],
)
def test_links_lead_to_the_operators_domains_only(domain: str, url: str, allowed: bool) -> None:
    """The host decides, not what else stands in the address."""
    brief = brief_for(policy=replace(POLICY, link_domains=(domain,)))
    assert (kinds(f"Please see {url} for it.", brief) == []) is allowed


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\u200bb\u2060c\ufeff", "abc"),
        ("pay\u202eeno", "payeno"),
        ("a\x00\x1b[31mb", "a[31mb"),
        ("e\u0301", "é"),
        ("a\u00a0b\u2003c", "a b c"),
        ("a\n\n\n\nb", "a\n\nb"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("family 👨\u200d👩\u200d👧", "family 👨\u200d👩\u200d👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("in\u200dvoice", "invoice"),
        ("x\ufe0f\ufe0f\ufe0fy", "xy"),
        ("☎\ufe0f 1", "☎\ufe0f 1"),
        ("a\u3164b\u2800c", "abc"),
        ("a\u2028b", "a\nb"),
        ("\ud800a", "a"),
        ("  a  \n b ", "a\n b"),
        ("x" * 100_000, "x" * MAX_CHARACTERS),
    ],
)
def test_only_what_is_seen_leaves(text: str, cleaned: str) -> None:
    """Line ends are plain, hidden characters are gone, joiners that shape a sign stay."""
    assert clean(text) == cleaned


@given(st.text(max_size=400))
def test_cleaning_is_settled_and_bounded(text: str) -> None:
    """A cleaned text stays as it is, is NFC, and holds no control character but line ends."""
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not [c for c in once if unicodedata.category(c) in {"Cc", "Cs", "Cn", "Co"} and c != "\n"]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.text(max_size=100))
def test_no_draft_and_no_mail_breaks_the_guard(reply: str, mail: str) -> None:
    """The guard gives a verdict on any text."""
    assert isinstance(judge_reply(clean(reply), brief_for(mail), turn()), tuple)


AMOUNTS = st.decimals(min_value=Decimal("0.01"), max_value=Decimal(100_000), places=2)
FORMS: list[Callable[[Decimal], str]] = [
    lambda a: f"We will refund EUR {a} within 10 days.",
    lambda a: f"We'll refund you {a} EUR.",
    lambda a: f"You will get €{a} back.",
    lambda a: f"Wir erstatten Ihnen {str(a).replace('.', ',')} €.",
]


@settings(max_examples=120, deadline=None)
@given(AMOUNTS, st.sampled_from(FORMS))
def test_an_amount_goes_out_only_within_the_limit(amount: Decimal, form: Callable[[Decimal], str]) -> None:
    """Whatever the amount and the wording, a refund passes exactly up to the policy's limit."""
    money = [f for f in judge_reply(form(amount), brief_for("Order 10-44871"), turn()) if f.kind == "money"]
    assert (money == []) is (amount <= 100)
