"""What a relay's answer to the final dot tells: the Message-ID that it put in place of ours, where it does so."""

from __future__ import annotations

import re

from keepword.agent.ports import Receipt

_SES_HOST = re.compile(
    r"^email-smtp(?:-fips)?\.([a-z0-9-]{2,32})\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$", re.IGNORECASE
)
_SES_ID = re.compile(
    r"^(?:Ok )?([0-9a-f]{16}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-[0-9]{6})\b", re.IGNORECASE
)
_BRACKETED = re.compile(r"<([^<>@\s]{1,400}@[^<>@\s]{1,255})>")

OLDEST_REGION = "us-east-1"


def receipt(host: str, text: str, message_id: str | None = None) -> Receipt:
    """Read the text of the 250 answer that `host` gave to a mail which carried `message_id`.

    Amazon SES replaces every Message-ID and answers with the local part of its own; the domain is
    `email.amazonses.com` in us-east-1 and `<region>.amazonses.com` elsewhere. Exchange Online answers with the
    Message-ID in brackets, which is of interest where it is not ours. Other texts (queue ids) name no Message-ID.
    """
    line = " ".join(text.split())
    return Receipt(line[:1000], _ses(host, line) or _other(line, message_id))


def _ses(host: str, line: str) -> str | None:
    relay, answer = _SES_HOST.match(host), _SES_ID.match(line)
    if not relay or not answer:
        return None
    region = relay.group(1).lower()
    domain = "email" if region == OLDEST_REGION else region
    return f"<{answer.group(1)}@{domain}.amazonses.com>"


def _other(line: str, message_id: str | None) -> str | None:
    found = _BRACKETED.search(line[:1000])
    if not found or message_id is None or found.group(0) == message_id:
        return None
    return found.group(0)
