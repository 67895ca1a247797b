"""`run` and `sweep`: the work itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import KeepwordError

if TYPE_CHECKING:
    from keepword.agent.outcome import Outcome
    from keepword.agent.sweep import Swept
    from keepword.config import Settings

OUTCOME_COLUMNS = ("mailbox", "folder", "uid", "outcome", "reason", "message_id", "thread_id")
SWEPT_COLUMNS = ("what", "thread_id", "promoted", "refused", "reason")


@click.command()
@click.option("--once", is_flag=True, help="One poll of every mailbox, what is due swept, then exit.")
@common
@click.pass_obj
def run(console: Console, once: bool) -> None:
    """Answer mail: as a daemon until SIGTERM, or once."""
    from keepword.agent.running.collector import look_seldom
    from keepword.agent.running.logs import log_to_stderr

    settings = console.settings()
    log_to_stderr()
    look_seldom()
    if once:
        _once(console, settings)
    else:
        asyncio.run(_forever(settings))


async def _forever(settings: Settings) -> None:
    from keepword.agent.running.daemon import Daemon
    from keepword.agent.wire import open_house

    async with open_house(settings) as house:
        await Daemon(house).run()


def _once(console: Console, settings: Settings) -> None:
    outcomes, swept, errors = asyncio.run(_run_once(settings))
    console.lines((o.line() for o in outcomes), OUTCOME_COLUMNS, _nothing(errors, settings))
    if swept and not console.as_json:
        console.lines((s.line() for s in swept), SWEPT_COLUMNS, "")
    for error in errors:
        click.echo(str(error), err=True)
    _exit(outcomes, swept, errors)


def _nothing(errors: Sequence[KeepwordError], settings: Settings) -> str:
    if len(errors) == len(settings.mailboxes):
        return "no mailbox could be read"
    return (
        f"no new mail, but {len(errors)} of {len(settings.mailboxes)} mailboxes not read" if errors else "no new mail"
    )


async def _run_once(settings: Settings) -> tuple[list[Outcome], list[Swept], list[KeepwordError]]:
    from keepword.agent.running.daemon import run_once
    from keepword.agent.wire import open_house

    async with open_house(settings) as house:
        return await run_once(house)


def _exit(outcomes: Sequence[Outcome], swept: Sequence[Swept], errors: Sequence[KeepwordError]) -> None:
    from keepword.agent.outcome import NEEDS_A_PERSON

    if errors:
        raise click.exceptions.Exit(max(e.exit_code for e in errors))
    needs = any(o.outcome in NEEDS_A_PERSON for o in outcomes) or any(s.what in {"unknown", "failed"} for s in swept)
    if needs:
        raise click.exceptions.Exit(1)


def read_time(_: click.Context, __: click.Parameter, value: str | None) -> datetime | None:
    """Read a time as ISO 8601, or as we show it; without a zone it is UTC."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value.strip().removesuffix(" UTC"))
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # in UTC it may lie before the year 1 or after 9999
        raise click.BadParameter(f"{value!r} is no time; write it as 2026-01-31T12:00:00+00:00") from None


@click.command()
@click.option(
    "--as-of", "as_of", callback=read_time, metavar="TIME", help="The time that is taken to be now (ISO 8601)."
)
@common
@click.pass_obj
def sweep(console: Console, as_of: datetime | None) -> None:
    """Do what is due: close idle threads, promote, archive, expire. Prints what was done, a line each."""
    from keepword.agent.running.logs import log_to_stderr
    from keepword.memory.store import Store

    log_to_stderr()

    async def go(store: Store, settings: Settings) -> list[Swept]:
        from keepword.agent.people.retention import expire
        from keepword.agent.sweep import sweep_threads
        from keepword.agent.wire import desk_of, terms_of, utc_now

        desks = [desk_of(m, settings) for m in settings.mailboxes]
        now = as_of or utc_now()
        swept = await sweep_threads(desks, terms_of(settings), store, now)
        await expire(terms_of(settings), store, now)
        return swept

    swept = console.with_store(go)
    console.lines((s.line() for s in swept), SWEPT_COLUMNS, "nothing was due")
