"""Four real workers on one account that is busy and loses answers, and two of them are killed: none lost, none twice."""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from cosmos_double import DATABASE, KEY, CosmosDouble, Strike
from greenmail import Greenmail, User
from shop import Customer, Shop, header, until

STORE = (
    '\n[store]\nkind = "cosmos"\nendpoint = "{url}"\ndatabase = "{database}"\ncredential = {{ env = "COSMOS_KEY" }}\n'
)
QUESTION = "Hello,\n\nmy invoice was charged twice this month. Please give me the second payment back.\n\nAnna\n"
WORKERS, MAILS, PATIENCE = 4, 12, 200


@pytest.fixture
def cosmos() -> Iterator[CosmosDouble]:
    """Return an account of the test's own."""
    server = CosmosDouble()
    yield server
    server.stop()


@pytest.fixture
def desks(greenmail: Greenmail) -> list[User]:
    """Return two support mailboxes."""
    return [greenmail.user("one"), greenmail.user("two")]


@pytest.fixture
def place(tmp_path: Path, greenmail: Greenmail, desks: list[User], cosmos: CosmosDouble) -> Shop:
    """Return a shop with two mailboxes and its memory in the account."""
    shop = Shop(tmp_path / "shop", greenmail)
    shop.settings(STORE.format(url=cosmos.url, database=DATABASE))
    shop.env["COSMOS_KEY"] = KEY
    for number, user in enumerate(desks):
        shop.desk(user, name=f"desk{number}")
    return shop


@pytest.fixture
def crew(place: Shop) -> Iterator[list[subprocess.Popen[str]]]:
    """Return four workers; those that live at the end are told to stop, and must. Their logs go to a file each."""
    with ExitStack() as stack:
        logs = [stack.enter_context((place.folder / f"worker-{n}.log").open("w")) for n in range(WORKERS)]
        workers = [subprocess.Popen([*place.keepword(), "run"], env=place.env, stderr=log, text=True) for log in logs]
        stack.callback(lambda: [w.wait(60) for w in workers])
        stack.callback(lambda: [w.terminate() for w in workers])
        yield workers


def trouble(dice: random.Random) -> Strike | None:
    """Return one of the account's moods, now and then."""
    moods = [
        Strike(status=429, headers={"x-ms-retry-after-ms": "5"}),
        Strike(status=503),
        Strike(status=449),
        Strike(lose=True),
    ]
    return dice.choice(moods) if dice.random() < 0.05 else None


def owners(place: Shop) -> dict[str, str]:
    """Return the living owner of each mailbox."""
    return {line["mailbox"]: line["owner"] for line in place.lines("workers") if line["mailbox"] and line["owner"]}


def pid(owner: str) -> int:
    """Return the process of an owner."""
    return int(owner.split("|")[2])


def owner_of(place: Shop, crew: list[subprocess.Popen[str]], mailbox: str) -> subprocess.Popen[str] | None:
    """Return the worker that owns a mailbox; None while it stands under the name of one that was killed."""
    owner = owners(place).get(mailbox)
    return next((w for w in crew if owner and w.pid == pid(owner) and w.poll() is None), None)


def test_two_owners_are_killed_and_nobody_notices(
    place: Shop, desks: list[User], cosmos: CosmosDouble, greenmail: Greenmail, crew: list[subprocess.Popen[str]]
) -> None:
    """The mailboxes are spread, each killed owner is replaced, and every mail gets one answer or a truthful `unknown`."""
    dice = random.Random(7)  # noqa: S311
    until(lambda: len(set(owners(place).values())) == 2, PATIENCE)
    cosmos.chaos = lambda op, _container: None if op in {"account", "collection"} else trouble(dice)
    customers = [Customer(place, greenmail.user(f"c{n}", domain="example.org")) for n in range(MAILS)]
    mails = {}
    for number, customer in enumerate(customers):
        mails[customer.write(QUESTION, to=desks[number % 2]).id] = customer
        if number in {3, 7}:
            victim = until(lambda n=number: owner_of(place, crew, f"desk{n % 2}"), PATIENCE)  # type: ignore[misc]
            victim.kill()
            victim.wait(60)

    def settled() -> bool:
        unknown = {r["in_reply_to"] for r in place.lines("replies", "--state", "unknown")}
        return all(customer.answers() or mail in unknown for mail, customer in mails.items())

    until(settled, PATIENCE)
    cosmos.chaos = lambda _op, _container: None
    answered = Counter(header(a, "In-Reply-To") for c in customers for a in c.answers())
    assert [mail for mail, n in answered.items() if n > 1] == []
    assert set(answered) <= set(mails)
    assert sum(w.poll() is not None for w in crew) == 2
    assert len(owners(place)) == 2
