"""A provider's answers over HTTP: bounded in time, and told as our own errors without a secret in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import requests

from keepword.agent.logins.oauth import USUAL_LIFE, Granted, GrantRefused, OAuthAccount
from keepword.errors import Unreachable

TIMEOUT = (10.0, 20.0)
"""Seconds to connect and to wait for an answer."""

FINAL = frozenset({"invalid_grant", "interaction_required", "consent_required", "login_required"})
"""Errors (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6) after which this refresh token will never work again."""

PASSING = frozenset({"temporarily_unavailable", "server_error", "slow_down"})

MAX_WORDS = 300


class Session(requests.Session):
    """A session whose every request ends in time."""

    def __init__(self, account: OAuthAccount) -> None:
        super().__init__()
        if account.ca_file:
            self.verify = account.ca_file
            self.trust_env = False

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request, with our patience where none is given."""
        kwargs["timeout"] = TIMEOUT
        return super().request(*args, **kwargs)


@contextmanager
def told(who: str) -> Iterator[None]:
    """Turn a dead link or a senseless answer into `Unreachable`."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError) as error:
        raise Unreachable(f"{who}: no usable answer on the login: {type(error).__name__}") from None


def granted(who: str, answer: Mapping[str, Any]) -> Granted:
    """Read a token server's answer (RFC 6749, 5.1); raise `GrantRefused` or `Unreachable` for an error (5.2)."""
    if "error" in answer:
        raise refusal(who, str(answer["error"]), str(answer.get("error_description") or ""))
    refresh = answer.get("refresh_token")
    return Granted(str(answer["access_token"]), float(answer.get("expires_in") or USUAL_LIFE), refresh or None)


def refusal(who: str, code: str, words: str) -> GrantRefused | Unreachable:
    """Return the error for a token server's refusal."""
    said = " ".join(f"{who}: the login was refused: {code} {words}".split())[:MAX_WORDS]
    return Unreachable(said) if code in PASSING else GrantRefused(said, final=code in FINAL)
