"""An IMAP account and an SMTP server in memory, which keep what they are given and fail as scripted."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.parser import BytesHeaderParser

from keepword.agent.mail.imap.erasing import named
from keepword.agent.ports import Erased, Fetched, Folder, Receipt, Standing
from keepword.testing.documents import EPOCH
from keepword.threading.entity import address_key


class Script:
    """Errors that the next calls of named methods raise, before or after their effect."""

    def __init__(self) -> None:
        self._planned: dict[tuple[str, bool], deque[Exception]] = {}

    def plan(self, method: str, error: Exception, times: int, *, after: bool) -> None:
        """Let the next `times` calls of a method raise this error; `after`: once they have taken effect."""
        self._planned.setdefault((method, after), deque()).extend([error] * times)

    def play(self, method: str, *, after: bool = False) -> None:
        """Raise what is planned for this call, if anything."""
        planned = self._planned.get((method, after))
        if planned:
            raise planned.popleft()


@dataclass(frozen=True, slots=True)
class Kept:
    """A mail in a folder, as the server keeps it."""

    uid: int
    raw: bytes
    received_at: datetime
    flags: frozenset[str] = frozenset()

    def fetched(self) -> Fetched:
        """Return the mail as a poller gets it."""
        return Fetched(self.uid, self.raw, self.received_at, self.flags)


class FakeMailbox:
    """The `Mailbox` of `keepword.agent.ports` in memory: UIDs only grow, flags last, `deliver` wakes a `wait`.

    `calls` lists the methods called, in order. All folders share one UIDVALIDITY, which `renumber` changes.
    """

    def __init__(self, *, uidvalidity: int = 1) -> None:
        self.uidvalidity = uidvalidity
        self.folders: dict[Folder, list[Kept]] = {folder: [] for folder in Folder}
        self.calls: list[str] = []
        self.closed = False
        self._next = dict.fromkeys(Folder, 1)
        self._script = Script()
        self._news = asyncio.Event()
        self._waiting: asyncio.AbstractEventLoop | None = None

    def deliver(self, raw: bytes, *, folder: Folder = Folder.INBOX, received_at: datetime = EPOCH) -> int:
        """Put a mail into a folder, as an SMTP server or another mail program does; return its UID."""
        uid = self._put(folder, raw, received_at, frozenset())
        self.wake()
        return uid

    def fail(self, method: str, error: Exception, *, times: int = 1, after: bool = False) -> None:
        """Let the next `times` calls of a method raise this error; `after`: once they have taken effect."""
        self._script.plan(method, error, times, after=after)

    def renumber(self) -> None:
        """Change the UIDVALIDITY and give all mails new UIDs, as a server does that was restored."""
        self.uidvalidity += 1
        for folder, mails in self.folders.items():
            self.folders[folder] = [replace(mail, uid=number) for number, mail in enumerate(mails, start=1)]
            self._next[folder] = len(mails) + 1

    def raws(self, folder: Folder) -> list[bytes]:
        """Return the mails of a folder, oldest first."""
        return [mail.raw for mail in self.folders[folder]]

    def flags(self, uid: int) -> frozenset[str]:
        """Return the flags of a mail of the inbox."""
        return next(mail.flags for mail in self.folders[Folder.INBOX] if mail.uid == uid)

    async def standing(self, folder: Folder = Folder.INBOX) -> Standing:
        """Tell the UIDVALIDITY and the next UID."""
        self._called("standing")
        return Standing(self.uidvalidity, self._next[folder])

    async def fetch_after(self, uid: int, limit: int, folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Return the next mails above a UID."""
        self._called("fetch_after")
        return [mail.fetched() for mail in self.folders[folder] if mail.uid > uid][:limit]

    async def fetch(self, uids: Sequence[int], folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Return these mails, those that are still there."""
        self._called("fetch")
        return [mail.fetched() for mail in self.folders[folder] if mail.uid in set(uids)]

    async def mark(self, uids: Sequence[int], *, seen: bool, answered: bool) -> None:
        r"""Add `\Seen` and `\Answered` to mails of the inbox."""
        self._called("mark")
        wanted = {"\\Seen": seen, "\\Answered": answered}
        flags = frozenset(flag for flag, on in wanted.items() if on)
        inbox = self.folders[Folder.INBOX]
        self.folders[Folder.INBOX] = [replace(m, flags=m.flags | flags) if m.uid in set(uids) else m for m in inbox]
        self._script.play("mark", after=True)

    async def append(self, folder: Folder, raw: bytes, flags: Sequence[str] = ()) -> None:
        """Put a mail of ours into a folder."""
        self._called("append")
        self._put(folder, raw, EPOCH, frozenset(flags))
        self._script.play("append", after=True)

    async def holds(self, folder: Folder, message_id: str) -> bool:
        """Say whether a folder holds a mail with this Message-ID."""
        self._called("holds")
        return any(_message_id(mail.raw) == message_id for mail in self.folders[folder])

    async def move(self, uid: int, folder: Folder) -> None:
        """Move a mail of the inbox to another folder."""
        self._called("move")
        for mail in [m for m in self.folders[Folder.INBOX] if m.uid == uid]:
            self.folders[Folder.INBOX].remove(mail)
            self._put(folder, mail.raw, mail.received_at, mail.flags)
        self._script.play("move", after=True)

    async def erase(self, folder: Folder, addresses: Collection[str]) -> Erased:
        """Remove the mails from these addresses, and in Sent and Drafts ours to them."""
        self._called("erase")
        keys = {address_key(a) for a in addresses}
        kept = [mail for mail in self.folders[folder] if not keys & named(mail.raw, folder)]
        removed = len(self.folders[folder]) - len(kept)
        self.folders[folder] = kept
        return Erased(removed=removed)

    async def wait(self, seconds: float) -> bool:
        """Wait for a delivery or a `wake`, or for so many seconds."""
        self._called("wait")
        self._waiting = asyncio.get_running_loop()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        finally:
            self._waiting = None
            self._news.clear()
        return True

    def wake(self) -> None:
        """End a `wait` now, or the next one at once; may be called from any thread."""
        loop = self._waiting
        if loop is None:
            self._news.set()
        else:
            loop.call_soon_threadsafe(self._news.set)

    async def close(self) -> None:
        """Log out; a repeated call is no error, and a later call logs in again."""
        self.closed = True

    def _called(self, method: str) -> None:
        self.calls.append(method)
        self.closed = False
        self._script.play(method)

    def _put(self, folder: Folder, raw: bytes, received_at: datetime, flags: frozenset[str]) -> int:
        uid = self._next[folder]
        self._next[folder] = uid + 1
        self.folders[folder].append(Kept(uid, raw, received_at, flags))
        return uid


@dataclass(frozen=True, slots=True)
class Posted:
    """A mail that left: its bytes and its envelope."""

    raw: bytes
    sender: str
    recipients: tuple[str, ...]

    @property
    def message_id(self) -> str:
        """The Message-ID in its header, with angle brackets; empty where there is none."""
        return _message_id(self.raw)


class FakeOutbox:
    """The `Outbox` of `keepword.agent.ports` in memory: `sent` holds what left.

    `fail(OutboxUnreachable())` loses the mail before it left, `fail(DeliveryUnknown(), after=True)` only the answer.
    With `copies_to`, each mail that leaves is put into that mailbox's Sent folder, as some providers do.
    """

    def __init__(self, *, provider_id: str | None = None, copies_to: FakeMailbox | None = None) -> None:
        self.sent: list[Posted] = []
        self.attempts = 0
        self.closed = False
        self._provider_id = provider_id
        self._copies_to = copies_to
        self._script = Script()

    def fail(self, error: Exception, *, times: int = 1, after: bool = False) -> None:
        """Let the next `times` mails raise this error; `after`: once they have left."""
        self._script.plan("send", error, times, after=after)

    async def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> Receipt:
        """Keep one mail as sent."""
        self.attempts += 1
        self._script.play("send")
        self.sent.append(Posted(raw, sender, tuple(recipients)))
        if self._copies_to:
            self._copies_to.deliver(raw, folder=Folder.SENT)
        self._script.play("send", after=True)
        return Receipt("250 2.0.0 OK", self._provider_id)

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        self.closed = True


def _message_id(raw: bytes) -> str:
    return str(BytesHeaderParser().parsebytes(raw).get("Message-ID", "")).strip()
