"""A mailbox has one owner: a worker takes its lease before it polls, renews it meanwhile, and stops when it has lost it.

Before each effect (a commit, a mail handed over, a flag) the owner looks at its own clock: once its time is over without a
renewal it acts no more, whatever the store says. A commit carries the lease's number, so one that was decided under an older
number is refused even where the clocks disagree.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]

from keepword.agent.handle import Ports
from keepword.agent.ports import Outbox, Receipt
from keepword.errors import AlreadyThere, Changed, KeepwordError, LeaseLost, OutboxUnreachable, StoreUnreachable
from keepword.memory.leases import Lease, given_back, is_free, taken
from keepword.memory.state import MailboxDocument, ThreadDocument
from keepword.memory.store import Store, Versioned

log = logging.getLogger("keepword")

SPAN = timedelta(seconds=60)
RENEW_EVERY = 20.0
LOOK_EVERY = 2.0
"""Seconds between two looks of a worker that waits for its turn."""
WAIT_ONCE = 5.0
"""How long `run --once` waits for its turn."""
LAST_SECONDS = 5.0
"""Nothing new is begun so shortly before the end of our time."""


def boot_clock() -> float:
    """Return seconds that go on while the process is stopped and, where the system can tell, while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def this_process() -> str:
    """Name this process so that no other, before or after it, on this or another machine, has the same name.

    Host, boot, process namespace, process id and the time of its start (proc(5)); where there is no /proc, a random boot.
    """
    pid = os.getpid()
    return "|".join((socket.gethostname(), _boot(), str(pid), _started(pid) or str(time.time_ns())))


def is_gone(owner: str) -> bool:
    """Say whether an owner is surely dead: it ran under the same kernel, where its process is no more."""
    parts = owner.split("|")
    if len(parts) != 4 or not parts[2].isdigit() or not _boot() or parts[:2] != [socket.gethostname(), _boot()]:
        return False
    return _started(int(parts[2])) != parts[3]


def spoken(owner: str) -> str:
    """Return an owner as messages name it."""
    parts = owner.split("|")
    return f"process {parts[2]} on {parts[0]}" if len(parts) == 4 else owner


def _boot() -> str:
    """Return what tells this kernel's run and this process namespace from all others; empty where nothing does."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}.{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """Return when a process began, in the kernel's ticks; empty where there is none (a zombie has ended too)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in {"Z", "X"} else fields[19]


class Tenure:
    """Our time as the owner of one mailbox; `clock` is the time of day, `ticks` seconds that never stand still."""

    def __init__(
        self,
        store: Store,
        mailbox: str,
        owner: str,
        clock: Callable[[], datetime],
        *,
        ticks: Callable[[], float] = boot_clock,
        gone: Callable[[str], bool] = is_gone,
        span: timedelta = SPAN,
    ) -> None:
        self.mailbox = mailbox
        self.owner = owner
        self._store = store
        self._clock = clock
        self._ticks = ticks
        self._gone = gone
        self._span = span
        self._lease: Versioned[Lease] | None = None
        self._until = 0.0
        self.fence = 0
        """The number of our time, or of our last one; 0 where we never were the owner."""
        self.other = ""
        """Who owns the mailbox, where that is not us."""

    @property
    def ours(self) -> bool:
        """Whether we are the owner by the store's last word, whatever the time."""
        return self._lease is not None

    def held(self) -> bool:
        """Say whether we are the owner now, by our own clock; the last seconds do not count."""
        return self._lease is not None and self._ticks() < self._until - LAST_SECONDS

    def insist(self) -> None:
        """Raise `LeaseLost` unless we are the owner now."""
        if not self.held():
            raise LeaseLost(f"mailbox {self.mailbox}: another worker may own it now; nothing more is done here")

    def end(self) -> None:
        """Take our time for over, whatever our clock says."""
        self._until = 0.0

    async def acquire(self) -> bool:
        """Become the owner where that is possible now; raise `StoreUnreachable` where it cannot be known."""
        found = await self._store.lease(self.mailbox)
        lease, now = found.value if found else None, self._clock()
        gone = lease is not None and self._gone(lease.owner)
        if not is_free(lease, self.owner, now, owner_is_gone=gone):
            self.other = f"{spoken(lease.owner)}, until {lease.expires_at:%H:%M:%S} UTC" if lease else ""
            self._lease = None
            return False
        return await self._write(taken(lease, self.mailbox, self.owner, now, self._span), found.etag if found else None)

    async def renew(self) -> bool:
        """Prolong our time; False where it is over."""
        if self._lease is None:
            return False
        lease = taken(self._lease.value, self.mailbox, self.owner, self._clock(), self._span)
        return await self._write(lease, self._lease.etag)

    async def release(self) -> None:
        """Give the mailbox back, so that whoever waits can begin at once; no error where it is not ours any more."""
        held, self._lease = self._lease, None
        if held is None:
            return
        try:
            await self._store.save_lease(given_back(held.value, self._clock()), held.etag)
        except (Changed, StoreUnreachable):
            return  # its time runs out by itself

    async def _write(self, lease: Lease, etag: str | None) -> bool:
        begun = self._ticks()  # before the write: our own clock must never run behind the store's word
        try:
            self._lease = Versioned(lease, await self._store.save_lease(lease, etag))
        except (Changed, AlreadyThere):
            self._lease = None
            return False
        self._until = begun + self._span.total_seconds()
        self.fence, self.other = lease.fence, ""
        return True


class FencedStore(Store):
    """The store as the owner of a mailbox writes to it: under its number, and only in its time."""

    def __init__(self, store: Store, tenure: Tenure) -> None:
        super().__init__(store.documents)
        self._tenure = tenure

    async def save_thread(self, thread: ThreadDocument, etag: str | None = None, *, ttl: int | None = None) -> str:
        """Commit a thread under our number; `Changed` where a later owner has committed to it."""
        self._tenure.insist()
        if thread.mailbox == self._tenure.mailbox and thread.fence > self._tenure.fence:
            self._tenure.end()
            raise Changed(
                f"thread {thread.thread_state.thread_id} was committed to by a later owner of {thread.mailbox}"
            )
        return await super().save_thread(self._numbered(thread), etag, ttl=ttl)

    async def record_thread(self, thread: ThreadDocument, etag: str) -> str:
        """Write down what has happened to a mail of ours: that is so, whoever owns the mailbox by now."""
        return await Store.save_thread(self, self._numbered(thread), etag)

    def _numbered(self, thread: ThreadDocument) -> ThreadDocument:
        if thread.mailbox != self._tenure.mailbox:
            return thread  # another mailbox's numbers are not ours
        return thread.model_copy(update={"fence": max(thread.fence, self._tenure.fence)})

    async def save_mailbox(self, mailbox: MailboxDocument, etag: str | None = None) -> str:
        """Write where we stand, as the owner only."""
        self._tenure.insist()
        return await super().save_mailbox(mailbox, etag)


class LeasedOutbox:
    """An outbox that hands over nothing once our time is over."""

    def __init__(self, outbox: Outbox, tenure: Tenure) -> None:
        self._outbox = outbox
        self._tenure = tenure

    async def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> Receipt:
        """Hand over one mail; `OutboxUnreachable` where the mailbox is not ours any more: it surely did not leave."""
        if not self._tenure.held():
            raise OutboxUnreachable(f"mailbox {self._tenure.mailbox}: another worker may own it now")
        return await self._outbox.send(raw, sender, recipients)

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        await self._outbox.close()


def leased(ports: Ports, tenure: Tenure) -> Ports:
    """Return a desk's ports as the owner of its mailbox uses them."""
    return replace(ports, store=FencedStore(ports.store, tenure), outbox=LeasedOutbox(ports.outbox, tenure))


@asynccontextmanager
async def renewing(tenures: Mapping[str, Tenure], lost: Callable[[str], None]) -> AsyncIterator[AsyncIOScheduler]:
    """Renew what is held, over and over, as long as the block runs; `lost` is told the mailbox whose time is over.

    Gives the scheduler, for what else is to be done over and over.
    """

    async def renew(tenure: Tenure) -> None:
        try:
            if tenure.ours and not await tenure.renew():
                lost(tenure.mailbox)
        except KeepwordError as error:  # tried again; our own clock ends our time where that goes on
            log.warning("lease not renewed", extra={"fields": {"mailbox": tenure.mailbox, "error": str(error)}})

    scheduler = AsyncIOScheduler(timezone="UTC")
    for tenure in tenures.values():
        scheduler.add_job(renew, "interval", [tenure], seconds=RENEW_EVERY, max_instances=1, coalesce=True)
    scheduler.start()
    try:
        yield scheduler
    finally:
        scheduler.shutdown(wait=False)


async def own(tenure: Tenure, patience: float = WAIT_ONCE) -> None:
    """Become the owner of a mailbox, waiting a little for our turn; raise `LeaseLost` saying who owns it."""
    until = boot_clock() + patience
    while not await tenure.acquire():
        if boot_clock() >= until:
            raise LeaseLost(f"mailbox {tenure.mailbox}: owned by another worker ({tenure.other}); stop it, or wait")
        await asyncio.sleep(min(LOOK_EVERY, patience))
