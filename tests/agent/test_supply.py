"""The mails past the cursor: how many at once, and when the next are fetched ahead."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from keepword.agent.intake.supply import BATCH, MOST, Supply
from keepword.agent.ports import Fetched, Folder
from keepword.errors import MailboxUnreachable
from keepword.testing import FakeMailbox


def full(count: int) -> FakeMailbox:
    """Return a mailbox with so many mails."""
    mailbox = FakeMailbox()
    for _ in range(count):
        mailbox.deliver(b"Subject: a\r\n\r\n")
    return mailbox


def supply_of(mailbox: FakeMailbox) -> Supply[Fetched]:
    """Return a supply that gives mails as they were fetched."""
    return Supply(mailbox, lambda mails: mails)


async def drained(supply: Supply[Fetched], handled: Sequence[int] = ()) -> list[int]:
    """Take all batches, of which these many mails had to be handled each (else none); return their sizes."""
    uid, sizes, counts = 0, list[int](), iter(handled)
    while mails := await supply.after(uid):
        await asyncio.sleep(0)
        uid = mails[-1].uid
        sizes.append(len(mails))
        supply.learn(next(counts, 0))
    await supply.close()
    assert uid == sum(sizes)
    return sizes


async def test_batches_grow_where_nothing_needs_an_answer() -> None:
    """They double up to a bound."""
    sizes = await drained(supply_of(full(4_000)))
    assert (sizes[:5], max(sizes)) == ([BATCH, 2 * BATCH, 2 * BATCH, 4 * BATCH, 8 * BATCH], MOST)


async def test_one_letter_makes_them_small_again() -> None:
    """What was fetched ahead is let go of, and fetched again when its turn comes."""
    assert await drained(supply_of(full(500)), [0, 0, 1, 1, 1, 1, 1, 1]) == [50, 100, 100, 50, 50, 50, 50, 50]


async def test_nothing_is_fetched_ahead_of_letters() -> None:
    """While the model thinks nothing waits in memory that may be old by then."""
    mailbox = full(120)
    supply = supply_of(mailbox)
    await supply.after(0)
    await asyncio.sleep(0)
    assert mailbox.calls.count("fetch_after") == 1
    await supply.close()


async def test_what_fails_ahead_is_told_in_its_turn() -> None:
    """The batch at hand is not disturbed."""
    mailbox = full(400)
    supply = supply_of(mailbox)
    mails = await supply.after(0)
    supply.learn(0)
    mails = await supply.after(mails[-1].uid)
    mailbox.fail("fetch_after", MailboxUnreachable("gone"))
    await asyncio.sleep(0)
    with pytest.raises(MailboxUnreachable, match="gone"):
        await supply.after(mails[-1].uid)
    await supply.close()


async def test_what_failed_ahead_and_is_not_needed_is_forgotten() -> None:
    """Another UID is asked for: that is fetched, whatever became of the rest."""
    mailbox = full(400)
    supply = supply_of(mailbox)
    first = await supply.after(0)
    supply.learn(0)
    await supply.after(first[-1].uid)
    mailbox.fail("fetch_after", MailboxUnreachable("gone"))
    await asyncio.sleep(0)
    again: Sequence[Fetched] = await supply.after(first[-1].uid)
    assert again[0].uid == first[-1].uid + 1
    await supply.close()
    await supply.close()


class Deaf(FakeMailbox):
    """A mailbox that answers once, and then no more."""

    async def fetch_after(self, uid: int, limit: int, folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Answer for the first mails only."""
        if uid > BATCH:
            await asyncio.Event().wait()
        return await super().fetch_after(uid, limit, folder)


async def test_nobody_waits_for_a_server_that_does_not_answer_ahead() -> None:
    """Closing gives the fetch up: a daemon that is told to stop, stops."""
    mailbox = Deaf()
    for _ in range(400):
        mailbox.deliver(b"Subject: a\r\n\r\n")
    supply = supply_of(mailbox)
    first = await supply.after(0)
    supply.learn(0)
    await supply.after(first[-1].uid)
    await asyncio.sleep(0)
    await supply.close()
    assert mailbox.calls.count("fetch_after") == 2
