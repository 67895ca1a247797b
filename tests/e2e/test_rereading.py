"""The real daemon while its files change: pages and policy hold without a restart, faults show, and it ends cleanly."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from subprocess import Popen

import pytest
from shop import Customer, Shop, until

from keepword.agent.knowledge.search import Knowledge

PAGE = "---\nid: berlin\naudience: customer\n---\n# Berlin\n\n## Is there a shop in Berlin?\n{}\n"


@pytest.fixture
def daemon(shop: Shop) -> Iterator[Popen[str]]:
    """Return the running daemon of a shop that finds things by their meaning, too, by the model on this machine."""
    shop.settings('\n[embeddings]\nkind = "local"\n')
    process = shop.daemon()
    yield process
    process.kill()
    process.communicate()


def problems(shop: Shop) -> list[str]:
    """Return what health says is wrong with the files."""
    found = shop.json("health", expect=(0, 1))["problems"]
    return [p["text"] for p in found if p["kind"] == "files"]


def learnt(file: Path) -> int:
    """Return how many passages the daemon knows the meaning of."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as vectors:
        return int(vectors.execute("SELECT count(*) FROM vectors").fetchone()[0])
    return 0


def test_files_change_while_it_runs(shop: Shop, customer: Customer, daemon: Popen[str]) -> None:
    """A new page is learnt and answers; a page and a policy that break are told by file and line, and their good versions stay."""
    vectors = shop.folder / "data" / "knowledge-vectors.sqlite"
    passages = sum(len(p.sections) for p in Knowledge.load(shop.folder / "knowledge").pages if not p.internal)
    until(lambda: learnt(vectors) == passages, 120)
    page, policy = shop.folder / "knowledge" / "berlin.md", shop.folder / "policy.toml"
    page.write_text(PAGE.format("Yes, at the old harbour."), encoding="utf-8")
    until(lambda: learnt(vectors) == passages + 1, 120)
    good = policy.read_text("utf-8")
    policy.write_text('[[promise]]\nkind = "refund"\nmax_amount = "-1.00"\ncurrency = "EUR"\n', encoding="utf-8")
    page.write_bytes(b"# Berlin\n\xff\n")
    told = until(lambda: found if len(found := problems(shop)) == 2 else None, 120)
    assert [t for t in told if "policy.toml:3: promise[0].max_amount: " in t]
    assert [t for t in told if "berlin.md:2: byte 0xff is not UTF-8; save it as UTF-8" in t]
    customer.write("Hello,\n\nIs there a shop in Berlin?\n")
    [answer] = until(customer.answers, 120)
    assert b"old harbour" in answer
    policy.write_text(good, encoding="utf-8")
    page.write_text(PAGE.format("Yes, at the new harbour."), encoding="utf-8")
    until(lambda: problems(shop) == [], 120)
    daemon.send_signal(signal.SIGTERM)
    _, log = daemon.communicate(timeout=60)
    assert (daemon.returncode, "Traceback" in log) == (0, False), log
