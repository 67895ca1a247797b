"""Money and percentages in the usual notations: `EUR 40.00`, `40,00 €`, `$1,234.56`, `CHF 1'200.–`, `forty euros`, `15 %`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.numbers import Number
from keepword.memory.claims.words import CENTS, CURRENCIES, PERCENT, SCALES, SIGNS
from keepword.memory.endings import Endings
from keepword.memory.tokens import Phrases, Token

_CURRENCY = Phrases(
    {code: " | ".join((CURRENCIES.get(code, ""), SIGNS.get(code, ""))) for code in {**CURRENCIES, **SIGNS}}
)
_ENDING = Endings(_CURRENCY)
_CENTS, _PERCENT, _SCALE = Phrases(CENTS), Phrases(PERCENT), Phrases(SCALES)
_DASHES = frozenset("-–—")
_FILLERS = frozenset({"de", "d", "of", "'", "~", "about"})


def read_money(
    text: str, words: Sequence[Token], found: Sequence[Number], free: Callable[[int, int], bool]
) -> tuple[Claim, ...]:
    """Return the sums of money and the percentages among the numbers of a token sequence.

    `free` says whether no other figure has these characters: a number that is part of a date or a length is no sum.
    """
    claims: list[Claim] = []
    for index, number in enumerate(found):
        if _alone(words, number) or not free(words[number.first].start, words[number.last - 1].end):
            continue
        claim = _percentage(text, words, number) or _money(text, words, found, index)
        if claim is not None:
            claims.append(claim)
    return tuple(claims)


_SIGNS = frozenset(SIGNS.values())
_AFTER = _CURRENCY.firsts | _CENTS.firsts | _PERCENT.firsts | _SCALE.firsts | _FILLERS | _DASHES
_MARKS = frozenset({".", ","})
_TIES = frozenset({"-", "–", "—", "to", "bis", "à", "até", "tot"})
_BEFORE = _CURRENCY.firsts | _TIES
"""Words right before a number that may name a currency by themselves, or make it the upper end of a range."""


def _alone(words: Sequence[Token], number: Number) -> bool:
    """Say whether nothing beside a number can make it a sum or a percentage: most numbers, and every article."""
    before = words[number.first - 1].fold if number.first else ""
    if before in _BEFORE or (before in _CURRENCY.lasts and _ENDING.label_before(words, number.first)):
        return False
    at = number.last + (1 if number.last < len(words) and words[number.last].fold in _MARKS else 0)
    after = words[at].fold if at < len(words) else ""
    return after not in (_DASHES if at > number.last else _AFTER)


def _percentage(text: str, words: Sequence[Token], number: Number) -> Claim | None:
    hit = _hit(_PERCENT, words, number.last)
    if hit is None:
        return None
    return _claim(text, words, number.first, hit[1], ClaimKind.PERCENTAGE, f"{plain(number.value)}%", number.value)


def _money(text: str, words: Sequence[Token], found: Sequence[Number], index: int) -> Claim | None:
    number = found[index]
    if number.spelled and _sign_of_next(words, number.last):
        return None
    scale, last = _scaled(words, number)
    last = _past_dash(words, last)
    low = _lower_of_range(words, found, index)
    before = _before(words, low.first if low else number.first)
    after = _after(words, last)
    upper = _upper_of_range(words, found, index, last)
    if upper is not None and ((before and words[last].fold in _TIES) or _after(words, upper.last)):
        return None
    if after is None and before is None:
        return None
    currency, first = (after[0], number.first) if after and before is None else (before or ("", 0))
    end = after[1] if after and first == number.first else last
    amount = number.value * scale
    if currency == "cent":
        amount, currency = amount / 100, "EUR" if "cent" not in words[end - 1].fold else ""
    begin = low.first if low else first
    return _claim(
        text,
        words,
        min(begin, first),
        end,
        ClaimKind.MONEY,
        _value(amount, currency),
        amount,
        currency,
        low.value if low else None,
    )


def _sign_of_next(words: Sequence[Token], at: int) -> bool:
    """Say whether a sign of money stands right before the next number: the letter of `A$25` counts nothing."""
    return (
        at + 1 < len(words)
        and words[at].fold in _SIGNS
        and words[at + 1].fold.isdigit()
        and words[at].end == words[at + 1].start
    )


def _value(amount: Decimal, currency: str) -> str:
    return f"{money_text(amount)} {currency}".strip()


def money_text(amount: Decimal) -> str:
    """Write an amount with at least two decimals, as the ledger keeps it: `40.00`."""
    return f"{amount:.2f}" if amount == amount.quantize(Decimal("0.01")) else plain(amount)


def plain(amount: Decimal) -> str:
    """Write a number without exponent and without needless zeros."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _scaled(words: Sequence[Token], number: Number) -> tuple[Decimal, int]:
    hit = _hit(_SCALE, words, number.last)
    if hit is None or (words[number.last].fold in {"m", "mil"} and number.spelled):
        return Decimal(1), number.last
    last = hit[1] + (1 if hit[1] < len(words) and words[hit[1]].fold == "." and hit[0] != "12" else 0)
    return Decimal(hit[0]), last


def _past_dash(words: Sequence[Token], at: int) -> int:
    """Pass over the dash of `1'200.–`, `40,-` and `40,--`."""
    here = at
    if here < len(words) and words[here].fold in _MARKS:
        here += 1
    start = here
    while (
        here < len(words)
        and words[here].fold in _DASHES
        and words[here - 1].end == words[here].start
        and here - start < 2
    ):
        here += 1
    return here if here > start and start > at else at


def _article(words: Sequence[Token], begin: int, end: int) -> bool:
    """Say whether a letter before a dollar sign is a word of its own: `a $25 voucher` tells of no Australian dollars."""
    return len(words[begin].fold) <= 2 and words[end - 1].fold == "$" and words[begin].end < words[end - 1].start


def _before(words: Sequence[Token], first: int) -> tuple[str, int] | None:
    """Return the currency that stands right before a number, and its first token."""
    if first == 0 or words[first - 1].fold not in _CURRENCY.lasts:
        return None
    if words[first].start - words[first - 1].end > 2:
        return None
    for begin in [at for at in range(max(first - 3, 0), first) if words[at].fold in _CURRENCY.firsts]:
        hit = _CURRENCY.longest_at(words, begin, first)
        if (
            hit is not None
            and hit.last == first
            and not _hyphenated(words, begin)
            and not _article(words, begin, first)
        ):
            return hit.label, begin
    return None


def _hyphenated(words: Sequence[Token], begin: int) -> bool:
    """Say whether a currency word is the tail of another word: the `r` of `r $` in `for $5` never is a real."""
    return begin > 0 and words[begin - 1].end == words[begin].start and words[begin - 1].fold.isalpha()


def _after(words: Sequence[Token], last: int) -> tuple[str, int] | None:
    """Return the currency that stands right after a number, and the token after it."""
    at = last
    while at < len(words) and at - last < 2 and words[at].fold in _FILLERS:
        at += 1
    hit = _hit(_CURRENCY, words, at) or _hit(_CENTS, words, last)
    return None if hit is None or _of_next(words, at, hit[1]) else hit


def _of_next(words: Sequence[Token], sign: int, last: int) -> bool:
    """Say whether a sign stands nearer to the number behind it: `a £10 voucher` is no voucher of one pound."""
    if last >= len(words) or not words[last].fold[0].isdigit():
        return False
    return words[last].start - words[last - 1].end < words[sign].start - words[sign - 1].end


def _hit(table: Phrases, words: Sequence[Token], at: int) -> tuple[str, int] | None:
    if at >= len(words) or words[at].fold not in table.firsts or (at and words[at].start - words[at - 1].end > 3):
        return None
    hit = table.longest_at(words, at, len(words))
    return (hit.label, hit.last) if hit else None


_RANGE = frozenset({"-", "–", "—", "to", "bis", "à", "a", "até", "tot", "or", "oder", "and", "ou", "o", "of"})


def _upper_of_range(words: Sequence[Token], found: Sequence[Number], index: int, last: int) -> Number | None:
    following = found[index + 1] if index + 1 < len(found) else None
    if following is None or following.first != last + 1 or words[last].fold not in _RANGE:
        return None
    # `EUR 850.00 to 38Avenue` is no range: what ends one is no less than what begins it.
    return following if following.value >= found[index].value and not _after(words, last) else None


def _lower_of_range(words: Sequence[Token], found: Sequence[Number], index: int) -> Number | None:
    previous = found[index - 1] if index else None
    if previous is None or previous.article:
        return None
    joined = previous.last == found[index].first - 1 and words[previous.last].fold in _TIES
    return previous if joined else None


def _claim(
    text: str,
    words: Sequence[Token],
    first: int,
    last: int,
    kind: ClaimKind,
    value: str,
    amount: Decimal,
    currency: str = "",
    least: Decimal | None = None,
) -> Claim:
    start, end = words[first].start, words[last - 1].end
    return Claim(kind, text[start:end], start, end, value, amount, least, currency or None)


def currencies_in(words: Sequence[Token]) -> Iterator[str]:
    """Go through the currencies that a token sequence names, with or without a number."""
    return (hit.label for hit in _CURRENCY.find(words))
