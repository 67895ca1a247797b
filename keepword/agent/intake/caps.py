"""How many answers a thread gets in a day: what stops two agents that answer each other, whatever their headers say.

Answers to the thread's owner and those to anybody else who writes in it are counted apart, so that a stranger who knows a
Message-ID cannot silence a thread for the person whose thread it is.
"""

from __future__ import annotations

from datetime import date

from keepword.memory.state import ThreadDocument


def capped(thread: ThreadDocument, limit: int, today: date, *, participant: bool) -> bool:
    """Say whether the thread's owner, or a participant, has had as many answers today as the operator allows."""
    if thread.replies_on != today:
        return False
    given = thread.replies_to_others_that_day if participant else thread.replies_that_day
    return given >= limit


def counted(thread: ThreadDocument, today: date, *, participant: bool) -> ThreadDocument:
    """Count one more answer; a new day begins at nothing."""
    fresh = thread.replies_on == today
    owner, others = (thread.replies_that_day, thread.replies_to_others_that_day) if fresh else (0, 0)
    return thread.model_copy(
        update={
            "replies_on": today,
            "replies_that_day": owner + (not participant),
            "replies_to_others_that_day": others + participant,
        }
    )
