"""The main job with its memory in Azure Cosmos DB: the real commands, the real client, a double on the wire."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cosmos_double import DATABASE, KEY, CosmosDouble
from model_server import ModelServer, turn
from shop import Customer, Shop, header

STORE = (
    '\n[store]\nkind = "cosmos"\nendpoint = "{url}"\ndatabase = "{database}"\ncredential = {{ env = "COSMOS_KEY" }}\n'
)
QUESTION = "Hello,\n\nmy invoice was charged twice this month. Please give me the second payment back.\n\nAnna\n"
ANGER = (
    "Honestly, I am furious that I have to chase you for this!\n"
    "The order number is 10-44871 and the amount is EUR 40.00.\n"
    "I prefer to be contacted in the evenings.\n\nAnna\n"
)
THANKS = "Thank you, that is all I needed.\n\nAnna\n"


@pytest.fixture
def cosmos() -> Iterator[CosmosDouble]:
    """Return an account of the test's own."""
    server = CosmosDouble()
    yield server
    server.stop()


def store_settings(shop: Shop, url: str) -> None:
    """Let a shop keep its memory in an account."""
    shop.settings(STORE.format(url=url, database=DATABASE))
    shop.env["COSMOS_KEY"] = KEY


@pytest.fixture
def place(shop: Shop, cosmos: CosmosDouble) -> Shop:
    """Return a shop whose memory is in the account."""
    store_settings(shop, cosmos.url)
    return shop


@pytest.fixture
def asking(asked: Shop, cosmos: CosmosDouble) -> Shop:
    """Return a shop that asks the model server, with its memory in the account."""
    store_settings(asked, cosmos.url)
    return asked


def test_the_whole_story(place: Shop, customer: Customer) -> None:
    """Three mails, three answers, the facts and the promise remembered, the anger not."""
    mails = [customer.write(QUESTION, "Invoice charged twice")]
    place.poll()
    for text in (ANGER, THANKS):
        mails.append(customer.write(text, answers=customer.answers()[-1]))
        place.poll()
    answers = customer.answers()
    assert [header(a, "In-Reply-To") for a in answers] == [m.id for m in mails]
    profile = place.json("profile", customer.address)
    assert (profile["name"], profile["preferred_contact_time"]) == ("Anna", "evenings")
    [promise] = profile["outstanding_commitments"]
    assert (promise["kind"], promise["amount"], promise["currency"]) == ("refund", "40.00", "EUR")
    assert "furious" not in json.dumps(profile)
    [thread] = place.lines("threads", "--entity", customer.address)
    assert place.json("thread", thread["thread_id"])["state"] == "closed"
    assert place.json("why", mails[1].id)["gate"]["verdict"] == "pass"
    assert [line["outcome"] for line in place.poll()] == []


def test_an_answered_mail_costs_few_operations(
    asking: Shop, customer: Customer, cosmos: CosmosDouble, model: ModelServer
) -> None:
    """What an answered mail adds to a poll: at most 4 point reads, 6 writes, no query, counted on the wire."""
    customer.shop = asking
    model.answer = lambda _: turn("Thank you for your mail.")
    customer.write("First mail of all.\n", "To begin")
    asking.poll()
    for number in range(2):
        cosmos.calls.clear()
        asking.poll()
        idle = cosmos.counts()
        cosmos.calls.clear()
        answers = customer.answers()[-1] if number else None
        customer.write("A question.\n", "A question", answers=answers)
        assert [line["outcome"] for line in asking.poll()] == ["replied"]
        added = cosmos.counts()
        added.subtract(idle)
        assert added["reads"] <= 4
        assert added["writes"] <= 6
        assert (added["queries"], added["cross"]) == (0, 0)


def test_doctor_goes_through_the_containers(place: Shop, cosmos: CosmosDouble) -> None:
    """Each container by name where all is well; what is missing with its line of the Bicep where it is not."""
    found = checks(place, (0, 1))["store"]
    assert (found["ok"], found["needs"]) == (True, [])
    for name in ("turns", "memories", "summaries", "threads", "profiles", "identities", "messages", "leases"):
        assert name in found["notes"][1]
    cosmos.shelf.collections["memories"].policies = {}
    [need] = checks(place, (1,))["store"]["needs"]
    assert need.startswith("container memories: no vector policy for /embedding")
    del cosmos.shelf.collections["turns"]
    found = checks(place, (3,))["store"]
    assert found["ok"] is False
    assert "container turns: is not there; deploy the line of infra/containers.bicep" in found["error"]


def checks(shop: Shop, expect: tuple[int, ...]) -> dict[str, Any]:
    """Return what doctor says, by what it looked at."""
    return {c["check"]: c for c in shop.json("doctor", expect=expect)["checks"]}


@pytest.mark.parametrize("words", [("run", "--once"), ("threads",), ("sweep",), ("profile", "anna@example.org")])
def test_a_missing_container_ends_every_command(
    place: Shop, customer: Customer, cosmos: CosmosDouble, words: tuple[str, ...]
) -> None:
    """Exit 3 and a message, no traceback, no mail answered, nothing written."""
    del cosmos.shelf.collections["profiles"]
    customer.write(QUESTION)
    done = place.command(*words, expect=(3,))
    assert "container profiles: is not there" in done.stderr
    assert "Traceback" not in done.stderr
    assert (customer.answers(), [c for c in cosmos.shelf.collections.values() if c.items]) == ([], [])


def test_mail_waits_for_a_store_that_is_away(place: Shop, customer: Customer, cosmos: CosmosDouble) -> None:
    """While the account does not answer nothing is lost and nothing marked; afterwards the mail is answered once."""
    customer.write(QUESTION)
    strike = cosmos.strike(status=503, times=-1, op="create")
    place.command("run", "--once", expect=(1, 3))
    assert customer.answers() == []
    strike.times = 0
    assert [line["outcome"] for line in place.poll()] == ["replied"]
    assert len(customer.answers()) == 1


def test_a_throttled_account_only_makes_it_slower(place: Shop, customer: Customer, cosmos: CosmosDouble) -> None:
    """Every third call is refused for its throughput, and the story goes on as if nothing were."""
    calls = iter(range(1_000_000))
    from cosmos_double import Strike

    def chaos(op: str, _: str) -> Strike | None:
        busy = op not in {"account", "collection"} and next(calls) % 3 == 0
        return Strike(status=429, headers={"x-ms-retry-after-ms": "2"}) if busy else None

    cosmos.chaos = chaos
    customer.write(QUESTION)
    assert [line["outcome"] for line in place.poll()] == ["replied"]
    assert len(customer.answers()) == 1


def test_a_shop_moves_to_the_account_and_back(
    shop: Shop, customer: Customer, cosmos: CosmosDouble, tmp_path: Path
) -> None:
    """Begun on a file, gone on in the account: the thread, the person and the cursor come along, and back again."""
    mail = customer.write(QUESTION, "Invoice charged twice")
    shop.poll()
    before = shop.lines("threads")
    there = tmp_path / "there" / "keepword.toml"
    shutil.copytree(shop.folder, there.parent, ignore=shutil.ignore_patterns("data"))
    there.write_text(there.read_text() + STORE.format(url=cosmos.url, database=DATABASE))
    shop.env["COSMOS_KEY"] = KEY
    lines = shop.lines("store", "copy", "--to", str(there))
    assert all(line["ok"] for line in lines)
    moved = Shop.__new__(Shop)
    moved.__dict__ = {**shop.__dict__, "folder": there.parent}
    assert moved.lines("threads") == before
    customer.write(ANGER, answers=customer.answers()[-1])
    [line] = moved.poll()
    assert (line["outcome"], line["thread_id"]) == ("replied", before[0]["thread_id"])
    assert {line["mailbox"]: line["fence"] for line in moved.lines("workers")} == {"support": 2}
    back = moved.lines("store", "copy", "--to", str(shop.folder / "keepword.toml"))
    assert all(line["ok"] for line in back)
    assert shop.json("why", mail.id)["thread"] == moved.json("why", mail.id)["thread"]
    assert shop.lines("threads") == moved.lines("threads")
    assert "same store" in shop.command("store", "copy", "--to", str(shop.folder / "keepword.toml"), expect=(2,)).stderr


def test_who_is_forgotten_is_nowhere_in_the_account(
    place: Shop, customer: Customer, cosmos: CosmosDouble, tmp_path: Path
) -> None:
    """After the story and its promotion, `forget` leaves not one item that names the person, and a receipt that holds."""
    customer.write(QUESTION, "Invoice charged twice")
    place.poll()
    for text in (ANGER, THANKS):
        customer.write(text, answers=customer.answers()[-1])
        place.poll()
    entity = place.json("profile", customer.address)["entity_id"]
    assert holding(cosmos, customer.address)
    assert holding(cosmos, entity)
    receipt = tmp_path / "receipt.json"
    receipt.write_text(place.command("--json", "forget", customer.address, "--yes", expect=(0, 1)).stdout)
    assert holding(cosmos, customer.address) == []
    assert holding(cosmos, "10-44871") == []
    # the tombstone, and until tomorrow how many answers the keyed hash has had today
    assert set(holding(cosmos, entity)) <= {"identities", "leases"}
    place.command("forget", "--verify", str(receipt))


def holding(cosmos: CosmosDouble, words: str) -> list[str]:
    """Return the containers with an item that holds some words."""
    return [
        name
        for name, collection in cosmos.shelf.collections.items()
        if any(words in json.dumps([*key, item]) for key, item in collection.items.items())
    ]
