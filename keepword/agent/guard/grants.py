"""What a clause grants by words that meet in it: a share of the price, blame, a deadline set aside, a fee that is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from keepword.agent.guard.draft import Part
from keepword.agent.guard.grants_words import MARKING

NONE: Final[frozenset[str]] = frozenset()


def grants(part: Part) -> frozenset[str]:
    """Return the kinds that a clause grants so; most clauses hold none of the words and cost a single look."""
    if MARKING.isdisjoint(part.found):
        return NONE
    return frozenset(kind for kind, holds in RULES if holds(part))


def _arrives(part: Part, place: str) -> bool:
    return place in part.labels("places") and part.has("arrives")


def _money_arrives(part: Part) -> bool:
    return _arrives(part, "account") and part.has("money")


def _parcel_arrives(part: Part) -> bool:
    return _arrives(part, "door")


def _price(part: Part) -> bool:
    return (part.has("shares") and (part.has("worths") or part.has("prices"))) or (
        part.has("matches") and part.has("prices")
    )


def _lasting(part: Part) -> bool:
    return part.has("lasting") and not part.labels("kinds").isdisjoint({"free", "discount", "price", "upgrade"})


def _forgiven(part: Part) -> bool:
    return "gone" in part.labels("forgiven") and part.has("dues")


def _spared(part: Part) -> bool:
    return "worry" in part.labels("forgiven") and part.has("dues")


def _bought_back(part: Part) -> bool:
    return part.has("buys") and (part.has("returned") or "bought" in part.labels("buys"))


def _amends(part: Part) -> bool:
    return part.has("amends") and (part.has("permits") or part.has("gives"))


def _exception(part: Part) -> bool:
    despite = part.has("despite") and part.has("terms") and part.has("mends")
    return despite or part.has("special") or (part.has("gone") and part.has("costs"))


RULES: Final[tuple[tuple[str, Callable[[Part], bool]], ...]] = (
    ("refund", _money_arrives),
    ("delivery", _parcel_arrives),
    ("price", _price),
    ("liability", lambda part: part.has("blame") and part.has("assumes")),
    ("fault", lambda part: part.has("faults") and part.has("ours")),
    ("appointment", lambda part: part.has("visits") and part.has("fixed")),
    ("forever", _lasting),
    ("gift", _amends),
    ("forgiven", _forgiven),
    ("spared", _spared),
    ("buyback", _bought_back),
    ("exception", _exception),
    ("compensation", lambda part: part.has("outlays") and "refund" in part.labels("kinds")),
)
"""Kinds with what makes a clause one of them."""
