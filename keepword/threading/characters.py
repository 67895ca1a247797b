"""Characters that show nothing: dropped from a mail's text, and named where they may have carried a message.

Joiners stay where a script or an emoji needs them (Unicode 16, chapters 9 and 12, and UTS 51); soft hyphens, marks of
direction and the replacement object of attachments go quietly.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from keepword.threading.lines import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUIET = "\u00ad\u200e\u200f\u061c\ufffc\ufeff\x00\u034f"
_LOUD = (
    "\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u202a-\u202e\u2060-\u206f\u3164\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff\U0001d173-\U0001d17a\U0001bca0-\U0001bca3"
)
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f"
_JOINING = (
    "\u0590-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff\u1800-\u18af\ua840-\ua87f"
    "\u1cd0-\u1cff\ua8e0-\ua8ff\U00010a00-\U00011fff"
)
_EMOJI = "\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff\U0001f3fb-\U0001f3ff"
_INVISIBLE = re.compile(
    rf"({_FLAG}|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}\s]|$)|(?<=[{_EMOJI}])\u200d(?=[{_EMOJI}]))"
    rf"|([{_QUIET}]+)|([{_LOUD}\u200c\u200d]+)"
)
_TAGS = re.compile("[\U000e0020-\U000e007e]{2,}")
MAX_NAMED = 6
"""Kinds of characters that one line names."""


class Invisible:
    """What was dropped from the texts of one mail, so that it can be named once."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._messages: list[str] = []

    def drop(self, text: str) -> str:
        """Return a text without what shows nothing."""
        if text.isascii() and text.isprintable():
            return text
        return _INVISIBLE.sub(self._judge, text)

    def _judge(self, found: re.Match[str]) -> str:
        run = found.group(3)
        if run:
            self._seen.update(run[:10_000])
            if len(self._messages) < MAX_NAMED:
                self._messages.extend(_spoken(run))
        return found.group(1) or ""

    def named(self) -> tuple[str, ...]:
        """Return a `hidden:` line for each kind that may have carried something."""
        return tuple(_named(self._seen, self._messages))


def _spoken(run: str) -> Iterator[str]:
    """Tag characters (U+E0020…) spell ASCII that no reader sees."""
    for tags in _TAGS.findall(run[:10_000]):
        yield "".join(chr(ord(tag) - 0xE0000) for tag in tags)


def _named(seen: Counter[str], messages: list[str]) -> Iterator[str]:
    if messages:
        yield f"hidden: in tag characters: {excerpt(' '.join(messages))}"
    plain = Counter({char: count for char, count in seen.items() if not 0xE0020 <= ord(char) <= 0xE007F})
    if plain:
        kinds = ", ".join(f"U+{ord(char):04X} ×{count}" for char, count in plain.most_common(MAX_NAMED))
        yield f"hidden: invisible characters: {kinds}"
