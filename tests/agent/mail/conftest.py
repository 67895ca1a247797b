"""Scripted servers for faults that no real server makes on demand. They run in the test's own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from imap_scripts import QUICK, Open

from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.mailbox import ImapMailbox


@dataclass
class ScriptedSmtp:
    """An SMTP server that answers each command (`EHLO`, `MAIL` … and `.` for the mail) from its script.

    An answer is a text, `HANG` (say nothing) or `DROP` (close the link). `taken` holds the mails that it said 250 to.
    """

    script: dict[str, str] = field(default_factory=dict)
    port: int = 0
    commands: list[str] = field(default_factory=list)
    taken: list[bytes] = field(default_factory=list)
    sessions: int = 0

    ANSWERS = {  # noqa: RUF012 - a table
        "hello": "220 scripted ESMTP",
        "EHLO": "250-scripted\r\n250-8BITMIME\r\n250-SIZE 1000000\r\n250 AUTH PLAIN",
        "AUTH": "235 2.7.0 welcome",
        "MAIL": "250 2.1.0 Ok",
        "RCPT": "250 2.1.5 Ok",
        "DATA": "354 go on",
        "body": "",
        ".": "250 2.0.0 Ok: queued as 4711",
        "QUIT": "221 2.0.0 Bye",
    }

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.sessions += 1
        if await self._answer("hello", writer):
            while line := await reader.readline():
                if not await self._command(line.decode().strip(), reader, writer):
                    break

    async def _command(self, line: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        self.commands.append(line)
        verb = line.split(" ")[0].upper()
        if not await self._answer(verb, writer):
            return False
        if verb == "DATA" and self._text("DATA").startswith("354"):
            return await self._mail(reader, writer)
        return verb != "QUIT"

    async def _mail(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        if self._text("body") == "DROP":
            await reader.readline()
            return False
        raw = await reader.readuntil(b"\r\n.\r\n")
        if self._text(".").startswith("250"):
            self.taken.append(raw)
        return await self._answer(".", writer)

    def _text(self, key: str) -> str:
        return self.script.get(key, self.ANSWERS.get(key, "502 5.5.1 not here"))

    async def _answer(self, key: str, writer: asyncio.StreamWriter) -> bool:
        text = self._text(key)
        if text == "DROP":
            return False
        if text != "HANG":
            writer.write(text.encode() + b"\r\n")
            await writer.drain()
        return True


Imap = Callable[[str, str], str | bytes | None]


@dataclass
class ScriptedImap:
    """An IMAP server with one inbox of mails by UID, whose answers a test may replace.

    `replace(command, arguments)` gives the bytes to send instead of the usual answer (`{tag}` stands for the tag, empty
    for silence, `b"DROP"` for a closed link), or None for the usual.
    """

    mails: dict[int, bytes] = field(default_factory=dict)
    capabilities: str = "IMAP4rev1 IDLE MOVE UIDPLUS"
    validity: int = 7
    folders: list[str] = field(default_factory=lambda: ['(\\HasNoChildren) "/" INBOX'])
    replace: Imap = field(default=lambda _command, _arguments: None)
    commands: list[str] = field(default_factory=list)
    port: int = 0
    sessions: int = 0
    idling: asyncio.Event = field(default_factory=asyncio.Event)
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.sessions += 1
        self.writers.append(writer)
        writer.write(b"* OK [CAPABILITY " + self.capabilities.encode() + b"] ready\r\n")
        while line := await reader.readline():
            tag, _, rest = line.decode().strip().partition(" ")
            self.commands.append(rest)
            if not await self._command(tag, rest, reader, writer):
                break

    async def _command(self, tag: str, rest: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        verb, _, arguments = rest.removeprefix("UID ").partition(" ")
        own = self.replace(verb, arguments)
        if own == b"DROP":
            return False
        if own is not None:
            data = own if isinstance(own, bytes) else own.format(tag=tag).encode()
            writer.write(data.replace(b"{tag}", tag.encode()))
            await writer.drain()
            return not data.endswith(b"DROP")
        usual: dict[str, Callable[[str], bytes]] = {
            "CAPABILITY": lambda _: f"* CAPABILITY {self.capabilities}\r\n".encode(),
            "LIST": lambda _: "".join(f"* LIST {folder}\r\n" for folder in self.folders).encode(),
            "SELECT": lambda _: self._selected(),
            "SEARCH": self._search,
            "FETCH": self._fetch,
        }
        if verb == "IDLE":
            writer.write(b"+ idling\r\n")
            self.idling.set()
            await reader.readline()
        if verb == "APPEND":
            size = int(arguments.rsplit("{", 1)[1].rstrip("}"))
            writer.write(b"+ go on\r\n")
            await reader.readexactly(size + 2)
        writer.write(usual.get(verb, lambda _: b"")(arguments) + f"{tag} OK done\r\n".encode())
        await writer.drain()
        return verb != "LOGOUT"

    def _selected(self) -> bytes:
        last = max(self.mails, default=0)
        lines = (f"{len(self.mails)} EXISTS", f"OK [UIDVALIDITY {self.validity}] ok", f"OK [UIDNEXT {last + 1}] ok")
        return "".join(f"* {line}\r\n" for line in lines).encode()

    def _search(self, arguments: str) -> bytes:
        """Answer `UID n:*` with the last mail always in it, `LARGER`, and any other search with the UID asked for."""
        asked, _, larger = arguments.partition(" LARGER ")
        if larger:
            found = [u for u in self.named(asked.removeprefix("UID ")) if len(self.mails[u]) > int(larger)]
            return f"* SEARCH {' '.join(map(str, found))}\r\n".encode()
        wanted = arguments.split(" ")[-1]
        low = int(wanted.split(":")[0]) if wanted[0].isdigit() else 1
        found = [u for u in self.mails if (u >= low if ":" in wanted else u == low)]
        if ":" in wanted and self.mails and not found:
            found = [max(self.mails)]
        return f"* SEARCH {' '.join(map(str, found))}\r\n".encode()

    def named(self, arguments: str) -> list[int]:
        """Return the UIDs that a command names (`1:3,7`), those that are there."""
        ranges = [word.split(":") for word in arguments.split(" ")[0].split(",")]
        return sorted(u for u in self.mails if any(int(r[0]) <= u <= int(r[-1]) for r in ranges))

    def _fetch(self, arguments: str) -> bytes:
        uids = self.named(arguments)
        lines = [self.fetched(u, whole="BODY" in arguments) for u in uids]
        return b"".join(lines)

    def fetched(self, uid: int, *, whole: bool) -> bytes:
        """Return the FETCH answer for one mail."""
        raw, position = self.mails[uid], sorted(self.mails).index(uid) + 1
        if not whole:
            return f"* {position} FETCH (UID {uid} RFC822.SIZE {len(raw)})\r\n".encode()
        head = f'* {position} FETCH (UID {uid} FLAGS () INTERNALDATE "30-Nov-2026 12:00:00 +0000" BODY[] {{{len(raw)}}}\r\n'
        return head.encode() + raw + b")\r\n"


Server = ScriptedSmtp | ScriptedImap
Serving = Callable[[Server], Awaitable[None]]


async def _link(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve one connection and close it for sure, with all that went out before."""
    try:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await server.serve(reader, writer)
            writer.close()
            await writer.wait_closed()
    finally:
        writer.transport.abort()


@pytest.fixture
async def serving() -> AsyncIterator[Serving]:
    """Return a function that lets a scripted server listen on a free loopback port, and end all at the test's end."""
    listening: list[asyncio.Server] = []
    links: set[asyncio.Task[None]] = set()

    async def serve(server: Server) -> None:
        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            links.add(asyncio.ensure_future(_link(server, reader, writer)))

        listener = await asyncio.start_server(connected, "127.0.0.1", 0)
        server.port = listener.sockets[0].getsockname()[1]
        listening.append(listener)

    yield serve
    for listener in listening:
        listener.close()
    for link in links:
        link.cancel()
    await asyncio.gather(*links, return_exceptions=True)
    await asyncio.sleep(0)  # Aborted transports close in the loop's next round.
    for listener in listening:
        await listener.wait_closed()


@pytest.fixture
def scripted_smtp() -> type[ScriptedSmtp]:
    """Return the class of scripted SMTP servers."""
    return ScriptedSmtp


@pytest.fixture
def scripted_imap() -> type[ScriptedImap]:
    """Return the class of scripted IMAP servers."""
    return ScriptedImap


@pytest.fixture
async def opened(serving: Serving) -> AsyncIterator[Open]:
    """Return a function that lets a server listen and opens its mailbox."""
    boxes: list[ImapMailbox] = []

    async def open_(server: Any, patience: Patience = QUICK, **changes: Any) -> ImapMailbox:
        if not server.port:
            await serving(server)
        account = ImapAccount(
            "support", "127.0.0.1", server.port, "none", **{"user": "support", "password": "pass-word", **changes}
        )
        boxes.append(ImapMailbox(account, patience=patience, chance=lambda: 1.0))
        return boxes[-1]

    yield open_
    for box in boxes:
        await box.close()
