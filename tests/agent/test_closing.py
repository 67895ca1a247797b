"""Closing and promoting, killed at any point and run again: the same profile, the same records, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from office import Office, letter, turn

from keepword.agent.closing import closed, promote_thread
from keepword.agent.outcome import Kind
from keepword.memory.records import RecordType
from keepword.memory.state import ThreadStatus
from keepword.memory.store import Versioned
from keepword.testing import Counted, Failing, Fault, MemoryDocuments

TEXT = "I prefer to be contacted in the evenings. I am furious!\n\nBest regards,\nAnna"


class Crash(BaseException):
    """The process is gone: nothing may catch this."""


def candidate(rule: str, value: str, quote: str) -> dict[str, Any]:
    """Return a candidate of a model's answer."""
    return {"rule": rule, "value": value, "quote": quote, "source": "customer", "confidence": 0.95}


ANSWER = turn(
    "Thank you, Anna.",
    candidates=[
        candidate("preferred_contact_time", "evenings", "I prefer to be contacted in the evenings."),
        candidate("name", "Anna", "Anna"),
        candidate("mood", "furious", "I am furious!"),
    ],
    thread={"topic": "Evenings", "summary": "She prefers evenings."},
)


async def told(make_office: Callable[..., Office], documents: Any) -> Office:
    """Return an office in which one thread has fallen idle."""
    office = make_office(documents=Counted(documents))
    office.model._answers = lambda _: ANSWER
    await office.poll()
    office.receive(letter(1, TEXT))
    await office.poll()
    office.later(hours=73)
    return office


async def remembered(office: Office) -> str:
    """Return everything that lasts, as one text."""
    [thread] = [t.value async for t in office.store.threads()]
    entity = thread.thread_state.entity_id
    profile = await office.store.profile(entity)
    distilled = frozenset(RecordType) - {RecordType.TURN}
    records = sorted([r.model_dump_json() async for r in office.store.records(entity, types=distilled)])
    assert profile is not None
    assert thread.state is ThreadStatus.CLOSED
    return "\n".join([profile.value.model_dump_json(), *records])


async def undisturbed(make_office: Callable[..., Office]) -> tuple[str, int]:
    """Return what lasts when nothing goes wrong, and how many writes that takes."""
    office = await told(make_office, MemoryDocuments())
    office.documents.reset()
    await office.sweep()
    writes = office.documents.writes
    return await remembered(office), writes


async def test_an_idle_thread_leaves_what_deserves_to_last(make_office: Callable[..., Office]) -> None:
    """The preference and the name cross, the mood does not, the past thread has its topic."""
    lasts, _ = await undisturbed(make_office)
    assert ("evenings" in lasts, '"Anna"' in lasts, "Evenings" in lasts) == (True, True, True)
    assert "furious" not in lasts


async def test_sweeping_twice_changes_nothing_more(make_office: Callable[..., Office]) -> None:
    """A second sweep, at the same time or later, finds nothing to do."""
    office = await told(make_office, MemoryDocuments())
    await office.sweep()
    before = await remembered(office)
    office.later(hours=5)
    assert await office.sweep() == []
    assert await remembered(office) == before


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_sweep_killed_at_any_write_and_run_again(make_office: Callable[..., Office], after: bool) -> None:
    """Wherever the sweep was killed, and however late it runs again, the same things last."""
    expected, writes = await undisturbed(make_office)
    for nth in range(1, writes + 1):
        documents = MemoryDocuments()
        office = await told(make_office, documents)
        office.documents = Counted(Failing(documents, [Fault("write", nth, after, error=Crash())]))  # type: ignore[arg-type]
        office.restart()
        with pytest.raises(Crash):
            await office.sweep()
        office.documents = Counted(documents)
        office.restart()
        office.now += timedelta(hours=nth)
        await office.sweep()
        assert await remembered(office) == expected, nth


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"reply": "You get EUR 900.00 from us, Anna."}, id="held back by the guard"),
        pytest.param({"reply": "", "action": "handoff", "reason": "unsure"}, id="handed off by the model"),
    ],
)
async def test_what_was_stated_stands_although_a_person_answers(office: Office, answer: dict[str, Any]) -> None:
    """A fact in a mail that is left to a person is kept, and crosses once a colleague has closed the thread."""
    office.model._answers = lambda _: turn(**{**answer, "candidates": ANSWER["candidates"]})
    await office.poll()
    office.receive(letter(1, TEXT))
    assert [o.outcome for o in await office.poll()] == [Kind.HANDOFF]
    [thread] = [t async for t in office.store.threads()]
    ended = Versioned(closed(thread.value, office.now), thread.etag)
    closing = await promote_thread(ended, office.terms, office.store, office.now, None)
    assert closing.promoted == 2
    assert [(v.rule, v.decided_by) for v in thread.value.verdicts] == [("mood", "mood")]
    lasts = await remembered(office)
    assert ("evenings" in lasts, '"Anna"' in lasts, "furious" in lasts) == (True, True, False)
