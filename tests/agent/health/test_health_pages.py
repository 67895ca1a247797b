"""How health is told: as JSON, as metrics, over HTTP to monitors."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from office import NOW

from keepword.agent.health.http import serving
from keepword.agent.health.metrics import STORE, metrics
from keepword.agent.health.report import Health, Problem, Trouble, mailbox_health
from keepword.errors import (
    ConfigurationError,
    StoreUnreachable,
)
from keepword.memory.state import MailboxDocument


def test_it_is_plain_json() -> None:
    """The state is one JSON object, whatever is in it."""
    box = mailbox_health(
        MailboxDocument(name="support", last_good_poll=NOW, last_error="x", last_error_at=NOW), 60.0, NOW
    )
    line = json.loads(json.dumps(Health(NOW, (box,), {"pending": 1}).line()))
    assert ("ok", NOW.isoformat(), 1) == (
        line["status"],
        line["mailboxes"][0]["last_good_poll"],
        line["replies"]["pending"],
    )


def test_metrics_tell_each_number() -> None:
    """Prometheus gets every gauge, also those of kinds that there are none of."""
    box = mailbox_health(MailboxDocument(name="support", last_good_poll=NOW, needs_reauth=True), 60.0, NOW)
    text = metrics(Health(NOW, (box,), {"unknown": 2}, handoffs=3, oldest_waiting=7.5)).decode()
    lines = {line for line in text.splitlines() if not line.startswith("#")}
    assert {
        'keepword_needs_reauth{mailbox="support"} 1.0',
        'keepword_replies{state="unknown"} 2.0',
        "keepword_handoffs 3.0",
        "keepword_oldest_waiting_seconds 7.5",
        'keepword_poll_stalled{mailbox="support"} 0.0',
        *(f'keepword_problems{{kind="{kind}"}} 0.0' for kind in Trouble),
    } <= lines


def test_every_metric_stands_in_the_manual() -> None:
    """What a monitor may be told to watch is explained, and nothing else is."""
    store = dict.fromkeys(STORE, 1.0)
    text = metrics(
        Health(NOW, (mailbox_health(MailboxDocument(name="s"), 60.0, NOW),), {"unknown": 2}, store=store)
    ).decode()
    names = {line.split()[0].partition("{")[0] for line in text.splitlines() if not line.startswith("#")}
    manual = (Path(__file__).parents[3] / "docs" / "operating.md").read_text("utf-8")
    named = set(re.findall(r"`(keepword_\w+)[`{]", manual))
    assert names == named
    assert set() == {kind.value for kind in Trouble} - set(re.findall(r"`(\w+)`", manual))


async def asked(port: int, request: str) -> tuple[int, str, bytes]:
    """Send a raw request; return status, headers and body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, head.decode(), body


def get(path: str, host: str = "127.0.0.1:9464") -> str:
    """Write a request."""
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"


def states(*found: Health | Exception) -> Callable[[], Awaitable[Health]]:
    """Return what gives these states, one after the other."""
    left = list(found)

    async def examine_them() -> Health:
        state = left.pop(0)
        if isinstance(state, Exception):
            raise state
        return state

    return examine_them


async def test_health_over_http() -> None:
    """200 with the whole state while mail is read, 503 with it while it is not."""
    ill = Health(NOW, problems=(Problem(Trouble.STALLED, "stalled:support", "support", "not read", "look"),))
    for state, status in ((Health(NOW), 200), (ill, 503)):
        async with serving(("127.0.0.1", 0), states(state)) as port:
            code, head, body = await asked(port, get("/health"))
        assert (status, state.line()) == (code, json.loads(body))
        assert "Content-Type: application/json" in head


async def test_a_store_that_is_away_over_http() -> None:
    """Both pages say 503, with the reason as JSON, and nothing dies."""
    for path in ("/health", "/metrics"):
        async with serving(("127.0.0.1", 0), states(StoreUnreachable("locked"))) as port:
            code, _, body = await asked(port, get(path))
        assert (503, {"status": "failing", "error": "locked"}) == (code, json.loads(body))


async def test_metrics_over_http() -> None:
    """Prometheus finds its text, and `?` after the page does not matter."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        code, head, body = await asked(port, get("/metrics?x=1"))
    assert (200, metrics(Health(NOW))) == (code, body)
    assert "text/plain; version=0.0.4" in head


async def test_many_requests_ask_the_store_once() -> None:
    """Whoever hammers the page does not hammer the store."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        codes = [code for code, _, _ in await asyncio.gather(*(asked(port, get("/health")) for _ in range(10)))]
    assert [200] * 10 == codes


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (get("/"), 404),
        (get("/health", "evil.example.com"), 403),
        (get("/health", "localhost"), 200),
        (get("/health", "[::1]:9464"), 200),
        ("POST /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        ("EHLO mail.example.com\r\n\r\n", 400),
        ("\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\n" + "X: y\r\n" * 5_000 + "\r\n", 200),
        ("GET /" + "h" * 20_000 + " HTTP/1.1\r\n\r\n", 0),
    ],
)
async def test_what_is_no_question_of_a_monitor(request_: str, code: int) -> None:
    """Other pages, methods, names and protocols get a short answer or none."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        try:
            answered = (await asked(port, request_))[0]
        except ConnectionError:
            answered = code  # we had more to say than it wanted to read
    assert code == answered


@pytest.mark.parametrize(
    ("request_", "code", "error"),
    [
        (get("/healthz"), 404, "there are /health and /metrics"),
        (get("/health", "evil.example.com"), 403, "ask for 127.0.0.1 or localhost"),
        ("POST /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "only GET and HEAD"),
    ],
)
async def test_a_wrong_request_says_nothing_of_how_it_is(request_: str, code: int, error: str) -> None:
    """The body tells what is wrong with the request, and no status that a monitor could take for ours."""
    async with serving(("127.0.0.1", 0), states()) as port:
        answered, head, body = await asked(port, request_)
    assert (code, {"error": error}) == (answered, json.loads(body))
    assert (code == 405) == ("Allow: GET, HEAD" in head)


@pytest.mark.parametrize("page", ["/health", "/metrics"])
async def test_a_monitor_that_asks_for_the_head_alone(page: str) -> None:
    """HEAD gets what GET gets, without its body (RFC 9110, 9.3.2)."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        whole = await asked(port, get(page))
        head = await asked(port, get(page).replace("GET", "HEAD"))
    assert (whole[:2], b"") == (head[:2], head[2])


async def test_any_name_where_the_operator_wants_it() -> None:
    """With `allow_remote` the host's name does not matter."""
    async with serving(("127.0.0.1", 0), states(Health(NOW)), any_host=True) as port:
        assert (await asked(port, get("/health", "monitor.example.com")))[0] == 200


async def test_a_port_in_use_is_a_fault_of_the_settings() -> None:
    """Where somebody else listens, the start fails with the key's name."""
    async with serving(("127.0.0.1", 0), states()) as port:
        with pytest.raises(ConfigurationError, match=r"health\.listen: 127\.0\.0\.1:"):
            async with serving(("127.0.0.1", port), states()):
                pass


async def test_a_silent_caller_does_not_hold_up_the_end() -> None:
    """Who connects and says nothing is cut off when we stop."""
    async with serving(("127.0.0.1", 0), states()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0)
    assert await reader.read() == b""
    writer.close()
    await writer.wait_closed()
