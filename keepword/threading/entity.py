"""Who wrote a mail: the address that stands for a person, shared inboxes, colleagues, forms and forwards.

A key is for comparing and hashing; mail is sent to the address as it was written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import idna

from keepword.threading.message import Address, Message
from keepword.threading.verdicts import Authentication, Level, Person
from keepword.threading.wording import ROLE_NAMES, ROLE_STEMS

MAX_ADDRESS = 400
KEPT_KEYS = 2_000
"""Keys of addresses that are remembered: our own are asked for with every mail."""


@dataclass(frozen=True, slots=True)
class Folding:
    """What a provider is known to ignore in its local parts. `domain` is the one that its other names mean."""

    tags: bool = True
    dots: bool = False
    domain: str = ""


_TAGGING = """outlook.com hotmail.com live.com msn.com hotmail.de hotmail.fr hotmail.co.uk hotmail.it hotmail.es live.de
live.fr live.co.uk live.nl live.it outlook.de outlook.fr outlook.es outlook.it icloud.com me.com mac.com fastmail.com
fastmail.fm protonmail.com protonmail.ch proton.me pm.me posteo.de posteo.net mailbox.org hey.com zohomail.com
zohomail.eu runbox.com"""
PROVIDERS: dict[str, Folding] = {
    "gmail.com": Folding(dots=True),
    "googlemail.com": Folding(dots=True, domain="gmail.com"),
    **dict.fromkeys(_TAGGING.split(), Folding()),
}
"""Providers that say in their own documentation that they deliver such variants to one mailbox."""


@lru_cache(maxsize=KEPT_KEYS)
def address_key(address: str) -> str:
    """Return the key of an address: domain in lower-case IDNA, local part case-folded, the provider's own folding."""
    local, at, domain = unicodedata.normalize("NFC", address.strip()[:MAX_ADDRESS]).rpartition("@")
    if not at:
        return address.strip()[:MAX_ADDRESS].casefold()
    folding = PROVIDERS.get(host := domain_key(domain))
    local = _unquoted(local).lower()
    if folding is None:
        return f"{local}@{host}"
    if folding.tags and "+" in local[1:]:
        local = local[0] + local[1:].partition("+")[0]
    if folding.dots:
        local = local.replace(".", "")
    return f"{local}@{folding.domain or host}"


def domain_key(domain: str) -> str:
    """Return a domain in lower-case IDNA 2008 (UTS 46 mapped); what is no domain is lower-cased only."""
    plain = domain.strip().rstrip(".").lower()
    if plain.isascii():
        return plain
    try:
        return idna.encode(plain, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return plain


def identify(
    message: Message,
    authentication: Authentication,
    *,
    colleagues: Sequence[str],
    contact_forms: Sequence[str],
    own: Sequence[str] = (),
) -> Person | None:
    """Say whose mail it is, or None where no address can be found for anybody.

    A contact form's mail is the person's whom its Reply-To names; a mail that a verified colleague forwards is the
    person's who wrote the forwarded one. Both are only said to be theirs: `Person.vouched` is False, and `level_of`
    caps the mail's level, as where no From can be read and another field of the mail has to name its writer.
    """
    author = next((a for a in message.from_ if "@" in a.address), None)
    if author is None:
        return _salvaged(message, own)
    if matches(author.address, contact_forms):
        return _from_form(message, author, own)
    staff = authentication.level is Level.VERIFIED and matches(author.address, colleagues)
    forwarded = message.forwarded.from_ if staff and message.forwarded else None
    if forwarded and "@" in forwarded.address and not matches(forwarded.address, (*colleagues, *own)):
        return _person(forwarded, vouched=False)
    return _person(author, colleague=staff)


def level_of(person: Person, authentication: Authentication) -> Authentication:
    """Return how sure we are that this person wrote the mail: its own level, unless somebody else only named them."""
    if person.vouched or authentication.level is not Level.VERIFIED:
        return authentication
    return Authentication(Level.UNVERIFIED, "the sender is authenticated, but only names the person (form or forward)")


def matches(address: str, entries: Sequence[str]) -> bool:
    """Say whether an address is one of these addresses, or in one of these `@domains`."""
    if not entries:
        return False
    key = address_key(address)
    host = key.rpartition("@")[2]
    return any(_entry_matches(key, host, entry.strip()) for entry in entries)


def _entry_matches(key: str, host: str, entry: str) -> bool:
    if entry.startswith("@"):
        return host == domain_key(entry[1:])
    return bool(entry) and key == address_key(entry)


def is_shared(address: str) -> bool:
    """Say whether an address is a role's or a list's (`info@`, `sales.uk@`, `team-list@`), in any of many languages."""
    local = address_key(address).rpartition("@")[0].partition("+")[0]
    bare = "".join(filter(str.isalpha, local))
    first = local.replace("_", ".").replace("-", ".").split(".")[0].rstrip("0123456789")
    return bare in ROLE_NAMES or first in ROLE_STEMS or local.endswith(("-list", "-request", "-owner", "-bounces"))


def _salvaged(message: Message, own: Sequence[str]) -> Person | None:
    """Find the writer of a mail without a From: by Sender, Reply-To, or the envelope's sender."""
    envelope = Address(message.return_path or "")
    named = [a for a in (message.sender, *message.reply_to, envelope) if a and "@" in a.address]
    found = next((a for a in named if not matches(a.address, own)), None)
    return _person(found, vouched=False) if found else None


def _from_form(message: Message, form: Address, own: Sequence[str]) -> Person:
    named = next((a for a in message.reply_to if "@" in a.address and not matches(a.address, own)), None)
    if named is None or address_key(named.address) == address_key(form.address):
        return Person(address_key(form.address), form.address, form.name, shared=True, vouched=False)
    return _person(named, vouched=False)


def _person(address: Address, *, colleague: bool = False, vouched: bool = True) -> Person:
    return Person(
        key=address_key(address.address),
        address=address.address,
        name=address.name,
        shared=is_shared(address.address),
        colleague=colleague,
        vouched=vouched,
    )


def _unquoted(local: str) -> str:
    """Take off quotes that are not needed: `"anna"@example.com` is `anna@example.com` (RFC 5321, 4.1.2)."""
    if len(local) < 3 or local[0] != '"' or local[-1] != '"':
        return local
    inner = local[1:-1]
    plain = all(c.isalnum() or c in "!#$%&'*+-/=?^_`{|}~." for c in inner)
    return inner if plain and not inner.startswith(".") and not inner.endswith(".") and ".." not in inner else local
