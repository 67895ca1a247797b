"""Promises in single sentences: who binds himself to what, how much, by when, and whether anything unbinds him again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.claims.money import money_text
from keepword.memory.commitments.due import due_date
from keepword.memory.commitments.goods import anew
from keepword.memory.commitments.orders import asks_first
from keepword.memory.commitments.text import Sentence, read_sentences
from keepword.memory.commitments.verbs import given, given_up, of_another_house, progressing, separated, stands_back
from keepword.memory.commitments.words import (
    ARRIVES,
    BACK,
    CONDITIONS,
    CONTINUES,
    FUTURE,
    KINDS,
    MONEY,
    MORE,
    NO_FUTURE,
    NO_KIND_AFTER,
    PRESENT,
    RECEIVES,
    RELATIVES,
    WILL,
)
from keepword.memory.evidence.language import LANGUAGES
from keepword.memory.tokens import Hit, Phrases, Span, clauses, tokens, vocabulary

PAYS = frozenset({"refund", "credit", "discount", "payment", "waiver"})
_DATED_ONLY = frozenset({"answer", "investigation"})
_ASKS = frozenset({"answer", "call_back", "investigation"})
"""Kinds that may well go with asking or passing something on."""
YIELDS = {
    "delivery": frozenset({"refund", "credit", "replacement", "answer", "call_back", "discount"}),
    "answer": frozenset({"call_back"}),
    "payment": frozenset({"refund", "credit"}),
    "investigation": frozenset({"answer", "call_back", "refund", "credit", "replacement"}),
}
"""Which kinds give way where a clause speaks of another as well: sending a replacement is a replacement."""

_BACK, _MONEY = Phrases(BACK), Phrases(MONEY)
_KINDS = Phrases(KINDS)
_WILL = {code: Phrases({"will": row}) for code, row in WILL.items()}
_PRESENT = {code: Phrases({"present": row}) for code, row in PRESENT.items()}
_CONDITIONS = {code: Phrases({"if": row}) for code, row in CONDITIONS.items()}
_MORE, _CONTINUES = Phrases(MORE), Phrases(CONTINUES)
_ADVERBS = vocabulary("also then soon shortly still automatically certainly definitely of course now")
_RELATIVES = vocabulary(RELATIVES)
_NO_KIND, _ARRIVES, _RECEIVES = Phrases(NO_KIND_AFTER), Phrases(ARRIVES), Phrases(RECEIVES)
_FUTURE, _NO_FUTURE = tuple(FUTURE.split()), vocabulary(NO_FUTURE)
_FRENCH = ("era", "ira", "dra")
_ROMANCE = frozenset({"fr", "es", "it", "pt", ""})
_VERB_LAST = frozenset({"de", "nl"})
_JOINTS = frozenset(
    {"but", "aber", "sondern", "mais", "pero", "sino", "ma", "maar", "mas", "and", "und", "et", "y", "e", "en"}
)
_NO_JOINTS = {"fr": frozenset({"en", "y", "ma"}), "es": frozenset({"en"})}
"""Words that join clauses in another language, and are pronouns, prepositions or possessives in this one."""
_ARTICLES = frozenset({"the", "le", "el", "il", "dem", "den", "de"})
_NOT_A_DAY = frozenset({"from", "of", "since", "dated", "vom", "seit", "du", "del", "dal", "placed", "ordered"})


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise as one sentence makes it; `amount` is a decimal string, `quote` the sentence as it stands."""

    kind: str
    quote: str
    amount: str | None = None
    currency: str | None = None
    due: date | None = None


def read_promises(text: str, sent_on: date) -> tuple[Promise, ...]:
    """Return the promises that a text makes, sentence by sentence."""
    found: list[Promise] = []
    before: Sentence | None = None
    for reading in read_sentences(text):
        if _continues(reading):
            _carry_on(found, before, reading, sent_on)
        if not _binds_nobody(reading):
            found.extend(_promises(reading, sent_on))
        before = reading
    return tuple(p for p in found if p.due is not None or p.kind not in _DATED_ONLY)


def is_further(quote: str) -> bool:
    """Say whether a promise is said to come on top of an earlier one: `also`, `another`, `zusätzlich`."""
    return _MORE.first(tokens(quote[:2000])) is not None


def _binds_nobody(reading: Sentence) -> bool:
    """Say whether the whole sentence binds nobody: a question, the customer's words, or one that hangs on something else."""
    if reading.span.mark == "?":
        return True
    if any(h.label == "told" for h in reading.hedges(reading.span)):
        return True
    if asks_first(reading):
        return True
    first = next(iter(_conditions(reading, reading.span)), None)
    return first is not None and _free_part(reading, first).last <= _free_part(reading, first).first


def _conditions(reading: Sentence, span: Span) -> Iterator[Hit]:
    codes = (reading.language,) if reading.language else ("en", "de", "fr", "es")
    return (h for code in codes for h in reading.hits(_CONDITIONS[code], span))


_APART = frozenset({";", "(", "–", "—"})
_AND = frozenset({"and", "but", "und", "aber", "et", "mais", "y", "pero", "e", "ma", "en", "maar", "mas"})


def _free_part(reading: Sentence, condition: Hit) -> Span:
    """Return what of a sentence does not hang on its condition: what stands before `;`, or before `and if`, `aber wenn`."""
    span, at = reading.span, condition.first
    joined = at - 1 >= span.first and reading.words[at - 1].fold in _AND
    if joined:
        return Span(span.first, at - 1, span.mark)
    for i in range(at - 1, span.first, -1):
        if reading.words[i].fold in _APART:
            return Span(span.first, i, span.mark)
    return Span(span.first, span.first, span.mark)


def _promises(reading: Sentence, sent_on: date) -> Iterator[Promise]:
    condition = next(iter(_conditions(reading, reading.span)), None)
    free = _free_part(reading, condition) if condition else reading.span
    seen: set[str] = set()
    bound: list[tuple[str, Hit, Span]] = []
    for clause in _joined_clauses(reading, free):
        carried = _carried(reading, clause)
        for kind, hit in carried or kinds_in(reading, clause):
            if kind not in seen and _bound(reading, clause, hit):
                seen.add(kind)
                bound.append((kind, hit, clause))
    kept = [b for b in bound if not YIELDS.get(b[0], frozenset()) & (seen - {b[0]})]
    for kind, hit, clause in kept:
        others = tuple(c for k, _, c in kept if k != kind and c != clause)
        yield _promise(reading, kind, hit, clause, sent_on, others)


def _carried(reading: Sentence, clause: Span) -> tuple[tuple[str, Hit], ...]:
    """Return what a clause such as `; it will reach you by Friday` is about, from the clauses before it."""
    if clause.first == reading.span.first or _has_kind(reading, clause):
        return ()
    begin = Span(clause.first, min(clause.first + 6, clause.last))
    goes_on = reading.words[clause.first].fold in _AND and any(
        h.first == clause.first + 1 for h in bindings_in(reading, begin)
    )
    goes_on = goes_on or _relative(reading, begin) or next(stands_back(reading, clause, _BACK), None) is not None
    if not goes_on and _CONTINUES.first(reading.words, begin.first, min(begin.first + 3, begin.last)) is None:
        return ()
    before = Span(reading.span.first, clause.first)
    return tuple((k, Hit(clause.first, clause.first, k)) for k, _ in kinds_in(reading, before) if k in PAYS)[:1]


def _relative(reading: Sentence, begin: Span) -> bool:
    """Say whether a clause goes on about what was named before it: `…, which you will have by Friday`, `…: $312 will be …`."""
    at = reading.words[begin.first].start
    led = reading.words[begin.first].fold in _RELATIVES or any(c.start == at for c in sums_in(reading))
    return led and _has_binding(reading, begin)


def _joined_clauses(reading: Sentence, span: Span) -> tuple[Span, ...]:
    """Divide a sentence where a new verb phrase may begin, but never between a binding word and the verb it binds."""
    parts = clauses_in(reading, span)
    joined: list[Span] = []
    for part in parts:
        if (joined and not _has_binding(reading, part) and _has_binding(reading, joined[-1])) or (
            joined
            and not _has_binding(reading, joined[-1])
            and not _has_kind(reading, joined[-1])
            and not _denies(reading, joined[-1])
        ):
            joined[-1] = Span(joined[-1].first, part.last, part.mark)
        else:
            joined.append(part)
    return tuple(joined)


def clauses_in(reading: Sentence, span: Span) -> tuple[Span, ...]:
    """Divide a stretch into clauses, at the words that join them in its language."""
    return clauses(reading.words, span, _JOINTS - _NO_JOINTS.get(reading.language, frozenset()))


def _has_kind(reading: Sentence, span: Span) -> bool:
    return next(kinds_in(reading, span), None) is not None


def _denies(reading: Sentence, span: Span) -> bool:
    return next(reading.hedges(span), None) is not None


def _has_binding(reading: Sentence, span: Span) -> bool:
    return next(bindings_in(reading, span), None) is not None


def bindings_in(reading: Sentence, span: Span) -> Iterator[Hit]:
    """Go through the words of a stretch that bind us to what it speaks of."""
    yield from (*separated(reading, span), *given(reading, span), *stands_back(reading, span, _BACK))
    yield from progressing(reading, span) if reading.language in {"en", ""} else ()
    codes = (reading.language,) if reading.language else LANGUAGES
    for code in codes:
        yield from reading.hits(_WILL[code], span)
        if code in _PRESENT:
            yield from reading.hits(_PRESENT[code], span)
    if reading.language in _ROMANCE:
        endings = _FUTURE + (_FRENCH if reading.language == "fr" else ())
        folds = ((i, reading.words[i].fold) for i in range(span.first, span.last))
        yield from (
            Hit(i, i + 1, "future") for i, f in folds if len(f) > 4 and f.endswith(endings) and f not in _NO_FUTURE
        )


def kinds_in(reading: Sentence, clause: Span) -> Iterator[tuple[str, Hit]]:
    """Go through what a clause speaks of, as kinds of promises, each with the words that say so."""
    for hit in reading.hits(_KINDS, clause):
        generic = reading.words[hit.first].fold in {"refunds", "replacements", "deliveries"}
        if not generic and _NO_KIND.first(reading.words, hit.last, min(hit.last + 1, clause.last)) is None:
            yield hit.label, hit
    yield from ((hit.label, hit) for hit in separated(reading, clause))
    yield from anew(
        reading, clause, delivered=next((h.first for h in reading.hits(_KINDS, clause) if h.label == "delivery"), None)
    )
    back = next(iter(reading.hits(_BACK, clause)), None)
    paid = any(h.label in PAYS - {"payment"} for h in reading.hits(_KINDS, clause))
    if back is not None and not paid and next(iter(reading.hits(_MONEY, clause)), None) is not None:
        yield "refund", back


def _bound(reading: Sentence, clause: Span, kind: Hit) -> bool:
    """Say whether a clause binds us to what it speaks of, and nothing in it unbinds us."""
    binding = tuple(bindings_in(reading, clause))
    if not binding or of_another_house(reading, clause):
        return False
    settled = max(kind.last, *(b.last + 1 for b in binding))
    hedges = (h for h in reading.hedges(clause) if h.label != "ask" or kind.label not in _ASKS)
    if any(h.first < settled or reading.language in _VERB_LAST for h in hedges):
        return False
    return reading.language not in {"en", ""} or any(_binds_in_english(reading, clause, b, kind) for b in binding)


def _binds_in_english(reading: Sentence, clause: Span, binding: Hit, kind: Hit) -> bool:
    """Tell `we will refund` and `the refund will arrive` from `you will send it back` and `for the refund we will ask`."""
    words, after = reading.words, binding.last
    subject = words[binding.first - 1].fold if binding.first > clause.first else ""
    if subject == "'":
        subject = words[binding.first - 2].fold if binding.first - 1 > clause.first else ""
    if subject == "you" and words[binding.first].fold in {"will", "'", "ll", "shall"}:
        while after < clause.last - 1 and words[after].fold in _ADVERBS:
            after += 1
        return _RECEIVES.first(words, after, min(after + 1, clause.last)) is not None
    if kind.first < kind.last <= binding.first and words[binding.first].fold in {"will", "'", "ll", "shall"}:
        return _ARRIVES.first(words, after, min(after + 2, clause.last)) is not None
    return True


def _promise(
    reading: Sentence, kind: str, hit: Hit, clause: Span, sent_on: date, others: Sequence[Span] = ()
) -> Promise:
    money = _nearest(reading, hit, clause, sums_in(reading)) if kind in PAYS else None
    days = tuple(c for c in _deadlines(reading, sent_on) if not any(_within(reading, c, o) for o in others))
    deadline = _nearest(reading, hit, clause, days)
    return Promise(
        kind,
        reading.quote,
        money_text(money.amount) if money and money.amount is not None else None,
        money.currency if money else None,
        due_date(deadline, sent_on) if deadline else None,
    )


def _within(reading: Sentence, claim: Claim, clause: Span) -> bool:
    """Say whether a figure stands in a clause, which has a promise of its own that it belongs to."""
    return reading.words[clause.first].start <= claim.start < reading.words[clause.last - 1].end


def sums_in(reading: Sentence) -> tuple[Claim, ...]:
    """Return the sums of a sentence, without those that another takes the place of."""
    return tuple(c for c in reading.claims if c.kind is ClaimKind.MONEY and not given_up(reading, c))


def _deadlines(reading: Sentence, sent_on: date) -> tuple[Claim, ...]:
    found = (c for c in reading.claims if _may_be_deadline(reading, c) and due_date(c, sent_on) is not None)
    return tuple(c for c in found if not _says_the_weekday(reading, c))


def _says_the_weekday(reading: Sentence, claim: Claim) -> bool:
    """Say whether a weekday only goes with the date behind it: `by Friday, 11 December`."""
    following = (c for c in reading.claims if c.kind is ClaimKind.DATE and 0 <= c.start - claim.end <= _BESIDE)
    return claim.kind is ClaimKind.DATE and any(not reading.text[claim.end : c.start].strip(_JOINS) for c in following)


_BESIDE, _JOINS = 8, " ,.\nthedenmdrliosá"
"""What may stand between a weekday and its date: a mark, an article."""


def _may_be_deadline(reading: Sentence, claim: Claim) -> bool:
    """Take a length of time with `within` or its like, or that something takes; a date unless it is a past thing's."""
    if claim.kind is ClaimKind.DURATION:
        return claim.relation in {"by", "within"} or (
            not claim.relation and claim.unit in {"days", "working_days", "hours"} and _takes(reading)
        )
    if claim.kind is not ClaimKind.DATE:
        return False
    before = [w for w in reading.text[max(0, claim.start - 16) : claim.start].lower().split() if w not in _ARTICLES]
    return claim.relation == "by" or not (set(before[-1:]) & _NOT_A_DAY)


_TAKES = Phrases(
    {
        "takes": "take | takes | dauert | dauern | prend | prendra | tarda | tardará | richiede | duurt | duren | demora | leva"
    }
)


def _takes(reading: Sentence) -> bool:
    return next(iter(reading.hits(_TAKES, reading.span)), None) is not None


def _nearest(reading: Sentence, hit: Hit, clause: Span, claims: Sequence[Claim]) -> Claim | None:
    """Return the figure that belongs to a verb: one in its own clause first, then what follows, then what is nearest."""
    words = reading.words
    start, end = words[clause.first].start, words[clause.last - 1].end
    verb = words[hit.first].start
    return min(
        claims,
        key=lambda c: (
            not start <= c.start < end,
            c.relation not in {"by", "within"},
            c.start < verb,
            abs(c.start - verb),
        ),
        default=None,
    )


def _continues(reading: Sentence) -> bool:
    """Say whether a sentence goes on about the promise before it, as `It will reach you within 5 days` does."""
    first = _CONTINUES.first(reading.words, reading.span.first, min(reading.span.first + 4, reading.span.last))
    return (
        first is not None
        and reading.span.mark != "?"
        and _has_binding(reading, reading.span)
        and not _denies(reading, reading.span)
    )


def _carry_on(found: list[Promise], before: Sentence | None, reading: Sentence, sent_on: date) -> None:
    """Let a sentence add to the promise before it, or make one of what the sentence before only reported as done."""
    if found and before is not None and before.quote in found[-1].quote:
        found[-1] = _supplemented(found[-1], reading, sent_on)
    elif (
        before is not None
        and not _binds_nobody(before)
        and not _denies(before, before.span)
        and not _has_kind(reading, reading.span)
    ):
        kind = next((k for k, _ in kinds_in(before, before.span) if k in PAYS | {"replacement", "delivery"}), None)
        if kind is not None:
            promise = _supplemented(
                _supplemented(Promise(kind, before.quote), before, sent_on, days=False), reading, sent_on
            )
            found.extend([promise] if promise.due is not None else [])


def _supplemented(promise: Promise, reading: Sentence, sent_on: date, *, days: bool = True) -> Promise:
    """Fill in what the first sentence left open, the quote grown by the second where that says something new."""
    deadline = next(iter(_deadlines(reading, sent_on)), None) if days else None
    money = next(iter(sums_in(reading)), None) if promise.kind in PAYS else None
    due = promise.due or (due_date(deadline, sent_on) if deadline else None)
    amount, currency = promise.amount, promise.currency
    if amount is None and money is not None and money.amount is not None:
        amount, currency = money_text(money.amount), money.currency
    if (due, amount) == (promise.due, promise.amount):
        return promise
    return replace(promise, due=due, amount=amount, currency=currency, quote=_grown(promise.quote, reading))


def _grown(quote: str, reading: Sentence) -> str:
    at = reading.text.rfind(quote, 0, reading.words[reading.span.first].start + 1)
    end = reading.words[reading.span.last - 1].end
    return reading.text[at:end].strip() if at >= 0 and end - at < 1000 else quote
