"""Dovecot with an SMTP front: a whole mail server with the interface of `greenmail.Greenmail`, and faults by script."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import uuid
from dataclasses import dataclass
from pathlib import Path

from dovecot import PASSWORD, Dovecot, make_home
from post import Post, User
from smtp_front import Faults, SmtpFront


@dataclass(frozen=True)
class DovecotAddress:
    """Where it listens."""

    host: str
    smtp: int
    imap: int
    imaps: int
    lmtp: int


class DovecotPost(Post):
    """One server in a folder of its own; `faults` is the script of its SMTP side, `front.taken` what that took."""

    def __init__(self, more: str = "") -> None:
        self.dovecot = Dovecot(make_home(), more)
        self.dovecot.start()
        self.front = SmtpFront(self.dovecot.ports.lmtp)
        self.front.start()
        ports = self.dovecot.ports
        self.address = DovecotAddress("127.0.0.1", self.front.port, ports.imap, ports.imaps, ports.lmtp)
        self._numbers = itertools.count(1)

    @property
    def faults(self) -> Faults:
        """The script of the SMTP side."""
        return self.front.faults

    def user(self, name: str = "", domain: str = "example.com") -> User:
        """Return a user whom no other test has; the server knows every address."""
        return User(f"{name or 'user'}-{next(self._numbers)}-{uuid.uuid4().hex[:8]}@{domain}", PASSWORD)

    def deliver(self, raw: bytes, sender: str, *recipients: str) -> None:
        """Deliver a mail by LMTP; Dovecot puts Return-Path, Delivered-To and Received on top."""
        self.dovecot.deliver(raw, sender, *recipients)

    def admin(self, *words: str) -> str:
        """Run doveadm, and return what it says."""
        doveadm = shutil.which("doveadm", path="/usr/bin:/usr/local/bin") or "doveadm"
        command = [doveadm, "-c", str(self.dovecot.home / "dovecot.conf"), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def maildir(self, user: User) -> Path:
        """Return the folder that holds a user's mail."""
        return self.dovecot.home / "mail" / user.address

    def renumber(self, user: User, validity: int) -> None:
        """Give the inbox another UIDVALIDITY, as after a restore."""
        self.admin("mailbox", "update", "-u", user.address, "--uid-validity", str(validity), "INBOX")

    def stop(self) -> None:
        """End both sides and remove the folder."""
        self.front.stop()
        self.dovecot.stop()
        shutil.rmtree(self.dovecot.home, ignore_errors=True)
