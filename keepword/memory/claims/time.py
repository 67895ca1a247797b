"""Dates, times of day and lengths of time: absolute in many notations, or relative to the day on which the mail was sent."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from math import ceil

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.money import plain
from keepword.memory.claims.numbers import Number, Run, at_digits, digit_runs
from keepword.memory.claims.words import AGO_AFTER, BY, DAYS, MONTHS, NEXT, UNITS, WEEKDAYS, WITHIN
from keepword.memory.endings import Endings
from keepword.memory.tokens import Phrases, Token, fold, vocabulary

_UNIT, _AGO = Phrases(UNITS), Phrases(AGO_AFTER)
_WITHIN, _BY = Endings(Phrases(WITHIN)), Endings(Phrases(BY))
_MONTH, _DAY, _WEEKDAY, _NEXT = Phrases(MONTHS), Phrases(DAYS), Phrases(WEEKDAYS), Phrases(NEXT)
_CODES = {
    "days": "D",
    "working_days": "B",
    "weeks": "W",
    "fortnights": "W",
    "months": "M",
    "years": "Y",
    "hours": "H",
    "minutes": "I",
}
_RANGE = frozenset({"-", "–", "—", "to", "bis", "à", "a", "até", "tot", "or", "oder", "ou", "o", "of"})
_NUMERIC = re.compile(
    r"(?<![\d./-])(?:(?P<y>(?:19|20)\d\d)(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<t>[./-])(?P<b>\d{1,2})(?:(?P=t)(?P<c>(?:19|20)?\d\d)|(?P<dot>\.)(?!\d)))(?![\d/-]|[.]\d)"
)
_CLOCK = re.compile(
    r"(?<![\d.,:/])(?:(?P<h>[01]?\d|2[0-4])(?:[:h](?P<m>[0-5]\d)|h(?![a-z]))(?P<u>\s?(?:uhr|h|[ap]\.?m\b\.?|uur))?"
    r"|(?P<h3>[01]?\d|2[0-4])\.(?P<m3>[0-5]\d)\s?(?P<u3>uhr|h|[ap]\.?m\b\.?|uur)"
    r"|(?P<h2>[01]?\d|2[0-4])\s?(?P<u2>uhr|[ap]\.?m\b\.?|o'?clock|uur|heures?|horas?|hrs?))(?![\d\w])",
    re.IGNORECASE,
)


def read_times(
    text: str,
    words: Sequence[Token],
    found: Sequence[Number],
    runs: Sequence[Run] | None = None,
    *,
    month_first: bool = False,
) -> tuple[Claim, ...]:
    """Return the dates, times of day and lengths of time of a text, dates first.

    `runs` are where its digits stand, where the caller knows it already.
    """
    digits = digit_runs(text) if runs is None else runs
    spoken = frozenset([word.fold for word in words])
    months = found if _MONTH.may_stand_among(spoken) else ()
    dates = (*_numeric(text, words, digits, month_first), *_worded(text, words, months), *_named(text, words, spoken))
    lengths = tuple(_lengths(text, words, found))
    meant = [length for length in lengths if length.relation]
    return (*dates, *meant, *_clock(text, digits), *(length for length in lengths if not length.relation))


def _numeric(text: str, words: Sequence[Token], runs: Sequence[Run], month_first: bool) -> Iterator[Claim]:
    """Read `2026-12-05`, `5.12.2026`, `05/12/26`, `5.12.`; the day comes first unless that is impossible."""
    for match in at_digits(_NUMERIC, text, runs):
        parts = match.groupdict()
        year = parts["y"] or parts["c"]
        first, second = (parts["m"], parts["d"]) if parts["y"] else _day_month(parts["a"], parts["b"], month_first)
        value = iso_date(int(year) if year else None, int(first), int(second))
        if value is None or (parts["dot"] and parts["t"] != "."):
            continue
        relation = _relation(words, _token_at(words, match.start()))
        yield Claim(ClaimKind.DATE, match.group(), match.start(), match.end(), value, relation=relation)


def _token_at(words: Sequence[Token], start: int) -> int | None:
    """Return the place of the token that begins at a character; None where none does."""
    at = bisect_left(words, start, key=lambda w: w.start)
    return at if at < len(words) and words[at].start == start else None


def _day_month(a: str, b: str, month_first: bool) -> tuple[str, str]:
    """Return month and day of a numeric date whose order is the writer's."""
    return (a, b) if int(b) > 12 or (month_first and int(a) <= 12) else (b, a)


def iso_date(year: int | None, month: int, day: int) -> str | None:
    """Return a date's normal form, `2026-12-05` or `--12-05` without a year; None where there is no such day."""
    full = year if year is None or year > 99 else 2000 + year
    try:
        made = date(full or 2000, month, day)
    except ValueError:
        return None
    return made.isoformat() if full else f"--{made:%m-%d}"


_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "º", "°", "ª", "o", "e", "."})
_OF = frozenset({"of", "de", "do", "del", "di"})
_BETWEEN = _ORDINALS | _OF


def _worded(text: str, words: Sequence[Token], found: Sequence[Number]) -> Iterator[Claim]:
    """Read `5 December 2026`, `December 5th`, `5. Dezember`, `le 1er décembre`, `5 de diciembre de 2026`."""
    for number in found:
        if number.marks > 1 or not (1 <= number.value <= 31) or number.value % 1:
            continue
        span = _day_then_month(words, number) or _month_then_day(words, number)
        if span is None:
            continue
        first, last, month = span
        year, last = _year(words, last)
        value = iso_date(year, month, int(number.value))
        if value is not None:
            start, end = words[first].start, words[last - 1].end
            yield Claim(ClaimKind.DATE, text[start:end], start, end, value, relation=_relation(words, first))


def _day_then_month(words: Sequence[Token], number: Number) -> tuple[int, int, int] | None:
    at = number.last
    while at < len(words) and at - number.last < 3 and words[at].fold in _BETWEEN:
        at += 1
    month = _month_at(words, at)
    return None if month is None else (number.first, month[1], month[0])


def _month_then_day(words: Sequence[Token], number: Number) -> tuple[int, int, int] | None:
    for length in (2, 1):
        at = number.first - length
        month = _month_at(words, at) if at >= 0 else None
        if month is not None and month[1] == number.first and not number.spelled:
            last = number.last
            if last < len(words) and words[last].fold in {"st", "nd", "rd", "th"}:
                last += 1
            return at, last, month[0]
    return None


def _month_at(words: Sequence[Token], at: int) -> tuple[int, int] | None:
    if at >= len(words) or not _MONTH.may_begin(words[at].fold):
        return None
    hit = _MONTH.longest_at(words, at, len(words))
    if hit is None:
        return None
    short = len(words[at].fold) <= 4 and hit.last < len(words) and words[hit.last].fold == "."
    return int(hit.label), hit.last + (
        1 if short and hit.last + 1 < len(words) and words[hit.last + 1].fold[0].isdigit() else 0
    )


def _year(words: Sequence[Token], last: int) -> tuple[int | None, int]:
    at = last
    while at < len(words) and at - last < 1 and words[at].fold in _OF | {",", "."}:
        at += 1
    if at < len(words) and words[at].fold.isascii() and words[at].fold.isdigit() and len(words[at].fold) == 4:
        return int(words[at].fold), at + 1
    return None, last


def _named(text: str, words: Sequence[Token], spoken: frozenset[str]) -> Iterator[Claim]:
    """Read `tomorrow`, `by Friday`, `Ende der Woche`, `la semaine prochaine`."""
    for table in [t for t in (_DAY, _WEEKDAY) if t.may_stand_among(spoken)]:
        for hit in table.find(words):
            if table is _WEEKDAY and len(words[hit.first].fold) <= 4 and not text[words[hit.first].start].isupper():
                continue
            start, end = words[hit.first].start, words[hit.last - 1].end
            value = hit.label if table is _DAY else f"weekday:{hit.label}"
            if hit.label == "tomorrow" and _is_morning(words, hit.first):
                continue
            yield Claim(ClaimKind.DATE, text[start:end], start, end, value, relation=_relation(words, hit.first))


_MORNING_BEFORE = frozenset({"la", "guten", "las", "am", "les", "goede"})


def _is_morning(words: Sequence[Token], at: int) -> bool:
    """Say whether `mañana` or `Morgen` means the morning here: `por la mañana`, `guten Morgen`, `am Morgen`."""
    return words[at].fold in {"mañana", "manana", "morgen"} and at > 0 and words[at - 1].fold in _MORNING_BEFORE


_BETWEEN_UNIT = frozenset({"(", ")", "full", "more", "weitere", "-", "of"})


def _lengths(text: str, words: Sequence[Token], found: Sequence[Number]) -> Iterator[Claim]:
    """Read `within 10 days`, `3-5 working days`, `innerhalb von zwei Wochen`, `48 hours`."""
    for index, number in enumerate(found):
        at = number.last
        while at < len(words) and at - number.last < 2 and words[at].fold in _BETWEEN_UNIT:
            at += 1
        if at == len(words) or not _UNIT.may_begin(words[at].fold):
            continue  # most numbers
        hit = _UNIT.longest_at(words, at, len(words))
        if hit is None or (len(words[at].fold) == 1 and words[at].start - words[at - 1].end > 1):
            continue
        low = _lower(words, found, index)
        yield _length(text, words, number, low, hit.label, hit.last)


def _length(text: str, words: Sequence[Token], number: Number, low: Number | None, unit: str, last: int) -> Claim:
    amount = number.value * (2 if unit == "fortnights" else 1)
    first = low.first if low else number.first
    relation = _preposition(words, first)
    if last < len(words) and _AGO.longest_at(words, last, last + 1):
        relation = "ago"
    start, end = words[first].start, words[last - 1].end
    value = f"P{plain(amount)}{_CODES[unit]}"
    return Claim(
        ClaimKind.DURATION,
        text[start:end],
        start,
        end,
        value,
        amount=amount,
        least=low.value if low else None,
        unit="weeks" if unit == "fortnights" else unit,
        relation=relation,
    )


def _lower(words: Sequence[Token], found: Sequence[Number], index: int) -> Number | None:
    previous = found[index - 1] if index else None
    if previous is None or previous.last != found[index].first - 1:
        return None
    word = words[previous.last].fold
    between = word in _WITH and previous.first > 0 and words[previous.first - 1].fold in _FROM
    return previous if between or word in _RANGE else None


_FROM = vocabulary("between zwischen entre tra fra tussen")
_WITH = vocabulary("and und et y e en")


def _preposition(words: Sequence[Token], first: int) -> str:
    """Return how a length of time is meant, by the longest phrase that ends right before it."""
    return _WITHIN.label_before(words, first) or ("by" if _BY.label_before(words, first) else "")


def _relation(words: Sequence[Token], at: int | None) -> str:
    """Return `by` where a date is a deadline by the words that stand before it."""
    if at is None:
        return ""
    here = at
    while here > 0 and at - here < 3 and (words[here - 1].fold in _ARTICLES or _NEXT.first(words, here - 1, here)):
        here -= 1
    return "by" if _BY.label_before(words, here) or _BY.label_before(words, at) else ""


_ARTICLES = vocabulary(
    "the this coming le la el il o a den dem der diesen this deze il lo l ' zum ce cette este esta questo next"
)


def _clock(text: str, runs: Sequence[Run]) -> Iterator[Claim]:
    """Read `18:00`, `6 pm`, `18 Uhr`, `18h30`."""
    for match in at_digits(_CLOCK, text, runs):
        parts = match.groupdict()
        value = clock(
            parts["h"] or parts["h2"] or parts["h3"],
            parts["m"] or parts["m3"],
            fold(parts["u"] or parts["u2"] or parts["u3"] or ""),
        )
        if value is not None:
            yield Claim(ClaimKind.TIME, match.group(), match.start(), match.end(), value)


def clock(hour: str, minute: str | None, unit: str = "") -> str | None:
    """Return a time of day as `18:00`; `unit` may be `pm` or `a.m.`; None where there is no such time."""
    hours, half = int(hour), unit.replace(".", "").strip()
    if half in {"am", "pm"}:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half == "pm" else 0)
    return f"{hours % 24:02d}:{minute or '00'}" if hours <= 24 else None


def hours_of(value: Decimal) -> int:
    """Return whole days that hold so many hours: 24 is one, 25 are two."""
    return ceil(value / 24)
