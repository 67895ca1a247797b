"""Subjects without what mail programs put round them: reply and forward prefixes, list tags, our `[#…]` token.

The prefixes are those that mail programs write in their own languages; a forward's prefix is never a reply's. Two
subjects are compared by their `key` only. One pass over a bounded string: linear time.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from keepword.threading.wording import AMBIGUOUS_PREFIXES, FORWARD_PREFIXES, REPLY_PREFIXES

MAX_SUBJECT = 1_000
MAX_PREFIX = 16
MAX_TAG = 60
MAX_TOKEN = 64
_MARKS = frozenset(":\uff1a[(*")
"""One of these stands in every prefix, tag, token and trailer."""
TRUNCATED = 30
"""Where one subject begins with the whole of another with so many letters or more, a program has cut it short."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject taken apart: `base` keeps its case; `reply` and `forward` tell of the outermost prefix alone.

    `inner_forward` says that a forward's prefix stands somewhere further in (`Re: Fwd: …`). `prefix` is the outermost
    one, lower-cased. `token` is the text of a `[#…]` tag without the marks.
    """

    base: str
    reply: bool = False
    forward: bool = False
    token: str | None = None
    inner_forward: bool = False
    prefix: str = ""

    @property
    def key(self) -> str:
        """The form in which two subjects are compared: compatibility forms and case folded, spaces and last tag left out.

        Programs that fold an encoded subject add and lose spaces; other people's ticket systems append `[Ticket 7]`.
        """
        start = self.base.rfind("[") if self.base.endswith("]") else 0
        bare = self.base[:start] if start > 0 else self.base
        return "".join(unicodedata.normalize("NFKC", bare).casefold().split())

    @property
    def ambiguous(self) -> bool:
        """Whether the prefix means a reply in one language and a forward in another (`VS:`)."""
        return self.prefix in AMBIGUOUS_PREFIXES


@lru_cache(maxsize=1_024)
def normalise(subject: str) -> Subject:
    """Take a subject apart; what is longer than `MAX_SUBJECT` characters is cut first."""
    rest, before = " ".join(subject[: MAX_SUBJECT * 2].split())[:MAX_SUBJECT].rstrip(), None
    if _MARKS.isdisjoint(rest):
        return Subject(rest)
    prefixes: list[str] = []
    tokens: list[str] = []
    trailing = False
    while rest != before:
        before = rest
        rest = _without_token(rest, tokens)
        rest = _without_prefix(rest, prefixes)
        rest = _without_tag(rest)
        rest, forwarded = _without_trailer(rest)
        trailing = trailing or forwarded
    return _subject(rest, prefixes, next(iter(tokens), None), forwarded=trailing)


def reply_subject(subject: str, limit: int = 200) -> str:
    """Return the subject of our answer: `Re: ` (RFC 5322, 3.6.5) once, and the rest as its writer's program knows it.

    Tags and tokens stay, for other people's programs thread by them.
    """
    rest = " ".join(subject[: MAX_SUBJECT * 2].split())
    while True:
        found: list[str] = []
        after = _without_prefix(rest, found)
        if not found or found[0] in FORWARD_PREFIXES:
            break
        rest = after
    return f"Re: {rest}"[:limit].rstrip()


def same_subject(one: str, other: str) -> bool:
    """Say whether two subjects name the same matter; an empty one, or one cut short by a program, proves no change."""
    a, b = normalise(one).key, normalise(other).key
    if not a or not b or a == b:
        return True
    short, long = sorted((a.rstrip(".…"), b.rstrip(".…")), key=len)
    return len(short) >= TRUNCATED and long.startswith(short)


def _subject(base: str, prefixes: list[str], token: str | None, *, forwarded: bool) -> Subject:
    outer = prefixes[0] if prefixes else ""
    forward = outer in FORWARD_PREFIXES or (forwarded and not outer)
    inner = any(p in FORWARD_PREFIXES for p in prefixes[1:]) or (forwarded and bool(outer))
    return Subject(base, outer in REPLY_PREFIXES and not forward, forward, token, inner, outer)


def _without_prefix(text: str, prefixes: list[str]) -> str:
    """Take one prefix off (`Re:`, `AW[2] :`, `回复：`) and add it, lower-cased, to those found."""
    head = text[: MAX_PREFIX + 8]
    end = min((i for i in (head.find(":"), head.find("\uff1a")) if i >= 0), default=-1)
    if end <= 0:
        return text
    word = _uncounted(head[:end].strip()).casefold().rstrip(".").strip()
    word = unicodedata.normalize("NFC", word.replace("i\u0307", "i"))
    if word not in REPLY_PREFIXES and word not in FORWARD_PREFIXES:
        return text
    prefixes.append(word)
    return text[end + 1 :].strip()


def _uncounted(word: str) -> str:
    """Drop the counter that some programs write: `Re[2]`, `Re(3)`, `Re^4`, `Re*5`."""
    bare = word.rstrip("])").rstrip("0123456789").rstrip()
    return bare.rstrip("[(^*").rstrip() if bare != word else word


def _without_tag(text: str) -> str:
    """Drop a leading list tag or marking (`[support]`, `***SPAM***`), unless nothing else would be left."""
    for opening, closing in (("[", "]"), ("***", "***")):
        end = text.find(closing, len(opening), MAX_TAG) if text.startswith(opening) else -1
        rest = text[end + len(closing) :].strip()
        if end > 0 and rest:
            return rest
    return text


def _without_token(text: str, tokens: list[str]) -> str:
    """Take the first `[#…]` out and add its text, lower-cased, to those found."""
    start = text.find("[#")
    end = text.find("]", start, start + MAX_TOKEN + 3) if start >= 0 else -1
    token = text[start + 2 : end].strip() if end > 0 else ""
    if not token or " " in token:
        return text
    tokens.append(token.lower())
    return " ".join((text[:start] + " " + text[end + 1 :]).split())


def _without_trailer(text: str) -> tuple[str, bool]:
    """Drop `(fwd)` and `(was: …)` at the end; say whether the mail calls itself a forward there."""
    folded = text.casefold()
    if folded.endswith("(fwd)"):
        return text[:-5].rstrip(), True
    was = folded.rfind("(was:")
    if was > 0 and folded.endswith(")"):
        return text[:was].rstrip(), False
    return text, False
