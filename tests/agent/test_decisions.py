"""What the conductor makes of a model's answer: weighed candidates, hand-offs and their acknowledgement, limits of auto."""

from __future__ import annotations

from dataclasses import replace

import pytest
from office import Office, letter, turn

from keepword.agent.outcome import Kind
from keepword.agent.ports import Folder
from keepword.agent.replay import as_it_was, decide_again, difference, stored_brief
from keepword.agent.terms import AutoWhen
from keepword.memory.policy import Policy, Promise
from keepword.memory.state import ThreadDocument, ThreadStatus
from keepword.testing import ScriptedModel


def claim(
    rule: str = "preferred_contact_time", value: str = "evenings", quote: str = "I prefer evenings.", **fields: object
) -> dict[str, object]:
    """Return a candidate of a model's answer."""
    return {"rule": rule, "value": value, "quote": quote, "source": "customer", "confidence": 0.95, **fields}


async def only_thread(office: Office) -> ThreadDocument:
    """Return the one thread of the store."""
    [thread] = [t.value async for t in office.store.threads()]
    return thread


async def handle(office: Office, answer: dict[str, object], raw: bytes) -> Kind:
    """Poll one mail with a model that gives this answer."""
    office.model._answers = lambda _: answer
    office.receive(raw)
    [outcome] = await office.poll()
    return outcome.outcome


STRANGE = [
    [claim() for _ in range(10_000)],
    [claim(value="x" * 200_000)],
    [claim(quote="x" * 200_000)],
    [claim(rule="no_such_rule" * 500)],
    [claim(confidence=17.0)],
    [claim(confidence=-1.0)],
]


@pytest.mark.parametrize("candidates", STRANGE, ids=["10000", "huge value", "huge quote", "huge rule", "17.0", "-1.0"])
async def test_h41_strange_candidates_are_refused_counted_and_shown(
    office: Office, candidates: list[dict[str, object]]
) -> None:
    """Whatever a model returns as candidates, the mail is answered, little is kept, and what is refused is shown."""
    assert await handle(office, turn(candidates=candidates), letter(1, "I prefer evenings.")) is Kind.REPLIED
    thread = await only_thread(office)
    assert len(thread.candidates) <= 40
    assert len(thread.model_dump_json()) < 60_000
    if len(candidates) == 10_000:
        assert [v.value for v in thread.verdicts if v.decided_by == "too_many"] == ["9960 candidates"]
    else:
        assert [v.promoted for v in thread.verdicts] == [False]


async def test_h5_a_hand_off_is_acknowledged_once_and_told_to_colleagues(office: Office) -> None:
    """The customer learns once that a person will answer, the colleagues learn why, and the thread is silent from then on."""
    office.terms = replace(office.terms, handoff_to=("boss@staff.example.com",))
    office.restart()
    assert await handle(office, turn(), letter(1, "I want to talk to a human being.")) is Kind.HANDOFF
    first, notice = office.outbox.sent
    assert (first.recipients, notice.recipients) == (("anna@example.org",), ("boss@staff.example.com",))
    assert b"A colleague will look at it" in first.raw
    assert b"topic: human" in notice.raw
    assert await handle(office, turn(), letter(2, "Hello?", **office.reply_headers(0))) is Kind.HANDOFF
    assert len(office.outbox.sent) == 2
    assert office.model.briefs == []


async def test_h33_no_acknowledgement_where_the_operator_wants_none(office: Office) -> None:
    """An empty template sends nothing."""
    office.terms = replace(office.terms, acknowledgement="")
    office.restart()
    assert await handle(office, turn(), letter(1, "I want to talk to a human being.")) is Kind.HANDOFF
    assert office.outbox.sent == []


POLICY = Policy(promises=(Promise("refund", None, None, 10), Promise("replacement", None, None, 10)))
LIMITS = [
    ("question", "Thank you for your mail.", Kind.REPLIED),
    ("QUESTION ", "Thank you for your mail.", Kind.REPLIED),
    ("complaint", "Thank you for your mail.", Kind.DRAFTED),
    ("complaint", "We will send you a replacement within 10 days.", Kind.REPLIED),
    (
        "question",
        "We will send you a new one within 10 days, and we will refund the shipping within 10 days.",
        Kind.DRAFTED,
    ),
]


@pytest.mark.parametrize(("intent", "reply", "kind"), LIMITS)
async def test_auto_may_be_limited_to_intents_and_promises(office: Office, intent: str, reply: str, kind: Kind) -> None:
    """What the operator has not allowed to be sent by itself becomes a draft."""
    office.terms = replace(office.terms, policy=POLICY)
    office.change(auto_when=AutoWhen(intents=("question",), promises=("replacement",)))
    found = await handle(
        office, turn(reply, thread={"current_intent": intent}), letter(1, "Please send me a replacement.")
    )
    if found is Kind.HANDOFF:
        pytest.fail(str((await only_thread(office)).handoff_reason))
    assert found is kind
    assert len(office.mailbox.raws(Folder.DRAFTS)) == (kind is Kind.DRAFTED)
    assert len(office.outbox.sent) == (kind is Kind.REPLIED)


async def test_a_thread_is_closed_only_where_nothing_is_open(office: Office) -> None:
    """`resolved` is believed only with no open item and no question of the customer's."""
    resolved = {"resolved": True}
    await handle(office, turn(thread={**resolved, "open_items": ["order number"]}), letter(1, "Thanks."))
    assert (await only_thread(office)).state is ThreadStatus.OPEN
    await handle(office, turn(thread=resolved), letter(2, "Thanks, but why?", **office.reply_headers()))
    assert (await only_thread(office)).state is ThreadStatus.OPEN
    await handle(office, turn(thread=resolved), letter(3, "Thanks.", **office.reply_headers()))
    assert (await only_thread(office)).state is ThreadStatus.CLOSED


async def test_a_decision_can_be_made_again_without_acting(office: Office) -> None:
    """Replaying under the same terms changes nothing; another model or rule file shows what would be different."""
    answer = turn("Thank you for your mail.", candidates=[claim()])
    await handle(office, answer, letter(1, "I prefer evenings."))
    thread = await only_thread(office)
    [stored] = [t async for t in office.store.turns(thread.thread_state.entity_id, thread.thread_state.thread_id)]
    brief = await stored_brief(stored, office.terms, office.knowledge)
    assert brief is not None
    assert brief.mail == office.model.briefs[0].mail
    assert brief.thread == office.model.briefs[0].thread
    before = as_it_was(stored)
    sent = len(office.outbox.sent)
    same = await decide_again(stored, brief, ScriptedModel([answer]), office.terms)
    assert difference(before, same) == []
    other = await decide_again(
        stored, brief, ScriptedModel([turn("Good morning.", candidates=[claim()])]), office.terms
    )
    assert difference(before, other)[0] == "reply:"
    stricter = replace(office.terms, rules=tuple(r for r in office.terms.rules if r.name == "mood"))
    without = await decide_again(stored, brief, ScriptedModel([answer]), stricter)
    assert without.refused == ("preferred_contact_time: evenings (refused by unknown_rule)",)
    assert len(office.outbox.sent) == sent
