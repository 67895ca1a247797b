"""What the offline model holds worth remembering: candidates from the mail and the promises of its own reply.

They are only candidates: the evidence is checked by code afterwards, as with any model's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.models.offline.reading import Reading
from keepword.agent.models.offline.words import STANDING
from keepword.memory.evidence.moods import mood_of
from keepword.memory.promotion.promote import spot
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.tokens import Phrases, tokens

MAX_CANDIDATES: Final = 20
MAX_READ: Final = 20_000
SURE: Final = 0.9

_STANDING = Phrases(STANDING)


def candidates(brief: Brief, reading: Reading, promise: str = "", promise_value: str = "") -> list[dict[str, Any]]:
    """Return the candidates of a turn; `promise` is the sentence of the reply that promises something."""
    found = [*_spotted(brief), *_name(brief), *_standing(brief, reading)]
    if promise and (rule := _rule(brief, writes=COMMITMENTS)):
        found.append(_candidate(rule, promise_value, promise, source="reply"))
    return list({(c["rule"], c["value"]): c for c in reversed(found)}.values())[::-1][:MAX_CANDIDATES]


def _spotted(brief: Brief) -> Iterator[dict[str, Any]]:
    """Name what stands plainly in the mail and has a rule; a mood goes by the rule that exists to refuse it."""
    for spotted in spot(brief.mail.text[:MAX_READ]):
        refusing = spotted.kind == "mood"
        rule = _mood_rule(brief) if refusing else (_rule(brief, slot=spotted.kind) or _rule(brief, name=spotted.kind))
        if rule and not (spotted.kind == "name" and spotted.value == (brief.profile or {}).get("name")):
            yield _candidate(rule, spotted.value, spotted.quote, confidence=0.5 if refusing else spotted.confidence)


def _mood_rule(brief: Brief) -> PromotionRule | None:
    return _rule(brief, writes=NOTHING) or _rule(brief, writes="fact") or _rule(brief, writes="procedural")


def _standing(brief: Brief, reading: Reading) -> Iterator[dict[str, Any]]:
    """Name lasting needs and wishes, word for word."""
    for sentence in reading.sentences:
        hit = None if sentence.question else _STANDING.first(tokens(sentence.text))
        if hit is None:
            continue
        style, need = _rule(brief, writes="procedural"), _rule(brief, writes="fact", category="requirement")
        if rule := style if hit.label == "style" else need:
            yield _candidate(rule, sentence.text, sentence.text)


def _name(brief: Brief) -> Iterator[dict[str, Any]]:
    """Name the writer by the last line of the mail, if that is a name, or by the display name where the mail has it."""
    rule = _rule(brief, slot="name")
    lines = [line.strip().rstrip(",.!") for line in brief.mail.text.splitlines() if line.strip()]
    signed = lines[-1] if len(lines) > 1 and is_name(lines[-1]) else ""
    shown = brief.mail.writer_name.strip()
    name = signed or (shown if is_name(shown) and shown in brief.mail.text else "")
    if rule and name and name != (brief.profile or {}).get("name"):
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


def _rule(
    brief: Brief, *, slot: str = "", writes: str = "", category: str = "", name: str = ""
) -> PromotionRule | None:
    return next(
        (
            r
            for r in brief.rules
            if (not name or r.name == name)
            and (not slot or r.slot == slot)
            and (not writes or r.writes == writes)
            and (not category or r.category == category)
        ),
        None,
    )


def _candidate(
    rule: PromotionRule, value: str, quote: str, *, source: str = "customer", confidence: float = SURE
) -> dict[str, Any]:
    return {"rule": rule.name, "value": value[:500], "quote": quote[:1_000], "source": source, "confidence": confidence}
