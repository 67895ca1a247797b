"""An embeddings server on the loopback address, with vectors that the test scripts, and what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from json_server import Asked, Body, JsonServer

Vectors = Callable[[str], Sequence[float]]


def answer(vectors: Sequence[Sequence[float]]) -> Body:
    """Return a whole answer that holds these vectors."""
    data = [{"object": "embedding", "index": n, "embedding": list(v)} for n, v in enumerate(vectors)]
    return {"object": "list", "data": data, "model": "scripted", "usage": {"prompt_tokens": 1, "total_tokens": 1}}


class EmbeddingServer(JsonServer):
    """`vectors` makes a text's vector; `instead` is sent in place of an answer, a status and raw text, while it is set."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors
        self.instead: tuple[int, str] | None = None
        super().__init__(self._reply)

    def _reply(self, asked: Asked) -> tuple[int, str]:
        if asked.path != "/v1/embeddings":
            return 404, "{}"
        return self.instead or (200, json.dumps(answer([self.vectors(text) for text in asked.body["input"]])))
