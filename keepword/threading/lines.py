"""Lines, as both bodies of a mail are brought to them before anybody judges what they are.

Plain text and HTML end in the same shape: a line of text, how deep it is quoted, and what the HTML's own markers say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_CHARACTERS = 1_000_000
"""Of one body; what stands behind is not read, and said so by a `limit:` line."""

MAX_LINES = 10_000
"""Of one body, runs of blank lines folded."""

MAX_BLANK_RUN = 12
"""Blank lines in a row that are kept."""

EXCERPT = 160
"""Characters of a removed piece that are shown."""


class Role(Enum):
    """What the marker of a mail program says about a line of HTML; plain text has only `TEXT`."""

    TEXT = "text"
    ATTRIBUTION = "attribution"  # "On … wrote:", in whatever language
    QUOTE = "quote"  # inside an element that holds the quoted mail
    REST = "rest"  # from here to the end of the mail everything is quoted
    SIGNATURE = "signature"


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is shown, its quote marks (`> `) included; `depth` counts them."""

    text: str
    depth: int = 0
    role: Role = Role.TEXT
    bare: str = field(init=False, compare=False, repr=False)
    """The text without its quote marks and outer blanks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bare", unquoted(self.text).strip() if self.depth else self.text.strip())

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it but quote marks."""
        return not self.bare


_MARKS = re.compile(r"[ \t]{0,3}(?:>[ \t]?){1,60}")
_MARK = re.compile(r"[ \t]{0,3}>[ \t]?")
_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2007": " "})


def unquoted(text: str) -> str:
    """Strip the quote marks of a line."""
    marks = _MARKS.match(text)
    return text[marks.end() :] if marks else text


def lifted(text: str) -> str:
    """Strip one level of quote marks."""
    marks = _MARK.match(text)
    return text[marks.end() :] if marks else text


def plain_lines(text: str, total: int) -> tuple[list[Line], tuple[str, ...]]:
    """Divide a plain body, of which `total` characters came, into lines; the second value tells what was beyond the limits."""
    limits = [] if total <= MAX_CHARACTERS else [f"limit: text of {total} characters, read up to {MAX_CHARACTERS}"]
    rows = _BREAKS.sub("\n", text).translate(_BLANKS).split("\n")
    lines = [plain_line(row) for row in islice(folded(rows), MAX_LINES + 1)]
    if len(lines) > MAX_LINES:
        limits.append(f"limit: more than {MAX_LINES} lines")
    return lines[:MAX_LINES], tuple(limits)


def plain_line(row: str) -> Line:
    """Make a line of plain text, counting its quote marks."""
    row = row.rstrip(" \t") if row[-2:] != "- " else row  # "-- " is RFC 3676's, 4.3
    marks = None if row.endswith(" >>>") else _MARKS.match(row)  # GroupWise's attribution: ">>> Name date >>>"
    return Line(row, marks.group().count(">") if marks else 0)


def folded(rows: Iterable[str]) -> Iterator[str]:
    """Shorten long runs of blank lines."""
    for blank, run in groupby(rows, key=lambda row: not row or row.isspace()):
        yield from islice(run, MAX_BLANK_RUN if blank else None)


def joined(lines: Iterable[Line]) -> str:
    """Return the text of lines without blank lines at its ends."""
    return "\n".join(line.text.rstrip() for line in lines).strip("\n")


def excerpt(text: str) -> str:
    """Return a bounded, one-line piece of a text, with a visible mark where it was cut."""
    words = " ".join(text[: EXCERPT * 4].split())
    return words if len(words) <= EXCERPT else words[: EXCERPT - 1] + "…"
