"""The way back of a browser to this machine: one request to a loopback address, with the code of a login in it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import TracebackType
from urllib.parse import parse_qs, urlencode, urlsplit

from keepword.errors import NeedsReauth

PATIENCE = 600.0
LOOK = 1.0
MAX_PARAMETER = 8_000
DONE = b"<!doctype html><title>Keepword</title><p>That is all. You can close this page and go back to the terminal."


class Redirect:
    """Listens on 127.0.0.1 for the browser that comes back; `port` 0 takes a free one. A context manager."""

    def __init__(self, port: int = 0, patience: float = PATIENCE) -> None:
        self._answers: list[dict[str, str]] = []
        self._patience = patience
        self._server = HTTPServer(("127.0.0.1", port), _handler(self._answers))
        self._server.timeout = LOOK
        self.uri = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> Redirect:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.server_close()

    def wait(self) -> dict[str, str]:
        """Return the parameters that the browser brings; raise `NeedsReauth` where it does not come in time."""
        until = time.monotonic() + self._patience
        while not self._answers:
            if time.monotonic() > until:
                raise NeedsReauth("the browser did not come back in time; begin the login anew")
            self._server.handle_request()
        return self._answers[0]

    def code(self, state: str) -> str:
        """Return the code that the browser brings, if it comes from the login that this `state` began (RFC 6749, 10.12)."""
        answer = self.wait()
        if not hmac.compare_digest(answer.get("state", "").encode(), state.encode()):
            raise NeedsReauth("the browser came back from another login; begin the login anew")
        if "code" not in answer:
            raise NeedsReauth(f"the login was refused: {answer.get('error', 'no reason given')[:200]}")
        return answer["code"]


def _handler(answers: list[dict[str, str]]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 5

        def do_GET(self) -> None:
            """Take the parameters of a login's way back; anything else that a browser asks for is not here."""
            found = {name: values[0][:MAX_PARAMETER] for name, values in parse_qs(urlsplit(self.path).query).items()}
            ours = "code" in found or "error" in found
            if ours:
                answers.append(found)
            self.send_response(200 if ours else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(DONE if ours else b"")

        def log_message(self, *_: object) -> None:
            """Write no log: the code would stand in it."""

    return Handler


def secret_word() -> str:
    """Return 256 random bits as text: a `state`, or a code verifier (RFC 7636, 4.1)."""
    return secrets.token_urlsafe(32)


def challenge(verifier: str) -> str:
    """Return a verifier's challenge by S256 (RFC 7636, 4.2)."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def query(parameters: Mapping[str, str]) -> str:
    """Write parameters as a query string."""
    return urlencode(parameters)
