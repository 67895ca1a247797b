"""What became of one mail, as data: the line that `keepword run` prints and the trace that `keepword why` shows."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from keepword.agent.ports import Folder


class Kind(StrEnum):
    """All the things that can become of a mail."""

    REPLIED = "replied"
    DRAFTED = "drafted"
    OBSERVED = "observed"
    HANDOFF = "handoff"
    GATED = "gated"
    BOUNCE = "bounce"
    DUPLICATE = "duplicate"
    COLLEAGUE = "colleague"
    QUARANTINED = "quarantined"
    WAITING = "waiting"


NEEDS_A_PERSON = frozenset({Kind.HANDOFF, Kind.QUARANTINED, Kind.WAITING})
"""Outcomes for which `run --once` ends with exit code 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The line for one mail; field names are those that programs read. `uid` is the mail's number in its `folder`."""

    mailbox: str
    uid: int
    message_id: str
    outcome: Kind
    reason: str = ""
    thread_id: str | None = None
    entity_id: str | None = None
    reply_message_id: str | None = None
    folder: Folder = Folder.INBOX

    def line(self) -> dict[str, Any]:
        """Return the outcome as a JSON object."""
        return asdict(self)
