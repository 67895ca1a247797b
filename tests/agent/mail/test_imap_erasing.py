"""A person's mails go from every folder, everybody else's stay: on a real server and by each mail's own headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from keepword.agent.demo.server import HOST, PASSWORD, mail_server
from keepword.agent.mail.imap.account import ImapAccount
from keepword.agent.mail.imap.erasing import named
from keepword.agent.mail.imap.mailbox import ImapMailbox
from keepword.agent.ports import Erased, Folder

ANNA, OTHER = "anna@example.org", "joanna@example.org"


def mail(number: int, sender: str, to: str, **headers: str) -> bytes:
    """Return a small mail."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n{more}\r\nHello {number}\r\n".encode()


SUPPORT = "support@example.com"
HERE: dict[Folder, list[bytes]] = {
    Folder.INBOX: [
        mail(1, f"Anna <{ANNA.upper()}>", SUPPORT),
        mail(2, OTHER, SUPPORT),
        mail(3, "form@example.net", SUPPORT, Reply_To=ANNA),
        mail(4, OTHER, f"{SUPPORT}, {ANNA}"),
    ],
    Folder.SENT: [mail(5, SUPPORT, f"Anna <{ANNA}>"), mail(6, SUPPORT, OTHER)],
    Folder.DRAFTS: [mail(7, SUPPORT, ANNA)],
    Folder.QUARANTINE: [mail(8, ANNA, SUPPORT), mail(9, OTHER, SUPPORT)],
}


async def test_the_persons_mails_go_and_no_others(tmp_path: Path) -> None:
    """What she wrote and what we wrote to her is expunged; mails that only name her or contain her address stay."""
    with mail_server(tmp_path / "log") as server:
        account = ImapAccount(
            name="support", host=HOST, port=server.imap_port, tls="none", user=SUPPORT, password=PASSWORD
        )
        box = ImapMailbox(account)
        try:
            for folder, mails in HERE.items():
                for raw in mails:
                    await box.append(folder, raw)
            done = {folder: await box.erase(folder, [ANNA]) for folder in Folder}
            again = {folder: await box.erase(folder, [ANNA]) for folder in Folder}
            left = [
                number
                for folder in Folder
                for number in range(1, 10)
                if await box.holds(folder, f"<{number}@example.org>")
            ]
        finally:
            await box.close()
    removed = {Folder.INBOX: 2, Folder.SENT: 1, Folder.DRAFTS: 1, Folder.QUARANTINE: 1}
    assert done == {folder: Erased(removed=number) for folder, number in removed.items()}
    assert again == dict.fromkeys(Folder, Erased())
    assert left == [2, 4, 6, 9]


@pytest.mark.parametrize(
    ("raw", "folder", "keys"),
    [
        (mail(1, ANNA, SUPPORT), Folder.INBOX, {ANNA}),
        (mail(1, SUPPORT, f"{ANNA}, {OTHER}"), Folder.SENT, {ANNA, OTHER}),
        (mail(1, "form@example.net", SUPPORT, Reply_To=ANNA), Folder.QUARANTINE, {"form@example.net", ANNA}),
        (b"", Folder.INBOX, set()),
        (b"From: \xff\xfe\r\n\r\n", Folder.INBOX, set()),
    ],
)
def test_whose_a_mail_is(raw: bytes, folder: Folder, keys: set[str]) -> None:
    """A mail that came in is its writer's, or whom a form's Reply-To names; one of ours is theirs to whom it was sent."""
    assert {k for k in named(raw, folder) if "@" in k} == keys
