"""What a mail of ours takes back: promises that are said to be impossible, or no longer meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keepword.memory.claims.money import money_text
from keepword.memory.commitments.goods import goods_anew
from keepword.memory.commitments.sentence import PAYS, YIELDS, Promise, bindings_in, clauses_in, kinds_in, sums_in
from keepword.memory.commitments.text import Sentence, read_sentences
from keepword.memory.commitments.words import WITHDRAWAL
from keepword.memory.tokens import Phrases, Span

_WITHDRAWAL = Phrases(WITHDRAWAL)
_GOODS = ("delivery", "replacement")


def read_withdrawals(text: str) -> tuple[Promise, ...]:
    """Return what a text takes back: a kind of promise said to be impossible, or no longer meant."""
    found: list[Promise] = []
    before: Sentence | None = None
    for reading in read_sentences(text):
        found.extend(_taken_back(reading) or _named_before(reading, before))
        before = reading
    return tuple(found)


def _named_before(reading: Sentence, before: Sentence | None) -> tuple[Promise, ...]:
    """Return what a sentence takes back that the one before names: `I was wrong about the voucher. We can't give one after all`."""
    if before is None or reading.span.mark == "?" or next(bindings_in(before, before.span), None) is not None:
        return ()
    labels = {h.label for h in reading.hits(_WITHDRAWAL, reading.span)}
    kinds = (
        dict.fromkeys(kind for kind, _ in kinds_in(before, before.span)) if labels >= {"take_back", "cannot"} else {}
    )
    return tuple(_withdrawal(reading, kind, reading.span) for kind in kinds)


def _taken_back(reading: Sentence) -> tuple[Promise, ...]:
    return tuple(_withdrawals(reading))


def _withdrawals(reading: Sentence) -> Iterable[Promise]:
    if reading.span.mark == "?" or any(h.label == "told" for h in reading.hedges(reading.span)):
        return
    seen: set[str] = set()
    for clause in clauses_in(reading, reading.span):
        if next(iter(reading.hits(_WITHDRAWAL, clause)), None) is None:
            continue
        for kind in _kinds_taken_back(reading, clause):
            if kind not in seen and not YIELDS.get(kind, frozenset()) & seen:
                seen.add(kind)
                yield _withdrawal(reading, kind, clause)


def _kinds_taken_back(reading: Sentence, clause: Span) -> Iterator[str]:
    """Go through the kinds that a clause speaks of; `we cannot send you a new one` takes back a replacement as well."""
    kinds = tuple(kind for kind, _ in kinds_in(reading, clause))
    yield from kinds
    if goods_anew(reading, clause, clause.first):
        yield from _GOODS


def _withdrawal(reading: Sentence, kind: str, clause: Span) -> Promise:
    start, end = reading.words[clause.first].start, reading.words[clause.last - 1].end
    sums = (c for c in sums_in(reading) if start <= c.start < end)
    money = next(sums, None) if kind in PAYS else None
    amount = money_text(money.amount) if money and money.amount is not None else None
    return Promise(kind, reading.quote, amount, money.currency if money else None)
