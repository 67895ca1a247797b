"""What we promised: a commitment of the ledger, its history, and the tally that each person has of them."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from operator import not_
from typing import Annotated

from pydantic import Field

from keepword.memory.standing import Value

Origin = Annotated[str, Field(exclude_if=not_)]
"""The entity id of an address that was merged into a person, on all that came from it: what undoing the merge goes by."""


class CommitmentStatus(StrEnum):
    """`open → kept | broken | withdrawn`."""

    OPEN = "open"
    KEPT = "kept"
    BROKEN = "broken"
    WITHDRAWN = "withdrawn"


class CommitmentEvent(Value):
    """One change in a commitment's life: when, to what status, by whom, and why."""

    at: datetime
    status: CommitmentStatus
    by: str
    note: str = ""
    quote: str = ""
    message_id: str = ""
    amount: str | None = None
    currency: str | None = None
    due: date | None = None
    """What this statement said, where the event is a statement: it has a quote then."""


class Commitment(Value):
    """Something that we promised a person, found in a mail that went out (or set by an operator).

    `amount` is a decimal string (`"40.00"`) with an ISO 4217 `currency`; both None where nothing is paid.
    """

    commitment_id: str
    entity_id: str
    thread_id: str
    kind: str
    amount: str | None = None
    currency: str | None = None
    due: date | None = None
    quote: str
    message_id: str
    stated_by: str
    stated_at: datetime
    status: CommitmentStatus = CommitmentStatus.OPEN
    history: tuple[CommitmentEvent, ...] = ()
    origin: Origin = ""


class Given(Value):
    """One promise in a person's tally: there from the moment that the reply which makes it is committed.

    Until its thread is promoted it tells the person's other threads of it; then only the policy's totals go by it.
    """

    commitment: Commitment
    vouched: bool = False
    """Whether its thread was vouched for: only then may a mail's context show it."""
    promoted: bool = False
    """Whether the profile's ledger has it by now."""


class DayGiven(Value):
    """What all customers together were promised on one day (UTC), by `kind` or `kind|currency`."""

    day: date
    times: dict[str, int] = Field(default_factory=dict)
    sums: dict[str, str] = Field(default_factory=dict)
    """Amounts as decimal strings."""
    counted: tuple[str, ...] = ()
    """The last promises counted, so that a repeated call counts none twice."""


class Standing(Value):
    """What was promised before: the thread's own ledger, the customer's tally, and the day's, each as far as it is known."""

    entity_id: str = ""
    thread_id: str = ""
    origin: str = ""
    thread: tuple[Commitment, ...] = ()
    given: tuple[Given, ...] = ()
    day: DayGiven | None = None
