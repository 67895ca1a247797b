"""One order out of several: reciprocal rank fusion, which needs no common scale of scores.

Cormack, Clarke and Büttcher 2009 (https://doi.org/10.1145/1571941.1572114). Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

K: Final = 60
"""How little the first places stand out; the authors' value."""
FIRST: Final = 2.0
"""How often the first of an order counts: what one way finds best, such as an article's number, must not drown among what
several ways find a little."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Things by their numbers, best first; `weight` is how much this order counts beside the others."""

    order: Sequence[int]
    weight: float = 1.0


def fused(rankings: Iterable[Ranking]) -> dict[int, float]:
    """Return a score for everything that is ranked anywhere: higher is better."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for place, number in enumerate(ranking.order, 1):
            weight = ranking.weight * (FIRST if place == 1 else 1.0)
            scores[number] = scores.get(number, 0.0) + weight / (K + place)
    return scores


def best_first(scores: dict[int, float]) -> list[int]:
    """Return the numbers by their scores, equals in their own order."""
    return sorted(scores, key=lambda number: (-scores[number], number))
