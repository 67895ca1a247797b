"""What imaplib and the socket raise, told as our own errors with the server's own words and never with a password."""

from __future__ import annotations

import imaplib
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from keepword.agent.mail.imap.account import ImapAccount
from keepword.agent.mail.tls import causes, certificate_fault, system_words
from keepword.errors import KeepwordError, MailboxUnreachable, NeedsReauth

TEMPORARY = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]", "[CONTACTADMIN]")
"""Response codes (RFC 5530, 3; RFC 9051, 7.1) by which a refused login is no word on the password."""

TEMPORARY_WORDS = ("too many", "try again", "temporar", "not connected", "throttled", "rate limit", "unavailable")
"""The same from servers that send no code; Exchange Online says "User is authenticated but not connected"."""

LINK_DIED = (imaplib.IMAP4.abort, OSError, EOFError)

ODD = (ValueError, LookupError, TypeError, AttributeError)
"""What imapclient raises where an answer is not what the protocol says: the link is in step no longer."""

TROUBLE = (imaplib.IMAP4.error, OSError, EOFError, *ODD)

_BACKOFF = re.compile(r"Suggested Backoff Time: (\d{1,9}) milliseconds", re.IGNORECASE)
_BYTES = re.compile(r"^b(['\"])(.*)\1$", re.DOTALL)

MAX_WORDS = 300


@contextmanager
def told(account: ImapAccount, doing: str) -> Iterator[None]:
    """Turn whatever goes wrong in the block into `MailboxUnreachable`; our own errors pass."""
    try:
        yield
    except KeepwordError:
        raise
    except TROUBLE as error:
        raise unreachable(account, doing, error) from None


@contextmanager
def told_of_login(account: ImapAccount) -> Iterator[None]:
    """Turn a refused login into `NeedsReauth`, unless the server says that it is only busy."""
    try:
        yield
    except KeepwordError:
        raise
    except TROUBLE as error:
        if refused(error):
            raise NeedsReauth(f"{account.where}: login of {account.user} refused: {words(account, error)}") from None
        raise unreachable(account, "log in", error) from None


def refused(error: BaseException) -> bool:
    """Say whether an error is the server's verdict on what was asked of it, not a dead link or a busy server.

    imapclient wraps a dead link in its LoginError too, so the whole chain of causes counts.
    """
    if any(isinstance(link, LINK_DIED) for link in causes(error)):
        return False
    return not is_busy(error)


def is_busy(error: BaseException) -> bool:
    """Say whether the server's words tell of a trouble that will pass."""
    text = str(error)
    return any(code in text.upper() for code in TEMPORARY) or any(word in text.lower() for word in TEMPORARY_WORDS)


def unreachable(account: ImapAccount, doing: str, error: BaseException) -> MailboxUnreachable:
    """Make the error that names server, what was tried and why it failed, with the server's own wish for a pause."""
    said = words(account, error)
    return MailboxUnreachable(f"{account.where}: cannot {doing}: {said}", retry_after=suggested_backoff(said))


def words(account: ImapAccount, error: BaseException) -> str:
    """Return what the server or the system said, in one bounded line without secrets."""
    fault = certificate_fault(error)
    if fault:
        return fault
    return account.login.redact(_plain(error))[:MAX_WORDS]


def _plain(error: BaseException) -> str:
    if isinstance(error, TimeoutError | socket.timeout):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return "the server closed the TLS connection"
    if isinstance(error, UnicodeError):
        return "a character that cannot be sent"
    if isinstance(error, ODD):
        return f"an answer that makes no sense ({type(error).__name__}: {error})"
    text = system_words(error) or str(error) or type(error).__name__
    if "EOF" in text:
        return "the server closed the connection"
    bare = _BYTES.match(text)
    return " ".join((bare.group(2) if bare else text).split())


def suggested_backoff(text: str) -> float | None:
    """Return the seconds that Exchange asks us to wait in its answer, or None."""
    found = _BACKOFF.search(text)
    return int(found.group(1)) / 1000 if found else None
