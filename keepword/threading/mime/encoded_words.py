"""Encoded words of header fields (RFC 2047, RFC 2231 section 5), as senders really write them.

Read by a scanner that never goes back: words that are broken stay as they stand, adjacent words are joined as bytes
before they are decoded, since many senders cut a word in the middle of a character.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from keepword.threading.mime.charsets import decode

_START = re.compile(r"=\?([^?\s=()<>@,;:\"\[\]]{1,60})\?([bBqQ])\?")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]+")
MAX_WORDS = 20_000
"""Words that are decoded in one value; what follows stays as it stands."""


@dataclass(frozen=True, slots=True)
class _Word:
    """One encoded word and where it stands."""

    start: int
    end: int
    charset: str
    base64: bool
    text: str


def decode_words(value: str) -> str:
    """Return a header value with its encoded words decoded; other text stays as it is."""
    if "=?" not in value:
        return value
    out: list[str] = []
    run: _Run | None = None
    at = 0
    for word in _words(value):
        between = value[at : word.start]
        # RFC 2047 6.2: white space between two adjacent encoded words is not shown.
        shown = between if run is None or between.strip() else ""
        if run is None or shown or run.charset != word.charset:
            out.append((run.text() if run else "") + shown)
            run = _Run(word.charset)
        run.add(word)
        at = word.end
    out.append((run.text() if run else "") + value[at:])
    return "".join(out)


class _Run:
    """Adjacent words of one charset."""

    def __init__(self, charset: str) -> None:
        self.charset = charset
        self.pieces: list[bytes] = []
        self.base64: list[str] = []
        self.digits = 0

    def add(self, word: _Word) -> None:
        if not word.base64:
            self._base64_ends()
            self.pieces.append(_q(word.text))
            return
        self.base64.append(_NOT_BASE64.sub("", word.text))
        self.digits += len(self.base64[-1])
        # A word that ends between two bytes goes on in the next one.
        if self.digits % 4 == 0 or word.text.endswith("="):
            self._base64_ends()

    def text(self) -> str:
        self._base64_ends()
        return decode(b"".join(self.pieces), self.charset)[0]

    def _base64_ends(self) -> None:
        self.pieces.append(_b("".join(self.base64)))
        self.base64, self.digits = [], 0


def _words(value: str) -> list[_Word]:
    """Return the words of a value, leftmost first; one that never ends, ends with the value."""
    found: list[_Word] = []
    at = 0
    while len(found) < MAX_WORDS and (start := _START.search(value, at)) is not None:
        stop = value.find("?=", start.end())
        closed = stop >= 0
        text = value[start.end() : stop] if closed else value[start.end() :].rstrip("?")
        at = stop + 2 if closed else len(value)
        found.append(_Word(start.start(), at, start[1].lower(), start[2] in "bB", text))
    return found


def _q(text: str) -> bytes:
    """Decode the Q encoding (RFC 2047 4.2): an underscore is a space whatever the charset."""
    return binascii.a2b_qp(text.encode("utf-8"), header=True)


def _b(text: str) -> bytes:
    if len(text) % 4 == 1:
        text = text[:-1]
    return base64.b64decode(text + "=" * (-len(text) % 4))
