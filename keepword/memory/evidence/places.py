"""Whether a text states something outright: the quote is found in it, and nothing there takes its meaning back.

Only white space and typography are folded. What a statement is not: a question, a condition, a denial, a hypothesis,
somebody else's words, irony, a guess, or something that holds for the moment only.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_FOLDS = {
    **dict.fromkeys("‘’‚‛ʼ′`´", "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‐‑‒–—―−", "-"), "…": "...",
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""), "ﬁ": "fi", "ﬂ": "fl",
}  # fmt: skip
MAX_QUOTE = 1000
MAX_TEXT = 100_000
MAX_PLACES = 4


@dataclass(frozen=True, slots=True)
class _Folded:
    """A folded text, and for each of its characters where it began in the original; one more for the end."""

    text: str
    origins: tuple[int, ...]


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote stands in a text, in characters of the text, or None where it does not stand there word for word.

    White space and typography (quotation marks, dashes, composed accents) may differ, letters and their case may not.
    A quote begins and ends with whole words. Linear in the text's length.
    """
    return next(iter(places(quote, text)), None)


def places(quote: str, text: str) -> tuple[tuple[int, int], ...]:
    """Return the first few places at which a quote stands in a text."""
    wanted = _folded(quote[: MAX_QUOTE + 1]).text.strip()
    if not wanted or len(quote) > MAX_QUOTE:
        return ()
    within = _folded_text(text[:MAX_TEXT])
    found: list[tuple[int, int]] = []
    at = within.text.find(wanted)
    while at >= 0 and len(found) < MAX_PLACES:
        end = at + len(wanted)
        if _whole_words(within.text, at, end):
            found.append((within.origins[at], max(within.origins[end], within.origins[end - 1] + 1)))
        at = within.text.find(wanted, at + 1)
    return tuple(found)


@lru_cache(maxsize=2)
def _folded_text(text: str) -> _Folded:
    """Fold a mail's text once for all the quotes that are looked for in it."""
    return _folded(text)


def _folded(text: str) -> _Folded:
    """Fold white space to single blanks, typography to its plain forms and accents to their composed forms."""
    folded: list[str] = []
    origins: list[int] = []
    for start, cluster in _clusters(text):
        plain = _FOLDS.get(cluster, cluster) if len(cluster) == 1 else unicodedata.normalize("NFC", cluster)
        if plain.isspace():
            plain = "" if folded and folded[-1] == " " else " "
        for character in plain:
            folded.append(character)
            origins.append(start)
    return _Folded("".join(folded), (*origins, len(text)))


def _clusters(text: str) -> list[tuple[int, str]]:
    """Divide a text into characters with their combining marks."""
    if text.isascii():
        return list(enumerate(text))
    clusters: list[tuple[int, str]] = []
    for at, character in enumerate(text):
        if unicodedata.combining(character) and clusters and len(clusters[-1][1]) < 8:
            clusters[-1] = (clusters[-1][0], clusters[-1][1] + character)
        else:
            clusters.append((at, character))
    return clusters


def _whole_words(text: str, start: int, end: int) -> bool:
    """Say whether a stretch begins and ends between words: `I can` does not stand in `I can't`, nor `smoker` in `non-smoker`."""
    if start and text[start].isalnum() and (text[start - 1].isalnum() or _bound(text, start - 1, -1)):
        return False
    if end < len(text) and text[end - 1].isalnum():
        return not (text[end].isalnum() or _bound(text, end, 1, "'-"))
    return True


def _bound(text: str, at: int, step: int, marks: str = "-") -> bool:
    """Say whether a mark binds the letters on both of its sides into one word."""
    beyond = at + step
    return text[at] in marks and 0 <= beyond < len(text) and text[beyond].isalpha()
