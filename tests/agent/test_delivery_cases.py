"""Rows of public bug reports on delivery that have no place elsewhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from office import Office, letter

from keepword.agent.ports import Folder
from keepword.agent.sending.deliver import MAX_ATTEMPTS
from keepword.errors import MailboxUnreachable, OutboxUnreachable
from keepword.memory.state import Reply, ReplyState
from keepword.threading.read import read


async def only_reply(office: Office) -> Reply:
    """Return the one reply of the one thread."""
    [thread] = [t.value async for t in office.store.threads()]
    [reply] = thread.replies
    return reply


async def test_g2_the_last_good_poll_stands_still_while_the_mailbox_is_away(office: Office) -> None:
    """How long a mailbox has not been read is written down with the reason, so that somebody can be told."""
    await office.poll()
    good = office.now
    office.mailbox.fail("standing", MailboxUnreachable("token expired"), times=3)
    for _ in range(3):
        office.later(hours=6)
        with pytest.raises(MailboxUnreachable):
            await office.poll()
    box = await office.store.mailbox("support")
    assert box is not None
    assert (box.value.last_good_poll, box.value.last_error) == (good, "token expired")


async def test_h9_a_reply_that_never_gets_through_comes_to_an_end(office: Office) -> None:
    """No reply waits for ever: after many tries with growing delay it has failed, with the reason, and a person sees it."""
    office.outbox.fail(OutboxUnreachable("451 later"), times=MAX_ATTEMPTS)
    office.receive(letter(1))
    await office.poll()
    started = office.now
    while (await only_reply(office)).state is ReplyState.PENDING:
        office.later(hours=1)
        await office.sweep()
    reply = await only_reply(office)
    assert (reply.state, reply.reason) == (ReplyState.FAILED, f"given up after {MAX_ATTEMPTS} attempts: 451 later")
    assert office.now - started <= timedelta(hours=MAX_ATTEMPTS)
    assert office.outbox.sent == []


async def test_h29_the_envelope_is_the_one_that_was_decided_on(office: Office) -> None:
    """Who gets a reply is frozen with it, and envelope and header say the same, whatever Reply-To and Cc asked for."""
    office.receive(letter(1, Reply_To="mallory@example.net", Cc="list@example.net"))
    await office.poll()
    [posted] = office.outbox.sent
    [to] = read(posted.raw).to
    assert posted.recipients == (await only_reply(office)).to == (to.address,) == ("anna@example.org",)


async def test_c2_the_copy_in_sent_is_made_after_a_crash_too(office: Office) -> None:
    """What left just before the link to the mailbox died is sent once, and its copy is made once the link is back."""
    office.mailbox.fail("append", MailboxUnreachable("gone"))
    office.receive(letter(1))
    with pytest.raises(MailboxUnreachable):
        await office.poll()
    office.restart()
    await office.poll()
    await office.poll()
    assert (len(office.outbox.sent), len(office.mailbox.raws(Folder.SENT))) == (1, 1)
