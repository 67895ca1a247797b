"""One thread that breaks us keeps the sweep from no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from office import Office, letter

from keepword.errors import OutboxUnreachable, StoreUnreachable
from keepword.memory.ports import Container, Document
from keepword.memory.state import ReplyState
from keepword.testing import Counted, MemoryDocuments


class Breaking(MemoryDocuments):
    """A store in which one document breaks whoever reads it, or another one cannot be read."""

    broken: str = ""
    error: Exception = RuntimeError("it breaks us")

    async def read(self, container: Container, partition: tuple[str, ...], id: str) -> Document | None:  # noqa: A002
        """Read one document, unless it is the broken one."""
        if self.broken and id == self.broken:
            raise self.error
        return await super().read(container, partition, id)


@pytest.fixture
def documents() -> Breaking:
    """Return a store in which nothing is broken yet."""
    return Breaking(now=lambda: Office.now)


@pytest.fixture
def office(make_office: Callable[..., Office], documents: Breaking) -> Office:
    """Return an office with that store."""
    return make_office(documents=Counted(documents))


async def owners(office: Office) -> list[str]:
    """Return the owners of the threads that the sweep has due, in its order."""
    return [t.value.thread_state.entity_id async for t in office.store.due(office.now)]


async def test_the_other_threads_are_closed(office: Office, documents: Breaking) -> None:
    """The broken one is told, left alone for an hour and tried again; the others are closed at once."""
    for number in range(3):
        office.receive(letter(number, sender=f"{number}@example.org"))
    await office.poll()
    office.later(days=4)
    documents.broken = (await owners(office))[0]
    found = {s.entity_id: (s.what, s.reason) for s in await office.sweep()}
    assert ("failed", "RuntimeError: it breaks us") == found.pop(documents.broken)
    assert [("closed", "")] * 2 == list(found.values())
    assert [] == await office.sweep()
    office.later(minutes=61)
    documents.broken = ""
    assert ["closed"] == [s.what for s in await office.sweep()]


async def test_a_store_that_is_away_ends_the_sweep(office: Office, documents: Breaking) -> None:
    """What is nobody's fault but the store's is raised, and everything waits."""
    office.receive(letter(1))
    await office.poll()
    office.later(days=4)
    documents.broken, documents.error = (await owners(office))[0], StoreUnreachable("away")
    with pytest.raises(StoreUnreachable):
        await office.sweep()


async def test_other_replies_are_sent(office: Office) -> None:
    """A reply that breaks us in the sending leaves the others their turn, and is told."""
    office.outbox.fail(OutboxUnreachable("450 later"), times=2)
    for number in (1, 2):
        office.receive(letter(number, sender=f"{number}@example.org"))
    await office.poll()
    office.later(minutes=5)
    office.outbox.fail(RuntimeError("it breaks us"))
    assert ["failed", "sent"] == [s.what for s in await office.sweep()]
    assert 1 == len(office.outbox.sent)
    states = {r.state async for t in office.store.outbox() for r in t.value.replies}
    assert {ReplyState.TRANSMITTING} == states
