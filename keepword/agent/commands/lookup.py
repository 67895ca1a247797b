"""From the words of a command to the things in the store: an address to its person, a Message-ID to its index key."""

from __future__ import annotations

from keepword.config import Settings
from keepword.errors import NotFound
from keepword.memory.store import Store
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id


def own_id(words: str, settings: Settings) -> str:
    """Return the entity id of an address itself, whatever it was merged into; an entity id is returned as it is."""
    return entity_id(settings.app.secret.reveal().encode(), address_key(words)) if "@" in words else words


async def known_person(words: str, store: Store, settings: Settings) -> str:
    """Return the entity id of an address itself; raise `NotFound` for an entity id of which nothing is known."""
    id_ = own_id(words, settings)
    if "@" in words or await store.identity(id_) or await store.profile(id_):
        return id_
    async for _ in store.threads(entity_id=id_):
        return id_
    raise NotFound(f"nothing is known of {words}: a person is an address or an entity id")


async def entity_of(words: str, store: Store, settings: Settings) -> str:
    """Return the entity id of an address or entity id, following a merge."""
    id_ = own_id(words, settings)
    identity = await store.identity(id_)
    return identity.value.redirect_to if identity and identity.value.redirect_to else id_


def message_id_of(words: str) -> str:
    """Return a Message-ID with its angle brackets, however it was typed."""
    return f"<{words.strip().strip('<>')}>"
