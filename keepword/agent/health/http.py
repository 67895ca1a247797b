"""`/health` and `/metrics` over HTTP for monitors: read-only, without a password, on loopback unless the operator says else.

A few requests a minute are expected, so each gets a connection of its own and a bounded time, and the store is asked at
most every few seconds whatever comes.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace

from keepword.agent.health.report import Health, Status
from keepword.errors import ConfigurationError, KeepwordError

LINES = 100
"""No request has more lines of headers."""
PATIENCE = 5.0
"""Seconds within which a request must be complete and answered."""
FRESH = 5.0
"""For so many seconds an answer is given again."""

JSON = "application/json"
ALLOWED = ("GET", "HEAD")
REASONS = {
    200: "OK",
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    503: "Service Unavailable",
}

Examine = Callable[[], Awaitable[Health]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer; to HEAD the body is left out, its length is not."""

    status: int
    kind: str
    body: bytes
    with_body: bool = True


@asynccontextmanager
async def serving(listen: tuple[str, int], examine: Examine, *, any_host: bool = False) -> AsyncIterator[int]:
    """Answer monitors while the block runs; gives the port (0 asks for a free one).

    `any_host` false: only requests that name a loopback host are answered, so that no web page can read us through a
    name of its own (DNS rebinding). Raises `ConfigurationError` where the address cannot be had.
    """
    desk = _Desk(examine, any_host)
    try:
        server = await asyncio.start_server(desk.serve, *listen, limit=8192)
    except OSError as error:
        where = f"{listen[0]}:{listen[1]}"
        raise ConfigurationError(f"health.listen: {where} cannot be listened on: {error.strerror}") from None
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await desk.end()


class _Desk:
    """Answers requests, one state of health for all that come within a few seconds."""

    def __init__(self, examine: Examine, any_host: bool) -> None:
        self._examine = examine
        self._any_host = any_host
        self._asking = asyncio.Lock()
        self._links: set[asyncio.Task[None]] = set()
        self._known: Health | KeepwordError | None = None
        self._known_at = 0.0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        task = asyncio.current_task()
        if task is not None:
            self._links.add(task)
            task.add_done_callback(self._links.discard)
        try:
            with suppress(TimeoutError, OSError, ValueError, asyncio.IncompleteReadError):
                async with asyncio.timeout(PATIENCE):
                    writer.write(_written(await self._answered(reader)))
                    await writer.drain()
        finally:
            writer.close()

    async def end(self) -> None:
        """End the links that are open."""
        for link in self._links:
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)

    async def _answered(self, reader: asyncio.StreamReader) -> Answer:
        words = (await reader.readline()).decode("latin-1").split()
        host = await _host(reader)
        if len(words) != 3 or not words[2].startswith("HTTP/"):
            return _told(400, "not HTTP")
        if not self._any_host and host not in {"localhost", "127.0.0.1", "[::1]", ""}:
            return _told(403, "ask for 127.0.0.1 or localhost")
        if words[0] not in ALLOWED:
            return _told(405, f"only {ALLOWED[0]} and {ALLOWED[1]}")
        page = {"/health": _health, "/metrics": _metrics}.get(words[1].partition("?")[0])
        answer = _told(404, "there are /health and /metrics") if page is None else page(await self._state())
        return replace(answer, with_body=words[0] != "HEAD")

    async def _state(self) -> Health | KeepwordError:
        async with self._asking:
            if self._known is None or time.monotonic() - self._known_at > FRESH:
                try:
                    self._known = await self._examine()
                except KeepwordError as error:
                    self._known = error
                self._known_at = time.monotonic()
            return self._known


async def _host(reader: asyncio.StreamReader) -> str:
    """Read the headers and return the host that the request names, without its port."""
    host = ""
    for _ in range(LINES):
        name, _, value = (await reader.readline()).decode("latin-1").partition(":")
        if not name.strip():
            break
        if name.strip().lower() == "host":
            host = value.strip().lower()
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _health(state: Health | KeepwordError) -> Answer:
    if isinstance(state, KeepwordError):
        return _away(state)
    return Answer(503 if state.status is Status.FAILING else 200, JSON, json.dumps(state.line()).encode())


def _metrics(state: Health | KeepwordError) -> Answer:
    from keepword.agent.health.metrics import CONTENT_TYPE, metrics

    if isinstance(state, KeepwordError):
        return _away(state)
    return Answer(200, CONTENT_TYPE, metrics(state))


def _away(error: KeepwordError) -> Answer:
    return Answer(503, JSON, json.dumps({"status": Status.FAILING.value, "error": str(error)}).encode())


def _told(status: int, error: str) -> Answer:
    """Say what is wrong with a request; that tells nothing of how the agent is."""
    return Answer(status, JSON, json.dumps({"error": error}).encode())


def _written(answer: Answer) -> bytes:
    allow = f"Allow: {', '.join(ALLOWED)}\r\n" if answer.status == 405 else ""  # RFC 9110, 15.5.6
    head = (
        f"HTTP/1.1 {answer.status} {REASONS[answer.status]}\r\nContent-Type: {answer.kind}\r\n{allow}"
        f"Content-Length: {len(answer.body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + (answer.body if answer.with_body else b"")
