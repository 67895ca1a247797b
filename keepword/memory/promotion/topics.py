"""The one line by which a person's profile names a past thread: what it was about, and nothing that was felt or ordered in it.

A topic is a model's word and a subject its writer's, and both are shown with every later mail of that person. So neither may
carry a mood out of its thread, nor an address to link to, nor an order on what we are to write.
"""

from __future__ import annotations

from keepword.memory.evidence.moods import mood_of
from keepword.memory.evidence.reading import Reading, text_of
from keepword.memory.evidence.subjects import orders_words
from keepword.memory.tokens import Span

NAMELESS = "a conversation"
MAX_TOPIC = 200


def topic_line(*candidates: str) -> str:
    """Return the first of these that names a topic, in one line; `a conversation` where none does."""
    lines = (" ".join(c.split())[:MAX_TOPIC] for c in candidates)
    return next((line for line in lines if line and _names_a_topic(line)), NAMELESS)


def _names_a_topic(line: str) -> bool:
    if mood_of(line) is not None:
        return False
    reading = Reading(text_of(line), 0, len(line))
    return not reading.words or not orders_words(reading, Span(0, len(reading.words)))
