"""`commitments` and `commitment`: what we promised, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import NotFound

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.state import Commitment
    from keepword.memory.store import Store

COLUMNS = ("commitment_id", "kind", "amount", "currency", "due", "status", "quote", "entity_id")
STATUSES = ("open", "kept", "broken", "withdrawn")


@click.command()
@click.option("--status", type=click.Choice(STATUSES), help="Only those with this status.")
@click.option("--overdue", is_flag=True, help="Only open ones whose due date has passed.")
@click.option("--entity", metavar="A", help="Only those made to this address or entity id.")
@common
@click.pass_obj
def commitments(console: Console, status: str | None, overdue: bool, entity: str | None) -> None:
    """List what we promised. With --overdue, exit code 1 where anything is."""

    async def go(store: Store, settings: Settings) -> list[dict[str, Any]]:
        from keepword.agent.commands.lookup import entity_of
        from keepword.agent.wire import utc_now
        from keepword.memory.state import CommitmentStatus

        wanted = await entity_of(entity, store, settings) if entity else None
        if overdue:
            found = store.overdue(utc_now().date())
        else:
            found = store.commitments(CommitmentStatus(status) if status else None, wanted)
        return [c.model_dump(mode="json") async for c in found if wanted in {None, c.entity_id}]

    rows = console.with_store(go)
    console.lines(rows, COLUMNS, "no commitments")
    if overdue and rows:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("commitment_id", metavar="ID")
@click.argument("status", type=click.Choice(STATUSES[1:]))
@click.option("--note", required=True, help="Why; kept in the history.")
@common
@click.pass_obj
def commitment(console: Console, commitment_id: str, status: str, note: str) -> None:
    """Say that a promise was kept, broken or withdrawn."""

    async def go(store: Store, _: Settings) -> dict[str, Any]:
        return (await _set(store, commitment_id, status, note)).model_dump(mode="json")

    console.one(console.with_store(go), lambda v: click.echo(f"{v['commitment_id']}: {v['status']}"))


async def _set(store: Store, commitment_id: str, status: str, note: str) -> Commitment:
    """Write the new status where the commitment lies: in the profile, or still in its thread; and in the tally."""
    from keepword.agent.tallying import change_tally
    from keepword.agent.wire import utc_now
    from keepword.memory.commitments.reading import set_status
    from keepword.memory.state import CommitmentStatus
    from keepword.memory.tally import with_status

    found = next((c for c in [c async for c in store.commitments()] if c.commitment_id == commitment_id), None)
    if found is None:
        raise NotFound(f"there is no commitment {commitment_id}; `keepword commitments` lists them")
    changed = set_status(found, CommitmentStatus(status), by="operator", note=note, at=utc_now())
    profile = await store.profile(found.entity_id)
    if profile is not None and any(c.commitment_id == commitment_id for c in profile.value.commitments):
        value = profile.value.model_copy(update={"commitments": _with(profile.value.commitments, changed)})
        await store.save_profile(value, profile.etag)
        await change_tally(found.entity_id, store, lambda known: with_status(known.given, changed))
        return changed
    thread = await store.thread(found.thread_id)
    if thread is None:
        raise NotFound(f"the thread {found.thread_id} of commitment {commitment_id} is gone")
    await store.save_thread(
        thread.value.model_copy(update={"commitments": _with(thread.value.commitments, changed)}), thread.etag
    )
    await change_tally(found.entity_id, store, lambda known: with_status(known.given, changed))
    return changed


def _with(all_: tuple[Commitment, ...], changed: Commitment) -> tuple[Commitment, ...]:
    return tuple(changed if c.commitment_id == changed.commitment_id else c for c in all_)
