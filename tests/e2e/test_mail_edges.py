"""The mail edges on a real server: GreenMail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime

import pytest
from greenmail import Greenmail, User

from keepword.agent.mail.compose import compose, compose_draft
from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.mailbox import ImapMailbox
from keepword.agent.mail.smtp.account import SmtpAccount
from keepword.agent.mail.smtp.outbox import SmtpOutbox
from keepword.agent.ports import Folder
from keepword.errors import DeliveryRefused, MailboxUnreachable, NeedsReauth, OutboxUnreachable
from keepword.memory.state import Reply

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

Open = Callable[..., ImapMailbox]


def mail(number: int, text: str = "Hello") -> bytes:
    """Return a small mail."""
    head = ("From: anna@example.org", f"Subject: Mail {number}", f"Message-ID: <m{number}@example.org>", "", text, "")
    return "\r\n".join(head).encode()


@pytest.fixture
async def opened(greenmail: Greenmail, support: User) -> AsyncIterator[Open]:
    """Return a function that opens the support mailbox, and close all that it opened."""
    boxes: list[ImapMailbox] = []

    def open_(user: User = support, patience: Patience | None = None, **changes: object) -> ImapMailbox:
        settings = {"password": user.password, "port": greenmail.address.imap, "tls": "none", **changes}
        account = ImapAccount("support", greenmail.address.host, user=user.address, **settings)  # type: ignore[arg-type]
        boxes.append(ImapMailbox(account, patience=patience or Patience(connect=5, read=10, done=5)))
        return boxes[-1]

    yield open_
    for box in boxes:
        await box.close()


async def test_polls_past_a_uid_in_order(greenmail: Greenmail, support: User, opened: Open) -> None:
    """Mails come once each, oldest first, at most as many as asked for, and nothing is flagged by looking."""
    for number in range(1, 6):
        greenmail.append(support, mail(number))
    box = opened()
    standing = await box.standing()
    first = await box.fetch_after(0, 3)
    rest = await box.fetch_after(first[-1].uid, 3)
    none = await box.fetch_after(rest[-1].uid, 3)
    assert [m.raw for m in (*first, *rest)] == [mail(n) for n in range(1, 6)]
    assert (len(first), len(none)) == (3, 0)
    assert standing.uidnext == rest[-1].uid + 1
    assert {f for m in (*first, *rest) for f in m.flags} - {"\\Recent"} == set()
    assert all("\\Seen" not in flags for flags in greenmail.flags(support))


async def test_h21_the_last_mail_is_not_fetched_again(greenmail: Greenmail, support: User, opened: Open) -> None:
    """`UID n:*` names the last mail whatever n is; we pass it over, on an empty folder too."""
    box = opened()
    assert list(await box.fetch_after(0, 10)) == []
    greenmail.append(support, mail(1))
    assert len(await box.fetch_after(0, 10)) == 1
    assert list(await box.fetch_after(7, 10)) == []


async def test_c12_expunged_mails_do_not_end_the_run(greenmail: Greenmail, support: User, opened: Open) -> None:
    """Another program's expunge leaves a hole in the run of UIDs, and what lies behind it is still found."""
    for number in range(1, 5):
        greenmail.append(support, mail(number))
    box = opened()
    assert [m.raw for m in await box.fetch_after(0, 1)] == [mail(1)]
    greenmail.expunge(support, 2)
    greenmail.expunge(support, 2)
    assert [m.raw for m in await box.fetch_after(1, 2)] == [mail(4)]


async def test_a23_new_mail_shows_on_a_long_lived_connection(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A mail that arrives after the folder was selected moves UIDNEXT at the next question."""
    box = opened()
    before = await box.standing()
    greenmail.deliver(mail(1), "anna@example.org", support.address)
    after = await box.standing()
    assert (after.uidvalidity, after.uidnext) == (before.uidvalidity, before.uidnext + 1)


async def test_raw_bytes_come_as_they_are(greenmail: Greenmail, support: User, opened: Open) -> None:
    """Eight-bit letters, lone dots and long lines come back byte for byte."""
    raw = mail(1, "Grüße\r\n.\r\n..two\r\n" + "x" * 5000)
    greenmail.append(support, raw)
    assert [m.raw for m in await opened().fetch_after(0, 1)] == [raw]


async def test_a13_flags_are_set_last_and_only_by_mark(greenmail: Greenmail, support: User, opened: Open) -> None:
    """Fetching flags nothing; `mark` adds to the flags that are there; a mail that is gone is no error."""
    greenmail.append(support, mail(1), flags=["\\Flagged"])
    box = opened()
    (got,) = await box.fetch_after(0, 1)
    await box.mark([got.uid], seen=True, answered=True)
    await box.mark([got.uid + 5], seen=True, answered=True)
    assert greenmail.flags(support)[0] - {"\\Recent"} == {"\\Flagged", "\\Seen", "\\Answered"}


async def test_flags_are_set_on_many_at_once(greenmail: Greenmail, support: User, opened: Open) -> None:
    """Mails that were expunged meanwhile leave holes; those that were not named keep their flags."""
    for number in range(1, 7):
        greenmail.append(support, mail(number))
    box = opened()
    uids = [m.uid for m in await box.fetch_after(0, 10)]
    greenmail.expunge(support, 3)
    await box.mark(uids[:5], seen=True, answered=False)
    assert ["\\Seen" in flags for flags in greenmail.flags(support)] == [True, True, True, True, False]


async def test_draft_goes_to_a_folder_that_is_made(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A draft lands in the Drafts folder, found again by its Message-ID and by nothing less than the whole of it."""
    raw = compose_draft(reply(support.address, "anna@example.org"), now=NOW)
    box = opened()
    assert await box.holds(Folder.DRAFTS, "<kw.1@example.com>") is False
    await box.append(Folder.DRAFTS, raw, ["\\Draft", "\\Seen"])
    assert greenmail.mails(support, "Drafts") == [raw]
    assert greenmail.flags(support, "Drafts")[0] - {"\\Recent"} == {"\\Draft", "\\Seen"}
    assert await box.holds(Folder.DRAFTS, "<kw.1@example.com>") is True
    assert await box.holds(Folder.DRAFTS, "<kw.1@example.co") is False
    assert await box.holds(Folder.INBOX, "<kw.1@example.com>") is False


async def test_folders_are_found_by_their_localised_names(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A German Drafts folder with an umlaut is used, not a second one made."""
    greenmail.make_folder(support, "Entwürfe")
    box = opened()
    await box.append(Folder.DRAFTS, mail(1))
    assert greenmail.mails(support, "Entwürfe") == [mail(1)]
    assert (await box.probe()).folders["drafts"] == "Entwürfe"
    assert "Drafts" not in greenmail.folders(support)


async def test_folder_removed_meanwhile_is_made_again(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A folder that somebody removes after we used it is made again, and the mail is not lost."""
    box = opened(folders={Folder.QUARANTINE: "Später lesen"})
    await box.append(Folder.QUARANTINE, mail(1))
    greenmail.remove_folder(support, "Später lesen")
    await box.append(Folder.QUARANTINE, mail(2))
    assert greenmail.mails(support, "Später lesen") == [mail(2)]


async def test_move_to_quarantine(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A moved mail leaves the inbox and keeps its bytes; moving it again is no error."""
    greenmail.append(support, mail(1))
    greenmail.append(support, mail(2))
    box = opened()
    uid = (await box.fetch_after(0, 2))[0].uid
    await box.move(uid, Folder.QUARANTINE)
    await box.move(uid, Folder.QUARANTINE)
    assert (greenmail.mails(support), greenmail.mails(support, "Quarantine")) == ([mail(2)], [mail(1)])


async def test_new_mail_ends_the_wait(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A mail that arrives while we idle is told at once."""
    box = opened()
    await box.standing()
    waiting = asyncio.create_task(box.wait(60))
    await box.holds(Folder.INBOX, "<something that lets the wait begin@example.org>")
    greenmail.deliver(mail(1), "anna@example.org", support.address)
    assert await asyncio.wait_for(waiting, 20) is True
    assert len(await box.fetch_after(0, 10)) == 1


async def test_mail_before_the_wait_ends_it_too(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A mail that arrived between the look and the wait, even reported during another call, is not waited past."""
    box = opened()
    await box.standing()
    greenmail.deliver(mail(1), "anna@example.org", support.address)
    await box.mark([99], seen=True, answered=False)
    assert await asyncio.wait_for(box.wait(60), 20) is True


async def test_wake_ends_the_wait_from_another_thread(opened: Open) -> None:
    """`wake` ends a running wait, and one that has not begun."""
    box = opened()
    await box.standing()
    waiting = asyncio.create_task(box.wait(60))
    await box.standing()
    await asyncio.to_thread(box.wake)
    assert await asyncio.wait_for(waiting, 20) is True
    box.wake()
    assert await asyncio.wait_for(box.wait(60), 20) is True


async def test_wait_without_news_ends_by_itself(opened: Open) -> None:
    """Where nothing happens the wait says so, with IDLE and without."""
    for idle in (True, False):
        box = opened(idle=idle)
        await box.standing()
        assert await box.wait(0.3) is False


async def test_other_calls_are_served_during_a_wait(opened: Open) -> None:
    """An append does not stand in line behind an IDLE, and does not end the wait."""
    box = opened()
    await box.standing()
    waiting = asyncio.create_task(box.wait(60))
    await asyncio.wait_for(box.append(Folder.SENT, mail(1)), 20)
    assert await asyncio.wait_for(box.holds(Folder.SENT, "<m1@example.org>"), 20) is True
    assert waiting.done() is False
    box.wake()
    assert await asyncio.wait_for(waiting, 20) is True


async def test_c14_reset_server_gives_a_new_uidvalidity(greenmail: Greenmail, support: User, opened: Open) -> None:
    """After the server lost its state, old UIDs mark and move nothing, and fetching insists on a new look first."""
    greenmail.append(support, mail(1))
    box = opened()
    before = await box.standing()
    (old,) = await box.fetch_after(0, 1)
    await asyncio.to_thread(greenmail.reset)
    greenmail.append(support, mail(2))
    await box.mark([old.uid], seen=True, answered=True)
    await box.move(old.uid, Folder.QUARANTINE)
    with pytest.raises(MailboxUnreachable, match="UIDVALIDITY"):
        await box.fetch_after(0, 10)
    after = await box.standing()
    assert after.uidvalidity != before.uidvalidity
    (new,) = await box.fetch_after(0, 10)
    assert (new.raw, "\\Seen" in new.flags) == (mail(2), False)


async def test_c17_a_wait_over_a_restart_goes_on(greenmail: Greenmail, support: User, opened: Open) -> None:
    """The link that dies under an IDLE is replaced, and the changed folder counts as news."""
    box = opened()
    await box.standing()
    waiting = asyncio.create_task(box.wait(60))
    await box.standing()
    await asyncio.to_thread(greenmail.reset)
    greenmail.append(support, mail(1))
    with_news = await asyncio.gather(asyncio.wait_for(waiting, 30), return_exceptions=True)
    assert isinstance(with_news[0], MailboxUnreachable) or with_news == [True]
    await box.standing()
    assert [m.raw for m in await box.fetch_after(0, 10)] == [mail(1)]


async def test_wrong_password_needs_a_person(greenmail: Greenmail, support: User, opened: Open) -> None:
    """A refused login is named with server and user, without the password, and is not tried again at once."""
    box = opened(password="not-the-secret")
    with pytest.raises(NeedsReauth, match=support.address) as refused:
        await box.standing()
    assert "not-the-secret" not in str(refused.value)
    with pytest.raises(NeedsReauth, match="not tried again"):
        await box.standing()


async def test_refused_port_names_server_and_next_try(opened: Open) -> None:
    """A server that is not there is named with its port, with a growing delay."""
    box = opened(port=1)
    delays = []
    for _ in range(3):
        with pytest.raises(MailboxUnreachable, match=r"127\.0\.0\.1:1: cannot connect") as error:
            await box.standing()
        delays.append(error.value.retry_after or 0)
    assert 0.5 <= delays[0] <= 1.0 <= delays[1] <= 2.0 <= delays[2] <= 4.0


async def test_self_signed_certificate_is_named(greenmail: Greenmail, opened: Open) -> None:
    """A certificate that nobody vouches for is refused and named as such."""
    box = opened(port=greenmail.address.imaps, tls="implicit")
    with pytest.raises(MailboxUnreachable, match="certificate is not valid: self-signed certificate"):
        await box.standing()


async def test_missing_starttls_sends_no_password(opened: Open) -> None:
    """STARTTLS is insisted on: a server without it sees no password."""
    with pytest.raises(MailboxUnreachable, match="does not offer STARTTLS"):
        await opened(tls="starttls").standing()


async def test_probe_changes_nothing(greenmail: Greenmail, support: User, opened: Open) -> None:
    """The look round names abilities and folders, and makes none of them."""
    greenmail.append(support, mail(1))
    probe = await opened().probe()
    assert {"IDLE", "MOVE", "UIDPLUS"} <= set(probe.capabilities)
    assert probe.folders == {"inbox": "INBOX", "sent": "Sent", "drafts": "Drafts", "quarantine": "Quarantine"}
    assert (probe.mails, set(probe.to_create)) == (1, {"sent", "drafts", "quarantine"})
    assert greenmail.folders(support) == ["INBOX"]


async def test_after_close_nothing_is_done(opened: Open) -> None:
    """A closed mailbox says so; closing twice is no error."""
    box = opened()
    await box.standing()
    await box.close()
    await box.close()
    with pytest.raises(MailboxUnreachable, match="closed"):
        await box.standing()


def reply(sender: str, to: str) -> Reply:
    """Return a reply to a mail of the customer."""
    return Reply(
        reply_id="r1",
        thread_id="t1",
        in_reply_to="<m2@example.org>",
        references=("<m1@example.org>", "<m2@example.org>"),
        message_id="<kw.1@example.com>",
        sender=sender,
        sender_name="Händler, Support",
        to=(to,),
        subject="Mail 2",
        text="Grüße\n.\n..\nFrom us\n",
        created_at=NOW,
        mailbox="support",
    )


def outbox(greenmail: Greenmail, user: User, **changes: object) -> SmtpOutbox:
    """Return the outbox of a user."""
    settings = {"password": user.password, "port": greenmail.address.smtp, "tls": "none", **changes}
    return SmtpOutbox(SmtpAccount("support", greenmail.address.host, user=user.address, **settings))  # type: ignore[arg-type]


async def test_reply_arrives_as_composed(greenmail: Greenmail, support: User, anna: User) -> None:
    """What the customer's server holds is what we composed, below the trace fields that it adds."""
    raw = compose(reply(support.address, anna.address), now=NOW)
    receipt = await outbox(greenmail, support).send(raw, support.address, [anna.address])
    (arrived,) = greenmail.mails(anna)
    trace, _, rest = arrived.partition(b"From: ")
    assert (b"From: " + rest).rstrip() == raw.rstrip()
    assert trace.startswith(b"Return-Path: <" + support.address.encode())
    assert (bool(receipt.answer), receipt.provider_id) == (True, None)


async def test_wrong_smtp_password_needs_a_person(greenmail: Greenmail, support: User, anna: User) -> None:
    """A refused SMTP login is told as such, and nothing is sent."""
    box = outbox(greenmail, support, password="not-the-secret")
    with pytest.raises(NeedsReauth) as refused:
        await box.send(mail(1), support.address, [anna.address])
    assert "not-the-secret" not in str(refused.value)
    assert greenmail.mails(anna) == []


async def test_smtp_server_away_is_surely_unsent(greenmail: Greenmail, support: User) -> None:
    """A refused connection and a certificate that nobody vouches for are told before anything is sent."""
    with pytest.raises(OutboxUnreachable, match=r"127\.0\.0\.1:1: cannot connect"):
        await outbox(greenmail, support, port=1).send(mail(1), support.address, ["anna@example.org"])
    with pytest.raises(OutboxUnreachable, match="certificate is not valid"):
        await outbox(greenmail, support, port=greenmail.address.smtps, tls="implicit").probe()
    with pytest.raises(DeliveryRefused, match="without recipients"):
        await outbox(greenmail, support).send(mail(1), support.address, [])
