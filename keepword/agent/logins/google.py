"""Tokens for Google mail: renewed by Google's own library (google-auth), first had by a redirect to this machine.

Google's device flow gives no access to mail, so a person's browser has to come back to a loopback address (RFC 8252, 7.3).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC

from google.auth.exceptions import GoogleAuthError, RefreshError
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials

from keepword.agent.logins.oauth import USUAL_LIFE, Granted, OAuthAccount
from keepword.agent.logins.oauth_http import Session, granted, refusal, told
from keepword.agent.logins.redirect import Redirect, challenge, query, secret_word
from keepword.errors import Unreachable

AUTH_URI = "https://accounts.google.com/o/oauth2/v2/auth"
TOKEN_URI = "https://oauth2.googleapis.com/token"  # noqa: S105 - an address
SCOPES = ("https://mail.google.com/",)
"""The one scope with which Gmail lets in IMAP and SMTP."""

WHO = "Google"


class Google:
    """A registration at Google, of the kind "desktop app"."""

    def __init__(self, account: OAuthAccount, auth_uri: str = AUTH_URI, token_uri: str = TOKEN_URI) -> None:
        self._account = account
        self._auth_uri = auth_uri
        self._token_uri = token_uri
        self._scopes = account.scopes or SCOPES

    def renew(self, refresh_token: str) -> Granted:
        """Trade a refresh token for an access token; Google seldom gives another refresh token."""
        credentials = Credentials(  # type: ignore[no-untyped-call]
            token=None,
            refresh_token=refresh_token,
            token_uri=self._token_uri,
            client_id=self._account.client_id,
            client_secret=self._account.client_secret or "",
        )
        try:
            with told(WHO):
                credentials.refresh(Request(session=Session(self._account)))  # type: ignore[no-untyped-call]
                return _granted(credentials)
        except RefreshError as error:
            raise _refused(error) from None
        except GoogleAuthError as error:
            raise Unreachable(f"{WHO}: no usable answer on the login: {type(error).__name__}") from None

    def log_in_by_redirect(self, redirect: Redirect, show: Callable[[str], None]) -> Granted:
        """Send a person's browser to Google and trade the code that it brings back, under PKCE (RFC 7636)."""
        state, verifier = secret_word(), secret_word()
        asked = {
            "client_id": self._account.client_id,
            "redirect_uri": redirect.uri,
            "response_type": "code",
            "scope": " ".join(self._scopes),
            "state": state,
            "code_challenge": challenge(verifier),
            "code_challenge_method": "S256",
            "access_type": "offline",
            "prompt": "consent",
            "login_hint": self._account.user,
        }
        show(f"{self._auth_uri}?{query(asked)}")
        return self._traded(redirect.code(state), redirect.uri, verifier)

    def _traded(self, code: str, redirect_uri: str, verifier: str) -> Granted:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
            "client_id": self._account.client_id,
            "client_secret": self._account.client_secret or "",
        }
        with told(WHO):
            return granted(WHO, Session(self._account).post(self._token_uri, data=form).json())


def _granted(credentials: Credentials) -> Granted:
    ends = credentials.expiry
    life = ends.replace(tzinfo=UTC).timestamp() - time.time() if ends else USUAL_LIFE
    return Granted(str(credentials.token), life, credentials.refresh_token)


def _refused(error: RefreshError) -> Exception:
    answer = next((a for a in error.args if isinstance(a, dict)), None)
    if answer is None or error.retryable:
        return Unreachable(f"{WHO}: no usable answer on the login")
    return refusal(WHO, str(answer.get("error")), str(answer.get("error_description") or ""))
