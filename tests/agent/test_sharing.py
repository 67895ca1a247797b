"""Mailboxes spread evenly among workers that come and go, on a store in memory and on one on the wire."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cosmos_stores import on_double

from keepword.agent.cli import cli
from keepword.agent.ownership.lease import Tenure
from keepword.agent.ownership.sharing import Sharing
from keepword.memory.ports import Documents
from keepword.memory.store import Store
from keepword.memory.workers import fair_share, leases, workers
from keepword.testing import MemoryDocuments

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NAMES = ("a", "b", "c", "d", "e", "f")


class Crew:
    """Workers on one store; each looks after the same mailboxes, as the daemon's loops do."""

    def __init__(self, documents: Documents, clock: Any) -> None:
        self.store = Store(documents)
        self.clock = clock
        self.workers: dict[str, tuple[Sharing, list[Tenure]]] = {}

    def join(self, name: str, mailboxes: tuple[str, ...] = NAMES) -> None:
        """Start a worker."""

        def ticks() -> float:
            return float((self.clock() - START).total_seconds())

        held = [Tenure(self.store, m, name, self.clock, ticks=ticks, gone=lambda _: False) for m in mailboxes]
        self.workers[name] = Sharing(self.store, held, self.clock), held

    async def leave(self, name: str) -> None:
        """Let a worker end cleanly."""
        sharing, tenures = self.workers.pop(name)
        for tenure in tenures:
            await tenure.release()
        await sharing.leave()

    def crash(self, name: str) -> None:
        """Let a worker vanish."""
        del self.workers[name]

    async def settle(self, rounds: int = 4) -> dict[str, int]:
        """Let some rounds of reckoning, giving back and taking go by; return how many mailboxes each has."""
        for _ in range(rounds):
            self.clock.advance(seconds=20)
            for sharing, tenures in self.workers.values():
                await self._work(sharing, tenures)
        return {name: sum(t.held() for t in held) for name, (_, held) in self.workers.items()}

    async def _work(self, sharing: Sharing, tenures: list[Tenure]) -> None:
        await sharing.reckon()
        for tenure in tenures:
            if tenure.ours:
                await tenure.renew()
            if tenure.ours and sharing.must_give(tenure.mailbox):
                await tenure.release()
            elif not tenure.ours and sharing.may_take(tenure.mailbox):
                await tenure.acquire()


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        """Return the time."""
        return self.now

    def advance(self, **span: float) -> None:
        """Move on."""
        self.now += timedelta(**span)


@pytest.fixture(params=["memory", "cosmos"])
async def crew(request: pytest.FixtureRequest) -> AsyncIterator[Crew]:
    """Return a crew without workers."""
    clock = Clock()
    documents = MemoryDocuments(now=clock) if request.param == "memory" else on_double(clock)
    yield Crew(documents, clock)
    await documents.close()


@pytest.mark.parametrize(
    ("mailboxes", "workers", "share"), [(6, 1, 6), (6, 2, 3), (6, 4, 2), (5, 2, 3), (1, 3, 1), (0, 2, 0), (3, 0, 3)]
)
def test_a_fair_share(mailboxes: int, workers: int, share: int) -> None:
    """Rounded up, so that no mailbox is left over."""
    assert fair_share(mailboxes, workers) == share


async def test_one_worker_has_everything(crew: Crew) -> None:
    """Where nobody else is, nothing is held back."""
    crew.join("one")
    assert await crew.settle() == {"one": 6}


async def test_a_second_worker_gets_half(crew: Crew) -> None:
    """The first gives back what is above its share, and the second takes it."""
    crew.join("one")
    await crew.settle()
    crew.join("two")
    assert await crew.settle() == {"one": 3, "two": 3}


async def test_four_workers_share_evenly(crew: Crew) -> None:
    """All that come at once end with their share, and every mailbox has an owner."""
    for name in ("one", "two", "three", "four"):
        crew.join(name)
    found = await crew.settle(6)
    assert (sum(found.values()), max(found.values())) == (6, 2)


async def test_who_leaves_is_replaced_at_once(crew: Crew) -> None:
    """A worker that ends cleanly makes nobody wait."""
    crew.join("one")
    crew.join("two")
    await crew.settle()
    await crew.leave("one")
    assert await crew.settle(1) == {"two": 6}


async def test_who_crashes_is_replaced_after_a_minute(crew: Crew) -> None:
    """Its leases and its word that it is there run out together."""
    crew.join("one")
    crew.join("two")
    await crew.settle()
    crew.crash("one")
    assert await crew.settle(1) == {"two": 3}
    assert await crew.settle(4) == {"two": 6}


async def test_workers_of_other_mailboxes_take_no_share(crew: Crew) -> None:
    """Who could answer none of ours leaves all of ours to us."""
    crew.join("one", ("a", "b"))
    crew.join("two", ("c", "d"))
    assert await crew.settle() == {"one": 2, "two": 2}


async def test_no_mailbox_is_left_to_somebody_who_cannot_answer_it(crew: Crew) -> None:
    """Where the workers' mailboxes overlap in part, each mailbox still finds an owner."""
    crew.join("one", ("a", "b", "c", "d"))
    crew.join("two", ("d",))
    assert await crew.settle(6) == {"one": 3, "two": 1}


async def test_fences_grow_with_each_owner(crew: Crew) -> None:
    """A mailbox that went from hand to hand bears a higher number than one that stayed."""
    crew.join("one")
    await crew.settle()
    crew.join("two")
    await crew.settle()
    fences = {lease.mailbox: lease.fence for lease in await leases(crew.store.documents) if lease.owner == "two"}
    assert set(fences.values()) == {2}


async def test_the_store_says_who_is_there(crew: Crew) -> None:
    """In the order in which they came; who has crashed is forgotten."""
    crew.join("one")
    crew.clock.advance(seconds=1)
    crew.join("two")
    await crew.settle()
    assert [w.owner for w in await workers(crew.store.documents, crew.clock())] == ["one", "two"]
    crew.crash("one")
    await crew.settle()
    assert [w.owner for w in await workers(crew.store.documents, crew.clock())] == ["two"]


SETTINGS = """
[app]
secret = { env = "KEEPWORD_SECRET" }

[[mailbox]]
name = "support"
address = "support@example.com"
imap = { host = "127.0.0.1", tls = "none", user = "x", password = { env = "KEEPWORD_SECRET" } }
smtp = { host = "127.0.0.1", tls = "none" }
"""


def test_the_command_shows_mailboxes_without_owner(tmp_path: Path) -> None:
    """A line a mailbox, whether or not anybody owns it."""
    path = tmp_path / "keepword.toml"
    path.write_text(SETTINGS)
    run = CliRunner().invoke(cli, ["--config", str(path), "--json", "workers"], env={"KEEPWORD_SECRET": "x" * 40})
    assert run.exit_code == 0, run.output
    [line] = [json.loads(text) for text in run.stdout.splitlines()]
    assert (line["mailbox"], line["worker"], line["fence"]) == ("support", None, 0)
