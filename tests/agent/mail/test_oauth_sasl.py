"""Logging in with a token at scripted servers: refusals, a session that outlives its token, and secrets that stay secret."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from keepword.agent.logins.login import HIDDEN, Login, xoauth2
from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.mailbox import ImapMailbox
from keepword.agent.mail.smtp.account import SmtpAccount
from keepword.agent.mail.smtp.outbox import SmtpOutbox
from keepword.errors import ConfigurationError, MailboxUnreachable, NeedsReauth, OutboxUnreachable

REASONS = base64.b64encode(b'{"status":"401","schemes":"bearer"}').decode()
MAIL = b"From: a@example.com\r\nTo: b@example.com\r\nMessage-ID: <1@example.com>\r\n\r\nHello\r\n"

Serving = Callable[[Any], Awaitable[None]]


class Source:
    """Gives numbered tokens; each one that is refused is replaced by the next, up to the last."""

    def __init__(self, last: int = 9, error: Exception | None = None) -> None:
        self.number = 1
        self.last = last
        self.error = error
        self.asked: list[str] = []

    def __call__(self, refused: str = "") -> str:
        """Return the token of the hour."""
        self.asked.append(refused)
        if self.error is not None:
            raise self.error
        if refused == f"token-{self.number}":
            if self.number == self.last:
                raise NeedsReauth("the mail server refuses a new token")
            self.number += 1
        return f"token-{self.number}"


@pytest.fixture
def oauth_imap(scripted_imap: type[Any]) -> type[Any]:
    """Return the class of scripted IMAP servers that take the tokens in `good`, and tell reasons before they refuse."""

    class OauthImap(scripted_imap):  # type: ignore[misc]
        good: frozenset[str] = frozenset({"token-1"})
        refusal = "NO [AUTHENTICATIONFAILED] Invalid credentials"
        after_reasons: bytes | None = None

        async def _command(
            self, tag: str, rest: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
        ) -> bool:
            if not rest.startswith("AUTHENTICATE"):
                return bool(await super()._command(tag, rest, reader, writer))
            writer.write(b"+ \r\n")
            said = base64.b64decode(await reader.readline()).decode()
            token = said.split("\x01")[1].removeprefix("auth=Bearer ")
            if token in self.good:
                writer.write(f"{tag} OK welcome\r\n".encode())
                return True
            writer.write(f"+ {REASONS}\r\n".encode())
            self.after_reasons = await reader.readline()
            writer.write(f"{tag} {self.refusal.format(token=token, said=said)}\r\n".encode())
            return True

    return OauthImap


def mailbox(server: Any, token: Source) -> ImapMailbox:
    """Return the mailbox behind a scripted server."""
    account = ImapAccount("support", "127.0.0.1", server.port, "none", "anna", token=token)
    return ImapMailbox(account, patience=Patience(read=5.0, done=1.0))


async def test_the_token_goes_to_imap(serving: Serving, oauth_imap: type[Any]) -> None:
    """A good token logs in, and is asked for once."""
    server, token = oauth_imap(), Source()
    await serving(server)
    box = mailbox(server, token)
    assert (7, [""]) == ((await box.standing()).uidvalidity, token.asked)
    await box.close()


async def test_a_refused_token_is_replaced_once(serving: Serving, oauth_imap: type[Any]) -> None:
    """The refusal's reasons are answered with an empty line, so that the verdict comes; then the next token is tried."""
    server, token = oauth_imap(), Source()
    server.good = frozenset({"token-2"})
    await serving(server)
    box = mailbox(server, token)
    await box.standing()
    assert (["", "token-1"], b"\r\n", 1) == (token.asked, server.after_reasons, server.sessions)
    await box.close()


async def test_two_refused_tokens_are_a_persons_matter(serving: Serving, oauth_imap: type[Any]) -> None:
    """No third one is tried; the error names the user and the server's words."""
    server, token = oauth_imap(), Source()
    server.good = frozenset()
    await serving(server)
    box = mailbox(server, token)
    with pytest.raises(NeedsReauth, match=r"login of anna refused: .*Invalid credentials"):
        await box.standing()
    assert ["", "token-1"] == token.asked
    await box.close()


async def test_a_session_outlives_its_token(serving: Serving, oauth_imap: type[Any]) -> None:
    """`BYE AccessTokenExpired` in the middle of the work: a new session with another token, and the work is done."""
    server, token = oauth_imap(), Source()
    server.mails = {1: MAIL}

    def expired(command: str, _: str) -> bytes | None:
        if command != "FETCH" or server.good != frozenset({"token-1"}):
            return None
        server.good = frozenset({"token-2"})
        return b"* BYE AccessTokenExpired\r\nDROP"

    server.replace = expired
    await serving(server)
    box = mailbox(server, token)
    await box.standing()
    assert [1] == [m.uid for m in await box.fetch_after(0, 10)]
    assert (["", "", "token-1"], 2) == (token.asked, server.sessions)
    await box.close()


@pytest.mark.parametrize("words", ["NO bad token {token}", "NO bad answer {said}"])
async def test_a_server_that_echoes_the_token(serving: Serving, oauth_imap: type[Any], words: str) -> None:
    """The token is hidden from the error, plain and in the form in which it was sent."""
    server = oauth_imap()
    server.good, server.refusal = frozenset(), words
    await serving(server)
    box = mailbox(server, Source())
    with pytest.raises(NeedsReauth) as caught:
        await box.standing()
    assert [t for t in ("token-1", "token-2") if t in str(caught.value)] == []
    await box.close()


@pytest.mark.parametrize("error", [NeedsReauth("log in"), MailboxUnreachable("provider away")])
async def test_without_a_token_imap_says_why(serving: Serving, oauth_imap: type[Any], error: Exception) -> None:
    """What keeps the token from us is the mailbox's error, as it is."""
    server = oauth_imap()
    await serving(server)
    box = mailbox(server, Source(error=error))
    with pytest.raises(type(error), match=str(error)):
        await box.standing()
    await box.close()


def outbox(server: Any, token: Source) -> SmtpOutbox:
    """Return the outbox behind a scripted server."""
    return SmtpOutbox(SmtpAccount("support", "127.0.0.1", server.port, "none", "anna", token=token))


async def test_the_token_goes_to_smtp(serving: Serving, scripted_smtp: type[Any]) -> None:
    """A good token logs in, in one command."""
    server, token = scripted_smtp(), Source()
    await serving(server)
    await outbox(server, token).send(MAIL, "a@example.com", ["b@example.com"])
    sent = base64.b64encode(xoauth2("anna", "token-1").encode()).decode()
    assert (1, [""], True) == (len(server.taken), token.asked, f"AUTH XOAUTH2 {sent}" in server.commands)


@pytest.mark.parametrize(
    ("answer", "error", "asked"),
    [
        ("535 5.7.8 expired", NeedsReauth, ["", "token-1"]),
        ("454 4.7.0 later", OutboxUnreachable, [""]),
        ("DROP", OutboxUnreachable, [""]),
    ],
)
async def test_a_token_that_smtp_refuses(
    serving: Serving, scripted_smtp: type[Any], answer: str, error: type[Exception], asked: list[str]
) -> None:
    """Only a refusal for good gets another token, and only once; the mail surely did not leave."""
    server, token = scripted_smtp(script={"AUTH": answer}), Source()
    await serving(server)
    with pytest.raises(error):
        await outbox(server, token).send(MAIL, "a@example.com", ["b@example.com"])
    assert (asked, []) == (token.asked, server.taken)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (NeedsReauth("log in"), NeedsReauth),
        (MailboxUnreachable("provider away", retry_after=60), OutboxUnreachable),
        (ConfigurationError("no package"), ConfigurationError),
    ],
)
async def test_without_a_token_smtp_sends_nothing(
    serving: Serving, scripted_smtp: type[Any], error: Exception, told: type[Exception]
) -> None:
    """A provider that is away is an outbox that cannot be reached: the reply waits, it is not unknown."""
    server = scripted_smtp()
    await serving(server)
    with pytest.raises(told, match=str(error)):
        await outbox(server, Source(error=error)).send(MAIL, "a@example.com", ["b@example.com"])
    assert [] == server.taken


def test_the_form_in_which_a_token_is_sent_is_hidden() -> None:
    """A server's echo of XOAUTH2's first line tells nobody the token."""
    echo = base64.b64encode(xoauth2("anna", "tok").encode()).decode()
    assert f"bad: {HIDDEN}" == Login("anna", "tok").redact(f"bad: {echo}")
