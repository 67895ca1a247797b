"""`merge` and `unmerge`: one person, two addresses; and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from keepword.agent.commands.console import Console, common, section
from keepword.errors import UsageError

if TYPE_CHECKING:
    from keepword.config import Settings
    from keepword.memory.store import Store


@click.command()
@click.argument("address", metavar="A")
@click.argument("into", metavar="B")
@common
@click.pass_obj
def merge(console: Console, address: str, into: str) -> None:
    """Make A and B one person: what is held on A becomes B's, mail from either is theirs. `unmerge A` undoes it."""

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        from keepword.agent.commands.lookup import known_person
        from keepword.agent.people.merging import merge as merge_people
        from keepword.agent.wire import terms_of, utc_now

        for words in (address, into):
            _refuse_shared(words, settings)
        a, b = [await known_person(words, store, settings) for words in (address, into)]
        return (await merge_people(a, b, terms_of(settings), store, utc_now())).line()

    console.one(console.with_store(go), lambda v: section(f"{address} and {into} are one person", v))


def _refuse_shared(words: str, settings: Settings) -> None:
    """Refuse addresses that are nobody's own: a role's, ours, a colleague's."""
    from keepword.threading.entity import is_shared, matches

    if "@" not in words:
        return
    ours = [a for m in settings.mailboxes for a in (m.address, *m.aliases, *m.colleagues)]
    if is_shared(words) or matches(words, ours):
        raise UsageError(f"{words} is a shared address or one of the house's own: it is no person's")


@click.command()
@click.argument("address", metavar="A")
@common
@click.pass_obj
def unmerge(console: Console, address: str) -> None:
    """Take a merge back: A is a person of its own again, with all that came from it before and since."""

    async def go(store: Store, settings: Settings) -> dict[str, Any]:
        from keepword.agent.commands.lookup import known_person
        from keepword.agent.people.merging import unmerge as unmerge_people
        from keepword.agent.wire import terms_of, utc_now

        own = await known_person(address, store, settings)
        return (await unmerge_people(own, terms_of(settings), store, utc_now())).line()

    console.one(console.with_store(go), lambda v: section(f"{address} is a person of its own again", v))
