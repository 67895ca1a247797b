"""Tokens for Microsoft 365, by Microsoft's own library (msal)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msal  # type: ignore[import-untyped]

from keepword.agent.logins.oauth import Granted, OAuthAccount
from keepword.agent.logins.oauth_http import Session, granted, refusal, told
from keepword.agent.logins.redirect import Redirect

LOGIN_SERVER = "https://login.microsoftonline.com"
SCOPES = ("https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send")
"""What reading by IMAP and sending by SMTP need; `offline_access` is added by msal."""

WHO = "Microsoft"


class Microsoft:
    """A registration at Microsoft. `authority` is the login server with the tenant, such as `…microsoftonline.com/common`."""

    def __init__(self, account: OAuthAccount, authority: str) -> None:
        self._account = account
        self._authority = authority
        self._scopes = list(account.scopes or SCOPES)

    def renew(self, refresh_token: str) -> Granted:
        """Trade a refresh token for an access token and, since Microsoft rotates them, the next refresh token."""
        with told(WHO):
            return granted(WHO, self._app().acquire_token_by_refresh_token(refresh_token, self._scopes))

    def log_in_by_device(self, show: Callable[[str], None]) -> Granted:
        """Have a person enter a code on any device (RFC 8628), and wait for it; `show` gets what the person must do."""
        with told(WHO):
            app = self._app()
            flow = app.initiate_device_flow(self._scopes)
            if "user_code" not in flow:
                raise refusal(WHO, str(flow.get("error")), str(flow.get("error_description") or ""))
            show(str(flow["message"]))
            return granted(WHO, app.acquire_token_by_device_flow(flow))

    def log_in_by_redirect(self, redirect: Redirect, show: Callable[[str], None]) -> Granted:
        """Send a person's browser to Microsoft and take the code from its way back: for registrations with a secret."""
        with told(WHO):
            app = self._app()
            flow = app.initiate_auth_code_flow(
                self._scopes,
                redirect_uri=redirect.uri,
                login_hint=self._account.user,
                response_mode="form_post",  # keeps the code out of the browser's history (RFC 9700, 4.3.1)
            )
            show(str(flow["auth_uri"]))
            return granted(WHO, app.acquire_token_by_auth_code_flow(flow, redirect.wait()))

    def _app(self) -> Any:
        """Make msal's application, anew for each use: it remembers answers, and what we keep we keep in our file."""
        account, known = self._account, self._authority.startswith(LOGIN_SERVER)
        kind = msal.ConfidentialClientApplication if account.client_secret else msal.PublicClientApplication
        return kind(
            account.client_id,
            authority=self._authority,
            client_credential=account.client_secret,
            # An authority that the operator names is not asked about at Microsoft's worldwide cloud.
            instance_discovery=None if known else False,
            http_client=Session(account),
        )
