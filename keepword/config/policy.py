"""`policy.toml`: what may be said and promised without a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator, ValidationError

from keepword.config.currencies import CURRENCIES
from keepword.config.faults import Fault, shown, suggestion
from keepword.config.messages import faults_of
from keepword.config.settings import NonEmpty, Section
from keepword.config.source import Source, listed, repeated
from keepword.config.values import Count, Slug, Surroundings
from keepword.memory.policy import TOPICS, Policy, Promise, Statement


def _amount(value: Any) -> Decimal | None:
    if value is None:
        return None
    if re.fullmatch(r"-[0-9.,]+", str(value).strip()):
        raise ValueError("is negative; write an amount of 0 or more")
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,3})?", value):
        raise ValueError('is no amount; write digits with a point, in quotes, like "100.00"')
    return Decimal(value)


def _currency(value: str) -> str:
    if value not in CURRENCIES:
        raise ValueError(f"{shown(value)} is no currency of ISO 4217; {_near_currency(value)}")
    return value


def _near_currency(value: str) -> str:
    return f"did you mean `{value.upper()}`?" if value.upper() in CURRENCIES else "write three letters, like EUR"


def _domain(value: str) -> str:
    if not re.fullmatch(r"[^\s/:@*.]{1,63}(\.[^\s/:@*.]{1,63}){1,10}", value):
        raise ValueError(f"{shown(value)} is no domain; write it like example.com, without https:// and path")
    return value.lower()


class PromiseSettings(Section):
    """One `[[promise]]` that the agent may make by itself."""

    kind: Slug = Field(examples=['"refund"'])
    """What is promised: `refund`, `credit`, `replacement`, `call_back`, `answer`, or a kind of your own."""
    max_amount: Annotated[Decimal | None, PlainValidator(_amount)] = None
    """The highest amount, in quotes; unset: no money may be promised."""
    currency: Annotated[str, AfterValidator(_currency)] | None = None
    """The currency's ISO 4217 code; needed with `max_amount`."""
    within_days: Annotated[Count, Field(le=3_650)] | None = None
    """The latest day that may be promised, counted from the mail; unset: no day may be promised."""
    needs: tuple[Slug, ...] = ()
    """What must be known before the promise is made, as `["order_number"]`."""
    max_per_customer: Annotated[Decimal | None, PlainValidator(_amount)] = None
    """The most that one customer may be promised of this kind within `period_days`, all threads together."""
    times_per_customer: Annotated[Count, Field(ge=1)] | None = None
    """How often one customer may be promised this within `period_days`."""
    period_days: Annotated[Count, Field(ge=1, le=3_650)] = 365
    """How many days back a customer's totals reach."""
    max_per_day: Annotated[Decimal | None, PlainValidator(_amount)] = None
    """The most that all customers together may be promised of this kind in one day (UTC)."""
    times_per_day: Annotated[Count, Field(ge=1)] | None = None
    """How often this may be promised in one day (UTC), to all customers together."""

    def promise(self) -> Promise:
        """Return the promise as the guard uses it."""
        return Promise(**self.model_dump())


class StatementSettings(Section):
    """One `[[statement]]` that may be said as it stands."""

    id: Slug = Field(examples=['"returns"'])
    """The id by which answers cite it."""
    text: NonEmpty
    """The sentence."""


class LinksSettings(Section):
    """Which links may stand in an answer."""

    domains: tuple[Annotated[str, AfterValidator(_domain)], ...] = ()
    """Domains of yours, subdomains included."""


class HandoffSettings(Section):
    """What always goes to a person."""

    topics: tuple[Slug, ...] = TOPICS
    """Topics that are a person's job. The five that ship with us always are; others need `words`."""
    words: dict[Slug, tuple[NonEmpty, ...]] = Field(default_factory=dict)
    """Your own words for a topic, `{ legal = ["ombudsman"] }`, beside those that ship with us."""
    attachments: bool = True
    """A mail that says nothing itself, or points to what is attached, is a person's job: attachments are not read."""


class PolicyFile(Section):
    """The whole of `policy.toml`."""

    promise: tuple[PromiseSettings, ...] = ()
    statement: tuple[StatementSettings, ...] = ()
    links: LinksSettings = Field(default_factory=LinksSettings)
    handoff: HandoffSettings = Field(default_factory=HandoffSettings)

    def policy(self) -> Policy:
        """Return the policy as the guard uses it; the topics that ship with us are always there."""
        topics = dict.fromkeys((*TOPICS, *self.handoff.topics, *self.handoff.words), ())
        return Policy(
            promises=tuple(p.promise() for p in self.promise),
            statements=tuple(Statement(s.id, s.text) for s in self.statement),
            link_domains=self.links.domains,
            topics=topics | self.handoff.words,
            attachments=self.handoff.attachments,
        )


def read_policy(source: Source, surroundings: Surroundings) -> tuple[Policy, list[Fault]]:
    """Return the policy of a file and every fault in it."""
    faults = [*source.faults, *_between(source)]
    try:
        file = PolicyFile.model_validate(source.data, context=surroundings)
    except ValidationError as error:
        return Policy(), [*faults, *faults_of(error, source, PolicyFile)]
    return file.policy(), faults


def _between(source: Source) -> Iterator[Fault]:
    """Find what only shows between keys and between entries."""
    yield from repeated(source, "promise", "kind", "give each kind once, with its limits")
    yield from repeated(source, "statement", "id", "give each statement its own id")
    for number, promise in enumerate(listed(source.data, "promise")):
        yield from _money(source, number, promise)
    yield from _topics(source)


def _money(source: Source, number: int, promise: dict[str, Any]) -> Iterator[Fault]:
    if "max_amount" in promise and "currency" not in promise:
        yield source.fault(
            ("promise", number, "currency"), "is missing, and an amount needs one", 'add currency = "EUR"'
        )
    if "currency" in promise and "max_amount" not in promise:
        what = "is missing, and a currency alone allows nothing"
        yield source.fault(("promise", number, "max_amount"), what, 'add max_amount = "100.00", or drop the currency')
    for total in ("max_per_customer", "max_per_day"):
        yield from _total(source, number, promise, total)


def _total(source: Source, number: int, promise: dict[str, Any], total: str) -> Iterator[Fault]:
    """Find a total that no single promise can reach or that no single promise fits into."""
    if total not in promise:
        return
    if "max_amount" not in promise:
        what = "is a total of money, and without max_amount no money may be promised"
        yield source.fault(("promise", number, total), what, 'add max_amount = "100.00", or drop the total')
        return
    try:
        whole, single = _amount(promise[total]), _amount(promise["max_amount"])
    except ValueError:
        return  # a fault of its own
    if whole is not None and single is not None and whole < single:
        what = f"is less than max_amount, {single}: that much could never be promised"
        yield source.fault(("promise", number, total), what, f"write {single} or more")


def _topics(source: Source) -> Iterator[Fault]:
    handoff = source.data.get("handoff")
    topics = handoff.get("topics") if isinstance(handoff, dict) else None
    words = handoff.get("words") if isinstance(handoff, dict) else None
    known = {*TOPICS, *(words if isinstance(words, dict) else {})}
    for number, topic in enumerate(topics if isinstance(topics, list) else []):
        if isinstance(topic, str) and topic not in known:
            what = f"no words are known for the topic {shown(topic)}"
            remedy = f'{suggestion(topic, known)}; or add [handoff] words = {{ {topic} = ["…"] }}'
            yield source.fault(("handoff", "topics", number), what, remedy)
