"""When a promise falls due: reckoned from the words and the day on which the mail was sent (UTC)."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from math import ceil

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.time import hours_of

MAX_YEARS = 10


def due_date(claim: Claim, sent_on: date) -> date | None:
    """Return the last day on which a promise with this deadline is kept, or None where the words set none.

    Working days are Monday to Friday; public holidays are not known here. A weekday is the next one after the
    mail's own day; a date without a year is the next such date.
    """
    if claim.kind is ClaimKind.DURATION:
        return _after(claim, sent_on) if claim.relation not in {"ago", "for"} else None
    if claim.kind is ClaimKind.DATE:
        return _on(claim.value, sent_on)
    return None


def _after(claim: Claim, sent_on: date) -> date | None:
    amount = claim.amount or Decimal(0)
    step = _STEPS.get(claim.unit)
    if step is None or not 0 <= amount <= _MOST[claim.unit]:
        return None
    return step(sent_on, amount)


def _working(start: date, amount: Decimal) -> date:
    day, left = start, ceil(amount)
    while left > 0:
        day += timedelta(days=1)
        left -= day.weekday() < 5
    return day


def _months(start: date, amount: Decimal) -> date:
    month = start.month - 1 + int(amount)
    year, index = start.year + month // 12, month % 12 + 1
    return date(year, index, min(start.day, monthrange(year, index)[1]))


_STEPS: dict[str, Callable[[date, Decimal], date]] = {
    "days": lambda d, n: d + timedelta(days=ceil(n)),
    "working_days": _working,
    "weeks": lambda d, n: d + timedelta(days=ceil(n * 7)),
    "months": _months,
    "years": lambda d, n: _months(d, n * 12),
    "hours": lambda d, n: d + timedelta(days=hours_of(n)),
    "minutes": lambda d, _: d,
}
_MOST = {
    "days": 3660, "working_days": 2600, "weeks": 520, "months": 120, "years": MAX_YEARS, "hours": 20_000, "minutes": 10_000,
}  # fmt: skip


def _on(value: str, sent_on: date) -> date | None:
    if value in _NAMED:
        return _NAMED[value](sent_on)
    if value.startswith("weekday:"):
        return _next_weekday(sent_on, int(value[-1]))
    if value.startswith("--"):
        return _next_date(sent_on, int(value[2:4]), int(value[5:7]))
    day = date.fromisoformat(value)
    return day if abs(day.year - sent_on.year) <= MAX_YEARS else None


def _next_weekday(sent_on: date, weekday: int) -> date:
    return sent_on + timedelta(days=(weekday - sent_on.weekday() - 1) % 7 + 1)


def _next_date(sent_on: date, month: int, day: int) -> date | None:
    for year in range(sent_on.year, sent_on.year + 9):
        if day <= monthrange(year, month)[1] and date(year, month, day) >= sent_on:
            return date(year, month, day)
    return None


def _end_of_week(sent_on: date) -> date:
    """Return the Friday of this week; on a weekend, the coming one."""
    return sent_on + timedelta(days=(4 - sent_on.weekday()) % 7)


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


_NAMED: dict[str, Callable[[date], date | None]] = {
    "today": lambda d: d,
    "tomorrow": lambda d: d + timedelta(days=1),
    "overmorrow": lambda d: d + timedelta(days=2),
    "yesterday": lambda _: None,
    "end_of_week": _end_of_week,
    "next_week": lambda d: d + timedelta(days=7 - d.weekday() + 4),
    "end_of_month": _end_of_month,
    "next_month": lambda d: _end_of_month(_end_of_month(d) + timedelta(days=1)),
    "end_of_year": lambda d: date(d.year, 12, 31),
}
