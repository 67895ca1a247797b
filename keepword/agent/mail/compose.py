"""Writing our own mails: a reply, the draft of one, a notice to colleagues. Pure: values in, raw bytes out.

Whatever stands in the values, the bytes hold one header block and one text of ours. A customer sees nothing internal.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.quoprimime import body_encode
from email.utils import format_datetime

from keepword.agent.mail.compose_headers import address_line, id_line, one_line, text_line
from keepword.memory.state import Reply

MAX_SUBJECT = 250
MAX_REFERENCES = 1_500
"""Bytes of a References field; relays refuse very long ones (CASES F9)."""

AUTO_REPLIED = {"Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "OOF, AutoReply"}
"""RFC 3834, 5, and the same for Exchange; bounces stay welcome."""

AUTO_GENERATED = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply"}

SYNTHETIC = "@synthetic.invalid>"
"""Ids of mails that had none: ours alone, so no mail may name them."""

_RE = re.compile(r"^re\s{0,3}:", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_FRAGILE = re.compile(r"^From |[ \t]$|^.{991}", re.MULTILINE)
"""What gateways change in plain lines: a leading "From ", trailing blanks, lines over 998 bytes (RFC 5322, 2.1.1)."""
_SPECIAL = re.compile(rb"^(?:F(?=rom )|\.)")


def compose(
    reply: Reply, *, now: datetime, auto_submitted: bool = True, headers: Mapping[str, str] | None = None
) -> bytes:
    """Write a reply as it is sent: threaded, marked as automatic, plain text in UTF-8. `now` has a time zone.

    `headers` are further unstructured fields.
    """
    notice = reply.kind == "notice"
    marks = {**(_marks(notice) if auto_submitted else {}), **(headers or {})}
    lines = [
        address_line("From", [(reply.sender_name, reply.sender)]),
        address_line("To", [("", address) for address in reply.to]),
        address_line("Reply-To", [("", reply.reply_to)]) if reply.reply_to else None,
        text_line("Subject", one_line(reply.subject)[:MAX_SUBJECT] if notice else reply_subject(reply.subject)),
        f"Date: {format_datetime(now)}",
        id_line("Message-ID", [reply.message_id]),
        id_line("In-Reply-To", _real([reply.in_reply_to])),
        id_line("References", reference_chain(reply.references, reply.in_reply_to)),
        *(text_line(name, value) for name, value in marks.items()),
    ]
    return _assembled(lines, reply.text)


def _marks(notice: bool) -> dict[str, str]:
    return AUTO_GENERATED if notice else AUTO_REPLIED


FINDINGS = "X-Keepword-Findings"
"""The field of a draft that tells a colleague what the guard found in a version that was mended.

Some mail programs send fields that they do not know (Exchange, mutt), so it holds kinds only, never words of the draft or
of the policy: those stand in `keepword why`.
"""


def compose_draft(reply: Reply, *, now: datetime) -> bytes:
    """Write a reply as a draft: the same, but a person will send it, so nothing says that it is automatic."""
    marks = {FINDINGS: f"mended before this draft: {', '.join(reply.findings)}"} if reply.findings else {}
    return compose(reply, now=now, auto_submitted=False, headers=marks)


def compose_notice(
    *, sender: str, to: Sequence[str], subject: str, text: str, message_id: str, now: datetime, sender_name: str = ""
) -> bytes:
    """Write a notice to colleagues (a handoff, an alert), marked so that no robot answers it."""
    lines = [
        address_line("From", [(sender_name, sender)]),
        address_line("To", [("", address) for address in to]),
        text_line("Subject", one_line(subject)[:MAX_SUBJECT]),
        f"Date: {format_datetime(now)}",
        id_line("Message-ID", [message_id]),
        *(text_line(name, value) for name, value in AUTO_GENERATED.items()),
    ]
    return _assembled(lines, text)


def reply_subject(subject: str) -> str:
    """Return the subject of a reply: one `Re:` in front, whatever stood there (RFC 5322, 3.6.5), and not too long.

    >>> reply_subject("RE: re: Invoice"), reply_subject("Invoice")
    ('Re: Invoice', 'Re: Invoice')
    """
    bare = one_line(subject[:2_000])
    while _RE.match(bare):
        bare = bare.split(":", 1)[1].lstrip()
    return f"Re: {bare}"[:MAX_SUBJECT].rstrip()


def reference_chain(references: Sequence[str], parent: str) -> tuple[str, ...]:
    """Return the ids for References (RFC 5322, 3.6.4), the parent last; the first and the newest if too long."""
    ids = [id_ for id_ in _real(dict.fromkeys(references)) if id_ != parent] + _real([parent])
    if not ids:
        return ()
    kept: list[str] = []
    room = MAX_REFERENCES - len("References: ") - len(ids[0])
    for id_ in reversed(ids[1:]):
        room -= len(id_) + len("\r\n ")
        if room < 0:
            break
        kept.insert(0, id_)
    return (ids[0], *kept) if room >= 0 or kept else (ids[-1],)


def _real(ids: Sequence[str] | Mapping[str, None]) -> list[str]:
    return [id_ for id_ in ids if id_ and not id_.endswith(SYNTHETIC)]


def _assembled(lines: Sequence[str | None], text: str) -> bytes:
    encoding, body = encoded_text(text)
    head = [line for line in lines if line]
    head += ["MIME-Version: 1.0", 'Content-Type: text/plain; charset="utf-8"', f"Content-Transfer-Encoding: {encoding}"]
    return "\r\n".join(head).encode("utf-8") + b"\r\n\r\n" + body


def encoded_text(text: str) -> tuple[str, bytes]:
    """Return the transfer encoding and the bytes of a text: plain where every gateway leaves it alone, else encoded.

    Quoted-printable stays readable in the raw mail; base64 is shorter where most letters are not Latin.
    """
    clean = clean_text(text)
    raw = clean.encode("utf-8")
    if clean.isascii() and not _FRAGILE.search(clean):
        return "7bit", raw.replace(b"\n", b"\r\n")
    if sum(byte > 126 for byte in raw) * 3 > len(raw):
        wire = raw.replace(b"\n", b"\r\n")
        return "base64", b"".join(base64.b64encode(wire[i : i + 57]) + b"\r\n" for i in range(0, len(wire), 57))
    return "quoted-printable", _quoted_printable(raw)


def _quoted_printable(raw: bytes) -> bytes:
    """Encode as RFC 2045, 6.7 has it; 74 leaves room for a hidden first letter ("From ", dots)."""
    lines = body_encode(raw.decode("latin-1"), 74, "\r\n").encode("ascii").split(b"\r\n")
    return b"\r\n".join(_SPECIAL.sub(lambda start: b"=%02X" % start[0][0], line, count=1) for line in lines)


def clean_text(text: str) -> str:
    """Return a text with plain line ends, without control characters, ending in one line break."""
    lines = _LINE_END.sub("\n", text)
    printable = _UNPRINTABLE.sub("", lines).encode("utf-8", "replace").decode("utf-8")
    return printable.rstrip("\n") + "\n"
