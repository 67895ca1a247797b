"""`login`: a person lets Keepword into a mailbox by OAuth 2.0, once; the tokens are kept and renewed from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import ConfigurationError, NeedsReauth, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from keepword.agent.logins.oauth import Granted, OAuthAccount
    from keepword.agent.logins.redirect import Redirect
    from keepword.config import ImapSettings, MailboxSettings, Oauth2Settings, Settings, SmtpSettings

DEVICE = "On any device: {}"
REDIRECT = """Open this address in a browser on this machine, and allow access as {user}:

  {url}

The browser comes back to {uri}. Where it runs on another machine, first: ssh -L {port}:127.0.0.1:{port} …"""


@click.command()
@click.argument("mailbox")
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="Where the browser comes back; 0: any.")
@click.option("--timeout", type=click.IntRange(1, 86_400), default=600, help="Seconds to wait for the browser.")
@common
@click.pass_obj
def login(console: Console, mailbox: str, port: int, timeout: int) -> None:
    """Log in to MAILBOX with OAuth 2.0: prints what to do and waits until it is done. Exit code 3 where it is refused."""
    settings = console.settings()
    box = _find(settings, mailbox)
    server, oauth2 = _oauth2(box)
    from keepword.agent.wire import token_file_of

    path = token_file_of(box, oauth2, settings)
    _keep(_granted(box, server, oauth2, port, timeout), path, box, server, oauth2)
    console.one(
        {"mailbox": box.name, "user": server.user, "provider": oauth2.provider, "token_file": str(path)},
        lambda v: click.echo(f"{v['mailbox']}: logged in as {v['user']}; the tokens are in {v['token_file']}"),
    )


def _find(settings: Settings, name: str) -> MailboxSettings:
    for box in settings.mailboxes:
        if box.name == name:
            return box
    raise NotFound(f"there is no mailbox {name!r}; there are: {', '.join(m.name for m in settings.mailboxes)}")


def _oauth2(box: MailboxSettings) -> tuple[ImapSettings | SmtpSettings, Oauth2Settings]:
    """Return the login of the IMAP server, or of the SMTP server where only that has one: one login serves both."""
    for server in (box.imap, box.smtp):
        if server.oauth2 is not None:
            return server, server.oauth2
    raise ConfigurationError(f"mailbox {box.name} logs in with a password: it has no oauth2 in the settings")


def _granted(
    box: MailboxSettings, server: ImapSettings | SmtpSettings, oauth2: Oauth2Settings, port: int, timeout: int
) -> Granted:
    from keepword.agent.logins.oauth import GrantRefused
    from keepword.agent.wire import oauth_account_of

    account = oauth_account_of(box, server, oauth2)
    try:
        return _asked(account, oauth2, port, timeout)
    except GrantRefused as error:
        raise NeedsReauth(str(error)) from None


def _asked(account: OAuthAccount, oauth2: Oauth2Settings, port: int, timeout: int) -> Granted:
    """Take the way that the provider has: a code on any device, else a browser that comes back to this machine."""
    from keepword.agent.logins.redirect import Redirect
    from keepword.agent.wire import provider_of

    provider = provider_of(account, oauth2)
    by_device: Callable[[Callable[[str], None]], Granted] | None = getattr(provider, "log_in_by_device", None)
    if by_device is not None and account.client_secret is None:
        return by_device(lambda message: click.echo(DEVICE.format(message), err=True))
    with Redirect(port, timeout, "127.0.0.1" if oauth2.provider == "google" else "localhost") as redirect:
        return provider.log_in_by_redirect(redirect, lambda url: _show(url, account, redirect))


def _show(url: str, account: OAuthAccount, redirect: Redirect) -> None:
    words = REDIRECT.format(user=account.user, url=url, uri=redirect.uri, port=redirect.port)
    click.echo(words, err=True)


def _keep(
    granted: Granted,
    path: Path,
    box: MailboxSettings,
    server: ImapSettings | SmtpSettings,
    oauth2: Oauth2Settings,
) -> None:
    """Write the tokens; a running daemon takes them at its next try."""
    from keepword.agent.logins.oauth import tokens_of
    from keepword.agent.logins.oauth_file import TokenFile
    from keepword.agent.wire import oauth_account_of, utc_now

    if not granted.refresh_token:
        raise NeedsReauth(
            "the provider gave no refresh token; take Keepword's access away in the account's settings, and log in anew"
        )
    file = TokenFile(path)
    with file.locked():
        file.write(tokens_of(granted, oauth_account_of(box, server, oauth2), utc_now().timestamp()))
