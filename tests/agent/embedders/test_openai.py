"""Embeddings from a server, through the real client: what is asked, what comes back, and everything that goes wrong."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator

import pytest
from embedding_server import EmbeddingServer, answer

from keepword.agent.embedders.openai import MOST_TEXTS, EmbeddingAccount, OpenAIEmbedder
from keepword.agent.embedders.port import Purpose
from keepword.errors import EmbedderUnreachable, KeepwordError, NeedsReauth

KEY = "key-of-the-test"


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    """Return a server for which a text means its length."""
    server = EmbeddingServer(lambda text: (float(len(text)), 1.0))
    yield server
    server.stop()


@pytest.fixture
async def embedder(server: EmbeddingServer) -> AsyncIterator[OpenAIEmbedder]:
    """Return an embedder that asks it."""
    account = EmbeddingAccount("small", KEY, server.url, timeout=5.0, prefixes=("query: ", "passage: "))
    embedder = OpenAIEmbedder(account)
    yield embedder
    await embedder.close()


async def test_each_text_gets_its_vector_of_length_one(embedder: OpenAIEmbedder, server: EmbeddingServer) -> None:
    """The model's name, the key and the prefix of the purpose are sent, and vectors come in the order of the texts."""
    first, second = await embedder.embed(["a", "abc"], Purpose.QUERY)
    await embedder.embed(["a"], Purpose.PASSAGE)
    assert [c["input"] for c in server.calls] == [["query: a", "query: abc"], ["passage: a"]]
    assert (server.calls[0]["model"], server.keys[0]) == ("small", f"Bearer {KEY}")
    assert first == pytest.approx((8 / 65**0.5, 1 / 65**0.5))
    assert second[0] > first[0]


async def test_many_texts_go_in_several_requests(embedder: OpenAIEmbedder, server: EmbeddingServer) -> None:
    """No request holds more texts than servers take; without texts nobody is asked."""
    found = await embedder.embed(["text"] * (MOST_TEXTS + 1), Purpose.PASSAGE)
    assert (len(found), [len(c["input"]) for c in server.calls]) == (MOST_TEXTS + 1, [MOST_TEXTS, 1])
    assert await embedder.embed([], Purpose.PASSAGE) == ()


async def test_any_text_can_be_sent(embedder: OpenAIEmbedder, server: EmbeddingServer) -> None:
    """Half a surrogate pair, nothing at all and a huge text are made what a server takes."""
    await embedder.embed(["\ud800x", "  ", "word " * 10_000], Purpose.QUERY)
    half, empty, huge = server.calls[0]["input"]
    assert (half, empty) == ("query: ?x", "query: -")
    assert len(huge) < 6_100


FAULTS: list[tuple[tuple[int, str], type[KeepwordError], str]] = [
    ((401, json.dumps({"error": {"message": f"wrong key {KEY}"}})), NeedsReauth, "refused the API key"),
    ((500, json.dumps({"error": {"message": f"boom {KEY}"}})), EmbedderUnreachable, "HTTP 500"),
    ((429, "{}"), EmbedderUnreachable, "HTTP 429"),
    ((404, "{}"), EmbedderUnreachable, "HTTP 404"),
    ((200, "no JSON"), EmbedderUnreachable, "the answer holds no embeddings"),
    ((200, "{}"), EmbedderUnreachable, "the answer holds no embeddings"),
    ((200, json.dumps(answer([]))), EmbedderUnreachable, "0 embeddings came for 1 texts"),
    ((200, json.dumps(answer([[]]))), EmbedderUnreachable, "0 embeddings came for 1 texts"),
    ((200, json.dumps(answer([[float("nan"), 1.0]]))), EmbedderUnreachable, "0 embeddings came for 1 texts"),
    ((200, json.dumps(answer([[10**400, 1.0]]))), EmbedderUnreachable, "the answer holds no embeddings"),
    ((200, "[" * 100_000), EmbedderUnreachable, "the answer holds no embeddings"),
]


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
async def test_one_vector_that_is_none_spoils_the_answer(
    embedder: OpenAIEmbedder, server: EmbeddingServer, bad: float
) -> None:
    """What is no number in any of the vectors would spoil every comparison, and could not be written down."""
    server.instead = (200, json.dumps(answer([[1.0, 0.0], [bad, 1.0]])))
    with pytest.raises(EmbedderUnreachable, match="1 embeddings came for 2 texts"):
        await embedder.embed(["a", "b"], Purpose.PASSAGE)


@pytest.mark.parametrize(("reply", "error", "words"), FAULTS, ids=[f"{n} {w}" for n, (_, _, w) in enumerate(FAULTS)])
async def test_what_goes_wrong_is_said_without_the_key(
    embedder: OpenAIEmbedder, server: EmbeddingServer, reply: tuple[int, str], error: type[KeepwordError], words: str
) -> None:
    """Whatever a server answers, the error names the model and the place, and never the key."""
    server.instead = reply
    with pytest.raises(error) as caught:
        await embedder.embed(["a"], Purpose.QUERY)
    assert words in str(caught.value)
    assert "embeddings small at http://127.0.0.1" in str(caught.value)
    assert KEY not in str(caught.value)


async def test_nobody_listens(server: EmbeddingServer) -> None:
    """No connection is an error of ours, too."""
    server.stop()
    embedder = OpenAIEmbedder(EmbeddingAccount("small", KEY, server.url, timeout=5.0))
    with pytest.raises(EmbedderUnreachable, match="no connection"):
        await embedder.embed(["a"], Purpose.QUERY)
    await embedder.close()
    await embedder.close()


def test_the_name_tells_what_changes_the_vectors() -> None:
    """Another prefix makes other vectors, another server does not."""
    one = OpenAIEmbedder(EmbeddingAccount("small", KEY, "http://127.0.0.1:1/v1"))
    other = OpenAIEmbedder(EmbeddingAccount("small", KEY, "http://127.0.0.1:2/v1"))
    prefixed = OpenAIEmbedder(EmbeddingAccount("small", KEY, prefixes=("query: ", "")))
    assert one.model == other.model == "small"
    assert prefixed.model != one.model
