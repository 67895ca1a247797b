"""What follows behind one batch while the next is taken in: one thing at a time, never forgotten, its errors told."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from keepword.agent.intake.behind import Behind


async def note(into: list[str], word: str, gate: asyncio.Event | None = None) -> None:
    """Write a word down, once a gate is open."""
    if gate is not None:
        await gate.wait()
    into.append(word)


async def fail() -> None:
    """Go wrong."""
    raise ValueError("behind")


async def test_leaving_waits_for_what_is_under_way() -> None:
    """The context ends when nothing is left to be done."""
    noted: list[str] = []
    async with Behind() as behind:
        behind.go(note(noted, "first"))
        await behind.done()
        behind.go(note(noted, "second"))
        noted.append("meanwhile")
    assert noted == ["first", "meanwhile", "second"]


async def test_nothing_under_way_is_done_at_once() -> None:
    """Waiting for nothing is no fault, also twice."""
    async with Behind() as behind:
        await behind.done()
        behind.go(note([], "a"))
        await behind.done()
        await behind.done()


async def test_what_goes_wrong_behind_is_raised_where_it_is_waited_for() -> None:
    """The next batch hears of it, and so does the end."""
    async with Behind() as behind:
        behind.go(fail())
        with pytest.raises(ValueError, match="behind"):
            await behind.done()
    with pytest.raises(ValueError, match="behind"):
        async with Behind() as behind:
            behind.go(fail())


async def interrupted(work: Coroutine[Any, Any, None]) -> None:
    """Let something follow behind, and fail meanwhile."""
    async with Behind() as behind:
        behind.go(work)
        raise KeyError("mine")


async def test_an_error_of_our_own_is_raised_and_what_is_behind_is_ended_first() -> None:
    """What was begun is finished, whatever came up meanwhile; its own error is the lesser news."""
    noted: list[str] = []
    with pytest.raises(KeyError, match="mine"):
        await interrupted(note(noted, "written"))
    with pytest.raises(KeyError, match="mine"):
        await interrupted(fail())
    assert noted == ["written"]


async def test_nobody_waits_where_we_are_to_stop() -> None:
    """A cancelled poll cancels what follows behind it, and does not wait for a server that is deaf."""
    noted: list[str] = []

    async def work() -> None:
        async with Behind() as behind:
            behind.go(note(noted, "never", asyncio.Event()))
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert noted == []
