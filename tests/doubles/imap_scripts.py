"""Scripts for the IMAP server that answers as it is told: small mails, and answers put in the place of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from keepword.agent.mail.imap.account import Patience
from keepword.agent.mail.imap.mailbox import ImapMailbox

Open = Callable[..., Awaitable[ImapMailbox]]

QUICK = Patience(connect=1, read=1, done=0.5)
INBOX = '(\\HasNoChildren) "/" INBOX'
QUARANTINE = '(\\HasNoChildren) "/" Quarantine'
SENT = '(\\Sent) "/" Sent'


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
