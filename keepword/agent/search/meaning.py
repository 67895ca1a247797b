"""Meaning, where there is an embedder: a mail is answered without it where there is none, or where it is away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from keepword.agent.embedders.port import Embedder, Purpose, Vector
from keepword.errors import KeepwordError

QUESTION: Final = 1_000
"""Characters of a mail by which things are looked for: what it is about stands at its beginning, and a mail waits for it."""
PAUSE: Final = timedelta(minutes=1)
"""After a fault the embedder is left alone for so long, so that an outage does not cost every mail its time-out."""

MAX_FAULT: Final = 300


class Meaning:
    """Asks an embedder and never raises; `fault` says why nothing comes, empty where all is well."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._again_at: datetime | None = None
        self._size = 0
        self.fault = ""

    @property
    def model(self) -> str:
        """Name the model whose vectors are kept; empty where there is none."""
        return self._embedder.model if self._embedder else ""

    def fits(self, vector: Vector) -> bool:
        """Say whether a vector can be compared with what comes now: another model may answer to the same name by now."""
        return not self._size or len(vector) == self._size

    async def of_question(self, text: str, now: datetime) -> Vector | None:
        """Return what a mail or a question means, or None."""
        found = await self._of([text[:QUESTION]], Purpose.QUERY, now) if text.strip() else None
        return found[0] if found else None

    async def of_passages(self, texts: Sequence[str], now: datetime) -> tuple[Vector, ...]:
        """Return what texts mean that are searched: all in their order, or nothing."""
        return await self._of(texts, Purpose.PASSAGE, now) or ()

    async def try_again(self, now: datetime) -> None:
        """See whether an embedder that was away is back, once the pause is over: nobody's mail may come for hours."""
        if self.fault:
            await self.of_question("Hello?", now)

    async def close(self) -> None:
        """Close the embedder; a repeated call is no error."""
        if self._embedder:
            await self._embedder.close()

    async def _of(self, texts: Sequence[str], purpose: Purpose, now: datetime) -> tuple[Vector, ...] | None:
        if self._embedder is None or not texts or self._pausing(now):
            return None
        try:
            found = await self._embedder.embed(texts, purpose)
        except KeepwordError as error:
            fault = str(error)
        except Exception as error:  # whatever an embedder does, no mail waits for it
            fault = f"embeddings: {type(error).__name__}: {error}"[:MAX_FAULT]
        else:
            self.fault, self._again_at = "", None
            self._size = len(found[0]) if found else self._size
            return found
        self.fault, self._again_at = fault, now + PAUSE
        return None

    def _pausing(self, now: datetime) -> bool:
        """Say whether the last fault is fresh; a time further off was written before our clock was set back."""
        return self._again_at is not None and self._again_at - PAUSE <= now < self._again_at
