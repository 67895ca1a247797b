"""The values that stand for one mail, as read from its raw bytes (RFC 5322, RFC 2045).

`keepword.threading.read.read` makes a `Message`; nothing else does, tests aside. Ids keep their angle brackets,
as they stand in the header (`<a@example.com>`); addresses keep the case in which they were written.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Address:
    """One mailbox of RFC 5322: `address` is `local@domain`, `name` the decoded display name or empty."""

    address: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is not the mail's own text; `size` in bytes after decoding."""

    name: str
    type: str
    size: int


@dataclass(frozen=True, slots=True)
class Forwarded:
    """The first mail that this one forwards, as far as it can be read from the text or an attached message."""

    from_: Address | None
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a delivery status says.

    `action` as in RFC 3464 (failed, delayed, delivered, relayed, expanded), `status` as in RFC 3463.
    """

    original_message_id: str | None
    recipient: str | None
    action: str | None
    status: str | None


@dataclass(frozen=True, slots=True)
class Header:
    """One header field in its order: `name` lower-cased, `value` unfolded and decoded to text, RFC 2047 words left as they are."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Message:
    """One mail. `text` is what its writer wrote now, `full_text` all of the visible text.

    `digest` is the SHA-256 (hex) of the content without the trace fields that each delivery adds (Return-Path, Received,
    Delivered-To, Authentication-Results …), so two deliveries of one mail have one digest. `synthetic_id` is set only
    where there is no usable Message-ID.
    """

    digest: str
    size: int
    message_id: str | None
    synthetic_id: str | None
    from_: tuple[Address, ...] = ()
    sender: Address | None = None
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    reply_to: tuple[Address, ...] = ()
    return_path: str | None = None
    """The envelope sender without brackets; empty string for the null path `<>`; None where no header says."""
    subject: str = ""
    date: datetime | None = None
    """Always with a time zone; None where missing or unreadable."""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    headers: tuple[Header, ...] = ()
    text: str = ""
    full_text: str = ""
    removed: tuple[str, ...] = ()
    """One line for each thing that was hidden or cut from `text`: `hidden: …`, `quote: …`, `signature: …`, `limit: …`."""
    attachments: tuple[Attachment, ...] = ()
    forwarded: Forwarded | None = None
    bounce: Bounce | None = None
    content_type: str = "text/plain"
    header_cut: bool = False
    """Whether the header section is longer than what is read of one: a field that matters may stand in the rest."""
    defects: tuple[str, ...] = field(default=())

    @property
    def id(self) -> str:
        """The Message-ID, or the synthetic one where there is none."""
        return self.message_id or self.synthetic_id or f"<raw.{self.digest[:40]}@synthetic.invalid>"

    @property
    def author(self) -> Address | None:
        """The one From address; None where there is none or where several stand."""
        return self.from_[0] if len(self.from_) == 1 else None

    @property
    def header_names(self) -> Set[str]:
        """The names of the header fields, lower-cased."""
        return {h.name for h in self.headers}

    def header(self, name: str) -> str | None:
        """Return the first value of a header field, or None."""
        wanted = name.lower()
        return next((h.value for h in self.headers if h.name == wanted), None)

    def header_values(self, name: str) -> tuple[str, ...]:
        """Return all values of a header field, topmost first."""
        wanted = name.lower()
        return tuple(h.value for h in self.headers if h.name == wanted)
