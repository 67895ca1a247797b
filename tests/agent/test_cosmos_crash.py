"""Four workers on one account that is busy, loses answers and refuses, while workers are killed: none lost, none twice."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cosmos_double import CosmosDouble, Strike
from cosmos_stores import account, no_pause
from office import Office, letter

from keepword.agent.ownership.lease import Tenure, leased
from keepword.agent.ownership.sharing import Sharing
from keepword.agent.poll import Poller
from keepword.agent.sweep import sweep_outbox
from keepword.agent.terms import Desk, Mode
from keepword.errors import KeepwordError
from keepword.memory.ports import Container, Document, New
from keepword.memory.state import ReplyState
from keepword.memory.store import Store
from keepword.memory.stores.cosmos import CosmosDocuments
from keepword.testing import Counted, FakeMailbox, FakeOutbox
from keepword.threading.read import read

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
DESKS = ("support", "billing", "orders")
WORKERS = 4
MAILS = 24


class Killed(BaseException):
    """The worker is gone: nothing may catch this."""


class Deadly(Counted):
    """A worker's store, at which it dies: before or after a call that the dice choose."""

    def __init__(self, documents: CosmosDocuments, dice: random.Random, chance: float) -> None:
        super().__init__(documents)
        self._dice = dice
        self._chance = chance

    async def read(self, container: Container, partition: tuple[str, ...], id_: str) -> Document | None:
        """Read, or die."""
        self._roll()
        return await super().read(container, partition, id_)

    async def create(self, container: Container, new: New) -> str:
        """Create, or die before or after."""
        self._roll()
        etag = await super().create(container, new)
        self._roll()
        return etag

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Replace, or die before or after."""
        self._roll()
        changed = await super().replace(container, new, etag)
        self._roll()
        return changed

    async def put_all(self, container: Container, news: Sequence[New]) -> None:
        """Put, or die before or after."""
        self._roll()
        await super().put_all(container, news)
        self._roll()

    def _roll(self) -> None:
        if self._dice.random() < self._chance:
            raise Killed


@dataclass
class Town:
    """Everything that outlives a worker: the account, the mailboxes, what was sent, the time."""

    server: CosmosDouble
    dice: random.Random
    make_office: Callable[..., Office]
    chance: float = 0.02
    now: datetime = START
    mailboxes: dict[str, FakeMailbox] = field(default_factory=lambda: {d: FakeMailbox() for d in DESKS})
    outboxes: dict[str, FakeOutbox] = field(default_factory=lambda: {d: FakeOutbox() for d in DESKS})
    dead: set[str] = field(default_factory=set)
    born: int = 0
    stores: list[CosmosDocuments] = field(default_factory=list)

    def clock(self) -> datetime:
        """Return the time."""
        return self.now

    async def live(self, rounds: int) -> None:
        """Let one worker after another be born in this place, each until it is killed, for so many rounds in all."""
        done = 0
        while done < rounds:
            self.born += 1
            worker = Worker(self, f"worker-{self.born}")
            try:
                while done < rounds:
                    done += 1
                    await worker.round()
                    self.now += timedelta(seconds=5)
            except Killed:
                self.dead.add(worker.name)

    async def calm(self) -> None:
        """End all trouble, and let a last worker finish what is left."""
        self.server.chaos = lambda _op, _container: None
        self.chance = 0.0
        for worker in range(1, self.born + 1):
            self.dead.add(f"worker-{worker}")
        last = Worker(self, "last")
        for _ in range(6):
            self.now += timedelta(hours=2)
            await last.round()

    def answers(self) -> Counter[str]:
        """Count the mails that left, by the mail that they answer."""
        return Counter(read(p.raw).in_reply_to[0] for o in self.outboxes.values() for p in o.sent)


class Worker:
    """A process with all desks: takes its share of the mailboxes and polls them."""

    def __init__(self, town: Town, name: str) -> None:
        self.name = name
        self._town = town
        opened = CosmosDocuments(account(town.server), pause=no_pause)
        town.stores.append(opened)
        documents = Deadly(opened, town.dice, town.chance)
        self._tenures = {d: self._tenure(Store(documents), d) for d in DESKS}
        self._offices = {d: self._office(documents, d) for d in DESKS}
        self._sharing = Sharing(Store(documents), self._tenures.values(), town.clock)

    def _tenure(self, store: Store, desk: str) -> Tenure:
        town = self._town
        return Tenure(
            store,
            desk,
            self.name,
            town.clock,
            ticks=lambda: (town.now - START).total_seconds(),
            gone=town.dead.__contains__,
        )

    def _office(self, documents: Deadly, name: str) -> Office:
        town, address = self._town, f"{name}@example.com"
        desk = Desk(name, address, mode=Mode.AUTO, authserv_id="mx.example.com", answer_backlog=True)
        office = town.make_office(
            documents=documents, mailbox=town.mailboxes[name], outbox=town.outboxes[name], desk=desk
        )
        office.ports = leased(office.ports, self._tenures[name])
        office.poller = Poller(desk, office.terms, office.ports, town.clock, office._report)
        return office

    async def round(self) -> None:
        """Reckon the share, then see to each mailbox; what fails now is tried in the next round."""
        for work in (self._sharing.reckon, *(self._seer(name) for name in DESKS)):
            try:
                await work()
            except KeepwordError:
                await asyncio.sleep(0)

    def _seer(self, name: str) -> Callable[[], Any]:
        return lambda: self._see_to(name)

    async def _see_to(self, name: str) -> None:
        tenure, office = self._tenures[name], self._offices[name]
        if tenure.ours and self._sharing.must_give(name):
            await tenure.release()
        elif tenure.ours:
            await tenure.renew()
        elif self._sharing.may_take(name) and await tenure.acquire():
            office.poller = Poller(office.desk, office.terms, office.ports, self._town.clock, office._report)
        if tenure.held():
            await sweep_outbox(office.desk, office.ports, self._town.now, at_start=True)
            await office.poller.poll()


def trouble(dice: random.Random) -> Callable[[str, str], Strike | None]:
    """Return the account's moods: throttled, busy, changed without a change, answers lost, links cut."""
    moods = [
        lambda: Strike(status=429, headers={"x-ms-retry-after-ms": "1"}),
        lambda: Strike(status=503),
        lambda: Strike(status=449),
        lambda: Strike(status=412),
        lambda: Strike(lose=True),
        Strike,
    ]

    def strike(op: str, _container: str) -> Strike | None:
        if op in {"account", "collection", "ranges"} or dice.random() > 0.12:
            return None
        mood = dice.choice(moods)()
        return mood if mood.status != 412 or op == "replace" else None

    return strike


@pytest.fixture
async def make_town(make_office: Callable[..., Office]) -> AsyncIterator[Callable[[int], Town]]:
    """Return a function that makes a town of its own for a seed."""
    made: list[Town] = []

    def make(seed: int) -> Town:
        made.append(Town(CosmosDouble(lambda: made[-1].now.timestamp()), random.Random(seed), make_office))  # noqa: S311
        return made[-1]

    yield make
    for town in made:
        for store in town.stores:
            await store.close()
        town.server.stop()


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_none_is_lost_and_none_is_answered_twice(make_town: Callable[[int], Town], seed: int) -> None:
    """Each mail is answered once, or its reply is reported as unknown where nobody can know whether it left."""
    town = make_town(seed)
    town.server.chaos = trouble(town.dice)
    for number in range(1, MAILS + 1):
        raw = letter(number, sender=f"p{number % 7}@example.org")
        town.mailboxes[DESKS[number % len(DESKS)]].deliver(raw, received_at=START)
    await asyncio.gather(*(town.live(12) for _ in range(WORKERS)))
    await town.calm()
    sent = town.answers()
    replies = [r async for t in Store(town.stores[-1]).threads() for r in t.value.replies]
    unknown = {r.in_reply_to for r in replies if r.state is ReplyState.UNKNOWN}
    expected = {f"<{n}@example.org>" for n in range(1, MAILS + 1)}
    assert {mail: n for mail, n in sent.items() if n > 1} == {}
    assert expected - set(sent) - unknown == set()
    assert Counter(r.in_reply_to for r in replies) == Counter(dict.fromkeys(expected, 1))
    assert len(town.dead) > WORKERS
