"""`demo`: the main job on an embedded mail server, store and model."""

from __future__ import annotations

import asyncio
import signal

import click

from keepword.agent.commands.console import Console, common


@click.command()
@click.option("--keep", is_flag=True, help="Leave the mail server and its web page up until Ctrl-C.")
@common
@click.pass_obj
def demo(console: Console, keep: bool) -> None:
    """Show the main job: a small story on an embedded mail server, with the real poller, store, promotion and sender."""
    from keepword.agent.demo.play import play

    try:
        asyncio.run(play(as_json=console.as_json, keep=keep))
    except asyncio.CancelledError:
        raise click.exceptions.Exit(128 + signal.SIGTERM) from None
