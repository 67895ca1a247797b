"""Meaning: what all texts share is taken away, and an embedder that is away costs nobody an answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from keepword.agent.embedders.port import COMMON, Centred, Purpose, cosine, of_length_one
from keepword.agent.search.meaning import PAUSE, QUESTION, Meaning
from keepword.errors import EmbedderUnreachable, KeepwordError, NeedsReauth
from keepword.memory.vectors import as_text, from_text
from keepword.testing import ScriptedEmbedder

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WORDS = ("lamp light", "refund money")


class Cone:
    """An embedder whose vectors all point nearly the same way, as those of real models do."""

    model = "cone"

    def __init__(self) -> None:
        """Count the calls."""
        self.calls = 0

    async def embed(self, texts: list[str], purpose: Purpose) -> tuple[tuple[float, ...], ...]:
        """Return vectors that differ in their smallest part only."""
        self.calls += 1
        return tuple(of_length_one([5.0, float("lamp" in t), float("refund" in t)]) for t in texts)

    async def close(self) -> None:
        """Do nothing."""


async def test_what_all_texts_share_is_taken_away() -> None:
    """Texts of nothing in common have a cosine near 1 before and below 0 after; the mean is asked for once a purpose."""
    plain = Cone()
    centred = Centred(plain)
    lamp, refund = await plain.embed(["lamp", "refund"], Purpose.QUERY)
    assert cosine(lamp, refund) > 0.95
    lamp, refund = await centred.embed(["lamp", "refund"], Purpose.QUERY)
    assert cosine(lamp, refund) < 0.1
    await centred.embed(["lamp"], Purpose.QUERY)
    assert plain.calls == 1 + 1 + 2
    assert len(COMMON) == 16


@pytest.mark.parametrize("error", [EmbedderUnreachable("away"), NeedsReauth("no key")])
async def test_an_embedder_that_is_away_is_left_alone_for_a_while(error: KeepwordError) -> None:
    """A fault gives nothing, is told, and is not tried again at once; after the pause all is well again."""
    embedder = ScriptedEmbedder(WORDS)
    meaning = Meaning(embedder)
    embedder.failing = error
    assert await meaning.of_question("lamp", NOW) is None
    assert meaning.fault == str(error)
    embedder.failing = None
    assert await meaning.of_passages(["lamp"], NOW + PAUSE - timedelta(seconds=1)) == ()
    assert embedder.asked == []
    assert await meaning.of_question("lamp", NOW + PAUSE) is not None
    assert meaning.fault == ""


class Sized:
    """An embedder of another size than before once `size` is set; `raising` is raised while it is set."""

    model = "sized"

    def __init__(self) -> None:
        """Begin with three numbers for a text."""
        self.size = 3
        self.raising: Exception | None = None

    async def embed(self, texts: list[str], purpose: Purpose) -> tuple[tuple[float, ...], ...]:
        """Return vectors of this size."""
        if self.raising is not None:
            raise self.raising
        return tuple(of_length_one([float(len(t)), *[1.0] * (self.size - 1)]) for t in texts)

    async def close(self) -> None:
        """Do nothing."""


async def test_another_model_under_the_same_name_is_a_fault_and_then_all_is_learnt_anew() -> None:
    """Vectors of another size are told once; after the pause they are what counts, and those from before fit no more."""
    embedder = Sized()
    meaning = Meaning(Centred(embedder))
    before = await meaning.of_question("lamp", NOW)
    assert before is not None
    embedder.size = 4
    assert await meaning.of_question("lamp", NOW) is None
    assert "gave 3 numbers for a text, now others" in meaning.fault
    after = await meaning.of_question("lamp", NOW + PAUSE)
    assert after is not None
    assert (len(after), meaning.fits(after), meaning.fits(before), meaning.fault) == (4, True, False, "")


@pytest.mark.parametrize("error", [ValueError("odd"), RecursionError("deep"), KeyError("data"), MemoryError()])
async def test_whatever_an_embedder_raises_no_mail_waits_for_it(error: Exception) -> None:
    """What no embedder should raise is its fault too, said by its kind, and nothing comes."""
    embedder = Sized()
    meaning = Meaning(embedder)
    embedder.raising = error
    assert await meaning.of_passages(["lamp"], NOW) == ()
    assert type(error).__name__ in meaning.fault


async def test_a_clock_that_was_set_back_ends_the_pause() -> None:
    """A pause that would end in an hour was written by another clock."""
    embedder = ScriptedEmbedder(WORDS)
    meaning = Meaning(embedder)
    embedder.failing = EmbedderUnreachable()
    await meaning.of_question("lamp", NOW)
    embedder.failing = None
    assert await meaning.of_question("lamp", NOW - timedelta(hours=1)) is not None


async def test_without_an_embedder_nothing_is_asked() -> None:
    """The default costs nothing and fails never."""
    meaning = Meaning()
    assert (meaning.model, meaning.fault, await meaning.of_question("lamp", NOW)) == ("", "", None)
    await meaning.close()


async def test_of_a_long_mail_the_beginning_is_asked_for() -> None:
    """A mail waits for the vector, so the text is bounded; an empty one is not asked for at all."""
    embedder = ScriptedEmbedder(WORDS)
    meaning = Meaning(embedder)
    await meaning.of_question("lamp " * 10_000, NOW)
    assert await meaning.of_question(" \n", NOW) is None
    [(text, purpose)] = embedder.asked
    assert (len(text), purpose) == (QUESTION, Purpose.QUERY)
    await meaning.close()
    assert embedder.closed


@pytest.mark.parametrize("bad", [None, 7, "", "%%%", "AAA=", "AAAAAAA="])
def test_what_is_no_vector_is_none(bad: object) -> None:
    """Whatever stands in a document where a vector should be, reading it fails never."""
    assert from_text(bad) == ()


def test_a_vector_comes_back_as_it_was() -> None:
    """Within the precision of 32 bits."""
    assert from_text(as_text((0.5, -0.25, 1.0))) == (0.5, -0.25, 1.0)
