"""FETCH (RFC 9051, 7.5.2): answers in the form that nearly every server gives are read by a pattern, others by imapclient.

imapclient's own parser takes an answer apart byte by byte, which costs more than all else about fetching a mail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from imapclient.response_parser import parse_fetch_response  # type: ignore[import-untyped]

from keepword.agent.mail.imap.session import Session

CHUNK = 500
"""UIDs in one command; servers refuse very long lines (CASES C16)."""

Items = dict[bytes, Any]

_START = re.compile(rb"\d{1,10} \(")
_ITEM = re.compile(
    rb" ?(?:(UID|RFC822\.SIZE) (\d{1,10})|(FLAGS) \(([^()\"{}]{0,2000})\)"
    rb'|(INTERNALDATE) "([^"\\]{1,40})"|(BODY\[\](?:<\d{1,10}>)?) \{\d{1,10}\+?\}\Z)'
)
_DATE = re.compile(rb"([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\Z")
_MONTHS = {m: n for n, m in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)}


def uid_sets(uids: Sequence[int], most: int = CHUNK) -> Iterator[str]:
    """Write UIDs as sets for commands, each of at most so many mails, in as few words as can be.

    >>> list(uid_sets([1, 2, 3, 7, 9, 10], most=5))
    ['1:3,7,9', '10']
    """
    ordered = sorted(set(uids))
    for start in range(0, len(ordered), most):
        yield ",".join(_ranges(ordered[start : start + most]))


def _ranges(uids: Sequence[int]) -> Iterator[str]:
    """Yield runs of UIDs without a gap: a range names no mail that was not asked for."""
    first = last = uids[0]
    for uid in (*uids[1:], 0):
        if uid != last + 1:
            yield str(first) if first == last else f"{first}:{last}"
            first = uid
        last = uid


def fetch(session: Session, uids: Sequence[int], items: Sequence[str]) -> dict[int, Items]:
    """Fetch items of mails of the selected folder, by UID; what was not asked for is left out.

    Raises what imapclient raises. `INTERNALDATE` is a `datetime` with its zone, `FLAGS` a tuple of bytes.
    """
    wanted, found = set(uids), dict[int, Items]()
    for some in uid_sets(uids):
        for uid, got in _asked(session.client, some, items).items():
            if uid in wanted:
                found[uid] = found.get(uid, {}) | got
    return found


def _asked(client: Any, uids: str, items: Sequence[str]) -> dict[int, Items]:
    """Do what `IMAPClient.fetch` does, but for the parsing."""
    imap = client._imap  # noqa: SLF001 - imapclient offers no answer that is not parsed yet
    tag = imap._command("UID", b"FETCH", uids.encode(), f"({' '.join(items)})".encode())  # noqa: SLF001
    kind, data = imap._command_complete("FETCH", tag)  # noqa: SLF001
    client._checkok("fetch", kind, data)  # noqa: SLF001
    _, data = imap._untagged_response(kind, data, "FETCH")  # noqa: SLF001
    return read_answer(data)


def read_answer(data: Sequence[Any]) -> dict[int, Items]:
    """Read FETCH answers as imaplib gives them: lines, and pairs of a line that ends in a literal's size and the literal."""
    if list(data) == [None]:
        return {}
    found: dict[int, Items] = {}
    rest = iter(data)
    for line in rest:
        items = _one(line, rest)
        if items is None or not isinstance(uid := items.pop(b"UID", None), int):
            return dict(parse_fetch_response(list(data), False, True))
        found[uid] = found.get(uid, {}) | items
    return found


def _one(line: Any, rest: Iterator[Any]) -> Items | None:
    """Read one mail's answer, which may go on after a literal; None where it has a form of its own."""
    items: Items = {}
    at = _START.match(line[0] if isinstance(line, tuple) else line)
    position = at.end() if at else -1
    while position >= 0:
        text, literal = line if isinstance(line, tuple) else (line, None)
        position, name = _items(text, position, items)
        if literal is None:
            return items if position == len(text) - 1 and text.endswith(b")") else None
        if position != len(text) or not name:
            return None
        items[name] = literal
        line, position = next(rest, b""), 0
    return None


def _items(text: bytes, position: int, items: Items) -> tuple[int, bytes]:
    """Read items from a position on as far as they are known; return where that ends, and whose literal follows."""
    while (found := _ITEM.match(text, position)) is not None:
        position = found.end()
        number, size, flags, listed, date, when, body = found.groups()
        if number:
            items[number] = int(size)
        elif flags:
            items[flags] = tuple(listed.split())
        elif date:
            if (moment := read_date(when)) is None:
                return -1, b""
            items[date] = moment
        else:
            return position, body
    return position, b""


def read_date(text: bytes) -> datetime | None:
    """Read an INTERNALDATE (`date-time` of RFC 9051, 9), or None where it is none."""
    found = _DATE.match(text)
    month = _MONTHS.get(found[2].lower()) if found else None
    if found is None or month is None:
        return None
    day, year, hour, minute, second = map(int, found.group(1, 3, 4, 5, 6))
    offset = timedelta(hours=int(found[8]), minutes=int(found[9]))
    zone = timezone(offset if found[7] == b"+" else -offset) if offset else UTC
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=zone)
    except ValueError:
        return None
