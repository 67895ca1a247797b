"""Logging in with a token: XOAUTH2, and once more with another token where the first is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from keepword.agent.logins.login import Token, xoauth2
from keepword.agent.mail.imap.account import ImapAccount
from keepword.agent.mail.imap.faults import told_of_login
from keepword.errors import NeedsReauth


def log_in_by_token(client: Any, account: ImapAccount, token: Token) -> None:
    """Log in over an open IMAP connection; raise `NeedsReauth` where the second token is refused too."""
    first = token()
    try:
        _authenticate(client, account, first)
    except NeedsReauth:
        # It may have been withdrawn, or our clock be wrong: `AccessTokenExpired` comes before its time.
        _authenticate(client, account, token(first))


def _authenticate(client: Any, account: ImapAccount, token: str) -> None:
    # With the token in the password's place it is hidden from whatever the server says.
    with told_of_login(replace(account, password=token)):
        client.sasl_login("XOAUTH2", Xoauth2(account.user, token))


class Xoauth2:
    """The client's side: the token first, then an empty line to the server's reasons, so that its verdict may come."""

    def __init__(self, user: str, token: str) -> None:
        self._first = xoauth2(user, token).encode()
        self._said = False

    def __call__(self, challenge: bytes) -> bytes:
        """Answer a challenge."""
        said, self._said = self._said, True
        return b"" if said else self._first
