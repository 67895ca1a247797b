"""What needs a person is told to the colleagues by mail: once, and again only after it has ended and come back.

A marker in the store stands for each thing that was told. It is written before the mail is handed over, so that a crash
between the two loses the mail rather than sending it at every start: what needs a person also stands in `keepword health`,
while a mail repeated all night teaches people not to read it. A mail that surely did not leave is tried again.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from keepword.agent.health.report import TOLD_ELSEWHERE, Health, Problem, examine
from keepword.agent.mail.compose import compose_notice
from keepword.agent.ports import Outbox
from keepword.agent.sending.deliver import delay_after
from keepword.agent.terms import Desk
from keepword.errors import AlreadyThere, Changed, DeliveryUnknown, KeepwordError
from keepword.memory.ports import Condition, Container, Documents, New, Search
from keepword.memory.state import Value
from keepword.memory.store_bodies import Versioned, document_id, value_of

if TYPE_CHECKING:
    from keepword.agent.wire import House

MAX_LISTED = 50
"""A mail lists so many things; the others are counted."""
MAX_TEXT = 600


class MarkerState(StrEnum):
    """`sending` stays after a crash, and means that the mail may have left; `waiting`: it surely did not."""

    SENDING = "sending"
    WAITING = "waiting"
    TOLD = "told"


class Marker(Value):
    """That a thing was told. It says nothing of any person: `key` names ids of ours only."""

    key: str
    state: MarkerState = MarkerState.SENDING
    at: datetime
    attempts: int = 0
    next_at: datetime | None = None


class Markers:
    """The markers, among the leases of a document store."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    async def all(self) -> AsyncIterator[Versioned[Marker]]:
        """Go through all of them."""
        search = Search(conditions=(Condition("kind", "=", "alert"),))
        async for document in self._documents.find(Container.LEASES, search):
            yield value_of(Marker, document)

    async def write(self, marker: Marker, etag: str | None) -> Versioned[Marker] | None:
        """Create a marker, or write over the version read; None where another worker was first."""
        id_ = _id(marker.key)
        new = New(id_, {**marker.model_dump(mode="json"), "id": id_, "kind": "alert"})
        try:
            if etag is None:
                return Versioned(marker, await self._documents.create(Container.LEASES, new))
            return Versioned(marker, await self._documents.replace(Container.LEASES, new, etag))
        except (AlreadyThere, Changed):
            return None

    async def forget(self, key: str) -> None:
        """Remove a marker: what it stood for has ended, and will be told when it comes back."""
        await self._documents.delete(Container.LEASES, (_id(key),), _id(key))


def _id(key: str) -> str:
    return document_id(f"alert:{key}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the mail: whether it left, as far as anybody can know, and why not."""

    told: bool
    reason: str = ""


async def watch(house: House, now: datetime) -> tuple[Problem, ...]:
    """Look for what needs a person and tell the colleagues what they were not told yet; return that.

    Where the operator named no colleagues nothing is looked at. Raises `StoreUnreachable`.
    """
    if not house.terms.handoff_to:
        return ()
    health = await examine(house.store, house.poll_every, now, house.by_token)
    return await tell(health, house.desks, house.outboxes, house.terms.handoff_to, house.store.documents, now)


async def tell(
    health: Health,
    desks: Sequence[Desk],
    outboxes: Mapping[str, Outbox],
    to: Sequence[str],
    documents: Documents,
    now: datetime,
) -> tuple[Problem, ...]:
    """Send one mail with all that is new, by the first desk whose server takes it; return what was told."""
    markers = Markers(documents)
    known = {m.value.key: m async for m in markers.all()}
    problems = [p for p in health.problems if p.kind not in TOLD_ELSEWHERE]
    for key in known.keys() - {p.key for p in problems}:
        await markers.forget(key)
    claimed = {p: c for p in problems if (c := await _claim(markers, p, known.get(p.key), now))}
    if not claimed:
        return ()
    verdict = await _send(tuple(claimed), desks, outboxes, to, now)
    for marker in claimed.values():
        await markers.write(_settled(marker.value, verdict, now), marker.etag)
    return tuple(claimed) if verdict.told else ()


async def _claim(
    markers: Markers, problem: Problem, known: Versioned[Marker] | None, now: datetime
) -> Versioned[Marker] | None:
    """Take it on ourselves to tell a thing; None where it is told, or somebody else's to tell."""
    if known is None:
        return await markers.write(Marker(key=problem.key, at=now), None)
    marker = known.value
    if marker.state is not MarkerState.WAITING or (marker.next_at is not None and marker.next_at > now):
        return None
    return await markers.write(marker.model_copy(update={"state": MarkerState.SENDING}), known.etag)


def _settled(marker: Marker, verdict: Verdict, now: datetime) -> Marker:
    if verdict.told:
        return marker.model_copy(update={"state": MarkerState.TOLD, "at": now})
    attempts = marker.attempts + 1
    wait = {"state": MarkerState.WAITING, "attempts": attempts, "next_at": now + delay_after(attempts)}
    return marker.model_copy(update=wait)


async def _send(
    problems: Sequence[Problem],
    desks: Sequence[Desk],
    outboxes: Mapping[str, Outbox],
    to: Sequence[str],
    now: datetime,
) -> Verdict:
    """Try desk after desk: the one that is in trouble may be the one that cannot send."""
    verdict = Verdict(told=False, reason="no desk")
    for desk in desks:
        try:
            await outboxes[desk.name].send(alert_mail(problems, desk, to, now), desk.address, to)
        except DeliveryUnknown as error:
            return Verdict(told=True, reason=str(error))
        except KeepwordError as error:
            verdict = Verdict(told=False, reason=str(error))
        else:
            return Verdict(told=True)
    return verdict


def alert_mail(problems: Sequence[Problem], desk: Desk, to: Sequence[str], now: datetime) -> bytes:
    """Write the mail: what needs a person, each with what to do."""
    text = "\n\n".join(_paragraph(p) for p in problems[:MAX_LISTED])
    if len(problems) > MAX_LISTED:
        text += f"\n\nand {len(problems) - MAX_LISTED} more: see `keepword health`"
    many = len(problems) > 1
    subject = (
        f"{len(problems)} things need a person" if many else f"needs a person: {problems[0].kind.replace('_', ' ')}"
    )
    return compose_notice(
        sender=desk.address,
        sender_name=desk.display_name,
        to=to,
        subject=f"[Keepword] {subject}",
        text=f"{text}\n\nThis is told once. `keepword health` shows how things are now.\n",
        message_id=_message_id(problems, desk, now),
        now=now,
    )


def _paragraph(problem: Problem) -> str:
    said = " ".join(problem.text.split())[:MAX_TEXT]
    return f"{said}\n  What to do: {problem.remedy}."


def _message_id(problems: Sequence[Problem], desk: Desk, now: datetime) -> str:
    seed = "\0".join([now.isoformat(), *(p.key for p in problems)])
    return f"<kw-alert.{hashlib.sha256(seed.encode()).hexdigest()[:26]}@{desk.domain}>"
