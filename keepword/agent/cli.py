"""The command line: `keepword [--config FILE] COMMAND`. Commands are loaded only when asked for, so each starts at once.

Exit codes: 0 done; 1 done, and something needs a person; 2 usage or configuration; 3 a server or store cannot be reached.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import click

from keepword import __version__
from keepword.agent.commands.console import Console
from keepword.errors import KeepwordError

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("setup", "write a starter folder; overwrites nothing"),
    "check": ("setup", "show every fault of the configuration"),
    "doctor": ("doctor", "try every server and say what is missing"),
    "run": ("run", "the daemon; with --once, one poll of every mailbox"),
    "login": ("login", "let Keepword into a mailbox with OAuth 2.0"),
    "health": ("health", "what works, what waits, and what needs a person"),
    "workers": ("workers", "which processes answer mail, and who owns which mailbox"),
    "store": ("store", "copy everything into another store"),
    "demo": ("demo", "show the main job on an embedded mail server"),
    "inspect": ("inspect", "read and judge raw mails without acting"),
    "threads": ("threads", "list conversations"),
    "thread": ("threads", "show one conversation"),
    "close": ("threads", "close a conversation and promote from it"),
    "profile": ("people", "show or set what is known of a person"),
    "commitments": ("ledger", "list what we promised"),
    "commitment": ("ledger", "say what became of a promise"),
    "replies": ("outbox", "list the mails that we wrote"),
    "reply": ("outbox", "decide on a reply: confirm, retry or discard"),
    "sweep": ("run", "do what is due at a time"),
    "merge": ("merge", "make one person of two addresses"),
    "unmerge": ("merge", "take a merge back"),
    "export": ("export", "all that is held on a person, as records"),
    "forget": ("forget", "erase a person, with a receipt that can be checked"),
    "why": ("why", "every verdict on one mail"),
    "replay": ("replay", "decide again on stored input, without acting"),
    "report": ("report", "what colleagues made of the drafts"),
    "knowledge": ("knowledge", "test or lint the knowledge folder"),
    "quarantine": ("outbox", "list what could not be handled, and why"),
}
"""Each command with the module under `agent/commands` that holds it, and its line in the help."""


class Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"keepword.agent.commands.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_) for name, (_, help_) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Suggest the nearest command for one that does not exist."""
        import difflib

        name = args[0] if args else ""
        if name and name not in COMMANDS:
            near = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else "; see keepword --help"
            ctx.fail(f"there is no command {name!r}{hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=True)
@click.option(
    "--config",
    "config",
    type=click.Path(path_type=Path),
    help="The settings, or their folder; else KEEPWORD_CONFIG, else ./keepword.toml.",
)
@click.option("--json", "as_json", is_flag=True, help="Results as JSON on stdout, nothing else there.")
@click.version_option(__version__, prog_name="keepword")
@click.pass_context
def cli(ctx: click.Context, config: Path | None, as_json: bool) -> None:
    """Run an email support agent that remembers people and keeps its word."""
    ctx.obj = Console(config=config, as_json=as_json, env=dict(os.environ))


def main() -> None:
    """Run the command line; every error that a user can cause is a message and an exit code, never a traceback."""
    try:
        code = cli.main(standalone_mode=False)  # what a command raises as Exit is returned here
        if sys.stdout:  # None where it was closed before the start
            sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except KeepwordError as error:
        click.echo(str(error), err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone, as `head` does; that is no error
        sys.exit(0)
    except OSError as error:
        click.echo(f"{error.filename or 'the output'}: {error.strerror or error}", err=True)
        _let_go_of_output()
        sys.exit(3)


def _let_go_of_output() -> None:
    """Send what is still to be written nowhere: the interpreter would try once more at its end, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
