"""The stores that the contract suite runs on, and a clock that a test can move."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))

from cosmos_stores import on_double

from keepword.memory.ports import Documents
from keepword.memory.sqlite import SqliteDocuments
from keepword.memory.store import Store
from keepword.testing import MemoryDocuments


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time."""
        return self.now

    def advance(self, **span: float) -> None:
        """Move on by `timedelta(**span)`."""
        self.now += timedelta(**span)


STORES: dict[str, Callable[[Path, Clock], Documents]] = {
    "cosmos": lambda folder, clock: on_double(clock),
    "memory": lambda folder, clock: MemoryDocuments(now=clock),
    "sqlite": lambda folder, clock: SqliteDocuments(folder / "keepword.db", now=clock),
}
"""Every store, by its name: a new one joins the contract suite with a line here."""


@pytest.fixture
def clock() -> Clock:
    """Return a clock of the test's own."""
    return Clock()


@pytest.fixture(params=sorted(STORES))
async def documents(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[Documents]:
    """Return each store in its turn, empty."""
    opened = STORES[request.param](tmp_path, clock)
    yield opened
    await opened.close()


@pytest.fixture
def store(documents: Documents) -> Store:
    """Return the typed face of each store in its turn."""
    return Store(documents)
