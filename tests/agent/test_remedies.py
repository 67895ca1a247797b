"""What to do about a server that does not work: by the kind of trouble and by how we log in."""

from __future__ import annotations

import pytest

from keepword.agent.mail.tls import NOT_VALID
from keepword.agent.remedies import of_mail_server, of_model, of_store
from keepword.errors import (
    ConfigurationError,
    KeepwordError,
    MailboxUnreachable,
    ModelUnreachable,
    NeedsReauth,
    OutboxUnreachable,
    StoreUnreachable,
)


@pytest.mark.parametrize(
    ("error", "server", "by_token", "todo"),
    [
        (
            NeedsReauth("refused"),
            "imap",
            False,
            "put the right user and password where [mailbox.imap] of support points",
        ),
        (
            NeedsReauth("refused"),
            "smtp",
            False,
            "put the right user and password where [mailbox.smtp] of support points",
        ),
        (NeedsReauth("refused"), "imap", True, "log in with `keepword login support`"),
        (
            MailboxUnreachable("no route"),
            "imap",
            False,
            "see that the server runs, and that host, port and tls in [mailbox.imap]",
        ),
        (
            OutboxUnreachable("no route"),
            "smtp",
            True,
            "see that the server runs, and that host, port and tls in [mailbox.smtp]",
        ),
        (MailboxUnreachable(f"x: {NOT_VALID}: expired"), "imap", False, "renew the server's certificate"),
        (ConfigurationError("needs the package x"), "imap", True, ""),
    ],
)
def test_a_mail_server(error: KeepwordError, server: str, by_token: bool, todo: str) -> None:
    """A refused password is mended in the settings, a refused token by a login, the rest by looking at the server."""
    said = of_mail_server(error, "support", server, by_token=by_token)
    assert (todo, bool(todo)) == (said[: len(todo)], bool(said))


@pytest.mark.parametrize(
    ("error", "todo"),
    [
        (NeedsReauth("401"), "put the right key"),
        (ModelUnreachable("no answer"), "see that the server runs"),
        (ConfigurationError("needs x"), ""),
    ],
)
def test_the_model(error: KeepwordError, todo: str) -> None:
    """A refused key and a silent server are different things to do."""
    said = of_model(error)
    assert (todo, bool(todo)) == (said[: len(todo)], bool(said))


@pytest.mark.parametrize(("kind", "says"), [("sqlite", True), ("cosmos", False)])
def test_the_store(kind: str, says: bool) -> None:
    """Azure's own faults say what to do themselves."""
    assert says == ("app.data" in of_store(StoreUnreachable("locked"), kind))
