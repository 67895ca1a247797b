"""Waiting for news by script: IDLE that hangs, is renewed, refused, or not there."""

from __future__ import annotations

import asyncio
from typing import Any

from imap_scripts import Open, always, mails, once

from keepword.agent.mail.imap.account import Patience


async def test_a_hung_idle_is_found_out(scripted_imap: Any, opened: Open) -> None:
    """A server that does not end IDLE in time has died (imapclient #449): the link is replaced and waiting goes on."""
    server = scripted_imap(mails(3))
    box = await opened(server)
    await box.standing()
    server.replace = once("IDLE", b"+ idling\r\n")
    assert await box.wait(0.3) is False
    assert await box.wait(0.3) is False
    assert server.sessions == 2


async def test_idle_is_renewed(scripted_imap: Any, opened: Open) -> None:
    """A long wait is made of short IDLEs."""
    server = scripted_imap(mails(3))
    box = await opened(server, Patience(connect=1, read=1, done=1, idle_span=0.1))
    await box.standing()
    assert await box.wait(0.35) is False
    assert server.commands.count("IDLE") >= 3


async def test_news_before_idle_begins(scripted_imap: Any, opened: Open) -> None:
    """A server that reports a mail before or with its "+ idling" is heard, though `select` sees nothing."""
    for early in (b"* 2 EXISTS\r\n+ idling\r\n{tag} OK done\r\n", b"+ idling\r\n* 2 EXISTS\r\n{tag} OK done\r\n"):
        server = scripted_imap(mails(3))
        box = await opened(server)
        await box.standing()
        server.replace = once("IDLE", early)
        assert await asyncio.wait_for(box.wait(60), 20) is True


async def test_a_refused_idle_is_slept_over(scripted_imap: Any, opened: Open) -> None:
    """A server that has IDLE but does not let us is treated as one without."""
    server = scripted_imap(mails(3))
    server.replace = always("IDLE", b"{tag} NO not now\r\n")
    box = await opened(server)
    await box.standing()
    assert await box.wait(0.1) is False
    waiting = asyncio.create_task(box.wait(60))
    await box.standing()
    box.wake()
    assert (await asyncio.wait_for(waiting, 20), server.sessions) == (True, 1)


async def test_flags_are_no_news(scripted_imap: Any, opened: Open) -> None:
    """What a colleague flags or expunges does not wake us."""
    server = scripted_imap(mails(3))
    box = await opened(server)
    await box.standing()
    server.replace = once("IDLE", b"+ idling\r\n* 1 FETCH (FLAGS (\\Seen))\r\n* 1 EXPUNGE\r\n{tag} OK done\r\n")
    assert await box.wait(0.3) is False


async def test_without_idle_we_sleep(scripted_imap: Any, opened: Open) -> None:
    """A server without IDLE is left alone until the next poll, and `wake` still works."""
    server = scripted_imap(mails(3), capabilities="IMAP4rev1")
    box = await opened(server)
    await box.standing()
    assert await box.wait(0.1) is False
    waiting = asyncio.create_task(box.wait(60))
    await box.standing()
    box.wake()
    assert await asyncio.wait_for(waiting, 20) is True
    assert "IDLE" not in server.commands


async def test_cancelled_wait_frees_the_thread(scripted_imap: Any, opened: Open) -> None:
    """Who cancels a wait can use the mailbox at once."""
    server = scripted_imap(mails(3))
    box = await opened(server)
    await box.standing()
    waiting = asyncio.create_task(box.wait(60))
    await server.idling.wait()
    waiting.cancel()
    assert (await asyncio.wait_for(box.standing(), 20)).uidnext == 4
    assert waiting.cancelled()
