"""A language model that says what the test tells it to say."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from keepword.agent.brief.assemble import Brief
from keepword.agent.ports import Completion, Repair
from keepword.agent.turn import Turn

Answer = str | dict[str, Any] | Turn | Completion | Exception
"""What a script may hold: raw text, an object to be sent as JSON, a turn, a whole completion, or an error to raise."""


class ScriptedModel:
    """The `Model` of `keepword.agent.ports` with given answers: a list, used up in order, or a function of the brief.

    `briefs` and `repairs` hold what it was asked, call by call. More calls than answers fail the test.
    """

    def __init__(self, answers: Iterable[Answer] | Callable[[Brief], Answer] = ()) -> None:
        self.briefs: list[Brief] = []
        self.repairs: list[Repair | None] = []
        self.closed = False
        self._answers = answers if callable(answers) else deque(answers)

    async def answer(self, brief: Brief, repair: Repair | None = None) -> Completion:
        """Give the next answer, or raise it where it is an error."""
        self.briefs.append(brief)
        self.repairs.append(repair)
        answer = self._next(brief)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Completion) else Completion(_text(answer), model="scripted")

    async def close(self) -> None:
        """Close; a repeated call is no error."""
        self.closed = True

    def _next(self, brief: Brief) -> Answer:
        if callable(self._answers):
            return self._answers(brief)
        if not self._answers:
            raise AssertionError(f"the script has no answer for call {len(self.briefs)}")
        return self._answers.popleft()


def _text(answer: str | dict[str, Any] | Turn) -> str:
    if isinstance(answer, Turn):
        return answer.model_dump_json()
    return answer if isinstance(answer, str) else json.dumps(answer)
