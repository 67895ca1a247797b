"""The `References` of our answer (RFC 5322, 3.6.4), bounded so that no relay refuses it."""

from __future__ import annotations

from keepword.threading.message import Message

MAX_OCTETS = 1_500
"""Below this the field stays, its name and the spaces between ids counted; relays are known to refuse longer ones."""
_FIELD = len("References: \r\n")


def reply_references(parent: Message) -> tuple[str, ...]:
    """Return the ids for `References`, oldest first: the parent's, else its single In-Reply-To, then its Message-ID.

    The first id and the newest ones are kept; ids that could not stand in a header are left out. Empty where the parent
    has no Message-ID of its own.
    """
    if not parent.message_id or not _fits(parent.message_id):
        return ()
    before = parent.references or (parent.in_reply_to if len(parent.in_reply_to) == 1 else ())
    chain = [i for i in before if i != parent.message_id and _fits(i)]
    return tuple(_bounded([*dict.fromkeys(reversed(chain))][::-1], parent.message_id))


def _bounded(chain: list[str], parent: str) -> list[str]:
    room = MAX_OCTETS - _FIELD - len(parent) - 1
    if not chain:
        return [parent]
    first, rest = chain[0], chain[1:]
    room -= len(first) + 1
    if room <= 0:
        return [parent]
    newest: list[str] = []
    for id_ in reversed(rest):
        room -= len(id_) + 1
        if room <= 0:
            break
        newest.append(id_)
    return [first, *reversed(newest), parent]


def _fits(id_: str) -> bool:
    """Say whether an id can be written as it is: bracketed, printable ASCII without spaces, of a sane length."""
    inner = id_[1:-1]
    whole = id_.startswith("<") and id_.endswith(">") and 0 < len(inner) <= 900
    return whole and all("!" <= c <= "~" and c not in "<>" for c in inner)
