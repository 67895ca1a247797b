"""The ledger as a fold over what was said and done: from the same statements, in any order, the same commitments.

Each commitment's history holds every statement that made it. To take in more, the ledger is unfolded into statements and
status events, joined with the new ones, put in the order of their dates, and folded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from hashlib import sha256

from keepword.memory.claims.reading import ClaimKind, read_claims
from keepword.memory.commitments.sentence import Promise, is_further
from keepword.memory.state import Commitment, CommitmentEvent, CommitmentStatus, Speaker

MAX_EVENTS = 60


def commitment_id(entity_id: str, thread_id: str, kind: str, number: int) -> str:
    """Return the id of a thread's n-th commitment of a kind, counted from 0: the same wherever and whenever it is reckoned."""
    seed = "\x1f".join((entity_id, thread_id, kind, str(number)))
    return f"c_{sha256(seed.encode()).hexdigest()[:24]}"


def statement_event(
    promise: Promise, message_id: str, by: Speaker, at: datetime, status: CommitmentStatus
) -> CommitmentEvent:
    """Return the event that a promise, or its withdrawal, is in a commitment's history."""
    return CommitmentEvent(
        at=at,
        status=status,
        by=by.value,
        note="withdrawn" if status is CommitmentStatus.WITHDRAWN else "stated",
        quote=promise.quote,
        message_id=message_id,
        amount=promise.amount,
        currency=promise.currency,
        due=promise.due,
    )


def fold(commitments: Iterable[Commitment]) -> tuple[Commitment, ...]:
    """Return the ledger that these commitments make together, in the order in which they were first made."""
    groups: dict[tuple[str, str, str], list[Commitment]] = {}
    for commitment in commitments:
        key = (commitment.entity_id, commitment.thread_id, commitment.kind)
        groups.setdefault(key, []).append(commitment)
    folded = (c for key, group in groups.items() for c in _folded(key, group))
    return tuple(sorted(folded, key=lambda c: (c.history[0].at if c.history else c.stated_at, c.commitment_id)))


@dataclass(frozen=True, slots=True)
class _Open:
    """A commitment while the fold is at work."""

    commitment: Commitment
    changed_in: str = ""
    """The message that said it last."""


def _folded(key: tuple[str, str, str], group: Sequence[Commitment]) -> tuple[Commitment, ...]:
    by_hand = {c.commitment_id: c for c in group if not any(map(_is_statement, c.history))}
    events = {
        (_event_key(e, c)): (e, c.commitment_id) for c in group for e in c.history if c.commitment_id not in by_hand
    }
    made: list[_Open] = []
    origin = next((c.origin for c in group if c.origin), "")
    for _, (event, owner) in sorted(events.items(), key=lambda item: item[0]):
        _take_in(made, (origin or key[0], *key[1:]), event, owner)
    made = [replace(m, commitment=_owned(m.commitment, key[0], origin)) for m in made] if origin else made
    return (*by_hand.values(), *(m.commitment for m in made))


def _owned(commitment: Commitment, entity_id: str, origin: str) -> Commitment:
    """Return a commitment as the person's whom its thread was merged into; its id stays that of its own thread."""
    return commitment.model_copy(update={"entity_id": entity_id, "origin": origin})


def _is_statement(event: CommitmentEvent) -> bool:
    return bool(event.quote and event.message_id)


def _event_key(event: CommitmentEvent, commitment: Commitment) -> tuple[str, ...]:
    """Order events by their dates, in one mail promises before withdrawals, statements before what an operator did."""
    said = _is_statement(event)
    taken_back = event.status is CommitmentStatus.WITHDRAWN
    return (
        event.at.astimezone(UTC).isoformat(timespec="microseconds"),
        f"{0 if said else 1}{event.message_id}",
        str(int(taken_back)),
        event.quote,
        event.amount or "",
        "" if said else f"{commitment.commitment_id}{event.status}{event.note}{event.by}",
    )


def _take_in(made: list[_Open], key: tuple[str, str, str], event: CommitmentEvent, owner: str) -> None:
    if not _is_statement(event):
        _acted(made, event, owner)
    elif event.status is CommitmentStatus.WITHDRAWN:
        _withdrawn(made, event)
    else:
        _stated(made, key, event)


def _acted(made: list[_Open], event: CommitmentEvent, owner: str) -> None:
    """Apply what an operator did to the commitment that he did it to; to the last one where that was counted otherwise then."""
    if not made:
        return
    index = next((i for i, m in enumerate(made) if m.commitment.commitment_id == owner), len(made) - 1)
    made[index] = replace(made[index], commitment=_with_event(made[index].commitment, event))


def _with_event(commitment: Commitment, event: CommitmentEvent) -> Commitment:
    history = (*commitment.history, event)
    if len(history) > MAX_EVENTS:
        history = (*history[: MAX_EVENTS // 2], *history[-MAX_EVENTS // 2 :])
    return commitment.model_copy(update={"status": event.status, "history": history})


def _withdrawn(made: list[_Open], event: CommitmentEvent) -> None:
    """Withdraw what a mail takes back: the one with that amount, or all of the kind where it names none."""
    for index, item in enumerate(made):
        same = event.amount is None or item.commitment.amount in {None, event.amount}
        if item.commitment.status is CommitmentStatus.OPEN and same:
            taken = event.model_copy(update={"note": "withdrawn"})
            made[index] = replace(item, commitment=_with_event(item.commitment, taken))


def _stated(made: list[_Open], key: tuple[str, str, str], event: CommitmentEvent) -> None:
    index = _same_promise(made, event)
    if index is None:
        made.append(_Open(_new(key, len(made), event), event.message_id))
    else:
        made[index] = _Open(_said_again(made[index].commitment, event), event.message_id)


def _same_promise(made: Sequence[_Open], event: CommitmentEvent) -> int | None:
    """Return which of the open promises this statement is about, None where it is a new one."""
    open_ = [i for i, m in enumerate(made) if m.commitment.status is CommitmentStatus.OPEN]
    if not open_:
        return None
    exact = [i for i in open_ if _amount(made[i].commitment) == (event.amount, event.currency)]
    if exact and event.amount is not None:
        return exact[-1]
    if is_further(event.quote):
        return None
    if event.amount is None:
        return _without_amount(made, open_, event)
    unspecified = [i for i in open_ if made[i].commitment.amount is None]
    if unspecified:
        return unspecified[-1]
    return open_[0] if len(open_) == 1 and made[open_[0]].changed_in != event.message_id else None


def _without_amount(made: Sequence[_Open], open_: Sequence[int], event: CommitmentEvent) -> int | None:
    """Tie a statement without an amount to what is open; in one mail, two different days are two promises."""
    last = made[open_[-1]]
    other_day = event.due is not None and last.commitment.due not in {None, event.due}
    return None if last.changed_in == event.message_id and other_day and last.commitment.amount is None else open_[-1]


def _amount(commitment: Commitment) -> tuple[str | None, str | None]:
    return commitment.amount, commitment.currency


def _new(key: tuple[str, str, str], number: int, event: CommitmentEvent) -> Commitment:
    entity_id, thread_id, kind = key
    return Commitment(
        commitment_id=commitment_id(entity_id, thread_id, kind, number),
        entity_id=entity_id,
        thread_id=thread_id,
        kind=kind,
        amount=event.amount,
        currency=event.currency,
        due=event.due,
        quote=event.quote,
        message_id=event.message_id,
        stated_by=event.by,
        stated_at=event.at,
        history=(event.model_copy(update={"note": "stated"}),),
    )


def _said_again(old: Commitment, event: CommitmentEvent) -> Commitment:
    """Return the promise after another statement of it: the newer words count for what they say, and for no more."""
    amount = event.amount if event.amount is not None else old.amount
    currency = event.currency if event.amount is not None else old.currency
    due = _due(old, event)
    changes = tuple(_changes(old, amount, currency, due))
    if not changes:
        return _with_event(old, event.model_copy(update={"note": "restated"}))
    note = f"changed: {', '.join(changes)}; before: {old.quote[:300]}"
    renewed = old.model_copy(
        update={
            "amount": amount,
            "currency": currency,
            "due": due,
            "quote": event.quote,
            "message_id": event.message_id,
            "stated_by": event.by,
            "stated_at": event.at,
        }
    )
    return _with_event(renewed, event.model_copy(update={"note": note}))


def _due(old: Commitment, event: CommitmentEvent) -> date | None:
    if event.due is None or (old.due is not None and event.due != old.due and _same_term(old.quote, event.quote)):
        return old.due
    return event.due


def _same_term(old: str, new: str) -> bool:
    """Say whether both name the same length of time: `within 10 days`, said again two days later, moves no deadline."""
    terms = [{c.value for c in read_claims(q) if c.kind is ClaimKind.DURATION} for q in (old, new)]
    return bool(terms[0]) and terms[0] == terms[1]


def _changes(old: Commitment, amount: str | None, currency: str | None, due: date | None) -> Iterable[str]:
    if (amount, currency) != _amount(old):
        yield f"{_money(old.amount, old.currency)} to {_money(amount, currency)}"
    if due != old.due:
        yield f"due {old.due or 'on no day'} to {due}"


def _money(amount: str | None, currency: str | None) -> str:
    return f"{amount} {currency or ''}".strip() if amount else "no amount"
