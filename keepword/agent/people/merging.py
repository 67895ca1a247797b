"""Make one person of two addresses, and two again: the redirect first, then everything that is held, step by step.

Each step writes before it removes and may be repeated, so a pass that was killed half-way is finished by the same command.
Nothing here is on the way of a mail: a mail follows the redirect with the read that it makes anyway.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from keepword.agent.closing import promote_thread
from keepword.agent.people.retention import OF_PROFILES, rewrite_records
from keepword.agent.tallying import change_tally
from keepword.agent.terms import Terms
from keepword.errors import Changed, UsageError
from keepword.memory.merging import (
    Own,
    is_empty,
    joined_entry,
    joined_profiles,
    joined_thread,
    moved_record,
    parted_entry,
    parted_profiles,
    parted_thread,
)
from keepword.memory.promises import Given
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.records import Record, RecordType
from keepword.memory.state import Identity, ProfileDocument, ThreadDocument
from keepword.memory.store import Store, Versioned
from keepword.memory.tally import joined, moved
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id as entity_id_of

TRIES = 5
OF_THREADS = frozenset(RecordType) - OF_PROFILES


@dataclass(frozen=True, slots=True)
class Moved:
    """What changed hands between an address and the person whom it was merged into (or who it was parted from)."""

    address: str
    person: str
    facts: int = 0
    past_threads: int = 0
    commitments: int = 0
    threads: int = 0
    records: int = 0

    def line(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return asdict(self)

    @property
    def anything(self) -> bool:
        """Whether there was anything to move."""
        return any((self.facts, self.past_threads, self.commitments, self.threads, self.records))

    def plus(self, other: Moved) -> Moved:
        """Return both together."""
        counts = ("facts", "past_threads", "commitments", "threads", "records")
        return replace(self, **{c: getattr(self, c) + getattr(other, c) for c in counts})


async def merge(address: str, into: str, terms: Terms, store: Store, now: datetime) -> Moved:
    """Make an address (an entity id) one person with another, whose id then stands for both.

    Raises `UsageError` for what makes no sense: with itself, a chain, or once more. A merge that was interrupted is finished.
    """
    known = await store.identity(address)
    identity = known.value if known else Identity(entity_id=address)
    await _refuse(identity, into, store)
    again = identity.redirect_to == into
    if not again:
        await store.save_identity(identity.model_copy(update={"redirect_to": into}), known.etag if known else None)
    moved = await _repeated(lambda: _join(address, into, terms, store, now), Moved(address, into))
    if again and not moved.anything:
        raise UsageError(f"{address} is merged into {into} already")
    return moved


async def _refuse(identity: Identity, into: str, store: Store) -> None:
    address = identity.entity_id
    if address == into:
        raise UsageError("an address cannot be merged with itself: both are one person already")
    if identity.redirect_to not in {None, into}:
        raise UsageError(f"{address} is merged into {identity.redirect_to} already; unmerge it first")
    if identity.parting_from:
        raise UsageError(
            f"{address} is being unmerged from {identity.parting_from}; finish that first: unmerge it again"
        )
    target = await store.identity(into)
    if target and target.value.redirect_to:
        raise UsageError(f"{into} is itself merged into {target.value.redirect_to}; merge into that one")
    async for other in store.redirects(address):
        raise UsageError(f"{other.value.entity_id} is merged into {address}; unmerge it first")


async def unmerge(address: str, terms: Terms, store: Store, now: datetime) -> Moved:
    """Take a merge back: the address is a person of its own again, with all that came from it before and since.

    Raises `UsageError` where the address is not merged. An unmerging that was interrupted is finished.
    """
    known = await store.identity(address)
    person = (known.value.redirect_to or known.value.parting_from) if known else None
    if known is None or person is None:
        raise UsageError(f"{address} is not merged into anybody")
    await _promote_waiting(person, terms, store, now)
    parting = known.value.model_copy(update={"redirect_to": None, "parting_from": person})
    await store.save_identity(parting, known.etag)
    moved = await _repeated(lambda: _part(address, person, terms, store, now), Moved(address, person))
    parted = await store.identity(address)  # with its part of the tally by now
    if parted is not None:
        await store.save_identity(parted.value.model_copy(update={"parting_from": None}), parted.etag)
    return moved


async def _repeated(once: Callable[[], Awaitable[Moved]], moved: Moved) -> Moved:
    """Go over everything until nothing is left: a mail that was on its way meanwhile is found the next time."""
    for _ in range(TRIES):
        try:
            found = await once()
        except Changed:
            continue
        moved = moved.plus(found)
        if not found.anything:
            return moved
    raise Changed("the person's threads keep changing; try again in a moment")


async def _promote_waiting(person: str, terms: Terms, store: Store, now: datetime) -> None:
    """Promote what waits in the person's threads: what is a fact of one of the two shall not be a candidate of the other."""
    async for thread in store.threads(entity_id=person):
        if thread.value.candidates or thread.value.commitments:
            await promote_thread(thread, terms, store, now, thread.value.due_at)


async def _join(address: str, into: str, terms: Terms, store: Store, now: datetime) -> Moved:
    records = [r async for r in store.records(address, types=OF_THREADS)]
    there = [r async for r in store.records(into, types=OF_THREADS) if r.metadata.get("origin") == address]
    owned = [t async for t in store.threads(entity_id=address)]
    threads = await _with_written(owned, [*records, *there], store)
    for record in records:
        left = _seconds_left(threads.get(record.thread_id), terms, now)
        mark = address if record.type is RecordType.TURN and record.role == "user" else ""
        await _move(record, moved_record(record, into, mark), left, store)
    await store.revise_messages(lambda e: joined_entry(e, address, into), now, entity_id=address)
    for thread in owned:
        id_ = thread.value.thread_state.thread_id
        await store.revise_messages(lambda e: joined_entry(e, address, into), now, thread_id=id_)
    for thread in threads.values():
        await _save(thread, joined_thread(thread.value, address, into), terms, store, now)
    theirs = await _join_profile(address, into, terms.rules, store, now)
    await _move_tally(address, into, store, now, lambda _: True, address)
    return replace(_held(theirs, address, into), threads=len(owned), records=len(records))


async def _with_written(
    owned: Sequence[Versioned[ThreadDocument]], records: Sequence[Record], store: Store
) -> dict[str, Versioned[ThreadDocument]]:
    """Return these threads, and those of others in which the records' person wrote."""
    threads = {t.value.thread_state.thread_id: t for t in owned}
    for id_ in dict.fromkeys(r.thread_id for r in records if r.type is RecordType.TURN):
        found = None if id_ in threads else await store.thread(id_)
        if found is not None:
            threads[id_] = found
    return threads


async def _join_profile(
    address: str, into: str, rules: tuple[PromotionRule, ...], store: Store, now: datetime
) -> ProfileDocument | None:
    theirs = await store.profile(address)
    if theirs is None:
        return None
    mine = await store.profile(into)
    whole = joined_profiles(mine.value if mine else ProfileDocument(entity_id=into), theirs.value, address, rules, now)
    await rewrite_records(whole, rules, store)
    await store.save_profile(whole, mine.etag if mine else None)
    await rewrite_records(ProfileDocument(entity_id=address), rules, store)
    await store.remove_profile(address)
    return theirs.value


async def _part(address: str, person: str, terms: Terms, store: Store, now: datetime) -> Moved:
    owned = [t async for t in store.threads(entity_id=person) if t.value.origin == address]
    ids = {t.value.thread_state.thread_id for t in owned}
    profile = await store.profile(person)
    past = {p.thread_id for p in profile.value.past_threads if p.origin == address} if profile else set()
    turns = [r async for r in store.records(person, types=OF_THREADS)]
    returning = [r for r in turns if _is_theirs(r, address, ids | past)]
    there = [r async for r in store.records(address, types=OF_THREADS)]
    threads = await _with_written(owned, [r for r in (*returning, *there) if _wrote(r)], store)
    for record in returning:
        left = _seconds_left(threads.get(record.thread_id), terms, now)
        await _move(record, moved_record(record, address), left, store)

    await store.revise_messages(lambda e: parted_entry(e, address, person, ids | past), now, entity_id=person)
    for id_ in ids | past:
        await store.revise_messages(lambda e: parted_entry(e, address, person, ids | past), now, thread_id=id_)

    def own(written: str) -> str:
        return entity_id_of(terms.secret, address_key(written))

    for id_, thread in threads.items():
        writers = {_writer(r, address, person) for r in (*turns, *there) if r.thread_id == id_ and _wrote(r)}
        await _save(thread, parted_thread(thread.value, address, person, own, writers), terms, store, now)
    theirs = await _part_profile(address, profile, own, terms.rules, store, now)
    await _move_tally(person, address, store, now, lambda g: g.commitment.origin == address, "")
    return replace(_held(theirs, address, person), threads=len(owned), records=len(returning))


def _is_theirs(record: Record, address: str, threads: set[str]) -> bool:
    """Say whether a record goes with the address: its own mails anywhere, and in its threads all but the person's own mails."""
    if _wrote(record):
        return record.metadata.get("origin") == address
    return record.thread_id in threads


def _wrote(record: Record) -> bool:
    return record.type is RecordType.TURN and record.role == "user"


def _writer(record: Record, address: str, person: str) -> str:
    return address if address in {record.user_id, record.metadata.get("origin")} else person


async def _move_tally(
    source: str, target: str, store: Store, now: datetime, which: Callable[[Given], bool], origin: str
) -> None:
    """Move a part of one person's tally of promises into another's: written there before it is taken from here.

    What was promised meanwhile goes in the next pass; raises `Changed` where that never ends.
    """
    for _ in range(TRIES):
        known = await store.identity(source)
        going = tuple(g for g in known.value.given if which(g)) if known else ()
        if not going:
            return
        await _take_over(source, target, going, moved(going, target, origin), store, now)
    raise Changed(f"the tally of {source} keeps changing")


async def _take_over(
    source: str, target: str, going: tuple[Given, ...], theirs: tuple[Given, ...], store: Store, now: datetime
) -> None:
    await change_tally(target, store, lambda i: joined(i.given, theirs, now))
    await change_tally(source, store, lambda i: tuple(g for g in i.given if g not in going))


async def _part_profile(
    address: str,
    profile: Versioned[ProfileDocument] | None,
    own: Own,
    rules: tuple[PromotionRule, ...],
    store: Store,
    now: datetime,
) -> ProfileDocument | None:
    if profile is None:
        return None
    rest, theirs = parted_profiles(profile.value, address, own, rules, now)
    if is_empty(theirs) and not theirs.addresses:
        return None
    if not is_empty(theirs):
        before = await store.profile(address)
        # Of a pass that was interrupted, a part is there already.
        whole = joined_profiles(before.value, theirs, "", rules, now) if before else theirs
        await rewrite_records(whole, rules, store)
        await store.save_profile(whole, before.etag if before else None)
    await rewrite_records(rest, rules, store)
    if is_empty(rest):
        await store.remove_profile(rest.entity_id)
    else:
        await store.save_profile(rest, profile.etag)
    return theirs


async def _move(record: Record, moved: Record, left: int | None, store: Store) -> None:
    """Write a record under its new person, then remove it under the old one."""
    kept = moved.model_copy(update={"ttl": left}) if left is not None else moved
    await store.add_records(kept.user_id, kept.thread_id, [kept])
    await store.remove_records(record.user_id, [record])


def _seconds_left(thread: Versioned[ThreadDocument] | None, terms: Terms, now: datetime) -> int | None:
    """Return how long an archived thread has still to live; None for one that is not archived."""
    if thread is None or not thread.value.archived or thread.value.promoted_at is None:
        return None
    return max(1, round((thread.value.promoted_at + terms.archive_for - now).total_seconds()))


async def _save(
    thread: Versioned[ThreadDocument], value: ThreadDocument, terms: Terms, store: Store, now: datetime
) -> None:
    if value != thread.value:
        await store.save_thread(value, thread.etag, ttl=_seconds_left(thread, terms, now))


def _held(profile: ProfileDocument | None, address: str, person: str) -> Moved:
    if profile is None:
        return Moved(address, person)
    return Moved(address, person, len(profile.facts), len(profile.past_threads), len(profile.commitments))
