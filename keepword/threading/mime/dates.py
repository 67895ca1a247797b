"""Dates of mail (RFC 5322 sections 3.3 and 4.3), and of programs that write them as they like.

The parts are told by their looks, not by their place: a day, a month's name, a year, a time, a zone.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

MAX_DATE = 200
"""Characters of a date that are looked at."""

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan januar january janvier enero gennaio janeiro ene gen",
            "feb februar february febrero febbraio fev",
            "mar march maerz märz mär mars marzo mrt",
            "apr april avril abril aprile abr avr",
            "may mai mayo maggio maio mag mei",
            "jun june juni juin junio giugno giu",
            "jul july juli juillet julio luglio lug",
            "aug august août aout agosto ago",
            "sep sept september septembre septiembre settembre set",
            "oct okt oktober october octobre octubre ottobre ott out",
            "nov november novembre noviembre",
            "dec dez dezember december décembre decembre diciembre dicembre dic",
        ),
        start=1,
    )
    for name in names.split()
}
# RFC 5322 4.3 gives the American ones; the others are the ones that mail of old is full of. Hours east of UTC.
_ZONES = {
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
    "mdt": -6, "pst": -8, "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "ast": -4, "adt": -3, "bst": 1,
    "west": 1, "cet": 1, "met": 1, "mez": 1, "cest": 2, "mest": 2, "mesz": 2, "mewt": 1, "eet": 2, "eest": 3,
    "msk": 3, "msd": 4, "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13, "hkt": 8, "sgt":
    8,
}  # fmt: skip
_COMMENT = re.compile(r"\([^()]*\)")
_TIME = re.compile(
    r"(?<![\d:])(\d{1,2})\s?[:.]\s?(\d{2})(?:\s?[:.]\s?(\d{2})(?:[.,]\d{1,9})?)?(?!\d)\s*([ap]\.?m\b)?", re.IGNORECASE
)
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?!\d)")
_NUMERIC_ZONE = re.compile(r"(?:gmt|utc)?\s*([+-])\s?(\d{1,2}):?(\d{2})?(?!\d)", re.IGNORECASE)
_USUAL = re.compile(
    r"(?:[A-Za-z]{3}, )?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)"
    r" ([+-])(0\d|1[0-4])([0-5]\d)(?: \([A-Za-z]{1,8}\))?"
)
"""The form of RFC 5322 3.3, in which nearly all dates come."""
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")


def read_date(value: str) -> datetime | None:
    """Return the date that a header value means, with its zone, or None where it means none.

    A missing zone, and one that nobody knows (RFC 5322 4.3: the military ones), is UTC.
    """
    if (usual := _USUAL.fullmatch(value)) is not None and (month := _MONTHS.get(usual[2].lower())) is not None:
        return _as_usual(usual, month)
    return _read_any(value)


def _as_usual(found: re.Match[str], month: int) -> datetime | None:
    day, year, hour, minute, second = map(int, found.group(1, 3, 4, 5, 6))
    offset = timedelta(hours=int(found[8]), minutes=int(found[9]))
    zone = timezone(offset if found[7] == "+" else -offset) if offset else UTC
    return _moment((year, month, day), (hour, minute, second), zone)


def _read_any(value: str) -> datetime | None:
    """Read a date whatever its form."""
    text = _spread(" ".join(_COMMENT.sub(" ", value[:MAX_DATE]).split()))
    time = _TIME.search(text)
    if time is None:
        return None
    before, after = text[: time.start()], text[time.end() :]
    day = _day(before, after)
    clock = _clock(time)
    return None if day is None or clock is None else _moment(day, clock, _zone(after, value))


def _spread(text: str) -> str:
    """Write 20240131T101112 as others write it, and part a date from its time."""
    text = _COMPACT.sub(r"\1-\2-\3 \4:\5:\6", text)
    return re.sub(r"(\d)T(\d)", r"\1 \2", text)


def _clock(time: re.Match[str]) -> tuple[int, int, int] | None:
    hour, minute, second = int(time[1]), int(time[2]), int(time[3] or 0)
    if time[4]:
        hour = hour % 12 + (12 if time[4].lower().startswith("p") else 0)
    # RFC 5322 3.3 allows a leap second; datetime does not.
    return (hour, minute, min(second, 59)) if hour < 24 and minute < 60 and second <= 60 else None


def _day(before: str, after: str) -> tuple[int, int, int] | None:
    if (iso := _ISO.search(before)) is not None:
        return int(iso[1]), int(iso[2]), int(iso[3])
    month = next((_MONTHS[w] for w in _words(before) if w in _MONTHS), None)
    numbers = _NUMBER.findall(before)
    if month is None:
        return _slashed(numbers) if "/" in before or "." in before else None
    if len(numbers) == 1:  # asctime: the year comes after the time
        numbers += [n for n in _NUMBER.findall(_NUMERIC_ZONE.sub(" ", after)) if len(n) == 4][:1]
    if len(numbers) < 2:
        return None
    day, year = (numbers[1], numbers[0]) if len(numbers[0]) == 4 else (numbers[0], numbers[1])
    return _year(year), month, int(day[:2])


def _slashed(numbers: list[str]) -> tuple[int, int, int] | None:
    """Read 31/12/2020 and 12/31/2020; where both could be meant, the day comes first."""
    if len(numbers) < 3:
        return None
    first, second = int(numbers[0][:3]), int(numbers[1][:3])
    day, month = (second, first) if second > 12 else (first, second)
    return _year(numbers[2]), month, day


def _year(digits: str) -> int:
    """RFC 5322 4.3: two digits are 2000 to 2049 or 1950 to 1999, three digits count from 1900."""
    year = int(digits[:4])
    if len(digits) == 2:
        return year + (2000 if year < 50 else 1900)
    return year + 1900 if len(digits) == 3 else year


def _words(text: str) -> list[str]:
    return [w.lower() for w in _WORD.findall(text)]


def _zone(after: str, whole: str) -> timezone:
    if (numeric := _NUMERIC_ZONE.match(after.strip())) is not None:
        return _offset(numeric)
    named = [w for w in _words(after) if w in _ZONES]
    if not named and (numeric := _NUMERIC_ZONE.search(after)) is not None:
        return _offset(numeric)
    return timezone(timedelta(hours=_ZONES[named[0]])) if named and named[0] != "z" else UTC


def _offset(numeric: re.Match[str]) -> timezone:
    hours, minutes = int(numeric[2]), int(numeric[3] or 0)
    if hours > 15 or minutes > 59 or not (hours or minutes):
        return UTC
    return timezone((1 if numeric[1] == "+" else -1) * timedelta(hours=hours, minutes=minutes))


def _moment(day: tuple[int, int, int], clock: tuple[int, int, int], zone: timezone) -> datetime | None:
    try:
        moment = datetime(*day, *clock, tzinfo=zone)
        if zone is not UTC:
            moment.astimezone(UTC)  # which a day at either end of the calendar has not
    except (ValueError, OverflowError):
        return None
    return moment
