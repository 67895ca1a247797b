"""Content-Transfer-Encoding undone (RFC 2045 section 6), also where the field lies about the body."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

_BASE64_LINE = re.compile(rb"[ \t]*+[A-Za-z0-9+/]*+=*+[ \t\r]*+\Z")
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_FOREIGN = bytes(b for b in range(256) if b not in _ALPHABET + b"=")
_IDENTITY = frozenset({"", "7bit", "8bit", "binary", "7", "8", "7bits", "8bits", "none", "plain", "7bitascii"})
_NAMES = {
    "base64": "base64",
    "b": "base64",
    "base 64": "base64",
    "quotedprintable": "quoted-printable",
    "qp": "quoted-printable",
    "q": "quoted-printable",
    "uuencode": "uuencode",
    "xuuencode": "uuencode",
    "xuue": "uuencode",
    "uue": "uuencode",
    "xuu": "uuencode",
}
_UU_LINE = re.compile(rb"[ -`]{0,200}\r?\Z")
MAX_CHECKED = 20
"""Lines of a file that must look uuencoded before it is taken for one."""
_BEGIN = re.compile(rb"^begin(?:-base64)? [0-7]{3,4} ([^\r\n]{1,255})\r?\n", re.MULTILINE)


def decode_body(body: bytes, encoding: str, *, text: bool = True) -> tuple[bytes, str | None]:
    """Return the body's content and the defect, if any. Never raises; an encoding nobody knows changes nothing.

    `text` says that the content is for people: then what follows it unencoded is kept.
    """
    name = _name(encoding)
    if name == "base64":
        return _base64(body, text=text)
    if name == "quoted-printable":
        return _quoted_printable(body)
    if name == "uuencode":
        found = uuencoded(body)
        return (body, "transfer: not uuencoded" if body.strip() else None) if found is None else (found.content, None)
    return body, (None if name in _IDENTITY else f"transfer: unknown encoding {encoding[:40]!r}")


def _name(encoding: str) -> str:
    word = encoding.partition(";")[0].partition(",")[0].strip().strip("\"'").lower()
    plain = re.sub(r"[^a-z0-9]+", "", word[:60])
    return _NAMES.get(plain, plain)


def _base64(body: bytes, *, text: bool) -> tuple[bytes, str | None]:
    """Decode base64; a tail that is none (a list's footer) is kept as it stands, a body that is none is untouched."""
    if not body.translate(None, _ALPHABET + b"=\r\n"):
        return _quanta(body)
    lines = body.split(b"\n")
    good = next((i for i, line in enumerate(lines) if not _BASE64_LINE.match(line)), len(lines))
    if not b"".join(lines[:good]).strip():
        return _in_spite(body)
    data, defect = _quanta(b"\n".join(lines[:good]))
    rest = b"\n".join(lines[good:])
    if not rest.strip():
        return data, defect
    return data + (b"\n" + rest if text else b""), "transfer: text after the base64"


def _in_spite(body: bytes) -> tuple[bytes, str | None]:
    """Decide on a body whose first line is no base64: mostly base64 with dirt in it, or no base64 at all."""
    dirt = len(body.translate(None, _ALPHABET + b"= \t\r\n"))
    spaces = body.strip().count(b" ")
    if dirt * 20 < len(body) and spaces * 40 < len(body):
        return _quanta(body)[0], "transfer: dirt in the base64"
    return body, "transfer: not base64"


def _quanta(body: bytes) -> tuple[bytes, str | None]:
    """Decode what may be several pieces, each padded by itself."""
    text = body.translate(None, _FOREIGN)
    pieces = [p for p in re.split(rb"=+", text) if p]
    short = len(pieces[-1]) % 4 if pieces else 0
    if short and not text.endswith(b"="):
        return b"".join(_piece(p) for p in pieces), "transfer: base64 cut short"
    return b"".join(_piece(p) for p in pieces), None


def _piece(piece: bytes) -> bytes:
    if len(piece) % 4 == 1:
        piece = piece[:-1]
    return base64.b64decode(piece + b"=" * (-len(piece) % 4))


def _quoted_printable(body: bytes) -> tuple[bytes, str | None]:
    return binascii.a2b_qp(body), None


@dataclass(frozen=True, slots=True)
class Uuencoded:
    """A file inside a text: where its lines start and end, its name and its content."""

    name: str
    content: bytes
    start: int
    end: int

    @property
    def size(self) -> int:
        """Bytes of the content."""
        return len(self.content)


def uuencoded(body: bytes, start: int = 0) -> Uuencoded | None:
    """Return the first uuencoded file from `start` on, or None."""
    begin = _BEGIN.search(body, start)
    stop = body.find(b"\nend", begin.end() - 1) if begin else -1
    if begin is None or stop < 0:
        return None
    lines = body[begin.end() : stop].split(b"\n")
    if any(_UU_LINE.match(line) is None for line in lines[:MAX_CHECKED]):
        return None
    content = b"".join(_uu_line(line) for line in lines)
    after = body.find(b"\n", stop + 1)
    return Uuencoded(begin[1].decode("latin-1").strip(), content, begin.start(), len(body) if after < 0 else after + 1)


def _uu_line(line: bytes) -> bytes:
    line = line.rstrip(b"\r")
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        # Some encoders write a wrong length or cut trailing spaces: take what the length byte says.
        length = (((line[0] - 32) & 63) * 4 + 5) // 3 if line else 0
        try:
            return binascii.a2b_uu(line[:length].ljust(length))
        except binascii.Error:
            return b""
