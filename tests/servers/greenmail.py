"""A running GreenMail as tests want it: fresh users, mail in by SMTP or APPEND, mail out by IMAP."""

from __future__ import annotations

import http.client
import imaplib
import itertools
import json
import smtplib
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from greenmail_start import Address, Started, start
from imapclient.imap_utf7 import encode as utf7


@dataclass(frozen=True)
class User:
    """A mailbox of the server: the login is the address."""

    address: str
    password: str


class Greenmail:
    """One server. `address.host`, `.smtp`, `.imap` (and `.smtps`, `.imaps`: TLS, self-signed) say where it listens."""

    def __init__(self, started: Started) -> None:
        self._started = started
        self.address = started.address
        self._users: list[User] = []
        self._made_at = 0
        self._numbers = itertools.count(1)

    def user(self, name: str = "", domain: str = "example.com") -> User:
        """Make a user whom no other test has."""
        local = f"{name or 'user'}-{next(self._numbers)}-{uuid.uuid4().hex[:8]}"
        user = User(f"{local}@{domain}", f"secret-{uuid.uuid4().hex}")
        self._make(user)
        self._users.append(user)
        return user

    def deliver(self, raw: bytes, sender: str, *recipients: str) -> None:
        """Deliver a mail by SMTP, as any server would; GreenMail puts Return-Path and Received on top."""
        with smtplib.SMTP(self.address.host, self.address.smtp, timeout=30) as smtp:
            smtp.sendmail(sender, recipients, raw)

    def append(self, user: User, raw: bytes, folder: str = "INBOX", flags: Sequence[str] = ()) -> None:
        """Put a mail into a folder as it is; the way to have a bounce, because SMTP here takes no null sender."""
        with self._imap(user) as imap:
            _checked(imap.append(_quoted(folder), f"({' '.join(flags)})", None, raw))

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

    def reset(self) -> None:
        """Start the services anew: links die, mail is gone, UIDVALIDITY changes; our users are made again."""
        while int(time.time()) <= self._made_at:  # UIDVALIDITY is the second in which a mailbox was made.
            time.sleep(0.05)
        self._api("POST", "/api/service/reset")
        for user in self._users:
            self._make(user)

    def _make(self, user: User) -> None:
        self._made_at = int(time.time()) + 1
        self._api("POST", "/api/user", {"email": user.address, "login": user.address, "password": user.password})

    def _api(self, method: str, path: str, body: dict[str, str] | None = None) -> Any:
        connection = http.client.HTTPConnection(self.address.host, self.address.api, timeout=30)
        try:
            connection.request(method, path, json.dumps(body or {}), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        assert answer.status < 300, (method, path, answer.status, text)
        return json.loads(text or b"null")

    @contextmanager
    def _imap(self, user: User) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4(self.address.host, self.address.imap, timeout=30) as imap:
            imap.login(user.address, user.password)
            yield imap

    def stop(self) -> None:
        """End the server, where we started it."""
        self._started.stop()


def running() -> Greenmail:
    """Find or start a server."""
    return Greenmail(start())


def _quoted(folder: str) -> str:
    return f'"{utf7(folder).decode("ascii")}"'


def _checked(answer: tuple[str, list[Any]]) -> list[Any]:
    status, data = answer
    assert status == "OK", data
    return data


__all__ = ["Address", "Greenmail", "User", "running"]
