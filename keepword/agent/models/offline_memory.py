"""What the offline model holds worth remembering: candidates from the mail and the promises of its own reply.

They are only candidates: the evidence is checked by code afterwards, as with any model's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from keepword.agent.brief import Brief
from keepword.agent.models.offline_reading import Reading, Sentence
from keepword.agent.models.offline_words import REACH, STANDING, TIME_OF_DAY
from keepword.memory.claims import ClaimKind, read_claims
from keepword.memory.evidence_tokens import Phrases, tokens
from keepword.memory.moods import mood_of
from keepword.memory.rules import COMMITMENTS, NOTHING, PromotionRule

MAX_CANDIDATES: Final = 20
SURE: Final = 0.9

_TIMES = Phrases(TIME_OF_DAY)
_REACH = Phrases(REACH)
_STANDING = Phrases(STANDING)


def candidates(brief: Brief, reading: Reading, promise: str = "", promise_value: str = "") -> list[dict[str, Any]]:
    """Return the candidates of a turn; `promise` is the sentence of the reply that promises something."""
    found = [*_name(brief), *_from_sentences(brief, reading)]
    if promise and (rule := _rule(brief, writes=COMMITMENTS)):
        found.append(_candidate(rule, promise_value, promise, source="reply"))
    return found[:MAX_CANDIDATES]


def _from_sentences(brief: Brief, reading: Reading) -> Iterator[dict[str, Any]]:
    for sentence in reading.sentences:
        if not sentence.question:
            yield from _time(brief, sentence)
            yield from _phone(brief, sentence)
            yield from _standing(brief, sentence)
            yield from _mood(brief, sentence)


def _time(brief: Brief, sentence: Sentence) -> Iterator[dict[str, Any]]:
    words = tokens(sentence.text)
    time = _TIMES.first(words)
    rule = _rule(brief, slot="preferred_contact_time")
    if rule and time and _REACH.first(words):
        value = sentence.text[words[time.first].start : words[time.last - 1].end]
        yield _candidate(rule, value, sentence.text)


def _phone(brief: Brief, sentence: Sentence) -> Iterator[dict[str, Any]]:
    rule = _rule(brief, slot="phone")
    for claim in read_claims(sentence.text):
        if rule and claim.kind is ClaimKind.PHONE:
            yield _candidate(rule, claim.value, sentence.text)


def _standing(brief: Brief, sentence: Sentence) -> Iterator[dict[str, Any]]:
    hit = _STANDING.first(tokens(sentence.text))
    if hit is None:
        return
    rule = (
        _rule(brief, writes="procedural")
        if hit.label == "style"
        else _rule(brief, writes="fact", category="requirement")
    )
    if rule:
        yield _candidate(rule, sentence.text, sentence.text)


def _mood(brief: Brief, sentence: Sentence) -> Iterator[dict[str, Any]]:
    """Name a mood: by the rule that exists to refuse it, else by one that code will refuse it under."""
    mood = mood_of(sentence.text)
    rule = _rule(brief, writes=NOTHING) or _rule(brief, writes="fact") or _rule(brief, writes="procedural")
    if mood and rule:
        yield _candidate(rule, mood, sentence.text, confidence=0.5)


def _name(brief: Brief) -> Iterator[dict[str, Any]]:
    """Name the writer by the last line of the mail, if that is a name, or by the display name where the mail has it."""
    rule = _rule(brief, slot="name")
    lines = [line.strip().rstrip(",.!") for line in brief.mail.text.splitlines() if line.strip()]
    signed = lines[-1] if len(lines) > 1 and is_name(lines[-1]) else ""
    shown = brief.mail.writer_name.strip()
    name = signed or (shown if is_name(shown) and shown in brief.mail.text else "")
    if rule and name:
        yield _candidate(rule, name, name)


def is_name(line: str) -> bool:
    """Say whether a line looks like a person's name: one to four capitalised words of letters, and no word of moods."""
    words = line.split()
    shaped = all(w[:1].isupper() and w.replace("-", "").replace("'", "").replace(".", "").isalpha() for w in words)
    return (
        1 <= len(words) <= 4
        and len(line) <= 50
        and shaped
        and mood_of(line) is None
        and line.casefold() not in CLOSINGS
    )


CLOSINGS: Final = frozenset(
    {
        "thanks",
        "thank you",
        "regards",
        "best regards",
        "kind regards",
        "best",
        "cheers",
        "sincerely",
        "yours",
        "hello",
        "hi",
    }
    | {"danke", "viele grüße", "merci", "cordialement", "gracias", "saludos", "grazie", "saluti", "bedankt", "groeten"}
    | {"obrigado", "obrigada", "mit freundlichen grüßen", "liebe grüße", "cordiali saluti", "vriendelijke groeten"}
)


def _rule(brief: Brief, *, slot: str = "", writes: str = "", category: str = "") -> PromotionRule | None:
    return next(
        (
            r
            for r in brief.rules
            if (not slot or r.slot == slot)
            and (not writes or r.writes == writes)
            and (not category or r.category == category)
        ),
        None,
    )


def _candidate(
    rule: PromotionRule, value: str, quote: str, *, source: str = "customer", confidence: float = SURE
) -> dict[str, Any]:
    return {"rule": rule.name, "value": value[:500], "quote": quote[:1_000], "source": source, "confidence": confidence}
