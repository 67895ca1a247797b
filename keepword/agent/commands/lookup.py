"""From the words of a command to the things in the store: an address to its person, a Message-ID to its index key."""

from __future__ import annotations

from keepword.config import Settings
from keepword.memory.store import Store
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id


async def entity_of(words: str, store: Store, settings: Settings) -> str:
    """Return the entity id of an address or entity id, following a merge."""
    secret = settings.app.secret.reveal().encode()
    id_ = entity_id(secret, address_key(words)) if "@" in words else words
    identity = await store.identity(id_)
    return identity.value.redirect_to if identity and identity.value.redirect_to else id_


def message_id_of(words: str) -> str:
    """Return a Message-ID with its angle brackets, however it was typed."""
    return f"<{words.strip().strip('<>')}>"
