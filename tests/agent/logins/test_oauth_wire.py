"""From the settings to a login: one file of tokens for both servers, the provider's library only where it is wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keepword.agent.logins.google import Google
from keepword.agent.logins.microsoft import Microsoft
from keepword.agent.wire import mailbox_of, oauth_account_of, outbox_of, provider_of, token_file_of
from keepword.config import Settings, load
from keepword.errors import ConfigurationError

ENV = {"KEEPWORD_SECRET": "k" * 32, "CLIENT_SECRET": "hush", "PASSWORD": "p"}
SETTINGS = """
[app]
secret = {{ env = "KEEPWORD_SECRET" }}

[[mailbox]]
name = "support"
address = "support@example.com"
imap = {{ host = "imap.example.com", user = "s", {login} }}
smtp = {{ host = "smtp.example.com", user = "s", {login} }}
"""


def settings(folder: Path, login: str) -> Settings:
    """Return settings with this login at both servers."""
    (folder / "keepword.toml").write_text(SETTINGS.format(login=login), "utf-8")
    return load(folder / "keepword.toml", ENV)


def oauth2(provider: str, more: str = "") -> str:
    """Write a login with OAuth 2.0."""
    return f'oauth2 = {{ provider = "{provider}", client_id = "c"{more} }}'


@pytest.mark.parametrize(("name", "kind"), [("google", Google), ("microsoft", Microsoft)])
async def test_a_login_is_wired_at_both_servers(tmp_path: Path, name: str, kind: type) -> None:
    """IMAP and SMTP get a token each, and both keep it in the mailbox's one file."""
    made = settings(tmp_path, oauth2(name, ', client_secret = { env = "CLIENT_SECRET" }'))
    [box] = made.mailboxes
    edges: list[Any] = [mailbox_of(box, made), outbox_of(box, made)]
    for edge in edges:
        await edge.close()
    tokens: list[Any] = [e.account.token for e in edges]
    assert [tmp_path / "data" / "support.token"] * 2 == [t._file.path for t in tokens]
    assert [kind] * 2 == [type(t._provider) for t in tokens]
    assert ["hush"] * 2 == [t._account.client_secret for t in tokens]
    assert [None] * 2 == [e.account.password for e in edges]


def test_a_file_of_the_operators_choice(tmp_path: Path) -> None:
    """`token_file` is relative to the settings."""
    made = settings(tmp_path, oauth2("google", ', token_file = "keys/a.token"'))
    [box] = made.mailboxes
    assert box.imap.oauth2 is not None
    assert tmp_path / "keys" / "a.token" == token_file_of(box, box.imap.oauth2, made)


@pytest.mark.parametrize(("provider", "package"), [("google", "google.auth"), ("microsoft", "msal")])
def test_a_missing_package_is_a_fault_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, provider: str, package: str
) -> None:
    """Without the extra, the start says how to get it."""
    monkeypatch.delitem(sys.modules, f"keepword.agent.logins.{provider}")
    for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    [box] = settings(tmp_path, oauth2(provider)).mailboxes
    assert box.imap.oauth2 is not None
    with pytest.raises(ConfigurationError, match=r"pip install 'keepword\[oauth\]'"):
        provider_of(oauth_account_of(box, box.imap, box.imap.oauth2), box.imap.oauth2)


PASSWORD = """
import sys
from pathlib import Path
from keepword.config import load
from keepword.agent.wire import mailbox_of, outbox_of
made = load(Path(sys.argv[1]), {"KEEPWORD_SECRET": "k" * 32, "PASSWORD": "p"})
import asyncio
box = mailbox_of(made.mailboxes[0], made)
outbox_of(made.mailboxes[0], made)
asyncio.run(box.close())
print([m for m in ("msal", "google.auth", "requests") if m in sys.modules])
"""


def test_a_password_loads_no_library_of_a_provider(tmp_path: Path) -> None:
    """Who logs in with a password needs none of them."""
    settings(tmp_path, 'password = { env = "PASSWORD" }')
    words = [sys.executable, "-c", PASSWORD, str(tmp_path / "keepword.toml")]
    assert "[]\n" == subprocess.run(words, capture_output=True, text=True, check=True, timeout=120).stdout
