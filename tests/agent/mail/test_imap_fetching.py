"""Fetching: sets of UIDs, answers in the usual form, and those in any other."""

from __future__ import annotations

import imaplib
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from imapclient.response_parser import parse_fetch_response

from keepword.agent.mail.imap.fetching import read_answer, read_date, uid_sets


@given(st.sets(st.integers(1, 300)), st.integers(1, 50))
def test_sets_name_each_uid_once_and_no_other(uids: set[int], most: int) -> None:
    """Ranges hold only what was asked for, and no set more than so many."""
    sets = [_members(words) for words in uid_sets(sorted(uids), most)]
    assert [uid for one in sets for uid in one] == sorted(uids)
    assert all(len(one) <= most for one in sets)


def _members(words: str) -> list[int]:
    ranges = [[int(end) for end in word.split(":")] for word in words.split(",")]
    return [uid for ends in ranges for uid in range(ends[0], ends[-1] + 1)]


ANSWERS: list[list[Any]] = [
    [None],
    [b"12 (UID 30 RFC822.SIZE 6712)", b"13 (RFC822.SIZE 1 UID 31)"],
    [(b'1 (UID 2 FLAGS (\\Seen $X) INTERNALDATE "30-Nov-2026 14:36:50 +0130" BODY[] {3}', b"abc"), b")"],
    [(b"1 (UID 5 BODY[]<0> {3}", b"abc"), b" FLAGS ())"],
    [(b"1 (BODY[] {3}", b"a)b"), b' INTERNALDATE " 1-Jan-2026 00:00:00 +0000" UID 7 FLAGS ())'],
    [b"1 (UID 2 FLAGS ())", b"1 (UID 2 RFC822.SIZE 9)"],
    [b'1 (UID 2 BODY[] "short")'],
    [b"1 (UID 2 BODY[] NIL)"],
    [b"1 (UID 2 MODSEQ (17) FLAGS (\\Seen))"],
    [b"1 (FLAGS (\\Seen))", b"2 (UID 9 RFC822.SIZE 1)"],
    [(b"1 (UID 2 X-NAME {2}", b"hi"), b" RFC822.SIZE 4)"],
    [b'1 (UID 2 INTERNALDATE "31-Feb-2026 00:00:00 +0000")'],
    [b'1 (UID 2 FLAGS ("odd"))'],
]


@pytest.mark.parametrize("data", ANSWERS)
def test_every_answer_is_read_as_imapclient_reads_it(data: list[Any]) -> None:
    """The short way and imapclient's own agree, or fail alike; it adds the number of each mail."""
    assert _outcome(read_answer, data) == _outcome(lambda d: parse_fetch_response(d, False, True), data)


def _outcome(parse: Any, data: list[Any]) -> Any:
    try:
        found = parse(data)
    except imaplib.IMAP4.error:
        return "no answer"
    return {uid: {k: v for k, v in items.items() if k != b"SEQ"} for uid, items in found.items()}


@pytest.mark.parametrize(
    "data",
    [[b"nothing"], [b"1 (UID 2"], [(b"1 (UID 2 BODY[] {3}", b"abc")], [(b"1 (UID 2 BODY[] {3}", b"abc"), b" UID"]],
)
def test_an_answer_without_an_end_is_none(data: list[Any]) -> None:
    """What the protocol does not know raises, and nothing of it is taken."""
    with pytest.raises(imaplib.IMAP4.error):
        read_answer(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"30-Nov-2026 14:36:50 +0000", datetime(2026, 11, 30, 14, 36, 50, tzinfo=UTC)),
        (b" 1-jan-2026 00:00:00 -0330", datetime(2026, 1, 1, tzinfo=timezone(-timedelta(hours=3, minutes=30)))),
        (b"31-Feb-2026 00:00:00 +0000", None),
        (b"30-Nox-2026 00:00:00 +0000", None),
        (b"30-Nov-2026 25:00:00 +0000", None),
        (b"yesterday", None),
    ],
)
def test_times_of_arrival(text: bytes, expected: datetime | None) -> None:
    """The form of RFC 9051, or nothing."""
    assert read_date(text) == expected
