"""Ids that only this installation can have made: our Message-IDs, reply addresses, thread and person ids.

All are HMAC-SHA-256 over length-prefixed fields under the installation's secret, each use in a domain of its own, so a
value made for one use says nothing in another. They are lower-case base32 without padding: they survive programs that
change the case of what they carry. Nothing here is random: the same mail gives the same ids again.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass
from functools import lru_cache

from keepword.threading.entity import address_key

MAX_ID = 250
THREAD_CHARACTERS = 20
"""100 bits of a thread id; with `t_` before them."""
ENTITY_CHARACTERS = 26
TAG_CHARACTERS = 13
MAC_CHARACTERS = 16
"""80 bits: a forger who sends a mail a second finds one in 10^16 years."""
MAX_LOCAL_PART = 64
"""RFC 5321, 4.5.3.1.1."""
_ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyz234567")


@dataclass(frozen=True, slots=True)
class OwnId:
    """What one of our own Message-IDs says: its thread, and the tag of the very mail."""

    thread_id: str
    tag: str


def mint_message_id(
    secret: bytes, thread_id: str, parent_id: str, parent_digest: str, domain: str, part: str = ""
) -> str:
    """Make the Message-ID of our answer to a mail: `<kw.<thread>.<tag>.<mac>@domain>`.

    The tag comes from the incoming mail, so a second try has the first one's id; `part` tells several mails of ours
    that one mail gave rise to (`acknowledgement`) apart.
    """
    body = _thread_body(thread_id)
    tag = _keyed(secret, "message-tag", TAG_CHARACTERS, thread_id, parent_id, parent_digest, part)
    mac = _keyed(secret, "message-id", MAC_CHARACTERS, body, tag)
    return f"<kw.{body}.{tag}.{mac}@{domain}>"


def read_message_id(secret: bytes, message_id: str) -> OwnId | None:
    """Return what one of our own Message-IDs says, or None where this installation did not make it.

    With an empty secret nothing is ours. Case does not count, nor does the domain: relays that put their own name behind
    the `@` leave the rest alone, and the MAC cannot be guessed under any name.
    """
    if not secret or len(message_id) > MAX_ID:
        return None
    local = message_id.strip("<> \t").partition("@")[0].lower()
    parts = local.split(".")
    if len(parts) != 4 or parts[0] != "kw" or not _well_formed(parts[1], THREAD_CHARACTERS):
        return None
    _, body, tag, mac = parts
    if not _well_formed(tag, TAG_CHARACTERS) or not _well_formed(mac, MAC_CHARACTERS):
        return None
    genuine = hmac.compare_digest(mac, _keyed(secret, "message-id", MAC_CHARACTERS, body, tag))
    return OwnId(f"t_{body}", tag) if genuine else None


def mint_reply_address(secret: bytes, thread_id: str, address: str) -> str:
    """Make the reply address of a thread: `support+t.<token>@example.com`.

    Where the local part would grow beyond 64 octets (RFC 5321, 4.5.3.1.1) the address is returned as it is.
    """
    body = _thread_body(thread_id)
    local, _, domain = address.rpartition("@")
    separator = "." if "+" in local else "+"
    tagged = f"{local}{separator}t.{body}{_keyed(secret, 'reply-address', MAC_CHARACTERS, body)}"
    return f"{tagged}@{domain}" if local and len(tagged.encode()) <= MAX_LOCAL_PART else address


def read_reply_address(secret: bytes, address: str, own_address: str) -> str | None:
    """Return the thread whose signed token stands in an address that is our own but for the token, or None."""
    local, _, domain = address.strip("<> \t").rpartition("@")
    head, mark, token = local.lower().rpartition("t.")
    size = THREAD_CHARACTERS + MAC_CHARACTERS
    if not secret or not mark or head[-1:] not in {"+", "."} or not _well_formed(token, size):
        return None
    if address_key(f"{head[:-1]}@{domain}") != address_key(own_address):
        return None
    body, mac = token[:THREAD_CHARACTERS], token[THREAD_CHARACTERS:]
    genuine = hmac.compare_digest(mac, _keyed(secret, "reply-address", MAC_CHARACTERS, body))
    return f"t_{body}" if genuine else None


def new_thread_id(secret: bytes, message_id: str, digest: str, mailbox: str = "") -> str:
    """Return the id of the thread that a mail opens: `t_` and 20 characters; of other content, another id."""
    return "t_" + _keyed(secret, "thread", THREAD_CHARACTERS, message_id, digest, mailbox)


def entity_id(secret: bytes, key: str) -> str:
    """Return the id of the person whom an address key stands for: `e_` and 26 characters.

    As a keyed hash it also serves as the tombstone of a person who was forgotten: it tells nobody the address.
    """
    return "e_" + _keyed(secret, "entity", ENTITY_CHARACTERS, key)


def _keyed(secret: bytes, use: str, characters: int, *fields: str) -> str:
    """HMAC the fields, each after its length so that no two lists of fields read alike."""
    octets = [f.encode("utf-8", "surrogatepass") for f in (use, *fields)]
    message = b"".join(len(o).to_bytes(4, "big") + o for o in octets)
    octets_needed = -(-characters // 8) * 5  # Base 32 writes five octets as eight characters (RFC 4648, 6)
    mac = _keyed_by(secret).copy()
    mac.update(message)
    digest = mac.digest()
    return base64.b32encode(digest[:octets_needed]).decode().lower()[:characters]


@lru_cache(maxsize=8)
def _keyed_by(secret: bytes) -> hmac.HMAC:
    """Return the HMAC that has taken in the secret: to be copied, which is quicker than to begin anew for each mail."""
    return hmac.new(secret, digestmod="sha256")


def _thread_body(thread_id: str) -> str:
    body = thread_id.removeprefix("t_")
    if not _well_formed(body, THREAD_CHARACTERS):
        raise ValueError(f"{thread_id!r} is no thread id")
    return body


def _well_formed(text: str, characters: int) -> bool:
    return len(text) == characters and _ALPHABET.issuperset(text)
