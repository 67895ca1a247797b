"""A mail server in a process of its own (mail-devel: SMTP, IMAP, a web page), on free ports of the loopback address."""

from __future__ import annotations

import os
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import imapclient  # type: ignore[import-untyped]

from keepword.errors import MailboxUnreachable, UsageError

HOST = "127.0.0.1"
PASSWORD = "demo"  # noqa: S105 - of a server that lives for a minute on the loopback address
PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where the server listens; every address has a mailbox, and all have one password."""

    smtp_port: int
    imap_port: int
    http_port: int

    @property
    def page(self) -> str:
        """The address of the web page with all mailboxes."""
        return f"http://{HOST}:{self.http_port}/"

    def deliver(self, raw: bytes, sender: str, recipient: str) -> None:
        """Hand in a mail as the server of its writer would."""
        with smtplib.SMTP(HOST, self.smtp_port, timeout=PATIENCE) as smtp:
            smtp.sendmail(sender, [recipient], raw)

    def inbox(self, address: str) -> list[bytes]:
        """Return the raw mails of an address, oldest first."""
        client = imapclient.IMAPClient(HOST, self.imap_port, ssl=False, timeout=PATIENCE)
        try:
            client.login(address, PASSWORD)
            client.select_folder("INBOX", readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]
        finally:
            client.logout()


@contextmanager
def mail_server(log: Path) -> Iterator[MailServer]:
    """Start the server, wait until it answers, and stop it at the end; what it prints goes to `log`."""
    if find_spec("mail_devel") is None:
        raise UsageError("the demo needs its mail server; install it with: pip install 'keepword[demo]'")
    server = MailServer(*_free_ports(3))
    command = [sys.executable, "-m", "mail_devel", "--multi-user", "--host", HOST, "--user", "support@example.com"]
    ports = ["--smtp-port", server.smtp_port, "--imap-port", server.imap_port, "--http-port", server.http_port]
    words = [*command, *map(str, ports), "--smtps-port", str(_free_ports(1)[0])]
    with log.open("wb") as out:
        environment = {**os.environ, "MAIL_PASSWORD": PASSWORD}
        process = subprocess.Popen(words, stdout=out, stderr=out, env=environment)  # noqa: S603 - our own words
        try:
            _await(server, process, log)
            yield server
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()


def _await(server: MailServer, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    for port in (server.smtp_port, server.imap_port):
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > end:
                raise MailboxUnreachable(
                    f"the embedded mail server did not start: {log.read_text(errors='replace')[-500:]}"
                )
            time.sleep(0.05)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HOST, port), 1) as link:
        return bool(link.recv(1))
    return False


def _free_ports(count: int) -> list[int]:
    """Ask the system for free ports, all at once so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind((HOST, 0))
        return [int(each.getsockname()[1]) for each in sockets]
    finally:
        for each in sockets:
            each.close()
