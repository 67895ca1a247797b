"""What we ask of a customer first: `Send us a video and we will replace the lamp` promises nothing yet."""

from __future__ import annotations

from keepword.memory.commitments.text import Sentence
from keepword.memory.commitments.words import COURTESY, ORDERS
from keepword.memory.tokens import vocabulary

_ORDERS = {code: vocabulary(row) for code, row in ORDERS.items()}
_ANY = frozenset().union(*_ORDERS.values())
_COURTESY = vocabulary(COURTESY)
_OURS = frozenset({"wir", "ich", "wij", "we", "ik"})


def asks_first(reading: Sentence) -> bool:
    """Say whether a sentence begins with what the customer is to do; `Senden wir Ihnen …` is ours to do."""
    first, last, words = reading.span.first, reading.span.last, reading.words
    while first < last - 1 and (words[first].fold in _COURTESY or not words[first].fold[0].isalnum()):
        first += 1
    if words[first].fold not in _ORDERS.get(reading.language, _ANY) or first + 1 >= last:
        return False
    return words[first + 1].fold not in _OURS
