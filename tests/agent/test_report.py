"""`report`: each draft is counted once, by what a colleague made of it or an operator said of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from counter import Counter
from office import Office, letter, turn

from keepword.agent.ports import Folder
from keepword.agent.terms import Mode
from keepword.memory.policy import Policy, Promise
from keepword.threading.read import read


@pytest.fixture
def counter(tmp_path: Path) -> Counter:
    """Return a shop in which four drafts wait."""
    counter = Counter(tmp_path)

    async def day(office: Office) -> None:
        office.change(mode=Mode.DRAFT)
        for number in range(4):
            office.receive(letter(number, sender=f"{number}@example.org"))
        await office.poll()

    counter.work(day)
    return counter


def counts(counter: Counter, *words: str) -> dict[str, float]:
    """Return the report without its zeros."""
    return {k: v for k, v in counter.lines("report", *words)[0].items() if isinstance(v, int | float) and v != 0}


def test_what_an_operator_decides_is_counted(counter: Counter) -> None:
    """A confirmed draft was sent, nobody knows how; a discarded one is thrown away."""
    assert {"waiting": 4} == counts(counter)
    first, second, *_ = [r["reply_id"] for r in counter.lines("replies", "--state", "draft")]
    assert [0, 0] == [counter.code("reply", first, "confirm"), counter.code("reply", second, "discard")]
    assert {"waiting": 2, "confirmed": 1, "thrown_away": 1} == counts(counter)


def test_what_colleagues_do_is_counted(counter: Counter) -> None:
    """Sent as it was, edited, and the share of the first."""

    async def day(office: Office) -> None:
        office.change(mode=Mode.DRAFT)
        await office.poll()
        drafts = [r async for t in office.store.outbox() for r in t.value.replies]
        for reply, more in ((drafts[0], ""), (drafts[1], " We are sorry.")):
            head = f"Message-ID: {reply.message_id}\r\nFrom: {reply.sender}\r\nTo: {reply.to[0]}\r\n"
            raw = (
                f"{head}Date: Mon, 30 Nov 2026 12:00:00 +0000\r\nSubject: {reply.subject}\r\n\r\n{reply.text}{more}\r\n"
            )
            assert reply.message_id == read(raw.encode()).id
            office.mailbox.deliver(raw.encode(), folder=Folder.SENT, received_at=office.now)
        await office.poll()

    counter.work(day)
    assert {"as_is": 1, "edited": 1, "waiting": 2, "as_is_share": 0.5} == counts(counter)


def test_a_mailbox_by_name(counter: Counter) -> None:
    """One mailbox's drafts; a name that nobody has is a fault that lists the names."""
    assert {"waiting": 4} == counts(counter, "--mailbox", "support")
    done = counter.call("report", "--mailbox", "suport")
    assert (2, "there is no mailbox 'suport'; there are: support") == (
        counter.code("report", "--mailbox", "suport"),
        str(done.exception),
    )


def test_counts_by_what_auto_when_goes_by(tmp_path: Path) -> None:
    """A draft with a promise counts under its kinds, any other under the model's word for the intent, case aside."""
    counter = Counter(tmp_path)
    answers = {
        "1": turn("We are open.", thread={"current_intent": "Question"}),
        "2": turn("We are open.", thread={"current_intent": "question"}),
        "3": turn("We will send you a replacement within 10 days.", thread={"current_intent": "complaint"}),
    }

    async def day(office: Office) -> None:
        office.change(mode=Mode.DRAFT)
        office.model._answers = lambda brief: answers[brief.mail.subject.removeprefix("Mail ")]
        office.terms = replace(office.terms, policy=Policy((Promise("replacement", within_days=10),)))
        office.restart()
        for number in answers:
            office.receive(letter(int(number), sender=f"{number}@example.org"))
        await office.poll()

    counter.work(day)
    [found] = counter.lines("report")
    assert ({"question": 2}, {"replacement": 1}) == (
        {name: c["waiting"] for name, c in found["intents"].items()},
        {name: c["waiting"] for name, c in found["promises"].items()},
    )
    text = counter.call("report").stdout
    assert ["intents", "promises"] == [
        line.split()[0] for line in text.splitlines() if line.startswith(("intents", "promises"))
    ]
