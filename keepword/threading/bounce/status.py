"""Enhanced status codes (RFC 3463) and SMTP replies (RFC 5321 section 4.2) as delivery reports quote them."""

from __future__ import annotations

import re

_ENHANCED = re.compile(r"(?<![\d.\w])([245])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)")
_REPLY = re.compile(
    r"(?<![\d.\w/:@=-])([245][0-5]\d)(?=[\s\-:;,<(\"'.)#]|$)(?!\.\d)"
    r"(?:[\s\-]{0,3}['(#]{0,2}([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?"
)
# What a reply means by itself, as `subject.detail` (RFC 5321 4.2.3, RFC 4954, RFC 7504).
_REPLIES = {
    "421": "4.2",
    "450": "2.0",
    "451": "3.0",
    "452": "3.1",
    "454": "7.0",
    "500": "5.2",
    "501": "5.4",
    "502": "5.1",
    "503": "5.1",
    "504": "5.4",
    "521": "3.2",
    "530": "7.0",
    "534": "7.9",
    "535": "7.8",
    "551": "1.6",
    "552": "2.2",
    "553": "1.3",
    "555": "5.4",
    "556": "1.10",
}


def codes(text: str) -> tuple[str | None, str | None]:
    """Return the SMTP reply and the enhanced status in a text, negative ones; a pair that stands together comes first."""
    replies = [m for m in _REPLY.finditer(text) if m[1][0] in "45"]
    joined = next((m for m in replies if m[2] and m[2][0] in "45"), None)
    if joined is not None:
        return joined[1], joined[2]
    status = next((m[0] for m in _ENHANCED.finditer(text) if m[1] in "45"), None)
    return (replies[0][1] if replies else None), status


def status_in(text: str) -> str | None:
    """Return the first enhanced status in a text, of any class, or None."""
    found = _ENHANCED.search(text)
    return found[0] if found else None


def from_reply(reply: str) -> str:
    """Return the `subject.detail` that an SMTP reply means by itself; `0.0` where it means nothing in particular."""
    return _REPLIES.get(reply, "0.0")


def is_vague(status: str) -> bool:
    """Whether a status says nothing but its class (RFC 3463 3.1: other undefined status)."""
    return status.endswith(".0.0")
