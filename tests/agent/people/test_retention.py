"""What is kept how long: nothing unpromoted expires, what is archived does, and nobody is answered twice for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from office import RULES, Office, letter, turn

from keepword.agent.outcome import Kind, Outcome
from keepword.agent.people.retention import expire
from keepword.agent.terms import Mode
from keepword.errors import ModelUnreachable
from keepword.memory.ports import Container, Search
from keepword.memory.promotion.promote import set_by_operator
from keepword.memory.state import ProfileDocument, ReplyState, ThreadStatus, profile_state
from keepword.testing import Counted, MemoryDocuments
from keepword.threading.tokens import entity_id

ANNA = "anna@example.org"
STATES = {
    "rule": "preferred_contact_time",
    "value": "after 17:00",
    "quote": "Call me after 17:00.",
    "source": "customer",
    "confidence": 0.95,
}


@pytest.fixture
def office(make_office: Callable[..., Office]) -> Office:
    """Return an office in which time also passes for its documents."""
    box: list[Office] = []
    box.append(make_office(documents=Counted(MemoryDocuments(now=lambda: box[0].now))))
    return box[0]


async def write(office: Office, raw: bytes, reply: str = "Thank you for your mail.", **fields: Any) -> list[Outcome]:
    """Let a mail arrive, have it answered so, and return what became of it."""
    office.model._answers = lambda _: turn(reply, **fields)
    office.receive(raw)
    return await office.poll()


async def kept(office: Office) -> dict[Container, int]:
    """Count what is there, by container, expired documents removed."""
    await expire(office.terms, office.store, office.now)
    counts = {c: len([d async for d in office.documents.find(c, Search())]) for c in Container}
    return {c: n for c, n in counts.items() if n and c is not Container.LEASES}


async def profile_of(office: Office) -> ProfileDocument:
    """Return Anna's profile."""
    found = await office.store.profile(entity_id(office.terms.secret, ANNA))
    return found.value if found else ProfileDocument(entity_id="")


async def test_nothing_unpromoted_expires(office: Office) -> None:
    """However long nobody sweeps, a thread with its candidates stays; once swept it is promoted, then archived, then gone."""
    await office.poll()
    await write(office, letter(1, "Call me after 17:00."), candidates=[STATES])
    before = await kept(office)
    office.later(days=4_000)
    assert await kept(office) == before
    await office.sweep()
    assert profile_state(await profile_of(office))["preferred_contact_time"] == "after 17:00"
    office.later(days=91)
    after = await kept(office)
    assert (Container.THREADS in after, Container.TURNS in after, after[Container.PROFILES]) == (False, False, 1)


async def test_the_index_outlives_the_thread_and_then_goes(office: Office) -> None:
    """Index entries live twice as long as their archived thread; those of gated mails, which have none, as long from the first."""
    await office.poll()
    await write(office, letter(1))
    await write(office, letter(2, Auto_Submitted="auto-replied"))
    office.later(days=4)
    await office.sweep()
    office.later(days=91)
    assert (await kept(office))[Container.MESSAGES] == 2
    office.later(days=90)
    assert Container.MESSAGES not in await kept(office)


async def test_a_duplicate_does_not_prolong_an_entry(office: Office) -> None:
    """The same mail again is noted on its entry, which goes at its time all the same."""
    await office.poll()
    raw = letter(1, Auto_Submitted="auto-replied")
    await write(office, raw)
    office.later(days=179)
    [again] = await write(office, raw)
    assert again.outcome is Kind.DUPLICATE
    office.later(days=2)
    assert Container.MESSAGES not in await kept(office)


async def test_a_rescan_after_everything_has_expired_answers_nobody_again(office: Office) -> None:
    """A new UIDVALIDITY years later: mails that the index has let go of are not taken for new, a fresh one is."""
    await office.poll()
    await write(office, letter(1))
    office.later(days=4)
    await office.sweep()
    office.later(days=181)
    assert Container.MESSAGES not in await kept(office)
    await office.poll()
    office.mailbox.renumber()
    fresh = letter(2, Date=office.now.strftime("%a, %d %b %Y %H:%M:%S +0000"))
    assert [(o.message_id, o.outcome) for o in await write(office, fresh)] == [("<2@example.org>", Kind.REPLIED)]
    assert len(office.outbox.sent) == 2


async def test_a_mail_that_waits_longer_than_threads_are_kept_is_answered(office: Office) -> None:
    """A claim is no sign that a mail was handled, however old it is: the model is away for longer than `archive_for`."""
    await office.poll()
    office.model._answers = lambda _: ModelUnreachable("away")
    office.receive(letter(1))
    assert [Kind.WAITING] == [o.outcome for o in await office.poll()]
    office.later(days=91)
    await office.sweep()
    office.model._answers = lambda _: turn()
    assert ([Kind.REPLIED], 1) == ([o.outcome for o in await office.poll()], len(office.outbox.sent))


async def test_a_mail_that_waits_beyond_its_archived_thread_is_answered(office: Office) -> None:
    """Its thread is archived and goes while it waits: it is answered all the same, and the mail before it never again."""
    await office.poll()
    first = letter(1)
    await write(office, first)
    office.model._answers = lambda _: ModelUnreachable("away")
    office.receive(letter(2, **office.reply_headers()))
    await office.poll()
    office.later(days=4)
    await office.sweep()
    office.later(days=91)
    assert Container.THREADS not in await kept(office)
    office.model._answers = lambda _: turn()
    office.receive(first)
    found = {(o.message_id, o.outcome) for o in await office.poll()}
    assert {("<2@example.org>", Kind.REPLIED), ("<1@example.org>", Kind.DUPLICATE)} == found
    assert 2 == len(office.outbox.sent)


async def test_a_new_uidvalidity_leaves_no_mail_behind_that_waits(office: Office) -> None:
    """A rescan lets go only of mails from before the oldest one that still waits."""
    await office.poll()
    office.model._answers = lambda _: ModelUnreachable("away")
    office.receive(letter(1))
    await office.poll()
    office.later(days=91)
    await office.poll()
    office.mailbox.renumber()
    office.model._answers = lambda _: turn()
    assert [Kind.REPLIED] == [o.outcome for o in await office.poll()]


async def test_answering_in_an_archived_thread_gives_it_its_life_back(office: Office) -> None:
    """A mail to an archived thread opens it anew: it does not expire until it is archived again."""
    await office.poll()
    await write(office, letter(1))
    office.later(days=4)
    await office.sweep()
    office.later(days=80)
    await write(office, letter(2, **office.reply_headers()))
    office.later(days=80)
    assert (await kept(office))[Container.THREADS] == 1


async def test_a_closed_thread_is_archived_once_its_draft_is_settled(office: Office) -> None:
    """A draft that waits keeps its closed thread; after the decision the thread gets its time to live."""
    office.change(mode=Mode.DRAFT)
    await office.poll()
    await write(office, letter(1))
    office.later(days=7)
    await office.sweep()
    [thread] = [t async for t in office.store.threads()]
    assert (thread.value.state, thread.value.archived) == (ThreadStatus.CLOSED, False)
    settled = tuple(r.model_copy(update={"state": ReplyState.DISCARDED}) for r in thread.value.replies)
    await office.store.save_thread(thread.value.model_copy(update={"replies": settled}), thread.etag)
    office.later(days=2)
    await office.sweep()
    office.later(days=91)
    assert Container.THREADS not in await kept(office)


async def test_a_fact_leaves_the_profile_when_its_rule_keeps_it_no_longer(office: Office) -> None:
    """`keep_for` counts from when a fact was stated; the record goes with it, an operator's word stays."""
    rules = tuple(replace(r, keep_for=timedelta(days=365)) if r.slot else r for r in RULES)
    office.terms = replace(office.terms, rules=rules)
    office.restart()
    await office.poll()
    await write(office, letter(1, "Call me after 17:00."), candidates=[STATES])
    office.later(days=4)
    await office.sweep()
    found = await office.store.profile(entity_id(office.terms.secret, ANNA))
    assert found is not None
    await office.store.save_profile(set_by_operator(found.value, "name", "Anna", rules, office.now, "op"), found.etag)
    office.later(days=360)
    assert await expire(office.terms, office.store, office.now) >= 1
    assert profile_state(await profile_of(office))["preferred_contact_time"] == "after 17:00"
    office.later(days=2)
    assert await expire(office.terms, office.store, office.now) >= 1
    state = profile_state(await profile_of(office))
    assert (state["preferred_contact_time"], state["name"]) == (None, "Anna")
    records = [r.content async for r in office.store.records(state["entity_id"])]
    assert [c for c in records if "17:00" in c] == []


async def test_a_late_promotion_brings_nobody_back(office: Office) -> None:
    """A pass over a thread whose owner was forgotten meanwhile writes no profile."""
    from keepword.agent.people.forgetting import forget

    await office.poll()
    await write(office, letter(1, "Call me after 17:00."), candidates=[STATES])
    [thread] = [t async for t in office.store.threads()]
    owner = thread.value.thread_state.entity_id
    office.later(minutes=5)
    await forget(owner, ANNA, {}, office.terms, office.store, office.now)
    await office.store.save_thread(thread.value)
    office.later(days=4)
    await office.sweep()
    assert await office.store.profile(owner) is None
    assert [r async for r in office.store.records(owner)] == []
