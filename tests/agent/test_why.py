"""`why` for people: the verdicts first, what they rest on last."""

from __future__ import annotations

from pathlib import Path

import pytest
from counter import Counter
from office import Office, letter


@pytest.fixture
def counter(tmp_path: Path) -> Counter:
    """Return a shop that has answered one mail."""
    counter = Counter(tmp_path)

    async def day(office: Office) -> None:
        office.receive(letter(1, "Hello?\n\nAnna"))
        await office.poll()

    counter.work(day)
    return counter


def headings(text: str) -> list[str]:
    """Return the lines that begin at the margin."""
    return [line for line in text.splitlines() if line and not line.startswith(" ")]


def test_verdicts_come_first_and_the_prompt_last(counter: Counter) -> None:
    """In the order in which it was decided; the outputs before the input, and the prompt once."""
    text = counter.call("why", "<1@example.org>").stdout
    verdicts = ["gate", "authentication", "entity", "thread", "guard", "candidates", "delivery", "message", "model"]
    assert ["<1@example.org>", *verdicts] == headings(text)
    assert text.index("outputs:") < text.index("input:")
    assert 1 == text.count("# Newest mail")


def test_our_own_mail_is_explained_by_what_it_answers(counter: Counter) -> None:
    """The delivery first, then the mail that it answers, in the same order."""
    [reply] = counter.lines("replies")
    found = headings(counter.call("why", reply["message_id"]).stdout)
    assert [reply["message_id"], "delivery", "answers:", "<1@example.org>", "gate"] == found[:5]
    assert "model" == found[-1]


def test_programs_get_everything(counter: Counter) -> None:
    """The JSON has the parts that people are spared."""
    [line] = counter.lines("why", "<1@example.org>")
    assert {"brief", "model", "guard", "gate"} < set(line)
