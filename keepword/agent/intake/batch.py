"""The mails of one fetch: which of them are done with, so that the cursor may pass them, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from keepword.agent.outcome import Kind, Outcome


class Batch:
    """The mails of one fetch, in the order of their UIDs: which are done, and what became of them."""

    def __init__(self, uids: list[int], *, retried: bool = False) -> None:
        self.uids = sorted(uids)
        self._retried = retried
        """These mails are known by their attempt records; between them lie others, so the cursor learns nothing from them."""
        self.outcomes: list[Outcome] = []
        self.handled = 0
        self._done: set[int] = set()

    def done(self, uid: int) -> None:
        """Note that a mail's outcome, or an attempt record for it, is written."""
        self._done.add(uid)

    def settle(self, outcomes: Sequence[Outcome]) -> None:
        """Note what became of some mails: all of it is written."""
        for outcome in outcomes:
            self.outcomes.append(outcome)
            self.done(outcome.uid)

    def passed(self, cursor: int) -> int:
        """Return the UID up to which all mails are done."""
        if self._retried:
            return cursor
        for uid in self.uids:
            if uid > cursor and uid not in self._done:
                break
            cursor = max(cursor, uid)
        return cursor

    def successes(self) -> set[int]:
        """Return the mails that need no attempt record any more."""
        return {o.uid for o in self.outcomes if o.outcome is not Kind.WAITING}
