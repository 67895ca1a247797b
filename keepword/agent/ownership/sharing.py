"""Mailboxes spread evenly among the workers: each takes no more than its share, and gives back what another lacks.

Workers come and go, so the share is reckoned anew whenever leases are renewed. Only the lease decides who may act; a share
that is reckoned from old news costs a little balance for a moment, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime

from keepword.agent.ownership.lease import SPAN, Tenure
from keepword.memory.store import Store
from keepword.memory.workers import Worker, announce, fair_share, leases, withdraw, workers


class Sharing:
    """One worker's share of the mailboxes that it holds or waits for, of which there may be none."""

    def __init__(self, store: Store, tenures: Collection[Tenure], clock: Callable[[], datetime]) -> None:
        self._documents = store.documents
        self._tenures = tenures
        self._clock = clock
        self._owner = next((t.owner for t in tenures), "")
        self._mailboxes = tuple(t.mailbox for t in tenures)
        self._since = clock()
        self._others: tuple[Worker, ...] = ()
        self._loads: Counter[str] = Counter()
        self.share = len(tenures)
        """How many mailboxes would be even: all of them until we know of others."""

    async def reckon(self) -> None:
        """Say that we are there, look who else is and what they have, and reckon our share."""
        if not self._owner:
            return
        now = self._clock()
        us = Worker(owner=self._owner, mailboxes=self._mailboxes, since=self._since, expires_at=now + SPAN)
        await announce(self._documents, us, SPAN)
        there = await workers(self._documents, now)
        owned = await leases(self._documents)
        self._others = tuple(w for w in there if w.owner != self._owner and set(w.mailboxes) & set(self._mailboxes))
        self._loads = Counter(lease.owner for lease in owned if lease.expires_at > now)
        self.share = fair_share(len(self._mailboxes), 1 + len(self._others))

    async def leave(self) -> None:
        """Say that we have gone, so that the others' share grows at once."""
        if self._owner:
            await withdraw(self._documents, self._owner)

    def may_take(self, mailbox: str) -> bool:
        """Say whether to take a mailbox if it is free: within our share, or where nobody with fewer could take it."""
        held = self._held()
        return held < self.share or not any(load < held for load in self._loads_of_others(mailbox))

    def must_give(self, mailbox: str) -> bool:
        """Say whether to give a mailbox back: above our share, where somebody could take it who has two fewer."""
        held = self._held()
        return held > self.share and any(load <= held - 2 for load in self._loads_of_others(mailbox))

    def _loads_of_others(self, mailbox: str) -> list[int]:
        return [self._loads[w.owner] for w in self._others if mailbox in w.mailboxes]

    def _held(self) -> int:
        return sum(t.ours for t in self._tenures)
