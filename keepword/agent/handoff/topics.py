"""Which mails are always a person's job: a request for one, legal threats, self-harm, violence, rights over data.

Read by code from the mail's own words, before and whatever a model says. The lists favour a needless hand-off over a
missed one where harm is meant, and phrases over single words elsewhere, so that ordinary mail passes.
"""

from __future__ import annotations

from keepword.agent.handoff.words import SHIPPED
from keepword.agent.language.phrases import Phrase, Phrases, phrases
from keepword.memory.policy import Policy


def handoff_topic(text: str, policy: Policy) -> str | None:
    """Name the gravest of the policy's topics that a text touches; None where it touches none."""
    found = _gravest(text, policy)
    return found.label if found else None


def handoff_words(text: str, policy: Policy) -> str | None:
    """Return the phrase of the lists that matched, gravest topic first, for `why`; None where none did."""
    found = _gravest(text, policy)
    return found.text if found else None


def _gravest(text: str, policy: Policy) -> Phrase | None:
    order = list(dict.fromkeys([*SHIPPED, *policy.topics]))
    return min(_of(policy).found(text), key=lambda phrase: order.index(phrase.label), default=None)


def _of(policy: Policy) -> Phrases:
    """Return the words of a policy's topics: those that ship with us, then the operator's own."""
    shipped = [(topic, words) for topic in policy.topics for words in SHIPPED.get(topic, {}).values()]
    own = [(topic, ";".join(words)) for topic, words in policy.topics.items()]
    return phrases(*shipped, *own)
