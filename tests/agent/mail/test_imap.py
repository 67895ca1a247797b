"""IMAP faults by script: dead links, odd servers, busy servers. What real servers do well is tested on GreenMail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from keepword.agent.mail.imap import ImapMailbox
from keepword.agent.mail.imap_account import ImapAccount, Patience
from keepword.agent.ports import Folder
from keepword.errors import ConfigurationError, MailboxUnreachable, NeedsReauth

Serving = Callable[[Any], Awaitable[None]]
Open = Callable[..., Awaitable[ImapMailbox]]

QUICK = Patience(connect=1, read=1, done=0.5)
INBOX = '(\\HasNoChildren) "/" INBOX'
QUARANTINE = '(\\HasNoChildren) "/" Quarantine'


@pytest.fixture
async def opened(serving: Serving) -> AsyncIterator[Open]:
    """Return a function that lets a server listen and opens its mailbox."""
    boxes: list[ImapMailbox] = []

    async def open_(server: Any, patience: Patience = QUICK, **changes: Any) -> ImapMailbox:
        if not server.port:
            await serving(server)
        account = ImapAccount(
            "support", "127.0.0.1", server.port, "none", **{"user": "support", "password": "pass-word", **changes}
        )
        boxes.append(ImapMailbox(account, patience=patience, chance=lambda: 1.0))
        return boxes[-1]

    yield open_
    for box in boxes:
        await box.close()


def mails(*uids: int) -> dict[int, bytes]:
    """Return small mails by UID."""
    return {uid: f"Message-ID: <m{uid}@example.org>\r\n\r\nMail {uid}\r\n".encode() for uid in uids}


def once(verb: str, answer: bytes) -> Callable[[str, str], bytes | None]:
    """Return a replacement that is given for the first such command only."""
    left = [answer]
    return lambda command, _arguments: left.pop() if command == verb and left else None


def always(verb: str, answer: bytes) -> Callable[[str, str], bytes | None]:
    """Return a replacement that is given for every such command."""
    return lambda command, _arguments: answer if command == verb else None


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
    """Batches of one backlog share one search."""
    server = scripted_imap(mails(*range(1, 21)))
    box = await opened(server)
    await box.standing()
    uid = 0
    while got := await box.fetch_after(uid, 5):
        uid = got[-1].uid
    assert uid == 20
    assert sum(c.startswith("UID SEARCH") for c in server.commands) == 2


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
