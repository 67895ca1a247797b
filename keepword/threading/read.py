"""Raw bytes to a `Message` (RFC 5322, RFC 2045): the one entry to reading mail.

Never raises, whatever the bytes are: what was wrong with them stands in `defects`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from keepword.threading.addresses import MAX_ADDRESSES, clean_address, read_addresses
from keepword.threading.bounce import read_bounce
from keepword.threading.contents import read_contents
from keepword.threading.dates import read_date
from keepword.threading.encoded_words import decode_words
from keepword.threading.headers import Block, field_text
from keepword.threading.ids import MAX_IDS, read_id, read_ids
from keepword.threading.message import Address, Header, Message
from keepword.threading.mime import read_tree
from keepword.threading.trace import content_digest
from keepword.threading.visible import visible

_ONCE = frozenset({"from", "sender", "reply-to", "message-id", "in-reply-to", "references", "subject", "date"})
_ADDRESSES = ("from", "sender", "to", "cc", "reply-to")
_IDS = ("in-reply-to", "references")


def read(raw: bytes) -> Message:
    """Read one mail from its raw bytes, of any kind: no mail, empty, binary, cut in the middle."""
    tree = read_tree(raw)
    block = tree.root.block
    contents = read_contents(tree)
    subject = " ".join(decode_words(block.text("subject")).split())
    seen = visible(contents.plain_text(), contents.html_text(), contents.attached, subject)
    people = {name: _addresses(block, name) for name in _ADDRESSES}
    named = {name: _ids(block, name) for name in _IDS}
    message_id, date = _message_id(block), _date(block)
    lacks = _lacks(block, {"from": people["from"], "message-id": message_id, "date": date})
    faults = (*_doubled(block), *lacks, *tree.defects, *contents.defects)
    limits = tuple(f for f in (*tree.defects, *contents.limits, *_cut_short(people, named)) if f.startswith("limit: "))
    digest = content_digest(raw, block)
    return Message(
        digest=digest,
        size=len(raw),
        message_id=message_id,
        synthetic_id=None if message_id else f"<raw.{digest[:40]}@synthetic.invalid>",
        from_=people["from"],
        sender=next(iter(people["sender"]), None),
        to=people["to"],
        cc=people["cc"],
        reply_to=people["reply-to"],
        return_path=_return_path(block),
        subject=subject,
        date=date,
        in_reply_to=named["in-reply-to"],
        references=named["references"],
        headers=tuple(Header(name, field_text(value, block.charset)) for name, value in block.fields),
        text=seen.text,
        full_text=seen.full_text,
        removed=(*seen.removed, *limits),
        attachments=tuple(contents.attachments),
        forwarded=seen.forwarded,
        bounce=read_bounce(tree.root),
        content_type=tree.root.type,
        header_cut=block.cut,
        defects=tuple(dict.fromkeys((*faults, *limits))),
    )


def _addresses(block: Block, name: str) -> tuple[Address, ...]:
    """Read all fields of a name: doubled ones count too, each mailbox once."""
    found = [a for value in block.texts(name) for a in read_addresses(value)]
    return tuple({a.address: a for a in reversed(found)}.values())[::-1]


def _ids(block: Block, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i for value in block.texts(name) for i in read_ids(value)))


def _message_id(block: Block) -> str | None:
    return next((i for value in block.texts("message-id") if (i := read_id(value))), None)


def _cut_short(people: Mapping[str, Sequence[Address]], named: Mapping[str, Sequence[str]]) -> list[str]:
    """Name the fields of which we did not take everything."""
    many = [name for name, found in people.items() if len(found) >= MAX_ADDRESSES]
    long = [name for name, found in named.items() if len(found) >= MAX_IDS]
    return [f"limit: not all of {name} is read" for name in (*many, *long)]


def _doubled(block: Block) -> list[str]:
    """Name the fields that stand twice though RFC 5322 3.6 allows them once."""
    names = Counter(name for name, _ in block.fields if name in _ONCE)
    return [f"header: {count} {name} fields" for name, count in names.items() if count > 1]


def _lacks(block: Block, readings: Mapping[str, object]) -> list[str]:
    """Name what a mail should have and has not, or has in a form that means nothing."""
    if not block.fields:
        return ["header: no fields"]
    return [f"header: no usable {name}" for name, found in readings.items() if not found]


def _date(block: Block) -> datetime | None:
    return next((found for value in block.texts("date") if (found := read_date(value))), None)


def _return_path(block: Block) -> str | None:
    """Return the envelope sender (RFC 5321 4.4); the topmost field is the last delivery's."""
    value = next(iter(block.texts("return-path")), None)
    return None if value is None else clean_address(value.strip().removeprefix("<").rstrip(">"))
