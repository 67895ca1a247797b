"""`health`: what works, what waits, and what needs a person, for people, monitors and containers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, cell, common
from keepword.errors import StoreUnreachable

if TYPE_CHECKING:
    from keepword.agent.health.report import Health
    from keepword.config import Settings
    from keepword.memory.store import Store

LISTED = 10
"""Problems of one kind that people are shown; programs get all."""
COLOURS = {"ok": "green", "attention": "yellow", "failing": "red"}


@click.command()
@click.option("--alive", is_flag=True, help="Ask only whether every mailbox has somebody who tries to read it.")
@common
@click.pass_obj
def health(console: Console, alive: bool) -> None:
    """Show the state of every mailbox, what waits, and what needs a person. Exit code 1 where something does."""

    async def go(store: Store, settings: Settings) -> Health:
        from keepword.agent.health.report import examine
        from keepword.agent.wire import by_token, utc_now

        every = {m.name: m.poll_every.total_seconds() for m in settings.mailboxes}
        return await examine(store, every, utc_now(), by_token(settings))

    try:
        found = console.with_store(go, console.servers())
    except StoreUnreachable as error:
        if console.as_json:
            console.one({"status": "failing", "alive": False, "error": str(error)}, lambda _: None)
        raise
    console.one(found.line(), _show)
    if not found.alive if alive else found.status != "ok":
        raise click.exceptions.Exit(1)


def _show(line: Mapping[str, Any]) -> None:
    click.echo(click.style(line["status"], fg=COLOURS[line["status"]], bold=True))
    for box in line["mailboxes"]:
        _show_mailbox(box)
    counts = {name: line[name] for name in ("handoffs", "quarantined", "overdue_commitments", "waiting")}
    replies = {f"replies {state}": count for state, count in line["replies"].items()}
    shown = [f"{name.replace('_', ' ')} {count}" for name, count in {**counts, **replies}.items() if count]
    click.echo(f"  {', '.join(shown) or 'nothing waits'}")
    for of_a_kind in _by_kind(line["problems"]):
        for problem in of_a_kind[:LISTED]:
            click.echo(f"  {cell(problem['text'])}\n    → {cell(problem['remedy'])}")
        if len(of_a_kind) > LISTED:
            click.echo(f"  … and {len(of_a_kind) - LISTED} more of this kind: keepword --json health")


def _by_kind(problems: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    return [list(found) for _, found in groupby(problems, key=lambda p: str(p["kind"]))]


def _show_mailbox(box: Mapping[str, Any]) -> None:
    state = "needs a login" if box["needs_reauth"] else "stalled" if box["stalled"] else "ok"
    if box["last_good_poll"] is None and not box["last_error"]:
        state = "never polled"
    error = f", {cell(box['last_error'])}" if box["last_error"] else ""
    click.echo(f"  {box['mailbox']}: {state}, last good poll {cell(box['last_good_poll'])}{error}")
    if box["waiting_since"]:
        why = f": {cell(box['waiting_for'])}" if box["waiting_for"] else ""
        click.echo(f"    the oldest mail waits since {cell(box['waiting_since'])}{why}")
