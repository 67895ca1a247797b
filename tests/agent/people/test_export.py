"""All that is held on a person comes out, in the toolkit's own records, and nothing of anybody else's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from azure.cosmos.agent_memory.models import (
    EpisodicRecord,
    FactRecord,
    ProceduralRecord,
    ThreadSummaryRecord,
    TurnRecord,
    UserSummaryRecord,
)
from office import Office, letter, turn

from keepword.agent.people.exporting import export
from keepword.memory.records import RecordType
from keepword.threading.tokens import entity_id

ANNA, BERT = "anna@example.org", "bert@example.net"
TYPES = {
    RecordType.TURN.value: TurnRecord,
    RecordType.FACT.value: FactRecord,
    RecordType.EPISODIC.value: EpisodicRecord,
    RecordType.PROCEDURAL.value: ProceduralRecord,
    RecordType.THREAD_SUMMARY.value: ThreadSummaryRecord,
    RecordType.USER_SUMMARY.value: UserSummaryRecord,
}


async def write(office: Office, raw: bytes, reply: str = "Thank you for your mail.", **fields: Any) -> None:
    """Let a mail arrive and have it answered so."""
    office.model._answers = lambda _: turn(reply, **fields)
    office.receive(raw)
    await office.poll()


def names(value: str, quote: str) -> dict[str, Any]:
    """Return a candidate that states a name."""
    return {"rule": "name", "value": value, "quote": quote, "source": "customer", "confidence": 0.95}


@pytest.fixture
async def lines(office: Office) -> list[dict[str, Any]]:
    """Return Anna's export after threads of her own, a part in Bert's, and a closing."""
    await office.poll()
    await write(office, letter(1, "My name is Ana Blum."), candidates=[names("Ana Blum", "My name is Ana Blum.")])
    await write(
        office,
        letter(2, "My name is Anna Blum.", **office.reply_headers()),
        candidates=[names("Anna Blum", "My name is Anna Blum.")],
    )
    await write(office, letter(3, "Bert's secret question.", sender=BERT), thread={"summary": "Bert's secret."})
    headers = office.reply_headers()
    await write(office, letter(4, "Me too.", **headers), "Thank you, Anna.")
    await write(office, letter(5, "Bert's secret again.", sender=BERT, **headers))
    office.later(days=4)
    await office.sweep()
    await write(office, letter(6, "Something new.", Subject="New"))
    person = entity_id(office.terms.secret, ANNA)
    return [json.loads(json.dumps(line)) async for line in export(person, office.terms.slots, office.store)]


async def test_every_record_is_one_of_the_toolkits(lines: list[dict[str, Any]]) -> None:
    """Turns, facts, summaries and episodes validate against the models of the Agent Memory Toolkit."""
    records = [line for line in lines if line["type"] in TYPES]
    for record in records:
        TYPES[record["type"]].model_validate(record)
    assert {r["type"] for r in records} == {"turn", "fact", "episodic", "thread_summary", "user_summary"}


async def test_everything_of_the_person_is_told(lines: list[dict[str, Any]]) -> None:
    """Profile with both values and their quotes, threads, replies, index entries, all five mails and the part in Bert's."""
    [profile] = [line for line in lines if line["type"] == "profile"]
    assert (profile["name"], {f["value"] for f in profile["facts"]}) == ("Anna Blum", {"Ana Blum", "Anna Blum"})
    mails = {line["metadata"]["message_id"] for line in lines if line["type"] == "turn" and line["role"] == "user"}
    assert mails == {f"<{n}@example.org>" for n in (1, 2, 4, 6)}
    assert {line["message_id"] for line in lines if line["type"] == "message"} >= mails
    assert sum(line["type"] == "thread" for line in lines) == 2
    assert sum(line["type"] == "reply" for line in lines) == 3
    [part] = [line for line in lines if line["type"] == "participation"]
    assert [m["message_id"] for m in part["messages"]] == ["<4@example.org>"]
    assert [r["to"] for r in part["replies"]] == [[ANNA]]


async def test_nothing_of_anybody_else_is_told(lines: list[dict[str, Any]], office: Office) -> None:
    """Neither Bert's words nor his address or id stand in Anna's export."""
    text = json.dumps(lines)
    assert [w for w in (BERT, "secret", entity_id(office.terms.secret, BERT)) if w in text] == []


async def test_nothing_is_held_on_a_stranger(office: Office) -> None:
    """Of somebody who never wrote there is no line."""
    await office.poll()
    assert [line async for line in export("e_nobody", (), office.store)] == []
