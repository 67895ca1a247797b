"""Answers from the operator's own words: which passages and statements answer a mail's questions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.outgoing import flowing
from keepword.agent.language.words import content_words, detect, stems, word_line
from keepword.agent.models.offline.reading import Reading

ENOUGH: Final = 0.5
"""The share of a question's words that a passage must have to answer it."""
LITTLE: Final = 0.34
"""The share that is enough where at least `MANY` words are shared."""
MANY: Final = 3
IN_TITLE: Final = 1.5
"""What a word counts that stands in a passage's title."""
MAX_ANSWERS: Final = 3
MAX_LONG: Final = 900

LIGHT: Final = frozenset(
    {
        *(
            "long",
            "take",
            "takes",
            "much",
            "many",
            "possible",
            "question",
            "mail",
            "email",
            "wonder",
            "wondering",
            "order",
            "soon",
        ),
        *("lange", "dauert", "viel", "viele", "möglich", "frage", "geht", "bestellung"),
        *("longtemps", "combien", "temps", "possible", "question", "commande", "faut"),
        *(
            "cuánto",
            "tarda",
            "posible",
            "pregunta",
            "pedido",
            "quanto",
            "tempo",
            "possibile",
            "domanda",
            "ordine",
            "lang",
            "duurt",
        ),
        *("hoeveel", "mogelijk", "vraag", "bestelling", "demora", "possível", "pergunta", "encomenda"),
    }
)
"""Words of questions that say little of what they are about."""


WHOLE_HEADING: Final = 100.0


@dataclass(frozen=True, slots=True)
class Found:
    """A passage or statement that answers, with the part of its text that goes into the mail."""

    id: str
    title: str
    text: str
    score: float


def answers(brief: Brief, reading: Reading) -> tuple[Found, ...]:
    """Return what answers a mail; nothing where one of its questions stays open, for half an answer misleads."""
    asked = reading.questions or _statements(reading)
    least = 1 if reading.questions else 2
    found: dict[str, Found] = {}
    for question in asked:
        best = _best(question, _sources(brief, reading.language), reading.language, least)
        if best is None:
            return ()
        found.setdefault(best.id, best)
    return tuple(found.values())[:MAX_ANSWERS]


def _statements(reading: Reading) -> tuple[str, ...]:
    """Return the whole mail as one question where it puts none: `I would like to know your opening hours`."""
    text = " ".join(s.text for s in reading.sentences)
    return (text,) if len(_words(text)) <= 40 else ()


def _sources(brief: Brief, language: str) -> list[Found]:
    passages = [Found(p.id, p.title, p.text, 0.0) for p in brief.knowledge]
    statements = [Found(f"statement:{s.id}", s.id, s.text, 0.0) for s in brief.policy.statements]
    return [f for f in (*passages, *statements) if detect(f"{f.title} {f.text}", language) == language]


def _best(question: str, sources: Iterable[Found], language: str, least: int) -> Found | None:
    """Return the passage that answers best; it has to share at least so many words, for a statement asks nothing plainly."""
    asked = set(stems(_words(question), language))
    said = set(stems(content_words(question), language))
    line = word_line(question)
    scored = [_scored(source, asked, said, language, least, whole=_is_asked(source, line)) for source in sources]
    fitting = [s for s in scored if s is not None]
    return max(fitting, key=lambda f: f.score, default=None)


def _is_asked(source: Found, line: str) -> bool:
    """Say whether a passage's heading stands in the question word for word."""
    heading = word_line(source.title.rpartition("›")[2])
    return heading.count(" ") > 2 and heading in line


def _scored(source: Found, asked: set[str], said: set[str], language: str, least: int, *, whole: bool) -> Found | None:
    """Weigh a passage by the words that it shares; those that say little only decide between equals."""
    title = set(stems(content_words(source.title.replace("-", " ")), language))
    body = set(stems(content_words(source.text), language))
    shared = asked & (title | body)
    share = len(shared) / max(len(asked), 1)
    enough = share >= ENOUGH or (share >= LITTLE and len(shared) >= MANY)
    lonely = len(shared) == 1 and not shared & title
    if not whole and (not enough or len(shared) < least or lonely):
        return None
    score = (
        WHOLE_HEADING * whole
        + sum(IN_TITLE if s in title else 1.0 for s in shared)
        + 0.1 * (not source.id.startswith("statement:"))
    )
    score += 0.2 * len(said & (title | body)) / max(len(said), 1)
    return Found(source.id, source.title, _part(source.text, asked, language), score)


def _part(text: str, asked: set[str], language: str) -> str:
    """Return a text, or of a long one the paragraphs that share most with the question, in their order."""
    whole = flowing(text)
    if len(whole) <= MAX_LONG:
        return whole
    paragraphs = whole.split("\n\n")
    ranked = sorted(
        range(len(paragraphs)), key=lambda i: -len(asked & set(stems(content_words(paragraphs[i]), language)))
    )
    chosen: list[int] = []
    for i in ranked:
        if not chosen or sum(len(paragraphs[c]) for c in chosen) + len(paragraphs[i]) <= MAX_LONG:
            chosen.append(i)
    return "\n\n".join(paragraphs[i] for i in sorted(chosen))


def _words(text: str) -> list[str]:
    found = content_words(text)
    return [w for w in found if w not in LIGHT] or found
