"""All tables of the guard's words as one index, so that a draft is searched for all of them in a single pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from keepword.agent.guard import words as table
from keepword.agent.guard.grants_words import GRANTS
from keepword.agent.guard.pairs_words import PAIRED
from keepword.agent.guard.passive_words import AFFAIRS, AHEAD
from keepword.agent.guard.perfect_words import PERFECTS
from keepword.agent.guard.saying_words import TALKED, US, WE
from keepword.memory.commitments.words import CONDITIONS, CONTINUES, KINDS, PRESENT, WILL
from keepword.memory.tokens import Hit, pieces_of, spellings

Entry = tuple[tuple[str, ...], str, str]
"""A phrase's words (with a closing `*` where only the beginning counts), its table and its label."""

Found = tuple[str, Hit]
"""A phrase in a text, with the name of its table."""


Met = tuple[str, int, tuple[str, ...]]
"""A table, how many words its longest phrase takes here, and the labels that this phrase has."""


@dataclass(frozen=True, slots=True)
class Start:
    """The phrases that may begin with one word: those that end with it, and the longer ones by their second word."""

    alone: tuple[Met, ...] = ()
    """The tables that hold the word by itself."""
    longer: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    open: tuple[Entry, ...] = ()
    """Longer phrases of whose second word only the beginning counts."""
    opens: tuple[str, ...] = ()
    """These beginnings."""
    goes_on: bool = False
    """Whether there is any longer phrase."""
    wants: frozenset[str] = frozenset()
    """What has to follow, if anything: most words that begin phrases stand in a letter for themselves."""


def find(words: Sequence[str]) -> tuple[Found, ...]:
    """Return the phrases of all tables among folded words, from left to right; a table's longest first, without overlaps."""
    found: list[Found] = []
    ends: dict[str, int] = {}
    for at, start in [(at, start) for at, start in enumerate(map(_beginning, words)) if start is not None]:
        if start.wants and (at + 1 == len(words) or words[at + 1] not in start.wants):
            continue
        for name, length, labels in _longest(start, words, at) if start.goes_on else start.alone:
            if ends.get(name, 0) <= at:
                ends[name] = at + length
                for label in labels:
                    found.append((name, Hit(at, at + length, label)))  # noqa: PERF401 - one label is the rule
    return tuple(found)


def _longest(start: Start, words: Sequence[str], at: int) -> Iterable[Met]:
    """Return, for each table, its longest phrase that begins here."""
    second = _next(words, at + 1)
    longer = _continued(start, words[second]) if second < len(words) else ()
    if not longer:
        return start.alone
    best = {met[0]: met for met in start.alone}
    for pieces, name, label in longer:
        length = _match(pieces, words, second) - at
        if length > 0 and (name not in best or length > best[name][1]):
            best[name] = (name, length, (label,))
        elif length > 0 and length == best[name][1]:
            best[name] = (name, length, (*best[name][2], label))
    return best.values()


def _continued(start: Start, follower: str) -> tuple[Entry, ...]:
    """Return the phrases whose second word this is."""
    longer = start.longer.get(follower, ())
    if not start.open or not follower.startswith(start.opens):
        return longer
    return (*longer, *(e for e in start.open if follower.startswith(e[0][1][:-1])))


def _next(words: Sequence[str], at: int) -> int:
    """Return the place of the first word from here on that is no line end."""
    while at < len(words) and words[at] == "\n":
        at += 1
    return at


def _match(pieces: tuple[str, ...], words: Sequence[str], second: int) -> int:
    """Return the word after the phrase whose second word stands here, line ends passed over; 0 where it does not go on so."""
    here = second + 1
    for piece in pieces[2:]:
        here = _next(words, here)
        if here >= len(words) or not _same(piece, words[here]):
            return 0
        here += 1
    return here


def _same(piece: str, word: str) -> bool:
    return word.startswith(piece[:-1]) if piece.endswith("*") else piece == word


@lru_cache(maxsize=20_000)
def _beginning(word: str) -> Start | None:
    """Return the phrases that may begin with this word; None for most words, which begin none."""
    whole, beginnings = _index()
    entries = list(whole.get(word, ()))
    for length in range(1, len(word) + 1):
        entries += beginnings.get(word[:length], ())
    if not entries:
        return None
    alone: dict[str, tuple[str, ...]] = {}
    for _, name, label in (e for e in entries if len(e[0]) == 1):
        alone[name] = tuple(dict.fromkeys((*alone.get(name, ()), label)))
    longer: dict[str, tuple[Entry, ...]] = {}
    for entry in (e for e in entries if len(e[0]) > 1 and not e[0][1].endswith("*")):
        longer[entry[0][1]] = (*longer.get(entry[0][1], ()), entry)
    opened = tuple(e for e in entries if len(e[0]) > 1 and e[0][1].endswith("*"))
    wants = frozenset() if alone or opened else frozenset({*longer, "\n"})
    opens = tuple(entry[0][1][:-1] for entry in opened)
    met = tuple((name, 1, labels) for name, labels in alone.items())
    return Start(met, longer, opened, opens, bool(longer or opened), wants)


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
                yield from ((pieces_of(spelling), name, label) for spelling in spellings(phrase))


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
        **PAIRED,
        **GRANTS,
        "affairs": AFFAIRS,
        "ahead": AHEAD,
        "perfects": PERFECTS,
        "us": US,
        "we": WE,
        "talk": TALKED,
    }
