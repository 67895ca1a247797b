"""`init` and `check`: a folder to begin with, and every fault of the configuration at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import ConfigurationError, UsageError

if TYPE_CHECKING:
    from keepword.agent.providers import MailProvider


SETTINGS = "keepword.toml"


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--address", metavar="A", help="The support mailbox's address; large providers' servers are known by it.")
@click.option("--provider", metavar="NAME", help="Whose servers these are, where the address does not tell.")
@common
@click.pass_obj
def init(console: Console, folder: Path, address: str | None, provider: str | None) -> None:
    """Write a starter into DIR: settings with every key explained, rules, policy, knowledge. Overwrites nothing."""
    from keepword.agent.starter import write_starter

    if provider and not address:
        raise UsageError("--provider goes with --address")
    chosen = _provider(address, provider) if address else None
    written = write_starter(folder, _settings(address, chosen) if address and chosen else None)
    missing = _missing(folder, written, address, chosen) if address and chosen else ()
    result = {"folder": str(folder), "written": [str(p) for p in written]}
    console.one({**result, "notes": _notes(folder, missing, chosen), "to_write": list(missing)}, _show_init)
    if missing:
        raise click.exceptions.Exit(1)


def _show_init(result: Mapping[str, Any]) -> None:
    file = Path(result["folder"]) / SETTINGS
    for line in (*(f"wrote {path}" for path in result["written"]), *result["notes"]):
        click.echo(line)
    for line in result["to_write"]:
        click.echo(f"  {line}")
    if not result["written"] and not result["to_write"]:
        click.echo(f"{result['folder']}: everything is there already, nothing was written")
    click.echo(f"Next: edit {file}, then: keepword --config {file} check")


def _missing(folder: Path, written: Sequence[Path], address: str, provider: MailProvider) -> tuple[str, ...]:
    """Return what a mailbox needs in settings that were there before; nothing where they hold it already."""
    from keepword.agent.providers import own_lines

    file = folder / SETTINGS
    if file in written or (address.lower(), provider.imap) in _mailboxes(file):
        return ()
    return own_lines(address, provider)


def _mailboxes(file: Path) -> set[tuple[str, str]]:
    """Return address and IMAP server of each mailbox in a settings file; none where it cannot be read: `check` says why."""
    import tomllib

    try:
        found = tomllib.loads(file.read_text("utf-8")).get("mailbox", [])
        return {(str(box["address"]).lower(), str(box["imap"]["host"])) for box in found}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _provider(address: str, name: str | None) -> MailProvider:
    """Return the provider that is named, or that the address tells, or a guess."""
    from keepword.agent.providers import BY_NAME, guessed, provider_of

    if name is None:
        return provider_of(address) or guessed(address)
    if name not in BY_NAME:
        raise UsageError(f"the provider {name!r} is not known; there are: {', '.join(sorted(BY_NAME))}")
    return BY_NAME[name]


def _settings(address: str, provider: MailProvider) -> str:
    from pydantic import TypeAdapter, ValidationError

    from keepword.agent.providers import personalised
    from keepword.agent.starter import EXAMPLE, starter_text
    from keepword.config import MailAddress

    try:
        checked = TypeAdapter(MailAddress).validate_python(address)
    except ValidationError:
        checked = ""
    if not checked.isprintable() or not checked:
        raise UsageError(f"{address!r} is no mail address; write local@domain")
    return personalised(starter_text(EXAMPLE), checked, provider)


def _notes(folder: Path, missing: Sequence[str], provider: MailProvider | None) -> list[str]:
    """Say what is to be known of the provider, and last what was left as it is."""
    if provider is None:
        return []
    left = f"{folder / SETTINGS} is there already and was left as it is; write these lines there yourself:"
    return [*_of_provider(provider), *([left] if missing else [])]


def _of_provider(provider: MailProvider) -> list[str]:
    if not provider.name:
        return [f"the provider is not known: {provider.imap} and {provider.smtp} are guesses; see --provider"]
    login = "log in with `keepword login support` once client_id is filled in" if provider.oauth2 else ""
    return [f"{provider.name}: {note}" for note in (provider.note, login) if note]


@click.command()
@common
@click.pass_obj
def check(console: Console) -> None:
    """Show every fault of the configuration at once, with file and line; exit code 2 where there are any."""
    try:
        settings = console.settings()
        if settings.guard.knowledge.is_dir():
            _check_knowledge(settings.guard.knowledge)
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


def _check_knowledge(folder: Path) -> None:
    """Raise `ConfigurationError` with every fault of the knowledge folder."""
    from keepword.agent.knowledge.search import Knowledge

    Knowledge.load(folder)


def _show_check(result: object) -> None:
    assert isinstance(result, dict)  # noqa: S101 - our own value
    click.echo(f"{result['config']}: no faults; mailboxes: {', '.join(result['mailboxes'])}")
    for note in result["notes"]:
        click.echo(f"note: {note}")
