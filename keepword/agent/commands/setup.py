"""`init` and `check`: a folder to begin with, and every fault of the configuration at once."""

from __future__ import annotations

from pathlib import Path

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import ConfigurationError


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@common
@click.pass_obj
def init(console: Console, folder: Path) -> None:
    """Write a starter into DIR: settings with every key explained, rules, policy, knowledge. Overwrites nothing."""
    from keepword.agent.starter import write_starter

    written = write_starter(folder)
    if console.as_json:
        console.one({"folder": str(folder), "written": [str(p) for p in written]}, lambda _: None)
        return
    for path in written:
        click.echo(f"wrote {path}")
    if not written:
        click.echo(f"{folder}: everything is there already, nothing was written")
    click.echo(f"Next: edit {folder / 'keepword.toml'}, then: keepword --config {folder / 'keepword.toml'} check")


@click.command()
@common
@click.pass_obj
def check(console: Console) -> None:
    """Show every fault of the configuration at once, with file and line; exit code 2 where there are any."""
    try:
        settings = console.settings()
    except ConfigurationError as error:
        if console.as_json:
            console.one({"ok": False, "faults": str(error).splitlines()}, lambda _: None)
        raise
    console.one(
        {
            "ok": True,
            "config": str(settings.path),
            "mailboxes": [m.name for m in settings.mailboxes],
            "rules": [r.name for r in settings.rules],
            "notes": list(settings.notes),
        },
        _show_check,
    )


def _show_check(result: object) -> None:
    assert isinstance(result, dict)  # noqa: S101 - our own value
    click.echo(f"{result['config']}: no faults; mailboxes: {', '.join(result['mailboxes'])}")
    for note in result["notes"]:
        click.echo(f"note: {note}")
