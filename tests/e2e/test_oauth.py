"""A mailbox with OAuth 2.0 on real servers: log in once, answer mail, survive what ends a token. Wants `--dovecot`."""

from __future__ import annotations

import base64
import json
import re
import shutil
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from dovecot import make_home
from dovecot_post import DovecotPost
from post import User
from shop import AUTHSERV_ID, KEEPWORD, Customer, Shop, until
from smtp_front import SmtpFront, _Hook
from token_server import TokenServer, browse

pytestmark = pytest.mark.dovecot

PASSDB = """
auth_mechanisms = plain login xoauth2 oauthbearer
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {file}
}}
"""
INTROSPECTION = """
introspection_mode = post
introspection_url = {url}/introspect
username_attribute = username
active_attribute = active
active_value = true
"""

DESK = """
[[mailbox]]
name = "support"
address = "{address}"
mode = "auto"
authserv_id = "{authserv_id}"
backlog = "answer"
imap = {{ host = "127.0.0.1", port = {imap}, tls = "none", user = "{address}", oauth2 = {oauth2} }}
smtp = {{ host = "127.0.0.1", port = {smtp}, tls = "none", user = "{address}", oauth2 = {oauth2} }}
"""


class OauthHook(_Hook):
    """Lets in whom the token server knows, by XOAUTH2 alone."""

    def __init__(self, front: SmtpFront, tokens: TokenServer) -> None:
        super().__init__(front)
        self._tokens = tokens
        self.refused = 0

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take mail from those alone who have logged in."""
        if not session.authenticated:
            return "530 5.7.0 Authentication required"
        return await super().handle_MAIL(server, session, envelope, address, options)

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802 - aiosmtpd's name
        """Check the token; a refusal first tells its reasons, as Gmail and Exchange do."""
        fields = base64.b64decode(args[1]).decode().split("\x01")
        if fields[1].removeprefix("auth=Bearer ") in self._tokens.access_tokens:
            return AuthResult(success=True, auth_data=fields[0])
        self.refused += 1
        await server.push("334 " + base64.b64encode(b'{"status":"401"}').decode())
        await server._reader.readline()
        return AuthResult(success=False, handled=False)


class OauthFront(SmtpFront):
    """The SMTP front with a login."""

    def __init__(self, lmtp: int, tokens: TokenServer) -> None:
        super().__init__(lmtp)
        self.hook = OauthHook(self, tokens)

    def _session(self) -> SMTP:
        return SMTP(
            self.hook,
            hostname="front.example.com",
            loop=self._loop,
            auth_require_tls=False,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
        )


@pytest.fixture
def tokens(tmp_path: Path) -> Iterator[TokenServer]:
    """Return the provider."""
    server = TokenServer(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def oauth_post(tokens: TokenServer) -> Iterator[DovecotPost]:
    """Return Dovecot, which asks the provider whether a token is good, for IMAP; and a front that does so for SMTP."""
    home = make_home()
    file = home / "oauth2.conf.ext"
    file.write_text(INTROSPECTION.format(url=tokens.plain_url))
    post = DovecotPost(PASSDB.format(file=file))
    yield post
    post.stop()
    shutil.rmtree(home)


@pytest.fixture
def front(oauth_post: DovecotPost, tokens: TokenServer) -> Iterator[OauthFront]:
    """Return the SMTP front."""
    front = OauthFront(oauth_post.dovecot.ports.lmtp, tokens)
    front.start()
    yield front
    front.stop()


@pytest.fixture
def support(oauth_post: DovecotPost, tokens: TokenServer) -> User:
    """Return the support mailbox's user, whose name the tokens carry."""
    user = oauth_post.user("support")
    tokens.user = user.address
    return user


@pytest.fixture
def customer(oauth_post: DovecotPost) -> User:
    """Return a customer's user."""
    return oauth_post.user("anna", domain="example.org")


@pytest.fixture
def shop(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    oauth_post: DovecotPost,
    front: OauthFront,
    support: User,
    tokens: TokenServer,
) -> Shop:
    """Return a shop whose one mailbox logs in by OAuth 2.0; at Microsoft unless a test says else."""
    shop = Shop(tmp_path / "shop", oauth_post)  # type: ignore[arg-type]
    shop.desks.append(support)
    desk = DESK.format(
        address=support.address,
        authserv_id=AUTHSERV_ID,
        imap=oauth_post.address.imap,
        smtp=front.port,
        oauth2=tokens.settings(getattr(request, "param", "microsoft")),
    )
    shop.settings(desk)
    return shop


def log_in(shop: Shop, tokens: TokenServer) -> str:
    """Run `keepword login support` and do what it says; return all that it wrote."""
    words = [*KEEPWORD, "--config", str(shop.folder / "keepword.toml"), "login", "support"]
    with subprocess.Popen(words, env=shop.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        seen: list[str] = []
        reader = threading.Thread(target=lambda: seen.extend(process.stderr or ()), daemon=True)
        reader.start()
        url = until(lambda: next(re.finditer(r"https://\S+", "".join(seen)), None)).group()
        if "/authorize" in url:
            browse(url, tokens.authority)
        out = process.stdout.read()
        reader.join(30)
    assert process.returncode == 0, "".join(seen)
    return out + "".join(seen)


def write(shop: Shop, customer: User, text: str = "What are your opening hours?") -> Any:
    """Let a customer's mail arrive."""
    return Customer(shop, customer).write(text)


@pytest.mark.parametrize("shop", ["google", "microsoft"], indirect=True)
def test_log_in_once_and_answer(
    shop: Shop, tokens: TokenServer, oauth_post: DovecotPost, customer: User, support: User
) -> None:
    """After one login the agent reads by IMAP, sends by SMTP, and keeps its tokens to itself."""
    said = log_in(shop, tokens)
    write(shop, customer)
    [line] = shop.poll(expect=(0, 1))
    assert line["outcome"] in {"replied", "handoff"}, line
    assert 1 == len(oauth_post.mails(customer))
    path = shop.folder / "data" / "support.token"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [t for t in (*tokens.access_tokens, *tokens.refresh_tokens) if t in said] == []


def test_before_the_login_it_says_what_to_do(
    shop: Shop, customer: User, oauth_post: DovecotPost, support: User
) -> None:
    """Nothing is flagged or answered, and health names the mailbox and the command."""
    write(shop, customer)
    done = shop.command("run", "--once", expect=(3,))
    assert "keepword login support" in done.stderr
    health = shop.json("health", expect=(1,))
    assert ("failing", True) == (health["status"], health["mailboxes"][0]["needs_reauth"])
    assert [set()] == [f - {"\\Recent"} for f in oauth_post.flags(support)]


def test_a_withdrawn_token_is_replaced(
    shop: Shop, tokens: TokenServer, oauth_post: DovecotPost, front: OauthFront, customer: User
) -> None:
    """A token that the servers no longer take, though its time is not over, costs one renewal and no mail."""
    log_in(shop, tokens)
    age(shop)
    tokens.access_tokens.clear()
    write(shop, customer)
    shop.poll(expect=(0, 1))
    assert (1, 1, 0) == (len(oauth_post.mails(customer)), tokens.grants["refresh_token"], front.hook.refused)


def test_the_outbox_replaces_a_withdrawn_token_too(
    shop: Shop, tokens: TokenServer, front: OauthFront, oauth_post: DovecotPost, customer: User
) -> None:
    """SMTP alone is refused (the mail was read while the token was good): it gets another one, once."""
    log_in(shop, tokens)
    age(shop)
    good = front.hook.auth_XOAUTH2

    async def refusing_once(server: SMTP, args: list[str]) -> AuthResult:
        if not front.hook.refused:
            tokens.access_tokens.clear()
        return await good(server, args)

    front.hook.auth_XOAUTH2 = refusing_once  # type: ignore[method-assign]
    write(shop, customer)
    shop.poll(expect=(0, 1))
    assert (1, 1, 1) == (len(oauth_post.mails(customer)), tokens.grants["refresh_token"], front.hook.refused)


def test_a_login_that_ended_is_a_state_until_the_next_one(
    shop: Shop, tokens: TokenServer, oauth_post: DovecotPost, customer: User
) -> None:
    """`invalid_grant` is asked about once, shown in health, and ended by a new login; the mail waits and is answered."""
    log_in(shop, tokens)
    tokens.access_tokens.clear()
    tokens.refresh_tokens.clear()
    age(shop)
    write(shop, customer)
    for _ in range(2):
        assert "invalid_grant" in shop.command("run", "--once", expect=(3,)).stderr
    assert 1 == tokens.grants["refresh_token"]
    health = shop.json("health", expect=(1,))
    assert ["needs_reauth"] == [p["kind"] for p in health["problems"]]
    log_in(shop, tokens)
    shop.poll(expect=(0, 1))
    assert 1 == len(oauth_post.mails(customer))
    assert [] == shop.json("health", expect=(0, 1))["problems"]


def age(shop: Shop) -> None:
    """Make the kept token older than what is renewed at no server's word."""
    path = shop.folder / "data" / "support.token"
    kept = json.loads(path.read_text())
    path.write_text(json.dumps({**kept, "issued_at": kept["issued_at"] - 1_000}))
