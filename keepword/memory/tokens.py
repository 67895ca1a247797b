"""Words, phrases, sentences and clauses of a text, with the offsets at which they stand: what all reading here rests on.

Everything is linear in the text's length. A word is folded (case, typographic apostrophes) but keeps its accents,
because in German they carry meaning (`würde` is a hypothesis, `wurde` a report).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple


def vocabulary(words: str) -> frozenset[str]:
    """Return the words of a table that is written as one line of text."""
    return frozenset(words.split())


_TOKEN = re.compile(r"[^\W\d_]{1,60}|\d{1,30}|\n|[^\s\w]|_")
_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ′`´"), "'")
_ENDS = frozenset(".!?…。！？¿")
_ASKING = frozenset("?？")
_MAY_END = _ENDS | {"\n"}
_CLOSERS = frozenset("\"')]»”’*_")
_BULLETS = frozenset("-*•–—·+")
_SHORT = vocabulary(
    "mr mrs ms dr prof st ave inc ltd vs eg ie ca bzw usw ggf inkl zzgl evtl bspw sog str tel tél approx "
    "sr sra srta ud uds dott sig "
    "sigg ing dhr mevr bv núm pág resp mme mlle"
)
_STARTERS = vocabulary(
    "i my please thanks ich mein meine bitte danke wir je mon ma mes merci nous yo mi mis gracias io il mio grazie ik mijn "
    "bedankt wij eu meu minha obrigado obrigada you vous usted lei u não não nicht not the les los las"
)
"""Words that begin sentences and are never what an ordinal counts."""
_SHORT_BY_NUMBERS = vocabulary(
    "no nr num art max min ref p s pag av jan feb mar apr jun jul aug sep sept oct okt nov dec dez déc abr ago set out janv févr "
    "avr juil mio tsd"
)
"""Abbreviations that are words as well: they are short only beside a number."""


class Token(NamedTuple):
    """One word, number or mark; `fold` is its comparable form, `start` and `end` its place in the text.

    A letter has hundreds of them, and a named tuple is made in a quarter of the time of a frozen dataclass.
    """

    fold: str
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """Cut a text into words, digits, marks and line ends, in order."""
    plain = _folded(text)
    if plain is not None:
        return tuple([_new(Token, (m[0], m.start(), m.end())) for m in _TOKEN.finditer(plain)])
    return tuple([_new(Token, (fold(m[0]), m.start(), m.end())) for m in _TOKEN.finditer(text)])


def _folded(text: str) -> str | None:
    """Return a text folded at once, where no character changes its place by that; None for the others."""
    if text.isascii():
        return text.lower().replace("`", "'")
    if "\u02bc" in text or not unicodedata.is_normalized("NFC", text):
        return None
    plain = text.casefold()
    if len(plain) != len(text):
        return None
    for mark in "’‘′`´":
        plain = plain.replace(mark, "'")
    return plain


_new = tuple.__new__
"""What a named tuple's constructor calls; called at once, a token costs a third less."""


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """Return a word's comparable form: NFC, without case, with plain apostrophes."""
    if word.isascii():
        return "'" if word == "`" else word.lower()
    return unicodedata.normalize("NFC", word.translate(_APOSTROPHES)).casefold()


def bare(word: str) -> str:
    """Return a word without its accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def spellings(phrase: str) -> frozenset[str]:
    """Return the ways in which people without the right keyboard write a phrase: bare, or `ue` for `ü`.

    A phrase with an umlaut never loses it silently: `würde` becomes `wuerde`, never `wurde`; nor do the shortest words, for
    `él` is another word than `el`.
    """
    plain = phrase.casefold()
    if any(c in plain for c in "äöü"):
        return frozenset({plain, plain.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")})
    return frozenset({plain, bare(plain)}) if len(plain) > 2 else frozenset({plain})


class Hit(NamedTuple):
    """A phrase found: the tokens `first` up to, not including, `last`, and what the table says of it."""

    first: int
    last: int
    label: str


class Phrases:
    """A table of phrases, found in token sequences by their first word; a word that ends in `*` matches by its beginning.

    The longest phrase at a place wins. Built once from `{label: "phrase | phrase | …"}`.
    """

    __slots__ = ("_heads", "_prefixes", "_whole", "_words", "firsts", "lasts")
    firsts: frozenset[str]
    """The words with which phrases begin, beginnings (`*`) aside."""
    lasts: frozenset[str]
    """The words with which phrases end; one that ends in a beginning (`*`) stands there with its `*`."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self._words: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._prefixes: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for label, phrases in table.items():
            for phrase in filter(None, (p.strip() for p in phrases.replace("\n", " ").split("|"))):
                for spelling in spellings(phrase):
                    self._add(pieces_of(spelling), label)
        for index in (self._words, self._prefixes):
            for entries in index.values():
                entries.sort(key=lambda e: (-len(e[0]), e[0], e[1]))
        self._heads = frozenset(p[:2] for p in self._prefixes)
        self.firsts = frozenset(self._words)
        self.lasts = frozenset(pieces[-1] for pieces, _ in self.entries())
        self._whole = not self._prefixes and not any(last.endswith("*") for last in self.lasts)

    def _add(self, pieces: tuple[str, ...], label: str) -> None:
        index = self._prefixes if pieces[0].endswith("*") else self._words
        entries = index.setdefault(pieces[0].rstrip("*"), [])
        if (pieces, label) not in entries:
            entries.append((pieces, label))

    def entries(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Go through all phrases, each as its pieces and its label."""
        return (entry for index in (self._words, self._prefixes) for entries in index.values() for entry in entries)

    def find(self, words: Sequence[Token], first: int = 0, last: int | None = None) -> Iterator[Hit]:
        """Go through all places where a phrase stands between two tokens, left to right, overlaps left out."""
        end, after = len(words) if last is None else min(last, len(words)), first
        for at in self._starts(words, first, end):
            hit = self.longest_at(words, at, end) if at >= after else None
            if hit is not None:
                after = hit.last
                yield hit

    def _starts(self, words: Sequence[Token], first: int, end: int) -> list[int]:
        """Return the places where a phrase may begin: few, so that the rest of a text costs next to nothing."""
        known, heads = self._words, self._heads
        if not heads:
            return [at for at in range(first, end) if words[at].fold in known]
        return [at for at in range(first, end) if words[at].fold in known or words[at].fold[:2] in heads]

    def first(self, words: Sequence[Token], first: int = 0, last: int | None = None) -> Hit | None:
        """Return the first place where a phrase stands, or None."""
        return next(self.find(words, first, last), None)

    def cover(self, words: Sequence[Token], first: int, last: int) -> frozenset[int]:
        """Return every token that is part of any phrase found, overlapping ones too."""
        hits = (h for at in range(first, last) for h in self.all_at(words, at, last))
        return frozenset(i for h in hits for i in range(h.first, h.last))

    def all_at(self, words: Sequence[Token], at: int, end: int) -> Iterator[Hit]:
        """Go through every phrase that begins at this token, whole words first, the longest first."""
        for pieces, label in self._entries(words[at].fold):
            length = _match(pieces, words, at, end)
            if length:
                yield Hit(at, at + length, label)

    def may_begin(self, word: str) -> bool:
        """Say whether a phrase may begin with a word: most cannot, and need not be looked at."""
        return word in self._words or word[:2] in self._heads

    def may_stand_among(self, words: frozenset[str]) -> bool:
        """Say whether a text of these words may hold a phrase: one glance spares most texts the search."""
        return not self._whole or not (self.firsts.isdisjoint(words) or self.lasts.isdisjoint(words))

    def longest_at(self, words: Sequence[Token], at: int, end: int) -> Hit | None:
        """Return the longest phrase that begins at this token, or None."""
        word = words[at].fold
        if word not in self._words and word[:2] not in self._heads:
            return None
        best, label = 0, ""
        for pieces, said in self._entries(word):
            length = len(pieces) if len(pieces) == 1 else _match(pieces, words, at, end)
            if length > best:
                best, label = length, said
        return Hit(at, at + best, label) if best else None

    def _entries(self, word: str) -> Sequence[tuple[tuple[str, ...], str]]:
        whole = self._words.get(word, ())
        if word[:2] not in self._heads:
            return whole
        beginnings = (self._prefixes.get(word[:length], ()) for length in range(min(len(word), 20), 1, -1))
        return [*whole, *(entry for entries in beginnings for entry in entries)]


def pieces_of(phrase: str) -> tuple[str, ...]:
    """Cut a phrase of a table the way texts are cut, keeping the `*` of a beginning with its word."""
    pieces: list[str] = []
    for token in tokens(phrase):
        if token.fold == "*" and pieces:
            pieces[-1] += "*"
        else:
            pieces.append(token.fold)
    return tuple(pieces)


def _match(pieces: tuple[str, ...], words: Sequence[Token], at: int, end: int) -> int:
    """Return how many tokens the phrase takes at this place, line ends within it passed over; 0 where it is not there."""
    here = at
    for piece in pieces:
        while here < end and here > at and words[here].fold == "\n":
            here += 1
        if here >= end or not _same(piece, words[here].fold):
            return 0
        here += 1
    return here - at


def _same(piece: str, word: str) -> bool:
    return piece == word or (piece[-1] == "*" and word.startswith(piece[:-1]))


class Span(NamedTuple):
    """A run of tokens, `first` up to, not including, `last`; `mark` is what ended it: `.`, `?`, `!`, or empty."""

    first: int
    last: int
    mark: str = ""


MAX_SENTENCE = 400
"""Tokens after which a sentence is taken to end, whatever stands there: no letter has longer ones."""


def sentences(words: Sequence[Token]) -> tuple[Span, ...]:
    """Divide a token sequence into sentences: at end marks, blank lines and list items, not at abbreviations or ordinals."""
    spans: list[Span] = []
    first = 0
    for at in [*[i for i, w in enumerate(words) if w.fold in _MAY_END], len(words)]:
        while at - first > MAX_SENTENCE:
            spans.append(Span(first, _past_closers(words, first + MAX_SENTENCE + 1)))
            first = spans[-1].last
        mark = _mark_at(words, at, first) if at < len(words) else None
        if mark is not None:
            spans.append(Span(first, _past_closers(words, at + 1), mark))
            first = spans[-1].last
    if first < len(words):
        spans.append(Span(first, len(words)))
    return tuple([s for s in spans if not _blank(words, s)])


def _mark_at(words: Sequence[Token], at: int, first: int) -> str | None:
    mark = _ends_here(words, at)
    return "" if mark is None and at - first >= MAX_SENTENCE else mark


def _blank(words: Sequence[Token], span: Span) -> bool:
    return words[span.first].fold == "\n" and all(words[i].fold == "\n" for i in range(span.first, span.last))


def _ends_here(words: Sequence[Token], at: int) -> str | None:
    """Return the mark with which a sentence ends at this token (empty for a line that ends it), None where it goes on."""
    word = words[at].fold
    if word == "\n":
        return "" if _line_ends_it(words, at) else None
    if word not in _ENDS or word == "¿":
        return None
    following = words[at + 1] if at + 1 < len(words) else None
    if following is not None and following.fold in _ENDS and following.start == words[at].end:
        return None
    if word == "." and not _full_stop(words, at, following):
        return None
    return _strongest(words, at)


def _strongest(words: Sequence[Token], at: int) -> str:
    """Return the mark of a run such as `?!`, where a question mark outweighs the others."""
    first, mark = at, words[at].fold
    while (
        first > 0 and words[first - 1].fold in _ENDS and words[first - 1].end == words[first].start and at - first < 8
    ):
        first -= 1
    asked = mark in _ASKING or any(words[i].fold in _ASKING for i in range(first, at))
    return "?" if asked else mark


def _full_stop(words: Sequence[Token], at: int, following: Token | None) -> bool:
    """Say whether a dot ends a sentence: not in `3.5`, `z. B.`, `p.m.` or before a small letter or after an ordinal."""
    if following is None or following.fold == "\n":
        return True
    if following.start == words[at].end and following.fold not in _CLOSERS:
        return False
    before = words[at - 1] if at else None
    if before is None or before.end != words[at].start:
        return True
    return not _abbreviated(words, at, following)


def _abbreviated(words: Sequence[Token], at: int, following: Token) -> bool:
    """Say whether the dot here belongs to an abbreviation (`z. B.`, `Dr.`, `No. 5`) or to an ordinal (`5. Mai`)."""
    before = words[at - 1].fold
    if before.isdigit():
        return len(before) <= 2 and not _in_digits(words, at - 1) and following.fold not in _STARTERS
    if before in _SHORT_BY_NUMBERS:
        return following.fold[0].isdigit() or (at > 1 and words[at - 2].fold.isdigit())
    dotted = at > 2 and words[at - 2].fold == "." and len(words[at - 3].fold) == 1
    return before in _SHORT or (len(before) == 1 and (dotted or len(following.fold) == 1) and following.fold.isalpha())


def _in_digits(words: Sequence[Token], at: int) -> bool:
    """Say whether a number is the end of a longer one, such as `01 99 00 11 22`: then it is no ordinal."""
    return at > 0 and words[at - 1].fold.isdigit()


def _line_ends_it(words: Sequence[Token], at: int) -> bool:
    """Say whether a line end is more than a soft wrap: before a blank line, a bullet, a quoted line, or after a short line."""
    following = words[at + 1].fold if at + 1 < len(words) else "\n"
    if following in {"\n", ">"} or following in _BULLETS:
        return True
    before = words[at - 1].fold if at else "\n"
    return before in {"\n", ":", ","} and _greeting(words, at)


def _greeting(words: Sequence[Token], at: int) -> bool:
    """Say whether the line that ends here is short, as greetings and closings are."""
    first = at - 1
    while first >= 0 and words[first].fold != "\n" and at - first <= 9:
        first -= 1
    return at - first <= 8


def _past_closers(words: Sequence[Token], at: int) -> int:
    while at < len(words) and words[at].fold in _CLOSERS and words[at - 1].end == words[at].start:
        at += 1
    return at


_BREAKS = frozenset({",", ";", ":", "(", ")", "–", "—"})


def clauses(words: Sequence[Token], sentence: Span, joints: frozenset[str] = frozenset()) -> tuple[Span, ...]:
    """Divide a sentence at commas, semicolons, dashes, brackets and, before them, at the joints given (`but`, `sondern`)."""
    spans: list[Span] = []
    first, last, _ = sentence
    for at in [i for i, word in enumerate(words[first:last], first) if word.fold in _BREAKS or word.fold in joints]:
        if words[at].fold in _BREAKS and not _within_number(words, at):
            spans.append(Span(first, at + 1, sentence.mark))
            first = at + 1
        elif words[at].fold in joints and at > first:
            spans.append(Span(first, at, sentence.mark))
            first = at
    if first < sentence.last:
        spans.append(Span(first, sentence.last, sentence.mark))
    return tuple(spans)


def _within_number(words: Sequence[Token], at: int) -> bool:
    """Say whether a mark stands between two digits without a space, as in `18:30` or `40,00`."""
    return (
        0 < at < len(words) - 1
        and words[at - 1].fold.isdigit()
        and words[at + 1].fold.isdigit()
        and words[at - 1].end == words[at].start
        and words[at].end == words[at + 1].start
    )


def span_at(spans: Iterable[Span], words: Sequence[Token], start: int, end: int) -> tuple[Span, ...]:
    """Return the spans that a stretch of the text (in characters) touches."""
    return tuple(s for s in spans if words[s.first].start < end and words[s.last - 1].end > start)
