"""The ledger in the store: each promise once, and what is overdue."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from values_made import TODAY, a_promise, a_thread, all_of

from keepword.memory.state import (
    Commitment,
    CommitmentStatus,
    ProfileDocument,
)
from keepword.memory.store import Store
from keepword.memory.store_bodies import profile_body, thread_body


async def test_the_ledger_holds_each_promise_once(store: Store) -> None:
    """Profiles know what became of a promise; a crash between two writes leaves it in the thread as well."""
    await store.save_profile(
        ProfileDocument(entity_id="anna", commitments=(a_promise("1", status="kept"), a_promise("2")))
    )
    await store.save_thread(a_thread(commitments=(a_promise("1"), a_promise("3"))))
    await store.save_thread(a_thread("u", "ben", commitments=(a_promise("4", entity="ben"),)))
    await store.save_profile(ProfileDocument(entity_id="carl"))

    async def listed(**which: Any) -> list[tuple[str, str]]:
        return [(c.commitment_id, c.status.value) for c in await all_of(store.commitments(**which))]

    assert await listed() == [("1", "kept"), ("2", "open"), ("3", "open"), ("4", "open")]
    assert await listed(status=CommitmentStatus.KEPT) == [("1", "kept")]
    assert await listed(entity_id="ben") == [("4", "open")]
    assert await listed(entity_id="anna", status=CommitmentStatus.OPEN) == [("2", "open"), ("3", "open")]


@pytest.mark.parametrize(
    ("promises", "expected"),
    [
        ((), {"promises": 0}),
        ((a_promise("1"),), {"promises": 1}),
        (
            (a_promise("1", date(2026, 3, 2)), a_promise("2", date(2026, 3, 1))),
            {"promises": 2, "next_due": "2026-03-01"},
        ),
        ((a_promise("1", date(2026, 3, 1), "kept"), a_promise("2")), {"promises": 2}),
    ],
)
def test_a_ledger_is_searched_by_count_and_first_open_date(
    promises: tuple[Commitment, ...], expected: dict[str, Any]
) -> None:
    """Closed promises are counted, but they make nothing due."""
    for body in (
        profile_body(ProfileDocument(entity_id="anna", commitments=promises)),
        thread_body(a_thread(commitments=promises)),
    ):
        assert {name: body[name] for name in ("promises", "next_due") if name in body} == expected


async def test_overdue_is_what_is_open_after_its_day(store: Store) -> None:
    """A promise may be kept all day long on the day it is due; one without a date is never overdue."""
    yesterday, tomorrow = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
    promises = (
        a_promise("late", yesterday),
        a_promise("today", TODAY),
        a_promise("tomorrow", tomorrow),
        a_promise("undated"),
        a_promise("kept", yesterday, "kept"),
        a_promise("both", yesterday, "withdrawn"),
    )
    await store.save_profile(ProfileDocument(entity_id="anna", commitments=promises))
    await store.save_profile(ProfileDocument(entity_id="ben", commitments=(a_promise("done", yesterday, "broken"),)))
    await store.save_thread(a_thread(commitments=(a_promise("both", yesterday), a_promise("sent", yesterday))))
    assert [c.commitment_id for c in await all_of(store.overdue(TODAY))] == ["late", "sent"]
