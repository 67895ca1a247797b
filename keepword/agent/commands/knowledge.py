"""`knowledge`: what would be found for a question, and what is wrong with the pages."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import UsageError

if TYPE_CHECKING:
    from keepword.agent.brief.assemble import Passage
    from keepword.agent.knowledge.search import Knowledge
    from keepword.config import Settings


@click.command()
@click.argument("action", type=click.Choice(["test", "lint"]))
@click.argument("question", required=False)
@common
@click.pass_obj
def knowledge(console: Console, action: str, question: str | None) -> None:
    """Show the passages that a question finds (`test "QUESTION"`), or what is wrong with the pages (`lint`, exit code 1).

    `found` says by what a passage was found and `score` orders them; `words` (BM25) and `meaning` (cosine) are each way's own.
    """
    from keepword.agent.wire import knowledge_of, utc_now

    settings = console.settings()
    pages = knowledge_of(settings.guard.knowledge)
    today = utc_now().date()
    if action == "lint":
        faults = [asdict(f) for f in pages.lint(today)]
        console.lines(faults, ("file", "line", "what", "todo"), "nothing is wrong")
        if faults:
            raise click.exceptions.Exit(1)
        return
    if not question:
        raise UsageError('write the question: keepword knowledge test "How long is the warranty?"')
    found, fault = asyncio.run(_found(question, pages, settings))
    columns = ("id", "title", "found", "score", "words", "meaning", "text")
    console.lines((asdict(p) for p in found), columns, "nothing would be found")
    if fault:
        click.echo(f"searched by words alone: {fault}", err=True)


async def _found(question: str, pages: Knowledge, settings: Settings) -> tuple[tuple[Passage, ...], str]:
    """Search as for a mail, once it is known what every passage means; return why that is not known, too."""
    from keepword.agent.handle import PASSAGES
    from keepword.agent.search.meaning import Meaning
    from keepword.agent.wire import embedder_of, utc_now, vector_file_of

    meaning, now = Meaning(embedder_of(settings)), utc_now()
    try:
        await pages.learn(meaning, vector_file_of(settings), now)
        vector = await meaning.of_question(question, now) if pages.learnt else None
        return pages.search(question, PASSAGES, now.date(), vector), meaning.fault
    finally:
        await meaning.close()
