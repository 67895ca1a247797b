"""What the conductor needs of the outside: a mailbox to read, an outbox to send through, a model to ask.

A new server kind, login or provider is one class with these methods and one line in `agent/wire.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol, runtime_checkable

from keepword.agent.brief.assemble import Brief


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a mailbox's inbox stands: its UIDVALIDITY and the UID that the next mail will get (RFC 9051, 2.3.1.1)."""

    uidvalidity: int
    uidnext: int


@dataclass(frozen=True, slots=True)
class Fetched:
    """One mail as the server keeps it: raw bytes, untouched; `received_at` is its INTERNALDATE."""

    uid: int
    raw: bytes
    received_at: datetime
    flags: frozenset[str] = field(default=frozenset())
    fault: str = ""
    """Why the server does not give this one mail, where it gives others: `raw` is then empty."""


class Folder(StrEnum):
    """The folders that we use, by their role; the server's names are found by SPECIAL-USE or set by the operator."""

    INBOX = "inbox"
    SENT = "sent"
    DRAFTS = "drafts"
    QUARANTINE = "quarantine"


class Mailbox(Protocol):
    """One IMAP account. Every method may raise `MailboxUnreachable` or `NeedsReauth` and reconnects when called again."""

    async def standing(self, folder: Folder = Folder.INBOX) -> Standing:
        """Ask the server afresh where a folder stands."""
        ...

    async def fetch_after(self, uid: int, limit: int, folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Fetch the next mails with a UID above this one, oldest first, at most `limit`; sets no flag (BODY.PEEK)."""
        ...

    async def fetch(self, uids: Sequence[int], folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Fetch these mails, those that are still there, in the order of their UIDs."""
        ...

    async def mark(self, uids: Sequence[int], *, seen: bool, answered: bool) -> None:
        """Set flags on mails of the inbox; a mail that is gone is no error."""
        ...

    async def append(self, folder: Folder, raw: bytes, flags: Sequence[str] = ()) -> None:
        """Put a mail into a folder, making the folder where there is none."""
        ...

    async def holds(self, folder: Folder, message_id: str) -> bool:
        """Say whether a folder holds a mail with this Message-ID."""
        ...

    async def move(self, uid: int, folder: Folder) -> None:
        """Move a mail of the inbox to another folder; a mail that is gone is no error."""
        ...

    async def wait(self, seconds: float) -> bool:
        """Wait for news (IDLE where the server has it, else sleep): True as soon as there may be some; `wake` ends it."""
        ...

    def wake(self) -> None:
        """End a `wait` now; may be called from anywhere, also when nobody waits."""
        ...

    async def close(self) -> None:
        """Log out and close; a repeated call is no error."""
        ...


@dataclass(frozen=True, slots=True)
class Erased:
    """How many mails were removed for good, and how many could only be marked as deleted."""

    removed: int = 0
    marked: int = 0


@runtime_checkable
class Eraser(Protocol):
    """A mailbox from which a person's mails can be removed."""

    async def erase(self, folder: Folder, addresses: Collection[str]) -> Erased:
        """Remove the mails from these addresses, and in Sent and Drafts ours to them; a repeated call finds none.

        Raises `MailboxUnreachable` or `NeedsReauth`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Receipt:
    """The server's word that it took the mail: its answer to DATA, and the Message-ID that it put in place of ours, if any."""

    answer: str
    provider_id: str | None = None


class Outbox(Protocol):
    """One SMTP submission server."""

    async def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> Receipt:
        """Hand over one mail with exactly this envelope.

        Raises `OutboxUnreachable` (surely not sent: retry), `DeliveryRefused` (surely not sent: give up),
        `DeliveryUnknown` (it may have left) or `NeedsReauth`.
        """
        ...

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        ...


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered: its raw text, how it ended, and what it used (`usage`: tokens by name).

    `finish` is `stop`, or `length`, `content_filter`, `refusal` where the answer is not whole.
    """

    text: str
    model: str
    finish: str = "stop"
    usage: dict[str, int] = field(default_factory=dict)
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """A second try: the first answer and what code found wrong with it."""

    answer: str
    findings: tuple[str, ...]


class Model(Protocol):
    """A language model."""

    async def answer(self, brief: Brief, repair: Repair | None = None) -> Completion:
        """Fill the `turn` schema for this brief; raise `ModelUnreachable` where no answer came at all."""
        ...

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        ...
