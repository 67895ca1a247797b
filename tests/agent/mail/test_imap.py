"""IMAP links that die by script, and what is done once. What real servers do well is tested on GreenMail."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from imap_scripts import INBOX, Open, always, mails, once

from keepword.agent.ports import Folder
from keepword.errors import MailboxUnreachable


@pytest.mark.parametrize("verb", ["SELECT", "SEARCH", "FETCH"])
@pytest.mark.parametrize("fault", [b"DROP", b"* BYE going down\r\nDROP", b""], ids=["drop", "bye", "silence"])
async def test_c17_a_dead_link_is_replaced_once(scripted_imap: Any, opened: Open, verb: str, fault: bytes) -> None:
    """A link that was good before and dies is opened again, and the call is done as if nothing had been."""
    server = scripted_imap(mails(3, 5))
    box = await opened(server)
    await box.standing()
    server.replace = once(verb, fault)
    await box.standing()
    assert [m.uid for m in await box.fetch_after(0, 10)] == [3, 5]
    assert server.sessions == 2


async def test_link_dropped_within_a_literal(scripted_imap: Any, opened: Open) -> None:
    """Half a mail is no mail: it is fetched again, whole."""
    server = scripted_imap(mails(3))
    box = await opened(server)
    await box.standing()
    half = server.fetched(3, whole=True)[:-20]
    server.replace = lambda command, arguments: (
        half + b"DROP" if command == "FETCH" and "BODY" in arguments and server.sessions == 1 else None
    )
    assert [m.raw for m in await box.fetch_after(0, 10)] == [server.mails[3]]
    assert server.sessions == 2


async def test_a_link_that_dies_every_time_is_told(scripted_imap: Any, opened: Open) -> None:
    """One new link is tried, then the caller is told; the next call tries again."""
    server = scripted_imap(mails(3))
    server.replace = always("SELECT", b"DROP")
    box = await opened(server)
    with pytest.raises(MailboxUnreachable, match="cannot open the folder"):
        await box.standing()
    server.replace = lambda _command, _arguments: None
    assert (await box.standing()).uidnext == 4


async def test_c14_new_uidvalidity_behind_a_new_link(scripted_imap: Any, opened: Open) -> None:
    """Where UIDVALIDITY changed while we were away, nothing is fetched, flagged or moved by the old UIDs."""
    server = scripted_imap(mails(3))
    box = await opened(server)
    await box.standing()
    server.validity = 8
    server.replace = once("SEARCH", b"DROP")
    with pytest.raises(MailboxUnreachable, match="UIDVALIDITY of inbox changed"):
        await box.fetch_after(0, 10)
    await box.mark([3], seen=True, answered=True)
    await box.move(3, Folder.QUARANTINE)
    assert [c for c in server.commands if c.startswith(("UID STORE", "UID MOVE", "UID FETCH"))] == []
    assert (await box.standing()).uidvalidity == 8
    assert len(await box.fetch_after(0, 10)) == 1


async def test_append_is_never_done_twice(scripted_imap: Any, opened: Open) -> None:
    """An APPEND whose answer is lost may have been done: the caller is told, and looks before doing it again."""
    server = scripted_imap(folders=[INBOX, '(\\Drafts) "/" "Skizzen"'])
    box = await opened(server)
    await box.standing()
    server.replace = always("APPEND", b"DROP")
    with pytest.raises(MailboxUnreachable, match="cannot store a mail"):
        await box.append(Folder.DRAFTS, b"raw")
    assert sum(c.startswith('APPEND "Skizzen"') for c in server.commands) == 1


async def test_append_makes_sure_of_the_link_first(scripted_imap: Any, opened: Open) -> None:
    """A link that died since the last call is found out by a NOOP, so the APPEND goes over a good one."""
    server = scripted_imap(folders=[INBOX, '(\\Sent) "/" "Sent"'])
    box = await opened(server)
    await box.standing()
    server.replace = once("NOOP", b"DROP")
    await box.append(Folder.SENT, b"raw")
    assert (server.sessions, sum(c.startswith("APPEND") for c in server.commands)) == (2, 1)


async def test_no_mail_stands_in_a_log(scripted_imap: Any, opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    """At no level: imapclient by itself would write each mail out twice."""
    server = scripted_imap(mails(3))
    with caplog.at_level(logging.DEBUG):
        got = await (await opened(server)).fetch_after(0, 10)
    assert got[0].raw == server.mails[3]
    assert server.mails[3].decode().splitlines()[0] not in caplog.text
    assert "pass-word" not in caplog.text
