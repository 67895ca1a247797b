"""A model behind the Chat Completions API, which OpenAI, Azure OpenAI, Ollama, llama.cpp and vLLM have in common.

One call per answer. The `turn` schema is asked for as strict `json_schema`; a server that has no such thing is asked
for `json_object`, then for JSON in the prompt, and what it can do is remembered. The program retries mail by itself
and durably, so the client retries once at most, and one time-out holds for all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Any, Final, NoReturn

import openai
from openai.types.chat import ChatCompletion

from keepword.agent.brief.assemble import Brief
from keepword.agent.models.prompt import messages
from keepword.agent.ports import Completion, Repair
from keepword.agent.turn import turn_schema
from keepword.errors import ModelUnreachable, NeedsReauth

MAX_ERROR: Final = 200
NO_CREDIT_WAIT: Final = 3_600.0
"""Seconds to wait when the account is out of credit: asking again at once cannot help."""


@dataclass(frozen=True, slots=True)
class OpenAIAccount:
    """Where the model is and how it is called. `timeout` in seconds holds for a whole answer, retry included.

    `base_url` None is OpenAI's own. `temperature` None sends none, since some models refuse any.
    """

    name: str
    api_key: str = field(repr=False)
    base_url: str | None = None
    timeout: float = 60.0
    max_output_tokens: int | None = None
    temperature: float | None = None
    max_retries: int = 1

    @property
    def place(self) -> str:
        """Say which model where, for messages to the operator."""
        return f"model {self.name} at {self.base_url or OFFICIAL}"


class Format(StrEnum):
    """How the answer's shape is asked for, best first."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PROMPT = "prompt"


LADDER: Final = tuple(Format)
OFFICIAL: Final = "https://api.openai.com/v1"
PROBE_WORDS: Final = (
    'Answer with this JSON object: {"action":"none","reason":"probe","reply":"","citations":[],"thread":{"summary":"",'
    '"open_items":[],"current_intent":"","topic":"probe","resolved":false},"candidates":[]}'
)
Chat = Callable[[bool], list[dict[str, str]]]
"""Makes the messages; told whether the schema has to stand in the prompt."""
TOKEN_LIMITS: Final = ("max_completion_tokens", "max_tokens")
"""The new name of the parameter and the old one; newer models refuse the old, older servers do not know the new."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What a model's server can do, as `keepword doctor` shows it."""

    model: str
    format: Format
    finish: str
    usage: dict[str, int]


class OpenAIModel:
    """A `Model` that asks a Chat Completions server."""

    def __init__(self, account: OpenAIAccount) -> None:
        self._account = account
        self._format = Format.JSON_SCHEMA
        self._limit = TOKEN_LIMITS[0] if _official(account.base_url) else TOKEN_LIMITS[1]
        self._client = openai.AsyncOpenAI(
            api_key=account.api_key or "none",
            base_url=account.base_url or OFFICIAL,
            timeout=account.timeout,
            max_retries=account.max_retries,
        )

    async def answer(self, brief: Brief, repair: Repair | None = None) -> Completion:
        """Fill the `turn` schema for this brief.

        Raises `ModelUnreachable` where no answer came (network, 5xx, 429, time-out, an answer that is no completion)
        and `NeedsReauth` where the key was refused. An answer that is cut, filtered or refused is a `Completion` that
        says so.
        """
        return await self._in_time(lambda in_prompt: messages(brief, repair, schema_in_prompt=in_prompt))

    async def probe(self) -> Probe:
        """Ask for one tiny answer and say what the server can do; raises as `answer` does."""
        completion = await self._in_time(lambda _: [{"role": "user", "content": PROBE_WORDS}])
        return Probe(completion.model, self._format, completion.finish, completion.usage)

    async def close(self) -> None:
        """Close the connection pool; a repeated call is no error."""
        await self._client.close()

    async def _in_time(self, chat: Chat) -> Completion:
        try:
            async with asyncio.timeout(self._account.timeout):
                return await self._down_the_ladder(chat)
        except TimeoutError:
            raise ModelUnreachable(f"{self._account.place}: no answer within {self._account.timeout:g} s") from None

    async def _down_the_ladder(self, chat: Chat) -> Completion:
        """Ask, and after a refusal of a parameter ask again without it: at most one step for each that we send."""
        for _ in range(len(LADDER) + len(TOKEN_LIMITS)):
            try:
                return self._completion(await self._ask(chat))
            except (openai.BadRequestError, openai.UnprocessableEntityError, openai.NotFoundError) as error:
                if (refused := _content_refusal(error, self._account.name)) is not None:
                    return refused
                if not self._step_down(str(error)):
                    self._fail(error)
            except openai.OpenAIError as error:
                self._fail(error)
            except ValueError as error:  # a body that is no JSON, though the status was 200
                raise ModelUnreachable(f"{self._account.place}: the answer is no JSON") from error
        raise ModelUnreachable(f"{self._account.place}: the server refuses every form of the call")

    async def _ask(self, chat: Chat) -> object:
        return await self._client.chat.completions.create(
            model=self._account.name,
            messages=chat(self._format is not Format.JSON_SCHEMA),  # type: ignore[arg-type]  # plain dicts
            extra_body=self._parameters(),
        )

    def _parameters(self) -> dict[str, Any]:
        formats: dict[Format, dict[str, Any]] = {
            Format.JSON_SCHEMA: {
                "type": "json_schema",
                "json_schema": {"name": "turn", "strict": True, "schema": turn_schema()},
            },
            Format.JSON_OBJECT: {"type": "json_object"},
        }
        wanted = {
            "response_format": formats.get(self._format),
            self._limit: self._account.max_output_tokens,
            "temperature": self._account.temperature,
        }
        return {name: value for name, value in wanted.items() if value is not None}

    def _step_down(self, refusal: str) -> bool:
        """Remember what the server refused; say whether another form of the call is left to try."""
        words = refusal.lower()
        if self._account.max_output_tokens is not None and self._limit in words:
            self._limit = TOKEN_LIMITS[1 - TOKEN_LIMITS.index(self._limit)]
            return True
        if self._format is Format.PROMPT or not any(w in words for w in FORMAT_WORDS):
            return False
        self._format = LADDER[LADDER.index(self._format) + 1]
        return True

    def _completion(self, answer: object) -> Completion:
        if not isinstance(answer, ChatCompletion) or not answer.choices:
            raise ModelUnreachable(f"{self._account.place}: the answer is no chat completion")
        choice = answer.choices[0]
        refusal = getattr(choice.message, "refusal", None)
        return Completion(
            text=_spoken(refusal or choice.message.content or ""),
            model=answer.model or self._account.name,
            finish="refusal" if refusal else FINISHES.get(choice.finish_reason or "stop", "stop"),
            usage=_usage(answer),
            request_id=answer._request_id or answer.id or None,  # noqa: SLF001 - documented as public by openai
        )

    def _fail(self, error: openai.OpenAIError) -> NoReturn:
        """Turn the library's errors into ours; what the server wrote is bounded and the key never shown."""
        place = self._account.place
        if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
            raise NeedsReauth(f"{place}: the server refused the API key (HTTP {error.status_code})") from None
        if isinstance(error, openai.APITimeoutError):
            raise ModelUnreachable(f"{place}: no answer within {self._account.timeout:g} s") from None
        if isinstance(error, openai.APIStatusError):
            raise ModelUnreachable(self._said(error), retry_after=_retry_after(error)) from None
        cause = type(error.__cause__ or error).__name__
        raise ModelUnreachable(f"{place}: no connection ({cause})") from None

    def _said(self, error: openai.APIStatusError) -> str:
        words = " ".join(str(error.message).split())
        key = self._account.api_key
        hidden = words.replace(key, "[key]") if key else words
        return f"{self._account.place}: HTTP {error.status_code}: {hidden[:MAX_ERROR]}"


FORMAT_WORDS: Final = ("response_format", "json_schema", "json schema", "json_object", "structured output", "grammar")
FINISHES: Final[Mapping[str, str]] = {"length": "length", "content_filter": "content_filter"}
CONTENT_REFUSALS: Final[Mapping[str, str]] = {
    "content_filter": "content_filter",
    "content_policy_violation": "content_filter",
    "context_length_exceeded": "length",
}
"""Error codes that are an answer to this very mail: asking again later would not help, a person must see it."""


def _official(base_url: str | None) -> bool:
    return base_url is None or "api.openai.com" in base_url or ".azure.com" in base_url


def _content_refusal(error: openai.APIStatusError, model: str) -> Completion | None:
    finish = CONTENT_REFUSALS.get(str(error.code or ""))
    return Completion("", model, finish, request_id=error.request_id) if finish else None


def _spoken(text: str) -> str:
    """Leave out what a reasoning model thought aloud before its answer."""
    if text.lstrip().startswith("<think>"):
        return text.partition("</think>")[2].strip()
    return text


def _usage(answer: ChatCompletion) -> dict[str, int]:
    if answer.usage is None:
        return {}
    details = answer.usage.prompt_tokens_details
    counted = {
        "input_tokens": answer.usage.prompt_tokens,
        "output_tokens": answer.usage.completion_tokens,
        "cached_tokens": details.cached_tokens if details else None,
    }
    return {name: count for name, count in counted.items() if count is not None}


def _retry_after(error: openai.APIStatusError) -> float | None:
    if error.code == "insufficient_quota":
        return NO_CREDIT_WAIT
    headers = error.response.headers
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if value.replace(".", "", 1).isdigit():
            return float(value) * unit
    return _until(headers.get("retry-after", ""), headers.get("date", ""))


def _until(moment: str, now: str) -> float | None:
    """Reckon a Retry-After that is a date (RFC 9110, 10.2.3) by the server's own clock."""
    try:
        return max(0.0, (parsedate_to_datetime(moment) - parsedate_to_datetime(now)).total_seconds())
    except (TypeError, ValueError):
        return None
