"""What every command has: where the settings are, whether people or programs read, and how results are shown."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.store import Store

WORDY = frozenset({"reason", "subject", "topic", "quote", "text", "content", "value", "what", "todo", "why", "defects"})
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")
PIPED_WIDTH = 400
"""Columns where nobody looks: lines are whole, for `grep`."""

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(slots=True)
class Console:
    """The words before the command."""

    config: Path | None = None
    as_json: bool = False
    env: Mapping[str, str] = field(default_factory=dict)

    def settings(self) -> Settings:
        """Load the settings; raise `ConfigurationError` with all faults."""
        from keepword.config import find, load

        return load(find(self.config, self.env), self.env)

    def servers(self) -> Settings:
        """Load of the settings where the store and the mailboxes are; faults in the other files are none here."""
        from keepword.config import find, load_servers

        return load_servers(find(self.config, self.env), self.env)

    def with_store(
        self, work: Callable[[Store, Settings], Coroutine[Any, Any, T]], settings: Settings | None = None
    ) -> T:
        """Open the store of these settings, else of all that can be loaded, do something with it, close it."""
        from keepword.agent.wire import open_store

        settings = settings or self.settings()

        async def go() -> T:
            async with open_store(settings) as store:
                return await work(store, settings)

        return asyncio.run(go())

    def one(self, value: Mapping[str, Any], show: Callable[[Mapping[str, Any]], None]) -> None:
        """Give one result: a JSON object for programs, `show` for people."""
        if self.as_json:
            click.echo(_json(value))
        else:
            show(value)

    def lines(self, values: Iterable[Mapping[str, Any]], columns: Sequence[str], empty: str) -> None:
        """Give a list: a JSON object a line for programs, a table of these columns for people."""
        if self.as_json:
            for value in values:
                click.echo(_json(value))
            return
        rows = list(values)
        if rows:
            table(rows, columns)
        else:
            click.echo(empty)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Print rows as a table, as wide as the terminal is."""
    from rich.console import Console as Rich
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        # What is copied into the next command stays in one piece; only people's words are wrapped.
        drawn.add_column(column.replace("_", " "), overflow="fold", no_wrap=column not in WORDY)
    for row in rows:
        drawn.add_row(*(Text(cell(row.get(column))) for column in columns))
    width = None if sys.stdout.isatty() else PIPED_WIDTH
    Rich(file=sys.stdout, highlight=False, width=width).print(drawn, soft_wrap=False)


def cell(value: Any) -> str:
    """Write a value as a person would read it; control characters of a stranger's text never reach the terminal."""
    if value is None or value in ("", [], ()):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ", ".join(cell(v) for v in value) if isinstance(value, list | tuple) else _in_utc(str(value))
    return "".join(c if c.isprintable() else " " for c in text)


def _in_utc(text: str) -> str:
    """Write a time of ours, in whichever of the forms of ISO 8601 it is kept, in the one form that people see."""
    if not TIME.fullmatch(text):
        return text
    try:
        return f"{datetime.fromisoformat(text).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError):
        return text


def section(title: str, body: Any, indent: str = "  ") -> None:
    """Print a heading and what stands under it, nested values by their names."""
    click.echo(click.style(title, bold=True))
    _nested(body, indent)


def _nested(body: Any, indent: str) -> None:
    if isinstance(body, Mapping):
        for key, value in body.items():
            _named(str(key), value, indent)
    elif isinstance(body, list | tuple):
        for value in body:
            if isinstance(value, Mapping):
                click.echo(f"{indent}-")
                _nested(value, indent + "  ")
            else:
                click.echo(f"{indent}- {cell(value)}")
        if not body:
            click.echo(f"{indent}–")
    else:
        for line in str(body).splitlines() or ["–"]:
            click.echo(f"{indent}{cell(line)}" if line else "")


def _named(key: str, value: Any, indent: str) -> None:
    if (isinstance(value, Mapping | list | tuple) and value) or (isinstance(value, str) and "\n" in value):
        click.echo(f"{indent}{key}:")
        _nested(value, indent + "  ")
    else:
        click.echo(f"{indent}{key}: {cell(value) if value not in ([], (), {}) else '–'}")


def common(function: F) -> F:
    """Let `--config` and `--json` also stand behind the command."""
    function = click.option(
        "--json", "json_here", is_flag=True, expose_value=False, callback=_json_here, help="Results as JSON."
    )(function)
    return click.option(
        "--config",
        "config_here",
        type=click.Path(path_type=Path),
        expose_value=False,
        callback=_config_here,
        help="The settings.",
    )(function)


def _json_here(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        ctx.obj.as_json = True


def _config_here(ctx: click.Context, _: click.Parameter, value: Path | None) -> None:
    if value is not None:
        ctx.obj.config = value
