"""The manual tells what there is: each command with its options, each key of each file, each guarantee with its end."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from keepword.agent.cli import COMMANDS, cli
from keepword.agent.starter import starter_text
from keepword.config import SettingRow, defaults_table

ROOT = Path(__file__).parents[1]
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("*/README.md")),
)
EVERYWHERE = {"--json", "--config", "--help", "--version"}
CONTEXT = click.Context(cli)


def leaves(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Go through a command and those below it."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    for name in command.list_commands(CONTEXT):
        below = command.get_command(CONTEXT, name)
        assert below is not None
        yield from leaves(below, (*path, name))


def all_commands() -> dict[tuple[str, ...], click.Command]:
    """Return each command by its words."""
    found = {name: cli.get_command(CONTEXT, name) for name in COMMANDS}
    return {path: leaf for name, c in found.items() if c is not None for path, leaf in leaves(c, (name,))}


def options(command: click.Command) -> set[str]:
    """Return the options of a command."""
    return {o for p in command.params if isinstance(p, click.Option) for o in (*p.opts, *p.secondary_opts)}


LEAVES = all_commands()


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_option_stands_beside_its_command(path: tuple[str, ...]) -> None:
    """A command's row in docs/commands.md names each of its options."""
    manual = (ROOT / "docs" / "commands.md").read_text("utf-8")
    rows = "\n".join(line for line in manual.splitlines() if re.search(rf"`{path[0]}\b", line) and line.startswith("|"))
    assert set() == {o for o in options(LEAVES[path]) - EVERYWHERE if o not in rows}


def calls(page: Path) -> Iterator[str]:
    """Go through the calls of our command in a page: in code spans, and in lines of code."""
    text = page.read_text("utf-8")
    yield from re.findall(r"`(keepword [a-z-][^`\n]*)`", text)
    yield from re.findall(r"(?m)^    (keepword [a-z-][^\n#]*)", text)


CALLS = [(page.relative_to(ROOT), call) for page in PAGES for call in calls(page)]


@pytest.mark.parametrize(("page", "call"), CALLS, ids=str)
def test_a_call_in_the_docs_is_one_that_there_is(page: Path, call: str) -> None:
    """Each names a command that exists, with options that it has."""
    words = shlex.split(call.replace("…", " … "))[1:]
    while words and words[0].startswith("--"):
        words = words[2:] if words[0] == "--config" else words[1:]
    path = next((p for p in LEAVES if tuple(words[: len(p)]) == p), None)
    assert path is not None or tuple(words[:1]) in {p[:1] for p in LEAVES}, page
    named = {w.partition("=")[0] for w in words if w.startswith("--")}
    known = set().union(*(options(c) for p, c in LEAVES.items() if p[0] == words[0]))
    assert set() == named - known - EVERYWHERE, page


@pytest.mark.parametrize(
    "row", [r for r in defaults_table() if r.file != "keepword.toml"], ids=lambda r: f"{r.file} {r.key}"
)
def test_every_key_of_the_other_files_stands_in_them(row: SettingRow) -> None:
    """The rules and the policy that `init` writes name every key that may be written there."""
    assert re.search(rf"\b{row.key.rpartition('.')[2]}\b", starter_text(row.file))


def test_every_guarantee_says_where_it_ends() -> None:
    """No promise without its limits."""
    sections = (ROOT / "docs" / "guarantees.md").read_text("utf-8").split("\n## ")[1:]
    assert [] == [s.splitlines()[0] for s in sections if "*It ends*" not in s]
