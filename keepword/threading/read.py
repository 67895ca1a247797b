"""Raw bytes to a `Message` (RFC 5322, RFC 2045): the one entry to reading mail.

Never raises, whatever the bytes are: what was wrong with them stands in `defects`.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from keepword.threading.addresses import clean_address, read_addresses
from keepword.threading.bounce import read_bounce
from keepword.threading.contents import read_contents
from keepword.threading.dates import read_date
from keepword.threading.encoded_words import decode_words
from keepword.threading.headers import Block, field_text
from keepword.threading.ids import read_id, read_ids
from keepword.threading.message import Address, Header, Message
from keepword.threading.mime import read_tree
from keepword.threading.visible import visible

_TRACE_FIELDS = """
return-path received delivered-to x-delivered-to x-original-to envelope-to x-envelope-to x-envelope-from
authentication-results received-spf x-received x-received-spf dkim-filter status x-status x-uid x-uidl
x-keywords lines content-length x-mozilla-status x-mozilla-status2 x-mozilla-keys x-gm-thrid x-gm-message-
state x-gmail-labels x-gm-labels delivery-date x-spam-status x-spam-score x-spam-level x-spam-flag x-spam-
checker-version x-spam-report x-spam x-virus-scanned x-apparently-to x-resolved-to x-account-key x-evolution
x-forwarded-encrypted x-gm-features x-gm-gg x-google-smtp-source x-smtp-source
"""
_TRACE = frozenset(_TRACE_FIELDS.split())
_TRACE_PREFIXES = (
    "arc-",
    "x-ms-exchange-",
    "x-forefront-",
    "x-microsoft-antispam",
    "x-ms-",
    "x-envelope-",
    "x-spam-",
    "x-gm-",
)
_ONCE = frozenset({"from", "sender", "reply-to", "message-id", "in-reply-to", "references", "subject", "date"})
_SPACE = re.compile(rb"\s+")


def read(raw: bytes) -> Message:
    """Read one mail from its raw bytes, of any kind: no mail, empty, binary, cut in the middle."""
    tree = read_tree(raw)
    block = tree.root.block
    contents = read_contents(tree)
    seen = visible(contents.plain_text(), contents.html_text(), contents.attached)
    limits = tuple(dict.fromkeys((*tree.defects, *contents.limits)))
    digest = _digest(raw, block)
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
        subject=_line(decode_words(block.text("subject"))),
        date=read_date(block.text("date")),
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
        defects=tuple(dict.fromkeys((*_doubled(block), *contents.defects, *limits))),
    )


def _addresses(block: Block, name: str) -> tuple[Address, ...]:
    """Read all fields of a name: doubled ones count too, each mailbox once."""
    found = [a for value in block.texts(name) for a in read_addresses(value)]
    return tuple({a.address: a for a in reversed(found)}.values())[::-1]


def _ids(block: Block, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i for value in block.texts(name) for i in read_ids(value)))


def _message_id(block: Block) -> str | None:
    return next((i for value in block.texts("message-id") if (i := read_id(value))), None)


def _doubled(block: Block) -> list[str]:
    """Name the fields that stand twice though RFC 5322 3.6 allows them once."""
    names = Counter(name for name, _ in block.fields if name in _ONCE)
    return [f"header: {count} {name} fields" for name, count in names.items() if count > 1]


def _return_path(block: Block) -> str | None:
    """Return the envelope sender (RFC 5321 4.4); the topmost field is the last delivery's."""
    value = next(iter(block.texts("return-path")), None)
    return None if value is None else clean_address(value.strip().removeprefix("<").rstrip(">"))


def _line(text: str) -> str:
    return " ".join(text.split())


def _digest(raw: bytes, block: Block) -> str:
    """Hash the content without the trace of its delivery, its line ends made one."""
    content = hashlib.sha256()
    for name, value in block.fields:
        if name not in _TRACE and not name.startswith(_TRACE_PREFIXES):
            content.update(name.encode("ascii") + b":" + _SPACE.sub(b" ", value) + b"\n")
    content.update(b"\n" + raw[block.body :].replace(b"\r\n", b"\n").rstrip(b"\r\n"))
    return content.hexdigest()
