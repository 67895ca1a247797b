"""Secrets, logins and plaintext in `keepword.toml`: where a secret comes from, and where it never goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from settings_made import IMAP, MAILBOX, SMTP

from keepword.config import Secret, Settings

Settle = Callable[..., Settings]
Faults = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("reference", "fault"),
    [
        ('"hunter2-hunter2-hunter2-hunter2-hunter2"', "a secret may not stand in the file"),
        ('{ env = "NOT_SET" }', "the environment variable NOT_SET is not set"),
        ('{ env = "MAIL_PASSWORD" }', "the secret is shorter than 32 characters"),
        ('{ file = "gone" }', "the secret's file "),
        ('{ vault = "x" }', "a secret cannot come from `vault`"),
        ('{ env = "A", file = "b" }', "is no reference to a secret"),
        ('{ env = "hunter2!" }', "env holds no name of an environment variable"),
        ('{ file = "~nobody-of-that-name/x" }', "the secret's file "),
        ('{ file = "a\\u0000b" }', "the secret's file "),
        ("{ env = 1 }", "is no reference to a secret"),
        ("7", "is no reference to a secret"),
    ],
)
def test_a_secret_is_a_reference_that_leads_somewhere(faults: Faults, minimal: str, reference: str, fault: str) -> None:
    """Literals, missing variables and files, and short secrets are faults that repeat no secret."""
    (found,) = faults(minimal.replace('{ env = "KEEPWORD_SECRET" }', reference))
    assert found.startswith(f"keepword.toml:2: app.secret: {fault}")
    assert "hunter2" not in found


def test_a_secret_may_come_from_a_file(settle: Settle, minimal: str, tmp_path: Path) -> None:
    """The text of the file is the secret, without the line end that editors put there."""
    (tmp_path / "key").write_text("k" * 40 + "\n", "utf-8")
    settings = settle(minimal.replace('{ env = "KEEPWORD_SECRET" }', '{ file = "key" }'))
    assert "k" * 40 == settings.app.secret.reveal()


def test_secrets_show_nowhere(settle: Settle, env: dict[str, str]) -> None:
    """No repr, str, dump or JSON of the settings holds a secret."""
    settings = settle()
    shown = [repr(settings), str(settings.app), str(settings.app.secret), f"{settings.app.model_dump()}"]
    shown += [settings.app.model_dump_json(), *(m.model_dump_json() for m in settings.mailboxes)]
    assert [] == [text for text in shown for secret in env.values() if secret in text]
    assert env["MAIL_PASSWORD"] == settings.mailboxes[0].imap.password.reveal()  # type: ignore[union-attr]
    assert Secret("a") == Secret("a") != Secret("b")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "localhost", "::1", "LOCALHOST"])
def test_plaintext_is_allowed_on_this_machine(settle: Settle, host: str) -> None:
    """Loopback needs no TLS."""
    settings = settle(f'{MAILBOX}{IMAP}smtp = {{ host = "{host}", tls = "none" }}\n')
    assert "none" == settings.mailboxes[0].smtp.tls


def test_plaintext_to_another_machine_must_be_meant(settle: Settle, faults: Faults) -> None:
    """A host elsewhere needs the operator's word."""
    meant = settle(f'{MAILBOX}{IMAP}smtp = {{ host = "mail", tls = "none", allow_plaintext = true }}\n')
    assert meant.mailboxes[0].smtp.allow_plaintext
    (fault,) = faults(f'{MAILBOX}{IMAP}smtp = {{ host = "localhost.example.com", tls = "none" }}\n')
    assert "allow_plaintext = true" in fault


@pytest.mark.parametrize(
    ("login", "fault"),
    [
        (
            'oauth2 = { provider = "google", client_id = "c" }, password = { env = "MAIL_PASSWORD" }',
            "imap.oauth2: stands",
        ),
        (
            'oauth2 = { provider = "gogle", client_id = "c" }',
            "imap.oauth2.provider: 'gogle' is not known here; did you",
        ),
        ('oauth2 = { provider = "google" }', "imap.oauth2.client_id: is missing"),
    ],
)
def test_a_login_is_either_password_or_oauth2(faults: Faults, login: str, fault: str) -> None:
    """Two logins, unknown providers and missing parts are faults."""
    (found,) = faults(f'{MAILBOX}imap = {{ host = "h", user = "u", {login} }}\n{SMTP}')
    assert found.startswith(f"keepword.toml:6: mailbox[0].{fault}")


def test_oauth2_is_read(settle: Settle, tmp_path: Path) -> None:
    """A login with OAuth 2.0 needs no password, and its file lies beside the settings."""
    login = 'oauth2 = { provider = "microsoft", client_id = "c", token_file = "t.json" }'
    oauth2 = settle(f'{MAILBOX}imap = {{ host = "h", user = "u", {login} }}\n{SMTP}').mailboxes[0].imap.oauth2
    assert oauth2 is not None
    assert ("common", tmp_path / "t.json") == (oauth2.tenant, oauth2.token_file)


def test_the_model_key_comes_from_the_usual_variable(settle: Settle, minimal: str, env: dict[str, str]) -> None:
    """Without `api_key` the environment's OPENAI_API_KEY is taken; a server of one's own needs none."""
    env["OPENAI_API_KEY"] = "from-env"
    usual = settle(f'[model]\nkind = "openai"\nname = "m"\n{minimal}')
    del env["OPENAI_API_KEY"]
    own = settle(f'[model]\nkind = "openai"\nname = "m"\nbase_url = "http://127.0.0.1:8080/v1"\n{minimal}')
    assert (Secret("from-env"), None) == (usual.api_key, own.api_key)
