"""One IMAP account, as the operator configures it, and the patience that we have with its server."""

from __future__ import annotations

from dataclasses import dataclass, field

from keepword.agent.logins.login import Login, Token
from keepword.agent.mail.tls import Tls
from keepword.agent.ports import Folder


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """Where the mailbox is and how to log in. `folders` maps roles to names; an empty name is found out."""

    name: str
    host: str
    port: int = 993
    tls: str = Tls.IMPLICIT
    user: str = ""
    password: str | None = field(default=None, repr=False)
    token: Token | None = field(default=None, repr=False)
    folders: dict[Folder, str] = field(default_factory=dict)
    idle: bool = True
    ca_file: str | None = None
    """A file of certificates (PEM) to trust beside the system's own."""

    @property
    def where(self) -> str:
        """The server as messages name it."""
        return f"{self.host}:{self.port}"

    @property
    def login(self) -> Login:
        """Who logs in, and with what."""
        return Login(self.user, self.password, self.token)


@dataclass(frozen=True, slots=True)
class Patience:
    """Times in seconds and sizes in bytes that bound what a server can do to us."""

    connect: float = 15.0
    read: float = 60.0
    done: float = 15.0
    """How long a server may take to end IDLE; a dead link shows here (imapclient #449)."""
    idle_span: float = 9 * 60.0
    """IDLE is renewed this often: RFC 2177 says before 29 minutes, many home routers forget a link far earlier."""
    first_delay: float = 1.0
    last_delay: float = 300.0
    refused_delay: float = 300.0
    """After a refused login the same password is not tried again for so long: hammering locks accounts."""
    batch_mails: int = 100
    batch_bytes: int = 8 * 2**20
    answer_bytes: int = 16 * 2**20
    """A fetch returns fewer mails than asked rather than more bytes than this; two of them may be in memory."""
    mail_bytes: int = 64 * 2**20
    """Of a larger mail only the beginning is fetched."""
