"""Promises in single sentences: who binds himself to what, how much, by when, and whether anything unbinds him again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from keepword.memory.claims import read_claims
from keepword.memory.claims_kinds import Claim, ClaimKind
from keepword.memory.claims_money import money_text
from keepword.memory.commitments_due import due_date
from keepword.memory.commitments_words import (
    ARRIVES,
    CONDITIONS,
    CONTINUES,
    FUTURE,
    HARMLESS,
    HEDGES,
    KINDS,
    MORE,
    NO_KIND_AFTER,
    PRESENT,
    RECEIVES,
    WILL,
    WITHDRAWAL,
)
from keepword.memory.evidence_language import LANGUAGES, language_of
from keepword.memory.evidence_tokens import Hit, Phrases, Span, Token, clauses, sentences, tokens

MAX_TEXT = 100_000
PAYS = frozenset({"refund", "credit", "discount"})
_DATED_ONLY = frozenset({"answer", "investigation"})
_YIELDS = {
    "delivery": frozenset({"refund", "credit", "replacement", "answer", "call_back", "discount"}),
    "answer": frozenset({"call_back"}),
    "investigation": frozenset({"answer", "call_back", "refund", "credit", "replacement"}),
}
"""Which kinds give way where a clause speaks of another as well: sending a replacement is a replacement."""

_KINDS, _HEDGES, _HARMLESS = Phrases(KINDS), Phrases(HEDGES), Phrases(HARMLESS)
_WILL = {code: Phrases({"will": row}) for code, row in WILL.items()}
_PRESENT = {code: Phrases({"present": row}) for code, row in PRESENT.items()}
_CONDITIONS = {code: Phrases({"if": row}) for code, row in CONDITIONS.items()}
_WITHDRAWAL, _MORE, _CONTINUES = Phrases(WITHDRAWAL), Phrases(MORE), Phrases(CONTINUES)
_NO_KIND, _ARRIVES, _RECEIVES = Phrases(NO_KIND_AFTER), Phrases(ARRIVES), Phrases(RECEIVES)
_FUTURE = tuple(FUTURE.split())
_ROMANCE = frozenset({"fr", "es", "it", "pt"})
_JOINTS = frozenset(
    {"but", "aber", "sondern", "mais", "pero", "sino", "ma", "maar", "mas", "and", "und", "et", "y", "e", "en"}
)
_NOT_A_DAY = frozenset({"from", "of", "since", "dated", "vom", "seit", "du", "del", "dal", "placed", "ordered"})


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise as one sentence makes it; `amount` is a decimal string, `quote` the sentence as it stands."""

    kind: str
    quote: str
    amount: str | None = None
    currency: str | None = None
    due: date | None = None


@dataclass(frozen=True, slots=True)
class _Reading:
    """One sentence with what is needed to read it."""

    text: str
    words: Sequence[Token]
    span: Span
    language: str
    harmless: frozenset[int]
    claims: tuple[Claim, ...]

    @property
    def quote(self) -> str:
        """The sentence as it stands in the text."""
        return self.text[self.words[self.span.first].start : self.words[self.span.last - 1].end].strip()

    def hits(self, table: Phrases, span: Span) -> Iterator[Hit]:
        """Go through a table's phrases in a stretch, those without their usual meaning left out."""
        return (h for h in table.find(self.words, span.first, span.last) if h.first not in self.harmless)


def read_promises(text: str, sent_on: date) -> tuple[Promise, ...]:
    """Return the promises that a text makes, sentence by sentence."""
    found: list[Promise] = []
    for reading in _readings(text):
        if _continues(reading) and found:
            found[-1] = _supplemented(found[-1], reading, sent_on)
        if not _binds_nobody(reading):
            found.extend(_promises(reading, sent_on))
    return tuple(p for p in found if p.due is not None or p.kind not in _DATED_ONLY)


def read_withdrawals(text: str) -> tuple[Promise, ...]:
    """Return what a text takes back: a kind of promise said to be impossible, or no longer meant."""
    return tuple(p for reading in _readings(text) for p in _taken_back(reading))


def is_further(quote: str) -> bool:
    """Say whether a promise is said to come on top of an earlier one: `also`, `another`, `zusätzlich`."""
    return _MORE.first(tokens(quote[:2000])) is not None


def _readings(text: str) -> Iterator[_Reading]:
    bounded = _unquoted(text[:MAX_TEXT])
    words = tokens(bounded)
    overall = language_of(words)
    claims = read_claims(bounded)
    at = 0
    for span in sentences(words):
        first, last = words[span.first].start, words[span.last - 1].end
        while at < len(claims) and claims[at].end <= first:
            at += 1
        end = at
        while end < len(claims) and claims[end].start < last:
            end += 1
        language = language_of(words[span.first : span.last], overall)
        harmless = frozenset(i for h in _HARMLESS.find(words, span.first, span.last) for i in range(h.first, h.last))
        yield _Reading(bounded, words, span, language, harmless, claims[at:end])


def _unquoted(text: str) -> str:
    """Blank out quoted lines, offsets kept: what somebody else said earlier binds nobody now."""
    return "\n".join(" " * len(line) if line.lstrip().startswith((">", "|")) else line for line in text.split("\n"))


def _binds_nobody(reading: _Reading) -> bool:
    """Say whether the whole sentence binds nobody: a question, the customer's words, or one that hangs on something else."""
    if reading.span.mark == "?":
        return True
    if any(h.label == "told" for h in reading.hits(_HEDGES, reading.span)):
        return True
    first = next(iter(_conditions(reading, reading.span)), None)
    return first is not None and _free_part(reading, first).last <= _free_part(reading, first).first


def _conditions(reading: _Reading, span: Span) -> Iterator[Hit]:
    codes = (reading.language,) if reading.language else ("en", "de", "fr", "es")
    return (h for code in codes for h in reading.hits(_CONDITIONS[code], span))


_APART = frozenset({";", "(", "–", "—"})
_AND = frozenset({"and", "but", "und", "aber", "et", "mais", "y", "pero", "e", "ma", "en", "maar", "mas"})


def _free_part(reading: _Reading, condition: Hit) -> Span:
    """Return what of a sentence does not hang on its condition: what stands before `;`, or before `and if`, `aber wenn`."""
    span, at = reading.span, condition.first
    joined = at - 1 >= span.first and reading.words[at - 1].fold in _AND
    if joined:
        return Span(span.first, at - 1, span.mark)
    for i in range(at - 1, span.first, -1):
        if reading.words[i].fold in _APART:
            return Span(span.first, i, span.mark)
    return Span(span.first, span.first, span.mark)


def _promises(reading: _Reading, sent_on: date) -> Iterator[Promise]:
    condition = next(iter(_conditions(reading, reading.span)), None)
    free = _free_part(reading, condition) if condition else reading.span
    seen: set[str] = set()
    bound: list[tuple[str, Hit, Span]] = []
    for clause in _joined_clauses(reading, free):
        for kind, hit in _kinds(reading, clause):
            if kind not in seen and _bound(reading, clause, hit):
                seen.add(kind)
                bound.append((kind, hit, clause))
    for kind, hit, clause in bound:
        if not _YIELDS.get(kind, frozenset()) & (seen - {kind}):
            yield _promise(reading, kind, hit, clause, sent_on)


def _joined_clauses(reading: _Reading, span: Span) -> tuple[Span, ...]:
    """Divide a sentence where a new verb phrase may begin, but never between a binding word and the verb it binds."""
    parts = clauses(reading.words, span, _JOINTS)
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


def _has_kind(reading: _Reading, span: Span) -> bool:
    return next(iter(reading.hits(_KINDS, span)), None) is not None


def _denies(reading: _Reading, span: Span) -> bool:
    return next(iter(reading.hits(_HEDGES, span)), None) is not None


def _has_binding(reading: _Reading, span: Span) -> bool:
    return next(_bindings(reading, span), None) is not None


def _bindings(reading: _Reading, span: Span) -> Iterator[Hit]:
    codes = (reading.language,) if reading.language else LANGUAGES
    for code in codes:
        yield from reading.hits(_WILL[code], span)
        if code in _PRESENT:
            yield from reading.hits(_PRESENT[code], span)
    yield from (h for h in reading.hits(_KINDS, span) if _is_future(reading, h))


def _is_future(reading: _Reading, hit: Hit) -> bool:
    """Say whether a verb is in the future tense of a Romance language: `rembourserons`, `reembolsaremos`."""
    if reading.language not in _ROMANCE:
        return False
    return any(
        reading.words[i].fold.endswith(_FUTURE) and len(reading.words[i].fold) > 5 for i in range(hit.first, hit.last)
    )


def _kinds(reading: _Reading, clause: Span) -> Iterator[tuple[str, Hit]]:
    for hit in reading.hits(_KINDS, clause):
        if _NO_KIND.first(reading.words, hit.last, min(hit.last + 1, clause.last)) is None:
            yield hit.label, hit


def _bound(reading: _Reading, clause: Span, kind: Hit) -> bool:
    """Say whether a clause binds us to what it speaks of, and nothing in it unbinds us."""
    if any(True for _ in reading.hits(_HEDGES, clause)):
        return False
    binding = tuple(_bindings(reading, clause))
    if not binding:
        return False
    return reading.language not in {"en", ""} or any(_binds_in_english(reading, clause, b, kind) for b in binding)


def _binds_in_english(reading: _Reading, clause: Span, binding: Hit, kind: Hit) -> bool:
    """Tell `we will refund` and `the refund will arrive` from `you will send it back` and `for the refund we will ask`."""
    words, after = reading.words, binding.last
    subject = words[binding.first - 1].fold if binding.first > clause.first else ""
    if subject == "'":
        subject = words[binding.first - 2].fold if binding.first - 1 > clause.first else ""
    if subject == "you" and words[binding.first].fold in {"will", "'", "ll", "shall"}:
        return _RECEIVES.first(words, after, min(after + 1, clause.last)) is not None
    if kind.first < binding.first:
        return _ARRIVES.first(words, after, min(after + 2, clause.last)) is not None
    return True


def _promise(reading: _Reading, kind: str, hit: Hit, clause: Span, sent_on: date) -> Promise:
    money = _nearest(reading, hit, clause, _sums(reading)) if kind in PAYS else None
    deadline = _nearest(reading, hit, clause, _deadlines(reading, sent_on))
    return Promise(
        kind,
        reading.quote,
        money_text(money.amount) if money and money.amount is not None else None,
        money.currency if money else None,
        due_date(deadline, sent_on) if deadline else None,
    )


def _sums(reading: _Reading) -> tuple[Claim, ...]:
    return tuple(c for c in reading.claims if c.kind is ClaimKind.MONEY)


def _deadlines(reading: _Reading, sent_on: date) -> tuple[Claim, ...]:
    return tuple(c for c in reading.claims if _may_be_deadline(reading, c) and due_date(c, sent_on) is not None)


def _may_be_deadline(reading: _Reading, claim: Claim) -> bool:
    """A length of time sets a deadline with `within` or its like, or as a time that something takes; a date unless it is a past thing's."""
    if claim.kind is ClaimKind.DURATION:
        return claim.relation in {"by", "within"} or (
            not claim.relation and claim.unit in {"days", "working_days", "hours"} and _takes(reading)
        )
    if claim.kind is not ClaimKind.DATE:
        return False
    before = reading.text[max(0, claim.start - 12) : claim.start].lower().split()
    return claim.relation == "by" or not (set(before[-2:]) & _NOT_A_DAY)


_TAKES = Phrases(
    {
        "takes": "take | takes | dauert | dauern | prend | prendra | tarda | tardará | richiede | duurt | duren | demora | leva | be"
    }
)


def _takes(reading: _Reading) -> bool:
    return next(iter(reading.hits(_TAKES, reading.span)), None) is not None


def _nearest(reading: _Reading, hit: Hit, clause: Span, claims: Sequence[Claim]) -> Claim | None:
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


def _continues(reading: _Reading) -> bool:
    """Say whether a sentence goes on about the promise before it: `It will reach you within 5 days.`"""
    first = _CONTINUES.first(reading.words, reading.span.first, min(reading.span.first + 4, reading.span.last))
    return (
        first is not None
        and reading.span.mark != "?"
        and _has_binding(reading, reading.span)
        and not _denies(reading, reading.span)
    )


def _supplemented(promise: Promise, reading: _Reading, sent_on: date) -> Promise:
    """Fill in what the first sentence left open, the quote grown by the second where that says something new."""
    deadline = next(iter(_deadlines(reading, sent_on)), None)
    money = next(iter(_sums(reading)), None) if promise.kind in PAYS else None
    due = promise.due or (due_date(deadline, sent_on) if deadline else None)
    amount, currency = promise.amount, promise.currency
    if amount is None and money is not None and money.amount is not None:
        amount, currency = money_text(money.amount), money.currency
    if (due, amount) == (promise.due, promise.amount):
        return promise
    return replace(promise, due=due, amount=amount, currency=currency, quote=_grown(promise.quote, reading))


def _grown(quote: str, reading: _Reading) -> str:
    at = reading.text.rfind(quote, 0, reading.words[reading.span.first].start + 1)
    end = reading.words[reading.span.last - 1].end
    return reading.text[at:end].strip() if at >= 0 and end - at < 1000 else quote


def _taken_back(reading: _Reading) -> Iterable[Promise]:
    if reading.span.mark == "?" or any(h.label == "told" for h in reading.hits(_HEDGES, reading.span)):
        return
    if next(iter(reading.hits(_WITHDRAWAL, reading.span)), None) is None:
        return
    seen: set[str] = set()
    for kind, _ in _kinds(reading, reading.span):
        if kind not in seen and not _YIELDS.get(kind, frozenset()) & seen:
            seen.add(kind)
            money = next(iter(_sums(reading)), None) if kind in PAYS else None
            amount = money_text(money.amount) if money and money.amount is not None else None
            yield Promise(kind, reading.quote, amount, money.currency if money else None)
