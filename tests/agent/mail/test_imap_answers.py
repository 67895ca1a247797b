"""Answers of an IMAP server that make no sense, are too long or too many, by script."""

from __future__ import annotations

from typing import Any

import pytest
from imap_scripts import INBOX, QUARANTINE, SENT, Open, always, mails

from keepword.agent.mail.imap.account import Patience
from keepword.agent.ports import Folder, Standing
from keepword.errors import MailboxUnreachable


@pytest.mark.parametrize(
    ("capabilities", "changes"),
    [
        ("IMAP4rev1 MOVE UIDPLUS", ["UID MOVE 3 Quarantine"]),
        ("IMAP4rev1 UIDPLUS", ["UID COPY 3 Quarantine", "UID STORE 3 +FLAGS.SILENT (\\Deleted)", "UID EXPUNGE 3"]),
        ("IMAP4rev1", ["UID COPY 3 Quarantine", "UID STORE 3 +FLAGS.SILENT (\\Deleted)"]),
    ],
)
async def test_moving_removes_only_our_mail(
    scripted_imap: Any, opened: Open, capabilities: str, changes: list[str]
) -> None:
    """Without UIDPLUS nothing is expunged, because EXPUNGE would take what other people have marked."""
    server = scripted_imap(mails(3), capabilities=capabilities, folders=[INBOX, QUARANTINE])
    box = await opened(server)
    await box.move(3, Folder.QUARANTINE)
    await box.move(4, Folder.QUARANTINE)
    seen = [c.replace('"', "") for c in server.commands]
    assert [c for c in seen if c.startswith(("UID MOVE", "UID COPY", "UID STORE", "UID EXPUNGE", "EXPUNGE"))] == changes


async def test_c4_one_mail_that_the_server_cannot_give(scripted_imap: Any, opened: Open) -> None:
    """A mail that the server refuses comes as a fault of its own; its neighbours come whole."""
    server = scripted_imap(mails(3, 4, 5))

    def refuse(command: str, arguments: str) -> bytes | None:
        bad = command == "FETCH" and "BODY" in arguments and 4 in server.named(arguments)
        return b"{tag} NO mail 4 is broken\r\n" if bad else None

    server.replace = refuse
    got = await (await opened(server)).fetch_after(0, 10)
    assert [(m.uid, m.raw, bool(m.fault)) for m in got] == [
        (3, server.mails[3], False),
        (4, b"", True),
        (5, server.mails[5], False),
    ]
    assert "mail 4 is broken" in got[1].fault


@pytest.mark.parametrize(
    "answer",
    [
        b"* 1 FETCH (UID 3 FLAGS (\r\n{tag} OK done\r\n",
        b"* 1 FETCH (UID x RFC822.SIZE y)\r\n{tag} OK done\r\n",
        b"* 1 FETCH nothing\r\n{tag} OK done\r\n",
        b"* 1 FETCH\r\n{tag} OK done\r\n",
        b"\xff\xfe\r\n{tag} OK done\r\n",
        b"{tag} BAD\r\n",
    ],
)
async def test_answers_that_make_no_sense(scripted_imap: Any, opened: Open, answer: bytes) -> None:
    """Junk from a server is told as such and replaces the link; nothing else escapes, and the next call works."""
    server = scripted_imap(mails(3))
    box = await opened(server)
    await box.standing()
    server.replace = always("FETCH", answer)
    with pytest.raises(MailboxUnreachable, match="cannot fetch mails"):
        await box.fetch_after(0, 10)
    server.replace = lambda _command, _arguments: None
    assert [m.uid for m in await box.fetch_after(0, 10)] == [3]


@pytest.mark.parametrize("said", [b"NO [UNAVAILABLE] later", b"NO all is broken"])
async def test_a_server_that_gives_nothing_is_at_fault_itself(scripted_imap: Any, opened: Open, said: bytes) -> None:
    """Where no mail can be had, or the server is busy, no mail is blamed."""
    server = scripted_imap(mails(3, 4))
    server.replace = always("FETCH", b"{tag} " + said + b"\r\n")
    with pytest.raises(MailboxUnreachable, match="cannot fetch mails"):
        await (await opened(server)).fetch_after(0, 10)


async def test_answers_are_bounded_in_bytes(scripted_imap: Any, opened: Open) -> None:
    """Fewer mails than asked for come rather than more bytes than allowed, and the next call goes on behind them."""
    server = scripted_imap(dict.fromkeys(range(1, 8), b"x" * 600))
    box = await opened(server, Patience(batch_mails=2, batch_bytes=1000, answer_bytes=1500))
    await box.standing()
    first = await box.fetch_after(0, 7)
    assert [m.uid for m in first] == [1, 2, 3]
    assert [m.uid for m in await box.fetch_after(3, 7)] == [4, 5, 6]
    assert [m.uid for m in await box.fetch_after(0, 2)] == [1, 2]


@pytest.mark.parametrize("said", [b"NO LARGER is not supported", b"BAD LARGER?"])
async def test_a_server_that_does_not_search_by_size(scripted_imap: Any, opened: Open, said: bytes) -> None:
    """Each mail's size is asked for then, and batches are bounded all the same."""
    server = scripted_imap(dict.fromkeys(range(1, 5), b"x" * 600))
    server.replace = lambda command, arguments: b"{tag} " + said + b"\r\n" if "LARGER" in arguments else None
    box = await opened(server, Patience(batch_bytes=1000, answer_bytes=1500))
    await box.standing()
    assert [m.uid for m in await box.fetch_after(0, 7)] == [1, 2, 3]
    assert sum("RFC822.SIZE" in c for c in server.commands) == 1


async def test_a_huge_mail_comes_cut(scripted_imap: Any, opened: Open) -> None:
    """Of a mail beyond the bound only the beginning is asked for."""
    server = scripted_imap({1: b"x" * 5000})
    server.replace = lambda command, arguments: (
        b'* 1 FETCH (UID 1 FLAGS () INTERNALDATE "30-Nov-2026 12:00:00 +0000" BODY[]<0> {4}\r\nxxxx)\r\n{tag} OK done\r\n'
        if command == "FETCH" and "BODY.PEEK[]<0.1000>" in arguments
        else None
    )
    box = await opened(server, Patience(mail_bytes=1000))
    assert [m.raw for m in await box.fetch_after(0, 7)] == [b"xxxx"]


async def test_c16_long_lists_go_in_chunks(scripted_imap: Any, opened: Open) -> None:
    """A thousand scattered UIDs are asked for in several commands, each of a sane length."""
    server = scripted_imap(mails(*range(1, 3000, 3)))
    box = await opened(server)
    await box.standing()
    assert len(await box.fetch_after(0, 5000)) == 1000
    assert max(len(c) for c in server.commands) < 8000


async def test_a_backlog_is_searched_once(scripted_imap: Any, opened: Open) -> None:
    """Batches of one backlog share one search, and one for the large mails among them."""
    server = scripted_imap(mails(*range(1, 21)))
    box = await opened(server)
    await box.standing()
    uid = 0
    while got := await box.fetch_after(uid, 5):
        uid = got[-1].uid
    assert uid == 20
    assert [sum(word in c for c in server.commands) for word in (":*", "LARGER")] == [2, 1]


async def test_sent_is_looked_at_from_the_inbox(scripted_imap: Any, opened: Open) -> None:
    """Where Sent stands is asked without leaving the inbox: to open a large one anew costs the server much."""
    server = scripted_imap(mails(3), folders=[INBOX, SENT])
    server.replace = always("STATUS", b"* STATUS Sent (UIDVALIDITY 9 UIDNEXT 5)\r\n{tag} OK done\r\n")
    box = await opened(server)
    await box.standing()
    assert await box.standing(Folder.SENT) == Standing(9, 5)
    assert [m.uid for m in await box.fetch_after(0, 10)] == [3]
    assert [c for c in server.commands if c.startswith("SELECT")] == ['SELECT "INBOX"']


@pytest.mark.parametrize(
    "answer",
    [b"{tag} NO not here\r\n", b"{tag} BAD what?\r\n", b"* STATUS Sent (UIDVALIDITY 9)\r\n{tag} OK done\r\n"],
)
async def test_a_server_whose_status_says_nothing(scripted_imap: Any, opened: Open, answer: bytes) -> None:
    """The folder is opened then."""
    server = scripted_imap(mails(3), folders=[INBOX, SENT])
    server.replace = always("STATUS", answer)
    box = await opened(server)
    await box.standing()
    assert await box.standing(Folder.SENT) == Standing(7, 4)
    assert [m.uid for m in await box.fetch_after(0, 10)] == [3]


async def test_a_server_that_is_too_busy_for_status(scripted_imap: Any, opened: Open) -> None:
    """It is left alone, and tried again later."""
    server = scripted_imap(mails(3), folders=[INBOX, SENT])
    server.replace = always("STATUS", b"{tag} NO [UNAVAILABLE] later\r\n")
    box = await opened(server)
    await box.standing()
    with pytest.raises(MailboxUnreachable, match="later"):
        await box.standing(Folder.SENT)
