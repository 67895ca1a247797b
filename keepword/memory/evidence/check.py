"""Whether a text states something outright: the quote is found in it, and nothing there takes its meaning back.

Only white space and typography are folded. What a statement is not: a question, a condition, a denial, a hypothesis,
somebody else's words, irony, a guess, or something that holds for the moment only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from keepword.memory.claims.words import MONTHS, WEEKDAYS
from keepword.memory.evidence.people import people, subjects_before
from keepword.memory.evidence.places import MAX_QUOTE, locate, places
from keepword.memory.evidence.reading import Reading, text_of
from keepword.memory.evidence.speakers import barred, spoken_by_another
from keepword.memory.evidence.subjects import ANDS
from keepword.memory.evidence.words import (
    ASKING,
    CONDITIONS,
    CONTACT,
    COUNTED,
    DELIGHT,
    DENIES,
    DOUBT,
    FORMER,
    FRESH,
    FRESH_ORDERS,
    HOLIDAYS,
    HYPOTHETICAL,
    INVERTED,
    IRONY,
    LASTS_FOR,
    MOMENT,
    MYSELF,
    NEGATIONS,
    ORS,
    OTHERS,
    PAST,
    POLITE,
    PREFERENCE,
    REPORTED,
    SPANS,
    STARTS,
    STATING,
    STRONG,
    SUBJECTS,
    TAKES_BACK,
    UNTIL,
    VERB_FIRST,
    VERBS_ON,
    WANTING,
    YOU,
)
from keepword.memory.tokens import Hit, Phrases, Span, vocabulary

__all__ = ["FAULTS", "locate", "statement_fault"]

FAULTS = {
    "too_long": "the quote is longer than any statement",
    "not_found": "these words do not stand in that mail",
    "quoted": "these words stand only in quoted text",
    "question": "it was asked, not stated",
    "irony": "it is marked as a joke",
    "conditional": "it hangs on a condition",
    "negated": "it was denied",
    "hypothetical": "it was supposed, not stated",
    "reported": "somebody else said so",
    "hearsay": "it is about somebody else, or comes from somebody else",
    "ambiguous": "it was left open",
    "former": "it held once, or was done once",
    "momentary": "it holds for the moment only",
    "retracted": "it was taken back in the same mail",
    "instruction": "it tells us what to write, which is no fact about its writer",
    "claim": "what somebody says that we promised is a claim, no fact",
    "mood": "it tells a mood",
    "inference": "the quote does not say so",
}
"""The checks by name, with what each finds."""


def statement_fault(quote: str, text: str, *, value: str = "", polar: bool = False, timely: bool = False) -> str | None:
    """Return the name of the check which says that the text does not state this outright, or None where it does.

    `value` is what the quote is said to mean: only the clauses that speak of it are judged. `polar`: the value's own
    reading knows of denials (`not before six`), so that one inside the quote is no fault. `timely`: it is about times, so
    that a word for today or this week anywhere in the sentence makes it a thing of the moment.
    """
    if len(quote) > MAX_QUOTE:
        return "too_long"
    found = places(quote, text)
    if not found:
        return "not_found"
    whole = text_of(text)
    faults = [_fault(Reading(whole, start, end, value), polar=polar, timely=timely) for start, end in found]
    return None if None in faults else faults[0]


def _fault(reading: Reading, *, polar: bool, timely: bool) -> str | None:
    return next((name for name, check in _CHECKS if check(reading, polar, timely)), None)


def _by_language(tables: dict[str, str]) -> dict[str, Phrases]:
    return {code: Phrases({code: row}) for code, row in tables.items()}


_CONDITIONS, _NEGATIONS, _HYPOTHETICAL = map(_by_language, (CONDITIONS, NEGATIONS, HYPOTHETICAL))
_DOUBT, _REPORTED, _OTHERS, _MOMENT, _INVERTED = map(_by_language, (DOUBT, REPORTED, OTHERS, MOMENT, INVERTED))
_IRONY, _ASKING, _MYSELF, _STRONG = Phrases(IRONY), Phrases(ASKING), Phrases(MYSELF), Phrases(STRONG)
_POLITE, _PREFERENCE = Phrases(POLITE), Phrases(PREFERENCE)
_CONTACT, _YOU, _TAKES_BACK = Phrases(CONTACT), Phrases(YOU), Phrases(TAKES_BACK)
_FORMER, _DENIES, _PAST = Phrases(FORMER), Phrases(DENIES), Phrases(PAST)
_VERB_FIRST, _DELIGHT = _by_language(VERB_FIRST), Phrases(DELIGHT)
_ORS, _WANTING, _SUBJECTS = vocabulary(ORS), vocabulary(WANTING), vocabulary(SUBJECTS)
_FRESH, _FRESH_ORDERS, _VERBS_ON = Phrases(FRESH), vocabulary(FRESH_ORDERS), vocabulary(VERBS_ON)
_LASTS_FOR, _SPANS, _COUNTED, _STARTS = map(vocabulary, (LASTS_FOR, SPANS, COUNTED, STARTS))
_PERFECT = vocabulary("have ve has been habe bin ai suis he llevo ho sono heb ben tenho")
_MONTHS = Phrases({f"month {n}": row.replace("may | ", "").replace("mar | ", "") for n, row in MONTHS.items()})
_SEASONS = Phrases({**HOLIDAYS, **{f"month {n}": row for n, row in MONTHS.items()}})
_UNTIL, _DAYS = Phrases(UNTIL), Phrases({**WEEKDAYS, **{f"month {n}": row for n, row in MONTHS.items()}})
_ASIDE = 8
"""Tokens of a clause that is an aside."""


def _quoted(reading: Reading, *_: bool) -> bool:
    return barred(reading.text, reading.start)


def _question(reading: Reading, *_: bool) -> bool:
    return any(_asks(reading, sentence) for sentence in reading.sentences)


def _asks(reading: Reading, sentence: Span) -> bool:
    if any(h.first < reading.last for h in reading.hits(_ASKING, sentence)):
        return True
    if sentence.mark != "?":
        return _begins_inverted(reading, sentence) and not _statement_word(reading, sentence)
    parts = reading.clauses_of(sentence)
    apart = parts and reading.clauses and reading.clauses[-1].last <= parts[-1].first
    return not (apart and _begins_inverted(reading, parts[-1]) and not _begins_inverted(reading, reading.clauses[0]))


_STATING = vocabulary(STATING)


def _statement_word(reading: Reading, sentence: Span) -> bool:
    """Say whether a sentence without a question mark begins with a word that begins statements as well (`When I am home …`)."""
    return reading.words[reading.skip_marks(sentence.first)].fold in _STATING


def _begins_inverted(reading: Reading, span: Span) -> bool:
    first = reading.skip_marks(span.first)
    return any(h.first == first for h in reading.hits(_INVERTED, Span(first, min(first + 4, span.last))))


def _ironic(reading: Reading, *_: bool) -> bool:
    span = Span(reading.sentences[0].first, reading.sentences[-1].last)
    after = Span(span.last, min(span.last + 4, len(reading.words)))
    return any(True for s in (span, after) for _ in reading.hits(_IRONY, s)) or _delighted(reading)


def _delighted(reading: Reading) -> bool:
    """Say whether a short clause of its own pretends delight at what is said: `call me at 3 am, I just love that`."""
    sentence = reading.sentences[-1]
    following = next((s for s in text_of(reading.text).sentences if s.first >= sentence.last), None)
    near = (*reading.clauses_of(sentence), *((following,) if following else ()))
    short = (c for c in near if c.last - c.first <= _ASIDE and not c.first <= reading.value_first < c.last)
    return any(True for c in short for _ in reading.hits(_DELIGHT, c))


def _conditional(reading: Reading, *_: bool) -> bool:
    return any(not _on_contact(reading, h, s) for s in reading.sentences for h in _conditions(reading, s))


def _conditions(reading: Reading, sentence: Span) -> Iterator[Hit]:
    """Go through what a sentence hangs on: its conditions, and a verb that stands first (`Should I move, …`)."""
    first = reading.skip_marks(sentence.first)
    verb = next((h for h in reading.hits(_VERB_FIRST, Span(first, min(first + 1, sentence.last)))), None)
    if verb is not None and sentence.mark != "?" and _has_subject(reading, verb.last, sentence):
        yield verb
    yield from reading.hits(_CONDITIONS, sentence)


def _has_subject(reading: Reading, at: int, sentence: Span) -> bool:
    """Say whether a verb's subject stands behind it; Italian needs none."""
    return at < sentence.last and (reading.language == "it" or reading.words[at].fold in _SUBJECTS)


def _on_contact(reading: Reading, hit: Hit, sentence: Span) -> bool:
    """Say whether a condition is only on whether we call or write, as in `if you ever need to reach me`.

    What stands within the condition itself hangs on it all the same.
    """
    clause = next((c for c in reading.clauses_of(sentence) if c.first <= hit.first < c.last), sentence)
    if hit.first <= reading.value_first < clause.last:
        return False
    about_us = _YOU.first(reading.words, hit.last, min(hit.last + 1, clause.last))
    contact = _CONTACT.first(reading.words, hit.last, clause.last)
    if about_us is None or contact is None:
        return False
    return all(reading.words[i].fold in _WANTING for i in range(about_us.last, contact.first))


def _negated(reading: Reading, polar: bool, _: bool) -> bool:
    if any(True for s in reading.sentences for _ in reading.hits(_DENIES, s)):
        return True
    for clause in reading.clauses:
        for hit in reading.hits(_NEGATIONS, clause):
            if _denies_another(reading, hit):
                continue
            inside = reading.first <= hit.first < reading.last
            if inside and not (polar or reading.value_denies):
                return True
            if not inside and (hit.first < reading.first or reading.language in {"de", "nl"}):
                return True
    return False


def _denies_another(reading: Reading, hit: Hit) -> bool:
    """Say whether a denial belongs to a statement of its own: behind `and`, or before the quote's fresh beginning."""
    if hit.first >= reading.value_last:
        joints = (i for i in (hit.first - 1, hit.first - 2) if reading.value_last < i and reading.words[i].fold in ANDS)
        at = next(joints, None)
        return at is not None and (at == hit.first - 1 or reading.words[at + 1].fold in _VERBS_ON)
    return hit.last <= reading.first and _begins_afresh(reading, hit.last)


def _begins_afresh(reading: Reading, after: int) -> bool:
    """Say whether a writer who sets no marks begins anew between a denial and the quote: `btw`, `so ring me …`."""
    if _FRESH.first(reading.words, after, reading.first + 1) is not None:
        return True
    first = reading.first + (reading.words[reading.first].fold == "so")
    led = first > after and reading.words[first - 1].fold == "so"
    return led and reading.words[first].fold in _FRESH_ORDERS


def _hypothetical(reading: Reading, *_: bool) -> bool:
    if any(True for s in reading.sentences for _ in reading.hits(_STRONG, s)):
        return True
    bare = all(c.last - c.first <= _BARE for c in reading.clauses)
    spans = reading.sentences if bare else reading.clauses
    return any(not _politely(reading, h, c) for c in spans for h in reading.hits(_HYPOTHETICAL, c))


_BARE = 2
"""Tokens of a clause, its mark counted, that is a word alone: `Left-handed, I would have …` hangs on what follows."""


def _politely(reading: Reading, hit: Hit, clause: Span) -> bool:
    """Say whether a hypothetical form is only a polite wish: `würde lieber abends angerufen werden`."""
    polite = any(h.first == hit.first for h in _POLITE.find(reading.words, hit.first, hit.last))
    return polite and next(iter(_PREFERENCE.find(reading.words, clause.first, clause.last)), None) is not None


def _doubtful(reading: Reading, *_: bool) -> bool:
    return _in_clauses(reading, _DOUBT) or _alternative(reading) or _doubted_before(reading)


_PREFACE = 5


def _doubted_before(reading: Reading) -> bool:
    """Say whether a short clause of doubt introduces the quote's clause: `Ich glaube, …`."""
    parts = reading.clauses_of(reading.sentences[0])
    before = next((p for p, n in pairwise(parts) if n.first == reading.clauses[0].first), None)
    return (
        before is not None
        and before.last - before.first <= _PREFACE
        and any(True for _ in reading.hits(_DOUBT, before))
    )


def _alternative(reading: Reading) -> bool:
    """Say whether a doubtful alternative follows: `evenings, or maybe mornings`."""
    rest = Span(reading.value_last + 1, reading.sentences[-1].last)
    ors = (i for i in range(rest.first, min(rest.first + 3, rest.last)) if reading.words[i].fold in _ORS)
    return any(True for i in ors for _ in reading.hits(_DOUBT, Span(i, min(i + 4, rest.last))))


def _former(reading: Reading, *_: bool) -> bool:
    return _in_clauses(reading, _FORMER) or any(True for s in reading.sentences for _ in reading.hits(_PAST, s))


def _in_clauses(reading: Reading, table: dict[str, Phrases] | Phrases) -> bool:
    return any(True for clause in reading.clauses for _ in reading.hits(table, clause))


def _reported(reading: Reading, *_: bool) -> bool:
    """Say whether quotation marks, a label, or the words before the quote, put it into another mouth."""
    value = reading.words[reading.value_first].start if reading.words else reading.start
    if reading.in_marks or spoken_by_another(reading.text, reading.start, max(value, reading.start)):
        return True
    sentence = reading.sentences[0]
    before = Span(sentence.first, max(reading.value_first, sentence.first))
    return any(not _said_by_me(reading, h) for h in reading.hits(_REPORTED, before))


def _said_by_me(reading: Reading, hit: Hit) -> bool:
    """Say whether it is the writer who says so: `as I said`, `wie ich schrieb`."""
    first = max(hit.first - 3, reading.sentences[0].first)
    folds = {reading.words[i].fold for i in range(first, hit.first)}
    if hit.last < len(reading.words) and reading.language in {"de", "nl"}:
        folds.add(reading.words[hit.last].fold)
    told = {reading.words[i].fold for i in range(hit.first, hit.last)} & _TO_ME
    return bool(folds & _I) and not told


_OPINES = vocabulary(
    "reckons thinks believes says said claims insists swears suspects glaubt denkt meint sagt croit pense dit cree piensa dice "
    "crede pensa denkt gelooft zegt acha pensa diz que che dat"
)
_I = vocabulary("i ich je j yo io ik eu")
_TO_ME = vocabulary("told told hat erzählte gehört heard oí ouvi gehoord entendu sentito")


def _hearsay(reading: Reading, *_: bool) -> bool:
    return any(
        _about_another(reading, hit, clause)
        for clause in (*subjects_before(reading), *reading.clauses)
        for hit in (*reading.hits(_OTHERS, clause), *people(reading, clause))
    )


def _about_another(reading: Reading, hit: Hit, clause: Span) -> bool:
    """Say whether a clause is about somebody else, and not about both (`my wife and I`), nor about me by a causal aside."""
    if hit.first >= reading.last:
        return False
    both = _MYSELF.first(reading.words, hit.last, min(hit.last + 3, clause.last))
    if both is not None and any(reading.words[i].fold in _OPINES for i in range(hit.last, both.first)):
        both = None
    first = reading.skip_marks(clause.first)
    leads = reading.words[first].fold in _I and hit.first > first
    return both is None and not (leads and hit.first > reading.value_last)


def _momentary(reading: Reading, _: bool, timely: bool) -> bool:
    spans: Iterable[Span] = reading.sentences if timely else reading.clauses
    ends = _until(reading, _SEASONS) or (not timely and _until(reading, _DAYS))
    return any(True for span in spans for _ in reading.hits(_MOMENT, span)) or ends or _for_a_while(reading)


def _until(reading: Reading, ends: Phrases) -> bool:
    """Say whether a sentence sets an end to what it says, `until Sunday`, or a month from which it is to hold."""
    return any(
        ends.first(reading.words, hit.last, min(hit.last + 4, sentence.last)) is not None
        for sentence in reading.sentences
        for hit in reading.hits(_UNTIL, sentence)
    )


def _for_a_while(reading: Reading) -> bool:
    """Say whether a clause says for how many weeks something holds, or from which month on it is to."""
    return any(
        _counted(reading, at, c) or _starts(reading, at, c) for c in reading.clauses for at in range(c.first, c.last)
    )


def _counted(reading: Reading, at: int, clause: Span) -> bool:
    words = reading.words[at : min(at + 4, clause.last)]
    if words[0].fold not in _LASTS_FOR or not any(w.fold in _SPANS for w in words[2:]):
        return False
    lasting = any(w.fold in _PERFECT for w in reading.words[clause.first : at])
    return not lasting and any(w.fold.isdigit() or w.fold in _COUNTED for w in words[1:3])


def _starts(reading: Reading, at: int, clause: Span) -> bool:
    last = min(at + 3, clause.last)
    return reading.words[at].fold in _STARTS and _MONTHS.first(reading.words, at + 1, last) is not None


def _retracted(reading: Reading, *_: bool) -> bool:
    end = min(reading.sentences[-1].last + 8, len(reading.words))
    return next(iter(_TAKES_BACK.find(reading.words, reading.last, end)), None) is not None


Check = Callable[[Reading, bool, bool], bool]
_CHECKS: tuple[tuple[str, Check], ...] = (
    ("quoted", _quoted),
    ("question", _question),
    ("irony", _ironic),
    ("conditional", _conditional),
    ("reported", _reported),
    ("hearsay", _hearsay),
    ("hypothetical", _hypothetical),
    ("ambiguous", _doubtful),
    ("negated", _negated),
    ("former", _former),
    ("momentary", _momentary),
    ("retracted", _retracted),
)
"""In this order: the first check that finds something gives the refusal its name."""
