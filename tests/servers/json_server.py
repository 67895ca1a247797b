"""An HTTP server on the loopback address that takes JSON and answers JSON, as the test says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """One request: its path, its `Authorization` field and its body."""

    path: str
    key: str
    body: Body


class JsonServer:
    """`answer` is asked with each request and returns a status and raw text; `calls` are the bodies, in order."""

    def __init__(self, answer: Callable[[Asked], tuple[int, str]]) -> None:
        self.calls: list[Body] = []
        self.keys: list[str] = []
        self._answer = answer
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The base address, as `base_url` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def stop(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def heard(self, asked: Asked) -> tuple[int, str]:
        """Keep what was asked, and answer it."""
        self.calls.append(asked.body)
        self.keys.append(asked.key)
        return self._answer(asked)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                status, text = outer.heard(Asked(self.path, self.headers.get("Authorization", ""), body))
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
                """Say nothing."""

        return Handler
