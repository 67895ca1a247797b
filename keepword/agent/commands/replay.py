"""`replay`: how stored mails would be decided now, with another model, policy, rule file or knowledge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, cell, common, table
from keepword.agent.commands.run import read_time
from keepword.errors import UsageError

if TYPE_CHECKING:
    from keepword.agent.knowledge.search import Knowledge
    from keepword.agent.ports import Model
    from keepword.agent.search.meaning import Meaning
    from keepword.agent.terms import Terms
    from keepword.config import Settings
    from keepword.memory.records import Record
    from keepword.memory.store import Store

File = click.Path(path_type=Path, exists=True)


@click.command()
@click.argument("message_id", metavar="[MESSAGE-ID]", required=False)
@click.option("--since", callback=read_time, metavar="TIME", help="All mails answered since then (ISO 8601).")
@click.option("--all", "everything", is_flag=True, help="All mails that are still kept.")
@click.option("--with", "other", type=File, help="Other settings: their model, policy, rules and knowledge are tried.")
@click.option("--policy", type=File, help="Try another policy.toml.")
@click.option("--rules", type=File, help="Try another promotion.toml.")
@click.option("--knowledge", type=File, help="Try another knowledge folder.")
@common
@click.pass_obj
def replay(
    console: Console,
    message_id: str | None,
    since: datetime | None,
    everything: bool,
    other: Path | None,
    policy: Path | None,
    rules: Path | None,
    knowledge: Path | None,
) -> None:
    """Decide again on the stored input of a mail, without acting, and show what would be different."""
    if not (message_id or since or everything):
        raise UsageError("name a Message-ID, or --since TIME, or --all")

    async def go(store: Store, settings: Settings) -> list[dict[str, Any]]:
        from keepword.agent.search.meaning import Meaning
        from keepword.agent.wire import embedder_of, knowledge_of, model_of, terms_of, utc_now, vector_file_of

        tried = _tried(console, settings, other, policy, rules)
        pages = knowledge_of(knowledge or tried.guard.knowledge)
        model, meaning = model_of(tried), Meaning(embedder_of(tried))
        try:
            await pages.learn(meaning, vector_file_of(tried), utc_now())
            turns = await _turns(store, message_id, since)
            return [await _again(t, model, terms_of(tried), pages, meaning) for t in turns]
        finally:
            await meaning.close()
            await model.close()

    rows = console.with_store(go)
    if console.as_json:
        console.lines(rows, (), "")
    elif message_id:
        _show(rows[0])
    elif rows:
        _show_all(rows)
    else:
        click.echo("no mail that a model was asked about")


def _tried(
    console: Console, settings: Settings, other: Path | None, policy: Path | None, rules: Path | None
) -> Settings:
    """Return the settings to be tried: others, or these with another policy or rule file."""
    from keepword.config import load, load_policy, load_rules

    tried = load(other, console.env) if other else settings
    if policy:
        tried = replace(tried, policy=load_policy(policy, console.env))
    return replace(tried, rules=load_rules(rules, console.env)) if rules else tried


async def _turns(store: Store, message_id: str | None, since: datetime | None) -> list[Record]:
    """Find the stored turns of customers that a model was asked about."""
    from keepword.agent.commands.lookup import message_id_of

    wanted = message_id_of(message_id) if message_id else None
    found: list[Record] = []
    async for entry in store.messages(message_id=wanted):
        known = entry.value
        if known.digest is None or not known.thread_id or (since and known.at < since):
            continue
        turns = [t async for t in store.turns(known.entity_id, known.thread_id)]
        found += [
            t for t in turns if t.metadata.get("digest") == known.digest and "brief" in t.metadata.get("trace", {})
        ]
    if wanted and not found:
        raise UsageError(f"{wanted}: no model was asked about it, or its trace is not kept any more")
    return found


async def _again(turn: Record, model: Model, terms: Terms, pages: Knowledge, meaning: Meaning) -> dict[str, Any]:
    from keepword.agent.replay import as_it_was, decide_again, difference, different_parts, stored_brief

    brief = await stored_brief(turn, terms, pages, meaning)
    if brief is None:
        raise UsageError(f"{turn.metadata['message_id']}: no model was asked about it")
    before, after = as_it_was(turn), await decide_again(turn, brief, model, terms)
    return {
        "message_id": turn.metadata["message_id"],
        "before": before.action,
        "after": after.action,
        "changed": before.differs(after),
        "what": different_parts(before, after),
        "why": {"before": before.why, "after": after.why},
        "difference": difference(before, after),
        "decision": {"before": asdict(before), "after": asdict(after)},
    }


def _show(row: Mapping[str, Any]) -> None:
    before, after = (_said(row[when], row["why"][when]) for when in ("before", "after"))
    click.echo(f"{row['message_id']}: {before} → {after}")
    for line in row["difference"] or ["nothing would be different"]:
        click.echo(f"  {cell(line)}")


def _said(action: str, why: str) -> str:
    return f"{action} ({cell(why)})" if why else action


def _show_all(rows: Sequence[Mapping[str, Any]]) -> None:
    """Show a table, then how many mails would be decided otherwise."""
    shown = [{**row, "why": row["why"]["after"], "different": row["what"]} for row in rows]
    table(shown, ("message_id", "before", "after", "different", "why"))
    click.echo(f"{sum(row['changed'] for row in rows)} of {len(rows)} would be decided otherwise")
