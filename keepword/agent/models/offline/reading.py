"""What the offline model reads in a mail: what is asked for, the numbers and amounts named, the questions put."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.language.phrases import Phrases, folded_words, phrases
from keepword.agent.language.words import content_words, detect
from keepword.agent.models.offline.notes import Notes, read_notes
from keepword.agent.models.offline.words import CUES, OPEN_QUESTION, POLITE, REFERENCE, STATUS, THANKS, WANTS
from keepword.memory.claims.reading import Claim, ClaimKind, read_claims
from keepword.memory.evidence.moods import mood_of
from keepword.memory.policy import Policy
from keepword.memory.tokens import sentences, tokens

MAX_THANKS: Final = 40
"""Words that a mail of mere thanks has at most."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a mail, verbatim; `question` where it ends with a question mark."""

    text: str
    question: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail as the offline model understands it. `wants` are the kinds of promises asked for, in their order."""

    language: str
    sentences: tuple[Sentence, ...]
    wants: tuple[str, ...]
    mentions: tuple[str, ...]
    """Kinds that are spoken of, asked for or not."""
    asks_status: bool
    thanks: bool
    reference: str | None
    amounts: tuple[tuple[Decimal, str | None], ...]
    mood: str | None
    notes: Notes

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that say what they are about."""
        return tuple(s.text for s in self.sentences if s.question and content_words(s.text))


def read_mail(brief: Brief) -> Reading:
    """Read the newest mail of a brief."""
    text = brief.mail.text[:20_000]
    notes = read_notes(brief.thread)
    found = split(text)
    claims = read_claims(text)
    kinds = _kinds(brief.policy)
    mentions = dict.fromkeys(p.label for s in found for p in kinds.found(s.text))
    in_subject = dict.fromkeys(p.label for p in kinds.found(brief.mail.subject))
    return Reading(
        language=detect(text),
        sentences=found,
        wants=tuple(dict.fromkeys(k for s in found if _requests(s) for k in (p.label for p in kinds.found(s.text)))),
        mentions=tuple({**mentions, **in_subject}),
        asks_status=any(_status().any(s.text) for s in found),
        thanks=_only_thanks(text, found, claims),
        reference=_reference(
            text, claims, pending="order_number" in notes.missing or "invoice_number" in notes.missing
        ),
        amounts=_amounts(claims, pending="amount" in notes.missing),
        mood=mood_of(text),
        notes=notes,
    )


def split(text: str) -> tuple[Sentence, ...]:
    """Divide a text into its sentences, each as it stands there."""
    words = tokens(text)
    return tuple(
        Sentence(text[words[s.first].start : words[s.last - 1].end].strip(), s.mark == "?") for s in sentences(words)
    )


def _only_thanks(text: str, found: tuple[Sentence, ...], claims: tuple[Claim, ...]) -> bool:
    """Say whether a mail is short, thanks, and asks and tells nothing."""
    if any(s.question for s in found) or any(c.kind is not ClaimKind.QUANTITY for c in claims):
        return False
    return len(folded_words(text)) <= MAX_THANKS and _thanks().any(text) and not _asks(text)


def _requests(sentence: Sentence) -> bool:
    """Say whether a sentence asks for something to be done; a question does only if it is put as a request."""
    if not sentence.question:
        return _cues().any(sentence.text)
    return phrases(("polite", POLITE)).any(sentence.text) or not (
        phrases(("open", OPEN_QUESTION)).any(sentence.text)
        or _status().any(sentence.text)
        or not _cues().any(sentence.text)
    )


def _asks(text: str) -> bool:
    return any(_cues().any(s.text) and not _thanks().any(s.text) for s in split(text))


def _reference(text: str, claims: tuple[Claim, ...], *, pending: bool) -> str | None:
    """Return the order's or invoice's number: digits after such a word, or any such number where we have asked for one."""
    fitting = [c for c in claims if c.kind in NUMBERS and sum(ch.isdigit() for ch in c.value) >= 3]
    named = [
        c for c in fitting if c.kind is ClaimKind.NUMBER or _reference_words().any(text[max(0, c.start - 40) : c.start])
    ]
    best = named or (fitting if pending else [])
    return best[0].text.strip("# ")[:40] if best else None


NUMBERS: Final = frozenset({ClaimKind.NUMBER, ClaimKind.QUANTITY, ClaimKind.PHONE})


def _amounts(claims: tuple[Claim, ...], *, pending: bool) -> tuple[tuple[Decimal, str | None], ...]:
    money = [(c.amount, c.currency) for c in claims if c.kind is ClaimKind.MONEY and c.amount is not None]
    bare = [
        (c.amount, None) for c in claims if c.kind is ClaimKind.QUANTITY and c.amount is not None and "." in c.value
    ]
    return tuple(dict.fromkeys(money or (bare if pending else [])))


def _kinds(policy: Policy) -> Phrases:
    own = [(p.kind, p.kind.replace("_", " ").replace("-", " ")) for p in policy.promises if p.kind not in WANTS]
    return phrases(*WANTS.items(), *(pair for pair in own if pair[0] not in {"answer", "investigation"}))


def _cues() -> Phrases:
    return phrases(("cue", CUES))


def _status() -> Phrases:
    return phrases(("status", STATUS))


def _thanks() -> Phrases:
    return phrases(("thanks", THANKS))


def _reference_words() -> Phrases:
    return phrases(("reference", REFERENCE))
