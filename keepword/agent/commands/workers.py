"""`workers`: which processes answer mail, and who owns which mailbox."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.leases import Lease
    from keepword.memory.store import Store
    from keepword.memory.workers import Worker

COLUMNS = ("worker", "mailbox", "fence", "until", "since")


@click.command("workers")
@common
@click.pass_obj
def workers(console: Console) -> None:
    """List the workers that are there, each with its mailboxes; a mailbox that nobody owns stands last."""

    async def go(store: Store, settings: Settings) -> list[dict[str, Any]]:
        from keepword.agent.wire import utc_now
        from keepword.memory.workers import leases
        from keepword.memory.workers import workers as there

        now = utc_now()
        owned = {lease.mailbox: lease for lease in await leases(store.documents)}
        for mailbox in settings.mailboxes:
            owned.setdefault(mailbox.name, _nobodys(mailbox.name, now))
        return list(_lines(await there(store.documents, now), owned.values(), now))

    console.lines(console.with_store(go), COLUMNS, "no worker, and no mailbox")


def _nobodys(mailbox: str, now: datetime) -> Lease:
    from keepword.memory.leases import Lease

    return Lease(mailbox=mailbox, expires_at=now)


def _lines(there: Iterable[Worker], owned: Iterable[Lease], now: datetime) -> Iterator[dict[str, Any]]:
    """Yield a line a mailbox by owner, a line a worker that has none, then the mailboxes that nobody owns."""
    current = {lease.mailbox: lease.owner if lease.expires_at > now else "" for lease in owned}
    since = {worker.owner: worker.since for worker in there}
    for owner in dict.fromkeys((*since, *sorted(filter(None, current.values())))):
        mine = [lease for lease in owned if current[lease.mailbox] == owner]
        for lease in mine:
            yield _line(owner, since.get(owner), lease.mailbox, lease.fence, lease.expires_at)
        if not mine:
            yield _line(owner, since.get(owner))
    for lease in owned:
        if not current[lease.mailbox]:
            yield _line("", None, lease.mailbox, lease.fence)


def _line(
    owner: str, since: datetime | None, mailbox: str = "", fence: int | None = None, until: datetime | None = None
) -> dict[str, Any]:
    from keepword.agent.ownership.lease import spoken

    return {
        "worker": spoken(owner) if owner else None,
        "owner": owner or None,
        "mailbox": mailbox or None,
        "fence": fence,
        "until": until and until.isoformat(),
        "since": since and since.isoformat(),
    }
