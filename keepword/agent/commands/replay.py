"""`replay` and `report`: how it would be decided now, and what colleagues made of the drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, table
from keepword.agent.commands.run import read_time
from keepword.errors import UsageError

if TYPE_CHECKING:
    from keepword.agent.knowledge import Knowledge
    from keepword.agent.meaning import Meaning
    from keepword.agent.ports import Model
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
        from keepword.agent.meaning import Meaning
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
        table(rows, ("message_id", "before", "after", "changed"))
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
    from keepword.agent.replay import as_it_was, decide_again, difference, stored_brief

    brief = await stored_brief(turn, terms, pages, meaning)
    if brief is None:
        raise UsageError(f"{turn.metadata['message_id']}: no model was asked about it")
    before, after = as_it_was(turn), await decide_again(turn, brief, model, terms)
    return {
        "message_id": turn.metadata["message_id"],
        "before": before.action,
        "after": after.action,
        "changed": before.differs(after),
        "difference": difference(before, after),
        "decision": {"before": asdict(before), "after": asdict(after)},
    }


def _show(row: Mapping[str, Any]) -> None:
    click.echo(f"{row['message_id']}: {row['before']} → {row['after']}")
    for line in row["difference"] or ["nothing would be different"]:
        click.echo(f"  {line}")


@click.command()
@click.option("--mailbox", help="Only this mailbox.")
@common
@click.pass_obj
def report(console: Console, mailbox: str | None) -> None:
    """Compare the drafts with what colleagues really sent: as they were, edited, thrown away, still waiting."""

    async def go(store: Store, _: Settings) -> dict[str, Any]:
        return await _report(store, mailbox)

    console.one(console.with_store(go), _show_report)


async def _report(store: Store, mailbox: str | None) -> dict[str, Any]:
    from keepword.agent.commands.threads import whole_thread
    from keepword.agent.sent import AS_IT_WAS, DELETED, EDITED, INSTEAD

    fates = {AS_IT_WAS: "as_is", EDITED: "edited", INSTEAD: "thrown_away", DELETED: "thrown_away"}
    counts: Counter[str] = Counter()
    replies: list[dict[str, Any]] = []
    async for thread in store.threads():
        if mailbox in {None, thread.value.mailbox}:
            replies += (await whole_thread(store, thread.value.thread_state.thread_id))["replies"]
    for reply in replies:
        fate = "waiting" if reply["state"] == "draft" else fates.get(reply["reason"])
        counts[fate or ""] += 1
    shown = {name: counts[name] for name in ("as_is", "edited", "thrown_away", "waiting")}
    decided = sum(shown.values()) - shown["waiting"]
    return {**shown, "as_is_share": round(shown["as_is"] / decided, 3) if decided else None}


def _show_report(value: Mapping[str, Any]) -> None:
    for name, count in value.items():
        click.echo(f"{name.replace('_', ' ')}: {count if count is not None else '–'}")
