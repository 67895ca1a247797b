"""The stores that the contract suite runs on, and a clock that a test can move."""

from __future__ import annotations

import inspect
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cosmos_double import CosmosDouble
from cosmos_stores import ACCOUNT, double, on_account, on_double, on_other

from keepword.memory.ports import Documents
from keepword.memory.store import Store
from keepword.memory.stores.sqlite import SqliteDocuments
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
    "cosmos-other": lambda folder, clock: on_other(),
    "memory": lambda folder, clock: MemoryDocuments(now=clock),
    "sqlite": lambda folder, clock: SqliteDocuments(folder / "keepword.db", now=clock),
    **({"cosmos-account": lambda folder, clock: on_account()} if ACCOUNT else {}),
}
"""Every store, by its name: a new one joins the contract suite with a line here."""


MISSING, EXPIRY, BATCH, PREFIX = (
    "answers 500 where a document is missing",
    "knows no time to live",
    "knows no batch",
    "fails on a query with a partition key",
)
OTHER_IS_WRONG = {
    "test_what_is_missing_reads_as_none": MISSING,
    "test_what_is_gone_is_not_replaced": MISSING,
    "test_what_is_no_json_is_refused": MISSING,
    "test_deleting_says_whether_there_was_something": MISSING,
    "test_several_are_read_in_the_order_of_their_keys": MISSING,
    "test_several_are_read_by_their_whole_keys": MISSING,
    "test_several_writes_stand_each_for_itself": MISSING,
    "test_what_has_expired_is_not_among_several": EXPIRY,
    "test_several_may_expire_each_in_its_time": EXPIRY,
    "test_a_document_lives_its_time": EXPIRY,
    "test_a_document_tells_when_it_expires": EXPIRY,
    "test_only_the_write_says_how_long_a_document_lives": EXPIRY,
    "test_what_has_expired_may_be_created_again": EXPIRY,
    "test_what_has_expired_is_not_replaced": EXPIRY,
    "test_the_time_to_live_counts_from_the_last_write": EXPIRY,
    "test_a_unit_may_expire": EXPIRY,
    "test_putting_several_writes_them_all_over_whatever_is_there": BATCH,
    "test_putting_twice_is_putting_once": BATCH,
    "test_a_put_document_has_another_etag": BATCH,
    "test_a_long_search_finds_everything_once": BATCH,
    "test_a_search_stays_in_its_partition": PREFIX,
}
"""Tests of the contract that the other server of Cosmos DB's protocol cannot pass, and why; it runs all the rest."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the other server through the contract alone, and leave out what it is known to get wrong."""
    beyond = [i for i in items if not _applies(i)]
    items[:] = [i for i in items if i not in beyond]
    config.hook.pytest_deselected(items=beyond)


def _store_of(item: pytest.Item) -> str:
    spec = getattr(item, "callspec", None)
    return str(spec.params.get("documents", "")) if spec else ""


def _applies(item: pytest.Item) -> bool:
    """Say whether a test can be run on its store: a real account's clock, for one, is nobody's to move."""
    store, name = _store_of(item), getattr(item, "originalname", item.name)
    contract = item.path.name.startswith("test_documents_")
    if store == "cosmos-other":
        return contract and name not in OTHER_IS_WRONG
    if store == "cosmos-account":
        return contract and "clock" not in inspect.signature(item.function).parameters  # type: ignore[attr-defined]
    return True


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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the SQLite store's file is to be."""
    return tmp_path / "data" / "keepword.db"


@pytest.fixture
async def sqlite(path: Path, clock: Clock) -> AsyncIterator[SqliteDocuments]:
    """Return a store in a new file, which waits for nobody longer than an instant."""
    documents = SqliteDocuments(path, now=clock, busy_timeout=0.05)
    yield documents
    await documents.close()


@pytest.fixture
def server() -> CosmosDouble:
    """Return the double, empty."""
    found = double()
    found.reset()
    found.now = time.time
    return found
