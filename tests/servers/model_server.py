"""A Chat Completions server on the loopback address: it answers as the test says and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
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


class ModelServer:
    """`answer` is asked with each request's body and returns a turn, or a status and raw text."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.calls: list[Body] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The base address, as `model.base_url` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def inputs(self) -> list[str]:
        """Return each call's messages as one text."""
        return ["\n".join(str(m["content"]) for m in call["messages"]) for call in self.calls]

    def stop(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.calls.append(body)
                answer = outer.answer(body)
                status, text = answer if isinstance(answer, tuple) else (200, json.dumps(_whole(answer)))
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
                """Say nothing."""

        return Handler


def _whole(answer: Body) -> Body:
    return answer if "choices" in answer else completion(json.dumps(answer))
