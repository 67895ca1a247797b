"""One SMTP submission account, as the operator configures it, and the patience that we have with its server."""

from __future__ import annotations

from dataclasses import dataclass, field

from keepword.agent.logins.login import Login, Token
from keepword.agent.mail.tls import Tls


@dataclass(frozen=True, slots=True)
class SmtpAccount:
    """Where mail is handed over; `user` may be None for a relay that knows us by our address."""

    name: str
    host: str
    port: int = 465
    tls: str = Tls.IMPLICIT
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    token: Token | None = field(default=None, repr=False)
    ca_file: str | None = None
    """A file of certificates (PEM) to trust beside the system's own."""
    hello: str | None = None
    """The name by which we greet (EHLO); None: our address literal (RFC 5321, 4.1.4)."""

    @property
    def where(self) -> str:
        """The server as messages name it."""
        return f"{self.host}:{self.port}"

    @property
    def login(self) -> Login:
        """Who logs in, and with what."""
        return Login(self.user or "", self.password, self.token)


@dataclass(frozen=True, slots=True)
class SmtpPatience:
    """Seconds to wait in each phase, those of RFC 5321, 4.5.3.2 where they are longer than a person's patience."""

    connect: float = 30.0
    command: float = 120.0
    block: float = 180.0
    """For each block of data to be taken (4.5.3.2.5)."""
    final_dot: float = 600.0
    """For the answer to the final dot (4.5.3.2.6): giving up earlier makes duplicates elsewhere and doubts here."""
    quit: float = 5.0
