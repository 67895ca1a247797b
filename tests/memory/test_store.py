"""The typed face: values come back as they went in, searches find what they should, and counts are kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, TypeVar

import pytest
from azure.cosmos.agent_memory.models import MemoryRecordBase
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.errors import AlreadyThere, Changed, StoreUnreachable
from keepword.memory.ports import SHAPES, Container, Documents, Housekeeping, New
from keepword.memory.records import Record, RecordType
from keepword.memory.state import (
    Attempt,
    Commitment,
    CommitmentStatus,
    Fact,
    Identity,
    IndexEntry,
    MailboxDocument,
    PastThread,
    ProfileDocument,
    Reply,
    ReplyState,
    ThreadDocument,
    ThreadState,
    ThreadStatus,
)
from keepword.memory.store import Store, Versioned, document_id, message_key
from keepword.memory.store_bodies import PREFIXES, profile_body, sortable, thread_body
from keepword.testing import Counted, MemoryDocuments

T = TypeVar("T")
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TODAY = NOON.date()
unhurried = settings(deadline=None)


async def _all(found: AsyncIterator[T]) -> list[T]:
    return [each async for each in found]


def _promise(id_: str, due: date | None = None, status: str = "open", entity: str = "anna") -> Commitment:
    return Commitment(
        commitment_id=id_,
        entity_id=entity,
        thread_id="t",
        kind="refund",
        amount="40.00",
        currency="EUR",
        due=due,
        quote="We will refund EUR 40.00",
        message_id="<kw.1@example.com>",
        stated_by="agent",
        stated_at=NOON,
        status=CommitmentStatus(status),
    )


def _reply(state: ReplyState) -> Reply:
    return Reply(
        reply_id=f"r-{state}",
        thread_id="t",
        in_reply_to="<a@example.com>",
        message_id="<kw.1@example.com>",
        sender="support@example.com",
        to=("anna@example.com",),
        subject="Re: Invoice",
        text="Yes.",
        state=state,
        created_at=NOON,
        mailbox="support",
    )


def _thread(thread_id: str = "t", entity_id: str = "anna", at: datetime | None = NOON, **fields: Any) -> ThreadDocument:
    state = ThreadState(thread_id=thread_id, entity_id=entity_id, last_message_at=at)
    return ThreadDocument(thread_state=state, mailbox="support", **fields)


def _entry(message_id: str = "<a@example.com>", **fields: Any) -> IndexEntry:
    return IndexEntry(**{"message_id": message_id, "thread_id": "t", "entity_id": "anna", "at": NOON, **fields})


def _turn(id_: str, at: str = "2026-11-30T12:00:00+00:00", **fields: Any) -> Record:
    return _record(id_, RecordType.TURN, created_at=at, **fields)


def _record(id_: str, type_: RecordType, **fields: Any) -> Record:
    given = {"user_id": "anna", "thread_id": "t", "content": "Hello", "created_at": "2026-11-30T12:00:00+00:00"}
    return Record(id=id_, type=type_, **{**given, **fields})


PROFILE = ProfileDocument(
    entity_id="anna",
    addresses=("Anna@example.com",),
    facts=(Fact(fact_id="f", slot="name", value="Anna", rule="name", stated_at=NOON),),
    past_threads=(PastThread(thread_id="t", topic="Invoice charged twice", closed_at=NOON),),
    commitments=(_promise("c", TODAY),),
)
THREAD = _thread(
    due_at=NOON, closed_at=NOON, replies=(_reply(ReplyState.PENDING),), commitments=(_promise("c", TODAY),)
)
MAILBOX = MailboxDocument(name="support", cursor=7, attempts=(Attempt(uidvalidity=1, uid=8, next_at=NOON, reason="x"),))
KEY = message_key("<a@example.com>")

Save = Callable[[Store, Any, str | None], Awaitable[str]]
Read = Callable[[Store], Awaitable[Versioned[Any] | None]]


async def _save_entry(store: Store, entry: IndexEntry, etag: str | None) -> str:
    return await (store.claim(KEY, entry) if etag is None else store.save_message(KEY, entry, etag))


KINDS: dict[str, tuple[Any, Any, Save, Read]] = {
    "identity": (
        Identity(entity_id="anna", address="anna@example.com"),
        {"redirect_to": "anne"},
        lambda s, v, e: s.save_identity(v, e),
        lambda s: s.identity("anna"),
    ),
    "profile": (PROFILE, {"facts": ()}, lambda s, v, e: s.save_profile(v, e), lambda s: s.profile("anna")),
    "thread": (THREAD, {"topic": "Invoice"}, lambda s, v, e: s.save_thread(v, e), lambda s: s.thread("t")),
    "message": (_entry(), {"outcome": "replied"}, _save_entry, lambda s: s.message(KEY)),
    "mailbox": (MAILBOX, {"cursor": 8}, lambda s, v, e: s.save_mailbox(v, e), lambda s: s.mailbox("support")),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_a_value_comes_back_as_it_went_in(store: Store, kind: str) -> None:
    """Nothing at first; then the value with its ETag; then what was written over it."""
    value, change, save, read = KINDS[kind]
    changed = value.model_copy(update=change)
    assert await read(store) is None
    first = await save(store, value, None)
    assert await read(store) == Versioned(value, first)
    second = await save(store, changed, first)
    assert await read(store) == Versioned(changed, second)


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_whoever_is_late_is_told(store: Store, kind: str) -> None:
    """A second creation and a write over an old version are refused."""
    value, _, save, _ = KINDS[kind]
    first = await save(store, value, None)
    with pytest.raises(AlreadyThere):
        await save(store, value, None)
    await save(store, value, first)
    with pytest.raises(Changed):
        await save(store, value, first)


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_reading_is_one_read_and_saving_is_one_write(kind: str) -> None:
    """What stands on the way of a mail costs one point operation each, and never a query."""
    value, _, save, read = KINDS[kind]
    counted = Counted(MemoryDocuments())
    store = Store(counted)
    await save(store, value, await save(store, value, None))
    await read(store)
    assert (counted.reads, counted.writes, counted.queries) == (1, 2, 0)


async def test_turns_and_records_are_one_write_a_partition() -> None:
    """Several turns of a thread are one write; a thread's records one for each container and thread id."""
    counted = Counted(MemoryDocuments())
    store = Store(counted)
    await store.add_turns("anna", "t", [_turn("1"), _turn("2")])
    types = (RecordType.FACT, RecordType.FACT, RecordType.EPISODIC, RecordType.THREAD_SUMMARY)
    await store.add_records("anna", "t", [_record(f"{PREFIXES[t]}{n}", t) for n, t in enumerate(types)])
    await store.add_turns("anna", "t", [])
    await store.turn("anna", "t", "1")
    assert (counted.reads, counted.writes, counted.queries) == (1, 3, 0)


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_what_a_newer_program_wrote_is_not_cut(documents: Documents, kind: str) -> None:
    """A field that we do not know is no reason to lose it: the document cannot be read, and so not written over."""
    value, _, save, read = KINDS[kind]
    await save(Store(_Newer(documents)), value, None)
    with pytest.raises(StoreUnreachable, match=r"mood.*upgrade Keepword"):
        await read(Store(documents))


class _Newer(Counted):
    """A store into which a program writes whose values have a field more."""

    async def create(self, container: Container, new: New) -> str:
        return await self.documents.create(container, New(new.id, {**new.body, "mood": "new"}, new.ttl))


async def test_a_profile_is_found_under_any_entity_id(store: Store) -> None:
    """An entity id may be an address with characters that no document's id can have."""
    profile = ProfileDocument(entity_id="a/b?c#d\\e@example.com")
    etag = await store.save_profile(profile)
    assert await store.profile(profile.entity_id) == Versioned(profile, etag)


# Threads


async def test_threads_are_listed_the_latest_first(store: Store) -> None:
    """All, or those of a state or a person; the hour counts, not the time zone that it was written in."""
    east = timezone(timedelta(hours=9))
    for thread in (
        _thread("1", at=NOON),
        _thread("2", at=(NOON + timedelta(minutes=1)).astimezone(east)),
        _thread("3", "ben", at=NOON - timedelta(days=1), state=ThreadStatus.HANDOFF),
        _thread("4", at=None, state=ThreadStatus.CLOSED),
    ):
        await store.save_thread(thread)

    async def listed(**which: Any) -> list[str]:
        return [found.value.thread_state.thread_id for found in await _all(store.threads(**which))]

    assert await listed() == ["2", "1", "3", "4"]
    assert await listed(state=ThreadStatus.HANDOFF) == ["3"]
    assert await listed(entity_id="anna", state=ThreadStatus.OPEN) == ["2", "1"]
    assert await listed(entity_id="nobody") == []


async def test_due_threads_are_those_whose_time_has_come(store: Store) -> None:
    """The longest waiting comes first; a thread without a time never comes."""
    west = timezone(timedelta(hours=-8))
    hours = {"1": -1, "2": -5, "3": 1}
    for thread_id, hour in hours.items():
        await store.save_thread(_thread(thread_id, due_at=(NOON + timedelta(hours=hour)).astimezone(west)))
    await store.save_thread(_thread("4"))
    await store.save_thread(_thread("5", due_at=NOON))
    assert [f.value.thread_state.thread_id for f in await _all(store.due(NOON))] == ["2", "1", "5"]


async def test_a_thread_that_was_looked_at_is_due_no_more(store: Store) -> None:
    """What is derived follows the value at each write."""
    etag = await store.save_thread(_thread(due_at=NOON))
    await store.save_thread(_thread(due_at=None), etag)
    assert await _all(store.due(NOON)) == []


async def test_the_outbox_holds_threads_with_unsettled_replies(store: Store) -> None:
    """By default those that are not settled; by name any state."""
    for state in ReplyState:
        await store.save_thread(_thread(state.value, replies=(_reply(ReplyState.SENT), _reply(state))))

    async def holding(*states: ReplyState) -> set[str]:
        found = store.outbox(states) if states else store.outbox()
        return {each.value.thread_state.thread_id for each in await _all(found)}

    assert await holding() == {"pending", "transmitting", "unknown", "failed", "draft"}
    assert await holding(ReplyState.UNKNOWN, ReplyState.FAILED) == {"unknown", "failed"}
    assert await holding(ReplyState.DISCARDED) == {"discarded"}
    assert await holding(ReplyState.SENT) == set(ReplyState)


def test_the_outbox_counts_what_is_not_settled() -> None:
    """Threads whose replies are all settled need not be looked at."""
    body = thread_body(_thread(replies=tuple(_reply(state) for state in ReplyState)))
    assert body["outbox"] == 5


async def test_an_archived_thread_goes_when_its_time_is_over(store: Store, clock: Any) -> None:
    """The thread and its turns live as long as they are told, counted from that write."""
    etag = await store.save_thread(_thread())
    await store.add_turns("anna", "t", [_turn("1"), _turn("2")])
    await store.save_thread(_thread(archived=True), etag, ttl=3600)
    await store.archive_turns("anna", "t", 3600)
    clock.advance(minutes=59)
    assert await store.thread("t") is not None
    assert len(await _all(store.turns("anna", "t"))) == 2
    clock.advance(minutes=2)
    assert await store.thread("t") is None
    assert await _all(store.turns("anna", "t")) == []


async def test_what_has_expired_is_removed_for_good(store: Store, clock: Any) -> None:
    """The sweep removes it and learns how much it was, where the server does not do so itself; what lives stays."""
    await store.save_thread(_thread("1"), ttl=60)
    await store.save_thread(_thread("2"))
    assert await store.expire(clock()) == 0
    clock.advance(seconds=61)
    assert await store.expire(clock()) == isinstance(store.documents, Housekeeping)
    await store.scrub()
    assert [f.value.thread_state.thread_id for f in await _all(store.threads())] == ["2"]


async def test_a_store_that_cleans_up_by_itself_is_left_to_it(clock: Any) -> None:
    """Where expiry is the server's work there is nothing to be done, and that is no error."""
    inside = MemoryDocuments(now=clock)
    store = Store(_Serverside(inside))  # type: ignore[arg-type]
    await store.save_thread(_thread("1"), ttl=60)
    await store.scrub()
    assert await store.expire(clock() + timedelta(seconds=61)) == 0
    assert await inside.expire(clock() + timedelta(seconds=61)) == 1


class _Serverside:
    """A store with the methods of the port alone."""

    def __init__(self, inside: Documents) -> None:
        self.create = inside.create


# The index


async def test_one_message_id_with_two_contents_is_two_entries(store: Store) -> None:
    """The first content has the id's own key, another one a key with its digest; both are found under the id."""
    await store.claim(message_key("<a@example.com>"), _entry(digest="1" * 64))
    await store.claim(message_key("<a@example.com>", "2" * 64), _entry(digest="2" * 64, at=NOON + timedelta(hours=1)))
    await store.claim(message_key("<b@example.com>"), _entry("<b@example.com>"))
    found = await _all(store.messages(message_id="<a@example.com>"))
    assert [each.value.digest for each in found] == ["1" * 64, "2" * 64]


async def test_the_index_is_searched_by_thread_person_and_outcome(store: Store) -> None:
    """Each may be named alone or with others; the oldest mail comes first."""
    rows = [("1", "t", "anna", "replied"), ("2", "t", "ben", "gated"), ("3", "s", "anna", "quarantined")]
    for hour, (id_, thread, entity, outcome) in enumerate(rows):
        at = NOON - timedelta(hours=hour)
        await store.claim(message_key(id_), _entry(id_, thread_id=thread, entity_id=entity, outcome=outcome, at=at))

    async def listed(**which: str) -> list[str]:
        return [found.value.message_id for found in await _all(store.messages(**which))]

    assert await listed() == ["3", "2", "1"]
    assert await listed(thread_id="t") == ["2", "1"]
    assert await listed(entity_id="anna") == ["3", "1"]
    assert await listed(entity_id="anna", thread_id="t") == ["1"]
    assert await listed(outcome="quarantined") == ["3"]


async def test_an_entry_may_have_a_time_to_live(store: Store, clock: Any) -> None:
    """What had no thread need not be remembered for ever."""
    etag = await store.claim(KEY, _entry(), ttl=10)
    await store.save_message(KEY, _entry(outcome="gated"), etag, ttl=60)
    clock.advance(seconds=50)
    assert await store.message(KEY) is not None
    clock.advance(seconds=11)
    assert await store.message(KEY) is None


# Turns and records


async def test_turns_come_in_the_order_of_their_times(store: Store) -> None:
    """The moment counts, whatever the offset that it was written with, and each comes back as it was."""
    turns = [
        _turn("c", "2026-11-30T12:00:00+02:00"),
        _turn("a", "2026-11-30T11:00:00"),
        _turn("b", "2026-11-30T10:30:00Z"),
    ]
    await store.add_turns("anna", "t", turns)
    assert await _all(store.turns("anna", "t")) == [turns[0], turns[2], turns[1]]


async def test_adding_turns_twice_is_adding_them_once(store: Store) -> None:
    """A repeated call after a crash leaves each turn once."""
    for _ in range(2):
        await store.add_turns("anna", "t", [_turn("1", metadata={"message_id": "<a@example.com>"})])
    assert [turn.id for turn in await _all(store.turns("anna", "t"))] == ["1"]


async def test_a_turns_own_time_to_live_comes_first(store: Store, clock: Any) -> None:
    """The argument is for turns that name none."""
    await store.add_turns("anna", "t", [_turn("own", ttl=10), _turn("given")], ttl=100)
    clock.advance(seconds=50)
    assert [turn.id for turn in await _all(store.turns("anna", "t"))] == ["given"]


RECORDS = (
    _turn("turn-1"),
    _record("fact_1", RecordType.FACT),
    _record("ep_1", RecordType.EPISODIC),
    _record("proc_1", RecordType.PROCEDURAL, thread_id="__procedural__"),
    _record("summary_anna_t", RecordType.THREAD_SUMMARY),
    _record("user_summary_anna", RecordType.USER_SUMMARY, thread_id="__user_summary__"),
)


async def test_records_lie_in_the_toolkits_containers(documents: Documents) -> None:
    """Each type is in its container, under the user's and thread's ids that the toolkit looks under."""
    await Store(documents).add_records("anna", "t", RECORDS)
    expected = {
        Container.TURNS: [("turn-1", "t")],
        Container.MEMORIES: [("proc_1", "__procedural__"), ("ep_1", "t"), ("fact_1", "t")],
        Container.SUMMARIES: [("user_summary_anna", "__user_summary__"), ("summary_anna_t", "t")],
    }
    for container, keys in expected.items():
        found = [await documents.read(container, ("anna", thread), id_) for id_, thread in keys]
        assert [d and d.id for d in found] == [id_ for id_, _ in keys]


async def test_records_are_listed_by_type_and_thread(store: Store) -> None:
    """All of a person's, those of some types, those under one thread id."""
    await store.add_records("anna", "t", RECORDS)
    assert {r.id for r in await _all(store.records("anna"))} == {r.id for r in RECORDS}
    summaries = {RecordType.THREAD_SUMMARY, RecordType.USER_SUMMARY}
    assert {r.id for r in await _all(store.records("anna", types=summaries))} == {"summary_anna_t", "user_summary_anna"}
    facts = store.records("anna", "t", types={RecordType.FACT})
    assert await _all(facts) == [RECORDS[1]]
    assert {r.id for r in await _all(store.records("anna", "__procedural__"))} == {"proc_1"}


@pytest.mark.parametrize("type_", sorted(RecordType))
async def test_a_record_id_that_no_store_can_hold_is_hashed(store: Store, type_: RecordType) -> None:
    """The hash stands behind the prefix that the toolkit demands, and is the same each time."""
    record = _record(f"{PREFIXES[type_]}a/b@example.com", type_)
    for _ in range(2):
        await store.add_records("anna", "t", [record])
    (kept,) = await _all(store.records("anna"))
    assert kept.id.startswith(PREFIXES[type_])
    assert not set(kept.id) & set("/\\#?")
    assert kept == record.model_copy(update={"id": kept.id})


async def test_a_turn_is_found_under_an_id_that_was_hashed(store: Store) -> None:
    """Whoever asks by the id that he gave gets the turn."""
    await store.add_turns("anna", "t", [_turn("a/b")])
    found = await store.turn("anna", "t", "a/b")
    assert found is not None
    assert found.content == "Hello"


async def test_another_agent_reads_our_turns(documents: Documents) -> None:
    """The stored body is a turn to the Agent Memory Toolkit, derived fields and all."""
    turn = _turn("turn-1", role="user", metadata={"message_id": "<a@example.com>"})
    await Store(documents).add_turns("anna", "t", [turn])
    document = await documents.read(Container.TURNS, ("anna", "t"), "turn-1")
    assert document is not None
    theirs = MemoryRecordBase.from_doc(document.body)
    assert (theirs.memory_type, theirs.user_id, theirs.thread_id, theirs.metadata, theirs.content) == (
        "turn",
        "anna",
        "t",
        {"message_id": "<a@example.com>"},
        "Hello",
    )


# Promises


async def test_the_ledger_holds_each_promise_once(store: Store) -> None:
    """Profiles know what became of a promise; a crash between two writes leaves it in the thread as well."""
    await store.save_profile(
        ProfileDocument(entity_id="anna", commitments=(_promise("1", status="kept"), _promise("2")))
    )
    await store.save_thread(_thread(commitments=(_promise("1"), _promise("3"))))
    await store.save_thread(_thread("u", "ben", commitments=(_promise("4", entity="ben"),)))
    await store.save_profile(ProfileDocument(entity_id="carl"))

    async def listed(**which: Any) -> list[tuple[str, str]]:
        return [(c.commitment_id, c.status.value) for c in await _all(store.commitments(**which))]

    assert await listed() == [("1", "kept"), ("2", "open"), ("3", "open"), ("4", "open")]
    assert await listed(status=CommitmentStatus.KEPT) == [("1", "kept")]
    assert await listed(entity_id="ben") == [("4", "open")]
    assert await listed(entity_id="anna", status=CommitmentStatus.OPEN) == [("2", "open"), ("3", "open")]


@pytest.mark.parametrize(
    ("promises", "expected"),
    [
        ((), {"promises": 0}),
        ((_promise("1"),), {"promises": 1}),
        ((_promise("1", date(2026, 3, 2)), _promise("2", date(2026, 3, 1))), {"promises": 2, "next_due": "2026-03-01"}),
        ((_promise("1", date(2026, 3, 1), "kept"), _promise("2")), {"promises": 2}),
    ],
)
def test_a_ledger_is_searched_by_count_and_first_open_date(
    promises: tuple[Commitment, ...], expected: dict[str, Any]
) -> None:
    """Closed promises are counted, but they make nothing due."""
    for body in (
        profile_body(ProfileDocument(entity_id="anna", commitments=promises)),
        thread_body(_thread(commitments=promises)),
    ):
        assert {name: body[name] for name in ("promises", "next_due") if name in body} == expected


async def test_overdue_is_what_is_open_after_its_day(store: Store) -> None:
    """A promise may be kept all day long on the day it is due; one without a date is never overdue."""
    yesterday, tomorrow = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
    promises = (
        _promise("late", yesterday),
        _promise("today", TODAY),
        _promise("tomorrow", tomorrow),
        _promise("undated"),
        _promise("kept", yesterday, "kept"),
        _promise("both", yesterday, "withdrawn"),
    )
    await store.save_profile(ProfileDocument(entity_id="anna", commitments=promises))
    await store.save_profile(ProfileDocument(entity_id="ben", commitments=(_promise("done", yesterday, "broken"),)))
    await store.save_thread(_thread(commitments=(_promise("both", yesterday), _promise("sent", yesterday))))
    assert [c.commitment_id for c in await _all(store.overdue(TODAY))] == ["late", "sent"]


# Mailboxes and people


async def test_mailboxes_are_listed_apart_from_other_leases(documents: Documents) -> None:
    """Whatever else is leased is no mailbox."""
    store = Store(documents)
    await documents.create(Container.LEASES, New("worker", {"id": "worker", "kind": "lease"}))
    for name in ("support", "sales/eu"):
        await store.save_mailbox(MailboxDocument(name=name))
    assert {found.value.name for found in await _all(store.mailboxes())} == {"support", "sales/eu"}


async def test_redirects_are_found_by_where_they_lead(store: Store) -> None:
    """All addresses that were merged into a person."""
    for entity, to in (("a", "anna"), ("b", "ben"), ("c", None), ("d", "anna")):
        await store.save_identity(Identity(entity_id=entity, redirect_to=to))
    assert {found.value.entity_id for found in await _all(store.redirects("anna"))} == {"a", "d"}


# Keys

FORBIDDEN = set("/\\#?")


@unhurried
@given(st.text(), st.one_of(st.none(), st.text(alphabet="0123456789abcdef", min_size=1)))
def test_a_message_key_is_a_hash(message_id: str, digest: str | None) -> None:
    """64 hexadecimal digits, the same each time, whatever the header held."""
    key = message_key(message_id, digest)
    assert len(key) == 64
    assert set(key) <= set("0123456789abcdef")
    assert message_key(message_id, digest) == key


@unhurried
@given(
    st.lists(st.tuples(st.text(max_size=4), st.sampled_from([None, "a", "ab"])), unique=True, min_size=2, max_size=9)
)
def test_two_messages_have_two_keys(pairs: list[tuple[str, str | None]]) -> None:
    """Id and digest are told apart wherever one ends and the other begins."""
    assert len({message_key(*pair) for pair in pairs}) == len(pairs)


def test_a_message_key_never_changes() -> None:
    """An index written today is read by every later version."""
    assert message_key("<a@example.com>") == "69b3743fc8ea61e440767505c1fcb130a96f87198d13762dc2df15c3631defa1"


@unhurried
@given(st.text(min_size=1))
def test_a_document_id_is_one_that_every_store_holds(key: str) -> None:
    """No forbidden character, no more than 255 characters, and the key itself where that will do."""
    id_ = document_id(key)
    assert not set(id_) & FORBIDDEN
    assert id_.isascii()
    assert 0 < len(id_) <= 255
    assert id_ == document_id(id_)


OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=OFFSETS)  # noqa: DTZ001 - bounds of the draw


@unhurried
@given(MOMENTS, MOMENTS)
def test_sortable_times_sort_as_moments_do(first: datetime, second: datetime) -> None:
    """The order of the texts is the order in time."""
    one, other = sortable(first), sortable(second)
    assert one is not None
    assert other is not None
    assert (first < second, first == second) == (one < other, one == other)


@pytest.mark.parametrize("kind", ["thread", "profile", "message", "identity", "mailbox"])
async def test_a_body_holds_every_field_of_its_shape(kind: str) -> None:
    """A search by any indexed field finds what has it; none is forgotten when a body is made."""
    value, _, save, _ = KINDS[kind]
    documents = MemoryDocuments()
    await save(Store(documents), value, None)
    ((container, kept),) = [(c, k) for c, kept in documents._kept.items() for k in kept.values()]
    shape = SHAPES[container]
    assert [f for f in (*shape.partition, *shape.indexed) if f not in kept.document().body] == []
