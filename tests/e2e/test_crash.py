"""A dozen crashes of the real process on a real server; benchmarks/crash.py makes hundreds, on two servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_load import crash, make_load
from faulty_process import Processes
from shop import Shop

POINTS = [
    "imap.fetch_after.after#1",
    "store.messages.after#2",
    "model.after#1",
    "store.turns.after#1",
    "store.threads.pending.after#1",
    "store.threads.transmitting.after#1",
    "smtp.RCPT.after#1",
    "smtp.body.after#1",
    "smtp.dot.on_the_wire#1",
    "smtp.dot.after#2",
    "store.threads.sent.after#1",
    "imap.append.after#1",
    "imap.mark.after#2",
    "store.leases.mailbox.before#2",
]
DOUBTFUL = {
    "store.threads.transmitting.after#1",
    "smtp.RCPT.after#1",
    "smtp.body.after#1",
    "smtp.dot.on_the_wire#1",
    "smtp.dot.after#2",
}
"""Points at which whoever comes next cannot know whether the mail left."""


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    """Return a server of processes."""
    server = Processes(tmp_path_factory.mktemp("processes"))
    yield server
    server.stop()


@pytest.mark.parametrize("point", POINTS)
def test_killed_anywhere_nothing_is_lost_and_nothing_sent_twice(
    tmp_path: Path, post: DovecotPost, processes: Processes, point: str
) -> None:
    """Every mail is answered once, or its reply is reported as unknown where nobody can know."""
    load = make_load(Shop(tmp_path / "shop", post), post, post.user("support"), seed=1)
    trial = crash(processes, load, [point])
    assert trial.struck == [point.partition("#")[0]]
    assert (trial.verdict.lost, trial.verdict.twice, trial.verdict.faults) == ([], [], [])
    assert len(trial.verdict.unknown) == (point in DOUBTFUL)
