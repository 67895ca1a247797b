"""What tests ask of any mail server: look into a user's folders and change them by IMAP, as another mail program would."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from imapclient.imap_utf7 import encode as utf7


@dataclass(frozen=True)
class User:
    """A mailbox of the server: the login is the address."""

    address: str
    password: str


class Where(Protocol):
    """Where a server listens."""

    @property
    def host(self) -> str: ...

    @property
    def imap(self) -> int: ...

    @property
    def smtp(self) -> int: ...


class Post:
    """A mail server with users; kinds of servers add `user`, `deliver` and `stop`."""

    address: Where

    def user(self, name: str = "", domain: str = "example.com") -> User:
        """Make a user whom no other test has."""
        raise NotImplementedError

    def deliver(self, raw: bytes, sender: str, *recipients: str) -> None:
        """Deliver a mail as another server would."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the server, where we started it."""
        raise NotImplementedError

    def append(self, user: User, raw: bytes, folder: str = "INBOX", flags: Sequence[str] = ()) -> None:
        """Put a mail into a folder as it is; the way to have a bounce, because SMTP here takes no null sender."""
        with self._imap(user) as imap:
            _checked(imap.append(_quoted(folder), f"({' '.join(flags)})", None, raw))

    def count(self, user: User, folder: str = "INBOX") -> int:
        """Return how many mails a folder holds, 0 where there is no such folder."""
        with self._imap(user) as imap:
            status, data = imap.select(_quoted(folder), readonly=True)
        return int(data[0] or 0) if status == "OK" else 0

    def mails(self, user: User, folder: str = "INBOX") -> list[bytes]:
        """Return the raw mails of a folder in their order, none where there is no such folder."""
        with self._imap(user) as imap:
            if imap.select(_quoted(folder), readonly=True)[0] != "OK":
                return []
            if not int(imap.untagged_responses["EXISTS"][-1]):
                return []
            parts = _checked(imap.fetch("1:*", "(BODY.PEEK[])"))
        return [part[1] for part in parts if isinstance(part, tuple)]

    def flags(self, user: User, folder: str = "INBOX") -> list[set[str]]:
        """Return the flags of each mail of a folder, in their order."""
        with self._imap(user) as imap:
            _checked(imap.select(_quoted(folder), readonly=True))
            lines = [line for line in _checked(imap.fetch("1:*", "(FLAGS)")) if isinstance(line, bytes)]
        return [{flag.decode() for flag in imaplib.ParseFlags(line)} for line in lines]

    def make_folder(self, user: User, folder: str) -> None:
        """Make a folder."""
        with self._imap(user) as imap:
            _checked(imap.create(_quoted(folder)))

    def remove_folder(self, user: User, folder: str) -> None:
        """Remove a folder with all that is in it."""
        with self._imap(user) as imap:
            _checked(imap.delete(_quoted(folder)))

    def folders(self, user: User) -> list[str]:
        """Return the names of all folders, as the wire has them (modified UTF-7)."""
        with self._imap(user) as imap:
            lines = [line for line in _checked(imap.list()) if isinstance(line, bytes)]
        return [line.decode("ascii").rsplit('"', 2)[1] for line in lines]

    def expunge(self, user: User, position: int, folder: str = "INBOX") -> None:
        """Remove the mail at a position (from 1), as another mail program would."""
        with self._imap(user) as imap:
            _checked(imap.select(_quoted(folder)))
            _checked(imap.store(str(position), "+FLAGS", "\\Deleted"))
            _checked(imap.expunge())

    def move(self, user: User, position: int, folder: str, *, to: str = "INBOX") -> None:
        """Move the mail at a position (from 1), as another mail program would."""
        with self._imap(user) as imap:
            _checked(imap.select(_quoted(folder)))
            _checked(imap._simple_command("MOVE", str(position), _quoted(to)))

    @contextmanager
    def _imap(self, user: User) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4(self.address.host, self.address.imap, timeout=30) as imap:
            imap.login(user.address, user.password)
            yield imap


def header(raw: bytes, name: str) -> str | None:
    """Return a header's unfolded value as it stands in the raw bytes, or None."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].replace(b"\n ", b" ").replace(b"\n\t", b" ")
    for line in head.split(b"\n"):
        key, _, value = line.partition(b":")
        if key.lower() == name.lower().encode():
            return value.strip().decode("ascii")
    return None


def _quoted(folder: str) -> str:
    return f'"{utf7(folder).decode("ascii")}"'


def _checked(answer: tuple[str, list[Any]]) -> list[Any]:
    status, data = answer
    assert status == "OK", data
    return data
