"""What is quoted, and what of it is kept: a mail's lines divided into blocks, and the blocks judged.

The rules, in the order in which they are asked:
1. A whole mail that is put under the writer's words (a header block, a separator, an attribution with unquoted text
   behind it) goes, with all that follows.
2. Quoted lines at the end go, with their attribution. So do those at the top when the answer stands under them.
3. Quoted lines with an answer behind them stay, so the answer keeps its meaning; their attribution goes.
4. Nothing of the writer's own left: nothing goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from keepword.threading.lines import Role
from keepword.threading.visible.quotes_attributions import attribution_at
from keepword.threading.visible.quotes_headers import HeaderBlock, header_block_at, is_rule, rows_of, separator
from keepword.threading.visible.signatures import Cut, cuts, is_farewell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from keepword.threading.lines import Line


class Kind(Enum):
    """What a block of lines is."""

    TEXT = "text"
    QUOTE = "quote"
    ATTRIBUTION = "attribution"
    ORIGINAL = "original"  # a separator or a header block: another mail begins


@dataclass(frozen=True, slots=True)
class Block:
    """Lines `start` up to, not including, `end`; blank ones behind a block belong to it.

    `strong`: believed without a quoted line behind it. `forward`: it says itself that a mail is being passed on.
    """

    kind: Kind
    start: int
    end: int
    strong: bool = True
    forward: bool = False
    header: HeaderBlock | None = field(default=None, compare=False)
    lead: int = 0
    """Where the lines end that say something; up to `end` they are blank."""


@dataclass(frozen=True, slots=True)
class Written:
    """The judgement: indexes of the lines to keep, what was cut, and the block that begins another mail, if any."""

    kept: tuple[int, ...]
    cuts: tuple[Cut, ...]
    original: Block | None = None


MAX_ANSWERED = 16
"""Quoted lines that are kept over an answer; the nearest ones are those that it answers."""

_INITIALS = re.compile(r"\s{0,2}([A-Z]{1,2})>")


def written(lines: Sequence[Line]) -> Written:
    """Judge which lines were written now."""
    blocks = list(blocks_of(lines))
    own = _own(lines, blocks)
    end, original = _end(lines, blocks, own)
    inside = [block for block in blocks if block.start < end]
    removed = list(_removed(lines, inside, own))
    if end < len(lines):
        removed.append(Cut("quote", end, len(lines)))
    removed.extend(cut for block in inside if block in own for cut in own[block])
    kept = _kept(len(lines), removed)
    if not any(not lines[at].blank for at in kept):
        return Written(tuple(range(len(lines))), (), original)
    return Written(kept, tuple(sorted(removed, key=lambda cut: cut.start)), original)


def _kept(total: int, removed: Sequence[Cut]) -> tuple[int, ...]:
    gone = {at for cut in removed for at in range(cut.start, cut.end)}
    return tuple(at for at in range(total) if at not in gone)


def _own(lines: Sequence[Line], blocks: Sequence[Block]) -> dict[Block, list[Cut]]:
    """Return the text blocks in which something is left when signatures and footers are off, and what is off."""
    found = {block: cuts(lines, block.start, block.end) for block in blocks if block.kind is Kind.TEXT}
    return {block: off for block, off in found.items() if _left(lines, block, off)}


def _left(lines: Sequence[Line], block: Block, off: Sequence[Cut]) -> bool:
    return any(not line.blank for line in _rest(lines, block, off))


def _rest(lines: Sequence[Line], block: Block, off: Sequence[Cut]) -> list[Line]:
    gone = {at for cut in off for at in range(cut.start, cut.end)}
    return [lines[at] for at in range(block.start, block.end) if at not in gone]


def _end(lines: Sequence[Line], blocks: Sequence[Block], own: dict[Block, list[Cut]]) -> tuple[int, Block | None]:
    """Where another whole mail begins under the writer's own words; the number of lines where none does."""
    before, first = False, None
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        opens = block.kind is Kind.ORIGINAL or (block.kind is Kind.ATTRIBUTION and block.strong)
        if first is None and (block.forward or block.header or block.kind is Kind.ORIGINAL):
            first = block
        if opens and before and (block.kind is Kind.ORIGINAL or not _quotes(following)):
            return block.start, first
        before = before or block in own
    return len(lines), first


def _quotes(block: Block | None) -> bool:
    return block is not None and block.kind is Kind.QUOTE


def _removed(lines: Sequence[Line], blocks: Sequence[Block], own: dict[Block, list[Cut]]) -> Iterator[Cut]:
    """Quotes at the end, quotes over an answer, attributions, and text that is all signature."""
    rests = {at: _rest(lines, block, own[block]) for at, block in enumerate(blocks) if block in own}
    answers = [at for at, rest in rests.items() if not is_farewell(rest)]
    last = max(answers, default=-1)
    under = _answers_under(blocks, own)
    for at, block in enumerate(blocks):
        if block.kind is Kind.TEXT:
            if block not in own:
                yield Cut("signature", block.start, block.end)
        elif at > last or under or block.forward or block.header:
            yield Cut("quote", block.start, block.end)
        elif block.kind is Kind.ATTRIBUTION:
            if block.strong:
                yield Cut("quote", block.start, block.lead)
        elif block.end - block.start > MAX_ANSWERED:
            yield Cut("quote", block.start, block.end - MAX_ANSWERED)


def _answers_under(blocks: Sequence[Block], own: dict[Block, list[Cut]]) -> bool:
    """Whether one quote with its attribution stands on top and all of the answer under it."""
    kinds = [block.kind for block in blocks if block.kind is not Kind.TEXT or block in own]
    return kinds[:3] == [Kind.ATTRIBUTION, Kind.QUOTE, Kind.TEXT] and Kind.QUOTE not in kinds[3:]


def blocks_of(lines: Sequence[Line]) -> Iterator[Block]:
    """Divide lines into blocks, first to last, without a gap."""
    rows = rows_of(lines)
    at, text = 0, None
    while at < len(lines):
        block = _block_at(lines, rows, at)
        if block is None:
            text = at if text is None else text
            at += 1
            continue
        if text is not None:
            yield Block(Kind.TEXT, text, block.start)
        text = None
        block = replace(block, end=_over_blanks(lines, block.end), lead=block.end)
        yield block
        at = block.end
    if text is not None:
        yield Block(Kind.TEXT, text, len(lines))


def _over_blanks(lines: Sequence[Line], end: int) -> int:
    while end < len(lines) and lines[end].blank and not lines[end].depth and lines[end].role is not Role.REST:
        end += 1
    return end


def _block_at(lines: Sequence[Line], rows: Sequence[str], at: int) -> Block | None:
    """Return the block that begins at a line; None for the writer's own."""
    line = lines[at]
    if line.role is Role.REST:
        first = next((k for k in range(at, min(at + 6, len(rows))) if rows[k]), at)
        return Block(Kind.ORIGINAL, at, len(lines), header=header_block_at(rows, first))
    if line.depth or line.role is Role.QUOTE:
        return _quote_block(lines, rows, at)
    if not rows[at]:
        return None
    cited = _cited_end(lines, at)
    if cited > at + 1:
        return Block(Kind.QUOTE, at, cited)
    return original_at(rows, at) or _attribution_block(lines, at)


def _quote_block(lines: Sequence[Line], rows: Sequence[str], at: int) -> Block:
    """Read a run of quoted lines; it may quote a whole mail that is passed on, header and all."""
    end = at
    while end < len(lines) and (lines[end].depth or lines[end].role is Role.QUOTE):
        end += 1
    first = next((k for k in range(at, min(at + 4, end)) if rows[k]), None)
    inner = original_at(rows, first) if first is not None else None
    if inner is None:
        return Block(Kind.QUOTE, at, end)
    return Block(Kind.QUOTE, at, end, forward=inner.forward, header=inner.header)


def _cited_end(lines: Sequence[Line], at: int) -> int:
    """Where rows end that begin with the same initials, as some programs quote: `JD> …`."""
    first = _INITIALS.match(lines[at].text)
    end = at
    while first and end < len(lines) and lines[end].text.startswith(first.group()):
        end += 1
    return end


def original_at(rows: Sequence[str], at: int) -> Block | None:
    """Read a separator, a drawn line over a header block, or a header block."""
    meaning = separator(rows[at])
    below = next((k for k in range(at + 1, min(at + 5, len(rows))) if rows[k]), at)
    if meaning:
        header = header_block_at(rows, below) if below > at else None
        return Block(Kind.ORIGINAL, at, header.end if header else at + 1, forward=meaning == "forward", header=header)
    if is_rule(rows[at]) and below > at:
        header = header_block_at(rows, below)
        return Block(Kind.ORIGINAL, at, header.end, header=header) if header else None
    header = header_block_at(rows, at)
    return Block(Kind.ORIGINAL, at, header.end, header=header) if header and header.strong else None


def _attribution_block(lines: Sequence[Line], at: int) -> Block | None:
    found = attribution_at(lines, at)
    return Block(Kind.ATTRIBUTION, found.start, found.end, found.strong) if found else None
