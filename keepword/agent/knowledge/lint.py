"""What is doubtful in the operator's knowledge: nothing said, said twice, said too late, said in two ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from keepword.agent.guard.outgoing import flowing
from keepword.agent.knowledge.files import Fault, Page, Section
from keepword.agent.language.words import content_words, stems
from keepword.memory.claims.reading import read_claims
from keepword.memory.tokens import sentences, tokens

MAX_COMPARED: Final = 1_500
"""Sentences with figures that are compared with each other."""
ALIKE: Final = 0.75
"""Share of common words from which two sentences speak of the same thing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A sentence with figures: what it is about, the figures by kind, and where it stands."""

    about: frozenset[str]
    values: frozenset[tuple[str, str]]
    text: str
    file: str
    line: int


def lint(pages: Sequence[Page], today: date) -> tuple[Fault, ...]:
    """Return what is doubtful, by kind: no audience, empty headings, the same text twice, contradictory figures, expired pages."""
    doubtful = (*_for_anybody(pages), *_empty(pages), *_twice(pages))
    return (*doubtful, *_contradictory(pages, today), *_expired(pages, today))


def _for_anybody(pages: Sequence[Page]) -> Iterator[Fault]:
    for page in pages:
        if "audience" not in page.declared:
            what = "no audience is written, so customers may read it"
            yield Fault(page.file, 1, what, "write `audience: customer` or `audience: internal` in its front matter")


def _empty(pages: Sequence[Page]) -> Iterator[Fault]:
    for page in pages:
        for section in page.empty:
            yield Fault(page.file, section.line, "nothing stands below this heading", "write its text or remove it")


def _twice(pages: Sequence[Page]) -> Iterator[Fault]:
    first: dict[str, str] = {}
    for page, section in _sections(pages):
        place = f"{page.file}:{section.line}"
        other = first.setdefault(" ".join(section.text.casefold().split()), place)
        if other != place:
            yield Fault(page.file, section.line, f"the same text stands in {other}", "keep one of them")


def _expired(pages: Sequence[Page], today: date) -> Iterator[Fault]:
    for page in pages:
        if page.valid_until is not None and page.valid_until < today:
            yield Fault(page.file, 1, f"the page has expired on {page.valid_until}", "renew it or remove it")


def _contradictory(pages: Sequence[Page], today: date) -> Iterator[Fault]:
    """Find pairs of sentences that say the same with other figures; only what customers may read now is compared."""
    figures = [f for p, s in _sections(pages) if p.speakable(today) for f in _figures(p, s)][:MAX_COMPARED]
    for n, one in enumerate(figures):
        for other in figures[:n]:
            if one.values != other.values and _kinds(one) == _kinds(other) and _alike(one.about, other.about):
                what = f"{one.text} here, {other.text} in {other.file}:{other.line}"
                yield Fault(one.file, one.line, what, "make them agree")
                break


def _sections(pages: Sequence[Page]) -> Iterator[tuple[Page, Section]]:
    return ((page, section) for page in pages for section in page.sections)


def _figures(page: Page, section: Section) -> Iterator[Figure]:
    text = flowing(section.text)
    words = tokens(text)
    for span in sentences(words):
        sentence = text[words[span.first].start : words[span.last - 1].end]
        claims = read_claims(sentence, page.language)
        if not claims:
            continue
        bare = sentence
        for claim in claims:
            bare = bare.replace(claim.text, " ")
        yield Figure(
            about=frozenset(stems(content_words(bare), page.language)),
            values=frozenset((c.kind.value, c.value) for c in claims),
            text=", ".join(c.text for c in claims),
            file=page.file,
            line=section.line,
        )


def _kinds(figure: Figure) -> list[str]:
    return sorted(kind for kind, _ in figure.values)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= ALIKE * max(len(one | other), 1) and len(one & other) >= 2
