"""What a person can do about a server that does not work: one sentence for each kind of trouble, for `doctor` and for health."""

from __future__ import annotations

from keepword.agent.mail.tls import NOT_VALID
from keepword.errors import KeepwordError, NeedsReauth, StoreUnreachable, Unreachable


def of_login(mailbox: str, server: str, *, by_token: bool) -> str:
    """Say what mends a login that a mail server refuses; `server` is `imap` or `smtp`."""
    if by_token:
        return f"log in with `keepword login {mailbox}`; the daemon goes on by itself"
    return (
        f"put the right user and password where [mailbox.{server}] of {mailbox} points, and start the daemon anew; "
        "many providers want a password made for apps, or OAuth 2.0"
    )


def of_mail_server(error: KeepwordError, mailbox: str, server: str, *, by_token: bool) -> str:
    """Say what to do about a mail server; nothing where the error says it."""
    if isinstance(error, NeedsReauth):
        return of_login(mailbox, server, by_token=by_token)
    if NOT_VALID in str(error):
        return f"renew the server's certificate, or trust the one who signed it: ca_file in [mailbox.{server}]"
    where = f"see that the server runs, and that host, port and tls in [mailbox.{server}] are right"
    return where if isinstance(error, Unreachable) else ""


def of_model(error: KeepwordError) -> str:
    """Say what to do about the model's server; mail waits meanwhile."""
    if isinstance(error, NeedsReauth):
        return "put the right key where model.api_key points (else into OPENAI_API_KEY), and start the daemon anew"
    where = "see that the server runs, and that model.base_url and model.name are right; mail waits meanwhile"
    return where if isinstance(error, Unreachable) else ""


def of_embedder(error: KeepwordError) -> str:
    """Say what to do about what makes vectors; mail is answered meanwhile, by words alone."""
    if isinstance(error, NeedsReauth):
        return "put the right key where embeddings.api_key points (else into OPENAI_API_KEY), and start the daemon anew"
    where = "see [embeddings]; meanwhile things are found by their words alone"
    return where if isinstance(error, Unreachable) else ""


def of_store(error: KeepwordError, kind: str) -> str:
    """Say what to do about the store; nothing where the error says it."""
    if kind == "sqlite" and isinstance(error, StoreUnreachable):
        return "see that app.data is a folder that Keepword may write to, and that the disk has room"
    return ""
