"""What we log in with: a password, or an access token that is fetched anew each time (OAuth 2.0)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field

Token = Callable[[], str]
"""Gives a valid access token, renewing it where needed; may block; raises `NeedsReauth` where a person must log in."""

HIDDEN = "[hidden]"


@dataclass(frozen=True, slots=True)
class Login:
    """A user with either a password or a token; neither of the two ever shows in a `repr`."""

    user: str
    password: str | None = field(default=None, repr=False)
    token: Token | None = field(default=None, repr=False)

    def redact(self, text: str) -> str:
        """Return a server's or library's words without our password, plain or in the forms in which it is sent."""
        for secret in self._forms():
            text = text.replace(secret, HIDDEN)
        return text

    def _forms(self) -> list[str]:
        if not self.password:
            return []
        quoted = self.password.replace("\\", "\\\\").replace('"', '\\"')
        sent = (self.password, f"\0{self.user}\0{self.password}", f"{self.user}\0{self.user}\0{self.password}")
        coded = [base64.b64encode(form.encode()).decode() for form in sent]
        return sorted({self.password, quoted, *coded}, key=len, reverse=True)
