"""The IMAP edge on Dovecot: TLS, SPECIAL-USE, restarts that keep the mail, quotas. Wants `--dovecot`."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from dovecot import PASSWORD, Dovecot, make_home

from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.mailbox import ImapMailbox
from keepword.agent.ports import Folder
from keepword.errors import MailboxUnreachable, NeedsReauth

pytestmark = pytest.mark.dovecot

Open = Callable[..., ImapMailbox]

QUOTA = """
mail_plugins = quota
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=20K
}
protocol imap {
  mail_plugins = quota imap_quota
}
"""


def mail(number: int, text: str = "Hello") -> bytes:
    """Return a small mail."""
    head = ("From: anna@example.org", f"Subject: Mail {number}", f"Message-ID: <m{number}@example.org>", "", text, "")
    return "\r\n".join(head).encode()


def served(more: str = "") -> Iterator[Dovecot]:
    """Start a server, and remove it with all its mail."""
    home = make_home()
    server = Dovecot(home, more)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(home)


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    """Return a server for the whole module."""
    yield from served()


@pytest.fixture
def full() -> Iterator[Dovecot]:
    """Return a server whose mailboxes hold 20 KB."""
    yield from served(QUOTA)


@pytest.fixture
def user(dovecot: Dovecot) -> str:
    """Return a fresh user."""
    return dovecot.user("support@example.com")


@pytest.fixture
async def opened() -> AsyncIterator[Open]:
    """Return a function that opens a mailbox, and close all that it opened."""
    boxes: list[ImapMailbox] = []

    def open_(server: Dovecot, user: str, **changes: object) -> ImapMailbox:
        settings: dict[str, object] = {"port": server.ports.imap, "tls": "none", "host": "127.0.0.1", **changes}
        account = ImapAccount("support", user=user, **{"password": PASSWORD, **settings})  # type: ignore[arg-type]
        boxes.append(ImapMailbox(account, patience=Patience(connect=10, read=20, done=10)))
        return boxes[-1]

    yield open_
    for box in boxes:
        await box.close()


@pytest.mark.parametrize("tls", ["implicit", "starttls", "none"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_mail_over_each_kind_of_tls(dovecot: Dovecot, user: str, opened: Open, tls: str, host: str) -> None:
    """With the operator's own authority the server is trusted, and mail comes byte for byte."""
    dovecot.deliver(mail(1), "anna@example.org", user)
    port = dovecot.ports.imaps if tls == "implicit" else dovecot.ports.imap
    box = opened(dovecot, user, tls=tls, host=host, port=port, ca_file=str(dovecot.authority))
    await box.standing()
    (got,) = await box.fetch_after(0, 10)
    assert got.raw.endswith(mail(1))


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
async def test_an_unknown_authority_is_named(dovecot: Dovecot, user: str, opened: Open, tls: str) -> None:
    """Without that authority the certificate is refused, and no password is sent."""
    port = dovecot.ports.imaps if tls == "implicit" else dovecot.ports.imap
    with pytest.raises(MailboxUnreachable, match="certificate is not valid: self-signed certificate"):
        await opened(dovecot, user, tls=tls, port=port).standing()
    assert f"user=<{user}>" not in dovecot.log()


async def test_another_hosts_certificate_is_named(dovecot: Dovecot, user: str, opened: Open) -> None:
    """A certificate for another name is refused, whoever vouches for it."""
    box = opened(
        dovecot, user, tls="implicit", port=dovecot.ports.imaps, host="127.0.0.2", ca_file=str(dovecot.authority)
    )
    with pytest.raises(MailboxUnreachable, match=r"127\.0\.0\.2:\d+: cannot connect"):
        await box.standing()


async def test_special_use_folders(dovecot: Dovecot, user: str, opened: Open) -> None:
    """Folders are found by what the server says they are for, umlauts and spaces included, and used."""
    box = opened(dovecot, user)
    found = await box.probe()
    assert (found.folders["sent"], found.folders["drafts"]) == ("Gesendete Objekte", "Entwürfe")
    assert (found.to_create, found.notes) == (("quarantine",), ())
    for folder in (Folder.SENT, Folder.DRAFTS, Folder.QUARANTINE):
        await box.append(folder, mail(1), ["\\Seen"])
        assert await box.holds(folder, "<m1@example.org>") is True


async def test_wrong_password(dovecot: Dovecot, user: str, opened: Open) -> None:
    """Dovecot's refusal needs a person."""
    with pytest.raises(NeedsReauth, match="refused"):
        await opened(dovecot, user, password="not-the-secret").standing()


async def test_flags_and_move(dovecot: Dovecot, user: str, opened: Open) -> None:
    """Flags are set by `mark` alone, and a moved mail is gone from the inbox."""
    for number in (1, 2):
        dovecot.deliver(mail(number), "anna@example.org", user)
    box = opened(dovecot, user)
    first, second = await box.fetch_after(0, 10)
    assert "\\Seen" not in first.flags
    await box.mark([first.uid], seen=True, answered=True)
    await box.move(second.uid, Folder.QUARANTINE)
    assert [(m.uid, {"\\Seen", "\\Answered"} <= m.flags) for m in await box.fetch_after(0, 10)] == [(first.uid, True)]
    assert await box.holds(Folder.QUARANTINE, "<m2@example.org>") is True


async def test_new_mail_ends_the_wait(dovecot: Dovecot, user: str, opened: Open) -> None:
    """IDLE tells of a mail that arrives."""
    box = opened(dovecot, user)
    await box.standing()
    waiting = asyncio.create_task(box.wait(120))
    await box.holds(Folder.INBOX, "<none@example.org>")
    await asyncio.to_thread(dovecot.deliver, mail(1), "anna@example.org", user)
    assert await asyncio.wait_for(waiting, 60) is True


async def test_c17_a_restart_loses_nothing(opened: Open) -> None:
    """A server that goes away and comes back keeps UIDVALIDITY and mail; we go on where we were."""
    home = make_home()
    server = Dovecot(home)
    user = server.user("restart@example.com")
    try:
        server.start()
        server.deliver(mail(1), "anna@example.org", user)
        box = opened(server, user)
        before = await box.standing()
        (first,) = await box.fetch_after(0, 10)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        server.deliver(mail(2), "anna@example.org", user)
        after = await box.standing()
        (second,) = await box.fetch_after(first.uid, 10)
        assert (after.uidvalidity, after.uidnext) == (before.uidvalidity, before.uidnext + 1)
        assert second.raw.endswith(mail(2))
        await box.close()
    finally:
        server.stop()
        shutil.rmtree(home)


async def test_a_full_mailbox_is_named(full: Dovecot, opened: Open) -> None:
    """A quota is told in the server's words."""
    box = opened(full, full.user("full@example.com"))
    with pytest.raises(MailboxUnreachable, match=r"(?i)quota"):
        await box.append(Folder.DRAFTS, mail(1, "x" * 50_000))
