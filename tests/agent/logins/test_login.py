"""Passwords stay where they are."""

from __future__ import annotations

import base64

import pytest

from keepword.agent.logins.login import HIDDEN, Login
from keepword.agent.mail.imap.account import ImapAccount
from keepword.agent.mail.smtp.account import SmtpAccount


@pytest.mark.parametrize(
    "echo",
    [
        'LOGIN "anna" "pa\\"ss"',
        'bad password: pa"ss',
        "AUTH PLAIN " + base64.b64encode(b'\0anna\0pa"ss').decode(),
        base64.b64encode(b'pa"ss').decode(),
    ],
)
def test_h39_no_form_of_the_password_is_told_on(echo: str) -> None:
    """A server that echoes our login, plain, quoted or encoded, does not make us write it down."""
    redacted = Login("anna", 'pa"ss').redact(echo)
    assert HIDDEN in redacted
    assert 'pa"ss' not in redacted
    assert 'pa\\"ss' not in redacted
    assert base64.b64encode(b'pa"ss').decode() not in redacted


def test_without_a_password_nothing_is_hidden() -> None:
    """Where there is no secret the words stay as they are."""
    assert Login("anna").redact("all of it") == "all of it"


def test_no_repr_shows_a_secret() -> None:
    """Accounts in tracebacks and logs keep their secrets."""
    accounts = (
        ImapAccount("support", "h", password="pass-word", token=lambda: "tok-en"),
        SmtpAccount("support", "h", password="pass-word", token=lambda: "tok-en"),
        Login("anna", "pass-word"),
    )
    assert [a for a in accounts if "pass-word" in repr(a) or "token" in repr(a)] == []
