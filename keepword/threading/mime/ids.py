"""Message identifiers (RFC 5322 section 3.6.4), as they stand in the header and salvaged where they are broken.

One pass, no going back. An id keeps its angle brackets; one without them gets them, so both compare equal.
"""

from __future__ import annotations

import re

from keepword.threading.mime.encoded_words import decode_words

MAX_ID = 998
"""Characters of the longest id that we take: the longest line that RFC 5322 2.1.1 allows."""
MAX_IDS = 1_000
"""Ids that we take from one field: the first and the newest."""

_TOKEN = re.compile(r"<([^<>]*)>|\(|\)|<|>|[^\s<>()]+")
_PLAIN = re.compile(r"<[A-Za-z0-9][A-Za-z0-9!#$%&*+/=^_{|}~.-]{0,300}@[A-Za-z0-9.\[\]:-]{1,255}>")
"""One id as nearly all of them come: in brackets, without white space, comments, quotes, anything to be salvaged."""
_SPACE = re.compile(r"\s+")
_LONE = re.compile(r"[^\s<>()]{1,998}\Z")
_COMMENT = re.compile(r"\([^()]{0,100}\)")
_AROUND = re.compile(r" ?([@.]) ?")
_EDGES = "\"'`,;:.[]{}"


def read_ids(value: str, *, bare: bool = False) -> tuple[str, ...]:
    """Return the ids of a References, In-Reply-To or Message-ID value, in order and each once.

    `bare` takes a single word without `@` or brackets too, as some senders write their Message-ID. Phrases and
    comments, which RFC 822 allowed in In-Reply-To, are passed over.
    """
    if _PLAIN.fullmatch(value):
        return (value,)
    text = decode_words(value) if "=?" in value else value
    ids = dict.fromkeys(_ids(text))
    lone = text.strip().strip("<>")
    if not ids and bare and _LONE.match(lone):
        ids = dict.fromkeys(_bracketed(lone))
    return _capped(tuple(ids))


def read_id(value: str) -> str | None:
    """Return the first usable id of a Message-ID value, or None."""
    return next(iter(read_ids(value, bare=True)), None)


def _ids(text: str) -> list[str]:
    bracketed: list[str] = []
    bare: list[str] = []
    phrase = False
    depth = 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "()":
            depth = max(0, depth + (1 if word == "(" else -1))
        elif token[1] is not None:
            bracketed.extend(_bracketed(token[1]))
        elif depth == 0 and word not in "<>" and (plain := word.strip(_EDGES)):
            phrase = phrase or "@" not in plain
            bare.extend(_bracketed(plain))
    # `Your message of Monday from jane@example.com` names a person, not a mail.
    return bracketed or ([] if phrase else bare)


def _bracketed(inner: str) -> list[str]:
    """Return the id, if it is one. RFC 5322 4.5.4 allowed white space and comments inside; what else has a space keeps it."""
    word = _SPACE.sub(" ", inner.strip())
    if " " in word:
        word = _AROUND.sub(r"\1", _COMMENT.sub("", word[:MAX_ID]))
    return [f"<{word}>"] if word and len(word) <= MAX_ID - 2 and word.strip("@. ") else []


def _capped(ids: tuple[str, ...]) -> tuple[str, ...]:
    return ids if len(ids) <= MAX_IDS else (*ids[:10], *ids[10 - MAX_IDS :])
