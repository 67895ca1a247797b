"""Health and alerts with real processes: the daemon's pages, the command, one mail for what needs a person. Wants `--dovecot`."""

from __future__ import annotations

import json
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from post import User
from shop import Customer, Shop, until
from smtp_front import DROP

pytestmark = pytest.mark.dovecot


@pytest.fixture
def colleague(post: DovecotPost) -> User:
    """Return who is told."""
    return post.user("boss", domain="staff.example.com")


@pytest.fixture
def shop(tmp_path: Path, post: DovecotPost, colleague: User) -> Iterator[Shop]:
    """Return a shop with one mailbox, on a server without faults."""
    shop = Shop(tmp_path / "shop", post)
    shop.settings(f'\n[guard]\nhandoff_to = ["{colleague.address}"]\n')
    shop.desk(post.user("support"))
    yield shop
    post.faults.clear()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        return int(holder.getsockname()[1])


def page(port: int, path: str) -> tuple[int, bytes]:
    """Ask for a page; 0 where nobody listens yet."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
    except OSError:
        return 0, b""


def test_a_daemon_tells_how_it_is(shop: Shop, post: DovecotPost) -> None:
    """Once it has polled, both pages are there, the command agrees, and the port is free again after its end."""
    port = free_port()
    shop.settings(f'\n[health]\nlisten = "127.0.0.1:{port}"\n')
    assert 1 == shop.command("health", "--alive", expect=(1,)).returncode
    daemon = shop.daemon()
    try:
        until(lambda: b'"last_good_poll": "' in page(port, "/health")[1])
        status, body = page(port, "/health")
        assert (200, "ok", True) == (status, json.loads(body)["status"], json.loads(body)["alive"])
        assert b'keepword_poll_stalled{mailbox="support"} 0.0' in page(port, "/metrics")[1]
        assert "ok" == shop.json("health")["status"]
        shop.command("health", "--alive")
    finally:
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=60)
    assert (0, 0) == (daemon.returncode, page(port, "/health")[0]), log


def test_an_unknown_reply_is_told_once(shop: Shop, post: DovecotPost, colleague: User) -> None:
    """Lost after its data, it shows in health and in one mail, until the operator decides; the next one is told again."""
    anna = Customer(shop, post.user("anna", domain="example.org"))
    for told in (1, 2):
        post.faults.at["taken"], post.faults.times["taken"] = DROP, 1
        anna.write("What are your opening hours?", subject=f"Question {told}")
        for _ in range(2):
            shop.poll(expect=(0, 1))
        assert told == len(post.mails(colleague))
        health = shop.json("health", expect=(1,))
        assert ("attention", ["unknown_reply"]) == (health["status"], [p["kind"] for p in health["problems"]])
        [reply] = shop.lines("replies", "--state", "unknown")
        assert reply["reply_id"].encode() in post.mails(colleague)[-1]
        shop.json("reply", reply["reply_id"], "confirm")
        assert [] == shop.json("health", expect=(0, 1))["problems"]


def test_a_store_that_is_away(shop: Shop) -> None:
    """A store that cannot be opened is exit code 3, and one JSON object all the same."""
    (shop.folder / "data").write_text("in the way")
    found = shop.json("health", expect=(3,))
    assert ("failing", False) == (found["status"], found["alive"])
