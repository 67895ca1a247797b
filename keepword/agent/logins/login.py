"""What we log in with: a password, or an access token that is fetched anew each time (OAuth 2.0)."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Protocol


class Token(Protocol):
    """Gives valid access tokens."""

    def __call__(self, refused: str = "") -> str:
        """Return a token, renewing it where needed; `refused` is one that the server did not take: it gets another.

        May block. Raises `NeedsReauth` where a person must log in, `Unreachable` where the token's server is away.
        """
        ...


HIDDEN = "[hidden]"


@dataclass(frozen=True, slots=True)
class Login:
    """A user with either a password or a token; neither of the two ever shows in a `repr`."""

    user: str
    password: str | None = field(default=None, repr=False)
    token: Token | None = field(default=None, repr=False)

    def redact(self, text: str) -> str:
        """Return a server's or library's words without our password, plain or in the forms in which it is sent.

        A token that is to be hidden stands in the password's place.
        """
        for secret in self._forms():
            text = text.replace(secret, HIDDEN)
        return text

    def _forms(self) -> list[str]:
        if not self.password:
            return []
        quoted = self.password.replace("\\", "\\\\").replace('"', '\\"')
        sent = (self.password, f"\0{self.user}\0{self.password}", f"{self.user}\0{self.user}\0{self.password}")
        coded = [base64.b64encode(form.encode()).decode() for form in (*sent, xoauth2(self.user, self.password))]
        return sorted({self.password, quoted, *coded}, key=len, reverse=True)


def xoauth2(user: str, token: str) -> str:
    """Return the initial response of the SASL mechanism XOAUTH2, before it is written in base64."""
    return f"user={user}\x01auth=Bearer {token}\x01\x01"
