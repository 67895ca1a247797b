"""Mailboxes spread evenly among the workers: each takes no more than its share, and gives back what is above it.

Workers come and go, so the share is reckoned anew whenever leases are renewed. Only the lease decides who may act; a share
that is reckoned from old news costs a little balance for a moment, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from keepword.agent.lease import SPAN, Tenure
from keepword.memory.store import Store
from keepword.memory.workers import Worker, announce, fair_share, withdraw, workers


class Sharing:
    """One worker's share of the mailboxes that it holds or waits for, of which there may be none."""

    def __init__(self, store: Store, tenures: Collection[Tenure], clock: Callable[[], datetime]) -> None:
        self._documents = store.documents
        self._tenures = tenures
        self._clock = clock
        self._owner = next((t.owner for t in tenures), "")
        self._since = clock()
        self.share = len(tenures)
        """The most mailboxes that we should have: all of them until we know of others."""

    async def reckon(self) -> None:
        """Say that we are there, look who else is, and reckon our share."""
        if not self._owner:
            return
        now = self._clock()
        wants = len(self._tenures)
        worker = Worker(owner=self._owner, wants=wants, since=self._since, expires_at=now + SPAN)
        await announce(self._documents, worker, SPAN)
        able = [w for w in await workers(self._documents, now) if w.wants]
        self.share = fair_share(wants, len(able))

    async def leave(self) -> None:
        """Say that we have gone, so that the others' share grows at once."""
        if self._owner:
            await withdraw(self._documents, self._owner)

    def may_take(self) -> bool:
        """Say whether one more mailbox is within our share."""
        return self._held() < self.share

    def must_give(self) -> bool:
        """Say whether we have more than our share."""
        return self._held() > self.share

    def _held(self) -> int:
        return sum(t.ours for t in self._tenures)
