"""A brief to ask models with, and a real local HTTP server that answers as the test says."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from aiohttp import web

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.memory.policy import Policy, Promise, Statement
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.state import Speaker

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
RULES = (
    PromotionRule("name", "profile.name", about="how the person is called"),
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time", category="preference"),
    PromotionRule("refund", COMMITMENTS, stated_by=frozenset({Speaker.AGENT, Speaker.COLLEAGUE, Speaker.OPERATOR})),
    PromotionRule("mood", NOTHING, about="anger, hurry, thanks"),
)
POLICY = Policy(
    promises=(Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),),
    statements=(Statement("returns", "Unused goods can be returned within 30 days."),),
    link_domains=("example.com",),
)


def thread_state(**fields: Any) -> dict[str, Any]:
    """Return a thread state with these fields over an empty one."""
    empty = {"thread_id": "t_1", "entity_id": "e_1", "summary": "", "open_items": [], "current_intent": ""}
    return {**empty, "last_message_at": None, **fields}


@pytest.fixture
def make_brief() -> Callable[..., Brief]:
    """Return a function that makes a brief around a mail's text."""

    def make(text: str, *, subject: str = "Question", writer_name: str = "Anna", **fields: Any) -> Brief:
        parts: dict[str, Any] = {
            "instructions": "We are a small shop for tea.",
            "policy": POLICY,
            "rules": RULES,
            "profile": {"entity_id": "e_1", "name": None, "past_threads": [], "outstanding_commitments": []},
            "thread": thread_state(),
            "knowledge": (),
            "mail": Mail(subject, writer_name, text, NOW, authentication="verified"),
            "fence": "=====f3nc3d=====",
            "now": NOW,
        }
        return Brief(**{**parts, **fields})

    return make


@pytest.fixture
def passage() -> Callable[..., Passage]:
    """Return a function that makes a passage of knowledge."""

    def make(text: str, title: str = "Shipping", id_: str = "shipping#times") -> Passage:
        return Passage(id_, title, text, 1.0)

    return make


Handler = Callable[[web.Request], Any]


@dataclass
class ModelServer:
    """A Chat Completions server: `replies` are given in turn, the last for ever; `calls` are the bodies received."""

    url: str = ""
    replies: list[Any] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Note the call and give the next reply: a response, or a function that makes one."""
        self.calls.append(json.loads(await request.read()))
        reply = self.replies[min(len(self.calls), len(self.replies)) - 1]
        response: web.StreamResponse = await reply(self.calls[-1])
        return response


@pytest.fixture
async def model_server() -> AsyncIterator[ModelServer]:
    """Run a model server on a free loopback port for the length of a test."""
    server = ModelServer()
    app = web.Application()
    app.router.add_post("/v1/chat/completions", server.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    server.url = f"http://127.0.0.1:{port}/v1"
    yield server
    await runner.cleanup()
