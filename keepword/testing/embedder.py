"""An embedder that knows only what it is told: which words mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

from keepword.agent.embedders.port import Purpose, Vector, of_length_one
from keepword.errors import KeepwordError

SIZE = 64


class ScriptedEmbedder:
    """Texts are near each other as far as they share ideas: their words, those of one group being one idea.

    `groups` are lines of words that mean the same. `asked` holds what it was asked; `failing` is raised while it is set.
    """

    def __init__(self, groups: Iterable[str] = (), model: str = "scripted") -> None:
        self._ideas = {word: line.split()[0] for line in groups for word in line.split()}
        self._model = model
        self.asked: list[tuple[str, Purpose]] = []
        self.failing: KeepwordError | None = None
        self.closed = False

    @property
    def model(self) -> str:
        """Name it."""
        return self._model

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return a vector for each text, the same for the same ideas, or fail as told."""
        if self.failing is not None:
            raise self.failing
        self.asked += [(text, purpose) for text in texts]
        return tuple(self._vector(text) for text in texts)

    async def close(self) -> None:
        """Note that it was closed."""
        self.closed = True

    def _vector(self, text: str) -> Vector:
        numbers = [0.0] * SIZE
        for word in re.findall(r"\w+", text.casefold()):
            if word in self._ideas:
                numbers[_place(self._ideas[word])] += 1.0
        return of_length_one(numbers)


def _place(word: str) -> int:
    return sha256(word.encode()).digest()[0] % SIZE
