"""The doubles do what the ports promise, and fail when and how they are told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from brief_made import a_brief

from keepword.agent.ports import Completion, Folder, Receipt, Repair, Standing
from keepword.agent.turn import ThreadUpdate, Turn, read_turn
from keepword.errors import DeliveryUnknown, MailboxUnreachable, ModelUnreachable, OutboxUnreachable, StoreUnreachable
from keepword.memory.ports import Container, Documents, New, Search, Write
from keepword.testing import (
    Counted,
    Failing,
    FakeMailbox,
    FakeOutbox,
    Fault,
    MemoryDocuments,
    MemoryStore,
    ScriptedModel,
)

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
HELLO = b"Message-ID: <a@example.com>\r\nSubject: Hello\r\n\r\nHello.\r\n"
THREADS, TURNS = Container.THREADS, Container.TURNS


def _thread(thread_id: str = "t") -> New:
    return New(thread_id, {"thread_id": thread_id})


# Mailbox


async def test_a_new_mailbox_is_empty() -> None:
    """The first mail will have UID 1."""
    mailbox = FakeMailbox(uidvalidity=7)
    assert await mailbox.standing() == Standing(7, 1)
    assert await mailbox.fetch_after(0, 10) == []


async def test_mail_is_fetched_in_order_past_a_uid() -> None:
    """Each folder counts for itself, and the limit cuts the newest."""
    mailbox = FakeMailbox()
    uids = [mailbox.deliver(HELLO, received_at=NOON) for _ in range(4)]
    mailbox.deliver(HELLO, folder=Folder.SENT)
    assert uids == [1, 2, 3, 4]
    assert [mail.uid for mail in await mailbox.fetch_after(1, 2)] == [2, 3]
    assert [mail.uid for mail in await mailbox.fetch([4, 1, 9])] == [1, 4]
    assert [mail.uid for mail in await mailbox.fetch_after(0, 9, Folder.SENT)] == [1]


async def test_fetching_sets_no_flag() -> None:
    """Only `mark` does, and only the flags that it names."""
    mailbox = FakeMailbox()
    uid = mailbox.deliver(HELLO)
    await mailbox.fetch([uid])
    assert mailbox.flags(uid) == frozenset()
    await mailbox.mark([uid], seen=True, answered=False)
    await mailbox.mark([uid], seen=False, answered=True)
    await mailbox.mark([99], seen=True, answered=True)
    assert mailbox.flags(uid) == {"\\Seen", "\\Answered"}


async def test_a_moved_mail_is_in_its_new_folder_alone() -> None:
    """Moving it again is no error."""
    mailbox = FakeMailbox()
    uid = mailbox.deliver(HELLO)
    await mailbox.move(uid, Folder.QUARANTINE)
    await mailbox.move(uid, Folder.QUARANTINE)
    assert (mailbox.raws(Folder.INBOX), mailbox.raws(Folder.QUARANTINE)) == ([], [HELLO])


async def test_uids_are_never_used_again() -> None:
    """A mail that comes after one that went has the next UID."""
    mailbox = FakeMailbox()
    await mailbox.move(mailbox.deliver(HELLO), Folder.QUARANTINE)
    assert mailbox.deliver(HELLO) == 2


async def test_a_folder_is_searched_by_message_id() -> None:
    """The id stands in the header with its angle brackets."""
    mailbox = FakeMailbox()
    await mailbox.append(Folder.SENT, HELLO, ["\\Seen"])
    held = [await mailbox.holds(Folder.SENT, id_) for id_ in ("<a@example.com>", "a@example.com", "<b@example.com>")]
    assert held == [True, False, False]


async def test_a_renumbered_mailbox_keeps_its_mail() -> None:
    """UIDVALIDITY is another, and the UIDs begin anew."""
    mailbox = FakeMailbox()
    for _ in range(2):
        mailbox.deliver(HELLO)
    await mailbox.move(1, Folder.QUARANTINE)
    mailbox.renumber()
    assert await mailbox.standing() == Standing(2, 2)
    assert [mail.uid for mail in await mailbox.fetch_after(0, 9)] == [1]


async def test_a_delivery_ends_a_wait() -> None:
    """Whoever waits hears of new mail at once, and waits in vain when there is none."""
    mailbox = FakeMailbox()
    waiting = asyncio.create_task(mailbox.wait(60))
    await asyncio.sleep(0)
    mailbox.deliver(HELLO)
    assert await waiting is True
    assert await mailbox.wait(0) is False


async def test_a_wake_from_another_thread_ends_a_wait() -> None:
    """Also one that comes before the wait."""
    mailbox = FakeMailbox()
    waiting = asyncio.create_task(mailbox.wait(60))
    await asyncio.sleep(0)
    other = threading.Thread(target=mailbox.wake)
    other.start()
    assert await waiting is True
    other.join()
    mailbox.wake()
    assert await mailbox.wait(60) is True


async def test_a_mailbox_fails_as_often_as_told() -> None:
    """Before its effect or after it, and then no more."""
    mailbox = FakeMailbox()
    uid = mailbox.deliver(HELLO)
    mailbox.fail("fetch", MailboxUnreachable(), times=2)
    for _ in range(2):
        with pytest.raises(MailboxUnreachable):
            await mailbox.fetch([uid])
    assert len(await mailbox.fetch([uid])) == 1
    for method, call in AFTER.items():
        mailbox.fail(method, MailboxUnreachable(), after=True)
        with pytest.raises(MailboxUnreachable):
            await call(mailbox, uid)
    assert [len(mailbox.raws(folder)) for folder in (Folder.INBOX, Folder.DRAFTS, Folder.QUARANTINE)] == [0, 1, 1]
    assert mailbox.folders[Folder.QUARANTINE][0].flags == {"\\Seen"}


AFTER: dict[str, Callable[[FakeMailbox, int], Any]] = {
    "mark": lambda m, uid: m.mark([uid], seen=True, answered=False),
    "append": lambda m, uid: m.append(Folder.DRAFTS, HELLO),
    "move": lambda m, uid: m.move(uid, Folder.QUARANTINE),
}


# Outbox


async def test_what_is_sent_is_kept_with_its_envelope() -> None:
    """The receipt tells of the id that a relay gave."""
    outbox = FakeOutbox(provider_id="<relay@example.net>")
    receipt = await outbox.send(HELLO, "support@example.com", ["anna@example.com"])
    assert receipt == Receipt("250 2.0.0 OK", "<relay@example.net>")
    (posted,) = outbox.sent
    assert (posted.message_id, posted.sender, posted.recipients) == (
        "<a@example.com>",
        "support@example.com",
        ("anna@example.com",),
    )


async def test_an_outbox_loses_the_mail_or_only_the_answer() -> None:
    """What failed before did not leave; what failed after did, and its copy is in the Sent folder."""
    mailbox = FakeMailbox()
    outbox = FakeOutbox(copies_to=mailbox)
    outbox.fail(OutboxUnreachable())
    outbox.fail(DeliveryUnknown(), after=True)
    with pytest.raises(OutboxUnreachable):
        await outbox.send(HELLO, "a@example.com", [])
    assert outbox.sent == []
    with pytest.raises(DeliveryUnknown):
        await outbox.send(HELLO, "a@example.com", [])
    assert (len(outbox.sent), outbox.attempts, mailbox.raws(Folder.SENT)) == (1, 2, [HELLO])


# Model


TURN = Turn(
    action="none",
    reason="x",
    reply="",
    citations=(),
    thread=ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False),
    candidates=(),
)


async def test_a_script_is_answered_in_order() -> None:
    """Text as it is, objects and turns as JSON, completions whole; each brief and repair is recorded."""
    whole = Completion("{", model="m", finish="length")
    model = ScriptedModel(["text", {"a": 1}, TURN, whole])
    repair = Repair("text", ("no JSON",))
    briefs = [a_brief(str(n), NOON) for n in range(4)]
    answers = [await model.answer(briefs[0])]
    answers += [await model.answer(brief, repair) for brief in briefs[1:]]
    assert [a.text for a in answers[:2]] == ["text", '{"a": 1}']
    assert read_turn(answers[2].text) == TURN
    assert answers[3] is whole
    assert model.briefs == briefs
    assert model.repairs == [None, repair, repair, repair]


async def test_a_script_may_raise_and_may_end() -> None:
    """An error in it is raised; a call too many fails the test and names its number."""
    model = ScriptedModel([ModelUnreachable()])
    with pytest.raises(ModelUnreachable):
        await model.answer(a_brief("1", NOON))
    with pytest.raises(AssertionError, match="call 2"):
        await model.answer(a_brief("2", NOON))


async def test_a_script_may_be_a_function_of_the_brief() -> None:
    """It sees what the model sees."""
    model = ScriptedModel(lambda brief: brief.mail.text.upper())
    assert (await model.answer(a_brief("hello", NOON))).text == "HELLO"


# Documents


def test_the_store_in_memory_has_two_names() -> None:
    """The design's name and the port's name are one class."""
    assert MemoryStore is MemoryDocuments


async def test_calls_are_counted_by_kind_and_container() -> None:
    """Refused calls count too: they cost as much."""
    counted = Counted(MemoryDocuments())
    await counted.create(THREADS, _thread())
    with pytest.raises(Exception, match="exists"):
        await counted.create(THREADS, _thread())
    await counted.read(THREADS, ("t",), "t")
    await counted.put_all(TURNS, [])
    await counted.delete(THREADS, ("t",), "t")
    assert [d async for d in counted.find(THREADS, Search())] == []
    assert counted.counts == {("write", THREADS): 3, ("read", THREADS): 1, ("write", TURNS): 1, ("query", THREADS): 1}
    assert (counted.reads, counted.writes, counted.queries) == (1, 4, 1)
    counted.reset()
    assert (counted.reads, counted.writes, counted.queries) == (0, 0, 0)


@pytest.mark.parametrize(
    ("fault", "raised", "written"),
    [
        (Fault("write"), [1], ["b"]),
        (Fault("write", 2), [3], ["a"]),
        (Fault("write", 3), [], ["a", "b"]),
        (Fault("write", 2, after=True), [3], ["a", "b"]),
        (Fault("read"), [0], ["a", "b"]),
        (Fault("read", 2, after=True), [2], ["a", "b"]),
        (Fault("create", container=TURNS), [], ["a", "b"]),
        (Fault("create", 2, container=THREADS), [3], ["a"]),
    ],
)
async def test_a_store_fails_at_the_planned_call(fault: Fault, raised: list[int], written: list[str]) -> None:
    """What is planned to fail raises there and nowhere else, and takes effect only if it fails afterwards."""
    inside = MemoryDocuments()
    failing = Failing(inside, [fault])
    calls: list[Callable[[], Any]] = [
        lambda: failing.read(THREADS, ("a",), "a"),
        lambda: failing.create(THREADS, _thread("a")),
        lambda: failing.read(THREADS, ("b",), "b"),
        lambda: failing.create(THREADS, _thread("b")),
    ]
    assert [number for number, call in enumerate(calls) if await _raises(call)] == raised
    assert [document.id for document in await _all(inside)] == written
    assert failing.fired == [fault] * len(raised)


async def _raises(call: Callable[[], Any]) -> bool:
    try:
        await call()
    except StoreUnreachable:
        return True
    return False


async def test_a_call_for_several_documents_counts_as_one_for_each() -> None:
    """That is what it costs where documents lie in partitions of their own."""
    counted = Counted(MemoryDocuments())
    assert await counted.write_many(THREADS, [Write(_thread(id_)) for id_ in "abc"]) != []
    assert len(await counted.read_many(THREADS, [((id_,), id_) for id_ in "ab"])) == 2
    assert (counted.reads, counted.writes) == (2, 3)


@pytest.mark.parametrize(
    "method", ["read", "read_many", "create", "replace", "write_many", "put_all", "delete", "find"]
)
@pytest.mark.parametrize("after", [False, True])
async def test_every_method_can_fail(method: str, *, after: bool) -> None:
    """Before its effect or after it."""
    inside = MemoryDocuments()
    etag = await inside.create(THREADS, _thread())
    failing = Failing(inside, [Fault(method, after=after)])
    calls: dict[str, Callable[[], Any]] = {
        "read": lambda: failing.read(THREADS, ("t",), "t"),
        "create": lambda: failing.create(THREADS, _thread("new")),
        "replace": lambda: failing.replace(THREADS, New("t", {"thread_id": "t", "n": 1}), etag),
        "put_all": lambda: failing.put_all(THREADS, [_thread("put")]),
        "read_many": lambda: failing.read_many(THREADS, [(("t",), "t")]),
        "write_many": lambda: failing.write_many(THREADS, [Write(_thread("many"))]),
        "delete": lambda: failing.delete(THREADS, ("t",), "t"),
        "find": lambda: _all(failing),
    }
    before = await _all(inside)
    with pytest.raises(StoreUnreachable, match="scripted"):
        await calls[method]()
    changes = after and method not in {"read", "read_many", "find"}
    assert (await _all(inside) != before) is changes


async def _all(documents: Documents) -> list[Any]:
    return [document async for document in documents.find(THREADS, Search())]
