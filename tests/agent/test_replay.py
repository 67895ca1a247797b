"""`replay`: the decision again, and nothing shown as a difference that is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from counter import Counter
from office import Office, letter, turn

from keepword.agent.replay import Decided, as_it_was, decide_again, difference, different_parts
from keepword.memory.policy import Policy
from keepword.memory.records import Record
from keepword.testing import ScriptedModel

CLAIM = {
    "rule": "preferred_contact_time",
    "value": "evenings",
    "quote": "I prefer evenings.",
    "source": "customer",
    "confidence": 0.95,
}
HANDOFF = turn("", action="handoff", reason="beyond me", candidates=[CLAIM])
UNBACKED = turn("We will refund EUR 900.00 within 2 days.", candidates=[CLAIM])


async def stored(office: Office, answer: dict[str, Any], text: str = "I prefer evenings.") -> Record:
    """Let a mail be answered so, and return its stored turn."""
    office.model._answers = lambda _: answer
    office.receive(letter(1, text))
    await office.poll()
    [thread] = [t.value.thread_state async for t in office.store.threads()]
    [record] = [t async for t in office.store.turns(thread.entity_id, thread.thread_id) if t.role == "user"]
    return record


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (HANDOFF, "model: beyond me"),
        (UNBACKED, "guard"),
        (turn("Hello\u200b,\r\n\r\nyes.  \n\n\n"), "scripted"),
        (turn("", action="none", candidates=[CLAIM]), "scripted"),
    ],
    ids=["model hands off", "guard hands off", "a reply that is cleaned", "no answer"],
)
async def test_the_same_again_is_no_difference(office: Office, answer: dict[str, Any], why: str) -> None:
    """Whatever was decided, the same model under the same terms shows nothing different, and why it was so."""
    record = await stored(office, answer)
    before = as_it_was(record)
    after = await decide_again(record, office.model.briefs[0], ScriptedModel(lambda _: answer), office.terms)
    assert ([], why, why) == (difference(before, after), before.why, after.why)


async def test_what_a_customer_states_in_a_mail_that_is_handed_off(office: Office) -> None:
    """Another model that hands off too, but finds less, would have less remembered: that is shown."""
    record = await stored(office, HANDOFF)
    less = {**HANDOFF, "candidates": []}
    after = await decide_again(record, office.model.briefs[0], ScriptedModel([less]), office.terms)
    assert ["kept:", "-preferred_contact_time: evenings"] == difference(as_it_was(record), after)


async def test_somebody_else_in_a_thread_states_nothing_again(office: Office) -> None:
    """A participant's words, and those of a shared address, are refused in a replay as they were."""
    office.model._answers = lambda _: turn("Yes.", candidates=[CLAIM])
    office.receive(letter(1, "I prefer evenings."))
    await office.poll()
    office.receive(letter(2, "I prefer evenings.", sender="bob@example.org", **office.reply_headers()))
    office.receive(letter(3, "I prefer evenings.", sender="info@example.org"))
    await office.poll()
    records = [
        t
        for e in [e async for e in office.store.messages()]
        async for t in office.store.turns(e.value.entity_id, e.value.thread_id)
    ]
    briefs = {b.mail.subject: b for b in office.model.briefs}
    asked = [r for r in records if r.role == "user"]
    assert 3 == len({r.id for r in asked})
    for record in asked:
        brief = briefs[record.metadata["subject"]]
        after = await decide_again(
            record, brief, ScriptedModel(lambda _: turn("Yes.", candidates=[CLAIM])), office.terms
        )
        assert [] == difference(as_it_was(record), after)


async def test_words_of_its_own_for_a_hand_off_are_no_difference(office: Office) -> None:
    """A model that hands off in other words decides the same."""
    record = await stored(office, HANDOFF)
    other = {**HANDOFF, "reason": "not for me"}
    after = await decide_again(record, office.model.briefs[0], ScriptedModel([other]), office.terms)
    assert (False, "model: not for me") == (as_it_was(record).differs(after), after.why)


async def test_a_changed_outcome_says_why(office: Office) -> None:
    """What would be done instead stands there with who decides so."""
    record = await stored(office, turn("Yes."))
    after = await decide_again(record, office.model.briefs[0], ScriptedModel([HANDOFF]), office.terms)
    shown = difference(as_it_was(record), after)
    assert ["action:", "-reply (scripted)", "+handoff (model: beyond me)"] == shown[:3]


async def test_a_policy_with_a_topic_of_its_own_asks_no_model(office: Office) -> None:
    """Words that a tried policy gives to a person's job hand the mail off, as they would then."""
    record = await stored(office, turn("Yes."), "A zeppelin asks.")
    topics = {**Policy().topics, "airships": ("zeppelin",)}
    tried = replace(office.terms, policy=replace(office.terms.policy, topics=topics))
    after = await decide_again(record, office.model.briefs[0], ScriptedModel([]), tried)
    assert Decided("handoff", why="topic: airships") == after
    assert "topic: airships" == after.why


def test_two_places_of_a_long_text() -> None:
    """Changed lines are shown with a line around them, and a mark stands between two places."""
    lines = [str(n) for n in range(20)]
    other = ["x" if line in {"3", "15"} else line for line in lines]
    shown = difference(Decided("reply", "\n".join(lines)), Decided("reply", "\n".join(other)))
    assert ["reply:", " 2", "-3", "+x", " 4", "…", " 14", "-15", "+x", " 16"] == shown
    assert ["action", "reply"] == different_parts(Decided("reply", "x"), Decided("none"))


def test_a_table_of_all(tmp_path: Path) -> None:
    """With `--all` each mail has a row, and the last line counts those that would be decided otherwise; nothing is sent."""
    counter = Counter(tmp_path)

    async def day(office: Office) -> None:
        office.model._answers = lambda _: turn("We are open.")
        for number in range(3):
            office.receive(letter(number, "What are your opening hours?", sender=f"{number}@example.org"))
        await office.poll()

    counter.work(day)
    before = counter.lines("replies")
    rows = counter.lines("replay", "--all")
    assert [True] * 3 == [row["changed"] and "reply" in row["what"] for row in rows]
    assert "3 of 3 would be decided otherwise" in counter.call("replay", "--all").stdout
    assert before == counter.lines("replies")
    (tmp_path / "other").mkdir()
    press = '[handoff]\nwords = { hours = ["opening hours"] }\ntopics = ["hours"]\n'
    (tmp_path / "policy2.toml").write_text(press, "utf-8")
    [row] = counter.lines("replay", "<1@example.org>", "--policy", str(tmp_path / "policy2.toml"))
    assert ("handoff", "topic: hours") == (row["after"], row["why"]["after"])
