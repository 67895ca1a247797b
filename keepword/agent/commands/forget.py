"""`forget`: erase a person with a receipt, and check a receipt."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, section
from keepword.errors import UsageError

if TYPE_CHECKING:
    from keepword.agent.people.forgetting import Forgotten
    from keepword.agent.ports import Eraser, Mailbox
    from keepword.config import Settings
    from keepword.memory.store import Store


@click.command()
@click.argument("person", metavar="A", required=False)
@click.option("--yes", is_flag=True, help="Really erase; this cannot be undone.")
@click.option("--mailbox", is_flag=True, help="Also remove their mails, and ours to them, from the mailboxes.")
@click.option("--verify", type=click.Path(path_type=Path, allow_dash=True), metavar="RECEIPT", help="Check a receipt.")
@common
@click.pass_obj
def forget(console: Console, person: str | None, yes: bool, mailbox: bool, verify: Path | None) -> None:
    """Erase a person from everything that Keepword keeps, and print a receipt; keep it: `--verify` checks it."""
    if verify is not None:
        _verify(console, verify)
        return
    if person is None:
        raise UsageError("write: keepword forget ADDRESS --yes, or keepword forget --verify RECEIPT")
    if not yes:
        raise UsageError(
            f"this erases everything that is held on {person} and cannot be undone; `keepword export {person}` shows what "
            "that is; add --yes to erase it"
        )
    settings = console.settings()
    done = asyncio.run(_forget(person, settings, mailbox))
    receipt = _receipt(done, settings)
    click.echo(json.dumps(receipt, ensure_ascii=False, indent=None if console.as_json else 2))
    if done.marked:
        click.echo(f"{done.marked} mails are only marked as deleted: expunge them with a mail program", err=True)
        raise click.exceptions.Exit(1)


async def _forget(person: str, settings: Settings, from_mailboxes: bool) -> Forgotten:
    from keepword.agent.commands.lookup import entity_of, known_person
    from keepword.agent.people.forgetting import forget as forget_person
    from keepword.agent.wire import mailbox_of, open_store, terms_of, utc_now

    _refuse_own(person, settings)
    mailboxes: dict[str, Mailbox] = {}
    async with open_store(settings) as store:
        await known_person(person, store, settings)
        entity = await entity_of(person, store, settings)
        if from_mailboxes:
            mailboxes = {m.name: mailbox_of(m, settings) for m in settings.mailboxes}
        try:
            return await forget_person(entity, person, _erasers(mailboxes), terms_of(settings), store, utc_now())
        finally:
            for box in mailboxes.values():
                await box.close()


def _erasers(mailboxes: Mapping[str, Mailbox]) -> dict[str, Eraser]:
    from keepword.agent.ports import Eraser

    return {name: box for name, box in mailboxes.items() if isinstance(box, Eraser)}


def _refuse_own(person: str, settings: Settings) -> None:
    from keepword.threading.entity import matches

    ours = [a for m in settings.mailboxes for a in (m.address, *m.aliases)]
    if "@" in person and matches(person, ours):
        raise UsageError(f"{person} is a mailbox of yours, no person")


def _receipt(done: Forgotten, settings: Settings) -> dict[str, Any]:
    from keepword.agent.people.receipts import VERSION, signed

    return signed(
        {
            "receipt": VERSION,
            "at": done.at.isoformat(timespec="seconds"),
            "entities": list(done.entities),
            "removed": {container: len(found) for container, found in done.removed.items()},
            "embeddings": done.vectors,
            "cut": dict(done.cut),
            "mails": {name: dict(mails) for name, mails in done.mails.items()},
            "digests": {container: list(found) for container, found in done.removed.items()},
        },
        settings.app.secret.reveal().encode(),
    )


def _verify(console: Console, path: Path) -> None:
    receipt = _read(path)

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        return await check_receipt(receipt, store, settings)

    result = console.with_store(go)
    console.one(result, lambda v: section("receipt", v))
    if not result["ok"]:
        raise click.exceptions.Exit(1)


def _read(path: Path) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
        receipt = json.loads(text)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read as a receipt: {error}") from None
    if not isinstance(receipt, dict):
        raise UsageError(f"{path}: this is no receipt; a receipt is what `keepword forget` prints")
    return receipt


async def check_receipt(receipt: Mapping[str, Any], store: Store, settings: Settings) -> dict[str, Any]:
    """Check a receipt's signature, the tombstones that it names, and that nothing which it says was removed is there."""
    from keepword.agent.people.forgetting import still_there
    from keepword.agent.people.receipts import is_genuine
    from keepword.agent.wire import terms_of

    terms = terms_of(settings)
    if not is_genuine(receipt, terms.secret):
        raise UsageError("the receipt was not signed by this installation, or was changed since")
    graves = {e: await store.identity(e) for e in receipt["entities"]}
    missing = [e for e, known in graves.items() if known is None or not known.value.tombstone]
    found = [list(pair) async for pair in still_there(receipt["digests"], terms, store)]
    return {
        "ok": not missing and not found,
        "at": receipt["at"],
        "entities": receipt["entities"],
        "without_tombstone": missing,
        "found_again": found,
    }
