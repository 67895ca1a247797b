"""The value that stands for one figure of a text."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class ClaimKind(StrEnum):
    """What sort of figure it is."""

    MONEY = "money"
    PERCENTAGE = "percentage"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    QUANTITY = "quantity"
    URL = "url"
    EMAIL = "email"
    PHONE = "phone"
    ACCOUNT = "account"
    NUMBER = "number"


class Claim(NamedTuple):
    """One figure as it stands in a text, `start` up to, not including, `end` in characters.

    `value` is its normal form: `40.00 EUR`, `15%`, `2026-12-05`, `--12-05` (no year), `friday`, `18:00`, `P10D` (`P3B`: working
    days), a URL, an address, digits. `amount` is the number (the upper one of a range), `least` the lower one.
    """

    kind: ClaimKind
    text: str
    start: int
    end: int
    value: str
    amount: Decimal | None = None
    least: Decimal | None = None
    currency: str | None = None
    unit: str = ""
    """Of a length of time: `days`, `working_days`, `weeks`, `months`, `years`, `hours`, `minutes`."""
    relation: str = ""
    """How a time is meant: `by`, `within`, `for`, `ago`; empty where nothing says."""
