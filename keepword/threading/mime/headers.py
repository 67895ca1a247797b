"""Header fields from raw bytes (RFC 5322 section 2.2), read in one pass and never given up.

Line ends are CRLF, LF or CR CR LF. A line that is no field is passed over when fields follow it, else the body starts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from keepword.threading.mime.charsets import codec, decode, guess

MAX_FIELDS = 4_000
MAX_VALUE = 256_000
"""Bytes that we read of one field's value; the rest is cut, and said so."""
MAX_BLOCK = 1_000_000
"""Bytes that we read of one header block."""

_TOO_LONG = f"limit: header block longer than {MAX_BLOCK} bytes"
_TOO_MANY = f"limit: more than {MAX_FIELDS} header fields"
_CUT = frozenset({_TOO_LONG, _TOO_MANY})

_FIELD_NAME = re.compile(rb"([!-9;-~]{1,200})[ \t]*:")
_FIELD = re.compile(rb"^([!-9;-~]{1,200}[ \t]*):([^\n]*\n(?:[ \t][^\n]*\n)*)", re.MULTILINE)
MAX_PLAIN = 200_000
"""Bytes of a header block up to which none of its values can be too long to be kept whole."""
_BLANK = re.compile(rb"\n\r*(?:\n|\Z)")
_LED = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]{0,8}\r?\n){0,8}(?=[A-Za-z][A-Za-z0-9-]{0,60}:)")
_CHARSET = re.compile(rb"charset\s{0,4}=\s{0,4}[\"']?([\w.:-]{1,60})", re.IGNORECASE)
_FOLD = re.compile(rb"[\r\n]+")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Block:
    """A header block: its fields in order as (lower-cased name, unfolded raw value), and where its body starts."""

    fields: tuple[tuple[str, bytes], ...]
    body: int
    defects: tuple[str, ...] = ()
    charset: str = ""
    """What the body is said to be in: 8-bit header fields are mostly in that too."""
    named: Mapping[str, Sequence[bytes]] = field(init=False, repr=False, compare=False)
    """The values of each field, topmost first, by its lower-cased name."""

    def __post_init__(self) -> None:
        """Sort the values by their names once: a mail is asked for the same few fields over and over."""
        named: dict[str, list[bytes]] = {}
        for name, value in self.fields:
            named.setdefault(name, []).append(value)
        object.__setattr__(self, "named", named)

    @property
    def cut(self) -> bool:
        """Whether fields may stand behind what was read: the block is longer than `MAX_BLOCK`, or has more than `MAX_FIELDS`."""
        return not _CUT.isdisjoint(self.defects)

    def raw(self, name: str) -> bytes | None:
        """Return the first value of a field as bytes, or None."""
        values = self.named.get(name)
        return values[0] if values else None

    def text(self, name: str) -> str:
        """Return the first value of a field as text, empty where there is none."""
        raw = self.raw(name)
        return "" if raw is None else field_text(raw, self.charset)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all values of a field as text, topmost first."""
        values = self.named.get(name)
        return tuple([field_text(value, self.charset) for value in values]) if values else ()


def field_text(raw: bytes, charset: str = "") -> str:
    """Decode a field's raw value: ASCII, UTF-8 (RFC 6532), else the body's charset, else a guess; controls become spaces."""
    text = raw.decode("ascii") if raw.isascii() and b"\x1b" not in raw else _beyond_ascii(raw, charset)
    return (text if text.isprintable() else _CONTROLS.sub(" ", text)).strip()


def _beyond_ascii(raw: bytes, charset: str) -> str:
    if b"\x1b$" in raw:
        return guess(raw)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return decode(raw, charset)[0] if charset and codec(charset) else guess(raw)


def read_block(raw: bytes, start: int = 0, end: int | None = None, *, message: bool = False) -> Block:
    """Read the header block that starts at `start`; `end` bounds it, as the end of a MIME part does.

    `message` says that a mail starts here: empty lines and a byte order mark before its first field are then passed over.
    """
    stop = len(raw) if end is None else end
    if message and (led := _LED.match(raw, start, stop)) is not None:
        start = led.end()
    edge, body = _edges(raw, start, stop)
    if edge - start <= MAX_PLAIN and (plain := _plain_fields(raw[start:edge])) is not None:
        return Block(plain, body, (), _charset(plain))
    capped = min(edge, start + MAX_BLOCK)
    block = _Reading(raw[start:capped])
    fields = block.fields()
    if block.body is not None:
        body = start + block.body
    if capped < edge:
        block.defects.append(_TOO_LONG)
    return Block(fields, body, tuple(dict.fromkeys(block.defects)), _charset(fields))


def _plain_fields(block: bytes) -> tuple[tuple[str, bytes], ...] | None:
    """Read a block in which every line is a field's or goes on with one, as in nearly every mail; None for any other."""
    fields = _FIELD.findall(block)
    if len(fields) > MAX_FIELDS or sum(map(len, chain.from_iterable(fields))) + len(fields) != len(block):
        return None
    return tuple([(_name(name), _unfolded(value)) for name, value in fields])


@lru_cache(maxsize=1_024)
def _name(name: bytes) -> str:
    """Return a field's name as it is compared: the same few come with every mail."""
    return name.rstrip().decode("ascii").lower()


def _unfolded(value: bytes) -> bytes:
    """Take the line ends out of a value (RFC 5322 2.2.3)."""
    value = value.strip()
    if b"\n" in value:
        value = b"".join(line.rstrip(b"\r") for line in value.split(b"\n"))
    return (_FOLD.sub(b" ", value) if b"\r" in value else value).strip()


def _charset(fields: tuple[tuple[str, bytes], ...]) -> str:
    if all(value.isascii() for _, value in fields):
        return ""
    said = next((value for name, value in fields if name == "content-type"), b"")
    found = _CHARSET.search(said)
    return found[1].decode("ascii", "replace") if found else ""


def _edges(raw: bytes, start: int, stop: int) -> tuple[int, int]:
    """Return where the header block ends and where the body starts (RFC 5322 2.1: after the first empty line)."""
    first = raw[start : start + 2]
    if first.startswith(b"\n") or first == b"\r\n":
        return start, start + (1 if first.startswith(b"\n") else 2)
    found = _BLANK.search(raw, start, stop)
    return (found.start() + 1, found.end()) if found else (stop, stop)


class _Reading:
    """One reading of a block's lines; `body` is set where the body starts before the empty line."""

    def __init__(self, block: bytes) -> None:
        self.lines = block.split(b"\n") if b"\n" in block else block.split(b"\r")
        if self.lines and not self.lines[-1]:
            self.lines.pop()
        self.body: int | None = None
        self.defects: list[str] = []

    def fields(self) -> tuple[tuple[str, bytes], ...]:
        found: list[tuple[str, list[bytes]]] = []
        offset = 0
        for number, line in enumerate(self.lines):
            if line[:1] in (b" ", b"\t") and (found or not line.strip()):
                if found:
                    found[-1][1].append(line)
            elif (name := _FIELD_NAME.match(line)) is not None:
                found.append((name[1].decode("ascii").lower(), [line[name.end() :]]))
            elif not self._skipped(number, line):
                self.body = offset
                break
            if len(found) > MAX_FIELDS:
                self.defects.append(_TOO_MANY)
                break
            offset += len(line) + 1
        return tuple((name, self._unfold(name, parts)) for name, parts in found[:MAX_FIELDS])

    def _skipped(self, number: int, line: bytes) -> bool:
        """Whether a line that is no field can be passed over: an mbox separator, or fields follow it."""
        if number == 0 and line.startswith((b"From ", b">From ")):
            return True
        if not line.strip():
            return True
        self.defects.append("header: a line without a colon")
        return self._fields_follow(number + 1)

    def _fields_follow(self, number: int) -> bool:
        """Whether the next line that continues nothing is a field."""
        following = self.lines[number : number + 10]
        start = next((line for line in following if line[:1] not in (b" ", b"\t")), b"")
        return _FIELD_NAME.match(start) is not None

    def _unfold(self, name: str, parts: list[bytes]) -> bytes:
        """Join a folded value (RFC 5322 2.2.3: the white space stays, the line ends go)."""
        value = b"".join(part.rstrip(b"\r") for part in parts)
        if len(value) > MAX_VALUE:
            self.defects.append(f"limit: {name[:40]} longer than {MAX_VALUE} bytes")
            # References and Received are most telling at both ends.
            value = value[: MAX_VALUE // 2] + b" " + value[-MAX_VALUE // 2 :]
        return (_FOLD.sub(b" ", value) if b"\r" in value else value).strip()
