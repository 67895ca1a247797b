"""`knowledge`: what would be found for a question, and what is wrong with the pages."""

from __future__ import annotations

from dataclasses import asdict

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import UsageError


@click.command()
@click.argument("action", type=click.Choice(["test", "lint"]))
@click.argument("question", required=False)
@common
@click.pass_obj
def knowledge(console: Console, action: str, question: str | None) -> None:
    """Show the passages that a question finds (`test "QUESTION"`), or what is wrong with the pages (`lint`, exit code 1)."""
    from keepword.agent.wire import knowledge_of, utc_now

    pages = knowledge_of(console.settings().guard.knowledge)
    today = utc_now().date()
    if action == "lint":
        faults = [asdict(f) for f in pages.lint(today)]
        console.lines(faults, ("file", "line", "what", "todo"), "nothing is wrong")
        if faults:
            raise click.exceptions.Exit(1)
        return
    if not question:
        raise UsageError('write the question: keepword knowledge test "How long is the warranty?"')
    found = pages.search(question, 4, today)
    console.lines((asdict(p) for p in found), ("id", "title", "score", "text"), "nothing would be found")
