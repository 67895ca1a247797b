"""A TOML file with the line of every key, since `tomllib` tells values and no lines.

`tomllib` judges the text; the line finder below only walks text that is known to be valid TOML, once, in linear time.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keepword.config.faults import Fault, Key

MAX_BYTES = 1_000_000
"""No file of settings is longer than this."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as read: its data and where each key stands. `faults` says why there is no data."""

    path: Path
    data: dict[str, Any] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def line(self, key: Key) -> int:
        """Return the line of a key, or of the nearest table around it; 1 where nothing of it is there."""
        while key and key not in self.lines:
            key = key[:-1]
        return self.lines.get(key, 1)

    def fault(self, key: Key, what: str, remedy: str) -> Fault:
        """Make a fault of this file at this key."""
        return Fault(str(self.path), self.line(key), key, what, remedy)


def read_source(path: Path) -> Source:
    """Read a TOML file; what keeps it from being read stands in `faults`."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        return _unread(path, 1, f"cannot be read ({error.strerror or error})", "give a file that can be read")
    if len(raw) > MAX_BYTES:
        return _unread(path, 1, f"is longer than {MAX_BYTES} bytes", "is it the right file?")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unread(path, raw.count(b"\n", 0, error.start) + 1, "is not UTF-8", "save the file as UTF-8")
    return _parsed(path, text)


def _parsed(path: Path, text: str) -> Source:
    try:
        data = tomllib.loads(text)
        return Source(path, data, find_lines(text))
    except ValueError as error:
        what, line = _syntax(str(error), text)
        return _unread(path, line, f"is not TOML: {what}", "mend this line")
    except RecursionError:
        return _unread(path, 1, "is nested too deeply", "mend the brackets")


def _unread(path: Path, line: int, what: str, remedy: str) -> Source:
    return Source(path, faults=(Fault(str(path), line, (), what, remedy),))


def _syntax(message: str, text: str) -> tuple[str, int]:
    """Divide tomllib's `Invalid value (at line 3, column 5)` into what and where."""
    what, _, place = message.partition(" (at ")
    number = re.search(r"line (\d+)", place)
    line = int(number[1]) if number else text.rstrip("\n").count("\n") + 1
    return what[:1].lower() + what[1:], line


def listed(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the tables of a list, an empty one for each entry that is none, so that numbers stay right."""
    entries = data.get(name)
    return [e if isinstance(e, dict) else {} for e in entries] if isinstance(entries, list) else []


def repeated(source: Source, table: str, key: str, remedy: str) -> Iterator[Fault]:
    """Find entries of a list whose key holds what an earlier entry's holds."""
    seen: dict[str, int] = {}
    for number, entry in enumerate(listed(source.data, table)):
        value = entry.get(key)
        if isinstance(value, str) and value in seen:
            what = f"{value!r} stands in line {seen[value]} already"
            yield source.fault((table, number, key), what, remedy)
        elif isinstance(value, str):
            seen[value] = source.line((table, number, key))


_TOKEN = re.compile(
    r"""
      (?P<string> \"\"\" (?:\\.|[^"\\]|"(?!""))* \"\"\" "{0,2}
                | ''' (?:[^']|'(?!''))* ''' '{0,2}
                | " (?:\\.|[^"\\\n])* "
                | ' [^'\n]* ' )
    | (?P<comment> \#[^\n]* )
    | (?P<newline> \n )
    | (?P<blank> [ \t\r]+ )
    | (?P<mark> [\[\]{}=,.] )
    | (?P<bare> [^\s\[\]{}=,.\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    start: int


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind not in {"blank", "comment"}:
            yield _Token(kind, match[0], line, match.start())
        line += match[0].count("\n")
    yield _Token("end", "", line, len(text))


def find_lines(text: str) -> dict[Key, int]:
    """Return the line of every key, table and list element of a valid TOML text; elements are numbered from 0."""
    return _Finder(list(_tokens(text))).walk()


class _Finder:
    """A walk over the tokens; each method begins at the token that it is named for and ends behind it."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.lines: dict[Key, int] = {}
        self.counts: dict[Key, int] = {}

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def walk(self) -> dict[Key, int]:
        table: Key = ()
        while self.token.kind != "end":
            if self.token.kind == "newline":
                self.at += 1
            elif self.token.text == "[" and self.token.kind == "mark":
                table = self.header()
            else:
                self.pair(table)
        return self.lines

    def header(self) -> Key:
        following = self.tokens[self.at + 1]
        listed = following.text == "[" and following.start == self.token.start + 1
        line = self.token.line
        self.at += 2 if listed else 1
        table = self.placed(self.dotted(), listed)
        self.at += 2 if listed else 1
        self.lines.setdefault(table, line)
        return table

    def placed(self, names: list[str], listed: bool) -> Key:
        """Give a header's names the numbers of the list elements that they stand in."""
        key: Key = ()
        for position, name in enumerate(names):
            key += (name,)
            if listed and position == len(names) - 1:
                self.counts[key] = self.counts.get(key, 0) + 1
                self.lines.setdefault(key, self.token.line)
            if key in self.counts:
                key += (self.counts[key] - 1,)
        return key

    def dotted(self) -> list[str]:
        names = [self.name()]
        while self.token.text == "." and self.token.kind == "mark":
            self.at += 1
            names.append(self.name())
        return names

    def name(self) -> str:
        token = self.token
        self.at += 1
        if token.kind != "string":
            return token.text
        (name,) = tomllib.loads(f"{token.text} = 0")
        return name

    def pair(self, table: Key) -> None:
        line = self.token.line
        key = table
        for name in self.dotted():
            key += (name,)
            self.lines.setdefault(key, line)
        self.at += 1
        self.value(key)

    def value(self, key: Key) -> None:
        opening = self.token.text if self.token.kind == "mark" else ""
        if opening == "{":
            self.inside("}", lambda _: self.pair(key))
        elif opening == "[":
            self.inside("]", lambda number: self.element((*key, number)))
        else:
            self.plain()

    def element(self, key: Key) -> None:
        self.lines.setdefault(key, self.token.line)
        self.value(key)

    def inside(self, closing: str, part: Any) -> None:
        self.at += 1
        number = 0
        while self.token.text != closing or self.token.kind != "mark":
            if self.token.kind == "newline" or self.token.text == ",":
                self.at += 1
            else:
                part(number)
                number += 1
        self.at += 1

    def plain(self) -> None:
        """Pass a number, date, word or string; a dot within a number is a token of its own."""
        while self.token.kind in {"bare", "string"} or self.token.text == ".":
            self.at += 1
