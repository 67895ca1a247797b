"""`health` for people: the worst first, and no endless list."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from counter import Counter
from office import Office, letter

from keepword.agent.intake.quarantine import quarantine
from keepword.agent.wire import utc_now
from keepword.errors import OutboxUnreachable

ASKS = "I want to talk to a human, please."


def office_now(office: Office) -> None:
    """Let the office's day be today, since the command goes by this machine's clock."""
    office.now = utc_now()


def today(number: int, text: str, office: Office, **more: Any) -> bytes:
    """Return a mail of today."""
    return letter(number, text, Date=f"{office.now:%a, %d %b %Y %H:%M:%S +0000}", **more)


@pytest.fixture
def counter(tmp_path: Path) -> Counter:
    """Return a shop that nobody has opened yet."""
    return Counter(tmp_path)


def test_a_long_list_is_cut_and_counted(counter: Counter) -> None:
    """Ten of a kind are shown, the others are counted; programs get all."""

    async def day(office: Office) -> None:
        office_now(office)
        for number in range(13):
            office.receive(today(number, ASKS, office, sender=f"{number}@example.org"))
        await office.poll()

    counter.work(day)
    text = counter.call("health").stdout
    assert (10, True) == (text.count("waits for a colleague"), "… and 3 more of this kind" in text)
    assert 13 == len(counter.lines("health")[0]["problems"])
    assert 1 == counter.code("health")


def test_what_waits_is_shown_with_why(counter: Counter) -> None:
    """The oldest answer that could not be sent, since when, and the server's words."""

    async def day(office: Office) -> None:
        office_now(office)
        office.outbox.fail(OutboxUnreachable("450 later"))
        office.receive(today(1, "Hello?", office))
        await office.poll()

    counter.work(day)
    text = counter.call("health").stdout
    assert "the oldest mail waits since" in text
    assert "450 later" in text


def test_the_gravest_first(counter: Counter) -> None:
    """A mail that could not be handled stands before those that wait for a colleague."""

    async def day(office: Office) -> None:
        office_now(office)
        office.receive(today(1, ASKS, office))
        await office.poll()
        office.receive(today(2, "Hello?", office))
        await quarantine(2, "it breaks us", office.desk, office.store, office.mailbox, office.now - timedelta(days=1))

    counter.work(day)
    text = counter.call("health").stdout
    assert text.index("could not be handled: it breaks us") < text.index("waits for a colleague")
