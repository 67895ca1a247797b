"""A provider of OAuth 2.0 on loopback: rotating refresh tokens, a device code, a redirect with PKCE, introspection.

It speaks TLS with a certificate of its own (`authority`), as msal wants it, and plain HTTP on a second port for servers
that ask it whether a token is good.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import ssl
import subprocess
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

Answer = tuple[int, dict[str, Any]]
CLIENT = "client-1"
TENANT = "tenant"


@dataclass
class TokenServer:
    """What it gives and has given. Tests set the fields of the first group."""

    home: Path
    user: str = "support@example.com"
    lifetime: float = 3600
    strict: bool = True
    """A refresh token works once."""
    error: str = ""
    """What every request for tokens is answered with, instead of tokens."""
    broken: bool = False
    """Answers are no JSON."""

    refresh_tokens: set[str] = field(default_factory=set)
    access_tokens: set[str] = field(default_factory=set)
    grants: Counter[str] = field(default_factory=Counter)
    """How often each kind of grant was asked for."""
    approved: bool = True
    """Whether the person has entered the device's code."""
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)
    _numbers: Any = field(default_factory=lambda: count(1))
    _lock: Any = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Listen."""
        self.authority = make_certificate(self.home)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.home / "token.pem", self.home / "token.key")
        self._servers = [ThreadingHTTPServer(("127.0.0.1", 0), _handler(self)) for _ in range(2)]
        secure, plain = self._servers
        secure.socket = context.wrap_socket(secure.socket, server_side=True)
        self.url = f"https://localhost:{secure.server_port}"
        self.plain_url = f"http://127.0.0.1:{plain.server_port}"
        for server in self._servers:
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """Stop listening."""
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def refresh_token(self) -> str:
        """Make a refresh token that is good."""
        token = f"refresh-{next(self._numbers)}"
        self.refresh_tokens.add(token)
        return token

    def access_token(self) -> str:
        """Make an access token that is good."""
        token = f"access-{next(self._numbers)}"
        self.access_tokens.add(token)
        return token

    def settings(self, provider: str) -> str:
        """Return the table of settings for a login here, as it stands behind `oauth2 =`."""
        where = {
            "google": f'auth_uri = "{self.url}/authorize", token_uri = "{self.url}/token"',
            "microsoft": f'authority = "{self.url}", tenant = "{TENANT}"',
        }[provider]
        return f'{{ provider = "{provider}", client_id = "{CLIENT}", ca_file = "{self.authority}", {where} }}'

    def answer(self, path: str, query: dict[str, str], form: dict[str, str]) -> Answer:
        """Answer one request."""
        with self._lock:
            if path.endswith("/.well-known/openid-configuration"):
                return 200, self._configuration()
            if path == "/authorize":
                return self._authorized(query)
            if path == "/device":
                return 200, self._device()
            if path == "/introspect":
                return self._introspected(form.get("token", ""))
            return self._granted(form) if path == "/token" else (404, {})

    def _configuration(self) -> dict[str, str]:
        base = f"{self.url}/{TENANT}"
        return {
            "issuer": f"{base}/v2.0",
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "device_authorization_endpoint": f"{self.url}/device",
        }

    def _authorized(self, query: dict[str, str]) -> Answer:
        """Let the person agree at once, and send the browser back with a code."""
        code = f"code-{next(self._numbers)}"
        self._codes[code] = query
        back = (
            {"code": code, "state": query["state"]}
            if self.approved
            else {"error": "access_denied", "state": query["state"]}
        )
        if query.get("response_mode") == "form_post":
            return 200, {"form": {"action": query["redirect_uri"], "fields": back}}
        return 302, {"location": f"{query['redirect_uri']}?{urlencode(back)}"}

    def _device(self) -> dict[str, Any]:
        return {
            "device_code": "device-1",
            "user_code": "ABCD-EFGH",
            "verification_uri": f"{self.url}/enter",
            "message": f"To sign in, open {self.url}/enter and enter the code ABCD-EFGH",
            "expires_in": 60,
            "interval": 0,
        }

    def _introspected(self, token: str) -> Answer:
        if token not in self.access_tokens:
            return 200, {"active": False}
        return 200, {"active": True, "username": self.user, "email": self.user}

    def _granted(self, form: dict[str, str]) -> Answer:
        kind = form.get("grant_type", "").rpartition(":")[2]
        self.grants[kind] += 1
        if self.error:
            return 400, {"error": self.error, "error_description": "as the test wants it"}
        checks: dict[str, Callable[[dict[str, str]], str]] = {
            "refresh_token": self._check_refresh,
            "authorization_code": self._check_code,
            "device_code": lambda _: "" if self.approved else "access_denied",
        }
        error = checks[kind](form) or ("" if form.get("client_id") == CLIENT else "invalid_client")
        return (400, {"error": error}) if error else (200, self._tokens())

    def _check_refresh(self, form: dict[str, str]) -> str:
        token = form.get("refresh_token", "")
        if token not in self.refresh_tokens:
            return "invalid_grant"
        if self.strict:
            self.refresh_tokens.discard(token)
        return ""

    def _check_code(self, form: dict[str, str]) -> str:
        began = self._codes.pop(form.get("code", ""), None)
        if began is None or began["redirect_uri"] != form.get("redirect_uri"):
            return "invalid_grant"
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        held = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return "" if began["code_challenge"] == held else "invalid_grant"

    def _tokens(self) -> dict[str, Any]:
        return {
            "token_type": "Bearer",
            "scope": "mail",
            "access_token": self.access_token(),
            "expires_in": self.lifetime,
            "refresh_token": self.refresh_token(),
        }


def _handler(server: TokenServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._serve({})

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self._serve(_flat(self.rfile.read(length).decode()))

        def _serve(self, form: dict[str, str]) -> None:
            parts = urlsplit(self.path)
            status, answer = (200, {}) if server.broken else server.answer(parts.path, _flat(parts.query), form)
            body = b"<html>" if server.broken else json.dumps(answer).encode()
            self.send_response(status)
            if "location" in answer:
                self.send_header("Location", answer["location"])
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Be silent."""

    return Handler


def _flat(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


def make_certificate(home: Path) -> Path:
    """Make a certificate for `localhost` and return the file that vouches for it."""
    openssl = shutil.which("openssl")
    assert openssl, "openssl is not installed: it makes the test server's certificate"
    files = ["-keyout", str(home / "token.key"), "-out", str(home / "token.pem")]
    kind = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([openssl, "req", "-x509", *kind, *names, *files], check=True, capture_output=True)
    return home / "token.pem"


def browse(url: str, authority: Path) -> None:
    """Open an address as a browser does: go where it is sent, and send the form that a page holds."""
    context = ssl.create_default_context(cafile=str(authority))
    with urllib.request.urlopen(url, context=context, timeout=10) as page:
        text = page.read()
    if text.startswith(b"{"):
        form = json.loads(text)["form"]
        urllib.request.urlopen(form["action"], urlencode(form["fields"]).encode(), timeout=10).close()
