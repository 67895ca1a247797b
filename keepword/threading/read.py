"""Raw bytes to a `Message` (RFC 5322, RFC 2045): the one entry to reading mail.

Never raises, whatever the bytes are: what was wrong with them stands in `defects`.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from keepword.threading.bounce.notices import MARK
from keepword.threading.bounce.reading import read_bounce
from keepword.threading.bounce.signs import header_speaks
from keepword.threading.message import Address, Attachment, Bounce, Header, Message
from keepword.threading.mime.addresses import MAX_ADDRESSES, clean_address, read_addresses
from keepword.threading.mime.contents import read_contents
from keepword.threading.mime.dates import read_date
from keepword.threading.mime.encoded_words import decode_words
from keepword.threading.mime.headers import Block, field_text, read_block
from keepword.threading.mime.ids import MAX_IDS, read_id, read_ids
from keepword.threading.mime.parameters import media_type
from keepword.threading.mime.parts import Tree, read_tree
from keepword.threading.trace import content_digest
from keepword.threading.visible.text import Visible, visible

_ONCE = frozenset({"from", "sender", "reply-to", "message-id", "in-reply-to", "references", "subject", "date"})


def read(raw: bytes) -> Message:
    """Read one mail from its raw bytes, of any kind: no mail, empty, binary, cut in the middle.

    A field is read when it is first asked for, and kept: most robots are told by their header, so nobody pays for
    their text. The raw bytes stay in memory as long as the message does.
    """
    letter = object.__new__(_Letter)
    object.__setattr__(letter, "raw", raw)
    return letter


class _Lazy:
    """A field that is read when it is first asked for; from then on its value stands before it, in the letter itself."""

    def __init__(self, name: str, reading: Callable[[_Letter], object]) -> None:
        self._name = name
        self._reading = reading

    def __get__(self, letter: _Letter, _: type[_Letter]) -> Any:
        found = self._reading(letter)
        object.__setattr__(letter, self._name, found)
        return found


class _Letter(Message):
    """A `Message` whose fields are read when they are asked for: `_READINGS` says how."""

    raw: bytes
    block: Block
    tree: Tree
    body: _Body

    def __new__(cls, *fields: Any, **named: Any) -> Any:
        """Make a plain message where the fields are given, as `dataclasses.replace` does."""
        return Message(*fields, **named)

    def header(self, name: str) -> str | None:
        """Return the first value of a header field, or None."""
        texts = self.block.texts(name.lower())
        return texts[0] if texts else None

    def header_values(self, name: str) -> tuple[str, ...]:
        """Return all values of a header field, topmost first."""
        return self.block.texts(name.lower())

    @property
    def header_names(self) -> Set[str]:
        """The names of the header fields, lower-cased."""
        return self.block.named.keys()


@dataclass(frozen=True, slots=True)
class _Body:
    """What only the whole mail tells."""

    seen: Visible
    attachments: tuple[Attachment, ...]
    removed: tuple[str, ...]
    defects: tuple[str, ...]


def _read_body(letter: _Letter) -> _Body:
    contents = read_contents(letter.tree)
    seen = visible(contents.plain_text(), contents.html_text(), contents.attached, letter.subject)
    faults = (*_doubled(letter.block), *_lacks(letter), *letter.tree.defects, *contents.defects)
    named = (*letter.tree.defects, *contents.limits, *_cut_short(letter))
    limits = tuple(f for f in named if f.startswith("limit: "))
    return _Body(seen, tuple(contents.attachments), (*seen.removed, *limits), tuple(dict.fromkeys((*faults, *limits))))


def _read_bounce(letter: _Letter) -> Bounce | None:
    """Read what a delivery report says; header and raw bytes tell quickly that nearly every mail is none."""
    if not header_speaks(letter.block) and not _may_hold_report(letter):
        return None
    # A tree of its own: what is found wrong on the way to a report is no defect of the mail.
    return read_bounce(read_tree(letter.raw, block=letter.block).root)


def _may_hold_report(letter: _Letter) -> bool:
    """Say whether a mail's bytes have what a notice, or a report in one of its parts, is never without."""
    if not letter.content_type.startswith(("multipart/", "message/")):
        return MARK in letter.raw
    lowered = letter.raw.lower()
    return b"report" in lowered or b"message/" in lowered


def _synthetic(letter: _Letter) -> str | None:
    return None if letter.message_id else f"<raw.{letter.digest[:40]}@synthetic.invalid>"


def _addresses(letter: _Letter, name: str) -> tuple[Address, ...]:
    """Read all fields of a name: doubled ones count too, each mailbox once."""
    found = [a for value in letter.block.texts(name) for a in read_addresses(value)]
    return tuple({a.address: a for a in reversed(found)}.values())[::-1]


def _ids(letter: _Letter, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i for value in letter.block.texts(name) for i in read_ids(value)))


def _message_id(letter: _Letter) -> str | None:
    return next((i for value in letter.block.texts("message-id") if (i := read_id(value))), None)


def _cut_short(letter: _Letter) -> list[str]:
    """Name the fields of which we did not take everything."""
    senders = _addresses(letter, "sender")
    people = {"from": letter.from_, "sender": senders, "to": letter.to, "cc": letter.cc, "reply-to": letter.reply_to}
    ids = {"in-reply-to": letter.in_reply_to, "references": letter.references}
    many = [name for name, found in people.items() if len(found) >= MAX_ADDRESSES]
    long = [name for name, found in ids.items() if len(found) >= MAX_IDS]
    return [f"limit: not all of {name} is read" for name in (*many, *long)]


def _doubled(block: Block) -> list[str]:
    """Name the fields that stand twice though RFC 5322 3.6 allows them once."""
    return [f"header: {len(v)} {name} fields" for name, v in block.named.items() if name in _ONCE and len(v) > 1]


def _lacks(letter: _Letter) -> list[str]:
    """Name what a mail should have and has not, or has in a form that means nothing."""
    if not letter.block.fields:
        return ["header: no fields"]
    readings = {"from": letter.from_, "message-id": letter.message_id, "date": letter.date}
    return [f"header: no usable {name}" for name, found in readings.items() if not found]


def _date(letter: _Letter) -> datetime | None:
    return next((found for value in letter.block.texts("date") if (found := read_date(value))), None)


def _return_path(letter: _Letter) -> str | None:
    """Return the envelope sender (RFC 5321 4.4); the topmost field is the last delivery's."""
    value = letter.header("return-path")
    return None if value is None else clean_address(value.strip().removeprefix("<").rstrip(">"))


_READINGS: dict[str, Callable[[_Letter], object]] = {
    "block": lambda m: read_block(m.raw, message=True),
    "tree": lambda m: read_tree(m.raw, block=m.block),
    "body": _read_body,
    "digest": lambda m: content_digest(m.raw, m.block),
    "size": lambda m: len(m.raw),
    "message_id": _message_id,
    "synthetic_id": _synthetic,
    "from_": lambda m: _addresses(m, "from"),
    "sender": lambda m: next(iter(_addresses(m, "sender")), None),
    "to": lambda m: _addresses(m, "to"),
    "cc": lambda m: _addresses(m, "cc"),
    "reply_to": lambda m: _addresses(m, "reply-to"),
    "return_path": _return_path,
    "subject": lambda m: " ".join(decode_words(m.header("subject") or "").split()),
    "date": _date,
    "in_reply_to": lambda m: _ids(m, "in-reply-to"),
    "references": lambda m: _ids(m, "references"),
    "header_cut": lambda m: m.block.cut,
    "headers": lambda m: tuple(Header(name, field_text(value, m.block.charset)) for name, value in m.block.fields),
    "text": lambda m: m.body.seen.text,
    "full_text": lambda m: m.body.seen.full_text,
    "removed": lambda m: m.body.removed,
    "attachments": lambda m: m.body.attachments,
    "forwarded": lambda m: m.body.seen.forwarded,
    "bounce": _read_bounce,
    "content_type": lambda m: media_type(m.block.text("content-type")),
    "defects": lambda m: m.body.defects,
}
"""How each field of a message, and each step towards one, is read."""

for _name, _reading in _READINGS.items():
    setattr(_Letter, _name, _Lazy(_name, _reading))
