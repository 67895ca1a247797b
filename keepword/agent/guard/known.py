"""Which words a statement of ours may be made of: those of the operator's texts, and of what the customer wrote."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.backing import Backing, about
from keepword.agent.guard.saying import Says
from keepword.memory.tokens import vocabulary

LEAST: Final = 2
"""So many words of its own a clause needs for anything to be said in it."""
LEAST_ACROSS: Final = 3
"""The same where all pages are in another language, so that what they say of us is new in every word."""
OURS: Final = vocabulary("our uns nuestr nostr onze noss")
"""Stems that only say whose something is."""
MAX_KNOWN: Final = 20_000
"""Characters of a mail, and of what is kept of its thread, whose words are known."""


class Known:
    """The words that a statement may be made of: the operator's in the draft's language, and the customer's."""

    def __init__(self, brief: Brief, rest: Backing, language: str) -> None:
        self._brief, self._rest, self._language = brief, rest, language

    def backs(self, matter: frozenset[str], plainly: Says) -> bool:
        """Say whether of what a clause is about, the customer's own words aside, at least half are the operator's.

        Pages in another language share no words with a draft: beside them only what is said plainly of ourselves counts.
        """
        across = not self._operators and bool(self._brief.knowledge)
        if plainly is Says.AFFAIRS and across:
            return True
        own = matter - self._customers - OURS
        return len(own) < (LEAST_ACROSS if across else LEAST) or len(own & self._operators) * 2 >= len(own)

    def affirms(self, matter: frozenset[str]) -> bool:
        """Say whether a third of what a yes is about are the operator's words; pages in another language tell nothing."""
        if not self._operators:
            return True
        own = matter - OURS
        return len(own & self._operators) * 3 >= len(own)

    @cached_property
    def _operators(self) -> frozenset[str]:
        return frozenset().union(*(said.stems for said in self._rest.operator if said.language == self._language))

    @cached_property
    def _customers(self) -> frozenset[str]:
        mail, thread = self._brief.mail, self._brief.thread
        text = f"{mail.subject}\n{mail.text}\n{thread.get('summary') or ''}"
        return about(text[:MAX_KNOWN], self._language)
