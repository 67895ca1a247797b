"""`store copy`: everything into another store, such as from a file on one machine into Azure Cosmos DB, and back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import UsageError

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.copying import Copied

COLUMNS = ("container", "documents", "written", "same", "found", "ok")


@click.group()
def store() -> None:
    """Do something with the store as a whole."""


@store.command()
@click.option(
    "--to",
    "to",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Settings like yours, whose [store] (for sqlite: whose app.data) names where to.",
)
@common
@click.pass_obj
def copy(console: Console, to: Path) -> None:
    """Copy everything into the store of other settings. Repeat it to go on where it was broken off.

    A line a container with what both stores hold by count and digest. Exit code 1 where they differ. The old store is left
    as it was.
    """
    from keepword.config import load

    settings = console.settings()
    target = load(to, console.env)
    _refuse_itself(settings, target)
    copied = asyncio.run(_collected(settings, target))
    console.lines((c.line() for c in copied), COLUMNS, "nothing to copy")
    if not all(c.ok for c in copied):
        click.echo("the stores differ; repeat the command, or begin with an empty store", err=True)
        raise click.exceptions.Exit(1)


def _where(settings: Settings) -> tuple[Any, ...]:
    chosen = settings.store
    if chosen.kind == "cosmos":
        return chosen.kind, chosen.endpoint.rstrip("/"), chosen.database
    return chosen.kind, settings.app.data.resolve()


def _refuse_itself(settings: Settings, target: Settings) -> None:
    if _where(settings) == _where(target):
        raise UsageError(f"{target.path}: names the same store as {settings.path}; nothing to copy")


async def _collected(settings: Settings, target: Settings) -> list[Copied]:
    return [copied async for copied in _copied(settings, target)]


async def _copied(settings: Settings, target: Settings) -> AsyncIterator[Copied]:
    from keepword.agent.wire import open_store, utc_now
    from keepword.memory.copying import copy as copy_all
    from keepword.memory.copying import refuse_if_at_work

    async with open_store(settings) as old, open_store(target) as new:
        for name, one in ((settings.path, old), (target.path, new)):
            await refuse_if_at_work(str(name), one.documents, utc_now())
        async for copied in copy_all(old.documents, new.documents, utc_now(), asyncio.gather):
            yield copied
