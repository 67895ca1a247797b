"""What a delivery report consists of (RFC 3464, RFC 6522): its words, its fields, and the mail that came back.

Where the report is no MIME report, the same three are looked for in the text: the mail that came back starts at a line
that says so, or at a run of header fields; the fields of RFC 3464 are read wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from keepword.threading.mime.charsets import decode
from keepword.threading.mime.headers import Block, read_block
from keepword.threading.mime.parts import Part

MAX_REPORT = 100_000
"""Characters of a report that are read."""
MAX_LINE = 2_000
MAX_LINES = 3_000

_MESSAGES = frozenset({"message/rfc822", "message/news", "message/global", "message/partial"})
_HEADERS = frozenset({"text/rfc822-headers", "message/rfc822-headers", "message/global-headers"})
_STATUSES = frozenset({"message/delivery-status", "message/global-delivery-status", "text/delivery-status"})

_STATUS_FIELDS = (
    "final-recipient original-recipient x-actual-recipient action status diagnostic-code remote-mta reporting-mta"
)
_FIELD = re.compile(rf"[\s>]{{0,12}}({'|'.join(_STATUS_FIELDS.split())})\s{{0,4}}:\s{{0,4}}(.*)", re.IGNORECASE)

_RETURNED = re.compile(
    r"""[\s\W]{0,60}(?:
        (?:this\ is\ |below\ is\ |below\ this\ line\ is\ |included\ is\ |here\ is\ )?a\ copy\ of\ (?:the|your)\b.{0,80}
      | (?:the\ )?headers?\ (?:of|from)\ the\ (?:original|returned)\b.{0,60}
      | (?:your\ |the\ )?(?:original|unsent|returned|undelivered|failed)\ (?:message|mail|e-?mail)\b
        (?:\ (?:headers?|info|follows?|text|body|content|is|attached|was|below)\b){0,3}[\s\W]{0,60}$
      | (?:the\ )?(?:first\ .{1,20}\ (?:lines|bytes)|text|body)\ of\ (?:the|your)\ (?:original|message)\b.{0,60}
      | (?:message|mail)\ headers?\ (?:follows?|is|are)?\b[\s\W]{0,60}$
      | message\ (?:text\ )?follows\b.{0,40}
      | included\ is\ a\ copy\b.{0,60}
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_HEADER_LINE = re.compile(r"([A-Za-z][A-Za-z0-9-]{1,60})[ \t]?:")
_HEADER_NAMES = frozenset(
    [
        "received",
        "return-path",
        "message-id",
        "from",
        "to",
        "cc",
        "subject",
        "date",
        "mime-version",
        "content-type",
        "reply-to",
        "delivered-to",
        "dkim-signature",
        "x-mailer",
        "user-agent",
        "sender",
        "x-received",
        "content-transfer-encoding",
    ]
)
_SAYS_NOTHING = frozenset({"from", "to", "subject", "date", "cc"})


@dataclass(frozen=True, slots=True)
class Report:
    """A delivery report taken apart. `groups` are the per-recipient fields, lower-cased names; `lines` its own words."""

    root: Part
    lines: tuple[str, ...]
    groups: tuple[dict[str, str], ...]
    returned: Block | None
    structured: bool
    """Whether a part of its own holds the status fields."""
    kind: str
    """The report-type of a multipart/report (RFC 6522), lower-cased; empty where it is none."""


def read_report(root: Part) -> Report:
    """Take a mail apart as if it were a delivery report."""
    parts = list(_outside_messages(root))
    lines: list[str] = []
    statuses: list[str] = []
    returned: Block | None = None
    for part in parts:
        if part.type in _STATUSES:
            statuses += _lines(part)
        elif part.type in _MESSAGES and returned is None:
            returned = part.children[0].block if part.children else read_block(part.content(), message=True)
        elif part.type in _HEADERS and returned is None:
            returned = read_block(part.content(), message=True)
        elif part is not root and returned is None and part.block.raw("message-id") is not None:
            returned = part.block
        elif not part.children and part.type.startswith(("text/", "multipart/")):
            lines += _lines(part)
    own, rest = _cut(lines)
    groups = tuple(_groups(statuses or own + rest[:400]))
    # Where a boundary is broken, the mail that came back is at the end of the status fields.
    came_back = returned or _block(rest) or _block(_cut(statuses)[1])
    return Report(root, tuple(own), groups, came_back, bool(statuses), _report_type(parts))


def _report_type(parts: list[Part]) -> str:
    for part in parts:
        if part.type == "multipart/report":
            return part.params.get("report-type", "delivery-status").lower()
    return ""


def _outside_messages(root: Part) -> Iterator[Part]:
    """Yield the parts that belong to the report itself, not to a message inside it."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        yield part
        if part.type.startswith("multipart/"):
            waiting.extend(reversed(part.children))


_TAG = re.compile(r"<(/?[a-z][a-z0-9]{0,15}|!--)(?:\s[^<>]{0,2000})?/?>", re.IGNORECASE)
_BREAKS = frozenset({"br", "p", "/p", "div", "/div", "tr", "/tr", "td", "li", "/table", "h1", "/h1", "h2", "/h2"})


def _lines(part: Part) -> list[str]:
    text = decode(part.content()[: 4 * MAX_REPORT], part.params.get("charset"))[0][:MAX_REPORT]
    if part.type == "text/html":
        text = _TAG.sub(lambda m: "\n" if m[1].lower() in _BREAKS else "", text)
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
    return [line[:MAX_LINE].rstrip() for line in text.splitlines()[:MAX_LINES]]


def _cut(lines: list[str]) -> tuple[list[str], list[str]]:
    """Cut the words of a report from the mail that came back with it."""
    for number, line in enumerate(lines):
        if number and _RETURNED.match(line) and _headers_from(lines, number + 1, 12, least=1) is not None:
            return lines[:number], lines[number + 1 :]
        if _headers_from(lines, number, 1) is not None:
            return lines[:number], lines[number:]
    return lines, []


def _headers_from(lines: list[str], start: int, within: int, least: int = 0) -> int | None:
    """Return where a run of a mail's header fields starts, at one of the next `within` lines.

    `least` is 1 where a line has announced them: then the fields need not be ones that only mail systems write.
    """
    for number in range(start, min(len(lines), start + within)):
        if _header_name(lines[number]) is None:
            continue
        run = takewhile(str.strip, lines[number : number + 8])
        names = {name for line in run if (name := _header_name(line))}
        if len(names) >= 2 and (least or names - _SAYS_NOTHING):
            return number
    return None


def _header_name(line: str) -> str | None:
    found = _HEADER_LINE.match(line)
    name = found[1].lower() if found else ""
    return name if name in _HEADER_NAMES else None


def _block(rest: list[str]) -> Block | None:
    start = _headers_from(rest, 0, 14, least=1)
    if start is None:
        return None
    block = read_block("\n".join(rest[start : start + 400]).encode("utf-8"))
    return block if block.fields else None


def _groups(lines: list[str]) -> Iterator[dict[str, str]]:
    """Yield the field groups of RFC 3464 2.3: parted by empty lines, or by a field that comes again."""
    group: dict[str, str] = {}
    name = ""
    for line in (*lines, ""):
        found = _FIELD.match(line)
        if not line.strip() or (found and found[1].lower() in group):
            if _is_recipient(group):
                yield group
            group = {} if not line.strip() or found else group
            name = ""
        if found:
            name = found[1].lower()
            group[name] = found[2].strip()
        elif name and line[:1] in " \t" and line.strip():
            group[name] = f"{group[name]} {line.strip()}"[:MAX_LINE]
        elif line.strip():
            name = ""


def _is_recipient(group: dict[str, str]) -> bool:
    recipients = {"final-recipient", "original-recipient", "x-actual-recipient"} & group.keys()
    return bool(recipients) and bool({"action", "status", "diagnostic-code"} & group.keys())
