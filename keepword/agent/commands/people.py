"""`profile`: what is known of a person, and the operator's own word on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, section, table
from keepword.errors import NotFound, UsageError

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.store import Store


@click.command()
@click.argument("person", metavar="A")
@click.argument("words", nargs=-1, metavar="[set SLOT VALUE | undo SLOT]")
@click.option("--records", is_flag=True, help="Add the person's records, with the evidence of every value.")
@common
@click.pass_obj
def profile(console: Console, person: str, words: tuple[str, ...], records: bool) -> None:
    """Show the profile of an address or entity id, or set a slot: `profile A set SLOT VALUE`, and back."""

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        from keepword.agent.commands.lookup import entity_of

        entity = await entity_of(person, store, settings)
        if words:
            await _set(store, settings, entity, words)
        return await _profile(store, settings, entity, records, person)

    console.one(console.with_store(go), _show)


async def _set(store: Store, settings: Settings, entity: str, words: tuple[str, ...]) -> None:
    from keepword.agent.wire import utc_now
    from keepword.memory.promotion.promote import set_by_operator
    from keepword.memory.state import ProfileDocument

    if words[0] == "undo" and len(words) == 2:
        await _undo(store, settings, entity, words[1])
        return
    if len(words) < 3 or words[0] != "set":
        raise UsageError("write: keepword profile ADDRESS set SLOT VALUE, or … undo SLOT")
    slot, value = words[1], " ".join(words[2:])
    known = sorted({r.slot for r in settings.rules if r.slot} | {"name", "account_tier", "preferred_contact_time"})
    if slot not in known:
        raise UsageError(
            f"there is no slot {slot!r}; the slots are {', '.join(known)} (rules in promotion.toml name more)"
        )
    before = await store.profile(entity)
    document = before.value if before else ProfileDocument(entity_id=entity)
    try:
        changed = set_by_operator(document, slot, value, settings.rules, utc_now(), by="operator")
    except ValueError as error:
        raise UsageError(f"{value!r} is no value for {slot}: {error}") from None
    await store.save_profile(changed, before.etag if before else None)


async def _undo(store: Store, settings: Settings, entity: str, slot: str) -> None:
    from keepword.agent.wire import utc_now
    from keepword.memory.promotion.promote import undo_operator

    before = await store.profile(entity)
    if before is None:
        raise NotFound(f"there is no profile in which {slot} could be undone")
    await store.save_profile(undo_operator(before.value, slot, settings.rules, utc_now()), before.etag)


async def _profile(store: Store, settings: Settings, entity: str, records: bool, person: str) -> dict[str, Any]:
    from keepword.memory.state import ProfileDocument, profile_state

    found = await store.profile(entity)
    if found is None and not [t async for t in store.threads(entity_id=entity)]:
        raise NotFound(f"nothing is known of {person}: no profile and no thread")
    document = found.value if found else ProfileDocument(entity_id=entity)
    state = profile_state(document, tuple(r.slot for r in settings.rules if r.slot))
    if not records:
        return state
    return {
        "profile_state": state,
        "facts": [f.model_dump(mode="json") for f in document.facts],
        "commitments": [c.model_dump(mode="json") for c in document.commitments],
        "records": [r.document() async for r in store.records(entity)],
    }


def _show(value: Mapping[str, Any]) -> None:
    state = value.get("profile_state", value)
    lists = {"past_threads", "outstanding_commitments"}
    section("profile", {k: v for k, v in state.items() if k not in lists})
    if state["past_threads"]:
        click.echo(click.style("past threads", bold=True))
        table(state["past_threads"], ("closed_at", "topic", "thread_id"))
    if state["outstanding_commitments"]:
        click.echo(click.style("outstanding commitments", bold=True))
        table(state["outstanding_commitments"], ("kind", "amount", "currency", "due", "quote", "commitment_id"))
    if "records" in value:
        click.echo(click.style("facts", bold=True))
        table(value["facts"], ("slot", "value", "quote", "stated_by", "stated_at", "superseded_by"))
        click.echo(click.style("records", bold=True))
        table(value["records"], ("type", "content", "created_at", "id"))
