"""What the elements of mail programs say: here is an attribution, a quote, the mail that is answered, a signature.

One table by class, one by id. Outlook prefixes both with `x_` when it quotes; such marks are read without it.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Marker(Enum):
    """What an element holds."""

    LEVEL = "level"  # quoted lines, one level deeper
    HOLDER = "holder"  # an attribution and then quoted blocks, perhaps with answers between them
    ATTRIBUTION = "attribution"
    QUOTE = "quote"  # a quoted mail without a level of its own
    REST = "rest"  # it and all that follows is another mail
    SIGNATURE = "signature"


_BY_CLASS = {
    "gmail_attr": Marker.ATTRIBUTION,
    "moz-cite-prefix": Marker.ATTRIBUTION,
    "yahoo-quoted-begin": Marker.ATTRIBUTION,
    "gmail_quote": Marker.HOLDER,
    "gmail_quote_container": Marker.HOLDER,
    "yahoo_quoted": Marker.HOLDER,
    "protonmail_quote": Marker.HOLDER,
    "zmail_extra": Marker.HOLDER,
    "tutanota_quote": Marker.HOLDER,
    "mail_quote": Marker.HOLDER,
    "front-blockquote": Marker.HOLDER,
    "intercom-quote": Marker.HOLDER,
    "hs_reply": Marker.HOLDER,
    "mcntmcontainer": Marker.HOLDER,
    "ms-outlook-mobile-reference-message": Marker.QUOTE,
    "outlookmessageheader": Marker.REST,
    "moz-forward-container": Marker.QUOTE,
    "moz-email-headers-table": Marker.QUOTE,
    "gmail_signature": Marker.SIGNATURE,
    "gmail_signature_prefix": Marker.SIGNATURE,
    "moz-signature": Marker.SIGNATURE,
    "protonmail_signature_block": Marker.SIGNATURE,
    "protonmail_signature_block-user": Marker.SIGNATURE,
    "applemailsignature": Marker.SIGNATURE,
    "ms-outlook-mobile-signature": Marker.SIGNATURE,
    "yahoo_signature": Marker.SIGNATURE,
    "zimbra-signature": Marker.SIGNATURE,
}
_BY_ID = {
    "divrplyfwdmsg": Marker.REST,
    "appendonsend": Marker.REST,
    "replyforwardmessage": Marker.REST,
    "reply_header": Marker.REST,
    "stopspelling": Marker.REST,
    "olk_src_body_section": Marker.REST,
    "mail-editor-reference-message-container": Marker.QUOTE,
    "mail-editor-reference-message": Marker.QUOTE,
    "isforwardcontent": Marker.QUOTE,
    "isreplycontent": Marker.QUOTE,
    "reply-intro": Marker.ATTRIBUTION,
    "replyintro": Marker.ATTRIBUTION,
    "zwchr": Marker.REST,
    "signature": Marker.SIGNATURE,
    "applemailsignature": Marker.SIGNATURE,
    "ms-outlook-mobile-signature": Marker.SIGNATURE,
    "ymail_android_signature": Marker.SIGNATURE,
    "ymail_ios_signature": Marker.SIGNATURE,
    "mobilesignature": Marker.SIGNATURE,
    "signature_old": Marker.SIGNATURE,
    "mailbird-signature": Marker.SIGNATURE,
}
_BY_NAME = {
    "quote": Marker.HOLDER,
    "quoted-content": Marker.QUOTE,
    "messagereplysection": Marker.HOLDER,
    "messagesignaturesection": Marker.SIGNATURE,
}
_OUTLOOK_RULE = re.compile(r"border-top:\s?solid (?:#e1e1e1|#b5c4df|rgb\(225, ?225, ?225\)) 1\.0pt", re.IGNORECASE)
_INDENT = re.compile(
    r"border(?:-left)?(?:-width)?:\s?(?:none|0|initial)|margin:\s?0(?:px)? 0(?:px)? 0(?:px)? 40px", re.IGNORECASE
)


def marker(tag: str, attributes: Mapping[str, str | None]) -> Marker | None:
    """Return what an element says of its content; None for an ordinary one."""
    if tag == "blockquote":
        return _blockquote(attributes)
    found = next((_BY_CLASS[name] for name in _names(attributes.get("class")) if name in _BY_CLASS), None)
    found = found or next((_BY_ID[name] for name in _names(attributes.get("id")) if name in _BY_ID), None)
    found = found or _BY_NAME.get((attributes.get("name") or "").lower())
    if not found and tag in ("div", "p") and _OUTLOOK_RULE.search((attributes.get("style") or "")[:1000]):
        return Marker.REST
    return found


def _blockquote(attributes: Mapping[str, str | None]) -> Marker | None:
    """Quoted, unless it only indents: the toolbar's indent button makes block quotes without a border."""
    cited = (attributes.get("type") or "").lower() == "cite" or "cite" in attributes
    if cited or any(
        name in ("gmail_quote", "protonmail_quote", "tutanota_quote") for name in _names(attributes.get("class"))
    ):
        return Marker.LEVEL
    return None if _INDENT.search((attributes.get("style") or "")[:1000]) else Marker.LEVEL


def _names(value: str | None) -> list[str]:
    return [_bare(name) for name in (value or "")[:2000].lower().split()[:40]]


def _bare(name: str) -> str:
    while name.startswith("x_"):
        name = name[2:]
    return name
