"""Where we stand in a mailbox, as a value: the cursor, the mails that wait, today's counts."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict, Field


class Value(BaseModel):
    """A frozen value; unknown fields are a fault, so a newer program's document is never silently cut."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Attempt(Value):
    """A mail that could not be handled yet."""

    uidvalidity: int
    uid: int
    digest: str = ""
    count: int = 1
    next_at: datetime
    reason: str
    since: datetime | None = None
    """When it failed first."""


class MailboxDocument(Value):
    """Where we stand in one mailbox, and what was sent today: `cursor` is the last UID whose outcome is committed."""

    name: str
    uidvalidity: int = 0
    cursor: int = 0
    sent_uidvalidity: int = 0
    sent_cursor: int = 0
    attempts: tuple[Attempt, ...] = ()
    started_at: datetime | None = None
    """When this mailbox was first read; with `backlog = "skip"` nothing that came before it is ever answered."""
    rescan_to: int = 0
    """After a change of UIDVALIDITY: up to this UID lie mails that may have been there before we first read the mailbox."""
    handled_until: datetime | None = None
    """After a change of UIDVALIDITY: what came before was handled so long ago that the index may have let it go."""
    day: date | None = None
    replies_that_day: int = 0
    replies_by_sender: dict[str, int] = Field(default_factory=dict)
    last_good_poll: datetime | None = None
    last_error: str = ""
    last_error_at: datetime | None = None
    needs_reauth: bool = False
    """The server refuses our login: a person must act."""
