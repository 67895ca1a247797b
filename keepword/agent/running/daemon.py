"""The daemon: every mailbox polled for ever, woken by IDLE, with the sweeps between, until it is told to stop.

Each desk has a loop of its own, so a bad mailbox never stops the others; what is due in the memory is swept by APScheduler.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta

from keepword.agent.health.alerts import watch
from keepword.agent.health.http import serving
from keepword.agent.health.notices import Notice, Notices
from keepword.agent.health.report import Health, Trouble, examine
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ownership.lease import LOOK_EVERY, RENEW_EVERY, own, renewing, this_process
from keepword.agent.ownership.sharing import Sharing
from keepword.agent.people.retention import expire
from keepword.agent.poll import Poller
from keepword.agent.running.rereading import Rereading
from keepword.agent.sweep import DRAFT_REST, Swept, sweep_drafts, sweep_outbox, sweep_threads
from keepword.agent.terms import Desk, Terms
from keepword.agent.wire import Clock, House, terms_again, utc_now
from keepword.errors import KeepwordError, LeaseLost, NeedsReauth, Unreachable
from keepword.memory.ports import Metered

log = logging.getLogger("keepword")

SWEEP_EVERY = 5.0
ALERT_EVERY = 60.0
REREAD_EVERY = 10.0
MEND = "mend the file; what is right in it holds within half a minute, without a restart"
EXPIRE_EVERY = timedelta(hours=1)
LONGEST_PAUSE = 300.0
REAUTH_PAUSE = 300.0


def report_fault(mailbox: str, uid: int, error: BaseException) -> None:
    """Log what went wrong with one mail: known errors by their words, others with their traceback."""
    known = isinstance(error, KeepwordError)
    log.warning(
        "mail failed",
        extra={"fields": {"mailbox": mailbox, "uid": uid, "error": str(error)}},
        exc_info=None if known else error,
    )


def report_outcome(outcome: Outcome) -> None:
    """Log what became of one mail; what a model said of it stands in `why` alone."""
    log.info("mail", extra={"fields": {**outcome.line(), "reason": _in_short(outcome)}})


def _in_short(outcome: Outcome) -> str:
    """Return an outcome's reason as far as it is ours: of a hand-off which part of us asked for a person, not its words."""
    if outcome.outcome is Kind.HANDOFF and not outcome.reason.startswith("topic: "):
        return outcome.reason.partition(":")[0]
    return "" if outcome.outcome in _MODEL_SAYS_WHY else outcome.reason


_MODEL_SAYS_WHY = frozenset({Kind.REPLIED, Kind.DRAFTED, Kind.OBSERVED})


def report_swept(swept: Swept) -> None:
    """Log what the sweep did."""
    log.info("sweep", extra={"fields": swept.line()})


class DeskLoop:
    """Polls one desk's mailbox and tries its outbox again, over and over; errors are waited out with growing pauses."""

    def __init__(
        self, desk: Desk, house: House, clock: Clock, after: Callable[[], Awaitable[None]], sharing: Sharing
    ) -> None:
        self._desk = desk
        self._sharing = sharing
        self._ports = house.ports[desk.name]
        self._poller = Poller(desk, house.terms, self._ports, clock, report_fault)
        self._pause = house.poll_every[desk.name]
        self._clock = clock
        self._after = after
        self._stop = asyncio.Event()
        self._tenure = house.tenures[desk.name]
        self._terms = house.terms
        self._at_start = True
        self._look_at_drafts = clock()

    async def run(self) -> None:
        """Work until `stop`, in our time as the mailbox's owner; give the mailbox back at the end."""
        failures = 0
        while not self._stop.is_set():
            try:
                if not (self._tenure.held() or await self._begin()):
                    await self._sleep(LOOK_EVERY)
                    continue
                await self._round()
                failures = 0
                if self._sharing.must_give(self._desk.name):
                    await self._give_back()
                    continue
                await self._ports.mailbox.wait(self._pause)
            except LeaseLost as error:
                log.warning("lease lost", extra={"fields": {"mailbox": self._desk.name, "error": str(error)}})
            except (KeepwordError, OSError) as error:
                failures += 1
                await self._sleep(self._waiting_time(error, failures))
            except Exception as error:
                failures += 1
                report_fault(self._desk.name, 0, error)
                await self._sleep(self._waiting_time(error, failures))
        with suppress(KeepwordError):
            await self._tenure.release()

    async def _begin(self) -> bool:
        """Become the mailbox's owner, with nothing in mind of what was before; False where another worker owns it."""
        before = self._tenure.other
        if not self._sharing.may_take(self._desk.name):
            return False
        if await self._tenure.acquire():
            fields = {"mailbox": self._desk.name, "fence": self._tenure.fence}
            log.info("lease taken", extra={"fields": fields})
            self._poller = Poller(self._desk, self._terms, self._ports, self._clock, report_fault)
            self._at_start = True
            return True
        if self._tenure.other and not before:
            log.info("waiting", extra={"fields": {"mailbox": self._desk.name, "owner": self._tenure.other}})
        return False

    async def _give_back(self) -> None:
        """Leave the mailbox to a worker that has fewer."""
        await self._tenure.release()
        log.info("lease given back", extra={"fields": {"mailbox": self._desk.name, "share": self._sharing.share}})

    async def _round(self) -> None:
        for swept in await sweep_outbox(self._desk, self._ports, self._clock(), at_start=self._at_start):
            report_swept(swept)
        self._at_start = False
        if self._clock() >= self._look_at_drafts:
            self._look_at_drafts = self._clock() + DRAFT_REST
            for swept in await sweep_drafts(self._desk, self._ports, self._clock()):
                report_swept(swept)
        outcomes = await self._poller.poll()
        for outcome in outcomes:
            report_outcome(outcome)
        if outcomes:
            await self._after()

    def _waiting_time(self, error: BaseException, failures: int) -> float:
        log.warning(
            "mailbox failed", extra={"fields": {"mailbox": self._desk.name, "error": str(error), "failures": failures}}
        )
        if isinstance(error, NeedsReauth):
            return REAUTH_PAUSE
        asked = error.retry_after if isinstance(error, Unreachable) else None
        return asked or min(float(2 ** min(failures, 10)), self._pause, LONGEST_PAUSE)

    async def _sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), seconds)

    def adopt(self, terms: Terms) -> None:
        """Go by other terms from the next mail on."""
        self._terms = terms
        self._poller.adopt(terms)

    def stop(self) -> None:
        """End after what is being done now."""
        self._stop.set()
        self._ports.mailbox.wake()


class Daemon:
    """All desks' loops and the sweep of the memory."""

    def __init__(self, house: House, clock: Clock = utc_now) -> None:
        self._house = house
        self._clock = clock
        self._sweeping = asyncio.Lock()
        self._expire_at = clock()
        self._sharing = Sharing(house.store, house.tenures.values(), clock)
        self._loops = [DeskLoop(d, house, clock, self.sweep, self._sharing) for d in house.desks]
        self._files = Rereading(house.terms, lambda: terms_again(house.settings))
        self._notices = Notices(house.store.documents, this_process())

    def _lost(self, mailbox: str) -> None:
        """Let a desk's loop see at once that its time is over."""
        self._house.ports[mailbox].mailbox.wake()

    async def run(self) -> None:
        """Work until SIGTERM or SIGINT, then end cleanly: what has begun is finished, nothing new is taken."""
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, self.stop)
        log.info("started", extra={"fields": {"mailboxes": [d.name for d in self._house.desks]}})
        try:
            async with renewing(self._house.tenures, self._lost) as scheduler, self._monitored():
                jobs = (
                    (self.sweep, SWEEP_EVERY),
                    (self.learn, SWEEP_EVERY),
                    (self.reread, REREAD_EVERY),
                    (self.alert, ALERT_EVERY),
                )
                for job, seconds in jobs:
                    scheduler.add_job(guarded, "interval", [job], seconds=seconds, max_instances=1, coalesce=True)
                await guarded(self.share)
                scheduler.add_job(
                    guarded, "interval", [self.share], seconds=RENEW_EVERY, max_instances=1, coalesce=True
                )
                await asyncio.gather(*(d.run() for d in self._loops))
        finally:
            with suppress(KeepwordError):
                await self._sharing.leave()
                await self._notices.tell((), self._clock())
            async with self._sweeping:
                log.info("stopped")

    def stop(self) -> None:
        """Tell every loop to end."""
        for loop in self._loops:
            loop.stop()

    async def sweep(self) -> None:
        """Do what is due in the memory now."""
        async with self._sweeping:
            self._house.knowledge.refresh()
            now = self._clock()
            for swept in await sweep_threads(self._house.desks, self._house.terms, self._house.store, now):
                report_swept(swept)
            if now >= self._expire_at:
                await expire(self._house.terms, self._house.store, now)
                self._expire_at = now + EXPIRE_EVERY

    async def learn(self) -> None:
        """Find out what the passages mean that are new in the knowledge."""
        self._house.knowledge.refresh()
        await learn(self._house, self._clock())

    async def reread(self) -> None:
        """Take up what the operator has changed, and let health know what is wrong with it, or with us."""
        if await self._files.look():
            self._house = replace(self._house, terms=self._files.terms)
            for loop in self._loops:
                loop.adopt(self._files.terms)
            log.info("files changed: policy, rules, texts and limits are those of now")
        await self._notices.tell(noticed(self._house, self._files.fault, self._clock()), self._clock())

    async def share(self) -> None:
        """Look who else answers mail, and see at once whether we have too many mailboxes."""
        await self._sharing.reckon()
        for desk in self._house.desks:
            if self._sharing.must_give(desk.name):
                self._lost(desk.name)

    def _monitored(self) -> AbstractAsyncContextManager[object]:
        """Let monitors ask over HTTP, where the operator wants that."""
        if self._house.listen is None:
            return nullcontext()
        return serving(self._house.listen, self._examined, any_host=self._house.any_host)

    async def _examined(self) -> Health:
        house = self._house
        health = await examine(house.store, house.poll_every, self._clock(), house.by_token)
        documents = self._house.store.documents
        return replace(health, store=documents.meters) if isinstance(documents, Metered) else health

    async def alert(self) -> None:
        """Tell the colleagues what needs a person and was not told yet."""
        await alert(self._house, self._clock())


async def learn(house: House, now: datetime) -> None:
    """Find out what the passages of the knowledge mean, where there is an embedder."""
    if house.meaning is not None and house.vectors is not None:
        await house.meaning.try_again(now)
        await house.knowledge.learn(house.meaning, house.vectors, now)


def noticed(house: House, fault: str, now: datetime) -> list[Notice]:
    """Return what is wrong with this worker's files and its embedder; `fault` are the settings', a line each."""
    files = [*fault.splitlines(), *map(str, house.knowledge.faults)]
    found = [
        Notice(
            kind=Trouble.FILES,
            key=f"files:{text}",
            text=f"The last good version is in use: {text}",
            remedy=MEND,
            since=now,
        )
        for text in files
    ]
    if house.meaning is not None and house.meaning.fault:
        text = f"Knowledge and memories are found by words alone: {house.meaning.fault}"
        remedy = "`keepword doctor` tries the embedder; it is asked again every minute"
        found.append(Notice(kind=Trouble.EMBEDDINGS, key="embeddings", text=text, remedy=remedy, since=now))
    return found


async def guarded(job: Callable[[], Awaitable[None]]) -> None:
    """Do what is done over and over; a fault is logged, and the next time is another chance."""
    name = job.__name__
    try:
        await job()
    except KeepwordError as error:
        log.warning("%s failed", name, extra={"fields": {"error": str(error)}})
    except Exception:
        log.exception("%s failed", name)


async def alert(house: House, now: datetime) -> None:
    """Tell the colleagues what needs a person and was not told yet, and log it."""
    for problem in await watch(house, now):
        fields = {"kind": problem.kind, "mailbox": problem.mailbox, "key": problem.key}
        log.warning("told colleagues", extra={"fields": fields})


async def run_once(house: House, clock: Clock = utc_now) -> tuple[list[Outcome], list[Swept], list[KeepwordError]]:
    """Poll every mailbox once, then do what is due; a mailbox that cannot be read does not stop the others."""
    outcomes: list[Outcome] = []
    swept: list[Swept] = []
    errors: list[KeepwordError] = []
    await learn(house, clock())
    for desk in house.desks:
        ports = house.ports[desk.name]
        tenure = house.tenures[desk.name]
        try:
            async with renewing({desk.name: tenure}, lambda _: None):
                await own(tenure)
                swept += await sweep_outbox(desk, ports, clock(), at_start=True)
                swept += await sweep_drafts(desk, ports, clock())
                outcomes += await Poller(desk, house.terms, ports, clock, report_fault).poll()
        except KeepwordError as error:
            errors.append(error)
        except Exception as error:
            report_fault(desk.name, 0, error)
            errors.append(KeepwordError(f"mailbox {desk.name}: {type(error).__name__}: {error}"))
        finally:
            with suppress(KeepwordError):
                await tenure.release()
    swept += await sweep_threads(house.desks, house.terms, house.store, clock())
    await expire(house.terms, house.store, clock())
    await Notices(house.store.documents, this_process()).tell(noticed(house, "", clock()), clock())
    await alert(house, clock())
    return outcomes, swept, errors
