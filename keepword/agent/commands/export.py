"""`export`: all that is held on a person, as JSON lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import NotFound

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.store import Store


@click.command()
@click.argument("person", metavar="A")
@common
@click.pass_obj
def export(console: Console, person: str) -> None:
    """Print all that is held on an address or entity id, a JSON object a line; `type` says what each is."""

    async def go(store: Store, settings: Settings) -> list[dict[str, Any]]:
        from keepword.agent.commands.lookup import entity_of
        from keepword.agent.people.exporting import export as export_person

        entity = await entity_of(person, store, settings)
        slots = tuple(r.slot for r in settings.rules if r.slot)
        return [line async for line in export_person(entity, slots, store)]

    lines = console.with_store(go)
    if not lines:
        raise NotFound(f"nothing is held on {person}")
    for line in lines:
        click.echo(json.dumps(line, ensure_ascii=False, default=str))
