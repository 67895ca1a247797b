"""What an SMTP server's answers and silences mean: surely not sent, refused for good, refused login, or unknown."""

from __future__ import annotations

from aiosmtplib import SMTPAuthenticationError, SMTPException, SMTPRecipientRefused, SMTPResponseException

from keepword.agent.logins.login import Login
from keepword.agent.mail.smtp.account import SmtpAccount
from keepword.agent.mail.tls import certificate_fault, system_words
from keepword.errors import DeliveryRefused, KeepwordError, NeedsReauth, OutboxUnreachable

LOGIN_NEEDED = frozenset({530, 534, 535, 538})
"""RFC 4954, 4 and 6: authentication required, mechanism too weak, credentials invalid, encryption required."""

MAX_WORDS = 500


def refusal(account: SmtpAccount, phase: str, code: int, text: str) -> KeepwordError:
    """Make the error for an answer that is not the one hoped for, by its code (RFC 5321, 4.2.1).

    4yz passes, 5yz does not; a code that is neither (a broken server) was no acceptance, so it may be tried again.
    """
    said = f"{account.where}: {phase}: {code} {bounded(account.login, text)}"
    if code in LOGIN_NEEDED:
        return NeedsReauth(said)
    return DeliveryRefused(said) if 500 <= code < 600 else OutboxUnreachable(said)


def unsent(account: SmtpAccount, phase: str, error: BaseException) -> KeepwordError:
    """Make the error for whatever went wrong before the final dot: the mail surely did not leave."""
    if isinstance(error, SMTPAuthenticationError):
        return _login_refusal(account, error)
    if isinstance(error, SMTPRecipientRefused | SMTPResponseException):
        return refusal(account, phase, error.code, error.message)
    fault = certificate_fault(error)
    said = fault or bounded(account.login, _plain(error))
    return OutboxUnreachable(f"{account.where}: cannot {phase}: {said}")


def _login_refusal(account: SmtpAccount, error: SMTPAuthenticationError) -> KeepwordError:
    """Take only 5yz for a verdict on the password; 454 is a temporary failure (RFC 4954, 4)."""
    said = f"{account.where}: login of {account.user}: {error.code} {bounded(account.login, error.message)}"
    return NeedsReauth(said) if error.code >= 500 else OutboxUnreachable(said)


def _plain(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    text = system_words(error) or (error.message if isinstance(error, SMTPException) else str(error))
    cause = type(error.__cause__ or error).__name__
    return f"{text}{cause}" if not text or text.endswith(": ") else text


def bounded(login: Login, text: str) -> str:
    """Return the server's words in one line, without secrets and not too long."""
    return login.redact(" ".join(text.split()))[:MAX_WORDS]
