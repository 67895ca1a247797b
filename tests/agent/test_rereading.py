"""Files that change while the program runs: what is right holds, what is wrong keeps the last good version and is shown."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from office import NOW, Office

from keepword.agent.cli import cli
from keepword.agent.health.notices import LIVES, RENEWED, Notice, Notices, notices
from keepword.agent.health.report import Health, Status, Trouble, examine
from keepword.agent.knowledge.vectors import VectorFile
from keepword.agent.running.daemon import Daemon
from keepword.agent.search.meaning import PAUSE, Meaning
from keepword.agent.wire import House, open_house
from keepword.config import load
from keepword.errors import EmbedderUnreachable
from keepword.memory.ports import Container, Search
from keepword.testing import Counted, MemoryDocuments, ScriptedEmbedder

ENV = {"KEEPWORD_SECRET": "s" * 40, "KEEPWORD_SUPPORT_PASSWORD": "x"}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a shop whose texts stand in files."""
    for name, value in ENV.items():
        monkeypatch.setenv(name, value)
    shop = tmp_path / "shop"
    assert CliRunner().invoke(cli, ["init", str(shop)]).exit_code == 0
    (shop / "signature.txt").write_text("Your shop\n", encoding="utf-8")
    (shop / "sorry.txt").write_text("Hello {name}, a colleague will answer.\n", encoding="utf-8")
    texts = '[guard]\nsignature = { file = "signature.txt" }\nacknowledgement = { file = "sorry.txt" }\n'
    config = shop / "keepword.toml"
    config.write_text(config.read_text("utf-8").replace("[guard]\n", texts), encoding="utf-8")
    return shop


@pytest.fixture
async def daemon(shop: Path) -> AsyncIterator[Daemon]:
    """Return a daemon that is wired and does not run."""
    async with open_house(load(shop / "keepword.toml", ENV)) as house:
        yield Daemon(house)


def house_of(daemon: Daemon) -> House:
    """Return the house by whose terms a daemon goes now."""
    return daemon._house


async def health(daemon: Daemon) -> Health:
    """Return the health as `keepword health` sees it."""
    return await examine(house_of(daemon).store, {}, datetime.now(UTC))


async def test_what_is_right_holds_without_a_restart(daemon: Daemon, shop: Path) -> None:
    """Policy, rules and texts: every desk goes by the new ones from the next mail on; the secret stays."""
    before = house_of(daemon).terms
    await daemon.reread()
    assert house_of(daemon).terms is before
    policy = shop / "policy.toml"
    policy.write_text(policy.read_text("utf-8").replace('"100.00"', '"55.00"'), encoding="utf-8")
    (shop / "signature.txt").write_text("Another shop\n", encoding="utf-8")
    await daemon.reread()
    terms = house_of(daemon).terms
    assert "55.00" in {str(p.max_amount) for p in terms.policy.promises}
    assert "Another shop" in terms.signature
    assert (terms.secret, terms.own) == (before.secret, before.own)
    assert [loop._poller._terms for loop in daemon._loops] == [terms]


FAULTS = [
    ("policy.toml", '[[promise]]\nkind = "refund"\nmax_amount = "-5"\ncurrency = "XXQ"\n', "policy.toml:3"),
    ("promotion.toml", '[[rule]]\nname = "x"\nwrites = "profile.x"\nkeep_for = "never"\n', "promotion.toml:4"),
    ("sorry.txt", "Hello {customer_number}\n", "keepword.toml:"),
    ("keepword.toml", "[app\n", "keepword.toml:1"),
    ("knowledge/returns.md", "no heading at all\n", "returns.md:1"),
    ("knowledge/returns.md", b"# Returns\ncaf\xe9\n", "returns.md:2"),
    ("knowledge/returns.md", "# A\n" + "x" * 50_000_000, "returns.md:1"),
]


@pytest.mark.parametrize(("name", "content", "where"), FAULTS, ids=[f"{f[0]}-{n}" for n, f in enumerate(FAULTS)])
async def test_what_is_wrong_keeps_the_last_good_version(
    daemon: Daemon, shop: Path, name: str, content: str | bytes, where: str
) -> None:
    """Nothing changes but health, which names the file and the line; mended, it is well again, and nothing is told any more."""
    path, good = shop / name, (shop / name).read_bytes()
    before, pages = house_of(daemon).terms, house_of(daemon).knowledge.pages
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    await daemon.learn()
    await daemon.reread()
    assert (house_of(daemon).terms, house_of(daemon).knowledge.pages) == (before, pages)
    told = [p for p in (await health(daemon)).problems if p.kind is Trouble.FILES]
    assert any(where in p.text and p.text.startswith("The last good version is in use: ") for p in told)
    assert (await health(daemon)).status is Status.ATTENTION
    path.write_bytes(good)
    os.utime(path, ns=(1, 1))
    await daemon.learn()
    await daemon.reread()
    assert (await health(daemon)).problems == ()


async def test_an_embedder_that_is_away_is_told(office: Office) -> None:
    """In health, once, as long as it lasts; the colleagues get no mail for it, since mail is answered all the same."""
    embedder = ScriptedEmbedder(("a", "b"))
    embedder.failing = EmbedderUnreachable("embeddings: no connection")
    meaning = Meaning(embedder)
    await meaning.of_question("a", NOW)
    own, other = (Notices(office.store.documents, worker) for worker in ("one", "two"))
    notice = Notice(kind="embeddings", key="embeddings", text=meaning.fault, remedy="wait", since=NOW)
    for worker in (own, other):
        await worker.tell([notice], NOW)
    [problem] = (await examine(office.store, {}, NOW)).problems
    assert (problem.kind, problem.text) == (Trouble.EMBEDDINGS, "embeddings: no connection")
    await own.tell([], NOW)
    assert len((await examine(office.store, {}, NOW)).problems) == 1
    await other.tell([], NOW)
    assert (await examine(office.store, {}, NOW)).problems == ()


async def test_an_embedder_that_is_back_is_noticed_without_a_mail(daemon: Daemon, tmp_path: Path) -> None:
    """While it is away health says so; a minute later it is asked again, and all is well."""
    embedder = ScriptedEmbedder(("a", "b"))
    away = replace(house_of(daemon), meaning=Meaning(embedder), vectors=VectorFile(tmp_path / "vectors"))
    now = NOW
    worker = Daemon(away, lambda: now)
    embedder.failing = EmbedderUnreachable("embeddings: no connection")
    await worker.learn()
    await worker.reread()
    [problem] = (await health(worker)).problems
    assert (problem.kind, "words alone" in problem.text) == (Trouble.EMBEDDINGS, True)
    embedder.failing = None
    await worker.learn()
    assert embedder.asked == []
    now += PAUSE
    await worker.learn()
    await worker.reread()
    assert (await health(worker)).problems == ()


async def test_a_notice_is_written_where_something_changes() -> None:
    """Not every time it is told; again before it expires, since when it lasts staying as it was; and it outlives nobody."""
    now = NOW
    documents = Counted(MemoryDocuments(now=lambda: now))
    worker = Notices(documents, "one")

    def fault(at: datetime, text: str = "a fault") -> Notice:
        return Notice(kind="files", key="files:a", text=text, remedy="mend it", since=at)

    await worker.tell([fault(now)], now)
    await worker.tell([fault(now)], now + RENEWED - timedelta(seconds=1))
    assert documents.writes == 1
    await worker.tell([fault(now, "x" * 5_000)], now)
    assert documents.writes == 2
    await worker.tell([fault(now + RENEWED)], now + RENEWED)
    assert documents.writes == 3
    [notice] = [n async for n in notices(documents)]
    assert (notice.since, len(notice.text)) == (NOW, 7)
    now += LIVES
    assert [n async for n in notices(documents)] == []
    assert [d async for d in documents.find(Container.LEASES, Search())] == []


async def test_a_page_s_date_counts_without_a_change(daemon: Daemon, shop: Path) -> None:
    """A page that is past its date is not said any more, although its file is as it was."""
    page = "---\nid: sale\naudience: customer\nvalid_until: 2026-02-28\n---\n# Winter sale\nHalf price.\n"
    (shop / "knowledge" / "sale.md").write_text(page, encoding="utf-8")
    await daemon.learn()
    knowledge = house_of(daemon).knowledge
    assert "sale#winter-sale" in [p.id for p in knowledge.search("winter sale", 4, date(2026, 2, 28))]
    assert "sale#winter-sale" not in [p.id for p in knowledge.search("winter sale", 4, date(2026, 3, 1))]
