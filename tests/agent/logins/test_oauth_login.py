"""A person's first login: by a code on another device, or by a browser that comes back to this machine."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from token_server import CLIENT, TENANT, TokenServer, browse

from keepword.agent.logins.google import Google
from keepword.agent.logins.microsoft import Microsoft
from keepword.agent.logins.oauth import GrantRefused, OAuthAccount
from keepword.agent.logins.redirect import Redirect, challenge
from keepword.errors import NeedsReauth, UsageError


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TokenServer]:
    """Return a token server where a person agrees to everything."""
    server = TokenServer(tmp_path)
    server.start()
    yield server
    server.stop()


def google(server: TokenServer) -> Google:
    """Return Google, at our server."""
    account = OAuthAccount("support", server.user, CLIENT, ca_file=str(server.authority))
    return Google(account, f"{server.url}/authorize", f"{server.url}/token")


def microsoft(server: TokenServer, secret: str | None = None) -> Microsoft:
    """Return Microsoft, at our server."""
    account = OAuthAccount("support", server.user, CLIENT, secret, ca_file=str(server.authority))
    return Microsoft(account, f"{server.url}/{TENANT}")


def browser(server: TokenServer, change: Callable[[str], str] = str) -> Callable[[str], None]:
    """Return what opens an address as a browser does, following where it is sent; `change` alters where it goes first."""
    return lambda url: threading.Thread(target=lambda: browse(change(url), server.authority), daemon=True).start()


def test_google_by_a_redirect(server: TokenServer) -> None:
    """The browser brings a code, which is traded under PKCE for tokens that can be renewed."""
    with Redirect() as redirect:
        granted = google(server).log_in_by_redirect(redirect, browser(server))
    assert granted.access_token in server.access_tokens
    assert {granted.refresh_token} == server.refresh_tokens


def test_google_is_asked_for_what_we_need(server: TokenServer) -> None:
    """Offline access to mail for this user, with a state and a challenge; nothing secret stands in the address."""
    shown: list[str] = []
    with Redirect(patience=0) as redirect, pytest.raises(NeedsReauth, match="did not come back in time"):
        google(server).log_in_by_redirect(redirect, shown.append)
    asked = {name: values[0] for name, values in parse_qs(urlsplit(shown[0]).query).items()}
    assert ("https://mail.google.com/", "offline", "S256", server.user, redirect.uri) == (
        asked["scope"],
        asked["access_type"],
        asked["code_challenge_method"],
        asked["login_hint"],
        asked["redirect_uri"],
    )
    assert len(asked["state"]) >= 40


def test_another_logins_way_back_is_refused(server: TokenServer) -> None:
    """A page that sends the browser to us with its own code cannot make us use its account (RFC 6749, 10.12)."""
    with Redirect() as redirect, pytest.raises(NeedsReauth, match="another login"):
        google(server).log_in_by_redirect(
            redirect, browser(server, lambda _: f"{redirect.uri}?code=theirs&state=theirs")
        )
    assert server.grants == {}


def test_a_stolen_code_is_worth_nothing(server: TokenServer) -> None:
    """Without the verifier that began the login, the code is not traded."""
    other = challenge("somebody else's verifier")

    def swapped(url: str) -> str:
        began = parse_qs(urlsplit(url).query)["code_challenge"][0]
        return url.replace(began, other)

    with Redirect() as redirect, pytest.raises(GrantRefused, match="invalid_grant"):
        google(server).log_in_by_redirect(redirect, browser(server, swapped))


def test_what_else_a_browser_asks_for_is_not_the_way_back(server: TokenServer) -> None:
    """A request for the page's icon is answered with 404 and waited over."""
    statuses: list[int] = []

    def icon(url: str) -> str:
        try:
            urllib.request.urlopen(f"{redirect.uri}favicon.ico", timeout=10)
        except urllib.error.HTTPError as error:
            statuses.append(error.code)
            error.close()
        return url

    with Redirect() as redirect:
        granted = google(server).log_in_by_redirect(redirect, browser(server, icon))
    assert ([404], True) == (statuses, granted.access_token in server.access_tokens)


def test_a_person_who_declines(server: TokenServer) -> None:
    """No is an answer, at both ways."""
    server.approved = False
    with Redirect() as redirect, pytest.raises(NeedsReauth, match="access_denied"):
        google(server).log_in_by_redirect(redirect, browser(server))
    with pytest.raises(GrantRefused, match="access_denied"):
        microsoft(server).log_in_by_device(lambda _: None)


def test_microsoft_by_a_device_code(server: TokenServer) -> None:
    """The person is told the address and the code; the tokens come once they are entered."""
    shown: list[str] = []
    granted = microsoft(server).log_in_by_device(shown.append)
    assert [f"To sign in, open {server.url}/enter and enter the code ABCD-EFGH"] == shown
    assert (True, {"device_code": 1}) == (granted.access_token in server.access_tokens, server.grants)


def test_microsoft_with_a_secret_by_a_redirect(server: TokenServer) -> None:
    """A registration with a secret has no device flow: the browser comes back, under PKCE too."""
    with Redirect(name="localhost") as redirect:
        granted = microsoft(server, "hush").log_in_by_redirect(redirect, browser(server))
    assert (True, {"authorization_code": 1}) == (granted.access_token in server.access_tokens, server.grants)
    assert microsoft(server, "hush").renew(str(granted.refresh_token)).access_token in server.access_tokens


def test_a_port_in_use_is_told() -> None:
    """A port that somebody holds is a matter of naming another."""
    with Redirect() as redirect, pytest.raises(UsageError, match=rf"port {redirect.port} cannot be listened on"):
        Redirect(redirect.port)
