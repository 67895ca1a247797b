"""The embedder that is told which words mean the same."""

from __future__ import annotations

import pytest

from keepword.agent.embedders.port import Purpose, cosine
from keepword.errors import EmbedderUnreachable
from keepword.testing import ScriptedEmbedder


async def test_what_means_the_same_is_near() -> None:
    """Words of one group have one vector, those of two groups nothing in common, unknown ones no direction."""
    embedder = ScriptedEmbedder(("lamp light", "refund money"))
    lamp, light, refund, nothing = await embedder.embed(["a lamp", "Light!", "refund", "hello"], Purpose.QUERY)
    assert cosine(lamp, light) == pytest.approx(1.0)
    assert cosine(lamp, refund) == pytest.approx(0.0)
    assert cosine(nothing, lamp) == 0.0


async def test_it_fails_as_told_and_remembers_what_it_was_asked() -> None:
    """While `failing` is set nothing is given; what was asked stays."""
    embedder = ScriptedEmbedder(("lamp light",))
    await embedder.embed(["lamp"], Purpose.PASSAGE)
    embedder.failing = EmbedderUnreachable("away")
    with pytest.raises(EmbedderUnreachable, match="away"):
        await embedder.embed(["light"], Purpose.QUERY)
    assert embedder.asked == [("lamp", Purpose.PASSAGE)]
    await embedder.close()
    assert embedder.closed
