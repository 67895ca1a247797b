"""Header blocks and separators: how Outlook, Apple Mail and others introduce a whole mail inside another.

A block of `From: Sent: To: Subject:` is known by its labels (a table of languages) and by what stands behind them, so a
customer's own "From: Berlin / To: Munich / Date: 3 May" is no header block.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from keepword.threading.visible.quotes_words import (
    BEGIN,
    CC,
    DATE,
    FORWARDED,
    FROM,
    LABELS,
    MESSAGE,
    ORIGINAL,
    OTHER,
    REPLY,
    REPLY_ABOVE,
    SUBJECT,
    TO,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from keepword.threading.lines import Line

MAX_ROWS = 24
"""Rows of a header block, its blank ones among them."""

MIN_SEPARATOR, MAX_SEPARATOR = 6, 120
"""Characters of a row that announces a mail."""

MAX_ROW = 1000
"""Characters of a row that is looked at as a header; lists of recipients are long."""

_LABEL = re.compile(r"[*_\s|>]{0,4}([^\W\d_][^:：\n*]{0,28}?)[*_\s]{0,3}[:：][*_]{0,2}\s{0,8}(\S.*)?$")
_RULE = re.compile(r"[-_=*–—\s]{5,}$")
_DASHED = re.compile(r"[-_=*>\s]{2,}([^-_=*\s][^\n]{2,60}?)[-_=*\s]{2,}[:：]?$")
_HOUR = re.compile(r"\d{4}.{0,12}\s\d{1,2}:\d{2}")
_DASHED_HEAD = re.compile(r"[*>\s]{0,4}-{4,40}\s?([^-\n]{3,60}?)\s?-{4,40}\s?(?=\w)")
"""Samsung's mail program writes the header on the separator's own row."""

_AT = re.compile(r"\S@\S|\[mailto:|<mailto:")


@dataclass(frozen=True, slots=True)
class HeaderBlock:
    """Lines `start` up to, not including, `end`; `fields` has what each label introduced, the first of each kind."""

    start: int
    end: int
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def strong(self) -> bool:
        """Whether it stands for a mail without any other sign."""
        kinds = self.fields.keys() & {FROM, DATE, TO, CC, SUBJECT}
        addressed = any(_AT.search(self.fields.get(kind, "")) for kind in (FROM, TO))
        if addressed and _HOUR.search(self.fields.get(DATE, "")):
            return True
        return FROM in kinds and len(kinds) >= 3 and (SUBJECT in kinds or addressed)

    @property
    def plausible(self) -> bool:
        """Whether it is enough behind a separator or a rule."""
        return self.strong or (FROM in self.fields and len(self.fields.keys() & {FROM, DATE, TO, CC, SUBJECT}) >= 2)


def labelled(text: str) -> tuple[str, str] | None:
    """Return which header field a row is, and its value; None where it is none."""
    found = _LABEL.match(text) if len(text) <= MAX_ROW else _LABEL.match(text[:MAX_ROW])
    if not found:
        return None
    kind = LABELS.get(" ".join(found.group(1).casefold().split()))
    return (kind, (found.group(2) or "").strip(" *_|\t")) if kind else None


def header_block_at(rows: Sequence[str], start: int) -> HeaderBlock | None:
    """Read the header block that begins at a row; None where none does. The rows are bare of quote marks."""
    first = labelled(rows[start])
    if not first or first[0] in (CC, OTHER, REPLY):
        return None
    fields, end = _read(rows, start)
    block = HeaderBlock(start, end, fields)
    return block if block.plausible else None


def _read(rows: Sequence[str], start: int) -> tuple[dict[str, str], int]:
    """Collect labelled rows, their continuations, and blank rows between two of them."""
    fields: dict[str, str] = {}
    kind, end = "", start
    for at in range(start, min(start + MAX_ROWS, len(rows))):
        found = labelled(rows[at])
        if found:
            kind = found[0]
            if kind in fields and kind in (FROM, SUBJECT):
                break
            fields.setdefault(kind, found[1])
            end = at + 1
        elif not _between(rows, at, kind, fields):
            break
        elif rows[at].strip():
            fields[kind] = f"{fields[kind]} {rows[at].strip()}".strip()[:MAX_ROW]
            end = at + 1
    return fields, end


def _between(rows: Sequence[str], at: int, kind: str, fields: dict[str, str]) -> bool:
    """Whether an unlabelled row belongs to the block: another field follows, or a list of recipients goes on."""
    row = rows[at].strip()
    if row and kind in (TO, CC, FROM) and ("@" in row or row.startswith("<") or row.endswith((";", ","))):
        return True
    following = [labelled(text) for text in rows[at + 1 : at + (3 if row else 4)]]
    return any(found and found[0] not in fields for found in following)


def separator(text: str) -> str | None:
    """Tell whether a row introduces a whole mail: "original", "forward", or None.

    `-----Original Message-----`, `---------- Forwarded message ---------`, `Begin forwarded message:` and their like.
    """
    if len(text) < MIN_SEPARATOR:
        return None
    words = text[:MAX_SEPARATOR].casefold()
    if head := _DASHED_HEAD.match(words):
        return _meaning(head.group(1))
    if len(text) > MAX_SEPARATOR:
        return None
    if any(phrase in words for phrase in REPLY_ABOVE):
        return "original"
    dashed = _DASHED.match(words)
    if dashed:
        return _meaning(dashed.group(1))
    if words.rstrip(" *_").endswith((":", "：")) and len(text) <= 70:
        begun = any(word in words for word in BEGIN) or len(words.split()) <= 3
        return "forward" if begun and _meaning(words) == "forward" else None
    return None


def _meaning(words: str) -> str | None:
    """Tell the words between the dashes: a forward, an original, or something of the writer's own."""
    if any(word in words for word in FORWARDED):
        return "forward"
    if any(word in words for word in ORIGINAL) and any(word in words for word in MESSAGE):
        return "original"
    return "original" if words.strip() in ORIGINAL else None


def is_rule(text: str) -> bool:
    """Whether a row is nothing but a drawn line."""
    return bool(_RULE.match(text)) and not text.isspace()


def rows_of(lines: Sequence[Line]) -> list[str]:
    """Return the lines without their quote marks, as the readers of header blocks want them."""
    return [line.bare for line in lines]
