"""Vectors as they are kept: 32-bit numbers, little-endian, in a file as bytes and in a document as base64. Pure."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Sequence

Vector = tuple[float, ...]


def packed(vector: Sequence[float]) -> bytes:
    """Return a vector as bytes, four for each number."""
    return struct.pack(f"<{len(vector)}f", *vector)


def unpacked(raw: bytes) -> Vector:
    """Return the vector in these bytes; what is no whole number of numbers is none."""
    return struct.unpack(f"<{len(raw) // 4}f", raw) if len(raw) % 4 == 0 else ()


def as_text(vector: Sequence[float]) -> str:
    """Return a vector as text that a JSON document can hold."""
    return base64.b64encode(packed(vector)).decode("ascii")


def from_text(text: object) -> Vector:
    """Return the vector in a text; anything else holds none."""
    if not isinstance(text, str):
        return ()
    try:
        return unpacked(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        return ()
