"""A person's way through a real mail server and the command line: remembered, merged, exported, forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from azure.cosmos.agent_memory.models import MemoryRecordBase
from greenmail import Greenmail
from model_server import Body, ModelServer, turn
from shop import Customer, Shop

from keepword.memory.records import RecordType

NAME = "My name is Annabelle Quist."
EVENINGS = "I prefer to be contacted in the evenings."


def scripted(body: Body) -> Body:
    """Answer from the newest mail alone, as a good model would."""
    mail = body["messages"][-1]["content"]
    stated = {"name": ("Annabelle Quist", NAME), "preferred_contact_time": ("evenings", EVENINGS)}
    candidates = [
        {"rule": rule, "value": value, "quote": quote, "source": "customer", "confidence": 0.95}
        for rule, (value, quote) in stated.items()
        if quote in mail
    ]
    return turn(
        "Thank you, I have noted that.", summary="Annabelle Quist wrote.", topic="A note", candidates=candidates
    )


@pytest.fixture
def quist(asked: Shop, greenmail: Greenmail, model: ModelServer) -> tuple[Customer, Customer]:
    """Return one customer with two addresses, each of which has said something that is remembered."""
    model.answer = scripted
    home, work = (Customer(asked, greenmail.user(u, domain="example.org"), "Annabelle Quist") for u in ("home", "work"))
    asked.poll()
    home.write(f"Hello,\n\n{NAME}\n")
    work.write(f"Hello,\n\n{EVENINGS}\n")
    asked.poll()
    for line in asked.lines("threads"):
        asked.json("close", line["thread_id"])
    return home, work


def held(shop: Shop, *texts: str) -> list[str]:
    """Return which of these texts stand in the raw bytes of the files that the shop writes."""
    raw = b"\n".join(p.read_bytes() for p in sorted((shop.folder / "data").rglob("*")) if p.is_file()).lower()
    return [t for t in texts if t.lower().encode() in raw]


def test_two_addresses_are_one_person_and_two_again(asked: Shop, quist: tuple[Customer, Customer]) -> None:
    """After `merge` either address shows one profile with what both said, after `unmerge` each its own again."""
    home, work = quist
    apart = [asked.json("profile", c.address) for c in quist]
    asked.json("merge", work.address, home.address)
    whole = asked.json("profile", work.address)
    assert whole == asked.json("profile", home.address)
    assert (whole["name"], len(whole["past_threads"])) == ("Annabelle Quist", 2)
    assert len(asked.lines("threads", "--entity", work.address)) == 2
    asked.json("unmerge", work.address)
    assert [asked.json("profile", c.address) for c in quist] == apart


def test_forgotten_with_a_receipt(asked: Shop, quist: tuple[Customer, Customer], tmp_path: Path) -> None:
    """Exported as the toolkit's records, then erased from store and mailbox; the receipt holds, nothing comes back."""
    home, work = quist
    asked.json("merge", work.address, home.address)
    lines = asked.lines("export", home.address)
    types = {t.value for t in RecordType}
    records = [MemoryRecordBase.model_validate(line) for line in lines if line["type"] in types]
    assert len(records) >= 8
    traces = (home.address, work.address, "Annabelle", NAME, EVENINGS)
    assert held(asked, *traces) == list(traces)
    receipt = asked.json("forget", home.address, "--yes", "--mailbox")
    assert receipt["mails"]["support"] == {"removed": 4, "marked": 0}
    assert held(asked, *traces) == []
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(receipt))
    assert asked.json("forget", "--verify", str(path))["ok"] is True
    assert asked.poll() == []
    home.write("Hello, a new question.\n")
    [outcome] = asked.poll()
    assert outcome["outcome"] == "replied"
    assert asked.json("profile", home.address)["past_threads"] == []
