"""What the operator has settled, as the conductor needs it: the terms of the house and of each support desk.

`agent/wire.py` makes these from the settings; nothing below it reads a configuration file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from keepword.memory.policy import Policy
from keepword.memory.promotion.rules import PromotionRule
from keepword.threading.gate import Limits, OperatorRule

ACKNOWLEDGEMENT = """Hello,

thank you for your mail. A colleague will look at it and answer you in person.
"""


class Mode(StrEnum):
    """What happens to a reply: nothing (`observe`), a draft for a colleague, or it is sent."""

    OBSERVE = "observe"
    DRAFT = "draft"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class AutoWhen:
    """What an automatic desk sends by itself: replies to these intents, and those that promise only these kinds."""

    intents: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()

    def allows(self, intent: str, promised: frozenset[str]) -> bool:
        """Say whether a reply to this intent, with these kinds of promise in it, may be sent without a colleague."""
        if promised:
            return promised <= set(self.promises)
        return intent.strip().casefold() in {i.strip().casefold() for i in self.intents}


@dataclass(frozen=True, slots=True)
class Desk:
    """One support mailbox: its addresses, whom it trusts, and how far the agent may go."""

    name: str
    address: str
    aliases: tuple[str, ...] = ()
    display_name: str = ""
    mode: Mode = Mode.DRAFT
    auto_when: AutoWhen | None = None
    """None: everything that the guard lets pass."""
    authserv_id: str = ""
    trusted_sealers: tuple[str, ...] = ()
    colleagues: tuple[str, ...] = ()
    contact_forms: tuple[str, ...] = ()
    reply_token: bool = False
    answer_backlog: bool = False
    idle_after: timedelta = timedelta(hours=72)
    group_by_subject: timedelta | None = None
    """How long a person's new mail joins their thread of the same subject; None: never."""

    @property
    def own(self) -> tuple[str, ...]:
        """All addresses that are this desk's own."""
        return (self.address, *self.aliases)

    @property
    def domain(self) -> str:
        """The domain under which this desk mints Message-IDs."""
        return self.address.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all desks. `own` are the addresses of all of them, so that desks never answer each other."""

    secret: bytes
    policy: Policy = field(default_factory=Policy)
    rules: tuple[PromotionRule, ...] = ()
    limits: Limits = field(default_factory=Limits)
    gate_rules: tuple[OperatorRule, ...] = ()
    own: tuple[str, ...] = ()
    instructions: str = ""
    signature: str = ""
    acknowledgement: str = ACKNOWLEDGEMENT
    handoff_to: tuple[str, ...] = ()
    promote_every_turns: int = 10
    archive_for: timedelta = timedelta(days=90)

    @property
    def index_for(self) -> timedelta:
        """How long the index knows an archived thread's mails: longer than the thread, so that none is answered again."""
        return 2 * self.archive_for

    @property
    def slots(self) -> tuple[str, ...]:
        """The profile slots that the rules name."""
        return tuple(r.slot for r in self.rules if r.slot)
