"""How long we leave a server alone that failed us: growing delays with jitter, its own wishes, refused passwords."""

from __future__ import annotations

from collections.abc import Callable

from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.errors import MailboxUnreachable, NeedsReauth


def delay(failures: int, first: float, last: float, chance: float) -> float:
    """Return the seconds until the next try: doubled with each failure, then anywhere between the half and the whole.

    >>> [delay(n, 1.0, 60.0, 1.0) for n in (1, 2, 3, 20)]
    [1.0, 2.0, 4.0, 60.0]
    """
    whole = min(last, first * 2.0 ** min(failures - 1, 32))
    return whole / 2 + whole / 2 * chance


class Restraint:
    """What one mailbox remembers of failed connections. Times are monotonic seconds."""

    def __init__(self, patience: Patience, chance: Callable[[], float]) -> None:
        self._patience = patience
        self._chance = chance
        self._failures = 0
        self._not_before = 0.0
        self._refused_until = 0.0
        self._refused_password: str | None = None

    def insist(self, account: ImapAccount, now: float) -> None:
        """Raise where a pause that the server asked for is not over, or where it has just refused this password."""
        if now < self._not_before:
            left = self._not_before - now
            raise MailboxUnreachable(f"{account.where}: the server asked for a pause of {left:.0f} s", retry_after=left)
        if now < self._refused_until and account.token is None and account.password == self._refused_password:
            raise NeedsReauth(f"{account.where}: login of {account.user} was refused; it is not tried again yet")

    def refused(self, account: ImapAccount, now: float) -> None:
        """Remember that the server refused this password."""
        self._refused_password = account.password
        self._refused_until = now + self._patience.refused_delay

    def failed(self, wish: float | None, now: float) -> float:
        """Count a failed connection and return the seconds until the next try; the server's wish is binding."""
        self._failures += 1
        if wish is not None:
            self._not_before = now + wish
            return wish
        return delay(self._failures, self._patience.first_delay, self._patience.last_delay, self._chance())

    def succeeded(self) -> None:
        """Forget the failures."""
        self._failures = 0
        self._not_before = self._refused_until = 0.0
