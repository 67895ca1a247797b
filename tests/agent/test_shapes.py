"""The JSON that docs/commands.md promises is the JSON that the commands give."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from counter import Counter
from office import Office, letter

from keepword.agent.outcome import Kind, Outcome

MANUAL = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")


def shape(after: str) -> tuple[set[str], bool]:
    """Return the names in the first braces after some words of the manual, and whether there may be others."""
    text = MANUAL[MANUAL.index(after) :]
    inner, depth = "", 0
    for letter_ in text[text.index("{") :]:
        depth += (letter_ == "{") - (letter_ == "}")
        if depth == 0:
            break
        inner += letter_ if depth == 1 and letter_ not in "{}" else ""
    names = {part.partition(":")[0].strip() for part in inner.split(",")}
    return names - {"…"}, "…" in names


@pytest.fixture
def counter(tmp_path: Path) -> Counter:
    """Return a shop that has answered one mail."""
    counter = Counter(tmp_path)

    async def day(office: Office) -> None:
        office.receive(letter(1, "What are your opening hours?"))
        await office.poll()

    counter.work(day)
    return counter


CALLS = [
    ("`health [", ("health",)),
    ("`workers`", ("workers",)),
    ("`replay ", ("replay", "--all")),
    ("`report ", ("report",)),
    ("`sweep ", ("sweep", "--as-of", "2099-01-01")),
    ("`doctor`", ("doctor",)),
]


@pytest.mark.parametrize(("after", "words"), CALLS, ids=lambda v: v[0] if isinstance(v, tuple) else v)
def test_a_command_gives_what_the_manual_says(counter: Counter, after: str, words: tuple[str, ...]) -> None:
    """Name by name, no more and no less."""
    names, more = shape(after)
    found = json.loads(counter.call("--json", *words).stdout.splitlines()[0])
    assert (names, False) == (set(found), more)


def test_a_thread_has_what_the_manual_says(counter: Counter) -> None:
    """A thread has at least the parts that are named."""
    [thread] = counter.lines("threads")
    [found] = counter.lines("thread", thread["thread_id"])
    names, more = shape("`thread ID`")
    assert (set(), True) == (names - set(found), more)


def test_the_line_of_a_mail_is_what_the_manual_says() -> None:
    """`run --once` gives each mail the names that the manual lists."""
    line = Outcome("support", 1, "<1@example.org>", Kind.REPLIED).line()
    assert (set(line), False) == shape("`run --once --json` gives a line a mail")


def test_every_outcome_is_explained() -> None:
    """The manual's table has each outcome, and no other."""
    table = MANUAL[MANUAL.index("| outcome | means |") :].split("\n\n")[0]
    assert {kind.value for kind in Kind} == set(re.findall(r"(?m)^\| `(\w+)` \|", table))
