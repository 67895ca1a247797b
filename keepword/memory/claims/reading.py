"""What a text claims in figures: money, percentages, dates, lengths of time, numbers, links and addresses, with normal forms.

The guard reads a draft with it, the ledger reads what was sent. Everything is linear in the text's length.
"""

from __future__ import annotations

from collections.abc import Sequence

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.links import read_links
from keepword.memory.claims.money import read_money
from keepword.memory.claims.numbers import numbers
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
    found = numbers(words)
    links = read_links(bounded)
    rest = (
        *read_times(bounded, words, found, month_first=(language or "").lower() in {"en-us", "en-ph"}),
        *read_money(bounded, words, found),
        *read_plain(bounded, words, found),
    )
    return _without_overlaps((*links, *rest), len(bounded))


def _without_overlaps(claims: Sequence[Claim], length: int) -> tuple[Claim, ...]:
    """Keep, of claims on the same characters, the one that comes first in the sequence."""
    taken = bytearray(length)
    kept: list[Claim] = []
    for claim in claims:
        if not any(taken[claim.start : claim.end]):
            taken[claim.start : claim.end] = b"\x01" * (claim.end - claim.start)
            kept.append(claim)
    return tuple(sorted(kept, key=lambda c: c.start))
