"""When somebody wants to be reached, as one plain phrase: `evenings`, `weekdays after 18:00`, `Saturdays 10:00-12:00`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.numbers import numbers
from keepword.memory.claims.time import clock, read_times
from keepword.memory.evidence.language import language_of
from keepword.memory.evidence.words import AVAILABLE, JOINTS, NEGATIONS
from keepword.memory.normal.words import AFTER, BUSY, GREETINGS, LASTING_DAYS, ONE_DAY, TIMES, TO
from keepword.memory.tokens import Phrases, Span, Token, clauses, sentences, tokens, vocabulary

_TIMES, _AFTER, _BUSY, _AVAILABLE = Phrases(TIMES), Phrases(AFTER), Phrases(BUSY), Phrases(AVAILABLE)
_NEGATIONS = Phrases({"no": " | ".join(NEGATIONS.values())})
_GREETINGS = Phrases(GREETINGS)
_ONE_DAY = vocabulary(ONE_DAY)
_LASTING, _TO = vocabulary(LASTING_DAYS), vocabulary(TO)
_JOINTS = {code: vocabulary(row) for code, row in JOINTS.items()}
_ANY_JOINT = frozenset().union(*_JOINTS.values())
_DAYS = ("weekdays", "weekends", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_ORDER = (*_DAYS, "business hours", "mornings", "lunchtime", "afternoons", "after work", "evenings", "nights")
MAX_TEXT = 2000


@dataclass(frozen=True, slots=True)
class Atom:
    """One part of a time: a day, a part of the day or a stretch of the clock; `denied`: it is to be avoided."""

    text: str
    denied: bool = False
    passing: bool = False
    """Whether it is one day of this week rather than every week's."""


def contact_time(value: str, quote: str) -> str | None:
    """Return the normal form of a time that the quote supports, empty where it says otherwise, None where neither has a time.

    Everything that the value names must stand in the quote with the same sense: `evenings` is not supported by
    `never in the evenings`.
    """
    offered, said = atoms(value), atoms(quote)
    if not offered and not said:
        return None
    wanted, lasting = {_key(a) for a in offered}, {_key(a) for a in said if not a.passing}
    supported = offered and wanted <= lasting and not any(a.passing for a in offered)
    return render(tuple(a for a in said if _key(a) in wanted)) if supported else ""


def is_passing(quote: str) -> bool:
    """Say whether a quote names one day of this week, as `on Friday` does and `on Fridays` does not."""
    return any(a.passing for a in atoms(quote))


def _key(atom: Atom) -> tuple[str, bool]:
    return atom.text, atom.denied


def render(found: Sequence[Atom]) -> str:
    """Write atoms as one phrase, days first, what is to be avoided last."""
    wanted = sorted({a.text for a in found if not a.denied}, key=_rank)
    avoided = sorted({a.text for a in found if a.denied}, key=_rank)
    parts = (" ".join(_with_days(wanted)), *(f"not {text}" for text in avoided))
    return ", ".join(p for p in parts if p)


def _with_days(wanted: Sequence[str]) -> Iterator[str]:
    days = [w for w in wanted if w in _DAYS]
    yield from ([" and ".join(days)] if days else [])
    parts = [w for w in wanted if w in _ORDER and w not in _DAYS]
    yield from ([" and ".join(parts)] if parts else [])
    yield from (w for w in wanted if w not in _ORDER)


def _rank(text: str) -> tuple[int, str]:
    return (_ORDER.index(text) if text in _ORDER else len(_ORDER), text)


def atoms(text: str) -> tuple[Atom, ...]:
    """Return the times that a text names, in the order in which they stand, each with its sense."""
    bounded = text[:MAX_TEXT]
    words = tokens(bounded)
    language = language_of(words)
    found_times = read_times(bounded, words, numbers(words))
    timed = tuple(c for c in found_times if c.kind is ClaimKind.TIME)
    claims = tuple(sorted((*timed, *_bare_hours(words, found_times, language)), key=lambda c: c.start))
    found: list[Atom] = []
    for sentence in sentences(words):
        for clause in clauses(words, sentence, _JOINTS.get(language, _ANY_JOINT)):
            found.extend(_of_clause(words, clause, claims, language))
    return tuple(dict.fromkeys(found))


def _bare_hours(words: Sequence[Token], known: Sequence[Claim], language: str) -> Iterator[Claim]:
    """Read hours without a unit where a word for after or before stands before them: `dopo le 18`, `ab 18`.

    In English an hour below 13 may be of the morning or the evening: it is read only where the part of the day follows.
    """
    taken = {i for c in known if not _hour_sign(c) for i, w in enumerate(words) if c.start <= w.start < c.end}
    hours: set[int] = set()
    for i, word in enumerate(words):
        if i in taken or not _is_hour(word) or not _ends_hour(words, i):
            continue
        spoken = any(h.last == i for n in range(1, 5) if i >= n for h in _AFTER.all_at(words, i - n, i))
        if not spoken and not _before_range(words, i) & hours:
            continue
        if int(word.fold) > 12 or language not in {"en", ""} or _part_named(words, i):
            hours.add(i)
            value = clock(word.fold, None) or ""
            yield Claim(ClaimKind.TIME, word.fold, word.start, word.end, value)


def _part_named(words: Sequence[Token], at: int) -> bool:
    """Say whether a part of the day is named behind an hour, or a word or two before it: `evenings after 8`."""
    before = Span(max(0, at - _PART_GAP), at)
    return bool(_part_of_day(words, _range_end(words, at), len(words)) or _part_before(words, before, at))


def _hour_sign(claim: Claim) -> bool:
    """Say whether `20 h` or `16 a 18 h`, which may be a length of time, may be times of day as well."""
    return claim.kind is ClaimKind.DURATION and _HOURS.fullmatch(claim.text) is not None


_HOUR = r"(?:[01]?\d|2[0-3])"
_HOURS = re.compile(rf"(?:{_HOUR}\s?(?:-|–|—|a|à|to|bis|tot|até)\s?)?{_HOUR}\s?h", re.IGNORECASE)


def _is_hour(word: Token) -> bool:
    return word.fold.isascii() and word.fold.isdigit() and len(word.fold) <= 2 and int(word.fold) <= 24


def _ends_hour(words: Sequence[Token], at: int) -> bool:
    """Say whether nothing counted follows on a number: its line ends, a range goes on, or a part of the day is named."""
    after = words[at + 1].fold if at + 1 < len(words) else ""
    if after in {"%", "€", "$"}:
        return False
    if not after or not after[0].isalnum() or after in _MORE_SAID or _part_of_day(words, at + 1, len(words)):
        return True
    end = _range_end(words, at)
    return end > at + 1 and _ends_hour(words, end - 1)


_MORE_SAID = vocabulary("h hs is are works please pls when ist bitte est es è é")
"""What may follow on an hour that is complete."""


def _range_end(words: Sequence[Token], at: int) -> int:
    """Return the token after the number with which a range ends that begins at this one; after this one where none does."""
    end = next((i for i in range(at + 1, min(at + 4, len(words))) if words[i].fold not in _TO), len(words))
    return end + 1 if at + 1 < end < len(words) and _is_hour(words[end]) else at + 1


def _before_range(words: Sequence[Token], at: int) -> set[int]:
    """Return the number with which a range begins that ends at this one: `16` in `de 16 a 18`."""
    first = at - 1
    while first > 0 and at - first < 4 and words[first].fold in _TO | {"h"}:
        first -= 1
    return {first} if first < at - 1 else set()


_PART_GAP = 4
_HALF_DAY = {"mornings": 0, "afternoons": 12, "evenings": 12}


def _part_of_day(words: Sequence[Token], first: int, last: int) -> str:
    """Return the part of the day that is named right behind an hour: `in the afternoon`, `de la tarde`, `nachmittags`."""
    for hit in _TIMES.find(words, first, min(first + _PART_GAP, last)):
        between = {words[i].fold for i in range(first, hit.first)}
        return hit.label if between <= _OF_DAY and hit.label in _HALF_DAY else ""
    return ""


_OF_DAY = vocabulary("in the of de la da do del l ' dell di le h uhr uur heures horas o clock am")


def _afternoon(text: str, part: str) -> str:
    """Move the hours of the first half of the day to the part of the day that is named behind them."""
    if not _HALF_DAY.get(part):
        return text
    return _EARLY.sub(lambda m: f"{int(m[1]) + 12}:{m[2]}", text)


_EARLY = re.compile(r"\b(0[1-9]|1[01]):(\d\d)\b")


def _of_clause(words: Sequence[Token], clause: Span, claims: Sequence[Claim], language: str) -> Iterator[Atom]:
    clocks = tuple(_clocks(words, clause, claims))
    greeting = _GREETINGS.cover(words, clause.first, clause.last)
    denied = _denied_from(words, clause, language)
    for hit in _TIMES.find(words, clause.first, clause.last):
        if hit.first not in greeting and not any(first <= hit.first < last for first, last, _, _ in clocks):
            label = hit.label
            yield Atom(label, hit.first >= denied, _passing(words, clause, hit.first, label))
    for first, last, text, settled in clocks:
        part = _part_of_day(words, last, clause.last) or _part_before(words, clause, first)
        yield _sensed(_afternoon(text, part), first >= denied and not settled)


def _part_before(words: Sequence[Token], clause: Span, at: int) -> str:
    """Return the part of the day that is named last before an hour in its clause."""
    return next((h.label for h in reversed([*_TIMES.find(words, clause.first, at)]) if h.label in _HALF_DAY), "")


_TURNED = {"before": "after", "after": "before"}


def _sensed(text: str, denied: bool) -> Atom:
    """Turn `never before 18:00` into `after 18:00`."""
    word, _, rest = text.partition(" ")
    return Atom(f"{_TURNED[word]} {rest}") if denied and word in _TURNED else Atom(text, denied)


def _denied_from(words: Sequence[Token], clause: Span, language: str) -> int:
    """Return the token from which a clause denies what it names; the end where it denies nothing."""
    busy = _BUSY.first(words, clause.first, clause.last)
    hit = _NEGATIONS.first(words, clause.first, clause.last)
    if hit is not None and words[hit.first].fold == "no" and language not in {"es", "it"}:
        hit = None
    away = hit is not None and _AVAILABLE.first(words, hit.last, clause.last) is not None
    if busy is not None or away or (hit is not None and language in {"de", "nl"}):
        return clause.first
    return hit.first if hit is not None else clause.last


def _passing(words: Sequence[Token], clause: Span, at: int, label: str) -> bool:
    """Say whether only one day is meant: a weekday in the singular with nothing that says every week, or `last evening`."""
    if at > clause.first and words[at - 1].fold in _ONE_DAY:
        return True
    if label not in _DAYS[2:]:
        return False
    return not any(words[i].fold in _LASTING for i in range(max(clause.first, at - 4), min(at + 4, clause.last)))


def _clocks(words: Sequence[Token], clause: Span, claims: Sequence[Claim]) -> Iterator[tuple[int, int, str, bool]]:
    """Read `after 18:00`, `between 6 and 8 pm`, `18-20 Uhr`: first and last token, text, whether a denial is read into it."""
    inside = [c for c in claims if words[clause.first].start <= c.start < words[clause.last - 1].end]
    at = 0
    while at < len(inside):
        claim = inside[at]
        first = _token_at(words, clause, claim.start)
        last = _token_at(words, clause, claim.end - 1) + 1
        low = _low(words, clause, first, claim)
        if low is not None:
            yield low[0], last, f"{low[1]}-{claim.value}", False
        elif at + 1 < len(inside) and _joined(words, clause, last, inside[at + 1]):
            following = inside[at + 1]
            yield first, _token_at(words, clause, following.end - 1) + 1, f"{claim.value}-{following.value}", False
            at += 1
        else:
            yield _single(words, clause, first, last, claim.value)
        at += 1


def _token_at(words: Sequence[Token], clause: Span, position: int) -> int:
    return next((i for i in range(clause.first, clause.last) if words[i].end > position), clause.last - 1)


def _joined(words: Sequence[Token], clause: Span, last: int, following: Claim) -> bool:
    gap = [words[i].fold for i in range(last, clause.last) if words[i].start < following.start]
    return 0 < len(gap) <= 3 and set(gap) <= _TO | {"uhr", "h", "."}


def _low(words: Sequence[Token], clause: Span, first: int, claim: Claim) -> tuple[int, str] | None:
    """Return the lower hour of `18-20 Uhr` or `6 to 8 pm`, whose unit stands behind the upper one."""
    if first - 2 < clause.first or words[first - 1].fold not in _TO or not words[first - 2].fold.isdigit():
        return None
    hour = words[first - 2].fold
    if len(hour) > 2 or int(hour) > 24:
        return None
    upper = int(claim.value[:2])
    afternoon = upper > 12 and int(hour) + 12 < upper and "m" in claim.text.lower()
    text = clock(str(int(hour) + 12) if afternoon else hour, None)
    return (first - 2, text) if text else None


def _single(words: Sequence[Token], clause: Span, first: int, last: int, value: str) -> tuple[int, int, str, bool]:
    """Read what stands before a single time of day: after, before, or about; a denial that is part of it is settled."""
    for length in range(5, 0, -1):
        begin = first - length
        hit = (
            next((h for h in _AFTER.all_at(words, begin, first) if h.last == first), None)
            if begin >= clause.first
            else None
        )
        if hit is not None:
            label = {"between": "after"}.get(hit.label, hit.label)
            return (
                begin,
                last,
                f"{label} {value}" if label != "at" else f"at {value}",
                len(words[begin].fold) > 1 and label != "at" and _denies(words, begin),
            )
    return first, last, f"at {value}", False


def _denies(words: Sequence[Token], begin: int) -> bool:
    return words[begin].fold in {"not", "no", "nicht", "pas", "non", "niet", "não"}
