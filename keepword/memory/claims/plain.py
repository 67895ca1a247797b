"""What is left of the numbers in a text: order-like numbers and plain quantities."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from string import ascii_letters, digits

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.money import plain
from keepword.memory.claims.numbers import Number, Run
from keepword.memory.tokens import Token

_NUMBER = re.compile(r"(?<![\w])#?(?=[A-Za-z0-9/_-]{0,40}\d)[A-Za-z0-9]{1,20}(?:[-/_][A-Za-z0-9]{1,20}){0,5}(?![\w])")
_CUE = re.compile(
    r"(?:order|invoice|ticket|case|reference|ref|customer|booking|tracking|parcel|number|no|nr|bestell\w{0,12}|rechnung\w{0,12}|"
    r"auftrag\w{0,12}|kunden\w{0,12}|vorgang\w{0,12}|commande|facture|numéro|dossier|pedido|factura|número|reserva|ordine|fattura|"
    r"numero|pratica|bestelling|bestelnummer|factuur|ordernummer|encomenda|fatura)[\s.:#n°º]{0,6}$"
)
"""In small letters: a search that minds no case tries every word at every place."""
_CHUNK = re.compile(r"[#A-Za-z0-9/_-]+")
_MARKS_AND_LETTERS = frozenset("#/_-" + ascii_letters + digits)


def read_plain(
    text: str, words: Sequence[Token], found: Sequence[Number], runs: Sequence[Run], free: Callable[[int, int], bool]
) -> tuple[Claim, ...]:
    """Return order-like numbers, then every other number as a quantity.

    `runs` are where the text's digits stand; `free` says whether no other figure has these characters.
    """
    return (*_numbers(text, runs, free), *_quantities(text, words, found, free))


def _numbers(text: str, runs: Sequence[Run], free: Callable[[int, int], bool]) -> Iterator[Claim]:
    for match in _candidates(text, runs):
        if not free(match.start(), match.end()):
            continue
        found = match.group().lstrip("#")
        if match.group()[0] == "#" or is_number_like(found) or _named(text, match.start()):
            yield Claim(ClaimKind.NUMBER, match.group(), match.start(), match.end(), found.upper())


def _candidates(text: str, runs: Sequence[Run]) -> Iterator[re.Match[str]]:
    """Go through the words that may be order numbers, looking only where there are digits."""
    end = 0
    for start, last in runs:
        if start < end:
            continue
        at = _beginning(text, start, end)
        chunk = _CHUNK.match(text, at)
        end = chunk.end() if chunk else last
        while at < end:
            match = _NUMBER.match(text, at)
            if match is not None:
                yield match
            at = match.end() if match else at + 1


def _beginning(text: str, at: int, least: int) -> int:
    """Return where the run of letters, digits and joining marks begins that holds a place."""
    while at > least and text[at - 1] in _MARKS_AND_LETTERS:
        at -= 1
    return at


def is_number_like(word: str) -> bool:
    """Say whether a word looks like an order number by itself: letters and four digits, or six digits."""
    digits = sum(c.isdigit() for c in word)
    return digits >= 6 or (digits >= 4 and any(c.isalpha() for c in word))


def _named(text: str, start: int) -> bool:
    return _CUE.search(text[max(0, start - 30) : start].lower()) is not None


def _quantities(
    text: str, words: Sequence[Token], found: Sequence[Number], free: Callable[[int, int], bool]
) -> Iterator[Claim]:
    for number in found:
        if number.article:
            continue
        start, end = words[number.first].start, words[number.last - 1].end
        if free(start, end):
            yield Claim(ClaimKind.QUANTITY, text[start:end], start, end, plain(number.value), number.value)
