"""`replies`, `reply` and `quarantine`: the mails that we wrote, and those that could not be handled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common
from keepword.errors import NotFound, UsageError

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.state import Reply, ReplyState, ThreadDocument
    from keepword.memory.store import Store, Versioned

DECIDABLE = {
    "confirm": {"unknown", "failed", "pending", "draft"},
    "retry": {"unknown", "failed", "pending", "draft"},
    "discard": {"unknown", "failed", "pending", "draft"},
}
"""The states of a reply on which each decision may be taken; what was sent was sent."""

STATES = ("pending", "transmitting", "sent", "unknown", "failed", "draft", "discarded")
REPLY_COLUMNS = ("reply_id", "kind", "state", "to", "subject", "reason", "created_at", "thread_id")


@click.command()
@click.option("--state", type=click.Choice(STATES), help="Only those in this state.")
@common
@click.pass_obj
def replies(console: Console, state: str | None) -> None:
    """List the mails that we wrote; those that left their thread's document long ago stand in `keepword thread ID`."""

    async def go(store: Store, _: Settings) -> list[dict[str, Any]]:
        from keepword.agent.commands.threads import reply_line
        from keepword.memory.state import ReplyState

        wanted = {ReplyState(state)} if state else set(ReplyState)
        lines = [reply_line(r) async for t in store.outbox(wanted) for r in t.value.replies if r.state in wanted]
        return sorted(lines, key=lambda line: str(line["created_at"]))

    console.lines(console.with_store(go), REPLY_COLUMNS, "no replies")


@click.command()
@click.argument("reply_id", metavar="ID")
@click.argument("decision", type=click.Choice(["confirm", "retry", "discard"]))
@common
@click.pass_obj
def reply(console: Console, reply_id: str, decision: str) -> None:
    """Decide on a reply that is unknown, failed, waiting or a draft: it was sent, send it (again), or let it be."""

    async def go(store: Store, _: Settings) -> dict[str, Any]:
        from keepword.agent.commands.threads import reply_line

        thread, found = await _find(store, reply_id)
        return reply_line(await _decide(store, thread, found, decision))

    console.one(console.with_store(go), lambda v: click.echo(f"{v['reply_id']}: {v['state']}"))


async def _find(store: Store, reply_id: str) -> tuple[Versioned[ThreadDocument], Reply]:
    async for thread in store.outbox():
        for reply in thread.value.replies:
            if reply.reply_id == reply_id:
                return thread, reply
    raise NotFound(f"there is no reply {reply_id} that waits for a decision; `keepword replies` lists them")


async def _decide(store: Store, thread: Versioned[ThreadDocument], reply: Reply, decision: str) -> Reply:
    from keepword.agent.sending.deliver import find_reply, mark_sent
    from keepword.agent.sending.sent import BY_OPERATOR
    from keepword.agent.wire import utc_now
    from keepword.memory.state import ReplyState

    if reply.state.value not in DECIDABLE[decision]:
        may = ", ".join(sorted(DECIDABLE[decision]))
        raise UsageError(f"reply {reply.reply_id} is {reply.state}; only one that is {may} can be decided so")
    if decision == "confirm":
        sent = await mark_sent(thread, reply, store, utc_now(), reply.provider_id, BY_OPERATOR)
        return find_reply(sent.value, reply.reply_id)
    if decision == "retry" and reply.state is ReplyState.DRAFT:
        raise UsageError(
            "a draft is sent by a person from the Drafts folder; confirm it once it is sent, or discard it"
        )
    target = ReplyState.PENDING if decision == "retry" else ReplyState.DISCARDED
    return await _save(store, thread, reply, target)


async def _save(store: Store, thread: Versioned[ThreadDocument], reply: Reply, state: ReplyState) -> Reply:
    from keepword.agent.sending.sent import BY_OPERATOR
    from keepword.agent.tallying import keep_tally
    from keepword.agent.wire import utc_now
    from keepword.memory.state import ReplyState

    changed = reply.model_copy(
        update={
            "state": state,
            "reason": BY_OPERATOR,
            "attempts": 0,
            "next_attempt_at": None,
            "insisted": state is ReplyState.PENDING,
        }
    )
    value = thread.value.model_copy(
        update={"replies": tuple(changed if r.reply_id == reply.reply_id else r for r in thread.value.replies)}
    )
    await store.save_thread(value, thread.etag)
    await keep_tally(thread.value, value, store, utc_now())
    return changed


@click.command()
@common
@click.pass_obj
def quarantine(console: Console) -> None:
    """List what could not be handled, and why; move a mail back to the inbox to have it tried again."""

    async def go(store: Store, _: Settings) -> list[dict[str, Any]]:
        found = store.messages(outcome="quarantined")
        return [
            {
                "message_id": m.value.message_id,
                "mailbox": m.value.mailbox,
                "reason": m.value.reason,
                "at": m.value.at.isoformat(),
            }
            async for m in found
        ]

    rows = console.with_store(go)
    console.lines(rows, ("at", "mailbox", "message_id", "reason"), "nothing is in quarantine")
    if rows:
        raise click.exceptions.Exit(1)
