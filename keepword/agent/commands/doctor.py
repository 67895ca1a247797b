"""`doctor`: real connections to every server, what each can do, what is missing, what to do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common
from keepword.agent.remedies import of_embedder, of_mail_server, of_model, of_store
from keepword.errors import KeepwordError

if TYPE_CHECKING:
    from keepword.config import MailboxSettings, Settings

COLOURS = {"ok": "green", "LACKING": "yellow", "FAILED": "red"}
Check = dict[str, Any]
Remedy = Callable[[KeepwordError], str]


@click.command()
@common
@click.pass_obj
def doctor(console: Console) -> None:
    """Try store, model and every mailbox, for real. Exit code 3 where one cannot be reached, 1 where something is missing."""
    settings = console.settings()
    checks = asyncio.run(examine(settings))
    if console.as_json:
        console.one({"ok": all(c["ok"] for c in checks), "checks": checks}, lambda _: None)
    else:
        _show(checks)
    if not all(c["ok"] for c in checks):
        raise click.exceptions.Exit(3)
    if any(c["needs"] for c in checks):
        raise click.exceptions.Exit(1)


async def examine(settings: Settings) -> list[Check]:
    """Examine everything that the settings name; a failure of one never stops the others."""
    kind, knowledge = settings.store.kind, str(settings.guard.knowledge.name)
    checks = [await _checked("store", kind, lambda: _store(settings), lambda error: of_store(error, kind))]
    checks.append(
        await _checked("model", settings.model.name or settings.model.kind, lambda: _model(settings), of_model)
    )
    embeddings = settings.embeddings.name or settings.embeddings.kind
    checks.append(await _checked("embeddings", embeddings, lambda: _embeddings(settings), of_embedder))
    checks.append(await _checked("knowledge", knowledge, lambda: _knowledge(settings), lambda _: ""))
    for mailbox in settings.mailboxes:
        checks += [await _imap_check(mailbox, settings), await _smtp_check(mailbox, settings), _trust(mailbox)]
    return checks


async def _imap_check(mailbox: MailboxSettings, settings: Settings) -> Check:
    where = f"{mailbox.imap.host}:{mailbox.imap.port}"
    remedy = _remedy(mailbox, "imap", by_token=mailbox.imap.oauth2 is not None)
    return await _checked(f"{mailbox.name}: imap", where, lambda: _imap(mailbox, settings), remedy)


async def _smtp_check(mailbox: MailboxSettings, settings: Settings) -> Check:
    where = f"{mailbox.smtp.host}:{mailbox.smtp.port}"
    remedy = _remedy(mailbox, "smtp", by_token=mailbox.smtp.oauth2 is not None)
    return await _checked(f"{mailbox.name}: smtp", where, lambda: _smtp(mailbox, settings), remedy)


def _remedy(mailbox: MailboxSettings, server: str, *, by_token: bool) -> Remedy:
    return lambda error: of_mail_server(error, mailbox.name, server, by_token=by_token)


async def _checked(
    what: str, where: str, examine_it: Callable[[], Awaitable[Mapping[str, Any]]], remedy: Remedy
) -> Check:
    check = _check(what, where)
    try:
        return check | dict(await examine_it())
    except KeepwordError as error:
        return check | {"ok": False, "error": str(error), "remedy": remedy(error) or None}


def _check(what: str, where: str) -> Check:
    return {"check": what, "where": where, "ok": True, "error": None, "remedy": None, "notes": [], "needs": []}


async def _store(settings: Settings) -> Check:
    from keepword.agent.wire import open_store

    containers = await _containers(settings) if settings.store.kind == "cosmos" else {"notes": [], "needs": []}
    async with open_store(settings) as store:
        mailboxes = [m.value.name async for m in store.mailboxes()]
    return containers | {"notes": [*containers["notes"], f"mailboxes polled so far: {', '.join(mailboxes) or 'none'}"]}


async def _containers(settings: Settings) -> dict[str, list[str]]:
    """Compare the containers in Azure Cosmos DB, one by one, with what is needed; what is fatal raises, all of it at once."""
    from keepword.agent.wire import cosmos_of

    documents = cosmos_of(settings)
    try:
        found = await documents.examine()
    finally:
        await documents.close()
    return {"notes": found.notes, "needs": found.needs}


async def _model(settings: Settings) -> Check:
    if settings.model.kind == "offline":
        return {"notes": ["offline: answers come from knowledge and policy by fixed rules"]}
    from keepword.agent.wire import model_of

    model: Any = model_of(settings)
    try:
        found = await model.probe()
    finally:
        await model.close()
    return {"notes": [f"answers as {found.model}; the schema is asked for as {found.format}"]}


async def _embeddings(settings: Settings) -> Check:
    from keepword.agent.embedders.port import Purpose
    from keepword.agent.wire import embedder_of

    embedder = embedder_of(settings)
    if embedder is None:
        return {"notes": ["none: knowledge and memories are found by their words alone"]}
    try:
        [vector] = await embedder.embed(["Where is my parcel?"], Purpose.QUERY)
    finally:
        await embedder.close()
    return {"notes": [f"{embedder.model}: {len(vector)} numbers a text"]}


async def _knowledge(settings: Settings) -> Check:
    from keepword.agent.wire import knowledge_of

    pages = knowledge_of(settings.guard.knowledge).pages
    return {
        "notes": [f"{len(pages)} pages"],
        "needs": [] if pages else ["no pages: the agent can only say what the policy says"],
    }


async def _imap(mailbox: MailboxSettings, settings: Settings) -> Check:
    from keepword.agent.wire import mailbox_of

    connected: Any = mailbox_of(mailbox, settings)
    try:
        found = await connected.probe()
    finally:
        await connected.close()
    folders = ", ".join(f"{role} = {name}" for role, name in found.folders.items())
    made = [f"will be made: {', '.join(found.to_create)}"] if found.to_create else []
    return {"notes": [f"{found.mails} mails in the inbox", f"folders: {folders}", *made, *found.notes]}


async def _smtp(mailbox: MailboxSettings, settings: Settings) -> Check:
    from keepword.agent.wire import outbox_of

    outbox: Any = outbox_of(mailbox, settings)
    try:
        found = await outbox.probe()
    finally:
        await outbox.close()
    return {"notes": [f"extensions: {', '.join(found.extensions)}", *found.notes]}


def _trust(mailbox: MailboxSettings) -> Check:
    """Say what follows from not trusting any server's word on who wrote a mail."""
    lacking = (
        "no authserv_id: no mail is verified, so no profile is used and nothing is promoted; "
        "set it to the id that your own server writes into Authentication-Results"
    )
    where = mailbox.authserv_id or "nobody is believed"
    return _check(f"{mailbox.name}: authentication", where) | {"needs": [] if mailbox.authserv_id else [lacking]}


def _show(checks: list[Check]) -> None:
    for check in checks:
        mark = "FAILED" if not check["ok"] else "LACKING" if check["needs"] else "ok"
        click.echo(f"{click.style(mark, fg=COLOURS[mark])} {check['check']} ({check['where']})")
        if check["error"]:
            click.echo(f"   {check['error']}")
        if check["remedy"]:
            click.echo(f"   → {check['remedy']}")
        for note in check["notes"]:
            click.echo(f"   {note}")
        for need in check["needs"]:
            click.echo(f"   needed: {need}")
