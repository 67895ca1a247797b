"""All tables of the guard's words as one index, so that a draft is searched for all of them in a single pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from keepword.agent import guard_words as table
from keepword.memory.commitments_words import CONDITIONS, CONTINUES, KINDS, PRESENT, WILL
from keepword.memory.evidence_tokens import Hit, spellings, tokens

Entry = tuple[tuple[str, ...], str, str]
"""A phrase's words (with a closing `*` where only the beginning counts), its table and its label."""


def find(words: Sequence[str]) -> dict[str, list[Hit]]:
    """Return, for each table, its phrases among folded words: from left to right, the longest first, without overlaps."""
    found: dict[str, list[Hit]] = {}
    for at, word in enumerate(words):
        best: dict[str, Hit] = {}
        for pieces, name, label in _beginning(word):
            last = _match(pieces, words, at)
            if last and (name not in best or last > best[name].last):
                best[name] = Hit(at, last, label)
        for name, hit in best.items():
            hits = found.setdefault(name, [])
            if not hits or hits[-1].last <= at:
                hits.append(hit)
    return found


def _match(pieces: tuple[str, ...], words: Sequence[str], at: int) -> int:
    """Return the word after the phrase that begins here, line ends within it passed over; 0 where it does not stand here."""
    here = at + 1
    for piece in pieces[1:]:
        while here < len(words) and words[here] == "\n":
            here += 1
        if here >= len(words) or not _same(piece, words[here]):
            return 0
        here += 1
    return here


def _same(piece: str, word: str) -> bool:
    return word.startswith(piece[:-1]) if piece.endswith("*") else piece == word


@lru_cache(maxsize=20_000)
def _beginning(word: str) -> tuple[Entry, ...]:
    """Return the phrases that may begin with this word; most words begin none."""
    whole, beginnings = _index()
    found = list(whole.get(word, ()))
    for length in range(1, len(word) + 1):
        found += beginnings.get(word[:length], ())
    return tuple(found)


@cache
def _index() -> tuple[dict[str, list[Entry]], dict[str, list[Entry]]]:
    """Index all phrases by their first words: those that count whole, and those of which the beginning counts."""
    whole: dict[str, list[Entry]] = {}
    beginnings: dict[str, list[Entry]] = {}
    for pieces, name, label in sorted(set(_entries())):
        index = beginnings if pieces[0].endswith("*") else whole
        index.setdefault(pieces[0].rstrip("*"), []).append((pieces, name, label))
    return whole, beginnings


@cache
def _known() -> tuple[frozenset[str], tuple[str, ...]]:
    pieces = {piece for entry in _entries() for piece in entry[0]}
    whole = frozenset(p for p in pieces if not p.endswith("*"))
    return whole, tuple(sorted(p[:-1] for p in pieces if p.endswith("*") and len(p) > SHORTEST))


@lru_cache(maxsize=20_000)
def known(word: str) -> bool:
    """Say whether a folded word stands in any table, by itself or in a phrase."""
    whole, beginnings = _known()
    return word in whole or word.startswith(beginnings)


SHORTEST = 4
"""A beginning of fewer letters is no sign of a language."""


def _entries() -> Iterator[Entry]:
    for name, rows in _named().items():
        for label, row in rows.items():
            for phrase in filter(None, (p.strip() for p in row.split("|"))):
                yield from ((_pieces(spelling), name, label) for spelling in spellings(phrase))


def _pieces(phrase: str) -> tuple[str, ...]:
    """Cut a phrase the way texts are cut, keeping the `*` of a beginning with its word."""
    pieces: list[str] = []
    for token in tokens(phrase):
        if token.fold == "*" and pieces:
            pieces[-1] += "*"
        else:
            pieces.append(token.fold)
    return tuple(pieces)


def _named() -> dict[str, Mapping[str, str]]:
    kinds = {
        k: " | ".join(filter(None, (KINDS.get(k), table.MORE_KINDS.get(k)))) for k in {**KINDS, **table.MORE_KINDS}
    }
    return {
        "kinds": kinds,
        "will": WILL,
        "present": PRESENT,
        "first": table.FIRST,
        "gives": table.GIVES,
        "repeats": table.REPEATS,
        "done": table.DONE,
        "copulas": table.COPULAS,
        "money": table.MONEY,
        "deeds": table.DEEDS,
        "harmless": table.HARMLESS_UNDERTAKINGS,
        "full": table.FULL,
        "restated": table.RESTATED,
        "pledges": table.PLEDGES,
        "negations": table.NEGATIONS,
        "iberian": table.IBERIAN_NO,
        "affirmed": table.STILL_AFFIRMED,
        "offers": table.OFFERS,
        "told": table.TOLD,
        "whether": table.WHETHER,
        "receive": table.RECEIVE,
        "conditions": {**CONDITIONS, **table.FIRST_THIS},
        "continues": CONTINUES,
    }
