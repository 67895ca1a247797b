"""One live, logged-in IMAP connection: it opens, finds folders, selects one, and closes. For one thread only."""

from __future__ import annotations

import imaplib
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from imapclient import IMAPClient, SocketTimeout  # type: ignore[import-untyped]

from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.faults import refused, told, told_of_login
from keepword.agent.mail.imap.folders import Choice, Listed, choose
from keepword.agent.mail.imap.sasl import log_in_by_token
from keepword.agent.mail.tls import Tls, context
from keepword.agent.ports import Folder, Standing
from keepword.errors import ConfigurationError, MailboxUnreachable, NeedsReauth

READ_AT_ONCE = 256 * 1024
"""Bytes that are taken from the socket at once, where so many are there."""


@dataclass(slots=True)
class Ahead:
    """All UIDs above `of`, as a search of a folder has shown them: a long backlog is searched once, not once a batch.

    Stays true while UIDVALIDITY does: new mails have higher UIDs, and expunged ones are missing when they are fetched.
    """

    folder: Folder | None = None
    validity: int = 0
    of: int = 0
    uids: list[int] = field(default_factory=list)
    sizes: dict[int, int] = field(default_factory=dict)
    sized_from: int = 0
    sized_to: int = 0
    """The sizes of a run of these mails, from one UID to another."""

    def reaches(self, folder: Folder | None, validity: int, uid: int) -> bool:
        """Say whether it knows of mails above this UID in this folder."""
        same = (self.folder, self.validity) == (folder, validity) and uid >= self.of
        return same and bool(self.uids) and self.uids[-1] > uid


class Session:
    """A connection that has logged in. `client` is the imapclient object, which ships no types."""

    def __init__(self, client: Any, account: ImapAccount, patience: Patience) -> None:
        self.client = client
        self.account = account
        self.patience = patience
        self.selected: Folder | None = None
        self.validity = 0
        """UIDVALIDITY of the selected folder."""
        self.ahead = Ahead()
        self._names: dict[Folder, str] = {}

    def can(self, capability: str) -> bool:
        """Say whether the server has a capability."""
        return bool(self.client.has_capability(capability))

    def listed(self) -> list[Listed]:
        """Ask for all folders with their attributes."""
        return [_listed(*row) for row in self.client.list_folders()]

    def choice(self, role: Folder) -> Choice:
        """Find the folder for a role without making it."""
        prefix, delimiter = self._namespace()
        return choose(role, self.account.folders.get(role, ""), self.listed(), prefix, delimiter)

    def name(self, role: Folder, *, make: bool = True) -> str | None:
        """Return the server's name of a folder, making it where there is none; None where it must not be made."""
        if role not in self._names:
            choice = self.choice(role)
            if choice.missing and not make:
                return None
            if choice.missing:
                self._create(choice.name)
            self._names[role] = choice.name
        return self._names[role]

    def forget_names(self) -> None:
        """Look for the folders anew next time: somebody may have renamed or removed one."""
        self._names.clear()

    def select(self, role: Folder) -> Standing:
        """Select a folder anew and return where it stands; STATUS of a selected folder would not show new mail."""
        name = self.name(role)
        self.selected = None
        answer = self.client.select_folder(name)
        self.selected, self.validity = role, _number(answer.get(b"UIDVALIDITY"))
        return Standing(self.validity, self._uidnext(answer))

    def status(self, role: Folder) -> Standing:
        """Return where a folder stands without leaving the selected one; a server that does not say so is made to open it.

        To open a large inbox again costs the server more than to fetch from it.
        """
        if self.selected in {None, role}:
            return self.select(role)
        try:
            answer = self.client.folder_status(self.name(role), ["UIDVALIDITY", "UIDNEXT"])
        except imaplib.IMAP4.error as error:
            if not refused(error):
                raise
            return self.select(role)
        if not answer.get(b"UIDVALIDITY") or not answer.get(b"UIDNEXT"):
            return self.select(role)
        return Standing(_number(answer[b"UIDVALIDITY"]), _number(answer[b"UIDNEXT"]))

    def _uidnext(self, answer: dict[bytes, Any]) -> int:
        """Return UIDNEXT; a server that leaves it out of SELECT (RFC 3501 lets it) is asked for its last UID."""
        if b"UIDNEXT" in answer:
            return _number(answer[b"UIDNEXT"])
        if not answer.get(b"EXISTS"):
            return 1
        return int(max(self.client.search(["UID", "*"]), default=0)) + 1

    def _namespace(self) -> tuple[str, str]:
        if not self.can("NAMESPACE"):
            return "", "/"
        with suppress(imaplib.IMAP4.error, ValueError, IndexError, TypeError):
            prefix, delimiter = self.client.namespace().personal[0]
            return prefix or "", delimiter or ""
        return "", "/"

    def _create(self, name: str) -> None:
        self.client.create_folder(name)
        with suppress(imaplib.IMAP4.error):  # Only so that mail programs show it.
            self.client.subscribe_folder(name)

    def cut(self) -> None:
        """End the link at once, from any thread: whoever reads from it gets an error."""
        with suppress(OSError, AttributeError):
            self.client.socket().shutdown(socket.SHUT_RDWR)

    def close(self, *, politely: bool = True) -> None:
        """Log out, or only drop the link; never raises."""
        with suppress(imaplib.IMAP4.error, OSError, EOFError, ValueError, AttributeError):
            if politely:
                self.client.socket().settimeout(self.patience.done)
                self.client.logout()
        with suppress(imaplib.IMAP4.error, OSError, EOFError, ValueError, AttributeError):
            self.client.shutdown()


def open_session(account: ImapAccount, patience: Patience) -> Session:
    """Connect, protect and log in; raises `MailboxUnreachable`, `NeedsReauth` or `ConfigurationError`."""
    with told(account, "connect"):
        client = _connect(account, patience)
    session = Session(client, account, patience)
    try:
        _protect(session)
        _log_in(session)
        _quicken(client)
    except BaseException:
        session.close(politely=False)
        raise
    return session


def _connect(account: ImapAccount, patience: Patience) -> Any:
    implicit = account.tls == Tls.IMPLICIT
    client: Any = IMAPClient(
        account.host,
        port=account.port,
        ssl=implicit,
        ssl_context=context(account.ca_file) if implicit else None,
        timeout=SocketTimeout(patience.connect, patience.read),
    )
    client.normalise_times = False
    return client


def _protect(session: Session) -> None:
    """Start TLS where it is asked for; without it we send no password (RFC 8314, 4.1)."""
    account = session.account
    if account.tls != Tls.STARTTLS:
        return
    with told(account, "start TLS"):
        if not session.can("STARTTLS"):
            raise MailboxUnreachable(f"{account.where}: cannot start TLS: the server does not offer STARTTLS")
        session.client.starttls(context(account.ca_file))


def _log_in(session: Session) -> None:
    account = session.account
    if account.token is not None:
        log_in_by_token(session.client, account, account.token)
        return
    with told_of_login(account):
        _log_in_by_password(session, account.password or "")


def _log_in_by_password(session: Session, password: str) -> None:
    """Use LOGIN, or AUTHENTICATE PLAIN where LOGIN is off or cannot carry the characters (RFC 9051, 6.2.3)."""
    user = session.account.user
    if any(character in password + user for character in "\r\n\0"):
        raise ConfigurationError(f"{session.account.where}: user or password holds a line break or a NUL character")
    if (password + user).isascii() and not session.can("LOGINDISABLED"):
        session.client.login(user, password)
    elif session.can("AUTH=PLAIN"):
        session.client.plain_login(user, password)
    else:
        raise NeedsReauth(f"{session.account.where}: cannot log in: the server takes no login that we know")


def _quicken(client: Any) -> None:
    """Let imaplib read much at once, and write no mail down.

    imapclient sets imaplib's debug level so high that each literal, a whole mail, is written out as text twice for its
    log, whether or not anybody logs. That takes longer than fetching it, and mail belongs in no log. Reading by 8 KB
    as imaplib does means to wait for Python's lock after each.
    """
    imap = client._imap  # noqa: SLF001 - imapclient has no face for either
    imap.debug = 0
    if getattr(imap, "file", None) is not None:  # Python 3.14 reads in another way
        imap.file = imap.sock.makefile("rb", READ_AT_ONCE)


def _listed(attributes: tuple[bytes, ...], delimiter: bytes | None, name: str) -> Listed:
    lowered = frozenset(str(a, "ascii", "replace").lower() for a in attributes)
    return Listed(name, lowered, delimiter.decode("ascii", "replace") if delimiter else "")


def _number(value: Any) -> int:
    return int(value[0] if isinstance(value, list) else value or 0)
