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

from keepword.errors import NeedsReauth, UsageError

PATIENCE = 600.0
LOOK = 1.0
MAX_PARAMETER = 8_000
MAX_FORM = 32_000
DONE = b"<!doctype html><title>Keepword</title><p>That is all. You can close this page and go back to the terminal."


class Redirect:
    """Listens on 127.0.0.1 for the browser that comes back; `port` 0 takes a free one. A context manager.

    `name` is how the address calls this machine: Microsoft lets `localhost` have any port, Google 127.0.0.1.
    """

    def __init__(self, port: int = 0, patience: float = PATIENCE, name: str = "127.0.0.1") -> None:
        self._answers: list[dict[str, str]] = []
        self._patience = patience
        try:
            self._server = HTTPServer(("127.0.0.1", port), _handler(self._answers))
        except OSError as error:
            raise UsageError(f"port {port} cannot be listened on: {error.strerror}; name another") from None
        self._server.timeout = LOOK
        self.port = self._server.server_port
        self.uri = f"http://{name}:{self.port}/"

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
            """Take the parameters of a login's way back from the address."""
            self._take(urlsplit(self.path).query)

        def do_POST(self) -> None:
            """Take them from a form that the login's page sends (response_mode form_post)."""
            length = self.headers.get("Content-Length", "")
            size = int(length) if length.isdigit() else 0
            self._take(self.rfile.read(min(size, MAX_FORM)).decode("ascii", "replace"))

        def _take(self, text: str) -> None:
            """Keep a login's way back; anything else that a browser asks for is not here."""
            found = {name: values[0][:MAX_PARAMETER] for name, values in parse_qs(text).items()}
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
