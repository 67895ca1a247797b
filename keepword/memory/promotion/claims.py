"""One candidate as it is offered, held against the rules and the text: the three questions, answered by code.

Will it still be true and of use (the rule writes something lasting, the words are not of the moment)? Was it stated
outright (`evidence`)? Is it a fact rather than a mood, and what the quote says rather than what a model makes of it?
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Protocol

from keepword.memory.commitments.sentence import read_promises
from keepword.memory.evidence.check import FAULTS, locate, statement_fault
from keepword.memory.evidence.moods import mood_holds, mood_of
from keepword.memory.evidence.places import MAX_QUOTE
from keepword.memory.evidence.reading import Reading, text_of
from keepword.memory.evidence.subjects import (
    about_a_thing,
    nearby,
    of_its_writer,
    orders_words,
    own_part,
    owned,
    was_once,
)
from keepword.memory.evidence.words import CLAIMS, STANDING, TICKET, WAS
from keepword.memory.normal.forms import MAX_VALUE, normalise
from keepword.memory.normal.support import same_language, share, supported
from keepword.memory.normal.times import is_passing
from keepword.memory.normal.words import ADDRESSED, CUES, LANGUAGES, NAMED, TIMES, TITLES
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.state import Speaker
from keepword.memory.tokens import Phrases, Span, tokens, vocabulary
from keepword.threading.verdicts import Level


class Offered(Protocol):
    """What a model offers; `agent.turn.CandidateClaim` is one."""

    @property
    def rule(self) -> str:
        """The name of the rule that it is offered under."""
        ...

    @property
    def value(self) -> str:
        """What is to be remembered."""
        ...

    @property
    def quote(self) -> str:
        """The words that are said to state it."""
        ...

    @property
    def confidence(self) -> float:
        """How sure the model is, 0 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class Weighed:
    """What came of it: the value in its normal form with the quote as the mail has it, or what refused it and why."""

    value: str = ""
    quote: str = ""
    offset: int = -1
    decided_by: str = ""
    why: str = ""


_MOOD_CHECK = "mood"
_TIMELY = frozenset({"preferred_contact_time", "contact_time"})
_POLAR = _TIMELY
_FREE_MOODS = frozenset({"name", "phone", "email", "language", "address", "shipping_address", "order_number"})
"""Slots whose values have a form of their own, which no mood can have."""


def weigh(
    claim: Offered, rules: Sequence[PromotionRule], text: str, speaker: Speaker, authentication: Level
) -> Weighed:
    """Weigh a candidate: the sizes first, then the rule, then the evidence; the first fault decides."""
    if len(claim.value) > MAX_VALUE or len(claim.quote) > MAX_QUOTE:
        return Weighed(decided_by="too_long", why="longer than any statement")
    rule = next((r for r in rules if r.name == claim.rule), None)
    refused = _mood(claim, rule, rules) or _by_rule(claim, rule, speaker, authentication)
    if refused is not None or rule is None:
        return refused or Weighed(decided_by="unknown_rule", why="the rules file has no such rule")
    if rule.writes == COMMITMENTS:
        return _commitment(claim, text)
    return _statement(claim, rule, text, speaker)


def _mood(claim: Offered, rule: PromotionRule | None, rules: Sequence[PromotionRule]) -> Weighed | None:
    """Refuse a mood by the operator's own rule for moods, under whatever rule it was offered."""
    own = next((r for r in rules if r.writes == NOTHING and r.name == _MOOD_CHECK), None)
    if rule is not None and rule.writes == NOTHING:
        return Weighed(decided_by=rule.name, why=rule.about or "this rule exists to refuse")
    if rule is None or rule.writes == COMMITMENTS:
        return None
    found = mood_of(claim.value) or (_quoted_mood(claim) if rule.slot not in _FREE_MOODS | _TIMELY else None)
    if found is None or (rule.slot == "name" and not claim.value.islower()):
        return None
    name = own.name if own else _MOOD_CHECK
    return Weighed(decided_by=name, why=f"{FAULTS['mood']} ({found}), which belongs to the moment")


def _quoted_mood(claim: Offered) -> str | None:
    """Return the mood that a quote tells, where the value is not fully said by it: then the quote itself would be kept."""
    said = " ".join(claim.value.split())
    return None if supported(said, claim.quote) and not mood_holds(claim.quote, said) else mood_of(claim.quote)


Refusal = Callable[[Offered, PromotionRule, Speaker, Level], str]


def _by_rule(claim: Offered, rule: PromotionRule | None, speaker: Speaker, authentication: Level) -> Weighed | None:
    if rule is None:
        return None
    for name, refuses in _RULE_CHECKS:
        why = refuses(claim, rule, speaker, authentication)
        if why:
            return Weighed(decided_by=name, why=why)
    return None


def _speaker(_: Offered, rule: PromotionRule, speaker: Speaker, __: Level) -> str:
    return "" if speaker in rule.stated_by else f"the rule does not let the {speaker} state this"


def _authentication(_: Offered, rule: PromotionRule, __: Speaker, level: Level) -> str:
    enough = level is Level.VERIFIED or (level is Level.UNVERIFIED and rule.min_authentication is Level.UNVERIFIED)
    return "" if enough else f"the sender is {level}, the rule wants {rule.min_authentication}"


def _confidence(claim: Offered, rule: PromotionRule, _: Speaker, __: Level) -> str:
    if claim.confidence >= rule.min_confidence:
        return ""
    return f"{claim.confidence:.2f} is below the rule's {rule.min_confidence:.2f}"


_RULE_CHECKS: tuple[tuple[str, Refusal], ...] = (
    ("stated_by", _speaker),
    ("authentication", _authentication),
    ("confidence", _confidence),
)


def _statement(claim: Offered, rule: PromotionRule, text: str, speaker: Speaker) -> Weighed:
    slot = rule.slot or ""
    meant = anchors(slot, claim.value, claim.quote)
    fault = statement_fault(claim.quote, text, value=meant, polar=slot in _POLAR, timely=slot in _TIMELY)
    fault = fault or _misplaced(claim, slot, text, speaker)
    if fault:
        return Weighed(decided_by=fault, why=FAULTS[fault])
    place = locate(claim.quote, text)
    start, end = place or (-1, -1)
    quote = text[start:end]
    value, fault = _value(slot, claim.value, quote)
    if fault:
        return Weighed(decided_by=fault, why=_WHY.get(fault, ""))
    return Weighed(value, quote, start)


_WHY = {**FAULTS, "normal_form": "this is no value that the slot can hold"}


def _value(slot: str, value: str, quote: str) -> tuple[str, str]:
    """Return the value in its normal form; for what has no form of its own, the quote itself where the words are the model's."""
    normal = normalise(slot, value, quote)
    if not normal.fault:
        return normal.value, ""
    if slot == "" and normal.fault == "inference" and _paraphrased(value, quote):
        return " ".join(quote.split())[:MAX_VALUE], ""
    return "", normal.fault


_HALF_SAID = 0.5


def _paraphrased(value: str, quote: str) -> bool:
    """Say whether a value only says in other words what the quote says: then the quote is what is kept."""
    supported = share(value, quote)
    return supported >= _HALF_SAID or (supported > 0 and not same_language(value, quote))


_TIMES, _LANGUAGES = Phrases(TIMES), Phrases(LANGUAGES)


def anchors(slot: str, value: str, quote: str) -> str:
    """Return a value with the quote's own words for it, where they are another language's: `evenings` and `abends`."""
    table = _TIMES if slot in _TIMELY else _LANGUAGES if slot == "language" else None
    if table is None:
        return value
    wanted = {h.label for h in table.find(tokens(value))} | {value.split("-")[0].lower()}
    said = tokens(quote)
    words = [w.fold for h in table.find(said) if h.label in wanted for w in said[h.first : h.last]]
    return " ".join((value, *words))


def _misplaced(claim: Offered, slot: str, text: str, speaker: Speaker) -> str:
    """Name the fault of words that state something, but not what the rule is for; staff may state what customers only claim."""
    if slot in _CUES or slot in _TIMELY:
        return _not_of_slot(claim, slot, text)
    if speaker is not Speaker.CUSTOMER:
        return ""
    return _claimed(claim, text) if slot else _not_lasting(claim, text)


_CUES = {slot: Phrases({slot: row}) for slot, row in CUES.items()}
_ADDRESSED = Phrases(ADDRESSED)


def _not_of_slot(claim: Offered, slot: str, text: str) -> str:
    """Name the fault where the quote's sentence does not speak of the slot at all, or of one day only."""
    if slot in _TIMELY and is_passing(claim.quote):
        return "momentary"
    place = locate(claim.quote, text)
    if place is None:
        return "not_found"
    reading = Reading(text_of(text), *place, anchors(slot, claim.value, claim.quote))
    if slot == "name" and _addressed(reading):
        return "ambiguous"
    if _WAS.first(reading.words, reading.clauses[0].first, reading.clauses[-1].last):
        return "former"
    cues = _CUES.get("preferred_contact_time" if slot in _TIMELY else slot)
    if cues is None or (_introduced(reading, cues) if slot == "name" else _speaks_of(reading, cues)):
        return ""
    return "ambiguous"


_SHORT_CLAUSE, _FIELD = 5, 16
"""Words of a clause that is too short to name its slot, and tokens of a quote that is a field of a form: `Cell. 320 …`."""


def _speaks_of(reading: Reading, cues: Phrases) -> bool:
    """Say whether a word that belongs to the slot stands in the value's own clause; beside a very short one, in its sentence."""
    if any(cues.first(reading.words, c.first, c.last) for c in reading.clauses):
        return True
    if reading.last - reading.first <= _FIELD and cues.first(reading.words, reading.first, reading.value_first):
        return True
    short = all(_worded(reading, c) <= _SHORT_CLAUSE for c in reading.clauses)
    return short and cues.first(reading.words, reading.sentences[0].first, reading.sentences[-1].last) is not None


def _worded(reading: Reading, clause: Span) -> int:
    """Count the words of a clause, a run of numbers as one."""
    tokens_ = reading.words[clause.first : clause.last]
    digits = any(t.fold.isdigit() for t in tokens_)
    return sum(t.fold[0].isalpha() for t in tokens_) + digits


def _introduced(reading: Reading, cues: Phrases) -> bool:
    """Say whether a name follows right on its introduction (`my name is …`, `Regards, …`), or stands under the letter.

    Written small it may be any word: then only `my name is` introduces it.
    """
    at = reading.value_first
    while at > reading.sentences[0].first and reading.words[at - 1].fold in _BETWEEN:
        at -= 1
    written_small = _written_small(reading)
    table = _NAMED if written_small else cues
    first = max(reading.sentences[0].first, at - 6)
    follows = any(h.last == at for i in range(first, at) for h in table.all_at(reading.words, i, at))
    return follows or (not written_small and _signed(reading))


def _written_small(reading: Reading) -> bool:
    """Say whether any word of a name but a particle begins with a small letter, as words that are no name do."""
    said = reading.words[reading.value_first : reading.value_last + 1]
    small = (w.fold for w in said if w.fold[0].isalpha() and reading.text[w.start].islower())
    return any(w not in _PARTICLES for w in small)


def _signed(reading: Reading) -> bool:
    """Say whether a name stands alone on one of the last lines, as under a letter."""
    start = reading.words[reading.value_first].start
    first = reading.text.rfind("\n", 0, start) + 1
    end = reading.text.find("\n", reading.end)
    line = reading.text[first : end if end >= 0 else len(reading.text)]
    rest = reading.text[reading.end :].strip()
    return first > 0 and len(line.split()) <= 6 and len(rest) <= 200


def _addressed(reading: Reading) -> bool:
    """Say whether a name is the reader's: `Dear Anna`, right at the beginning of a sentence."""
    first = reading.skip_marks(reading.sentences[0].first)
    greeting = next((h for h in _ADDRESSED.find(reading.words, first, first + 4) if h.first == first), None)
    if greeting is None:
        return False
    between = reading.words[greeting.last : reading.value_first]
    if greeting.label == "thanks":
        return not between
    return len(between) <= 4 and all(w.fold in _TITLES for w in between)


_TITLES = vocabulary(TITLES)
_BETWEEN = _TITLES | {"\n", ",", "-", "!"}
_NAMED = Phrases(NAMED)
_PARTICLES = vocabulary(
    "de del della di da dal dos das do du des la le las los el al bin bint ibn ben van von vom zu zur der den "
    "ter ten te y e i und jr sr s d l o"
)
"""Words within names that are written small."""
_WAS = Phrases(WAS)
_CLAIMS, _TICKET, _STANDING = Phrases(CLAIMS), Phrases(TICKET), Phrases(STANDING)


def _not_lasting(claim: Offered, text: str) -> str:
    """Name the fault of a free fact that is no fact about its writer, or is over with the thread."""
    place = locate(claim.quote, text)
    if place is None:
        return "not_found"
    reading = Reading(text_of(text), *place, claim.value)
    whole = Span(reading.sentences[0].first, reading.sentences[-1].last)
    if _CLAIMS.first(reading.words, whole.first, whole.last) is not None:
        return "claim"
    near = nearby(reading, whole)
    ticket = _TICKET.first(reading.words, reading.first, reading.last)
    if ticket and not _STANDING.first(reading.words, near.first, near.last):
        return "momentary"
    if was_once(reading):
        return "former"
    about = own_part(reading, near)
    if orders_words(reading, whole):
        return "instruction"
    if not of_its_writer(reading, about) and not owned(reading, about):
        return "ambiguous"
    return "momentary" if about_a_thing(reading, about) else ""


def _claimed(claim: Offered, text: str) -> str:
    """Name the fault of words about what we owe, allow or promised."""
    place = locate(claim.quote, text)
    if place is None:
        return "not_found"
    reading = Reading(text_of(text), *place, claim.value)
    found = _CLAIMS.first(reading.words, reading.sentences[0].first, reading.sentences[-1].last)
    return "claim" if found else ""


def _commitment(claim: Offered, text: str) -> Weighed:
    """Accept a commitment only as code finds it in the text that went out; a model's word for it only points at it."""
    place = locate(claim.quote, text)
    if place is None:
        return Weighed(decided_by="not_found", why=FAULTS["not_found"])
    quote = text[place[0] : place[1]]
    day: date = datetime(2000, 1, 3, tzinfo=UTC).date()
    promised = [p for p in read_promises(text, day) if p.quote in quote or quote in p.quote]
    if not promised:
        return Weighed(decided_by="no_commitment", why="no promise is found in these words")
    return Weighed(" ".join(claim.value.split())[:MAX_VALUE], quote, place[0])
