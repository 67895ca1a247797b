"""Dates are read however programs write them."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.dates import read_date

DATES = [
    # RFC 5322, with its obsolete forms
    ("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"),
    ("21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06+00:00"),
    ("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", "1997-11-21T09:55:06-06:00"),
    ("Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)", "1969-02-13T23:32:00-03:30"),
    ("Tue, 1 Jul 2003 10:52:37 +0200", "2003-07-01T10:52:37+02:00"),
    ("Wed, 11 Feb 98 11:51 CST", "1998-02-11T11:51:00-06:00"),
    ("1 Jan 49 00:00 EST", "2049-01-01T00:00:00-05:00"),
    ("1 Jan 50 00:00 UT", "1950-01-01T00:00:00+00:00"),
    ("1 Jan 104 00:00 Z", "2004-01-01T00:00:00+00:00"),
    ("1 Jan 2004 00:00 A", "2004-01-01T00:00:00+00:00"),
    ("1 Jan 2004 00:00 -0000", "2004-01-01T00:00:00+00:00"),
    ("Sat, 31 Dec 2016 23:59:60 +0000", "2016-12-31T23:59:59+00:00"),
    # others
    ("2024-01-31T10:11:12Z", "2024-01-31T10:11:12+00:00"),
    ("2024-01-31T10:11:12.345+01:00", "2024-01-31T10:11:12+01:00"),
    ("20240131T101112Z", "2024-01-31T10:11:12+00:00"),
    ("2024/01/31 10:11:12 +0900", "2024-01-31T10:11:12+09:00"),
    ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37+00:00"),
    ("Sun Nov  6 08:49:37 2024 +0100", "2024-11-06T08:49:37+01:00"),
    ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37+00:00"),
    ("Wed, 15 Feb 1995 09:38:18", "1995-02-15T09:38:18+00:00"),
    ("Mi, 31 Jan 2024 10:11:12 +0100 (MEZ)", "2024-01-31T10:11:12+01:00"),
    ("ven., 3 mai 2024 10:11:12 +0200", "2024-05-03T10:11:12+02:00"),
    ("31 Dez 2024 10:11 MEZ", "2024-12-31T10:11:00+01:00"),
    ("1/31/2024 1:02:03 PM", "2024-01-31T13:02:03+00:00"),
    ("31.1.2024 10:11", "2024-01-31T10:11:00+00:00"),
    ("Wed, 31 Jan 2024 10:11:12 GMT+0200", "2024-01-31T10:11:12+02:00"),
    ("Wed, 31 Jan 2024 10:11:12 +9999", "2024-01-31T10:11:12+00:00"),
]


@pytest.mark.parametrize(("value", "moment"), DATES)
def test_dates_are_read(value: str, moment: str) -> None:
    """Each way of writing a date gives the moment that it means, with its zone."""
    assert read_date(value) == datetime.fromisoformat(moment)


@pytest.mark.parametrize(
    "value",
    ["", "yesterday", "31 Feb 2024 10:00 +0000", "1 Jan 2024 25:00", "1 Jan 2024", "Wed, 15 Dec 2010    59:10 -0500"],
)
def test_what_is_no_date_is_none(value: str) -> None:
    """A value without a possible day and time is no date."""
    assert read_date(value) is None


@settings(deadline=None)
@given(st.datetimes(datetime(1950, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_what_was_written_is_read(moment: datetime) -> None:
    """A date that Python wrote comes back."""
    assert read_date(format_datetime(moment)) == moment.replace(microsecond=0)


@settings(deadline=None)
@given(st.text("0123456789:/-., +TZJanGMTpm()", max_size=60))
def test_no_value_raises(value: str) -> None:
    """Every string is a date with a zone, or none."""
    found = read_date(value)
    assert found is None or found.tzinfo is not None


@given(
    st.sampled_from(("", "Mon, ", "Xxx, ")),
    st.integers(0, 32),
    st.sampled_from(("Jan", "feb", "MAY", "Mai", "Okt", "Dec", "Xyz")),
    st.sampled_from(("0000", "0001", "1999", "2026", "9999")),
    st.tuples(st.integers(0, 25), st.integers(0, 61), st.integers(0, 61)),
    st.sampled_from("+-"),
    st.tuples(st.integers(0, 16), st.integers(0, 61)),
    st.sampled_from(("", " (CET)", " GMT")),
)
def test_the_usual_form_is_read_like_all_others(
    day: str,
    number: int,
    month: str,
    year: str,
    clock: tuple[int, int, int],
    sign: str,
    zone: tuple[int, int],
    name: str,
) -> None:
    """The short way for RFC 5322's own form finds what the long one does: a space before the date leads there."""
    time = ":".join(f"{n:02}" for n in clock)
    value = f"{day}{number} {month} {year} {time} {sign}{zone[0]:02}{zone[1]:02}{name}"
    short, long = read_date(value), read_date(f" {value}")
    assert (short, short and short.utcoffset()) == (long, long and long.utcoffset())
