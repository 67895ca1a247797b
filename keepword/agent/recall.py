"""Which of a person's facts the newest mail is about: asked only where the profile does not fit its budget.

Facts are ranked by their words (FTS5 over this person's facts alone, in memory), by their meaning where there is an
embedder, and by how sure and how fresh they are; the three orders are fused. The words cost nothing beyond the profile
that was read; the vectors cost one search of this person's records, and each is made once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from keepword.agent.brief.assemble import Budget
from keepword.agent.brief.profile import current_facts, is_over
from keepword.agent.embedders.port import Vector, cosine
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.language.words import detect
from keepword.agent.search.fusion import Ranking, best_first, fused
from keepword.agent.search.meaning import Meaning
from keepword.agent.search.words import Text, Words
from keepword.memory.ports import Documents
from keepword.memory.record_vectors import Remembered, keep_vector, remembered
from keepword.memory.state import Fact, ProfileDocument

MOST: Final = 4_000
"""Facts that are ranked, the surest and freshest: twenty full slots (`MAX_FACTS_PER_SLOT`), a fifth of a second's work."""
MADE_AT_ONCE: Final = 50
"""Vectors that are made for one mail; where more are missing, the next mails go on."""
STANDING_WEIGHT: Final = 0.5
"""How much being sure and fresh counts beside being what the mail is about."""
HALF_LIFE_DAYS: Final = 365.0
"""After so long a fact counts half."""


@dataclass(frozen=True, slots=True)
class About:
    """What a mail is about: its meaning, None where that is not known or not needed, and a person's facts in order.

    `facts` is empty where all of them fit.
    """

    question: Vector | None = None
    facts: tuple[str, ...] = ()


async def about(
    asked: str,
    profile: ProfileDocument | None,
    slots: tuple[str, ...],
    knowledge: Knowledge,
    documents: Documents,
    meaning: Meaning,
    now: datetime,
) -> About:
    """Find out what a mail is about, as far as anything has to be chosen by it; `profile` None: nobody's is shown.

    Raises `StoreUnreachable`. An embedder that is away changes only the order.
    """
    chooses = profile is not None and is_over(profile, slots, Budget().profile)
    question = await meaning.of_question(asked, now) if chooses or knowledge.learnt else None
    if profile is None or not chooses:
        return About(question)
    vectors = await vectors_of(profile.entity_id, documents, meaning, now) if question else {}
    return About(question, order_facts(asked, question, current_facts(profile), vectors, now))


def order_facts(
    asked: str, question: Vector | None, facts: Sequence[Fact], vectors: Mapping[str, Vector], now: datetime
) -> tuple[str, ...]:
    """Return the ids of facts by what a text asks for, what it means, and how they stand."""
    ranked = sorted(facts, key=lambda f: (-_standing(f, now), f.fact_id))[:MOST]
    orders = (
        Ranking(_by_words(asked, ranked)),
        Ranking(_by_meaning(question, ranked, vectors)),
        Ranking(range(len(ranked)), STANDING_WEIGHT),
    )
    return tuple(ranked[n].fact_id for n in best_first(fused(orders)))


def _standing(fact: Fact, now: datetime) -> float:
    days = max((now - fact.stated_at).total_seconds() / 86_400, 0.0)
    return fact.confidence * math.pow(0.5, days / HALF_LIFE_DAYS)


def _by_words(asked: str, facts: Sequence[Fact]) -> list[int]:
    """Rank facts by the words of their values and of the sentences that stated them, in the mail's language."""
    language = detect(asked)
    words = Words(Text(f"{f.slot.replace('_', ' ')} {f.value}", f.quote[:500], language) for f in facts)
    try:
        return [row for row, _ in words.ranked(asked, language)]
    finally:
        words.close()


def _by_meaning(question: Vector | None, facts: Sequence[Fact], vectors: Mapping[str, Vector]) -> list[int]:
    """Rank facts by how near they are, however far that is: something is shown of this person anyway."""
    if not question:
        return []
    near = {n: cosine(question, vectors[f.fact_id]) for n, f in enumerate(facts) if f.fact_id in vectors}
    return sorted((n for n, value in near.items() if value > 0.0), key=lambda n: (-near[n], n))


async def vectors_of(entity_id: str, documents: Documents, meaning: Meaning, now: datetime) -> dict[str, Vector]:
    """Return what a person's records mean, by their ids; some of those that are not known yet are made and kept."""
    records = [r async for r in remembered(documents, entity_id, meaning.model)]
    missing = [r for r in records if not r.vector or not meaning.fits(r.vector)][:MADE_AT_ONCE]
    made = await meaning.of_passages([r.content for r in missing], now)
    for record, vector in zip(missing, made, strict=False):
        await keep_vector(documents, record, meaning.model, vector, now)
    return {r.id: r.vector for r in records if r.vector} | _by_id(missing, made)


def _by_id(records: Sequence[Remembered], vectors: Sequence[Vector]) -> dict[str, Vector]:
    return {record.id: vector for record, vector in zip(records, vectors, strict=False)}
