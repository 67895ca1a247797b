"""What may be said and promised without a person, as the operator's `policy.toml` holds it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

TOPICS = ("legal", "self-harm", "violence", "erasure", "human")


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

    @property
    def id(self) -> str:
        """The id by which a reply cites it."""
        return f"promise:{self.kind}"


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

    def promise(self, kind: str) -> Promise | None:
        """Return the promise of this kind, or None where the policy allows none."""
        return next((p for p in self.promises if p.kind == kind), None)
