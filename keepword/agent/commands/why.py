"""`why`: every verdict on one mail, from the gate to the delivery of its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, section
from keepword.errors import NotFound

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.state import IndexEntry, ThreadDocument
    from keepword.memory.store import Store


@click.command()
@click.argument("message_id", metavar="MESSAGE-ID")
@common
@click.pass_obj
def why(console: Console, message_id: str) -> None:
    """Show every verdict on a mail (ours or a customer's): gate, authentication, entity, thread, model, guard, memory, delivery."""

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        from keepword.agent.commands.lookup import message_id_of

        return await explain(store, settings, message_id_of(message_id))

    console.one(console.with_store(go), _show)


async def explain(store: Store, settings: Settings, message_id: str) -> dict[str, Any]:
    """Gather all that is known of a mail; raise `NotFound` where it was never seen."""
    entries = [e.value async for e in store.messages(message_id=message_id)]
    seen = [e for e in entries if e.digest is not None]
    if not seen:
        return await _of_our_own(store, settings, message_id)
    first = await _explained(store, seen[0])
    others = [await _explained(store, e) for e in seen[1:]]
    return {**first, **({"others_with_this_message_id": others} if others else {})}


async def _explained(store: Store, entry: IndexEntry) -> dict[str, Any]:
    base = {
        "message_id": entry.message_id,
        "mailbox": entry.mailbox,
        "outcome": entry.outcome or None,
        "reason": entry.reason or None,
        "thread_id": entry.thread_id or None,
        "entity_id": entry.entity_id or None,
        "duplicates": list(entry.duplicates),
    }
    if entry.trace:
        return base | entry.trace
    return base | await _of_a_turn(store, entry)


async def _of_a_turn(store: Store, entry: IndexEntry) -> dict[str, Any]:
    from keepword.agent.intake.following import current_thread

    thread = await current_thread(store, entry.thread_id)
    places = dict.fromkeys([entry.thread_id, *([thread.value.thread_state.thread_id] if thread else [])])
    turns = [t for place in places for t in [t async for t in store.turns(entry.entity_id, place)]]
    turn = next((t for t in turns if t.metadata.get("digest") == entry.digest), None)
    if turn is None:
        return {"outcome": "waiting", "reason": "claimed for its thread, not handled yet"}
    outcome = turn.metadata["outcome"]
    trace = dict(turn.metadata["trace"])
    trace["candidates"] = _fates(entry, trace.get("candidates", {}), thread.value if thread else None)
    return {
        "outcome": outcome["outcome"],
        "reason": outcome["reason"] or None,
        **trace,
        "delivery": await _delivery(store, entry, thread.value if thread else None, outcome["reply_message_id"]),
    }


def _fates(entry: IndexEntry, at_turn: Mapping[str, Any], thread: ThreadDocument | None) -> dict[str, Any]:
    """Say of every candidate of this mail and of its answer whether it was promoted, was refused (by which rule), or waits."""
    refused = {_key(v): v for v in at_turn.get("refused", [])}
    promoted: dict[tuple[str, str, str], dict[str, Any]] = {}
    ids = {entry.message_id}
    if thread is not None:
        ids |= {r.message_id for r in thread.replies if r.in_reply_to == entry.message_id}
        for verdict in (v.model_dump(mode="json") for v in thread.verdicts if v.message_id in ids):
            (promoted if verdict["promoted"] else refused)[_key(verdict)] = verdict
    decided = refused.keys() | promoted.keys()
    kept = (
        [*at_turn.get("kept", []), *(c.model_dump(mode="json") for c in thread.candidates if c.message_id in ids)]
        if thread
        else []
    )
    waiting = {_key(c): c for c in kept if _key(c) not in decided}
    return {"promoted": list(promoted.values()), "refused": list(refused.values()), "waiting": list(waiting.values())}


def _key(candidate: Mapping[str, Any]) -> tuple[str, str, str]:
    return (candidate["rule"], candidate["value"], candidate["quote"])


async def _delivery(
    store: Store, entry: IndexEntry, thread: ThreadDocument | None, reply_message_id: str | None
) -> list[dict[str, Any]]:
    from keepword.agent.commands.threads import whole_thread

    if thread is None:
        return []
    whole = await whole_thread(store, thread.thread_state.thread_id)
    ours = [*whole["replies"], *whole["notices"]]
    return [r for r in ours if r["in_reply_to"] == entry.message_id or r["message_id"] == reply_message_id]


async def _of_our_own(store: Store, settings: Settings, message_id: str) -> dict[str, Any]:
    """Explain a mail of ours by the mail that it answers."""
    from keepword.agent.commands.threads import whole_thread
    from keepword.threading.tokens import read_message_id

    own = read_message_id(settings.app.secret.reveal().encode(), message_id)
    thread = await store.thread(own.thread_id) if own else None
    if own is None or thread is None:
        raise NotFound(f"{message_id} was never seen; `keepword threads` and `keepword thread ID` list the mails")
    whole = await whole_thread(store, own.thread_id)
    reply = next((r for r in [*whole["replies"], *whole["notices"]] if r["message_id"] == message_id), None)
    if reply is None:
        raise NotFound(f"{message_id} is of thread {own.thread_id}, which does not hold it any more")
    answered = await explain(store, settings, reply["in_reply_to"]) if reply["in_reply_to"] else None
    return {"message_id": message_id, "thread_id": own.thread_id, "delivery": [reply], "answers": answered}


VERDICTS = ("gate", "authentication", "entity", "thread", "bounce", "quarantine", "guard", "candidates", "delivery")
"""What people want to know first, in the order in which it was decided."""

LAST = ("message", "model")
"""What it was decided on comes last, the prompt after everything; `brief`, the prompt's parts for a replay, is for programs."""

NESTED = ("answers", "others_with_this_message_id")


def _show(value: Mapping[str, Any]) -> None:
    simple = {k: v for k, v in value.items() if not isinstance(v, Mapping | list)}
    section(str(value["message_id"]), simple)
    rest = [name for name in value if name not in {*simple, *VERDICTS, *LAST, *NESTED, "brief"}]
    for name in (*VERDICTS, *rest, *LAST):
        if value.get(name):
            section(name.replace("_", " "), _prompt_last(value[name]) if name == "model" else value[name])
    for name in NESTED:
        _show_others(name, value.get(name) or ())


def _prompt_last(model: Mapping[str, Any]) -> dict[str, Any]:
    return {**{k: v for k, v in model.items() if k != "input"}, "input": model.get("input", [])}


def _show_others(name: str, others: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    for other in (others,) if isinstance(others, Mapping) else others:
        click.echo(click.style(f"\n{name.replace('_', ' ')}:", bold=True))
        _show(other)
