"""Logins, folders and limits of an IMAP account, by script."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from imap_scripts import INBOX, Open, always, mails

from keepword.agent.mail.imap.account import Patience
from keepword.agent.ports import Folder
from keepword.errors import ConfigurationError, MailboxUnreachable, NeedsReauth


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"{tag} NO [AUTHENTICATIONFAILED] no\r\n", NeedsReauth),
        (b"{tag} NO LOGIN failed.\r\n", NeedsReauth),
        (b"{tag} NO [ALERT] Web login required\r\n", NeedsReauth),
        (b"{tag} NO [UNAVAILABLE] backend away\r\n", MailboxUnreachable),
        (b"{tag} NO [ALERT] Too many simultaneous connections\r\n", MailboxUnreachable),
        (b"{tag} BAD User is authenticated but not connected.\r\n", MailboxUnreachable),
        (b"* BYE busy\r\nDROP", MailboxUnreachable),
        (b"DROP", MailboxUnreachable),
        (b"", MailboxUnreachable),
    ],
)
async def test_g3_a_refused_login_is_told_from_a_busy_server(
    scripted_imap: Any, opened: Open, answer: bytes, error: type[Exception]
) -> None:
    """Only the server's verdict on our password needs a person; everything else passes."""
    server = scripted_imap()
    server.replace = always("LOGIN", answer)
    with pytest.raises(error) as raised:
        await (await opened(server)).standing()
    assert "pass-word" not in str(raised.value)
    assert server.sessions == 1


async def test_g3_a_refused_password_is_not_hammered(scripted_imap: Any, opened: Open) -> None:
    """The same password is not tried again for a while, without touching the server."""
    server = scripted_imap()
    server.replace = always("LOGIN", b"{tag} NO [AUTHENTICATIONFAILED] no\r\n")
    box = await opened(server)
    for _ in range(3):
        with pytest.raises(NeedsReauth):
            await box.standing()
    assert server.sessions == 1


async def test_c18_the_suggested_backoff_is_honoured(scripted_imap: Any, opened: Open) -> None:
    """Exchange's wish for a pause is passed on, and kept: the next call does not even connect."""
    server = scripted_imap()
    server.replace = always("LOGIN", b"{tag} BAD Request is throttled. Suggested Backoff Time: 90000 milliseconds\r\n")
    box = await opened(server)
    with pytest.raises(MailboxUnreachable) as first:
        await box.standing()
    with pytest.raises(MailboxUnreachable, match="asked for a pause") as second:
        await box.standing()
    assert first.value.retry_after == 90
    assert 80 < (second.value.retry_after or 0) <= 90
    assert server.sessions == 1


async def test_h39_the_password_is_in_no_log(scripted_imap: Any, opened: Open, caplog: Any) -> None:
    """Not even at the lowest level of logging, and not where the server echoes our command."""
    server = scripted_imap()
    server.replace = always("LOGIN", b'{tag} BAD cannot parse LOGIN support "pass-word"\r\n')
    caplog.set_level(logging.DEBUG)
    with pytest.raises(NeedsReauth) as raised:
        await (await opened(server)).standing()
    assert "pass-word" not in f"{raised.value} {raised.value.__cause__} {(await opened(server)).account!r}"
    ours = [r.getMessage() for r in caplog.records if r.getMessage().startswith("> ")]
    assert [line for line in ours if "pass-word" in line] == []


async def test_a_password_in_other_letters_goes_by_plain(scripted_imap: Any, opened: Open) -> None:
    """LOGIN carries ASCII only; AUTHENTICATE PLAIN carries UTF-8. A line break is no password at all."""
    server = scripted_imap(capabilities="IMAP4rev1")
    with pytest.raises(NeedsReauth, match="takes no login"):
        await (await opened(server, password="pässword")).standing()
    with pytest.raises(ConfigurationError, match="line break"):
        await (await opened(server, password="pass\r\nA1 DELETE INBOX")).standing()
    assert not any("pässword" in c or "DELETE" in c for c in server.commands)


async def test_folders_below_a_prefix(scripted_imap: Any, opened: Open) -> None:
    """Where all personal folders lie below INBOX, ours do too."""
    server = scripted_imap(capabilities="IMAP4rev1 NAMESPACE", folders=['() "." INBOX', '() "." INBOX.Sent'])
    server.replace = always("NAMESPACE", b'* NAMESPACE (("INBOX." ".")) NIL NIL\r\n{tag} OK done\r\n')
    probe = await (await opened(server)).probe()
    assert probe.folders["sent"] == "INBOX.Sent"
    assert probe.folders["quarantine"] == "INBOX.Quarantine"
    assert set(probe.to_create) == {"drafts", "quarantine"}


async def test_a_full_mailbox_is_named(scripted_imap: Any, opened: Open) -> None:
    """A quota is told in the server's words, and the folder is not made again for it."""
    server = scripted_imap(folders=[INBOX, '(\\Drafts) "/" "Drafts"'])
    server.replace = always("APPEND", b"{tag} NO [OVERQUOTA] the mailbox is full\r\n")
    with pytest.raises(MailboxUnreachable, match="the mailbox is full"):
        await (await opened(server)).append(Folder.DRAFTS, b"raw")
    assert not any(c.startswith("CREATE") for c in server.commands)


async def test_close_does_not_wait_for_a_hung_server(scripted_imap: Any, opened: Open) -> None:
    """A server that hangs is cut off, so that the program can end."""
    server = scripted_imap(mails(3))
    box = await opened(server, Patience(connect=5, read=300, done=0.2))
    await box.standing()
    server.replace = always("SELECT", b"")
    hung = asyncio.create_task(box.standing())
    await asyncio.sleep(0)
    await asyncio.wait_for(box.close(), 20)
    with pytest.raises(MailboxUnreachable):
        await hung
