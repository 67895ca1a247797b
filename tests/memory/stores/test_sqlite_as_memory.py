"""Whatever is done to it, the SQLite store answers as the one in memory does."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from keepword.errors import KeepwordError
from keepword.memory.ports import Condition, Container, Document, Documents, New, Search
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.testing import MemoryDocuments

CONTAINERS = {
    Container.TURNS: ("user_id", "thread_id"),
    Container.THREADS: ("thread_id",),
    Container.IDENTITIES: ("id",),
}
FIELDS = {
    Container.TURNS: ("at", "message_id", "user_id"),
    Container.THREADS: ("state", "due_at", "outbox"),
    Container.IDENTITIES: ("redirect_to",),
}
containers = st.sampled_from(sorted(CONTAINERS))
names = st.sampled_from(["a", "b", "a b", "É"])
scalars = st.one_of(
    st.none(), st.integers(-3, 3), st.sampled_from([0.5, 1.5]), st.sampled_from(["", "a", "b", "é", "1"])
)
values = st.one_of(st.integers(-3, 3), st.sampled_from([0.5, 1.5]), st.sampled_from(["", "a", "b", "é", "1"]))
lives = st.sampled_from([None, None, 1, 5])


@st.composite
def news(draw: st.DrawFn, container: Container, partition: tuple[str, ...] | None = None) -> New:
    """Draw a document of a container, of a partition if one is given."""
    keys = CONTAINERS[container]
    id_ = draw(names)
    body: dict[str, Any] = {field: draw(scalars) for field in FIELDS[container] if draw(st.booleans())}
    body |= dict(zip(keys, partition or tuple(draw(names) for _ in keys), strict=True))
    if keys == ("id",):
        id_ = body["id"]
    return New(id_, body, draw(lives))


@st.composite
def searches(draw: st.DrawFn, container: Container) -> Search:
    """Draw a search that the indexes of a container serve."""
    fields = st.sampled_from(FIELDS[container])
    conditions = st.builds(Condition, fields, st.sampled_from(["=", "<=", ">="]), values)
    return Search(
        partition=tuple(draw(st.lists(names, max_size=len(CONTAINERS[container])))),
        conditions=tuple(draw(st.lists(conditions, max_size=2))),
        order_by=draw(st.one_of(st.just(""), fields, fields.map("-{}".format))),
        limit=draw(st.integers(0, 3)),
    )


class Both(RuleBasedStateMachine):
    """Two stores to which the same happens, and what each of them said."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.now = datetime(2026, 11, 30, tzinfo=UTC)
        self.path = Path(self.folder.name) / "keepword.db"
        self.stores: list[Documents] = [MemoryDocuments(now=lambda: self.now), self._sqlite()]
        self.etags: dict[tuple[Container, tuple[str, ...], str], list[list[str]]] = {}

    def _sqlite(self) -> SqliteDocuments:
        return SqliteDocuments(self.path, now=lambda: self.now)

    def _run(self, call: Callable[[Documents], Awaitable[Any]]) -> list[Any]:
        """Return what each store answered: its value, or the kind of its error."""
        return [self.runner.run(self._answer(call, store)) for store in self.stores]

    @staticmethod
    async def _answer(call: Callable[[Documents], Awaitable[Any]], store: Documents) -> Any:
        try:
            return await call(store)
        except KeepwordError as error:
            return type(error)

    def _remember(self, container: Container, new: New, answers: list[Any]) -> None:
        """Both wrote, or both refused in the same way; an ETag is any text."""
        assert [isinstance(a, str) for a in answers] in ([True, True], [False, False])
        if isinstance(answers[0], str):
            key = (container, tuple(new.body[field] for field in CONTAINERS[container]), new.id)
            self.etags.setdefault(key, []).append(answers)
        else:
            assert answers[0] is answers[1]

    @initialize()
    def empty(self) -> None:
        """Both begin with nothing."""
        self.everything_is_the_same()

    @rule(data=st.data(), container=containers)
    def create(self, data: st.DataObject, container: Container) -> None:
        """Create a document."""
        new = data.draw(news(container))
        self._remember(container, new, self._run(lambda store: store.create(container, new)))

    @rule(data=st.data(), container=containers)
    def replace(self, data: st.DataObject, container: Container) -> None:
        """Write over a version that once was."""
        known = sorted(key for key in self.etags if key[0] == container)
        if known:
            key = data.draw(st.sampled_from(known))
            etags = dict(zip(map(id, self.stores), data.draw(st.sampled_from(self.etags[key])), strict=True))
            drawn = data.draw(news(container, key[1]))
            new = New(key[2], drawn.body, drawn.ttl)
            self._remember(container, new, self._run(lambda store: store.replace(container, new, etags[id(store)])))

    @rule(data=st.data(), container=containers)
    def put_all(self, data: st.DataObject, container: Container) -> None:
        """Put several documents of one partition."""
        partition = tuple(data.draw(names) for _ in CONTAINERS[container])
        unit = data.draw(st.lists(news(container, partition), max_size=3))
        assert self._run(lambda store: store.put_all(container, unit)) == [None, None]

    @rule(data=st.data(), container=containers)
    def delete(self, data: st.DataObject, container: Container) -> None:
        """Delete what may be there."""
        key = data.draw(news(container))
        partition = tuple(key.body[field] for field in CONTAINERS[container])
        first, second = self._run(lambda store: store.delete(container, partition, key.id))
        assert first == second

    @rule(data=st.data(), container=containers)
    def find(self, data: st.DataObject, container: Container) -> None:
        """Search for some of it."""
        wanted = data.draw(searches(container))
        first, second = self._run(lambda store: _found(store, container, wanted))
        assert first == second

    @rule(seconds=st.sampled_from([1, 3, 10]))
    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    @rule()
    def expire(self) -> None:
        """Remove what has expired: it was not to be seen before, and is not now."""
        first, second = self._run(lambda store: store.expire(self.now))  # type: ignore[attr-defined]
        assert first == second

    @rule()
    def restart(self) -> None:
        """Close the file and open it again."""
        self.runner.run(self.stores[1].close())
        self.stores[1] = self._sqlite()

    @invariant()
    def everything_is_the_same(self) -> None:
        """Both hold the same documents, and each reads what it finds."""
        for container in CONTAINERS:
            first, second = self._run(lambda store, of=container: _found(store, of, Search()))  # type: ignore[misc]
            assert first == second
        assert self._run(_reads_what_it_finds) == [True, True]

    def teardown(self) -> None:
        """Leave nothing open."""
        for store in self.stores:
            self.runner.run(store.close())
        self.runner.close()
        self.folder.cleanup()


async def _found(store: Documents, container: Container, search: Search) -> list[tuple[str, dict[str, Any]]]:
    return [(document.id, document.body) async for document in store.find(container, search)]


async def _reads_what_it_finds(store: Documents) -> bool:
    return all([await _reads(store, c, d) for c in CONTAINERS async for d in store.find(c, Search())])


async def _reads(store: Documents, container: Container, document: Document) -> bool:
    partition = tuple(document.body[field] for field in CONTAINERS[container])
    return await store.read(container, partition, document.id) == document


TestBoth = Both.TestCase
TestBoth.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
