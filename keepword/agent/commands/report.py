"""`report`: what colleagues made of the drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, table
from keepword.errors import NotFound

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.store import Store

FATES = ("as_is", "edited", "thrown_away", "confirmed", "waiting")


@click.command()
@click.option("--mailbox", help="Only this mailbox.")
@common
@click.pass_obj
def report(console: Console, mailbox: str | None) -> None:
    """Compare the drafts with what colleagues really sent: as they were, edited, thrown away, still waiting."""

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        return await _report(store, settings, mailbox)

    console.one(console.with_store(go), _show)


async def _report(store: Store, settings: Settings, mailbox: str | None) -> dict[str, Any]:
    from keepword.agent.commands.threads import whole_thread

    known = {m.name for m in settings.mailboxes}
    replies: list[dict[str, Any]] = []
    async for thread in store.threads():
        known.add(thread.value.mailbox)
        if mailbox in {None, thread.value.mailbox}:
            replies += (await whole_thread(store, thread.value.thread_state.thread_id))["replies"]
    if mailbox is not None and mailbox not in known:
        raise NotFound(f"there is no mailbox {mailbox!r}; there are: {', '.join(sorted(known))}")
    drafts = [r for r in replies if _fate(r)]
    plain = [(r["intent"] or "–", r) for r in drafts if not _promised(r)]
    promising = [(kind, r) for r in drafts for kind in _promised(r)]
    return {**_counted(drafts), "intents": _by_name(plain), "promises": _by_name(promising)}


def _promised(reply: Mapping[str, Any]) -> list[str]:
    """Return the kinds of promise in a draft: where there are any, `auto_when` goes by them and not by the intent."""
    from keepword.memory.commitments.sentence import read_promises

    sent_at = datetime.fromisoformat(reply["created_at"])
    return sorted({promise.kind for promise in read_promises(reply["text"], sent_at.astimezone(UTC).date())})


def _by_name(named: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for name, reply in named:
        groups.setdefault(name.casefold(), []).append(reply)
    return {name: _counted(groups[name]) for name in sorted(groups)}


def _counted(replies: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Count the drafts by what became of them; what is only said to have been sent is in no share."""
    counts = Counter(_fate(r) for r in replies)
    compared = sum(counts[name] for name in ("as_is", "edited", "thrown_away"))
    share = round(counts["as_is"] / compared, 3) if compared else None
    return {**{name: counts[name] for name in FATES}, "as_is_share": share}


def _fate(reply: Mapping[str, Any]) -> str:
    """Name what became of a draft; nothing for a mail that was none, or that was never put before a colleague."""
    from keepword.agent.sending.sent import AS_IT_WAS, BY_OPERATOR, DELETED, EDITED, INSTEAD

    fates = {AS_IT_WAS: "as_is", EDITED: "edited", INSTEAD: "thrown_away", DELETED: "thrown_away"}
    if reply["state"] == "draft":
        return "waiting"
    if reply["as_draft"] and reply["reason"] == BY_OPERATOR:
        return {"sent": "confirmed", "discarded": "thrown_away"}.get(reply["state"], "")
    return fates.get(reply["reason"], "")


def _show(value: Mapping[str, Any]) -> None:
    groups = ("intents", "promises")
    for name, count in value.items():
        if name not in groups:
            click.echo(f"{name.replace('_', ' ')}: {count if count is not None else '–'}")
    for name in groups:
        if value[name]:
            click.echo("")
            table([{name: what, **counts} for what, counts in value[name].items()], (name, *FATES, "as_is_share"))
