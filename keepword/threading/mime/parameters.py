"""Parameters of MIME header fields (RFC 2045 section 5.1, RFC 2231), and file names, as they come."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from keepword.threading.mime.charsets import decode, guess
from keepword.threading.mime.encoded_words import decode_words

MAX_PARAMETERS = 200
MAX_NAME = 255
"""Characters of the longest file name that we keep."""

_PARAMETER = re.compile(r'\s*([^\s=;"]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.)*+)"?|([^;]*+))[^;]*+(?:;|\Z)|[^;]*+;|[^;]++\Z')
_TYPE = re.compile(r"\s*([\w!#$&^.+-]{1,100})\s*/\s*([\w!#$&^.+-]{1,100})")
_SECTION = re.compile(r"(.+?)(?:\*(\d{1,3}))?(\*)?\Z")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def media_type(value: str, default: str = "text/plain") -> str:
    """Return the lower-cased `type/subtype` of a Content-Type value, or the default (RFC 2045 5.2)."""
    found = _TYPE.match(value)
    return f"{found[1]}/{found[2]}".lower() if found else default


def disposition(value: str) -> str:
    """Return the lower-cased disposition: `attachment`, `inline`, what else stands there, or nothing."""
    return value.partition(";")[0].strip().strip('"').lower()


def parameters(value: str) -> dict[str, str]:
    """Return the parameters after the first semicolon: names lower-cased, sections joined, charsets decoded (RFC 2231).

    The first of two equal names counts, as in mail programs.
    """
    plain: dict[str, str] = {}
    sections: dict[str, list[tuple[int, bool, str]]] = {}
    for name, text in _pairs(value.partition(";")[2]):
        part = _SECTION.match(name)
        if part is None or "*" not in name:
            plain.setdefault(name, text)
        else:
            sections.setdefault(part[1], []).append((int(part[2] or 0), bool(part[3]), text))
    joined = {name: _joined(parts) for name, parts in sections.items()}
    return plain | joined


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for found in _PARAMETER.finditer(text):
        if found[1] is not None and len(pairs) < MAX_PARAMETERS:
            quoted = found[2]
            value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else found[3].strip()
            pairs.append((found[1].lower(), value))
    return pairs


def _joined(parts: list[tuple[int, bool, str]]) -> str:
    """Join the sections of one parameter (RFC 2231 3 and 4): the first extended one names the charset."""
    charset = ""
    out: list[bytes] = []
    for _, extended, text in sorted(parts, key=lambda part: part[0]):
        if extended and not out and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        out.append(unquote_to_bytes(text) if extended else text.encode("utf-8"))
    data = b"".join(out)
    return decode(data, charset)[0] if charset else guess(data)


def file_name(value: str) -> str:
    """Return a safe one-line file name: encoded words decoded, folders cut off, nothing that could steer a terminal."""
    name = _UNSAFE.sub("", decode_words(value[: 8 * MAX_NAME]))
    name = name.replace("\\", "/").rstrip("/").rpartition("/")[2].strip().strip('"').strip()
    return name[-MAX_NAME:]
