"""A mail inside a mail: the first forwarded one, taken out of the text (quotes of any depth, header block, then the text)."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from keepword.threading.lines import joined, lifted, plain_line
from keepword.threading.message import Address, Forwarded
from keepword.threading.visible.quotes_headers import MAX_ROWS, HeaderBlock, header_block_at, rows_of
from keepword.threading.visible.quotes_words import FORWARD_PREFIXES, FROM, SUBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from keepword.threading.lines import Line
    from keepword.threading.visible.quotes import Block, Written

_ADDRESS = re.compile(r"[^\s<>\[\]()\",;:@]{1,64}@[^\s<>\[\]()\",;:@]{1,255}")
_PREFIX = re.compile(r"\s{0,4}\[?([^\W\d_]{1,14})\s?[:：]")


MAX_TEXT = 200_000
"""Characters of a forwarded mail's text that are kept."""


def forwarded_in(lines: Sequence[Line], judged: Written, subject: str | None) -> Forwarded | None:
    """Return the first mail that is forwarded in these lines, or None.

    Where a program says "forwarded", it is. Outlook heads replies and forwards alike: there the mail's own subject
    decides, and where it is not known, whether anything was written over the block.
    """
    block = judged.original
    if block is None or not (block.header or block.forward):
        return None
    if not (block.forward or is_forward_subject(subject or "") or _nothing_over(lines, block)):
        return None
    return _unwrapped(lines, block)


def _nothing_over(lines: Sequence[Line], block: Block) -> bool:
    return all(line.blank for line in lines[: block.start])


def _unwrapped(lines: Sequence[Line], block: Block) -> Forwarded:
    """Take the header's values and the text behind it, one quote level off where it was quoted."""
    header = block.header or _first_header(lines, block)
    start = header.end if header else block.start + 1
    fields = header.fields if header else {}
    return Forwarded(
        address_in(fields.get(FROM, "")), " ".join(fields.get(SUBJECT, "").split()), _text(lines, start)[:MAX_TEXT]
    )


def _first_header(lines: Sequence[Line], block: Block) -> HeaderBlock | None:
    """Look under `Begin forwarded message:` for a header block, quoted or not."""
    rows = rows_of(lines[block.start + 1 : block.start + 10 + MAX_ROWS])
    first = next((at for at, row in enumerate(rows[:8]) if row), None)
    found = header_block_at(rows, first) if first is not None else None
    return replace(found, end=found.end + block.start + 1) if found else None


def _text(lines: Sequence[Line], start: int) -> str:
    """Return the rest of the mail; where it is quoted, the quoted run only."""
    first = next((at for at in range(start, len(lines)) if not lines[at].blank), None)
    if first is None:
        return ""
    if not lines[first].depth:
        return joined(lines[first:])
    run = takewhile(lambda line: line.depth, lines[first:])
    return joined(plain_line(lifted(line.text)) for line in run)


def is_forward_subject(subject: str) -> bool:
    """Whether a subject begins with a forward prefix of some language."""
    found = _PREFIX.match(subject)
    return found is not None and found.group(1).casefold() in FORWARD_PREFIXES


def address_in(value: str) -> Address | None:
    """Read `Name <address>`, `Name [mailto:address]`, `address` and their like; None where no address stands."""
    value = value.replace("mailto:", "")[:1000]
    found = _ADDRESS.search(value)
    if not found:
        return None
    name = " ".join(value[: found.start()].split()).strip(" <[(\"'*")
    return Address(found.group().strip("."), name)
