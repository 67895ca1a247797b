"""Nothing of another person, and nothing that is ours alone, leaves in an answer: what is checked, value by value."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from office import Office, letter, turn

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.instructions import ANSWER, ROLE
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.outcome import Kind
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy, Promise, Statement
from keepword.memory.promotion.rules import PromotionRule

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FENCE = "0f1e2d3c4b5a6978"
BERT = "bert@example.net"
ANNAS = {
    "phone": "+49 30 901820",
    "order": "77-12345",
    "mail": "anna.berger@example.net",
    "account": "DE89 3704 0044 0532 0130 00",
    "address": "Lindenstr. 48",
    "hour": "18:45",
    "amount": "EUR 731.55",
}
"""Values of one person, each in its own notation."""
SAYING = {
    "phone": "We call you at {}.",
    "order": "Your order {} is known to us.",
    "mail": "We write to {}.",
    "account": "The account is {}.",
    "address": "It goes to {}.",
    "hour": "We call you at {}.",
    "amount": "You paid {}.",
}


def brief(text: str = "Where is my parcel?", **fields: Any) -> Brief:
    """Return a brief around a mail of one person, whose profile and thread hold nothing of another."""
    parts: dict[str, Any] = {
        "instructions": "We sell tea. Gifts above the usual value are decided by the head of sales on Mondays only.",
        "policy": Policy((Promise("answer"),), (Statement("hours", "Our team reads mail every day."),), ("example.com",)),
        "rules": (PromotionRule("tier", "profile.tier", about="The tier that the customer says they bought from our sales team."),),
        "profile": None,
        "thread": {"summary": "Asks for a parcel."},
        "knowledge": (Passage("parcels#where", "Parcels", "The carrier's page shows where a parcel is.", 1.0),),
        "mail": Mail("Parcel", "Bert", text, NOW, authentication="verified"),
        "fence": FENCE,
        "now": NOW,
        "signature": "Ms Winter, support",
    }  # fmt: skip
    return Brief(**{**parts, **fields})


def kinds(reply: str, given: Brief | None = None) -> list[str]:
    """Return the kinds of what the guard finds in a reply."""
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    turn = Turn(action="reply", reason="", reply=reply, citations=(), thread=update, candidates=())
    return [f.kind for f in judge_reply(clean(reply), given or brief(), turn)]


@pytest.mark.parametrize("value", ANNAS)
def test_a_value_of_another_person_is_found(value: str) -> None:
    """A phone, order, address, account, hour or amount that stands in nothing of this person's is a finding."""
    said = SAYING[value].format(ANNAS[value])
    assert kinds(said) != []
    assert kinds(said, brief(f"My own: {ANNAS[value]}")) == []
    assert kinds(said, brief(profile={"known": ANNAS[value]})) == []


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("Mr Miller has asked for that, too.", ["name"]),
        ("We have discussed it with Mrs. Okafor.", ["name"]),
        ("Das hat Frau Sommer schon gefragt.", ["name"]),
        ("Hello Bert,\n\nDr Sommer lives there as well.", ["name"]),
        ("Dear Ms Okafor,\n\nthank you.", ["name"]),
        ("Hello Bert,\n\nthank you.", []),
        ("Ms Winter will look at it.", []),
        ("We will ask the doctor. Dr. Who?", ["name"]),
    ],
)
def test_a_person_who_has_no_part_is_not_named(reply: str, found: list[str]) -> None:
    """A name behind a title has to stand in the mail, the profile, the thread or the operator's own words."""
    assert [k for k in kinds(reply) if k == "name"] == found


@pytest.mark.parametrize(
    "reply",
    [
        f"The line is {FENCE}.",
        "Your thread is t_3f9a1c77d2b84e06a5d1.",
        "Use the key sk-proj-Ab12Cd34Ef56Gh78Ij90.",
        "It is filed under c_379f244698561fa353733b1c.",
        ROLE.splitlines()[5].removeprefix("- "),
        ANSWER.splitlines()[3],
        "Gifts above the usual value are decided by the head of sales on Mondays only.",
        "We note the tier that the customer says they bought from our sales team.",
        "See parcels#where.",
        "Your current_intent is a parcel.",
    ],
)
def test_what_is_ours_alone_is_found(reply: str) -> None:
    """The fence, ids, keys, words of the prompt, of the instructions and of the rules do not leave."""
    assert "leak" in kinds(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "Your tracking number is 1Z999AA10123456784 as you wrote.",
        "You can read it at https://example.com/help/a-long-page-name-with-2-words.",
        "Please describe the Wiederverwendbarkeitsnachweis.",
    ],
)
def test_honest_long_words_are_no_keys(reply: str) -> None:
    """A tracking number that the customer wrote, a link of the operator's and a long word are none of our ids."""
    assert "leak" not in kinds(reply, brief("My tracking number is 1Z999AA10123456784."))


async def test_what_one_person_of_a_thread_told_is_not_told_to_another(make_office: Any) -> None:
    """A participant's answer may not hold what the owner's profile or mails hold, whatever the model writes."""
    office: Office = make_office()
    await office.poll()
    office.receive(letter(1, f"My phone is {ANNAS['phone']}, my order is {ANNAS['order']}."))
    await office.poll()
    joining = office.reply_headers()
    for number, value in enumerate(ANNAS, start=2):
        office.model._answers = lambda _, value=value: turn(SAYING[value].format(ANNAS[value]))
        office.receive(letter(number, "And what about me?", sender=BERT, **joining))
        assert [(value, o.outcome) for o in await office.poll()] == [(value, Kind.HANDOFF)]
        assert ANNAS["phone"] not in str(office.model.briefs[-1])
    assert [p.recipients for p in office.outbox.sent if p.recipients != ("anna@example.org",)] == []


async def test_what_a_participant_told_is_not_told_to_the_owner(make_office: Any) -> None:
    """Nothing of a participant's mail comes into the thread's state, so the owner is not told it either."""
    office: Office = make_office()
    await office.poll()
    office.receive(letter(1))
    await office.poll()
    joining = office.reply_headers()
    office.receive(letter(2, f"My phone is {ANNAS['phone']}.", sender=BERT, **joining))
    await office.poll()
    office.model._answers = lambda _: turn(SAYING["phone"].format(ANNAS["phone"]))
    office.receive(letter(3, "Any news?", **joining))
    assert [o.outcome for o in await office.poll()] == [Kind.HANDOFF]
    assert ANNAS["phone"] not in str(office.model.briefs[-1])


def test_text_for_the_staff_is_in_no_brief(tmp_path: Path) -> None:
    """A page that is marked internal is found by no search, so its words cannot be said and its figures back nothing."""
    page = "---\nid: limits\ntitle: Limits\naudience: {}\n---\n\n# Limits\n\nA team lead may refund EUR 731.55 for a parcel.\n"
    (tmp_path / "limits.md").write_text(page.format("internal"), encoding="utf-8")
    hidden = tuple(Knowledge.load(tmp_path).search("refund for a parcel", 5, NOW.date()))
    (tmp_path / "limits.md").write_text(page.format("customer"), encoding="utf-8")
    shown = tuple(Knowledge.load(tmp_path).search("refund for a parcel", 5, NOW.date()))
    assert (hidden, len(shown)) == ((), 1)
    said = "A team lead may refund EUR 731.55 for a parcel."
    assert kinds(said, brief(knowledge=shown)) == []
    assert kinds(said, replace(brief(), knowledge=hidden)) != []
