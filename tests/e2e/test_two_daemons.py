"""Two real daemons on one store and one mailbox: one works, one waits; whatever happens to the first, nothing is answered twice."""

from __future__ import annotations

import random
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_load import judge, make_load
from shop import Customer, Shop, until

TAKEOVER = 90
"""Seconds within which a lease that nobody renews has run out and the next owner has begun."""


@pytest.fixture
def daemons() -> Iterator[list[subprocess.Popen[str]]]:
    """Return a list of daemons that are ended with the test, however it ends."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            process.kill()
        process.wait(20)
        if process.stderr is not None:
            process.stderr.close()


def begin(shop: Shop, daemons: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    """Start one more daemon, its log in a file so that no pipe fills up."""
    log = shop.folder / f"daemon-{len(daemons)}.log"
    with log.open("w") as stderr:
        words = [*shop.keepword(), "run"]
        daemons.append(subprocess.Popen(words, env=shop.env, stderr=stderr, text=True))
    return daemons[-1]


def says(shop: Shop, number: int, words: str) -> bool:
    """Say whether a daemon has logged these words."""
    return words in (shop.folder / f"daemon-{number}.log").read_text()


@pytest.fixture
def shop(tmp_path: Path, post: DovecotPost) -> Shop:
    """Return a shop on Dovecot that polls often."""
    post.faults.clear()
    shop = Shop(tmp_path / "shop", post)
    shop.desk(post.user("support"))
    path = shop.folder / "keepword.toml"
    path.write_text(path.read_text().replace('poll_every = "60s"', 'poll_every = "1s"'))
    return shop


@pytest.fixture
def anna(shop: Shop, post: DovecotPost) -> Customer:
    """Return a customer."""
    return Customer(shop, post.user("anna", domain="example.org"))


QUESTION = "Can I return an unused chair?"


def test_the_second_waits_and_begins_when_the_first_is_killed(
    shop: Shop, anna: Customer, daemons: list[subprocess.Popen[str]]
) -> None:
    """A killed daemon's mailbox is taken over at once on the same machine; no mail is lost, none answered twice."""
    first = begin(shop, daemons)
    until(lambda: says(shop, 0, "lease taken"))
    begin(shop, daemons)
    until(lambda: says(shop, 1, "waiting"))
    anna.write(QUESTION)
    until(lambda: len(anna.answers()) == 1)
    first.kill()
    anna.write(QUESTION, "Another")
    until(lambda: len(anna.answers()) == 2)
    assert says(shop, 1, "lease taken")


def test_a_clean_stop_makes_nobody_wait(shop: Shop, anna: Customer, daemons: list[subprocess.Popen[str]]) -> None:
    """A daemon that is told to stop gives its mailbox back, and the next goes on at once."""
    first = begin(shop, daemons)
    until(lambda: says(shop, 0, "lease taken"))
    begin(shop, daemons)
    until(lambda: says(shop, 1, "waiting"))
    first.send_signal(signal.SIGTERM)
    assert first.wait(30) == 0
    anna.write(QUESTION)
    until(lambda: len(anna.answers()) == 1, 20)


def test_run_once_beside_a_daemon_says_who_owns_the_mailbox(shop: Shop, daemons: list[subprocess.Popen[str]]) -> None:
    """One poll beside a running daemon does nothing and says so; no line of a mail that is none."""
    first = begin(shop, daemons)
    until(lambda: says(shop, 0, "lease taken"))
    done = shop.command("--json", "run", "--once", expect=(1,))
    assert ("", True) == (done.stdout, f"process {first.pid}" in done.stderr)


def test_a7_a_stopped_daemon_that_wakes_up_sends_nothing_twice(
    shop: Shop, anna: Customer, post: DovecotPost, daemons: list[subprocess.Popen[str]]
) -> None:
    """A daemon is stopped while it hands a mail over, longer than its lease; another takes over; then the first wakes."""
    first = begin(shop, daemons)
    until(lambda: says(shop, 0, "lease taken"))
    post.faults.at = {"DATA": "STOP"}
    post.front.stops = lambda: first.send_signal(signal.SIGSTOP)
    anna.write(QUESTION)
    until(lambda: post.faults.seen.get("DATA"))
    post.faults.clear()
    begin(shop, daemons)
    until(lambda: says(shop, 1, "lease taken"), TAKEOVER)
    anna.write(QUESTION, "Another")
    until(lambda: len(anna.answers()) == 1)
    first.send_signal(signal.SIGCONT)
    until(lambda: says(shop, 0, "lease lost") or says(shop, 0, "waiting"))
    assert len(anna.answers()) == 1
    [unknown] = shop.lines("replies", "--state", "unknown")
    assert unknown["subject"] == "Re: A question"


@pytest.mark.parametrize("seed", [1, 2])
def test_one_of_two_killed_at_random_again_and_again(
    shop: Shop, post: DovecotPost, daemons: list[subprocess.Popen[str]], tmp_path: Path, seed: int
) -> None:
    """Daemons come and go by kill -9 under a mixed load; at the end every mail has its answer, or is reported."""
    chance = random.Random(seed)  # noqa: S311 - a reproducible mixture, no secret
    load = make_load(Shop(tmp_path / "mixed", post), post, post.user("support"), seed)
    path = load.shop.folder / "keepword.toml"
    path.write_text(path.read_text().replace('poll_every = "60s"', 'poll_every = "1s"'))
    for _ in range(2):
        begin(load.shop, daemons)
    load.arrive()
    for _ in range(4):
        so_much = _logged(load.shop) + chance.randint(200, 1_500)
        until(lambda so_much=so_much: _logged(load.shop) >= so_much)  # type: ignore[misc]
        alive = [d for d in daemons if d.poll() is None]
        chance.choice(alive).kill()
        begin(load.shop, daemons)
        load.arrive()
    until(lambda: judge(load).good, 60)
    for daemon in daemons:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(30)
    verdict = judge(load)
    assert (verdict.lost, verdict.twice, verdict.faults) == ([], [], [])


def _logged(shop: Shop) -> int:
    """Return how many bytes the daemons have logged in all: a measure of work, not of time."""
    return sum(path.stat().st_size for path in shop.folder.glob("daemon-*.log"))
