"""What is left of the numbers in a text: order-like numbers and plain quantities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from keepword.memory.claims_kinds import Claim, ClaimKind
from keepword.memory.claims_money import plain
from keepword.memory.claims_numbers import Number
from keepword.memory.evidence_tokens import Token

_NUMBER = re.compile(r"(?<![\w])#?(?=[A-Za-z0-9/_-]{0,40}\d)[A-Za-z0-9]{1,20}(?:[-/_][A-Za-z0-9]{1,20}){0,5}(?![\w])")
_CUE = re.compile(
    r"(?:order|invoice|ticket|case|reference|ref|customer|booking|tracking|parcel|number|no|nr|bestell\w{0,12}|rechnung\w{0,12}|"
    r"auftrag\w{0,12}|kunden\w{0,12}|vorgang\w{0,12}|commande|facture|numéro|dossier|pedido|factura|número|reserva|ordine|fattura|"
    r"numero|pratica|bestelling|bestelnummer|factuur|ordernummer|encomenda|fatura)[\s.:#n°º]{0,6}$",
    re.IGNORECASE,
)


def read_plain(text: str, words: Sequence[Token], found: Sequence[Number]) -> tuple[Claim, ...]:
    """Return order-like numbers, then every other number as a quantity."""
    return (*_numbers(text), *_quantities(text, words, found))


def _numbers(text: str) -> Iterator[Claim]:
    for match in _NUMBER.finditer(text):
        found = match.group().lstrip("#")
        if match.group()[0] == "#" or is_number_like(found) or _named(text, match.start()):
            yield Claim(ClaimKind.NUMBER, match.group(), match.start(), match.end(), found.upper())


def is_number_like(word: str) -> bool:
    """Say whether a word looks like an order number by itself: letters and four digits, or six digits."""
    digits = sum(c.isdigit() for c in word)
    return digits >= 6 or (digits >= 4 and any(c.isalpha() for c in word))


def _named(text: str, start: int) -> bool:
    return _CUE.search(text, max(0, start - 30), start) is not None


def _quantities(text: str, words: Sequence[Token], found: Sequence[Number]) -> Iterator[Claim]:
    for number in found:
        if not number.article:
            start, end = words[number.first].start, words[number.last - 1].end
            yield Claim(ClaimKind.QUANTITY, text[start:end], start, end, plain(number.value), number.value)
