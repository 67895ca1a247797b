"""The mails past a UID, batch by batch: larger ones, and fetched and looked at ahead, as long as none of them needs an answer.

A batch with a letter in it takes as long as the model thinks, and what was fetched meanwhile would be old by then. A
backlog of newsletters is another matter: there the server works on the next batch while we judge this one, and we read
the next one while the store and the server write down what became of this one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from keepword.agent.ports import Fetched, Mailbox

BATCH = 50
"""Mails that are fetched at once, and taken in before the first of them is answered."""
MOST = 1_000
"""Mails that are fetched at once where nothing was to be answered lately."""


class Numbered(Protocol):
    """A mail in some form, with its UID."""

    @property
    def uid(self) -> int:
        """Its UID in the inbox."""
        ...


T = TypeVar("T", bound=Numbered)


class Supply(Generic[T]):
    """What the inbox holds past a UID, each batch as `look` makes it of what was fetched; `close` it when done."""

    def __init__(self, mailbox: Mailbox, look: Callable[[Sequence[Fetched]], Sequence[T]]) -> None:
        self._mailbox = mailbox
        self._look = look
        self._limit = BATCH
        self._ahead: tuple[int, asyncio.Task[Sequence[T]]] | None = None

    async def after(self, uid: int) -> Sequence[T]:
        """Return the next mails above a UID, oldest first; raises what the mailbox raises."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == uid and self._limit > BATCH:
            mails = await ahead[1]
        else:
            await _dropped(ahead)
            mails = await self._fetched(uid)
        if mails and self._limit > BATCH:
            self._fetch_ahead(mails[-1].uid)
        return mails

    def learn(self, handled: int) -> None:
        """Hear how many mails of the last batch had to be handled.

        One is enough to go back to small batches, and to let go of what was fetched ahead: it may be old by now.
        """
        self._limit = BATCH if handled else min(2 * self._limit, MOST)

    async def close(self) -> None:
        """Let go of what was fetched ahead."""
        ahead, self._ahead = self._ahead, None
        await _dropped(ahead)

    async def _fetched(self, uid: int) -> Sequence[T]:
        return self._look(await self._mailbox.fetch_after(uid, self._limit))

    def _fetch_ahead(self, uid: int) -> None:
        self._ahead = (uid, asyncio.create_task(self._fetched(uid)))


async def _dropped(ahead: tuple[int, asyncio.Task[Sequence[T]]] | None) -> None:
    """Give up a fetch that nobody needs, without waiting for a server that may be deaf; what it raised comes again."""
    if ahead is None:
        return
    ahead[1].cancel()
    await asyncio.wait([ahead[1]])
    if not ahead[1].cancelled():
        ahead[1].exception()
