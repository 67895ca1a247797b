"""Attempt records: the mails that could not be handled yet, when to try again, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from keepword.agent.sending.deliver import delay_after
from keepword.memory.state import Attempt

MAX_REASON = 500


def failed_again(attempts: Sequence[Attempt], uidvalidity: int, uid: int, reason: str, now: datetime) -> Attempt:
    """Return the record of one more failure of a mail: counted, and due after a growing delay."""
    before = next((a for a in attempts if a.uid == uid), None)
    count = before.count + 1 if before else 1
    return Attempt(
        uidvalidity=uidvalidity,
        uid=uid,
        count=count,
        next_at=now + delay_after(count),
        reason=reason[:MAX_REASON],
        since=(before.since or now) if before else now,
    )


def without(attempts: Sequence[Attempt], uids: Collection[int]) -> tuple[Attempt, ...]:
    """Return the attempts but for these mails'."""
    return tuple(a for a in attempts if a.uid not in uids)
