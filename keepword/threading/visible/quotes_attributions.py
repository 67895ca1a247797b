"""Attributions: the line or lines by which a mail program says whose words it quotes ("On … wrote:").

An attribution is known by what it is made of, a beginning, a date or an address, a verb or a colon, so one rule serves
all languages and an unknown verb does no harm. Each line is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keepword.threading.lines import Role
from keepword.threading.visible.quotes_words import OPENERS, WROTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from keepword.threading.lines import Line

MAX_LINES = 6
"""Rows over which an attribution may be wrapped, a blank one among them."""

MAX_LENGTH = 500
"""Characters of a whole attribution."""


MIN_WRAP = 30
"""Characters of a row that a program would break."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """Lines `start` up to, not including, `end`. `strong`: it names an address or a time of day, so it needs no quote behind it."""

    start: int
    end: int
    strong: bool


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SPACED = [word for word in WROTE if word[0].isalpha() and ord(word[0]) < 0x0E00]
_UNSPACED = [word for word in WROTE if word not in _SPACED]
_VERB = rf"(?:(?<!\w)(?:{_alternatives(_SPACED)})(?!\w)|{_alternatives(_UNSPACED)})"
_HAS_VERB = re.compile(_VERB, re.IGNORECASE)
_VERB_LAST = re.compile(_VERB + r"[\s)\]*_>\"”»'\-]{0,12}$", re.IGNORECASE)
_AFTER_VERB = " \t)]*_>\"”»'-:：\u202c\u200e\u200f"
_VERB_ENDS = tuple(word.rstrip(")") for word in WROTE)
_OPENER = re.compile(
    rf"[-–—*_\"'(\s\u200e\u200f]{{0,8}}(?:(?:{_alternatives(OPENERS)})(?=\W)|at(?=\s\d{{1,4}}[/.\-]\d)|於|于|在|ในวันที่|เมื่อ)\D{{0,30}}\d",
    re.IGNORECASE,
)
_CLOCK_FIRST = re.compile(r"At \d{1,2}:\d{2} [AP]M,? \d{1,4}[/.\-]\d")
_DATE_FIRST = re.compile(
    r"[-*_\s\"']{0,5}(?:\d{1,4}[./\-年년月\s]|\d{1,2}[.,]?\s\w|\w{1,15}[.,]{0,2}\s(?:\w{1,15}[.,]{0,2}\s)?\d{1,4}(?=[\s.,]))"
)
_DATE = re.compile(
    r"\d{1,4}[./\-]\s?\d{1,2}[./\-]\s?\d{1,4}|(?<!\d)(?:1[89]|2[0-9])\d\d(?!\d)|\d{1,2}[:h.]\d{2}(?!\d)|\d\s?[年년月월]|(?<!\d)25\d\d(?!\d)|[٠-٩۰-۹]{2}"
)
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h時시点點]\s?\d{2}(?!\d)(?!\.\d)|\d\s?(?:am|pm)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>@\"',;:()\[\]]{1,64}@[^\s<>@\"',;:()\[\]]{2,255}|<mailto:")
_ZONE = re.compile(r"(?:GMT|UTC)\s?[+\-]\d")
_GROUPWISE = re.compile(r">>>\s.{3,120}\s>>>$")
_DASHED = re.compile(r"-{2,20} ?[^-\n]{1,120}-{2,20}$")
_SENTENCE = re.compile(r"[.!?]\s+\w{1,30}\s+\w{1,30}\s+\w{1,30}\s+\w{1,30}\s+\w{1,30}\s")
_BRACKETS = ("<", "(", "[", ":", "\u202a", "")
_TAIL = ' \t*_-\u200e\u200f\u202c"”»'


def attribution_at(lines: Sequence[Line], start: int) -> Attribution | None:
    """Return the attribution that begins at this line, or None."""
    if lines[start].role is Role.ATTRIBUTION:
        return _marked(lines, start)
    text = lines[start].text.strip()
    if len(text) > MAX_LENGTH or lines[start].depth:
        return None
    if _GROUPWISE.match(text) or (_DASHED.match(text) and _verb_last(text)):
        return Attribution(start, start + 1, strong=True)
    dated = bool(_OPENER.match(text) or _DATE_FIRST.match(text) or _CLOCK_FIRST.match(text))
    return (_dated(lines, start) if dated else None) or _addressed(lines, start) or _short(lines, start)


def _marked(lines: Sequence[Line], start: int) -> Attribution | None:
    """Take all lines of the element that the HTML marks."""
    end = start
    while end < len(lines) and lines[end].role is Role.ATTRIBUTION:
        end += 1
    return Attribution(start, end, strong=True)


def _dated(lines: Sequence[Line], start: int) -> Attribution | None:
    """Read on from "On 3 May …" or "3.5.2024 …" until a verb and a colon end it."""
    text = ""
    for end in range(start, min(start + MAX_LINES, len(lines))):
        row = lines[end].text.strip()
        if end > start and (_OPENER.match(row) and _DATE.search(row)):
            return None  # a nearer beginning: that one is it
        if end > start and row and not _wrapped(lines[end - 1].text, text, row):
            return None
        text = f"{text} {row}".strip()
        if len(text) > MAX_LENGTH:
            return None
        if row and _ended(text, lines, end):
            return _judged(text, lines, start, end + 1)
        if not row and not _unfinished(text):
            return None
    return None


def _wrapped(before: str, text: str, row: str) -> bool:
    """Whether a program broke the line here: it does so where lines are long, or at an address."""
    return len(before) >= MIN_WRAP or not before.strip() or "<" in text or row.startswith("<")


def _unfinished(text: str) -> bool:
    """Tell whether an address is still to come or still open, so that a blank row may stand inside."""
    return bool(_TIME.search(text)) and text.count("<") >= text.count(">") and len(text) < 120


def _ended(text: str, lines: Sequence[Line], end: int) -> bool:
    bare = text.rstrip(_TAIL)
    if bare.endswith((":", "：")):
        return True
    if _verb_last(text):
        return text[-1] == "-" or not _runs_on(lines, end)
    closed = text.count("<") <= text.count(">")
    return (
        closed
        and bool(_ZONE.search(text) or _ADDRESS.search(text))
        and not _runs_on(lines, end)
        and bool(_DATE_FIRST.match(text))
    )


def _verb_last(text: str) -> bool:
    """Whether a verb of writing ends the text."""
    bare = text[-80:].rstrip(_AFTER_VERB).casefold()
    return bare.endswith(_VERB_ENDS) and _VERB_LAST.search(text[-80:].rstrip(":：")) is not None


def _runs_on(lines: Sequence[Line], end: int) -> bool:
    """Whether the next row is plain text that may belong to the same sentence."""
    following = lines[end + 1] if end + 1 < len(lines) else None
    return following is not None and not following.blank and not following.depth


def _judged(text: str, lines: Sequence[Line], start: int, end: int) -> Attribution | None:
    verb, address, date = _HAS_VERB.search(text), _ADDRESS.search(text), _DATE.search(text)
    if not date or _SENTENCE.search(text):
        return None
    colon = text.rstrip(_TAIL).endswith((":", "："))
    quoted = _before_quote(lines, end)
    if not verb and not (address and (colon or quoted)) and not _ZONE.search(text):
        return None
    strong = bool(address or _TIME.search(text))
    return Attribution(start, end, strong) if strong or quoted else None


def _addressed(lines: Sequence[Line], start: int) -> Attribution | None:
    """`Name <address> wrote:`, on one row or two or three."""
    if not any("@" in line.text for line in lines[start : start + 3]):
        return None
    text = ""
    for end in range(start, min(start + 3, len(lines))):
        row = lines[end].text.strip()
        if end > start and not _goes_on(text, row):
            return None
        text = f"{text} {row}".strip()
        if not row or len(text) > MAX_LENGTH:
            return None
        if text.rstrip(_TAIL).endswith((":", "：")) or (_verb_last(text) and not _runs_on(lines, end)):
            return Attribution(start, end + 1, strong=True) if _names_a_writer(text) else None
    return None


def _goes_on(text: str, row: str) -> bool:
    """Whether a name is wrapped into the next row: the address has begun or begins there, and no date does."""
    return ("<" in text or "@" in text or row.startswith("<")) and not (_OPENER.match(row) and _DATE.search(row))


def _names_a_writer(text: str) -> bool:
    """Look for an address close to the beginning, and a verb behind it."""
    address = _ADDRESS.search(text)
    if not address or address.start() > 80 or _SENTENCE.search(text):
        return False
    verb = _HAS_VERB.search(text, address.end()) or _HAS_VERB.match(text)
    named = len(text[: address.start()].split()) <= (8 if verb else 5)
    return (
        named
        and text[address.start() - 1 : address.start()] in _BRACKETS
        and bool(verb or _TIME.search(text, address.end()))
    )


def _short(lines: Sequence[Line], start: int) -> Attribution | None:
    """Take `Jane wrote:` or `Jane wrote on 3.5.2024:`, directly over quoted lines."""
    text = lines[start].text.strip()
    if len(text) > 100 or not text.endswith((":", "：")) or not _before_marks(lines, start + 1):
        return None
    verb, address = _HAS_VERB.search(text), _ADDRESS.search(text)
    said = verb and (_verb_last(text[:-1]) or _DATE.search(text, verb.end()))
    if said or (address and text[address.start() - 1 : address.start()] in _BRACKETS):
        return Attribution(start, start + 1, strong=False)
    return None


def _before_quote(lines: Sequence[Line], end: int) -> bool:
    """Whether quoted lines follow, at most two blank ones between; some programs mark them with `| `."""
    following = _following(lines, end)
    return _before_marks(lines, end) or (following is not None and following.text.startswith("| "))


def _before_marks(lines: Sequence[Line], end: int) -> bool:
    """Whether lines with quote marks follow."""
    following = _following(lines, end)
    return following is not None and (following.depth > 0 or following.role is Role.QUOTE)


def _following(lines: Sequence[Line], end: int) -> Line | None:
    return next((line for line in lines[end : end + 3] if line.depth or not line.blank), None)
