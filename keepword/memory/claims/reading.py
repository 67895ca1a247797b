"""What a text claims in figures: money, percentages, dates, lengths of time, numbers, links and addresses, with normal forms.

The guard reads a draft with it, the ledger reads what was sent. Everything is linear in the text's length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.links import read_links
from keepword.memory.claims.money import read_money
from keepword.memory.claims.numbers import digit_runs, numbers
from keepword.memory.claims.plain import read_plain
from keepword.memory.claims.time import read_times
from keepword.memory.tokens import Token, tokens

__all__ = ["Claim", "ClaimKind", "read_claims"]

MAX_TEXT = 100_000
"""Characters that are read; no mail that a person writes is longer."""


def read_claims(text: str, language: str | None = None, words: Sequence[Token] | None = None) -> tuple[Claim, ...]:
    """Return every figure that a text states, in the order in which they stand, without overlaps.

    `language` (BCP 47) settles what only the writer's country can: `en-US` reads 12/05/2026 as the fifth of December.
    `words` are the text's tokens, where the caller has them already.
    """
    bounded = text[:MAX_TEXT]
    words = tokens(bounded) if words is None or len(text) > MAX_TEXT else words
    found, runs = numbers(words), digit_runs(bounded)
    month_first = (language or "").lower() in {"en-us", "en-ph"}
    kept = _Kept(len(bounded))
    kept.add(read_links(bounded, runs))
    kept.add(read_times(bounded, words, found, runs, month_first=month_first))
    kept.add(read_money(bounded, words, found, kept.free))
    kept.add(read_plain(bounded, words, found, runs, kept.free))
    return kept.in_order()


class _Kept:
    """The figures of a text so far: of those on the same characters the one that came first."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)
        self._claims: list[Claim] = []

    def free(self, start: int, end: int) -> bool:
        """Say whether no figure has any of these characters."""
        return self._taken.find(1, start, end) < 0

    def add(self, claims: Iterable[Claim]) -> None:
        """Keep those whose characters are free."""
        for claim in claims:
            if self.free(claim.start, claim.end):
                self._taken[claim.start : claim.end] = b"\x01" * (claim.end - claim.start)
                self._claims.append(claim)

    def in_order(self) -> tuple[Claim, ...]:
        """Return them as they stand in the text."""
        return tuple(sorted(self._claims, key=attrgetter("start")))
