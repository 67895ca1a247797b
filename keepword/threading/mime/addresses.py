"""Mailboxes of address fields (RFC 5322 section 3.4 and 4.4), salvaged where the field is broken.

The value is cut once into tokens (quoted strings, comments, brackets, separators, words), then read mailbox by mailbox.
An address is never taken out of a display name beside an angle address: the name is the sender's to forge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from keepword.threading.message import Address
from keepword.threading.mime.encoded_words import decode_words

MAX_ADDRESSES = 1_000
"""Mailboxes that we take from one field."""
MAX_FIELD = 100_000
"""Characters of one field that we read."""
MAX_PIECES = 2 * MAX_ADDRESSES
"""Commas of one field after which we stop."""
MAX_ADDRESS = 320
"""Characters of the longest address that we take: 64 + 1 + 255 (RFC 5321 4.5.3.1)."""
MAX_NAME = 500
"""Characters of a display name that we keep."""

_TOKEN = re.compile(r'"|\(|\)|<|>|,|;|:|\[|\]|\\.|\s+|[^"()<>,;:\[\]\\\s]+|\\')
_PLAIN = re.compile(
    r'(?:"?([A-Za-z0-9][A-Za-z0-9 ]{0,100})"? ?(?=<))?<?([A-Za-z0-9_+.-]{1,64})@([A-Za-z0-9][A-Za-z0-9.-]{0,200})>?'
)
"""One mailbox as nearly all of them come: without quotes, comments, encoded words, anything to be salvaged."""
_SPACE = re.compile(r"\s+")
_IN_TEXT = re.compile(r"[^\s<>()\",;:]{1,64}@[^\s<>()\",;:]{1,255}")
_AROUND = re.compile(r"\s*([@.])\s*")
# Stands for a space in a quoted local part, so that it is no space between words; a character of private use.
_HELD = "\ue000"
_ATOM = re.compile(r"[^\s()<>\[\]:;@\\,\"]+\Z")
_PARTING = re.compile(r"[\s:;,<>()\[\]@]")
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def read_addresses(value: str) -> tuple[Address, ...]:
    """Return the mailboxes of a From, To, Cc, Reply-To or Sender value, groups opened, in order.

    A lone word without `@` (`MAILER-DAEMON`) is kept as an address without a domain; a phrase is not.
    """
    if (plain := _PLAIN.fullmatch(value)) is not None:
        return (Address(f"{plain[2]}@{plain[3].rstrip('.')}", " ".join((plain[1] or "").split())),)
    return _read_any(value)


def _read_any(value: str) -> tuple[Address, ...]:
    """Read mailboxes whatever their form."""
    found: list[Address] = []
    lone: list[Address] = []
    phrase = ""
    for piece in islice(_pieces(value[:MAX_FIELD]), MAX_PIECES):
        before, phrase = phrase, ""
        if not (piece.angles and before):
            found.extend(lone)
        lone = []
        if addresses := piece.mailboxes(before):
            found.extend(addresses)
        elif piece.phrase() and piece.separator == ",":
            # `Doe, Jane <jane@example.com>`: the comma belongs to the name.
            phrase, lone = f"{before}{piece.phrase()}, ", piece.lone()
        else:
            lone = piece.lone()
        if len(found) >= MAX_ADDRESSES:
            break
    return tuple((*found, *lone)[:MAX_ADDRESSES]) or _hidden(value)


def _hidden(value: str) -> tuple[Address, ...]:
    """Read an address that is hidden inside an encoded word, as some mailers hide the whole field."""
    if "=?" not in value:
        return ()
    decoded = decode_words(value[:MAX_FIELD])
    return () if "=?" in decoded or "@" not in decoded else read_addresses(decoded)


@dataclass(slots=True)
class _Piece:
    """What stands between two separators."""

    words: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    angles: list[str] = field(default_factory=list)
    quoted: bool = False
    separator: str = ""

    def phrase(self) -> str:
        return _SPACE.sub(" ", "".join(self.words)).strip()

    def mailboxes(self, before: str) -> list[Address]:
        """Return the mailbox that the piece is, or those that it holds; `before` is a name that a comma cut off."""
        # Two angle addresses in one mailbox are two: which of them is meant is not ours to choose.
        inside = dict.fromkeys(address for angle in self.angles if (address := clean_address(angle)))
        if inside:
            name = _name(before + self.phrase()) or _name(" ".join(self.comments))
            return [Address(address, name) for address in inside]
        words = [w for w in _AROUND.sub(r"\1", self.phrase()).split(" ") if w]
        found = [(w, a) for w in words if "@" in w.strip("@") and (a := clean_address(w))]
        taken = {w for w, _ in found}
        name = _name(" ".join(w for w in words if w not in taken)) or _name(" ".join(self.comments))
        return [Address(address, name if len(found) == 1 else "") for _, address in found]

    def lone(self) -> list[Address]:
        """Read a single word without `@`, which some systems write for themselves."""
        word = self.phrase()[:MAX_ADDRESS]
        if self.quoted or self.angles or "=?" in word or "@" in word or not _ATOM.match(word):
            return []
        return [Address(word, _name(" ".join(self.comments)))]


def _pieces(value: str) -> Iterator[_Piece]:
    """Cut a value at its separators; quoted strings, comments and angle brackets hold theirs."""
    reading = _Reading(value)
    piece = _Piece()
    while (mark := reading.next()) is not None:
        if mark == '"':
            piece.words.append(reading.quoted())
            piece.quoted = True
        elif mark == "(":
            piece.comments.append(reading.comment())
        elif mark == "<":
            piece.angles.append(reading.angle())
        elif mark in ",;":
            piece.separator = mark
            yield piece
            piece = _Piece()
        elif mark == ":" and _is_group(piece):
            piece = _Piece()
        elif mark not in (">", ")"):
            piece.words.append(mark)
    yield piece


def _is_group(piece: _Piece) -> bool:
    """Whether a colon ends a group's name (RFC 5322 3.4) or a `mailto:`."""
    return not piece.angles and "@" not in piece.phrase()


class _Reading:
    """The tokens of a value, and the closers still to come, so that an opener without one is a plain character."""

    def __init__(self, value: str) -> None:
        self.tokens = _TOKEN.findall(value)
        self.at = 0
        self.left = {closer: self.tokens.count(closer) for closer in ('"', ")", ">", "]")}

    def next(self) -> str | None:
        if self.at >= len(self.tokens):
            return None
        mark: str = self.tokens[self.at]
        self.at += 1
        if mark in self.left:
            self.left[mark] -= 1
        return mark

    def quoted(self) -> str:
        """Read to the closing quote; a quote that never closes is a space."""
        if not self.left['"']:
            return " "
        out = []
        while (mark := self.next()) is not None and mark != '"':
            out.append(mark.removeprefix("\\"))
        text = "".join(out)
        # RFC 5321 4.1.2: a quoted local part keeps its quotes where it needs them.
        following = self.tokens[self.at][:1] if self.at < len(self.tokens) else ""
        if following == "@" and not _ATOM.match(text):
            return f'"{text}"'.replace(" ", _HELD)
        return text

    def comment(self) -> str:
        depth, out = 1, []
        while self.left[")"] and (mark := self.next()) is not None:
            depth += {"(": 1, ")": -1}.get(mark, 0)
            if not depth:
                break
            out.append(mark[1:] if mark.startswith("\\") and len(mark) > 1 else mark)
        return "".join(out)

    def angle(self) -> str:
        """Read to the closing bracket; without one, to the next separator."""
        out: list[str] = []
        while (mark := self.next()) is not None and mark != ">":
            if mark == "<":
                out.clear()  # `<<a@example.com>>`, and `<Jane <jane@example.com>`
            elif mark == '"':
                out.append(self.quoted())
            elif mark == "(" and self.left[")"]:
                self.comment()
            elif not self.left[">"] and mark in ",;":
                break
            else:
                out.append(mark)
        return "".join(out)


def clean_address(text: str) -> str:
    """Return the addr-spec in a text as `local@domain`, without route, white space or final dot; empty for none."""
    if "=?" in text:
        text = decode_words(text)
    text = _INVISIBLE.sub("", text).strip().strip("'`<>,;")
    text = text.removeprefix("mailto:").removeprefix("MAILTO:")
    if text.startswith("@") and ":" in text:
        text = text.rpartition(":")[2]  # RFC 5322 4.4: the route is to be ignored
    text = _AROUND.sub(r"\1", text)
    if " " in text and not text.startswith('"'):
        text = next((w for w in text.split() if "@" in w), "")
    local, at, domain = text.rpartition("@")
    domain = domain.rstrip(".")
    if at and not (local and domain and _is_local(local)):
        return ""
    address = f"{local}@{domain}" if at else text
    return address.replace(_HELD, " ") if len(address) <= MAX_ADDRESS else ""


def _is_local(local: str) -> bool:
    """Whether it can stand before the last `@`: quoted (RFC 5322 3.4.1), or without what parts addresses."""
    return local.startswith('"') or not _PARTING.search(local)


def _name(text: str) -> str:
    """Decode a display name and make it one line."""
    name = _INVISIBLE.sub("", decode_words(text[: 4 * MAX_NAME]))
    name = _SPACE.sub(" ", name.replace(_HELD, " ")).strip().strip(",").strip()
    for quote in ('"', "'"):
        if len(name) > 1 and name.startswith(quote) and name.endswith(quote):
            name = name[1:-1].strip()
    return name[:MAX_NAME]


def addresses_in(text: str) -> tuple[str, ...]:
    """Return whatever looks like an address in running text, in order."""
    return tuple(a for m in _IN_TEXT.finditer(text) if (a := clean_address(m[0].strip("'`.<>"))))
