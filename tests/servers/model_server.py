"""A Chat Completions server on the loopback address: it answers as the test says and keeps what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from json_server import Asked, Body, JsonServer

Answer = Callable[[Body], "Body | tuple[int, str]"]


def turn(reply: str = "", **fields: Any) -> Body:
    """Return a turn with these fields over a plain one; thread fields may be given by their own names."""
    thread = {
        "summary": fields.pop("summary", "A question was asked."),
        "open_items": fields.pop("open_items", []),
        "current_intent": fields.pop("current_intent", "question"),
        "topic": fields.pop("topic", "A question"),
        "resolved": fields.pop("resolved", False),
    }
    plain = {"action": "reply" if reply else "none", "reason": "scripted", "reply": reply, "citations": []}
    return {**plain, "candidates": [], **fields, "thread": thread}


def completion(content: str, **message: Any) -> Body:
    """Return a whole completion around a content; `finish_reason` and fields of the message may be given."""
    finish = message.pop("finish_reason", "stop")
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
        ],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


class ModelServer(JsonServer):
    """`answer` is asked with each request's body and returns a turn, or a status and raw text."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__(self._reply)

    def inputs(self) -> list[str]:
        """Return each call's messages as one text."""
        return ["\n".join(str(m["content"]) for m in call["messages"]) for call in self.calls]

    def _reply(self, asked: Asked) -> tuple[int, str]:
        answer = self.answer(asked.body)
        return answer if isinstance(answer, tuple) else (200, json.dumps(_whole(answer)))


def _whole(answer: Body) -> Body:
    return answer if "choices" in answer else completion(json.dumps(answer))
