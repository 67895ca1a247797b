"""The promises of a gold set of sentences in seven languages, and of sentences that promise nothing."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from keepword.memory.commitments.reading import find_commitments
from keepword.memory.state import Speaker

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "gold" / "commitments.toml").read_text("utf-8")
)["case"]


@pytest.mark.parametrize("case", CASES, ids=[c["text"][:60] for c in CASES])
def test_the_promises_of_a_sentence(case: dict[str, Any]) -> None:
    """A sentence promises exactly what the gold set says, with amount, currency and day, and quotes itself."""
    found = find_commitments(
        case["text"],
        entity_id="e_1",
        thread_id="t_1",
        message_id="<1@example.com>",
        stated_by=Speaker.AGENT,
        sent_at=datetime(2026, 11, 30, 12, tzinfo=UTC),
    )
    read = [[c.kind, c.amount or "", c.currency or "", c.due.isoformat() if c.due else ""] for c in found]
    assert case.get("promises", []) == read
    assert all(c.quote in case["text"] for c in found)
