"""Who owns a mailbox: one worker at a time, for a while, under a number that grows with each change of owner.

The number (the fence) goes into every commit of a thread, so that a worker which slept through the end of its time cannot
write over what its successor wrote. Pure; `keepword.agent.ownership.lease` keeps a lease alive.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from keepword.memory.state import Value


class Lease(Value):
    """The document of one mailbox's lease. `owner` is empty where the last one gave it back."""

    mailbox: str
    owner: str = ""
    fence: int = 0
    expires_at: datetime


def is_free(lease: Lease | None, owner: str, now: datetime, *, owner_is_gone: bool = False) -> bool:
    """Say whether `owner` may take the lease now: nobody's, its own, over, or that of a process that is surely gone."""
    if lease is None or lease.owner in {"", owner}:
        return True
    return owner_is_gone or lease.expires_at <= now


def taken(lease: Lease | None, mailbox: str, owner: str, now: datetime, span: timedelta) -> Lease:
    """Return the lease as it stands once `owner` has taken or renewed it; the fence grows where the owner changes."""
    before = lease or Lease(mailbox=mailbox, expires_at=now)
    fence = before.fence if before.owner == owner else before.fence + 1
    return Lease(mailbox=mailbox, owner=owner, fence=fence, expires_at=now + span)


def given_back(lease: Lease, now: datetime) -> Lease:
    """Return the lease as nobody's; the fence stays, to grow with the next owner."""
    return lease.model_copy(update={"owner": "", "expires_at": now})
