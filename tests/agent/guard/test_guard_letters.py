"""Whole answers as a model writes them, in seven languages, each with what it may rest on and the verdict that it has to get."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from shop_policy import POLICY

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy, Statement

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
DRAFTS = Path(__file__).parents[1] / "drafts" / "letters"
UPDATE = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
POLICIES = {
    "shop": POLICY,
    "bare": Policy(statements=(Statement("hours", "Our team reads mail from Monday to Friday, 9:00 to 18:00."),)),
}
"""The starter's policy, and one that allows no promise at all."""


def letters(text: str) -> Iterator[tuple[bool, dict[str, list[str]], str]]:
    """Yield each letter's verdict, what it may rest on by the mark of the line, and the letter itself."""
    for block in text.removeprefix("- ").split("\n- "):
        head, _, draft = block.partition("\nD: ")
        verdict, *lines = head.splitlines()
        marks: dict[str, list[str]] = {"P": [], "M": [], "K": [], "O": []}
        for line in lines:
            marks[line[0]].append(line[3:])
        yield verdict == "good", marks, draft.strip()


def owed(line: str) -> dict[str, str]:
    """Return an open commitment of the profile: its kind, amount, currency and due day."""
    kind, amount, currency, due = line.split()
    return {"kind": kind, "amount": amount, "currency": currency, "due": due, "quote": ""}


def brief(marks: dict[str, list[str]]) -> Brief:
    """Return what a letter may rest on: its policy, pages, open commitments and the customer's mail."""
    return Brief(
        instructions="",
        policy=POLICIES[next(iter(marks["P"]), "shop")],
        rules=(),
        profile={"name": "Anna", "outstanding_commitments": [owed(line) for line in marks["O"]]},
        thread={"summary": "", "open_items": [], "current_intent": "", "last_message_at": None, "promised": []},
        knowledge=tuple(Passage(f"page#{n}", "", text, 1.0) for n, text in enumerate(marks["K"])),
        mail=Mail("Question", "Anna", marks["M"][0], NOW, authentication="verified"),
        fence="=====5e1f=====",
        now=NOW,
    )


def rows() -> list[Any]:
    """Return every letter with its verdict."""
    return [
        pytest.param(marks, draft, backed, id=f"{path.stem}-{n}-{draft[:40]}")
        for path in sorted(DRAFTS.glob("*.txt"))
        for n, (backed, marks, draft) in enumerate(letters(path.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize(("marks", "draft", "backed"), rows())
def test_a_letter_goes_out_when_all_of_it_is_backed(marks: dict[str, list[str]], draft: str, backed: bool) -> None:
    """Each letter gets its verdict."""
    cited = tuple(f"page#{n}" for n in range(len(marks["K"])))
    turn = Turn(action="reply", reason="", reply="", citations=cited, thread=UPDATE, candidates=())
    findings = judge_reply(clean(draft), brief(marks), turn)
    assert (findings == ()) is backed, findings


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "nl", "pt"])
def test_every_language_has_letters_of_both_verdicts(language: str) -> None:
    """In each language there are at least thirty letters that are backed, and thirty that are not."""
    verdicts = [
        backed
        for path in DRAFTS.glob(f"{language}_*.txt")
        for backed, _, _ in letters(path.read_text(encoding="utf-8"))
    ]
    assert min(verdicts.count(True), verdicts.count(False)) >= 30
