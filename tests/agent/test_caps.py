"""The cap of a thread: it stops loops, and no stranger can use it up for the person whose thread it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from office import Office, letter

from keepword.threading.gate import Limits

OWNER, STRANGER, OTHER = "anna@example.org", "mallory@example.net", "eve@example.net"


@pytest.fixture
def office(make_office: Callable[..., Office]) -> Office:
    """Return an office that gives two answers a thread and day."""
    office = make_office()
    office.terms = replace(office.terms, limits=Limits(per_sender=99, per_thread=2, per_day=99))
    office.restart()
    return office


class Talk:
    """One conversation; whoever writes answers the first mail of ours."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.number = 0

    async def says(self, sender: str, **headers: str) -> str:
        """Let somebody write in the conversation and return what became of it, with the reason where it is ours."""
        self.number += 1
        joined = self.office.reply_headers(0) if self.office.outbox.sent else {}
        date = self.office.now.strftime("%a, %d %b %Y %H:%M:%S +0000")
        self.office.receive(letter(self.number, sender=sender, **{**joined, "Date": date, **headers}))
        [outcome] = await self.office.poll()
        return outcome.reason if outcome.outcome == "gated" else outcome.outcome.value


async def test_a_stranger_cannot_silence_a_thread_for_its_owner(office: Office) -> None:
    """However much others write, the owner gets the answers that the thread has for the owner."""
    talk = Talk(office)
    assert "replied" == await talk.says(OWNER)
    assert ["replied", "replied", "thread_cap"] == [await talk.says(s) for s in (STRANGER, OTHER, STRANGER)]
    assert ["replied", "thread_cap"] == [await talk.says(OWNER), await talk.says(OWNER)]


async def test_forged_mails_do_not_use_up_the_owner_s_answers(office: Office) -> None:
    """A mail that fails authentication in the owner's name counts as somebody else's."""
    talk = Talk(office)
    forged = {"Authentication_Results": "mx.example.com; dmarc=fail header.from=example.org"}
    assert "replied" == await talk.says(OWNER)
    assert ["replied", "replied", "thread_cap"] == [await talk.says(OWNER, **forged) for _ in range(3)]
    assert "replied" == await talk.says(OWNER)


async def test_a_new_day_begins_at_nothing(office: Office) -> None:
    """The cap is of a day, for the owner and for others."""
    talk = Talk(office)
    both = (OWNER, OWNER, OWNER, STRANGER, STRANGER, STRANGER)
    expected = ["replied", "replied", "thread_cap"] * 2
    assert expected == [await talk.says(s) for s in both]
    office.later(days=1)
    assert expected == [await talk.says(s) for s in both]
