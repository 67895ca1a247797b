"""Access tokens for one account: kept in a file, renewed before they expire, and asked for by one process at a time.

The new tokens are saved before anybody gets to see them, so whatever is used has been written down. A refresh token that the
server no longer takes is a state of the account (`needs_reauth`), noted in the file: nobody asks again until a person has
logged in with `keepword login`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from keepword.agent.logins.oauth_file import TokenFile, Tokens
from keepword.errors import KeepwordError, MailboxUnreachable, NeedsReauth, Unreachable

MARGIN = 300.0
"""Seconds before its end at which a token is renewed; half its life where that is shorter."""
FRESH = 300.0
"""A token younger than this is not renewed because a mail server refused it: another one would fare no better."""
FAILED_PAUSE = 60.0
"""After a failed request the token's server is left alone for so many seconds."""
USUAL_LIFE = 3600.0


@dataclass(frozen=True, slots=True)
class OAuthAccount:
    """An application's registration at a provider, and whose mailbox it reads."""

    mailbox: str
    """The mailbox's name in the settings, for `keepword login NAME`."""
    user: str
    client_id: str
    client_secret: str | None = field(default=None, repr=False)
    scopes: tuple[str, ...] = ()
    ca_file: str | None = None
    """A PEM file of certificates to trust for the provider's servers, in place of the usual ones."""


@dataclass(frozen=True, slots=True)
class Granted:
    """What a provider gave us: an access token, the seconds that it lives, and the next refresh token where it rotates."""

    access_token: str = field(repr=False)
    expires_in: float = USUAL_LIFE
    refresh_token: str | None = field(default=None, repr=False)


class GrantRefused(KeepwordError):
    """The provider refused to renew a login. `final`: this refresh token is worth nothing any more."""

    def __init__(self, message: str, *, final: bool) -> None:
        super().__init__(message)
        self.final = final


class Provider(Protocol):
    """Where tokens come from."""

    def renew(self, refresh_token: str) -> Granted:
        """Trade a refresh token for an access token; raise `GrantRefused`, or `Unreachable` where no answer came."""
        ...


class OAuthToken:
    """The `Token` of one account: may be called from several threads, and by several processes on one file."""

    def __init__(
        self, account: OAuthAccount, file: TokenFile, provider: Provider, *, clock: Callable[[], float] = time.time
    ) -> None:
        self._account = account
        self._file = file
        self._provider = provider
        self._clock = clock
        self._unsaved: tuple[Tokens, Tokens] | None = None
        """What a full disk kept from being saved, behind what the file held then."""
        self._pause: tuple[float, Tokens, KeepwordError] | None = None
        """Until when these tokens are not renewed again, and why."""

    def __call__(self, refused: str = "") -> str:
        """Return a token that is good for a while yet, another than the refused one.

        Raises `NeedsReauth` where a person must act, `MailboxUnreachable` where the provider or the disk fails.
        """
        with self._file.locked():
            tokens = self._kept()
            if tokens.needs_reauth:
                raise self._reauth(tokens.needs_reauth)
            if tokens.access_token != refused and self._good(tokens):
                return tokens.access_token
            self._insist(tokens, refused)
            return self._renewed(tokens)

    def _kept(self) -> Tokens:
        """Return what the file holds; what could not be saved goes there first, unless somebody has logged in since."""
        tokens = self._file.read()
        if tokens is None:
            raise self._reauth("nobody has logged in yet")
        if self._unsaved is not None and self._unsaved[0] == tokens:
            tokens = self._save(tokens, self._unsaved[1])
        if tokens.client_id != self._account.client_id:
            raise self._reauth("the login was made for another client_id")
        return tokens

    def _good(self, tokens: Tokens) -> bool:
        margin = min(MARGIN, (tokens.expires_at - tokens.issued_at) / 2)
        return tokens.access_token != "" and self._clock() < tokens.expires_at - margin

    def _insist(self, tokens: Tokens, refused: str) -> None:
        """Raise where asking the provider makes no sense now."""
        now = self._clock()
        if refused and refused == tokens.access_token and 0 <= now - tokens.issued_at < FRESH:
            raise NeedsReauth(
                f"{self._account.mailbox}: the mail server refuses a new token of {self._account.user}; "
                "see that the user's name is right and that IMAP and SMTP are allowed for it"
            )
        if self._pause is not None and now < self._pause[0] and tokens == self._pause[1]:
            raise self._pause[2]

    def _renewed(self, tokens: Tokens) -> str:
        try:
            granted = self._provider.renew(tokens.refresh_token)
        except GrantRefused as error:
            if error.final:
                self._save(tokens, replace(tokens, access_token="", needs_reauth=str(error)))
            raise self._paused(tokens, self._reauth(str(error))) from None
        except Unreachable as error:
            raise self._paused(tokens, MailboxUnreachable(str(error), retry_after=FAILED_PAUSE)) from None
        self._pause = None
        return self._save(tokens, tokens_of(granted, self._account, self._clock(), tokens.refresh_token)).access_token

    def _paused(self, tokens: Tokens, error: KeepwordError) -> KeepwordError:
        self._pause = (self._clock() + FAILED_PAUSE, tokens, error)
        return error

    def _save(self, before: Tokens, tokens: Tokens) -> Tokens:
        """Save and return the tokens, or keep in mind what could not be saved: a rotated one exists nowhere else."""
        self._unsaved = (before, tokens)
        self._file.write(tokens)
        self._unsaved = None
        return tokens

    def _reauth(self, why: str) -> NeedsReauth:
        return NeedsReauth(f"{self._account.mailbox}: {why}; log in with `keepword login {self._account.mailbox}`")


def tokens_of(granted: Granted, account: OAuthAccount, now: float, refresh_token: str = "") -> Tokens:
    """Return what is to be kept of a grant; a provider that does not rotate leaves us the old refresh token."""
    return Tokens(
        client_id=account.client_id,
        refresh_token=granted.refresh_token or refresh_token,
        access_token=granted.access_token,
        issued_at=now,
        expires_at=now + granted.expires_in,
    )
