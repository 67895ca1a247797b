"""The written rules of promotion, as the operator's `promotion.toml` holds them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from keepword.memory.state import Speaker
from keepword.threading.verdicts import Level

COMMITMENTS = "profile.outstanding_commitments"
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PromotionRule:
    """One rule: what may be written, who may state it, how sure we must be, and how long it is kept.

    `writes` is `profile.<slot>`, `fact`, `procedural`, `episodic`, `profile.outstanding_commitments`, or `nothing`: a rule
    that exists to refuse, so that moods and the like are named when they are left behind. `keep_for` None is for ever.
    """

    name: str
    writes: str
    stated_by: frozenset[Speaker] = frozenset({Speaker.CUSTOMER, Speaker.OPERATOR})
    values: str = "one"
    category: str = "other"
    min_confidence: float = 0.8
    min_authentication: Level = Level.VERIFIED
    keep_for: timedelta | None = None
    about: str = ""
    """One line that tells the model what belongs here."""

    @property
    def slot(self) -> str | None:
        """The profile slot that the rule writes, None where it writes records, commitments or nothing."""
        if self.writes.startswith("profile.") and self.writes != COMMITMENTS:
            return self.writes.removeprefix("profile.")
        return None

    @property
    def single(self) -> bool:
        """Whether a new value supersedes the old one."""
        return self.values == "one"
