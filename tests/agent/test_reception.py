"""Mails that need no answer are taken in together: one write, one flag command, one move of the cursor for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from office import Office, letter

from keepword.agent.intake import intake
from keepword.agent.outcome import Kind
from keepword.agent.ports import Folder
from keepword.errors import MailboxUnreachable, StoreUnreachable
from keepword.memory.ports import Container
from keepword.memory.state import IndexEntry
from keepword.memory.store import Store, message_key
from keepword.testing import Counted, Failing, FakeMailbox, Fault, MemoryDocuments
from keepword.threading.read import read


def robot(number: int, **headers: str) -> bytes:
    """Return a mail that the gate turns away."""
    return letter(number, Auto_Submitted="auto-generated", **headers)


async def outcomes(office: Office) -> list[tuple[str, str]]:
    """Poll, and return what became of each mail, with the reason."""
    return [(o.message_id, o.outcome) for o in await office.poll()]


async def test_a_batch_that_needs_no_answer_costs_one_flag_command_and_two_writes(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All entries are one call of the store, all flags one of the mailbox; the cursor follows in one write."""
    await office.poll()
    for number in range(40):
        office.receive(robot(number))
    calls: list[tuple[str, Container]] = []
    counted = office.documents.before
    monkeypatch.setattr(
        office.documents, "before", lambda m, c, count=1: (calls.append((m, c)), counted(m, c, count))[1]
    )
    office.mailbox.calls.clear()
    assert await outcomes(office) == [(f"<{n}@example.org>", Kind.GATED) for n in range(40)]
    assert calls == [
        ("read_many", Container.MESSAGES),
        ("read_many", Container.IDENTITIES),
        ("write_many", Container.MESSAGES),
        ("replace", Container.LEASES),
    ]
    assert office.mailbox.calls.count("mark") == 1
    assert {mail.flags for mail in office.mailbox.folders[Folder.INBOX]} == {frozenset({"\\Seen"})}


async def test_one_mail_many_times_in_a_batch_is_one(office: Office) -> None:
    """The second finds what the first has just written, though both were looked up together."""
    await office.poll()
    for raw in (robot(1), letter(2), robot(1), letter(2), robot(1, Subject="Something else")):
        office.receive(raw)
    assert sorted(await outcomes(office)) == [
        ("<1@example.org>", Kind.DUPLICATE),
        ("<1@example.org>", Kind.GATED),
        ("<1@example.org>", Kind.GATED),
        ("<2@example.org>", Kind.DUPLICATE),
        ("<2@example.org>", Kind.REPLIED),
    ]
    assert len(office.outbox.sent) == 1


async def test_a_letter_that_names_a_robots_mail_of_its_own_batch(office: Office) -> None:
    """The id that it names stands in the index before the robot's own entry is written: that is then looked at afresh."""
    await office.poll()
    office.receive(letter(1, In_Reply_To="<2@example.org>", References="<2@example.org>"))
    office.receive(robot(2))
    assert sorted(await outcomes(office)) == [("<1@example.org>", Kind.REPLIED), ("<2@example.org>", Kind.GATED)]
    entry = await office.store.message(message_key("<2@example.org>"))
    assert entry is not None
    assert (entry.value.outcome, entry.value.reason) == (Kind.GATED, "auto_submitted")


class Overtaken(MemoryDocuments):
    """A store into which another worker writes an entry between our look and our write."""

    rival: IndexEntry | None = None

    async def write_many(self, container: Container, writes: Any) -> list[str | None]:
        """Let the rival be first, once."""
        rival, self.rival = self.rival, None
        if rival is not None and container is Container.MESSAGES:
            await Store(self).claim(message_key(rival.message_id), rival)
        return await super().write_many(container, writes)


async def test_an_entry_that_another_worker_wrote_meanwhile_is_looked_at(make_office: Any) -> None:
    """Its mail is a duplicate then, and all others are written as if nothing had been."""
    inside = Overtaken()
    office: Office = make_office(documents=Counted(inside))
    await office.poll()
    for number in (1, 2, 3):
        office.receive(robot(number))
    inside.rival = IndexEntry(
        message_id="<2@example.org>",
        thread_id="",
        entity_id="",
        digest=read(robot(2)).digest,
        outcome=Kind.GATED,
        at=office.now,
    )
    assert await outcomes(office) == [
        ("<1@example.org>", Kind.GATED),
        ("<2@example.org>", Kind.DUPLICATE),
        ("<3@example.org>", Kind.GATED),
    ]


async def test_one_mail_that_cannot_be_read_hinders_no_other(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits with an attempt record; the cursor passes all three."""
    await office.poll()
    for number in (1, 2, 3):
        office.receive(robot(number))
    reading = intake.read
    monkeypatch.setattr(intake, "read", lambda raw: reading(raw) if b"<2@" not in raw else 1 / 0)
    assert sorted(await outcomes(office)) == [
        ("", Kind.WAITING),
        ("<1@example.org>", Kind.GATED),
        ("<3@example.org>", Kind.GATED),
    ]
    assert [type(fault) for fault in office.faults] == [ZeroDivisionError]


@pytest.mark.parametrize("after", [False, True])
async def test_a_batch_whose_write_fails_is_taken_in_again(make_office: Any, *, after: bool) -> None:
    """Nothing is flagged and the cursor stays; the next poll finds what was written, or writes it."""
    failing = Failing(MemoryDocuments(), [Fault("write_many", after=after)])
    office: Office = make_office(documents=Counted(failing))
    await office.poll()
    for number in (1, 2):
        office.receive(robot(number))
    with pytest.raises(StoreUnreachable):
        await office.poll()
    assert {mail.flags for mail in office.mailbox.folders[Folder.INBOX]} == {frozenset()}
    expected = Kind.DUPLICATE if after else Kind.GATED
    assert await outcomes(office) == [(f"<{n}@example.org>", expected) for n in (1, 2)]
    assert {mail.flags for mail in office.mailbox.folders[Folder.INBOX]} == {frozenset({"\\Seen"})}


async def test_the_cursor_passes_no_batch_whose_flags_are_not_set(office: Office) -> None:
    """The flags of one batch are set while the next is taken in; where that fails, both are met again, as duplicates."""
    for number in range(160):
        office.receive(robot(number))
    office.mailbox.fail("mark", MailboxUnreachable("gone"), times=1)
    with pytest.raises(MailboxUnreachable):
        await office.poll()
    standing = await office.store.mailbox("support")
    assert standing is not None
    assert standing.value.cursor == 0
    kinds = [kind for _, kind in await outcomes(office)]
    assert kinds == [Kind.DUPLICATE] * 150 + [Kind.GATED] * 10
    assert {office.mailbox.flags(uid) for uid in range(1, 161)} == {frozenset({"\\Seen"})}


class SlowFlags(FakeMailbox):
    """A mailbox that takes its time for flags."""

    async def mark(self, uids: Sequence[int], *, seen: bool, answered: bool) -> None:
        """Let everybody else go first, many times."""
        for _ in range(200):
            await asyncio.sleep(0)
        await super().mark(uids, seen=seen, answered=answered)


async def test_a_letter_is_answered_after_all_that_came_before_it_is_done(office: Office) -> None:
    """Nothing of an earlier batch is under way while a person is written to."""
    office.mailbox = SlowFlags()
    office.restart()
    for number in range(60):
        office.receive(robot(number))
    office.receive(letter(60))
    assert [kind for _, kind in await outcomes(office)] == [Kind.GATED] * 60 + [Kind.REPLIED]
    # The first batch's flags, those of the second's robots, the answer's copy in Sent, the flags of the letter.
    done = [call for call in office.mailbox.calls if call in {"mark", "append"}]
    assert done == ["mark", "mark", "append", "mark"]
