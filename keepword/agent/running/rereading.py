"""What the operator changes while the program runs: policy, rules, texts and limits are read again and again.

What was read without a fault holds from then on. A file with a fault changes nothing: the last good version stays in
use, and the fault is shown. Servers and mailboxes are wired at the start and change with the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from keepword.agent.terms import Terms
from keepword.errors import KeepwordError


class Rereading:
    """Reads the operator's files again; `fault` says what is wrong with them now, a line a fault, empty where nothing is."""

    def __init__(self, terms: Terms, read: Callable[[], Terms]) -> None:
        self._terms = terms
        self._read = read
        self.fault = ""

    @property
    def terms(self) -> Terms:
        """The last good version."""
        return self._terms

    async def look(self) -> bool:
        """Read everything again; say whether anything is different now. Never raises for what is in the files."""
        try:
            fresh = await asyncio.to_thread(self._read)
        except (KeepwordError, OSError) as error:
            self.fault = str(error)
            return False
        self.fault = ""
        # The secret signs what is on its way, and `own` goes with the mailboxes: both are those of the start.
        kept = replace(fresh, secret=self._terms.secret, own=self._terms.own)
        different, self._terms = kept != self._terms, kept
        return different
