"""What turns texts into vectors, so that texts can be found by their meaning: the port, and what all providers need.

A new provider is one class with these methods under `agent/embedders/` and one line in `agent/wire.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import StrEnum
from math import sqrt
from operator import mul
from typing import Final, Protocol

from keepword.errors import EmbedderUnreachable

Vector = tuple[float, ...]
"""A text's meaning, of length one."""

NEAR: Final = 0.2
"""The cosine from which two texts are taken to speak of the same thing, once what all texts share is taken away.

Measured with e5-small on the starter's pages: questions that belong to a page lie at 0.2 to 0.5, others below 0.2.
"""


class Purpose(StrEnum):
    """What a vector is for: some models embed a question otherwise than the texts in which its answer is looked for."""

    QUERY = "query"
    PASSAGE = "passage"


class Embedder(Protocol):
    """A model that turns texts into vectors."""

    @property
    def model(self) -> str:
        """Name the model with all that changes its vectors: vectors under another name are made anew."""
        ...

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return a vector for each text, in their order; raise `EmbedderUnreachable` or `NeedsReauth` where none come."""
        ...

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        ...


def cosine(one: Vector, other: Vector) -> float:
    """Return how near two vectors of length one are: 1 the same, 0 nothing in common. Of other lengths: 0."""
    return sum(map(mul, one, other)) if len(one) == len(other) else 0.0


def of_length_one(numbers: Sequence[float]) -> Vector:
    """Return the vector of length one in this direction; nothing has no direction and stays."""
    length = sqrt(sum(map(mul, numbers, numbers)))
    return tuple(n / length for n in numbers) if length > 0.0 else tuple(numbers)


COMMON: Final = (
    "Hello, how are you?",
    "What is the capital of Peru?",
    "The weather was awful today.",
    "Who won the football match yesterday?",
    "Write a poem about the sea.",
    "The committee will meet in spring.",
    "Mon frère habite à Lyon.",
    "Ich habe gestern ein Buch gelesen.",
    "¿Qué hora es?",
    "Il gatto dorme sul divano.",
    "The mitochondrion is an organelle.",
    "We are happy to invite you to our conference.",
    "Please see the attached document.",
    "My grandmother bakes bread.",
    "The train was late again.",
    "He plays the piano in a band.",
)
"""Sentences about everything and nothing: the mean of their vectors is what any text has in common with any other."""


class Centred:
    """An embedder whose vectors have lost what all texts share, so that one limit (`NEAR`) serves models of different kinds.

    Plain vectors lie in a narrow cone (with e5, two texts of nothing in common have a cosine of 0.75); without their
    mean the cosine tells near from far (Mu and Viswanath 2018, https://arxiv.org/abs/1702.01417).
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._means: dict[Purpose, Vector] = {}
        self._asking = asyncio.Lock()

    @property
    def model(self) -> str:
        """Name the model; the mean is part of it."""
        return f"{self._embedder.model}, centred"

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return a vector for each text, in their order; raises as the embedder does."""
        mean = await self._mean(purpose)
        found = await self._embedder.embed(texts, purpose)
        if any(len(v) != len(mean) for v in found):
            self._means.clear()  # of another model; the next call asks for its own
            raise EmbedderUnreachable(
                f"embeddings: {self._embedder.model} gave {len(mean)} numbers for a text, now others"
            )
        return tuple(of_length_one([a - b for a, b in zip(v, mean, strict=True)]) for v in found)

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        await self._embedder.close()

    async def _mean(self, purpose: Purpose) -> Vector:
        async with self._asking:
            if purpose not in self._means:
                common = await self._embedder.embed(COMMON, purpose)
                self._means[purpose] = tuple(sum(column) / len(common) for column in zip(*common, strict=True))
            return self._means[purpose]
