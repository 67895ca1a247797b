"""Old charsets told by what their text looks like, for bytes that come without a usable label.

A guess needs both: every byte decodes, and the characters are those of the language. So Japanese is known by its kana,
Korean by its syllables, Russian by its lower case; what fits none is Western, which cannot be told from noise.
"""

from __future__ import annotations

from collections.abc import Callable

SAMPLE = 20_000
"""Bytes that are looked at."""
LEAST = 4
"""Characters beyond ASCII below which nothing is guessed."""


def _kana(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff"


def _hangul(char: str) -> bool:
    return "\uac00" <= char <= "\ud7a3"


def _han(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff" or "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uff5e"


def _small_cyrillic(char: str) -> bool:
    return "\u0430" <= char <= "\u045f"


# In this order: what is Chinese in form may be Korean in fact, and what is Korean in form Japanese.
_TESTS: tuple[tuple[str, Callable[[str], bool], float], ...] = (
    ("euc_jp", _kana, 0.25),
    ("cp932", _kana, 0.25),
    ("euc_kr", _hangul, 0.9),
    ("gb2312", _han, 0.9),
    ("big5", _han, 0.9),
    ("cp1251", _small_cyrillic, 0.6),
    ("koi8_r", _small_cyrillic, 0.6),
)


def guess_codec(data: bytes) -> str | None:
    """Return the codec of an old Asian or Cyrillic charset that the bytes are surely in, or None."""
    sample = data[:SAMPLE]
    beyond = len(sample) - len(sample.translate(None, bytes(range(128, 256))))
    # Western text has one such letter here and there; these have them side by side.
    if beyond < 2 * LEAST or not _side_by_side(sample, beyond):
        return None
    return next((codec for codec, belongs, share in _TESTS if _fits(sample, codec, belongs, share)), None)


def _side_by_side(sample: bytes, beyond: int) -> bool:
    runs = sum(1 for a, b in zip(b" " + sample, sample, strict=False) if a < 128 <= b)
    return beyond >= 3 * runs


def _fits(sample: bytes, codec: str, belongs: Callable[[str], bool], share: float) -> bool:
    try:
        text = sample[: len(sample) - (len(sample) >= SAMPLE)].decode(codec)
    except UnicodeDecodeError as fault:
        if len(sample) < SAMPLE or fault.start < len(sample) - 4:
            return False
        text = sample[: fault.start].decode(codec)
    beyond = [char for char in text if char > "\x7f"]
    return len(beyond) >= LEAST and sum(map(belongs, beyond)) >= share * len(beyond)
