"""Knowledge found by its meaning: beside its words, under the same rules, and never instead of an answer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from embedding_server import EmbeddingServer
from office import Office, letter

from keepword.agent.cli import cli
from keepword.agent.embedders.local import LocalEmbedder
from keepword.agent.embedders.port import Centred, Purpose
from keepword.agent.knowledge.search import LEARNT_AT_ONCE, Knowledge
from keepword.agent.knowledge.vectors import VectorFile
from keepword.agent.search.meaning import PAUSE, Meaning
from keepword.errors import EmbedderUnreachable
from keepword.testing import ScriptedEmbedder

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
TODAY = NOW.date()
GROUPS = ("reimburse refund refunded money", "smashed damaged broken", "goodwill generosity")
PAGES = {
    "refunds": "# Refunds\nWe refunded every customer within 10 days.\n",
    "damage": "# Damaged goods\nSend us a photograph.\n",
    "schaden": "---\nid: schaden\nlanguage: de\n---\n# Damaged\nSchicken Sie uns ein Foto.\n",
    "hours": "# Opening hours\nMonday to Friday.\n",
    "internal": "---\naudience: internal\n---\n# Goodwill\nUp to EUR 500.\n",
    "expired": "---\nvalid_until: 2026-02-28\n---\n# Sale\nMoney is not refunded.\n",
}
EMBEDDED = len(PAGES) - 1
"""What is internal is not even embedded."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of pages."""
    path = tmp_path / "knowledge"
    path.mkdir()
    for name, text in PAGES.items():
        (path / f"{name}.md").write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def kept(tmp_path: Path) -> VectorFile:
    """Return a file for vectors that is not there yet."""
    return VectorFile(tmp_path / "data" / "vectors.sqlite")


async def found(knowledge: Knowledge, question: str, meaning: Meaning, today: date = TODAY) -> list[str]:
    """Return the ids of what a question finds."""
    return [p.id for p in knowledge.search(question, 9, today, await meaning.of_question(question, NOW))]


async def test_a_question_that_shares_no_word_finds_its_page(folder: Path, kept: VectorFile) -> None:
    """By words nothing is found; by meaning the right page, and it says so."""
    knowledge, meaning = Knowledge.load(folder), Meaning(ScriptedEmbedder(GROUPS))
    assert await knowledge.learn(meaning, kept, NOW) == 0
    question = "Do you reimburse me?"
    assert knowledge.search(question, 9, TODAY) == ()
    [passage] = knowledge.search(question, 9, TODAY, await meaning.of_question(question, NOW))
    assert (passage.id, passage.found, passage.words) == ("refunds#refunds", "meaning", None)
    assert passage.meaning == pytest.approx(1.0)


async def test_what_both_ways_find_comes_first(folder: Path, kept: VectorFile) -> None:
    """A page that is best by its words and by its meaning is before all others; then the best by its words."""
    knowledge, meaning = Knowledge.load(folder), Meaning(ScriptedEmbedder(GROUPS))
    await knowledge.learn(meaning, kept, NOW)
    question = "My lamp is damaged; in which hours are you there?"
    passages = knowledge.search(question, 9, TODAY, await meaning.of_question(question, NOW))
    assert [(p.id, p.found) for p in passages] == [
        ("damage#damaged-goods", "words, meaning"),
        ("hours#opening-hours", "words"),
        ("schaden#damaged", "words, meaning"),
    ]
    assert [p.score for p in passages] == sorted((p.score for p in passages), reverse=True)


async def test_what_is_internal_or_expired_is_found_neither_way(folder: Path, kept: VectorFile) -> None:
    """The same rules hold for the meaning: audience, date, and the page in the mail's own language first."""
    embedder = ScriptedEmbedder(GROUPS)
    knowledge, meaning = Knowledge.load(folder), Meaning(embedder)
    await knowledge.learn(meaning, kept, NOW)
    assert await found(knowledge, "Please show generosity", meaning) == []
    assert "Goodwill" not in str(embedder.asked)
    assert await found(knowledge, "reimburse", meaning) == ["refunds#refunds"]
    assert "expired#sale" in await found(knowledge, "reimburse", meaning, date(2026, 2, 28))
    assert await found(knowledge, "It came smashed, please help", meaning) == [
        "damage#damaged-goods",
        "schaden#damaged",
    ]
    assert (await found(knowledge, "Es kam smashed bei mir an, was nun?", meaning))[0] == "schaden#damaged"


async def test_a_heading_that_is_asked_word_for_word_stays_first(folder: Path, kept: VectorFile) -> None:
    """Whatever else is near by its meaning."""
    (folder / "ask.md").write_text("# How do I get it?\nBy mail.\n", encoding="utf-8")
    knowledge, meaning = Knowledge.load(folder), Meaning(ScriptedEmbedder(GROUPS))
    await knowledge.learn(meaning, kept, NOW)
    assert (await found(knowledge, "My refund: how do I get it?", meaning))[0] == "ask#how-do-i-get-it"


async def test_each_passage_is_learnt_once(folder: Path, kept: VectorFile) -> None:
    """Not at the next start, nor where a file only moves; a changed one is, and what is gone leaves the file."""
    embedder = ScriptedEmbedder(GROUPS)
    await Knowledge.load(folder).learn(Meaning(embedder), kept, NOW)
    assert len(embedder.asked) == EMBEDDED
    (folder / "damage.md").rename(folder / "moved.md")
    knowledge = Knowledge.load(folder)
    await knowledge.learn(Meaning(embedder), kept, NOW)
    assert len(embedder.asked) == EMBEDDED
    (folder / "moved.md").write_text("# Damaged goods\nCall us.\n", encoding="utf-8")
    os.utime(folder / "moved.md", ns=(1, 1))
    assert knowledge.refresh()
    await knowledge.learn(Meaning(embedder), kept, NOW)
    assert [text for text, _ in embedder.asked[EMBEDDED:]] == ["Damaged goods\nCall us."]
    assert len(kept.read("scripted")) == EMBEDDED


async def test_another_model_learns_anew(folder: Path, kept: VectorFile) -> None:
    """Vectors of two models are never compared."""
    await Knowledge.load(folder).learn(Meaning(ScriptedEmbedder(GROUPS)), kept, NOW)
    other = ScriptedEmbedder(GROUPS, "another")
    await Knowledge.load(folder).learn(Meaning(other), kept, NOW)
    assert len(other.asked) == EMBEDDED


class Resized:
    """A scripted embedder whose vectors have only so many numbers; with `turns` every second call has one fewer."""

    def __init__(self, size: int, *, turns: bool = False) -> None:
        """Begin with this size."""
        self._inner = ScriptedEmbedder(GROUPS)
        self.size, self._turns, self._calls = size, turns, 0
        self.model = self._inner.model

    async def embed(self, texts: list[str], purpose: Purpose) -> tuple[tuple[float, ...], ...]:
        """Return what the scripted one does, cut."""
        self._calls += 1
        size = self.size - (self._calls % 2 if self._turns else 0)
        return tuple(v[:size] for v in await self._inner.embed(texts, purpose))

    async def close(self) -> None:
        """Do nothing."""


async def test_vectors_of_another_size_are_learnt_anew(folder: Path, kept: VectorFile) -> None:
    """A server that has another model under the same name by now makes what was kept worthless: it is asked for again."""
    embedder = Resized(64)
    knowledge, meaning = Knowledge.load(folder), Meaning(embedder)
    await knowledge.learn(meaning, kept, NOW)
    embedder.size = 63
    await meaning.of_question("Do you reimburse me?", NOW)
    assert await knowledge.learn(meaning, kept, NOW) == 0
    assert {len(v) for v in kept.read(embedder.model).values()} == {63}


async def test_two_models_in_turns_end_the_learning(
    folder: Path, kept: VectorFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where two servers of different models share one address, what is learnt never fits: that is seen, not tried for ever."""
    monkeypatch.setattr("keepword.agent.knowledge.search.LEARNT_AT_ONCE", 1)
    knowledge, meaning = Knowledge.load(folder), Meaning(Resized(64, turns=True))
    assert await knowledge.learn(meaning, kept, NOW) > 0


async def test_an_embedder_that_dies_on_the_way_is_asked_for_the_rest_later(folder: Path, kept: VectorFile) -> None:
    """What was learnt counts; the rest is found by its words until it is learnt, too."""
    for n in range(LEARNT_AT_ONCE):
        (folder / f"more{n}.md").write_text(f"# Page {n}\nrefund number {n}\n", encoding="utf-8")
    embedder = ScriptedEmbedder(GROUPS)
    knowledge, meaning = Knowledge.load(folder), Meaning(embedder)
    embed = embedder.embed

    async def once(texts: Any, purpose: Any) -> Any:
        answer = await embed(texts, purpose)
        embedder.failing = EmbedderUnreachable("embeddings: away")
        return answer

    embedder.embed = once  # type: ignore[method-assign]
    assert await knowledge.learn(meaning, kept, NOW) == EMBEDDED
    assert (knowledge.learnt, meaning.fault) == (True, "embeddings: away")
    embedder.failing = None
    embedder.embed = embed  # type: ignore[method-assign]
    assert await knowledge.learn(meaning, kept, NOW + PAUSE) == 0
    assert meaning.fault == ""


@pytest.mark.parametrize("content", [b"no SQLite file at all" * 100, b""])
async def test_a_file_of_vectors_that_is_broken_is_no_fault(folder: Path, tmp_path: Path, content: bytes) -> None:
    """What cannot be kept is learnt again at the next start, and found all the same."""
    (tmp_path / "broken").write_bytes(content)
    for kept in (VectorFile(tmp_path / "broken"), VectorFile(tmp_path / "broken" / "below")):
        knowledge, meaning = Knowledge.load(folder), Meaning(ScriptedEmbedder(GROUPS))
        assert await knowledge.learn(meaning, kept, NOW) == 0
        assert await found(knowledge, "reimburse", meaning) == ["refunds#refunds"]


async def test_without_an_embedder_nothing_is_learnt(folder: Path, kept: VectorFile) -> None:
    """The default makes no file and asks nobody."""
    knowledge = Knowledge.load(folder)
    assert await knowledge.learn(Meaning(), kept, NOW) == 0
    assert (knowledge.learnt, kept.read("")) == (False, {})


async def test_the_model_sees_what_the_mail_means(
    make_office: Callable[..., Office], folder: Path, kept: VectorFile
) -> None:
    """The whole way of a mail: the page that shares no word with it stands in the context; a dead embedder takes only that."""
    embedder = ScriptedEmbedder(GROUPS)
    office = make_office(meaning=Meaning(embedder))
    office.knowledge = Knowledge.load(folder)
    office.restart()
    await office.knowledge.learn(office.meaning, kept, office.now)
    office.receive(letter(1, "Do you reimburse me?", Subject="Question"))
    await office.poll()
    assert [p.id for p in office.model.briefs[-1].knowledge] == ["refunds#refunds"]
    [thread] = [t.value.thread_state async for t in office.store.threads()]
    turns = [t async for t in office.store.turns(thread.entity_id, thread.thread_id)]
    [told] = turns[0].metadata["trace"]["model"]["knowledge"]
    assert (told["id"], told["found"]) == ("refunds#refunds", "meaning")
    embedder.failing = EmbedderUnreachable()
    office.receive(letter(2, "Do you reimburse me? Or is it damaged?", Subject="Question"))
    assert [o.outcome for o in await office.poll()] == ["replied"]
    assert "refunds#refunds" not in [p.id for p in office.model.briefs[-1].knowledge]


async def test_the_real_model_finds_the_page(tmp_path: Path, kept: VectorFile) -> None:
    """The small model on this machine, in another language than the page."""
    (tmp_path / "shipping.md").write_text("# Shipping\nDelivery takes 2 to 4 working days.\n", encoding="utf-8")
    (tmp_path / "payment.md").write_text("# Payment\nYou can pay by credit card.\n", encoding="utf-8")
    meaning = Meaning(Centred(LocalEmbedder()))
    knowledge = Knowledge.load(tmp_path)
    await knowledge.learn(meaning, kept, NOW)
    assert (await found(knowledge, "Wie lange dauert die Lieferung?", meaning))[0] == "shipping#shipping"
    await meaning.close()


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    """Return an embeddings server for which money is money, whatever it is called."""
    money = {"reimburse", "refunded", "money"}

    def vector(text: str) -> tuple[float, float]:
        return (float(any(word in text.lower() for word in money)), 1.0)

    server = EmbeddingServer(vector)
    yield server
    server.stop()


def test_the_command_shows_which_way_found_a_passage(tmp_path: Path, server: EmbeddingServer) -> None:
    """`knowledge test` through the real client: what was found by meaning says so; with a dead server it says that instead."""
    shop = tmp_path / "shop"
    env = {"KEEPWORD_SECRET": "s" * 40, "KEEPWORD_SUPPORT_PASSWORD": "x"}
    assert CliRunner().invoke(cli, ["init", str(shop)], env=env).exit_code == 0
    config = shop / "keepword.toml"
    settings = f'[embeddings]\nkind = "openai"\nname = "small"\nbase_url = "{server.url}"\n'
    config.write_text(config.read_text().replace("[embeddings]\n", settings), encoding="utf-8")
    (shop / "knowledge" / "money.md").write_text("# Sums\nWe refunded all.\n", encoding="utf-8")
    command = ["--config", str(config), "--json", "knowledge", "test", "Reimburse?"]
    shown = CliRunner().invoke(cli, command, env=env)
    passages = [json.loads(line) for line in shown.stdout.splitlines()]
    assert "money#sums" in [p["id"] for p in passages if p["found"] == "meaning"]
    assert all(p["meaning"] > 0.2 for p in passages)
    server.instead = (500, "{}")
    shown = CliRunner().invoke(cli, command, env=env)
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert "searched by words alone: embeddings small at" in shown.stderr
