"""What may be said and promised without a person, as the operator's `policy.toml` holds it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Final

TOPICS = ("legal", "self-harm", "violence", "erasure", "human")

ALIASES: Final = {
    "voucher": "credit", "gift_card": "credit", "store_credit": "credit", "goodwill": "compensation", "exchange": "replacement",
    "callback": "call_back", "call": "call_back", "cancel": "cancellation", "shipping": "delivery", "shipment": "delivery",
    "reply": "answer", "response": "answer", "check": "investigation", "chargeback": "refund", "waiver": "exception",
}  # fmt: skip
"""Other names under which operators may write down a kind of promise."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A kind of promise that the agent may make: up to an amount of money, kept within so many days.

    `id` is `promise:<kind>` and may be cited. `needs` names what must be known first (`order_number`).
    """

    kind: str
    max_amount: Decimal | None = None
    currency: str | None = None
    within_days: int | None = None
    needs: tuple[str, ...] = ()
    max_per_customer: Decimal | None = None
    """The most money that one customer may be promised of this kind within `period_days`, all threads together."""
    times_per_customer: int | None = None
    period_days: int = 365
    max_per_day: Decimal | None = None
    """The most money that all customers together may be promised of this kind in one day (UTC)."""
    times_per_day: int | None = None

    @property
    def id(self) -> str:
        """The id by which a reply cites it."""
        return f"promise:{self.kind}"

    @property
    def usual_kind(self) -> str:
        """The kind by the name that the ledger has for it."""
        return _usual(self.kind)

    @property
    def per_customer(self) -> bool:
        """Whether there is a total for each customer."""
        return self.max_per_customer is not None or self.times_per_customer is not None

    @property
    def per_day(self) -> bool:
        """Whether there is a total for each day."""
        return self.max_per_day is not None or self.times_per_day is not None


@lru_cache(maxsize=256)
def _usual(kind: str) -> str:
    """Name a kind once: each clause of a draft is held against every promise."""
    name = kind.casefold().replace("-", "_").replace(" ", "_")
    return ALIASES.get(name, name)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that may be said as it stands; cited as `statement:<id>`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Policy:
    """The whole policy. `topics` maps each hand-off topic to the operator's own words, beside those that ship with us."""

    promises: tuple[Promise, ...] = ()
    statements: tuple[Statement, ...] = ()
    link_domains: tuple[str, ...] = ()
    topics: dict[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(TOPICS, ()))
    attachments: bool = True
    """Whether a mail that cannot be answered without its attachment is a person's job."""

    def promise(self, kind: str) -> Promise | None:
        """Return the promise of this kind, or None where the policy allows none."""
        return next((p for p in self.promises if p.kind == kind), None)
