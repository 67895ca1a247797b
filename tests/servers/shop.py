"""A shop under test: its settings in a folder, its mailboxes on a mail server, and the real commands in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Any

from post import Post, User, header

from keepword.agent.starter import write_starter

AUTHSERV_ID = "mx.example.com"
SECRET = "tests-only-" + "x" * 40
KEEPWORD = (sys.executable, "-c", "from keepword.agent.cli import main; main()")
PATIENCE = 60

MAILBOX = """
[[mailbox]]
name = "{name}"
address = "{address}"
mode = "{mode}"
authserv_id = "{authserv_id}"
backlog = "answer"
poll_every = "60s"
colleagues = ["@staff.example.com"]
imap = {{ host = "127.0.0.1", port = {imap}, tls = "none", user = "{address}", password = {{ env = "{env}" }} }}
smtp = {{ host = "127.0.0.1", port = {smtp}, tls = "none" }}
"""


@dataclass
class Mail:
    """A mail that was written: its id and its raw bytes."""

    id: str
    raw: bytes


class Shop:
    """One installation of Keepword in a folder."""

    def __init__(self, folder: Path, post: Post) -> None:
        self.folder = folder
        self.post = post
        self.desks: list[User] = []
        self.env = {**os.environ, "KEEPWORD_SECRET": SECRET, "OPENAI_API_KEY": "tests-only"}
        write_starter(folder)
        (folder / "keepword.toml").write_text('[app]\nsecret = { env = "KEEPWORD_SECRET" }\n')

    def settings(self, text: str) -> None:
        """Add lines to the settings."""
        path = self.folder / "keepword.toml"
        path.write_text(path.read_text() + text)

    def desk(self, user: User, mode: str = "auto", authserv_id: str = AUTHSERV_ID, name: str = "support") -> User:
        """Open a support mailbox."""
        self.desks.append(user)
        env = f"PASSWORD_{len(self.desks)}"
        self.env[env] = user.password
        where = self.post.address
        self.settings(
            MAILBOX.format(
                name=name,
                address=user.address,
                mode=mode,
                authserv_id=authserv_id,
                imap=where.imap,
                smtp=where.smtp,
                env=env,
            )
        )
        return user

    def model(self, url: str) -> None:
        """Take an OpenAI-compatible server as the model."""
        self.settings(f'\n[model]\nkind = "openai"\nname = "scripted"\nbase_url = "{url}"\ntimeout = "5s"\n')

    def keepword(self) -> list[str]:
        """Return the words that begin each command of this shop."""
        return [*KEEPWORD, "--config", str(self.folder / "keepword.toml")]

    def command(
        self, *words: str, expect: Sequence[int] = (0,), patience: float = PATIENCE
    ) -> subprocess.CompletedProcess[str]:
        """Run a command and return it once it has ended with an expected code."""
        done = subprocess.run(
            [*KEEPWORD, "--config", str(self.folder / "keepword.toml"), *words],
            env=self.env,
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
        assert done.returncode in expect, (words, done.returncode, done.stdout, done.stderr)
        assert "Traceback" not in done.stdout, done.stdout
        return done

    def json(self, *words: str, expect: Sequence[int] = (0,)) -> Any:
        """Run a command that gives one object."""
        return json.loads(self.command("--json", *words, expect=expect).stdout)

    def lines(self, *words: str, expect: Sequence[int] = (0,), patience: float = PATIENCE) -> list[Any]:
        """Run a command that gives an object a line."""
        done = self.command("--json", *words, expect=expect, patience=patience)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def poll(self, expect: Sequence[int] = (0,), patience: float = PATIENCE) -> list[Any]:
        """Poll every mailbox once and return the line of each mail."""
        return self.lines("run", "--once", expect=expect, patience=patience)

    def daemon(self) -> subprocess.Popen[str]:
        """Start the daemon."""
        words = [*KEEPWORD, "--config", str(self.folder / "keepword.toml"), "run"]
        return subprocess.Popen(words, env=self.env, stderr=subprocess.PIPE, text=True)


class Customer:
    """Somebody who writes to a shop, and reads what it answers."""

    def __init__(self, shop: Shop, user: User, name: str = "Anna") -> None:
        self.shop = shop
        self.user = user
        self.name = name

    @property
    def address(self) -> str:
        """The customer's address."""
        return self.user.address

    def compose(
        self,
        text: str,
        subject: str = "A question",
        *,
        answers: bytes | None = None,
        verified: bool = True,
        to: User | None = None,
        headers: Sequence[tuple[str, str]] = (),
        date: datetime | None = None,
    ) -> Mail:
        """Write a mail, in answer to a raw one where that is given, as our own server would hand it to us."""
        mail = EmailMessage()
        domain = self.address.rpartition("@")[2]
        if verified:
            mail["Authentication-Results"] = f"{AUTHSERV_ID}; dmarc=pass header.from={domain}"
        mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = (to or self.shop.desks[0]).address
        mail["Date"] = format_datetime(date or datetime.now(UTC) - timedelta(seconds=1))
        mail["Message-ID"] = make_msgid(domain=domain)
        mail["Subject"] = subject
        if answers is not None:
            _answer(mail, answers)
        for name, value in headers:
            mail[name] = value
        mail.set_content(text)
        return Mail(str(mail["Message-ID"]), mail.as_bytes())

    def send(self, mail: Mail, to: User | None = None) -> Mail:
        """Deliver a mail that was written."""
        self.shop.post.deliver(mail.raw, self.address, (to or self.shop.desks[0]).address)
        return mail

    def write(self, text: str, subject: str = "A question", **more: Any) -> Mail:
        """Write a mail and deliver it."""
        return self.send(self.compose(text, subject, **more), more.get("to"))

    def answers(self) -> list[bytes]:
        """Return the raw answers received so far."""
        return self.shop.post.mails(self.user)


def _answer(mail: EmailMessage, parent: bytes) -> None:
    """Thread an answer as mail programs do (RFC 5322, 3.6.4)."""
    del mail["Subject"]
    subject = header(parent, "Subject") or ""
    mail["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    mail["In-Reply-To"] = header(parent, "Message-ID") or ""
    mail["References"] = " ".join(filter(None, (header(parent, "References"), header(parent, "Message-ID"))))


def until(found: Callable[[], Any], seconds: float = 30) -> Any:
    """Wait until something is found, looking again and again; fail when it is not found in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.1)
    raise AssertionError(f"not found within {seconds} s")


__all__ = ["AUTHSERV_ID", "SECRET", "Customer", "Mail", "Shop", "header", "until"]
