"""Every error that Keepword raises, drawn as a tree.

KeepwordError
├── ConfigurationError      the operator's files; says file, line, key; never retried      exit 2
├── UsageError              the words of a command; never retried                           exit 2
├── Unreachable             a server or store did not answer; retry later                   exit 3
│   ├── MailboxUnreachable  IMAP
│   ├── OutboxUnreachable   SMTP, before DATA: the mail surely did not leave
│   ├── StoreUnreachable    SQLite file locked or gone, Cosmos DB away
│   │   └── LeaseLost       another worker owns the mailbox: stop, and wait for our turn     exit 1
│   ├── ModelUnreachable    no usable answer from the model's server
│   └── EmbedderUnreachable no vectors: search goes on by words alone
├── NeedsReauth             the server refused our login; a person must act                 exit 3
├── DeliveryRefused         SMTP said no for good (5xx): the server's own words
├── DeliveryUnknown         the link died after DATA: it may have left; never sent again blindly
├── Changed                 somebody else wrote the document first: read again, decide again
├── AlreadyThere            the document exists: somebody else was first
└── NotFound                no such thread, person, mail or reply                           exit 2
"""

from __future__ import annotations


class KeepwordError(Exception):
    """Something went wrong in Keepword."""

    exit_code = 1

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (self.__doc__ or "").strip().splitlines()[0])


class ConfigurationError(KeepwordError):
    """The configuration has faults."""

    exit_code = 2


class UsageError(KeepwordError):
    """The command was called in a way that makes no sense."""

    exit_code = 2


class NotFound(KeepwordError):
    """There is no such thing in the store."""

    exit_code = 2


class Unreachable(KeepwordError):
    """A server did not answer; the same call may succeed later."""

    exit_code = 3

    def __init__(self, message: str | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds that the server asked us to wait, or None."""


class MailboxUnreachable(Unreachable):
    """The IMAP server did not answer."""


class OutboxUnreachable(Unreachable):
    """The SMTP server did not take the mail, and the mail surely did not leave."""


class StoreUnreachable(Unreachable):
    """The store cannot be read or written."""


class LeaseLost(StoreUnreachable):
    """Another worker owns the mailbox."""

    exit_code = 1


class ModelUnreachable(Unreachable):
    """The model gave no usable answer."""


class EmbedderUnreachable(Unreachable):
    """What turns texts into vectors gave none."""


class NeedsReauth(KeepwordError):
    """The server refused our login; log in again or mend the password."""

    exit_code = 3


class DeliveryRefused(KeepwordError):
    """The SMTP server refused the mail for good."""


class DeliveryUnknown(KeepwordError):
    """The link died after the mail's data was sent: it may or may not have left."""


class Changed(KeepwordError):
    """The document was changed by somebody else since it was read."""


class AlreadyThere(KeepwordError):
    """A document with that id exists already."""
