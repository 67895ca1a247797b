"""A running GreenMail as tests want it: fresh users, mail in by SMTP or APPEND, mail out by IMAP."""

from __future__ import annotations

import http.client
import itertools
import json
import smtplib
import time
import uuid
from typing import Any

from greenmail_start import Address, Started, start
from post import Post, User


class Greenmail(Post):
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

    def stop(self) -> None:
        """End the server, where we started it."""
        self._started.stop()


def running() -> Greenmail:
    """Find or start a server."""
    return Greenmail(start())


__all__ = ["Address", "Greenmail", "User", "running"]
