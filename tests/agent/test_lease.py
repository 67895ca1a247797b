"""Leases: one owner at a time, and nothing done by who is the owner no more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from office import Office, letter, turn

from keepword.agent.ownership.lease import Tenure, is_gone, leased, own, spoken, this_process
from keepword.agent.poll import Poller
from keepword.agent.sweep import sweep_outbox
from keepword.errors import Changed, KeepwordError, LeaseLost, OutboxUnreachable, StoreUnreachable
from keepword.memory.ports import Container, Documents, New
from keepword.memory.state import Reply, ReplyState
from keepword.memory.store import Store
from keepword.testing import Counted, Failing, FakeMailbox, FakeOutbox, Fault, MemoryDocuments

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@dataclass
class Time:
    """One clock for all workers of a test; `ticks` is what a process counts, also while it is stopped."""

    now: datetime = START

    def pass_(self, seconds: float) -> None:
        """Let time go by."""
        self.now += timedelta(seconds=seconds)

    def tenure(self, store: Store, owner: str, gone: Callable[[str], bool] = lambda _: False) -> Tenure:
        """Return a worker's hold on the support mailbox."""
        return Tenure(
            store, "support", owner, lambda: self.now, ticks=lambda: (self.now - START).total_seconds(), gone=gone
        )


@pytest.fixture
def time() -> Time:
    """Return a clock."""
    return Time()


@pytest.fixture
def store() -> Store:
    """Return an empty store."""
    return Store(MemoryDocuments())


async def test_a_mailbox_has_one_owner(time: Time, store: Store) -> None:
    """Who comes second waits, and is told who was first."""
    first, second = time.tenure(store, "first"), time.tenure(store, "second")
    assert (await first.acquire(), await second.acquire()) == (True, False)
    assert (first.held(), second.held(), second.other) == (True, False, "first, until 12:01:00 UTC")


async def test_the_next_owner_comes_after_expiry_under_a_higher_number(time: Time, store: Store) -> None:
    """Once the time is over another may take the mailbox; the first sees by its own clock that it is the owner no more."""
    first, second = time.tenure(store, "first"), time.tenure(store, "second")
    await first.acquire()
    time.pass_(61)
    assert (first.held(), await second.acquire(), first.fence, second.fence) == (False, True, 1, 2)
    assert await first.renew() is False


async def test_renewing_keeps_the_mailbox_and_its_number(time: Time, store: Store) -> None:
    """An owner that renews stays the owner, under the same number."""
    first, second = time.tenure(store, "first"), time.tenure(store, "second")
    await first.acquire()
    for _ in range(5):
        time.pass_(20)
        assert await first.renew() is True
        assert await second.acquire() is False
    assert (first.held(), first.fence) == (True, 1)


async def test_the_last_seconds_are_not_used(time: Time, store: Store) -> None:
    """Shortly before the end of our time nothing new is begun."""
    first = time.tenure(store, "first")
    await first.acquire()
    time.pass_(56)
    assert first.held() is False


async def test_given_back_it_can_be_taken_at_once(time: Time, store: Store) -> None:
    """A worker that ends cleanly makes nobody wait."""
    first, second = time.tenure(store, "first"), time.tenure(store, "second")
    await first.acquire()
    await first.release()
    await first.release()
    assert (first.held(), await second.acquire(), second.fence) == (False, True, 2)


async def test_a_dead_process_makes_nobody_wait(time: Time, store: Store) -> None:
    """The lease of a process that is surely dead is taken at once."""
    await time.tenure(store, "dead").acquire()
    assert await time.tenure(store, "next", gone=lambda owner: owner == "dead").acquire() is True


async def test_waiting_ends_with_the_owners_name(time: Time, store: Store) -> None:
    """`run --once` says who owns the mailbox when its turn does not come."""
    await time.tenure(store, "first").acquire()
    with pytest.raises(LeaseLost, match="owned by another worker \\(first, until"):
        await own(time.tenure(store, "second"), patience=0)


def test_a_process_knows_itself_alive_and_another_dead() -> None:
    """Only the same kernel's process that is no more counts as gone; of other machines nothing is known."""
    name = this_process()
    host, boot, pid, _ = name.split("|")
    assert is_gone(name) is False
    assert is_gone("|".join((host, boot, pid, "1"))) is True
    assert is_gone("|".join(("elsewhere", boot, pid, "1"))) is False
    assert is_gone("|".join((host, "another boot", pid, "1"))) is False
    assert is_gone("") is False
    assert spoken(name) == f"process {pid} on {host}"


# Two workers on one mailbox and one store.


class Pausing(Counted):
    """A store at which a worker is stopped: before or after the write that gives a reply this state; others work meanwhile."""

    def __init__(
        self, documents: Documents, state: str, meanwhile: Callable[[], Awaitable[None]], *, after: bool
    ) -> None:
        super().__init__(documents)
        self._state = state
        self._meanwhile: Callable[[], Awaitable[None]] | None = meanwhile
        self._after = after

    async def create(self, container: Container, new: New) -> str:
        """Create, stopped on the way."""
        await self._pause(new, after=False)
        etag = await super().create(container, new)
        await self._pause(new, after=True)
        return etag

    async def replace(self, container: Container, new: New, etag: str) -> str:
        """Replace, stopped on the way."""
        await self._pause(new, after=False)
        changed = await super().replace(container, new, etag)
        await self._pause(new, after=True)
        return changed

    async def _pause(self, new: New, *, after: bool) -> None:
        states = [reply["state"] for reply in new.body.get("replies", ())]
        if self._meanwhile is not None and after == self._after and self._state in states:
            meanwhile, self._meanwhile = self._meanwhile, None
            await meanwhile()


@dataclass
class Pair:
    """Two offices that share mailbox, outbox and documents; each has a hold of its own on the mailbox."""

    time: Time
    first: Office
    second: Office

    def __post_init__(self) -> None:
        """Give each worker its hold."""
        self.tenures = [self._hold(self.first, "first"), self._hold(self.second, "second")]

    def _hold(self, office: Office, name: str) -> Tenure:
        tenure = self.time.tenure(Store(office.documents), name)
        office.ports = leased(office.ports, tenure)
        office.poller = Poller(office.desk, office.terms, office.ports, lambda: self.time.now, office._report)
        return tenure

    async def succeed(self) -> None:
        """Let the first worker's time go by, and the second take its place and begin."""
        self.time.pass_(70)
        assert await self.tenures[1].acquire()
        await sweep_outbox(self.second.desk, self.second.ports, self.time.now, at_start=True)
        await self.second.poll()

    async def answer_stopped_at(self, state: str, *, after: bool = False) -> None:
        """Let the first worker answer a mail, stopped where its reply reaches a state, while the second takes over."""
        self.first.documents = Pausing(self.first.documents, state, self.succeed, after=after)
        self.first.restart()
        self.tenures[0] = self._hold(self.first, "first")
        assert await self.tenures[0].acquire()
        self.first.receive(letter(1))
        with suppress(KeepwordError):  # what the worker finds when it wakes is its own matter
            await self.first.poll()


@pytest.fixture
def pair(make_office: Callable[..., Office], time: Time) -> Pair:
    """Return two workers."""
    shared = {"mailbox": FakeMailbox(), "outbox": FakeOutbox(), "documents": Counted(MemoryDocuments())}
    return Pair(time, make_office(**shared), make_office(**shared))


async def only_reply(office: Office) -> Reply:
    """Return the one reply of the one thread."""
    [thread] = [t.value async for t in office.store.threads()]
    [reply] = thread.replies
    return reply


async def test_nothing_is_done_without_the_lease(pair: Pair) -> None:
    """A worker that does not own the mailbox answers nothing and counts no failure."""
    await pair.tenures[0].acquire()
    pair.second.receive(letter(1))
    with pytest.raises(LeaseLost):
        await pair.second.poll()
    assert (pair.second.outbox.sent, pair.second.faults) == ([], [])


async def test_a_commit_bears_the_number(pair: Pair) -> None:
    """The thread's document says under which number it was committed."""
    await pair.tenures[0].acquire()
    pair.first.receive(letter(1))
    await pair.first.poll()
    assert [t.value.fence async for t in pair.first.store.threads()] == [1]


async def test_an_older_number_commits_nothing(pair: Pair) -> None:
    """Where a later owner has committed to a thread, an earlier one is refused, even if its clock gives it time."""
    await pair.tenures[0].acquire()
    pair.first.receive(letter(1))
    await pair.first.poll()
    [thread] = [t async for t in pair.first.store.threads()]
    await pair.first.store.save_thread(thread.value.model_copy(update={"fence": 2}), thread.etag)
    [newer] = [t async for t in pair.first.store.threads()]
    with pytest.raises(Changed, match="later owner"):
        await pair.first.ports.store.save_thread(newer.value, newer.etag)
    assert pair.tenures[0].held() is False


STOPS = [
    ("pending", False, 1, ReplyState.SENT),
    ("pending", True, 1, ReplyState.SENT),
    ("transmitting", False, 1, ReplyState.SENT),
    ("transmitting", True, 0, ReplyState.UNKNOWN),
    ("sent", False, 1, ReplyState.SENT),
    ("sent", True, 1, ReplyState.SENT),
]


@pytest.mark.parametrize(("state", "after", "sent", "ends"), STOPS)
async def test_a7_a_stopped_worker_sends_nothing_twice(
    pair: Pair, state: str, after: bool, sent: int, ends: ReplyState
) -> None:
    """Wherever a worker is stopped for longer than its time: one mail at most, and the reply's state tells the truth.

    Stopped between `transmitting` and the mail it sends no more: its successor could not know, and has said so.
    """
    await pair.answer_stopped_at(state, after=after)
    await pair.second.poll()
    assert (len(pair.first.outbox.sent), (await only_reply(pair.second)).state) == (sent, ends)


async def test_the_operators_word_on_an_interrupted_reply_stands(pair: Pair) -> None:
    """What a stopped worker learns of its own attempt does not undo what was decided meanwhile."""
    pair.first.outbox.fail(OutboxUnreachable("451 later"))
    await pair.answer_stopped_at("transmitting", after=True)
    assert (await only_reply(pair.second)).state is ReplyState.UNKNOWN


# The daemon's loop.


async def test_a_store_that_is_away_at_the_end_is_told_by_the_sent_folder(office: Office) -> None:
    """A mail that left while the store could not be written is found in the Sent folder, and counts as sent."""
    failing = Failing(office.documents.documents, [])
    office.documents = Counted(failing)
    office.restart()
    office.receive(letter(1))

    def away(_: object) -> dict[str, object]:
        failing.plan = tuple(Fault("replace", nth, container=Container.THREADS) for nth in (2,))
        failing._seen = [0]
        return turn()

    office.model._answers = away
    with pytest.raises(StoreUnreachable):
        await office.poll()
    await office.poll()
    assert (len(office.outbox.sent), (await only_reply(office)).state) == (1, ReplyState.SENT)
