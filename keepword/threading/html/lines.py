"""A page being written line by line, as a reader would see its text: white space folded, blocks on lines of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from keepword.threading.lines import MAX_BLANK_RUN, MAX_CHARACTERS, MAX_LINES, Line, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 40
"""Quote marks before a line."""

_FOLD = re.compile(r"[ \t\r\n\f]+")
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u3000": "\u3000"})


class Page:
    """Lines so far, and the one that is being written."""

    def __init__(self) -> None:
        self.rest = False
        """Set when all that follows is another mail."""
        self.written = 0
        """Characters so far."""
        self.cut = False
        """Whether there was more than the bounds allow."""
        self._lines: list[Line] = []
        self._now: list[str] = []
        self._role, self._depth, self._kept = Role.TEXT, 0, False
        self._gap = False
        self._space = False
        self._lists: list[int | None] = []
        self._prefix = ""
        self._blank = 0
        self._line_role, self._line_depth = Role.TEXT, 0

    def set(self, role: Role, depth: int, kept: bool) -> None:
        """Tell what the text from here on is, how deep it is quoted, and whether its white space counts."""
        self._role, self._depth, self._kept = role, depth, kept

    def element(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Begin a list, an item or a cell."""
        if tag in ("ul", "ol"):
            self._lists.append(_number(attributes.get("start")) if tag == "ol" else None)
        elif tag == "li":
            self._prefix = self._item()
        elif tag in ("td", "th") and self._now:
            self._now.append(" | ")
            self._space = False

    def end_element(self, tag: str) -> None:
        """End a list."""
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()

    def _item(self) -> str:
        if not self._lists:
            return "- "
        number = self._lists[-1]
        if number is not None:
            self._lists[-1] = number + 1
        indent = "  " * (min(len(self._lists), 10) - 1)
        return f"{indent}- " if number is None else f"{indent}{number}. "

    def write(self, text: str) -> None:
        """Add text to the line."""
        text = self._within(text)
        if self._kept:
            first, *others = text.translate(_SPACES).split("\n")
            self._add(first)
            for row in others[: MAX_LINES + 1]:
                self.break_line()
                self._add(row)
            self.cut = self.cut or len(others) > MAX_LINES
            return
        folded = _FOLD.sub(" ", text)
        if folded.startswith(" "):
            self._space = bool(self._now)
        words = folded.strip(" ")
        if words:
            self._add(f" {words}" if self._space else words)
            self._space = folded.endswith(" ")

    def _within(self, text: str) -> str:
        """Return as much of a text as the bounds allow."""
        room = MAX_CHARACTERS - self.written if len(self._lines) <= MAX_LINES else 0
        if len(text) <= room:
            return text
        self.cut = self.cut or bool(text[room:].strip())
        return text[:room]

    def _add(self, text: str) -> None:
        if not text:
            return
        if not self._now:
            self._open_line()
        self._now.append(text.translate(_SPACES))
        self.written += len(text)

    def _open_line(self) -> None:
        if self._gap and self._lines and not self._lines[-1].blank:
            self._append("", min(self._lines[-1].depth, self._depth), self._role)
        self._gap = False
        self._line_role, self._line_depth = self._role, self._depth
        if self._prefix:
            self._now.append(self._prefix)
            self._prefix = ""

    def break_line(self) -> None:
        """End the line, as `<br>` does: an empty one counts."""
        if not self._now:
            self._open_line()
        self._end_line()

    def block(self, gap: bool) -> None:
        """End the line if anything stands on it; `gap`: leave a blank one before what follows."""
        if self._now:
            self._end_line()
        self._gap = self._gap or gap
        self._space = False

    def _end_line(self) -> None:
        self._append("".join(self._now).rstrip(), self._line_depth, self._line_role)
        self._now, self._space = [], False

    def _append(self, text: str, depth: int, role: Role) -> None:
        self._blank = 0 if text else self._blank + 1
        if self._blank > MAX_BLANK_RUN or len(self._lines) > MAX_LINES:
            return
        depth = min(depth, MAX_DEPTH)
        marks = ">" * depth
        shown = f"{marks} {text}".rstrip() if depth else text
        self._lines.append(Line(shown, depth, Role.REST if self.rest else role))

    def since(self, mark: int) -> str:
        """Return the end of the current line, about as much as was written since a mark."""
        length = min(self.written - mark + 1, 2000)
        pieces: list[str] = []
        for piece in reversed(self._now):
            if length <= 1:
                break
            pieces.append(piece[-length:])
            length -= len(piece)
        return "".join(reversed(pieces))

    def finished(self) -> list[Line]:
        """Return all lines."""
        if self._now:
            self._end_line()
        return self._lines


def _number(value: str | None) -> int:
    return int(value) if value and value.strip().isascii() and value.strip().isdigit() and len(value) < 7 else 1
