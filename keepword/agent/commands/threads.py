"""`threads`, `thread` and `close`: the conversations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, section, table
from keepword.errors import NotFound, UsageError

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.records import Record
    from keepword.memory.state import Reply, ThreadDocument
    from keepword.memory.store import Store, Versioned

THREAD_COLUMNS = ("thread_id", "state", "owner", "topic", "subject", "last_message_at")


@click.command()
@click.argument("words", nargs=-1, metavar="[hand-back ID]")
@click.option("--state", type=click.Choice(["open", "closed", "handoff"]), help="Only those in this state.")
@click.option("--entity", metavar="A", help="Only those of this address or entity id.")
@common
@click.pass_obj
def threads(console: Console, words: tuple[str, ...], state: str | None, entity: str | None) -> None:
    """List conversations, the latest mail first; or give one that waits for a person back to the agent."""
    if words:
        _hand_back(console, words)
        return

    async def go(store: Store, settings: Settings) -> list[dict[str, Any]]:
        from keepword.agent.commands.lookup import entity_of
        from keepword.memory.state import ThreadStatus

        wanted = await entity_of(entity, store, settings) if entity else None
        found = store.threads(ThreadStatus(state) if state else None, wanted)
        return [thread_line(t.value) async for t in found]

    console.lines(console.with_store(go), THREAD_COLUMNS, "no threads")


def _hand_back(console: Console, words: tuple[str, ...]) -> None:
    if len(words) != 2 or words[0] != "hand-back":
        raise UsageError("write: keepword threads, or keepword threads hand-back ID")

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        from keepword.agent.wire import utc_now
        from keepword.memory.state import ThreadStatus

        found = await find_thread(store, words[1])
        if found.value.state is not ThreadStatus.HANDOFF:
            raise UsageError(f"thread {words[1]} is {found.value.state}: nothing to hand back")
        idle_after = max((settings.idle_after(m) for m in settings.mailboxes), default=settings.memory.idle_after)
        due = utc_now() + idle_after
        update = {"state": ThreadStatus.OPEN, "handoff_reason": "", "acknowledged": False, "due_at": due}
        value = found.value.model_copy(update=update)
        await store.save_thread(value, found.etag)
        return thread_line(value)

    console.one(console.with_store(go), lambda v: click.echo(f"{v['thread_id']}: the next mail is the agent's again"))


def thread_line(thread: ThreadDocument) -> dict[str, Any]:
    """Return a conversation as a line of the list."""
    known = thread.thread_state.model_dump(mode="json")
    return {
        "thread_id": known["thread_id"],
        "entity_id": known["entity_id"],
        "state": thread.state.value,
        "topic": thread.topic or None,
        "subject": thread.subject,
        "owner": thread.owner,
        "mailbox": thread.mailbox,
        "last_message_at": known["last_message_at"],
        "open_items": known["open_items"],
        "handoff_reason": thread.handoff_reason or None,
    }


@click.command()
@click.argument("thread_id", metavar="ID")
@common
@click.pass_obj
def thread(console: Console, thread_id: str) -> None:
    """Show one conversation: its state, its mails with the rule that tied each, its replies."""
    console.one(console.with_store(lambda store, _: whole_thread(store, thread_id)), _show_thread)


async def find_thread(store: Store, thread_id: str) -> Versioned[ThreadDocument]:
    """Read a thread, or raise `NotFound`."""
    found = await store.thread(thread_id)
    if found is None:
        raise NotFound(f"there is no thread {thread_id}; `keepword threads` lists them")
    return found


async def whole_thread(store: Store, thread_id: str) -> dict[str, Any]:
    """Return all that is known of a conversation: its document, and what has left it for the turns."""
    value = (await find_thread(store, thread_id)).value
    entities = dict.fromkeys((value.thread_state.entity_id, *value.participants))
    turns = [t for e in entities for t in [t async for t in store.turns(e, thread_id)]]
    replies = _replies(value, turns)
    return {
        "thread_state": value.thread_state.model_dump(mode="json"),
        "state": value.state.value,
        "topic": value.topic or None,
        "subject": value.subject,
        "mailbox": value.mailbox,
        "epoch": value.epoch,
        "participants": list(value.participants),
        "messages": _messages(value, turns),
        "replies": [reply_line(r) for r in replies if r.kind != "notice"],
        "notices": [reply_line(r) for r in replies if r.kind == "notice"],
        "commitments": [c.model_dump(mode="json") for c in value.commitments],
        "candidates": [c.model_dump(mode="json") for c in value.candidates],
        "verdicts": [v.model_dump(mode="json") for v in value.verdicts],
        "pins": list(value.pins),
        "linked_to": value.linked_to,
        "merged_into": value.merged_into,
        "closed_at": value.closed_at.isoformat() if value.closed_at else None,
        "handoff_reason": value.handoff_reason or None,
    }


def _messages(thread: ThreadDocument, turns: list[Record]) -> list[dict[str, Any]]:
    old = [
        {
            "message_id": t.metadata["message_id"],
            "from": t.metadata["address"],
            "speaker": t.metadata["speaker"],
            "entity_id": t.user_id,
            "subject": t.metadata["subject"],
            "at": t.created_at,
            "rule": t.metadata["rule"],
            "authentication": t.metadata["authentication"],
            "outcome": t.metadata["outcome"]["outcome"],
            "reason": t.metadata["outcome"]["reason"],
        }
        for t in turns
        if t.role == "user"
    ]
    known = {m["message_id"] for m in old}
    new = [
        {
            "message_id": m.message_id,
            "from": m.address,
            "speaker": m.speaker.value,
            "entity_id": m.entity_id,
            "at": m.at.isoformat(),
            "rule": m.rule,
            "authentication": m.authentication,
            "outcome": m.outcome,
            "reason": m.reason,
        }
        for m in thread.messages
        if m.message_id not in known
    ]
    return sorted([*old, *new], key=lambda m: str(m["at"]))


def _replies(thread: ThreadDocument, turns: list[Record]) -> list[Reply]:
    from keepword.memory.state import Reply

    current = {r.reply_id for r in thread.replies}
    old = [Reply.model_validate({**t.metadata["reply"], "text": t.content}) for t in turns if t.role == "agent"]
    return sorted(
        [*(r for r in old if r.reply_id not in current), *thread.replies], key=lambda r: (r.created_at, r.reply_id)
    )


def reply_line(reply: Reply) -> dict[str, Any]:
    """Return a mail of ours as programs read it."""
    dumped = reply.model_dump(mode="json", exclude={"candidates", "turn_written", "references", "sender_name"})
    first = ("reply_id", "thread_id", "in_reply_to", "message_id", "to", "subject", "state", "reason", "created_at")
    return {**{k: dumped[k] for k in first}, **dumped}


def _show_thread(value: Mapping[str, Any]) -> None:
    section(
        "thread",
        {**value["thread_state"], "state": value["state"], "topic": value["topic"], "subject": value["subject"]},
    )
    if value["handoff_reason"]:
        section("needs a person", value["handoff_reason"])
    for name in ("merged_into", "linked_to"):
        if value[name]:
            section(name.replace("_", " "), f"{value[name]} (`keepword thread {value[name]}`)")
    click.echo(click.style("messages", bold=True))
    if value["messages"]:
        table(value["messages"], ("at", "from", "rule", "authentication", "outcome", "reason", "message_id"))
    click.echo(click.style("replies", bold=True))
    if value["replies"]:
        table(value["replies"], ("created_at", "to", "state", "reason", "subject", "reply_id"))
    for reply in value["replies"]:
        if reply["state"] != "sent":
            section(f"text of {reply['reply_id']} ({reply['state']})", reply["text"])
    if value["commitments"]:
        click.echo(click.style("promised here", bold=True))
        table(value["commitments"], ("kind", "amount", "currency", "due", "status", "quote"))


@click.command()
@click.argument("thread_id", metavar="THREAD")
@common
@click.pass_obj
def close(console: Console, thread_id: str) -> None:
    """Close a conversation and promote from it."""

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        from dataclasses import asdict

        from keepword.agent.closing import closed, promote_thread
        from keepword.agent.wire import terms_of, utc_now
        from keepword.memory.store import Versioned

        found = await find_thread(store, thread_id)
        now = utc_now()
        value = closed(found.value, now)
        return asdict(await promote_thread(Versioned(value, found.etag), terms_of(settings), store, now, None))

    console.one(
        console.with_store(go),
        lambda v: click.echo(f"closed {v['thread_id']}: {v['promoted']} promoted, {v['refused']} refused"),
    )
