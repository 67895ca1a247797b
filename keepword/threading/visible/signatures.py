"""Signatures, lines that devices sign with, and legal footers: found at the end of what somebody wrote, and told apart.

Greeting and name stay ("Best regards / Anna"): they are the writer's words and say who writes. What goes is what a
program added and the block of titles, telephone numbers and links under the name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keepword.threading.lines import Role
from keepword.threading.visible.signatures_words import (
    BANNERS,
    CLOSINGS,
    DEVICES,
    EXCUSES,
    FOOTER_STARTS,
    LEGAL,
    SENT_FROM,
    SENT_LAST,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from keepword.threading.lines import Line

MAX_DASHED = 30
"""Rows under a bare `--` that are believed to be a signature; `-- ` (RFC 3676, 4.3) needs no such bound."""

MAX_RULED = 12
"""Rows under a drawn line that are believed to be a signature."""

_DELIMITER = re.compile(r"(?:---?|—|–)\s*$")
_DRAWN = re.compile(r"\s{0,8}(?:[-_,=+~#*ᐧ—–]+)\s*$")
_UNDERSCORES = re.compile(r"\s{0,4}_{5,}\s*$")
_WRAP = "<>()[]*_ \t\"'"
_CONTACT = re.compile(
    r"\+?\d[\d\s().\-/]{6,20}\d|https?://|www\.|\S@\S|\b(?:tel|phone|mob|mobile|fax|cell|direct|skype|linkedin|twitter|facebook|instagram|tél|telefon|handy|móvil|telefono)\b\.?\s?[:.]",
    re.IGNORECASE,
)
_VISUAL = re.compile(r"\[?(?:cid:|image\d{3}|logo|signature)\S{0,80}\]?$", re.IGNORECASE)
_LINK = re.compile(r"<?\(?\b(?:https?://|aka\.ms/)[^\s<>)]{1,400}[>)]?|\[([^\]\n]{1,60})\]|<mailto:[^>\s]{1,200}>")


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines `start` up to, not including, `end` are a `kind`: "signature" or "footer"."""

    kind: str
    start: int
    end: int


def cuts(lines: Sequence[Line], start: int, end: int) -> list[Cut]:
    """Return what is signature and footer in a stretch of the writer's own lines, in order."""
    found: list[Cut] = []
    top = _banner(lines, start, end)
    if top > start:
        found.append(Cut("footer", start, top))
    marked = _marked(lines, top, end)
    found.extend(marked)
    if marked and _without_blanks(lines, top, end) <= marked[-1].end:
        end = marked[-1].start
    mark = _first_delimiter(lines, top, end)
    if mark < end:
        found.append(Cut("signature", mark, end))
    found.extend(_from_the_end(lines, top, mark))
    return sorted(found, key=lambda cut: cut.start)


def _marked(lines: Sequence[Line], start: int, end: int) -> list[Cut]:
    """Return the runs that the HTML itself calls a signature."""
    runs: list[Cut] = []
    for at in range(start, end):
        if lines[at].role is not Role.SIGNATURE:
            continue
        start = runs.pop().start if runs and runs[-1].end == at else at
        runs.append(Cut("signature", start, at + 1))
    return runs


def _from_the_end(lines: Sequence[Line], start: int, end: int) -> list[Cut]:
    """Take off, from the last line upwards, whatever is a footer, a device's line, a drawn line or a contact block."""
    found: list[Cut] = []
    end = _without_blanks(lines, start, end)
    while end > start:
        at, kind = next(((at, kind) for kind, find in _FINDERS if (at := find(lines, start, end)) < end), (end, ""))
        if at == end:
            break
        found.append(Cut(kind, at, end))
        end = _without_blanks(lines, start, at)
    return found


def _without_blanks(lines: Sequence[Line], start: int, end: int) -> int:
    while end > start and lines[end - 1].blank:
        end -= 1
    return end


def _banner(lines: Sequence[Line], start: int, end: int) -> int:
    """Return where the text begins behind a gateway's warning; `start` where there is none."""
    first = next((at for at in range(start, min(start + 6, end)) if not lines[at].blank), end)
    if first == end or not lines[first].bare.casefold().lstrip(_WRAP).startswith(BANNERS):
        return start
    while first < end and not lines[first].blank:
        first += 1
    return first


def _first_delimiter(lines: Sequence[Line], start: int, end: int) -> int:
    """Return the first row that opens a signature; `end` where none does."""
    fenced = False
    rest = sum(not line.blank for line in lines[start:end])
    for at in range(start, end):
        text = lines[at].text
        rest -= not lines[at].blank
        if text.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and _opens(text, rest) and not (text.strip() == "---" and _tells(lines[at:end])):
            return at
    return end


def _tells(lines: Sequence[Line]) -> bool:
    """Whether a sentence ends in these lines: three dashes divide text as often as they end it."""
    return any(line.bare.endswith((".", "?", "!")) for line in lines)


def _opens(text: str, rest: int) -> bool:
    """Whether a row with `rest` filled rows under it opens a signature."""
    if text == "-- ":
        return True
    if _DELIMITER.match(text):
        return rest <= (MAX_DASHED if text.strip() != "---" else MAX_RULED // 2)
    return _UNDERSCORES.match(text) is not None and rest <= MAX_RULED


def is_device_line(text: str) -> bool:
    """Whether a row is what a program signs with for its owner: "Sent from my iPhone", in many languages."""
    if len(text) > 160:
        return False
    words = " ".join(_LINK.sub(r" \1 ", text).casefold().strip(_WRAP + ".!").split()).strip(_WRAP + ".!")
    if not words or len(words) > 100:
        return False
    head, _, tail = words.partition(",")
    if tail and not any(excuse in tail for excuse in EXCUSES):
        head = words
    if words.startswith(SENT_FROM):
        return _is_terse(head, tail)
    return words.endswith(SENT_LAST) and any(device in words for device in DEVICES)


def _is_terse(head: str, tail: str) -> bool:
    """Tell a program's line, short and without a clause, from words like "Sent from my desk, is much easier …"."""
    sentence = re.split(r"[.;!]\s", head)
    if len(sentence[0].split()) > 12 or "," in head:
        return False
    extras = " ".join(sentence[1:]) + tail
    known = any(device in head for device in DEVICES)
    return (known or len(sentence[0].split()) <= 6) and (
        not extras.strip() or any(word in extras for word in (*EXCUSES, *DEVICES))
    )


def _device(lines: Sequence[Line], start: int, end: int) -> int:
    """Take the last row, where a device signed it."""
    return end - 1 if is_device_line(lines[end - 1].bare) else end


def _drawn(lines: Sequence[Line], start: int, end: int) -> int:
    """Take the last row, where it is only a drawn line."""
    text = lines[end - 1].bare
    return end - 1 if (_DRAWN.match(text) and len(text) > 1) or text in ("ᐧ", "—") else end


def _footer(lines: Sequence[Line], start: int, end: int) -> int:
    """Take the last paragraph, where it is a legal or a program's footer."""
    at = end
    while at > start and end - at < 40 and not lines[at - 1].blank:
        at -= 1
    text = " ".join(line.bare for line in lines[at:end])[:4000].casefold()
    begins = text.lstrip(_WRAP + "|-#:").startswith(FOOTER_STARTS)
    score = sum(word in text for word in LEGAL)
    if at == start and not begins:
        return end
    return at if score >= 4 or (begins and (score >= 1 or len(text) < 60)) else end


def _contact_block(lines: Sequence[Line], start: int, end: int) -> int:
    """Take the rows under a closing and a name, where they are titles, numbers and links."""
    closing = next((at for at in range(end - 1, max(start, end - 16) - 1, -1) if is_closing(lines[at].bare)), None)
    if closing is None:
        return end
    names = [at for at in range(closing + 1, end) if not lines[at].blank]
    block = names[1:] if names and not _CONTACT.search(lines[names[0]].bare) else names
    if not block or len(block) > 12 or not any(_CONTACT.search(lines[at].bare) for at in block):
        return end
    return block[0] if all(_is_terse_row(lines[at].bare) for at in block) else end


def _is_terse_row(text: str) -> bool:
    """Tell whether a row is short or a link, and no sentence."""
    return _VISUAL.match(text) is not None or (
        len(_LINK.sub("", text)) <= 90 and not re.search(r"[a-z]{3}[.!?]\s+[A-Z]|\?$", text)
    )


def is_closing(text: str) -> bool:
    """Whether a row is a closing such as "Kind regards,"."""
    return len(text) <= 60 and text.casefold().strip(_WRAP + ".,!;:-–—").strip() in _CLOSINGS


def is_farewell(lines: Sequence[Line]) -> bool:
    """Whether lines are a closing and a name and nothing else: they end a mail and answer nothing."""
    rows = [line.bare for line in lines if not line.blank]
    if not 1 <= len(rows) <= 4:
        return False
    head, comma, name = rows[0].partition(",")
    return is_closing(rows[0]) or (bool(comma) and is_closing(head) and len(name.split()) <= 3)


_CLOSINGS = frozenset(CLOSINGS)
_FINDERS = (("signature", _device), ("signature", _drawn), ("footer", _footer), ("signature", _contact_block))
