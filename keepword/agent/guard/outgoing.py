"""The text of a mail that goes out: plain, normalised, bounded, with nothing in it that a reader would not see."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_CHARACTERS: Final = 20_000
ZWJ: Final = "\u200d"
ZWNJ: Final = "\u200c"
HIDDEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
"""Unicode categories of characters that show nothing: controls, formats, private use, surrogates, unassigned."""
BREAKS: Final = {"\u2028": "\n", "\u2029": "\n\n", "\r": "\n", "\x0b": "\n", "\x0c": "\n", "\x85": "\n"}
BREAK: Final = re.compile("[" + "".join(BREAKS) + "]")
FILLERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Letters and marks that Unicode does not call hidden, though they show nothing."""
DOUBTFUL: Final = re.compile(r"[^\n\t -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0]")
"""All but the characters of European letters, which surely show: a pass over every character of a letter costs too much."""
SPACES: Final = re.compile(r"[^\S\n ]")
BLANK_LINES: Final = re.compile(r"\n{3,}")


def clean(reply: str) -> str:
    """Return a reply as it may leave: NFC, plain line ends, no hidden characters, at most `MAX_CHARACTERS`."""
    text = reply[: 4 * MAX_CHARACTERS].replace("\r\n", "\n")
    text = BREAK.sub(lambda m: BREAKS[m[0]], text)
    text = unicodedata.normalize("NFC", text)
    text = DOUBTFUL.sub(lambda m: m[0] if _visible(m[0], m.string, m.start()) else "", text)
    text = "\n".join(map(str.rstrip, SPACES.sub(" ", text).split("\n")))
    text = BLANK_LINES.sub("\n\n", text) if "\n\n\n" in text else text
    return text.strip()[:MAX_CHARACTERS].rstrip()


def flowing(text: str) -> str:
    """Join the lines of a paragraph that an editor has wrapped; list items keep their own lines."""
    lines = text.split("\n")
    joined = lines[:1]
    for line in lines[1:]:
        begun = line.lstrip()
        goes_on = (
            begun and joined[-1].strip() and not begun.startswith(("-", "*", "•", ">")) and not begun[:1].isdigit()
        )
        if goes_on and len(joined[-1]) > SHORT:
            joined[-1] += " " + begun
        else:
            joined.append(line)
    return "\n".join(joined)


SHORT: Final = 40
"""A line shorter than this was ended on purpose, as greetings and addresses are."""


def _visible(c: str, text: str, at: int) -> bool:
    """Say whether a character shows, or shapes one that does: joiners in emoji and in scripts that need them."""
    if c == "\n" or c == "\t":
        return True
    if c in {ZWJ, ZWNJ}:
        return _joins(text, at)
    if "\ufe00" <= c <= "\ufe0f":  # variation selectors: one after a sign chooses how it looks, more are a hiding place
        return at > 0 and unicodedata.category(text[at - 1]) in {"So", "Sm", "Po", "Nd"}
    return c not in FILLERS and not "\U000e0100" <= c <= "\U000e01ef" and unicodedata.category(c) not in HIDDEN


def _joins(text: str, at: int) -> bool:
    """Say whether a joiner stands between two characters that it can join (UTS 51; Arabic and Indic scripts)."""
    if not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    emoji = {"So", "Sk", "Mn"}
    if unicodedata.category(before) in emoji and unicodedata.category(after) == "So":
        return True
    return all("\u0600" <= c <= "\u0fff" or "\u1780" <= c <= "\u17ff" for c in (before, after))
