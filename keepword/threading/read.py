"""Raw bytes to a `Message` (RFC 5322, RFC 2045): the one entry to reading mail.

Never raises, whatever the bytes are: what was wrong with them stands in `defects`.
"""

from __future__ import annotations

from collections import Counter
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
_HUGE = 2_000
"""Bytes of a field below which it cannot hold more than we take."""
_IDS = ("in-reply-to", "references")


def read(raw: bytes) -> Message:
    """Read one mail from its raw bytes, of any kind: no mail, empty, binary, cut in the middle."""
    tree = read_tree(raw)
    block = tree.root.block
    contents = read_contents(tree)
    seen = visible(contents.plain_text(), contents.html_text(), contents.attached)
    faults = (*_doubled(block), *_unreadable(block), *tree.defects, *contents.defects)
    limits = tuple(f for f in (*tree.defects, *contents.limits, *_cut_short(block)) if f.startswith("limit: "))
    digest = content_digest(raw, block)
    message_id = _message_id(block)
    return Message(
        digest=digest,
        size=len(raw),
        message_id=message_id,
        synthetic_id=None if message_id else f"<raw.{digest[:40]}@synthetic.invalid>",
        from_=_addresses(block, "from"),
        sender=next(iter(_addresses(block, "sender")), None),
        to=_addresses(block, "to"),
        cc=_addresses(block, "cc"),
        reply_to=_addresses(block, "reply-to"),
        return_path=_return_path(block),
        subject=" ".join(decode_words(block.text("subject")).split()),
        date=_date(block),
        in_reply_to=_ids(block, "in-reply-to"),
        references=_ids(block, "references"),
        headers=tuple(Header(name, field_text(value, block.charset)) for name, value in block.fields),
        text=seen.text,
        full_text=seen.full_text,
        removed=(*seen.removed, *limits),
        attachments=tuple(contents.attachments),
        forwarded=seen.forwarded,
        bounce=read_bounce(tree.root),
        content_type=tree.root.type,
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


def _cut_short(block: Block) -> list[str]:
    """Name the fields of which we did not take everything."""
    huge = {name for name, value in block.fields if len(value) > _HUGE}
    many = [name for name in _ADDRESSES if name in huge and len(_addresses(block, name)) >= MAX_ADDRESSES]
    long = [name for name in _IDS if name in huge and len(_ids(block, name)) >= MAX_IDS]
    return [f"limit: not all of {name} is read" for name in (*many, *long)]


def _doubled(block: Block) -> list[str]:
    """Name the fields that stand twice though RFC 5322 3.6 allows them once."""
    names = Counter(name for name, _ in block.fields if name in _ONCE)
    return [f"header: {count} {name} fields" for name, count in names.items() if count > 1]


def _unreadable(block: Block) -> list[str]:
    """Name what a mail should have and has not, or has in a form that means nothing."""
    if not block.fields:
        return ["header: no fields"]
    readings = {"from": _addresses(block, "from"), "message-id": _message_id(block), "date": _date(block)}
    return [f"header: no usable {name}" for name, found in readings.items() if not found]


def _date(block: Block) -> datetime | None:
    return next((found for value in block.texts("date") if (found := read_date(value))), None)


def _return_path(block: Block) -> str | None:
    """Return the envelope sender (RFC 5321 4.4); the topmost field is the last delivery's."""
    value = next(iter(block.texts("return-path")), None)
    return None if value is None else clean_address(value.strip().removeprefix("<").rstrip(">"))
