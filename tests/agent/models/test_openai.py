"""The model behind Chat Completions, against a real HTTP server on the loopback."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web

from keepword.agent.models.openai import Format, OpenAIAccount, OpenAIModel
from keepword.agent.ports import Repair
from keepword.agent.turn import Unreadable, read_turn, turn_schema
from keepword.errors import ModelUnreachable, NeedsReauth

TURN = {
    "action": "reply",
    "reason": "known",
    "reply": "Hello",
    "citations": [],
    "thread": {"summary": "s", "open_items": [], "current_intent": "i", "topic": "t", "resolved": False},
    "candidates": [],
}
KEY = "sk-not-a-real-key-0123456789"


def completion(content: str | None, finish: str = "stop", **message: Any) -> Callable[[Any], Any]:
    """Return a reply: a whole chat completion with this content."""

    async def reply(_: Any) -> web.Response:
        body = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "tea-1",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": content, **message},
                }
            ],
            "usage": {"prompt_tokens": 120, "completion_tokens": 9, "total_tokens": 129},
        }
        return web.json_response(body, headers={"x-request-id": "req-7"})

    return reply


def fault(status: int, code: str = "", message: str = "no", **headers: str) -> Callable[[Any], Any]:
    """Return a reply: an error in the form that OpenAI gives it."""

    async def reply(_: Any) -> web.Response:
        body = {"error": {"message": message, "type": "error", "code": code or None, "param": None}}
        return web.json_response(body, status=status, headers={k.replace("_", "-"): v for k, v in headers.items()})

    return reply


def raw(text: str, content_type: str = "application/json") -> Callable[[Any], Any]:
    """Return a reply with status 200 and this very body."""

    async def reply(_: Any) -> web.Response:
        return web.Response(text=text, content_type=content_type)

    return reply


@pytest.fixture
def model_for(model_server: Any) -> Any:
    """Return a function that makes a model at the test's server, whose replies are given."""

    def make(*replies: Any, **account: Any) -> OpenAIModel:
        model_server.replies = list(replies)
        settings = {"name": "tea-1", "api_key": KEY, "base_url": model_server.url, "timeout": 5.0, "max_retries": 0}
        return OpenAIModel(OpenAIAccount(**{**settings, **account}))

    return make


async def test_a_good_answer_comes_with_usage_and_request_id(
    model_for: Any, model_server: Any, make_brief: Any
) -> None:
    """The raw text, the model, the tokens and the request id of an answer are kept."""
    model = model_for(completion(json.dumps(TURN)), max_output_tokens=900)
    got = await model.answer(make_brief("How long is shipping?"))
    await model.close()
    assert (got.finish, got.model, got.request_id) == ("stop", "tea-1", "req-7")
    assert got.usage == {"input_tokens": 120, "output_tokens": 9}
    assert read_turn(got.text).reply == "Hello"
    call = model_server.calls[0]
    assert {"type": "json_schema", "json_schema": {"name": "turn", "strict": True, "schema": turn_schema()}} == call[
        "response_format"
    ]
    assert (call["max_tokens"], call.get("temperature")) == (900, None)


async def test_a_repair_sends_the_first_answer_and_the_findings(
    model_for: Any, model_server: Any, make_brief: Any
) -> None:
    """The second call holds all of the first, the answer given, and what was wrong with it."""
    model = model_for(completion(json.dumps(TURN)))
    await model.answer(make_brief("Hello"))
    await model.answer(make_brief("Hello"), Repair("FIRST", ("money: EUR 500 is not backed",)))
    await model.close()
    first, second = (c["messages"] for c in model_server.calls)
    assert first == second[: len(first)]
    assert [m["role"] for m in second[len(first) :]] == ["assistant", "user"]
    assert second[-2]["content"] == "FIRST"
    assert "EUR 500 is not backed" in second[-1]["content"]


@pytest.mark.parametrize(
    ("reply", "finish", "text"),
    [
        (completion('{"action": "rep', "length"), "length", '{"action": "rep'),
        (completion("", "content_filter"), "content_filter", ""),
        (completion(None, refusal="I cannot help with that."), "refusal", "I cannot help with that."),
        (completion(None), "stop", ""),
        (completion("nonsense"), "stop", "nonsense"),
        (completion("<think>{hm}</think>\n{}"), "stop", "{}"),
        (fault(400, "content_filter"), "content_filter", ""),
        (fault(400, "context_length_exceeded"), "length", ""),
    ],
    ids=["truncated", "filtered", "refusal", "empty", "junk", "thinking", "filtered-prompt", "too-long"],
)
async def test_an_answer_that_is_not_whole_says_so(
    model_for: Any, make_brief: Any, reply: Any, finish: str, text: str
) -> None:
    """What cannot be sent is a completion that says how it ended, never an exception."""
    model = model_for(reply)
    got = await model.answer(make_brief("Hello"))
    await model.close()
    assert (finish, text) == (got.finish, got.text)


async def test_fenced_json_is_read(model_for: Any, make_brief: Any) -> None:
    """A Markdown fence round the object does no harm."""
    model = model_for(completion(f"```json\n{json.dumps(TURN)}\n```"))
    got = await model.answer(make_brief("Hello"))
    await model.close()
    assert read_turn(got.text).action == "reply"


async def test_junk_is_unreadable_and_no_error(model_for: Any, make_brief: Any) -> None:
    """Junk reaches the caller as text, whose reading names the fault for the repair."""
    model = model_for(completion("Sure! Here you go"))
    got = await model.answer(make_brief("Hello"))
    await model.close()
    with pytest.raises(Unreadable, match="Invalid JSON"):
        read_turn(got.text)


@pytest.mark.parametrize(
    ("reply", "words", "wait"),
    [
        (fault(500), "HTTP 500", None),
        (fault(503, Retry_After="7"), "HTTP 503", 7.0),
        (fault(429, Retry_After="30"), "HTTP 429", 30.0),
        (fault(429, retry_after_ms="1500"), "HTTP 429", 1.5),
        (
            fault(
                429,
                Retry_After="Mon, 02 Mar 2026 09:00:20 GMT",
                Date="Mon, 02 Mar 2026 09:00:00 GMT",
            ),
            "HTTP 429",
            20.0,
        ),
        (fault(429, Retry_After="soon"), "HTTP 429", None),
        (fault(429, "insufficient_quota"), "HTTP 429", 3600.0),
        (fault(404, "model_not_found", "The model does not exist"), "does not exist", None),
        (fault(400, "invalid", "bad messages"), "bad messages", None),
        (raw("<html>gateway</html>", "text/html"), "no chat completion", None),
        (raw("{not json"), "no JSON", None),
        (raw("{}"), "no chat completion", None),
        (raw('{"id": "x", "choices": [], "created": 1, "model": "m", "object": "chat.completion"}'), "no chat", None),
    ],
)
async def test_no_answer_is_unreachable(
    model_for: Any, make_brief: Any, reply: Any, words: str, wait: float | None
) -> None:
    """A server that fails is unreachable, in words that name it and with its own wish for a pause."""
    model = model_for(reply)
    with pytest.raises(ModelUnreachable, match=words) as caught:
        await model.answer(make_brief("Hello"))
    await model.close()
    assert wait == caught.value.retry_after
    assert "tea-1 at http://127.0.0.1" in str(caught.value)


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_needs_a_person(model_for: Any, make_brief: Any, status: int) -> None:
    """A refused key is a matter of log-in, and the key itself is in no message."""
    model = model_for(fault(status, message=f"Incorrect API key provided: {KEY}"))
    with pytest.raises(NeedsReauth) as caught:
        await model.answer(make_brief("Hello"))
    await model.close()
    assert KEY not in str(caught.value)


async def test_h39_the_key_is_hidden_in_every_message(model_for: Any, make_brief: Any) -> None:
    """A server that repeats the key in an error does not put it into our logs."""
    model = model_for(fault(500, message=f"upstream said {KEY} " + "x" * 5_000))
    with pytest.raises(ModelUnreachable) as caught:
        await model.answer(make_brief("Hello"))
    await model.close()
    assert KEY not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert KEY not in repr(OpenAIAccount("m", KEY))


async def test_a_hanging_server_is_given_up(model_for: Any, make_brief: Any) -> None:
    """One time-out holds for the whole answer."""
    released = asyncio.Event()

    async def hang(_: Any) -> web.Response:
        await released.wait()
        return web.Response()

    model = model_for(hang, timeout=0.2)
    with pytest.raises(ModelUnreachable, match=r"no answer within 0\.2 s"):
        await model.answer(make_brief("Hello"))
    released.set()
    await model.close()


async def test_a_closed_port_is_unreachable(make_brief: Any) -> None:
    """A refused connection names the place that was tried."""
    model = OpenAIModel(OpenAIAccount("tea-1", KEY, "http://127.0.0.1:9/v1", timeout=5.0, max_retries=0))
    with pytest.raises(ModelUnreachable, match=r"http://127\.0\.0\.1:9/v1: no connection"):
        await model.answer(make_brief("Hello"))
    await model.close()


async def test_the_ladder_is_climbed_down_once_and_remembered(
    model_for: Any, model_server: Any, make_brief: Any
) -> None:
    """A server without schemas is asked for an object, then in the prompt, and asked so at once the next time."""

    async def reply(call: Any) -> web.Response:
        wanted = call.get("response_format", {}).get("type", "")
        if wanted:
            return await fault(400, message=f"'response_format' of type '{wanted}' is not supported")(call)  # type: ignore[no-any-return]
        return await completion(json.dumps(TURN))(call)  # type: ignore[no-any-return]

    model = model_for(reply)
    await model.answer(make_brief("Hello"))
    await model.answer(make_brief("Hello"))
    probe = await model.probe()
    await model.close()
    asked = [c.get("response_format", {}).get("type") for c in model_server.calls]
    assert asked == ["json_schema", "json_object", None, None, None]
    assert Format.PROMPT is probe.format
    assert '"additionalProperties":false' in model_server.calls[2]["messages"][0]["content"]
    assert '"additionalProperties":false' not in model_server.calls[0]["messages"][0]["content"]


async def test_the_other_name_of_the_token_limit_is_tried(model_for: Any, model_server: Any, make_brief: Any) -> None:
    """A server that refuses `max_tokens` is sent `max_completion_tokens`."""
    refusal = fault(400, "unsupported_parameter", "Unsupported parameter: 'max_tokens'")
    model = model_for(refusal, completion(json.dumps(TURN)), max_output_tokens=50)
    await model.answer(make_brief("Hello"))
    await model.close()
    assert model_server.calls[1]["max_completion_tokens"] == 50
    assert "max_tokens" not in model_server.calls[1]


async def test_a_server_that_refuses_everything_ends(model_for: Any, model_server: Any, make_brief: Any) -> None:
    """The ladder has a last rung."""
    model = model_for(fault(400, message="response_format max_tokens grammar"), max_output_tokens=50)
    with pytest.raises(ModelUnreachable):
        await model.answer(make_brief("Hello"))
    await model.close()
    assert len(model_server.calls) <= 5


async def test_one_retry_is_the_most(model_for: Any, model_server: Any, make_brief: Any) -> None:
    """The client's own retry is bounded by the account's setting."""
    model = model_for(fault(500, retry_after_ms="1"), completion(json.dumps(TURN)), max_retries=1)
    got = await model.answer(make_brief("Hello"))
    await model.close()
    assert (len(model_server.calls), got.finish) == (2, "stop")
