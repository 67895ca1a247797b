"""Delivery reports as data: the JSON that Amazon SES sends through SNS, also by mail."""

from __future__ import annotations

import json
from typing import Any

from keepword.threading.bounce.status import codes, status_in
from keepword.threading.message import Bounce
from keepword.threading.mime.parts import Part

MAX_NOTICE = 300_000
"""Bytes of the longest notice that is read; SNS allows 256 kB."""

MARK = b"notificationType"
"""Stands in every notice."""

_RECIPIENTS = {"Bounce": ("bounce", "bouncedRecipients"), "Delivery": ("delivery", "recipients")}


def read_notice(root: Part) -> Bounce | None:
    """Return what a notice says, or None where the mail is none."""
    body = root.body[:MAX_NOTICE]
    if root.children or MARK not in body:
        return None
    notice = _object(root.content()[:MAX_NOTICE].decode("utf-8", "replace"))
    inner = notice.get("Message")
    if isinstance(inner, str):
        notice = _object(inner)
    return _bounce(notice)


def _object(text: str) -> dict[str, Any]:
    """Read the JSON object that a text starts with; SNS adds a footer, and mail folds long lines."""
    text = text.strip().replace("\r", "").replace("\n", "")
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _bounce(notice: dict[str, Any]) -> Bounce | None:
    kind = str(notice.get("notificationType"))
    section, key = _RECIPIENTS.get(kind, ("", ""))
    told = _dict(notice.get(section))
    first = _first(told.get(key))
    if not section:
        return None
    recipient = first.get("emailAddress") if isinstance(first, dict) else first
    said = str(_dict(first).get("diagnosticCode") or told.get("smtpResponse") or "")
    status = _dict(first).get("status") or codes(said)[1] or status_in(said)
    mail = _dict(notice.get("mail"))
    return Bounce(
        _original(mail),
        str(recipient) if recipient else None,
        "delivered" if kind == "Delivery" else str(_dict(first).get("action") or "failed"),
        str(status) if status else None,
    )


def _original(mail: dict[str, Any]) -> str | None:
    named = _dict(mail.get("commonHeaders")).get("messageId")
    if named:
        return str(named)
    headers = mail.get("headers")
    for header in headers if isinstance(headers, list) else []:
        if str(_dict(header).get("name")).lower() == "message-id":
            return str(header.get("value"))
    return None


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None
