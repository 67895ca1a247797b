"""A person of whom too much is known, through the real command: what the model is shown, what it costs, and what is erased."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from embedding_server import EmbeddingServer
from model_server import ModelServer
from shop import SECRET, Customer, Shop

from keepword.agent.brief.assemble import Budget
from keepword.agent.brief.bounds import tokens
from keepword.memory.promotion.distil import all_records
from keepword.memory.promotion.facts import Statement, add_statements
from keepword.memory.state import ProfileDocument, Source
from keepword.memory.store import Store
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id

STAIRS = "cannot climb any stairs"
PEANUTS = "allergic to peanuts"
IDEAS = (("stairs", "elevator", "lift"), ("peanuts", "nuts"))


def vector(text: str) -> list[float]:
    """Return what a text means to a server that knows two ideas; the last number is what all texts share."""
    return [float(any(word in text.lower() for word in idea)) for idea in IDEAS] + [1.0]


@pytest.fixture
def embeddings() -> Iterator[EmbeddingServer]:
    """Return an embeddings server."""
    server = EmbeddingServer(vector)
    yield server
    server.stop()


async def remember(shop: Shop, address: str) -> None:
    """Put two hundred facts of a person into the shop's store, with their records, as promotion writes them."""
    about = [f"asked about item {n} of the old catalogue, which is sold no more" for n in range(198)]
    entity, now = entity_id(SECRET.encode(), address_key(address)), datetime.now(UTC)
    days = dict.fromkeys(about, 0) | {STAIRS: 900, PEANUTS: 900}  # old, so that by its age alone neither would be shown
    stated = [Statement("requirement", v, "fact_", Source(stated_at=now - timedelta(days=d))) for v, d in days.items()]
    profile = ProfileDocument(entity_id=entity, facts=add_statements((), entity, stated))
    store = Store(SqliteDocuments(shop.folder / "data" / "keepword.sqlite"))
    await store.save_profile(profile)
    await store.add_records(profile.entity_id, "", all_records(profile, ()))
    await store.close()


@pytest.fixture
def known(asked: Shop, customer: Customer) -> Customer:
    """Return a customer of whom two hundred things are known."""
    customer.shop = asked
    asked.poll()
    asyncio.run(remember(asked, customer.address))
    return customer


def shown(model: ModelServer) -> dict[str, Any]:
    """Return the profile in the last call that the model server got."""
    text = model.inputs()[-1]
    start = text.index('{"', text.index("# Profile"))
    profile, _ = json.JSONDecoder().raw_decode(text[start:])
    assert isinstance(profile, dict)
    assert tokens(text[start:].partition("\n")[0]) <= Budget().profile
    return profile


def test_two_hundred_facts_cost_no_more_than_the_budget(asked: Shop, known: Customer, model: ModelServer) -> None:
    """The one that the mail names is among those that are shown; `why` says how many are not."""
    mail = known.write("Hello, are there traces of a peanut in the biscuits?")
    assert [line["outcome"] for line in asked.poll()] == ["replied"]
    profile = shown(model)
    assert profile["requirement"][0] == PEANUTS
    assert profile["not_shown"] > 100
    assert asked.json("why", mail.id)["model"]["cut"] == [f"profile: {profile['not_shown']} of 200 requirement"]


def test_by_meaning_alone(asked: Shop, known: Customer, model: ModelServer, embeddings: EmbeddingServer) -> None:
    """No word in common: found by its vector, made once; a dead server stops no answer and shows; `forget` counts and erases."""
    name = f'\n[embeddings]\nkind = "openai"\nname = "scripted"\nbase_url = "{embeddings.url}"\n'
    asked.settings(name)
    for _ in range(4):
        known.write("Hello, is the elevator working again?")
        asked.poll()
    assert shown(model)["requirement"][0] == STAIRS
    made = [text for call in embeddings.calls for text in call["input"] if text.startswith("requirement: ")]
    assert len(made) == len(set(made)) == 200
    embeddings.instead = (500, "{}")
    known.write("Hello, is the elevator working again?")
    assert [line["outcome"] for line in asked.poll()] == ["replied"]
    assert STAIRS not in shown(model)["requirement"]
    kinds = [p["kind"] for p in asked.json("health", expect=(1,))["problems"]]
    assert kinds == ["embeddings"]
    raw = (asked.folder / "data" / "keepword.sqlite").read_bytes()
    assert b'"numbers":"' in raw
    receipt = asked.json("forget", known.address, "--yes")
    assert receipt["embeddings"] == 200
    files = [p.read_bytes() for p in (asked.folder / "data").iterdir() if p.name != "knowledge-vectors.sqlite"]
    assert [f for f in files for text in (b'"numbers":"', STAIRS.encode()) if text in f] == []
