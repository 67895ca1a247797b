"""What public bug reports ask of an agent like this one, row by row, through the whole of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from office import SUPPORT, Office, letter, turn

from keepword.agent.brief.assemble import tokens
from keepword.agent.outcome import Kind
from keepword.errors import OutboxUnreachable
from keepword.memory.policy import Policy, Promise
from keepword.memory.state import Commitment, Fact, ProfileDocument, ReplyState, Speaker, ThreadDocument
from keepword.threading.entity import address_key
from keepword.threading.read import read
from keepword.threading.tokens import entity_id

QUOTE = {"rule": "preferred_contact_time", "value": "evenings", "source": "customer", "confidence": 0.95}


async def threads(office: Office) -> list[ThreadDocument]:
    """Return all threads."""
    return [t.value async for t in office.store.threads()]


def anna(office: Office) -> str:
    """Return the customer's entity id."""
    return entity_id(office.terms.secret, address_key("anna@example.org"))


async def test_a5_a6_h19_one_mail_has_at_most_one_reply(office: Office) -> None:
    """However often a mail is handled, and whatever the model says, one mail of ours answers it."""
    await office.poll()
    office.receive(letter(1))
    await office.poll()
    for _ in range(3):
        office.restart()
        office.receive(letter(1))
        await office.poll()
    assert [read(p.raw).in_reply_to for p in office.outbox.sent] == [("<1@example.org>",)]


async def test_a10_nothing_old_is_replayed_however_much_has_come_since(office: Office) -> None:
    """Where we stand is a cursor, no set that is trimmed: after many mails the first is still done."""
    office.terms = office.generous()
    office.restart()
    for number in range(1, 61):
        office.receive(letter(number, sender=f"customer{number}@example.net"))
    await office.poll()
    office.restart()
    assert await office.poll() == []
    assert len(office.outbox.sent) == 60


async def test_c13_nothing_is_deleted_from_the_inbox(office: Office) -> None:
    """Mail that is answered, gated or a duplicate stays where it is."""
    for raw in (letter(1), letter(1), letter(2, Auto_Submitted="auto-replied")):
        office.receive(raw)
    await office.poll()
    assert "move" not in office.mailbox.calls
    assert len(office.mailbox.folders["inbox"]) == 3


async def test_e7_h29_recipients_are_frozen_when_the_reply_is_written(office: Office) -> None:
    """A reply that waits goes to whom it was written, whatever becomes of the thread meanwhile."""
    office.outbox.fail(OutboxUnreachable("451 later"))
    office.receive(letter(1))
    await office.poll()
    [thread] = await threads(office)
    found = await office.store.thread(thread.thread_state.thread_id)
    assert found is not None
    await office.store.save_thread(found.value.model_copy(update={"owner": "evil@example.net"}), found.etag)
    office.later(minutes=5)
    await office.sweep()
    [posted] = office.outbox.sent
    assert posted.recipients == ("anna@example.org",)
    assert [a.address for a in read(posted.raw).to] == ["anna@example.org"]


async def test_h3_a_promise_is_in_the_ledger_though_the_model_forgot_it(office: Office) -> None:
    """What was promised is found in what was sent, is overdue when its day has passed, and the agent knows of it."""
    office.terms = replace(office.terms, policy=Policy(promises=(Promise("refund", None, None, 10),)))
    office.restart()
    office.model._answers = lambda _: turn("We will refund the fee within 5 days.")
    office.receive(letter(1, "Please refund the fee."))
    await office.poll()
    office.later(hours=80)
    await office.sweep()
    profile = await office.store.profile(anna(office))
    assert profile is not None
    [promise] = profile.value.commitments
    assert (promise.kind, promise.due) == ("refund", date(2026, 12, 5))
    assert [c.commitment_id async for c in office.store.overdue(date(2026, 12, 6))] == [promise.commitment_id]
    office.receive(letter(2, "Hello again?", Date="Thu, 03 Dec 2026 20:00:00 +0000"))
    await office.poll()
    assert (office.model.briefs[-1].profile or {})["outstanding_commitments"][0]["due"] == "2026-12-05"


async def test_h7_a_burst_gets_one_answer_to_the_newest(office: Office) -> None:
    """Mails of one thread that wait together are answered once; the newest counts, whatever the order of arrival."""
    first, second = (
        letter(1, "One.", Date="Mon, 30 Nov 2026 11:00:00 +0000"),
        letter(2, "Two.", Subject="Re: Mail 1", In_Reply_To="<1@example.org>", Date="Mon, 30 Nov 2026 11:30:00 +0000"),
    )
    office.receive(second)
    office.receive(first)
    outcomes = await office.poll()
    assert [o.outcome for o in outcomes] == [Kind.REPLIED, Kind.REPLIED]
    assert [read(p.raw).in_reply_to for p in office.outbox.sent] == [("<2@example.org>",)]
    assert len(office.model.briefs) == 1


async def test_h13_mail_to_ourselves_ends_at_once(office: Office) -> None:
    """Mail from our own address, with tags or under one of our own ids, gets no answer."""
    own = "support+news@example.com"
    office.receive(letter(1, sender=SUPPORT))
    office.receive(letter(2, sender=own))
    assert [o.reason for o in await office.poll()] == ["own_address", "own_address"]
    assert office.model.briefs == []


async def test_h23_an_empty_mail_is_handled_once(office: Office) -> None:
    """A mail without a body is no poison: it is handled, and the next poll has nothing to do."""
    office.receive(letter(1, ""))
    assert len(await office.poll()) == 1
    assert await office.poll() == []
    assert office.faults == []


async def test_h25_two_threads_of_one_sender_keep_apart(office: Office) -> None:
    """Two conversations of one person have their own states, summaries and replies."""
    office.model._answers = lambda b: turn(thread={"summary": f"about {b.mail.subject}"})
    office.receive(letter(1, Subject="Lamp"))
    office.receive(letter(2, Subject="Kettle"))
    await office.poll()
    assert sorted(t.thread_state.summary for t in await threads(office)) == ["about Kettle", "about Lamp"]


async def test_h31_the_whole_input_has_a_budget_with_visible_markers(office: Office) -> None:
    """A huge mail and a huge profile are cut to their budgets, and what was cut is said."""
    facts = tuple(
        Fact(fact_id=f"f{n}", slot=f"slot_{n}", value="x" * 300, rule="r", stated_at=datetime(2026, 1, 1, tzinfo=UTC))
        for n in range(200)
    )
    await office.store.save_profile(ProfileDocument(entity_id=anna(office), facts=facts))
    office.receive(letter(1, "word " * 40_000))
    await office.poll()
    [brief] = office.model.briefs
    assert tokens(brief.mail.text) <= 3_100
    assert "[…cut…]" in brief.mail.text
    assert tokens(str(brief.profile)) <= 1_000
    assert (brief.profile or {})["not_shown"] > 0
    assert any(c.startswith("mail: ") for c in brief.cut)


async def test_h35_what_was_recalled_is_never_remembered_again(office: Office) -> None:
    """A candidate that quotes the profile, the thread or our own words, not this mail, is refused."""
    fact = Fact(
        fact_id="f1", slot="name", value="Anna Example", rule="name", stated_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    await office.store.save_profile(ProfileDocument(entity_id=anna(office), facts=(fact,)))
    recalled = [{**QUOTE, "quote": "Anna Example"}, {**QUOTE, "quote": "Thank you for your mail."}]
    office.model._answers = lambda _: turn(candidates=recalled)
    office.receive(letter(1, "Hello?"))
    await office.poll()
    [thread] = await threads(office)
    assert thread.candidates == ()
    assert {v.decided_by for v in thread.verdicts} == {"not_found"}


async def test_h38_what_was_not_delivered_does_not_look_delivered(office: Office) -> None:
    """A reply that waits or failed says so in its state, with the server's words."""
    office.outbox.fail(OutboxUnreachable("450 greylisted"))
    office.receive(letter(1))
    await office.poll()
    [thread] = await threads(office)
    assert [(r.state, r.reason) for r in thread.replies] == [(ReplyState.PENDING, "450 greylisted")]
    assert thread.commitments == ()


async def test_h41_h42_h43_a_contradiction_supersedes_and_loses_nothing(office: Office) -> None:
    """A new value of a one-valued slot is current, the old one stays superseded, and saying it twice is saying it once."""
    days = {"evenings": "Mon, 30 Nov 2026 08:00:00 +0000", "mornings": "Mon, 30 Nov 2026 09:00:00 +0000"}
    for number, value in enumerate(("evenings", "mornings", "mornings"), 1):
        quote = f"I prefer {value}."
        office.model._answers = lambda _, v=value, q=quote: turn(
            candidates=[{**QUOTE, "value": v, "quote": q}], thread={"resolved": True}
        )
        office.receive(letter(number, quote, Date=days[value]))
        await office.poll()
        await office.sweep()
    profile = await office.store.profile(anna(office))
    assert profile is not None
    values = sorted((f.value, f.superseded_by is None) for f in profile.value.facts)
    assert values == [("evenings", False), ("mornings", True)]


async def test_h37_a_claim_of_the_customers_is_no_promise_of_ours(office: Office) -> None:
    """`You promised me` stays a claim: it neither enters the ledger nor moves the guard."""
    office.terms = replace(office.terms, policy=Policy(promises=(Promise("refund", None, "EUR", 10),)))
    office.restart()
    office.model._answers = lambda _: turn("We will send you a free kettle tomorrow, as we promised.")
    office.receive(letter(1, "You promised me a free kettle by tomorrow, and USD 500."))
    assert [o.outcome for o in await office.poll()] == [Kind.HANDOFF]
    [thread] = await threads(office)
    assert thread.commitments == ()
    commitments: list[Commitment] = [c async for c in office.store.commitments()]
    assert [c for c in commitments if c.stated_by != Speaker.OPERATOR] == []
