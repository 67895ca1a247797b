"""An SMTP server in front of another's LMTP, with faults by script: what a submission server can do to us, on a real link.

aiosmtpd speaks the protocol; each stage may be given a fault. What it takes it hands over by LMTP at once, so that the mail
is with its recipient before the sender hears of it.
"""

# ruff: noqa: N802 - aiosmtpd names its hooks so
from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

HANG = "HANG"
"""Say nothing any more."""
DROP = "DROP"
"""Close the link."""
SLOW = "SLOW"
"""Answer after a pause."""

STOP = "STOP"
"""Stop the sender (`SmtpFront.stops`), and go on as usual."""

STAGES = ("EHLO", "MAIL", "RCPT", "DATA", "body", "dot", "taken", "QUIT")
"""`body`: in the middle of the mail; `dot`: at the final dot, before the mail is taken; `taken`: after it was."""

PAUSE = 0.3


@dataclass
class Faults:
    """What happens at each stage: an answer such as `451 4.3.0 later`, or HANG, DROP, SLOW; else what is usual.

    `times` says how often a stage's fault strikes (absent: always). `seen` counts the stages reached.
    """

    at: dict[str, str] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def take(self, stage: str) -> str:
        """Count a stage and return its fault, empty where there is none (any more)."""
        self.seen[stage] = self.seen.get(stage, 0) + 1
        left = self.times.get(stage, -1)
        if stage not in self.at or left == 0:
            return ""
        if left > 0:
            self.times[stage] = left - 1
        return self.at[stage]

    def clear(self) -> None:
        """Work as usual from now on."""
        self.at.clear()
        self.times.clear()
        self.seen.clear()


class _Hook:
    """aiosmtpd's handler: asks for the faults, hands over by LMTP."""

    def __init__(self, front: SmtpFront) -> None:
        self._front = front

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        said = await self._front.strike("EHLO", server)
        return [said] if said else responses

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if said := await self._front.strike("MAIL", server):
            return said
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if said := await self._front.strike("RCPT", server):
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if said := await self._front.strike("dot", server):
            return said
        content = envelope.content
        raw = content.encode() if isinstance(content, str) else content or b""
        await asyncio.to_thread(self._front.hand_over, envelope.mail_from or "", list(envelope.rcpt_tos), raw)
        return await self._front.strike("taken", server) or "250 2.0.0 OK: queued"


class _Faulty(SMTP):
    """A session whose DATA and QUIT may fail before the handler is asked."""

    front: SmtpFront

    async def smtp_DATA(self, arg: str) -> None:
        if said := await self.front.strike("DATA", self):
            await self.push(said)
            return
        if self.front.faults.take("body") == DROP:
            await self.push("354 go on")
            await self._reader.readline()
            cut(self)
            return
        await super().smtp_DATA(arg)

    async def smtp_QUIT(self, arg: str) -> None:
        if said := await self.front.strike("QUIT", self):
            await self.push(said)
            return
        await super().smtp_QUIT(arg)


class SmtpFront:
    """The server. `port` says where it listens; `taken` holds the mails that it took, as (recipients, raw)."""

    def __init__(self, lmtp: int) -> None:
        self.faults = Faults()
        self.taken: list[tuple[list[str], bytes]] = []
        self.also: Callable[[bytes], None] = lambda _: None
        """What else is done with a mail that was taken, such as a copy for the sender."""
        self.stops: Callable[[], None] = lambda: None
        """What STOP does: to the sender, not to us."""
        self.port = 0
        self._lmtp = lmtp
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Listen, in a thread of its own."""
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(30)

    def stop(self) -> None:
        """Stop listening; what hangs is cut."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()

    def hand_over(self, sender: str, recipients: list[str], raw: bytes) -> None:
        """Give a mail to the server behind."""
        with smtplib.LMTP("127.0.0.1", self._lmtp) as lmtp:
            lmtp.sendmail(sender, recipients, raw)
        self.taken.append((recipients, raw))
        self.also(raw)

    async def strike(self, stage: str, server: SMTP) -> str:
        """Do what is scripted for a stage; return an answer to give in place of the usual, or an empty one."""
        fault = self.faults.take(stage)
        if fault == SLOW:
            await asyncio.sleep(PAUSE)
            return ""
        if fault == STOP:
            self.stops()
            return ""
        if fault == HANG:
            await asyncio.Event().wait()
        if fault == DROP:
            cut(server)
            return "421 gone"
        return fault

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _listen(self) -> int:
        self._server = await self._loop.create_server(self._session, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _session(self) -> SMTP:
        server = _Faulty(
            _Hook(self), hostname="front.example.com", enable_SMTPUTF8=True, ident="front", loop=self._loop
        )
        server.front = self
        return server


def cut(server: Any) -> None:
    """Close a link without a word."""
    if server.transport is not None:
        server.transport.abort()
