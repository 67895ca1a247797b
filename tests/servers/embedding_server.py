"""An embeddings server on the loopback address, with vectors that the test scripts, and what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Vectors = Callable[[str], Sequence[float]]


def answer(vectors: Sequence[Sequence[float]]) -> Body:
    """Return a whole answer that holds these vectors."""
    data = [{"object": "embedding", "index": n, "embedding": list(v)} for n, v in enumerate(vectors)]
    return {"object": "list", "data": data, "model": "scripted", "usage": {"prompt_tokens": 1, "total_tokens": 1}}


class EmbeddingServer:
    """`vectors` makes a text's vector; `instead` is sent in place of an answer, a status and raw text, while it is set."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors
        self.instead: tuple[int, str] | None = None
        self.calls: list[Body] = []
        self.keys: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The base address, as `embeddings.base_url` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def stop(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def _reply(self, body: Body) -> tuple[int, str]:
        return self.instead or (200, json.dumps(answer([self.vectors(text) for text in body["input"]])))

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.calls.append(body)
                outer.keys.append(self.headers.get("Authorization", ""))
                status, text = outer._reply(body) if self.path == "/v1/embeddings" else (404, "{}")
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
                """Say nothing."""

        return Handler
