"""Numbers in a token sequence: digits in the notations of different countries, and number words in seven languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from keepword.memory.claims.words import SPELLED
from keepword.memory.tokens import Token, spellings, vocabulary

MAX_DIGITS = 30
_DIGITS = re.compile(r"\d+")

Run = tuple[int, int]
"""Where digits in a row stand in a text: `start` up to, not including, `end`."""


class Number(NamedTuple):
    """A number: the tokens `first` up to, not including, `last`, and its value; `article` where it may be mere `a` or `ein`."""

    first: int
    last: int
    value: Decimal
    article: bool = False
    spelled: bool = False
    marks: int = 0
    """How many separators stand in it."""


def numbers(words: Sequence[Token]) -> tuple[Number, ...]:
    """Return all numbers of a token sequence, in order, without overlaps."""
    found: list[Number] = []
    spelled, after = spelled_words(), 0
    for at in [i for i, w in enumerate(words) if w.fold in spelled or w.fold.isdigit()]:
        if at < after:
            continue
        number = _spelled(words, at) if words[at].fold in spelled else _digits(words, at)
        if number is not None and not (number.article and _is_between(words, number, found, spelled)):
            found.append(number)
            after = number.last
    return tuple(found)


def _is_between(words: Sequence[Token], number: Number, found: Sequence[Number], spelled: Collection[str]) -> bool:
    """Say whether what may be an article stands between two numbers, as `a` does in `2 a 4 días`: it is none there."""
    if not found or found[-1].last != number.first or number.last == len(words):
        return False
    following = words[number.last].fold
    return following.isdigit() or following in spelled


def digit_runs(text: str) -> tuple[Run, ...]:
    """Return where the digits of a text stand, in order; every reader of figures looks there, so a text is searched once."""
    return tuple([match.span() for match in _DIGITS.finditer(text)])


def at_digits(pattern: re.Pattern[str], text: str, runs: Sequence[Run]) -> Iterator[re.Match[str]]:
    """Find a pattern that begins with a digit and never within a number, by looking at the numbers alone."""
    end = 0
    for start, _ in runs:
        if start >= end and (match := pattern.match(text, start)) is not None:
            end = match.end()
            yield match


def _digits(words: Sequence[Token], at: int) -> Number | None:
    """Read `40`, `40.00`, `1,234.56`, `1.234,56`, `1'200`, `1 234,56`; None for what is no number (`5.12.2026`)."""
    if at + 1 == len(words) or not (words[at + 1].fold in _JOINING or words[at + 1].fold.isdigit()):
        only = words[at].fold  # most numbers are one group
        return Number(at, at + 1, Decimal(only)) if only.isascii() and len(only) <= MAX_DIGITS else None
    groups, marks, last = [words[at].fold], list[str](), at + 1
    while len(marks) < 8 and (step := _continues(words, last, groups[-1], marks)):
        marks.append(words[last].fold if step == 2 else " ")
        groups.append(words[last + step - 1].fold)
        last += step
    whole = "".join(groups)
    if not whole.isascii() or len(whole) > MAX_DIGITS:
        return None
    value = _value(groups, marks)
    return None if value is None else Number(at, last, value, marks=len(marks))


_JOINING = frozenset(".,'")


def _continues(words: Sequence[Token], at: int, group: str, marks: list[str]) -> int:
    """Return how many tokens carry the number on: 2 for a mark and digits, 1 for a group after a space, 0 for none."""
    if at + 1 < len(words) and words[at].fold in _JOINING and words[at + 1].fold.isdigit():
        tight = words[at - 1].end == words[at].start and words[at].end == words[at + 1].start
        return 2 if tight else 0
    if at >= len(words) or not words[at].fold.isdigit() or len(words[at].fold) != 3:
        return 0
    spaced = words[at].start - words[at - 1].end == 1
    leading_zero = not marks and group.startswith("0")
    return 1 if spaced and set(marks) <= {" "} and len(group) <= 3 and not leading_zero else 0


def _value(groups: list[str], marks: list[str]) -> Decimal | None:
    if not marks:
        return Decimal(groups[0])
    decimals = _has_decimals(groups, marks)
    if decimals is None:
        return None
    whole = "".join(groups[:-1]) if decimals else "".join(groups)
    return Decimal(f"{whole}.{groups[-1]}") if decimals else Decimal(whole)


def _has_decimals(groups: list[str], marks: list[str]) -> bool | None:
    """Say whether the last group is a fraction; None where the groups make no number at all."""
    if len(marks) == 1 and len(groups[1]) != 3:  # most have two decimals
        return True if marks[0] != "'" else None
    thousands = all(len(g) == 3 for g in groups[1:-1]) and (len(groups) == 2 or len(groups[0]) <= 3)
    if len(set(marks)) == 1:
        if len(groups[-1]) == 3 and thousands and len(groups[0]) <= 3 and groups[0] != "0":
            return False
        return True if len(marks) == 1 and marks[0] != "'" else None
    one_change = len(set(marks[:-1])) == 1 and marks[-1] in {".", ","}
    return True if one_change and thousands else None


_CONNECTORS = frozenset({"-", "and", "y", "e", "et", "en", "und"})


def _spelled(words: Sequence[Token], at: int) -> Number | None:
    """Read number words from left to right: `two hundred and fifty`, `quatre-vingt-dix`, `cuarenta y dos`, `hundertfünfzig`."""
    table, total, current, here, count = spelled_words(), 0, 0, at, 0
    while here < len(words) and count < 12:
        skip = 1 if count and words[here].fold in _CONNECTORS else 0
        value = table.get(words[here + skip].fold) if here + skip < len(words) else None
        joined = None if value is None else _joined(total, current, value, first=count == 0)
        if joined is None:
            break
        total, current = joined
        here, count = here + skip + 1, count + 1
    if not count:
        return None
    return Number(at, here, Decimal(total + current), article=count == 1 and words[at].fold in _ARTICLES, spelled=True)


def _joined(total: int, current: int, value: int, *, first: bool) -> tuple[int, int] | None:
    """Add one more word to a number that is being spelled; None where it does not belong to it any more."""
    if first:
        return (value, 0) if value >= 1000 else (0, value)
    if value == 1000:
        return (total + max(current, 1) * 1000, 0) if current and total == 0 else None
    if value == 100:
        return (total, current * 100) if 0 < current < 10 else None
    if value == 20 and current % 100 == 4:
        return total, current - 4 + 80
    if current in {60, 80} and 10 <= value < 20:
        return total, current + value
    room = current == 0 or (current % 10 == 0 and value < 10) or (current % 100 == 0 and value < 100)
    return (total, current + value) if room else None


_ARTICLES = vocabulary("a an one ein eine einen einem einer un une uno una um uma een één")


@cache
def spelled_words() -> dict[str, int]:
    """Return every number word that is written as one word, with its value."""
    table = {s: value for value, row in SPELLED.items() for w in row.split() for s in spellings(w)}
    for word, value in (*_joined_germanic(), *_joined_italian()):
        for spelling in spellings(word):
            table.setdefault(spelling, value)
    return table


_DE = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_NL = ("een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen")
_TENS_DE = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_TENS_NL = ("twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig")
_TENS_IT = ("venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta")
_IT = ("uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove")


def _joined_germanic() -> Iterator[tuple[str, int]]:
    """Spell `zweiundvierzig`, `tweeënveertig`, `zweihundertfünfzig` and their like, up to 999."""
    for units, tens, glue, hundred in ((_DE, _TENS_DE, "und", "hundert"), (_NL, _TENS_NL, "en", "honderd")):
        small = [
            (units[u] + _glue(units[u], glue) + ten, 20 + 10 * t + u + 1)
            for u in range(9)
            for t, ten in enumerate(tens)
        ]
        plain = [(w, v) for v in range(1, 100) for w in SPELLED.get(v, "").split()]
        yield from small
        for h in range(9):
            names = {units[h] + hundred} | ({hundred} if h == 0 else set())
            for name in names:
                yield name, 100 * (h + 1)
                yield from ((name + word, 100 * (h + 1) + value) for word, value in (*small, *plain))


def _glue(unit: str, glue: str) -> str:
    return "ën" if glue == "en" and unit.endswith("e") else glue


def _joined_italian() -> Iterator[tuple[str, int]]:
    """Spell `quarantadue`, `ventuno`, `centocinquanta` and their like, up to 199."""
    small = [(_elided(ten, unit), 20 + 10 * t + u + 1) for t, ten in enumerate(_TENS_IT) for u, unit in enumerate(_IT)]
    tens = [(ten, 20 + 10 * t) for t, ten in enumerate(_TENS_IT)]
    yield from small
    yield from (("cento" + word, 100 + value) for word, value in (*small, *tens))


def _elided(ten: str, unit: str) -> str:
    return (ten[:-1] if unit in {"uno", "otto"} else ten) + unit
