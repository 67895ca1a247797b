"""The settings of health and of logins with OAuth 2.0: what may be reached, and what must be protected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from keepword.config import Settings, load, load_servers, split_listen
from keepword.errors import ConfigurationError
from keepword.memory.policy import Policy

ENV = {"KEEPWORD_SECRET": "k" * 32, "PASSWORD": "p"}
HEAD = """
[app]
secret = { env = "KEEPWORD_SECRET" }
"""
BOX = """
[[mailbox]]
name = "support"
address = "support@example.com"
smtp = { host = "smtp.example.com", user = "s", password = { env = "PASSWORD" } }
"""
BY_PASSWORD = 'imap = { host = "imap.example.com", user = "s", password = { env = "PASSWORD" } }\n'

Read = Callable[[str], Settings]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Return what reads settings from a text."""

    def read(text: str) -> Settings:
        path = tmp_path / "keepword.toml"
        path.write_text(text, "utf-8")
        return load(path, ENV)

    return read


@pytest.mark.parametrize(
    "lines",
    [
        "",
        'listen = "127.0.0.1:9464"',
        'listen = "[::1]:9464"',
        'listen = "localhost:9464"',
        'listen = "0.0.0.0:9464"\nallow_remote = true',
    ],
)
def test_where_monitors_may_ask(read: Read, lines: str) -> None:
    """Nowhere, on this machine, or anywhere where that is said to be meant."""
    settings = read(f"{HEAD}[health]\n{lines}\n{BOX}{BY_PASSWORD}")
    assert ("listen" in lines) == bool(settings.health.listen)


@pytest.mark.parametrize(
    ("listen", "fault"),
    [
        ("0.0.0.0:9464", "can be reached from other machines; use 127.0.0.1, or add allow_remote = true"),
        ("health.example.com:9464", "can be reached from other machines"),
        ("9464", "no address to listen on; write host:port"),
        ("127.0.0.1", "no address to listen on"),
        ("127.0.0.1:0", "no address to listen on"),
        ("127.0.0.1:65536", "no address to listen on"),
    ],
)
def test_where_monitors_may_not_ask(read: Read, listen: str, fault: str) -> None:
    """The fault names the key and what to do."""
    with pytest.raises(ConfigurationError) as caught:
        read(f'{HEAD}[health]\nlisten = "{listen}"\n{BOX}{BY_PASSWORD}')
    assert [True] == ["health.listen: " in line and fault in line for line in str(caught.value).splitlines()]


def test_an_address_is_divided() -> None:
    """IPv6 stands in brackets."""
    assert (("127.0.0.1", 1), ("::1", 65_535)) == (split_listen("127.0.0.1:1"), split_listen("[::1]:65535"))


@pytest.mark.parametrize("key", ["authority", "auth_uri", "token_uri"])
@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("https://login.example.com/x", True),
        ("http://127.0.0.1:80/x", True),
        ("http://[::1]/x", True),
        ("http://login.example.com/x", False),
        ("http://127.0.0.1.example.com/x", False),
        ("http://localhost@login.example.com/x", False),
        ("ftp://login.example.com/x", False),
    ],
)
def test_a_login_server_is_reached_over_tls(read: Read, key: str, url: str, good: bool) -> None:
    """Tokens and secrets cross no network in the clear."""
    oauth2 = f'{{ provider = "google", client_id = "c", {key} = "{url}" }}'
    text = f'{HEAD}{BOX}imap = {{ host = "imap.example.com", user = "s", oauth2 = {oauth2} }}\n'
    try:
        read(text)
        faults = []
    except ConfigurationError as error:
        faults = str(error).splitlines()
    assert ([] if good else [True]) == [f"oauth2.{key}: " in line for line in faults]


def test_who_looks_after_a_daemon_needs_no_sound_policy(tmp_path: Path) -> None:
    """Where store and mailboxes are is read alone: a fault in what may be said, in whichever file, hinders nobody."""
    (tmp_path / "policy.toml").write_text("[[promise]\n", encoding="utf-8")
    (tmp_path / "promotion.toml").write_bytes(b"\xff")
    path = tmp_path / "keepword.toml"
    path.write_text(
        f'{HEAD}{BOX}{BY_PASSWORD}\n[guard]\nsignature = {{ file = "none.txt" }}\ntone = 3\n', encoding="utf-8"
    )
    with pytest.raises(ConfigurationError):
        load(path, ENV)
    settings = load_servers(path, ENV)
    assert [m.name for m in settings.mailboxes] == ["support"]
    assert (settings.rules, settings.policy) == ((), Policy())
    path.write_text(f"{HEAD}{BOX}{BY_PASSWORD}\n[app\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"keepword\.toml"):
        load_servers(path, ENV)
