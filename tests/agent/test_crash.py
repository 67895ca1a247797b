"""A crash at every point between two effects: nothing is lost, and nothing is sent twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from office import Office, letter

from keepword.agent.outcome import Kind
from keepword.errors import DeliveryRefused, DeliveryUnknown, OutboxUnreachable
from keepword.memory.state import ReplyState
from keepword.testing import Counted, Failing, FakeMailbox, FakeOutbox, Fault, MemoryDocuments
from keepword.threading.read import read

MAILS = 3


class Crash(BaseException):
    """The process is gone: nothing may catch this."""


def world(office: Office) -> None:
    """Let some mails of two people arrive, one of them a robot's."""
    office.receive(letter(1))
    office.receive(letter(2, sender="bert@example.net"))
    office.receive(letter(3, sender="carol@example.net"))
    office.receive(letter(4, Auto_Submitted="auto-replied"))


async def settle(office: Office) -> list[str]:
    """Start anew and work until nothing more happens; return what became of the mails by then."""
    outcomes: list[str] = []
    for _ in range(4):
        office.restart()
        office.later(hours=2)
        await office.sweep()
        outcomes += [o.outcome for o in await office.poll()]
    return outcomes


def answers(office: Office) -> Counter[str]:
    """Count the mails that left, by the mail that they answer."""
    return Counter(read(p.raw).in_reply_to[0] for p in office.outbox.sent)


async def unknown(office: Office) -> set[str]:
    """Return the mails whose answer is reported as unknown."""
    found = [r async for t in office.store.outbox() for r in t.value.replies]
    return {r.in_reply_to for r in found if r.state is ReplyState.UNKNOWN}


async def holds(office: Office) -> None:
    """Check that every mail was answered once, or is reported as unknown, and that none was answered twice."""
    sent = answers(office)
    reported = await unknown(office)
    assert [n for n in sent.values() if n > 1] == []
    assert {f"<{n}@example.org>" for n in range(1, MAILS + 1)} <= set(sent) | reported
    assert office.mailbox.folders["inbox"][3].flags == {"\\Seen"}
    assert len(office.model.briefs) >= MAILS


async def store_calls(make_office: Callable[..., Office]) -> int:
    """Count the store's calls when nothing goes wrong."""
    office = make_office()
    world(office)
    await office.poll()
    return office.documents.reads + office.documents.writes


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kind", ["read", "write"])
async def test_a_crash_at_any_call_of_the_store(make_office: Callable[..., Office], kind: str, after: bool) -> None:
    """Whichever read or write of the store the crash comes before or after, every mail gets its one answer."""
    for nth in range(1, await store_calls(make_office) + 1):
        documents = MemoryDocuments()
        failing = Failing(documents, [Fault(kind, nth, after, error=Crash())])  # type: ignore[arg-type]
        office = make_office(documents=Counted(failing))
        world(office)
        try:
            await office.poll()
        except Crash:
            office.documents = Counted(documents)
            await settle(office)
        await holds(office)


STEPS = [(m, after) for m in ("mark", "append", "send") for after in (False, True)] + [("holds", False)]


@pytest.mark.parametrize(("method", "after"), STEPS)
async def test_a_crash_at_any_step_of_mail(make_office: Callable[..., Office], method: str, after: bool) -> None:
    """Whether it strikes before or after a mail leaves, is copied or flagged: none is lost, none is sent twice."""
    office = make_office()
    world(office)
    edge: Any = office.outbox if method == "send" else office.mailbox
    words = () if method == "send" else (method,)
    edge.fail(*words, Crash(), after=after)
    with pytest.raises(Crash):
        await office.poll()
    await settle(office)
    await holds(office)


async def test_c1_lost_after_data_is_unknown_and_never_sent_again(office: Office) -> None:
    """A reply whose answer was lost after its data is reported, not repeated, however often we look."""
    office.outbox.fail(DeliveryUnknown("the link died after DATA"), after=True)
    office.receive(letter(1))
    [outcome] = await office.poll()
    await settle(office)
    assert outcome.outcome is Kind.REPLIED
    assert len(office.outbox.sent) == 1
    assert await unknown(office) == {"<1@example.org>"}


async def test_c1_what_the_sent_folder_holds_was_sent(make_office: Callable[..., Office]) -> None:
    """Where the provider itself keeps a copy, a reply whose answer was lost is found there and counts as sent."""
    mailbox = FakeMailbox()
    office = make_office(mailbox=mailbox, outbox=FakeOutbox(copies_to=mailbox))
    office.outbox.fail(DeliveryUnknown("the link died after DATA"), after=True)
    office.receive(letter(1))
    await office.poll()
    assert await unknown(office) == set()
    [thread] = [t.value async for t in office.store.threads()]
    assert [r.state for r in thread.replies] == [ReplyState.SENT]


async def test_refused_before_data_is_tried_again(office: Office) -> None:
    """What surely did not leave waits with its reason, and leaves once, when its time has come."""
    office.outbox.fail(OutboxUnreachable("450 try again later"))
    office.receive(letter(1))
    await office.poll()
    [thread] = [t.value async for t in office.store.threads()]
    assert [(r.state, r.reason) for r in thread.replies] == [(ReplyState.PENDING, "450 try again later")]
    assert await office.sweep() == []
    office.later(minutes=1)
    assert [s.what for s in await office.sweep()] == ["sent"]
    assert answers(office) == {"<1@example.org>": 1}


async def test_refused_for_good_is_a_persons_matter(office: Office) -> None:
    """A reply that the server refuses for good has failed, in the server's own words."""
    office.outbox.fail(DeliveryRefused("550 5.7.1 not you"))
    office.receive(letter(1))
    await office.poll()
    await settle(office)
    [thread] = [t.value async for t in office.store.threads()]
    assert [(r.state, r.reason) for r in thread.replies] == [(ReplyState.FAILED, "550 5.7.1 not you")]
    assert office.outbox.sent == []
