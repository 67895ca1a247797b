"""What is still to be done of one batch of mails while the next one is taken in: at most one thing, in order.

Flags take the server its time, and the cursor follows them. Neither needs what the next batch needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self


class Behind:
    """Work that follows behind; leaving its context waits for it, and cancels it where we are cancelled ourselves.

    Its error is raised where it is waited for, unless another one is on its way already.
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin with nothing to be done."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Wait for what is still under way."""
        if error is None:
            await self.done()
        elif self._task is not None:
            if isinstance(error, asyncio.CancelledError):
                self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def go(self, work: Coroutine[Any, Any, None]) -> None:
        """Start what is to follow; what came before it has to be `done`."""
        self._task = asyncio.create_task(work)

    async def done(self) -> None:
        """Wait until nothing is left to be done; raise what went wrong with it."""
        task, self._task = self._task, None
        if task is not None:
            await task
