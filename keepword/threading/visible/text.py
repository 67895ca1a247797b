"""What the writer of a mail wrote now, told apart from what is quoted, signed, forwarded or hidden.

The body that a reader sees is brought to lines (`html`, `visible_lines`), the lines are judged (`quotes`, `signatures`),
and a forwarded mail is unwrapped (`forwards`). Every step is linear in the size of the mail and bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from keepword.threading.characters import Invisible
from keepword.threading.html.text import rendered
from keepword.threading.lines import MAX_CHARACTERS, excerpt, joined, plain_lines
from keepword.threading.visible.forwards import forwarded_in
from keepword.threading.visible.quotes import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from keepword.threading.lines import Line
    from keepword.threading.message import Forwarded
    from keepword.threading.visible.quotes import Written


ROWS_SHOWN = 12
"""Rows of a cut piece from which its description is taken."""


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


def visible(plain: str | None, html: str | None, attached: Forwarded | None, subject: str | None = None) -> Visible:
    """Read the two bodies of a mail (either may be missing) and tell what was written now.

    HTML is what readers are shown, so it counts where it shows anything; the plain body counts else. `attached` is a
    mail that came as a part of its own: it goes before one that is found in the text. `subject` helps to tell
    Outlook's forwards from its replies, which look alike.
    """
    lines, notes = _shown(plain, html)
    judged = written(lines)
    return Visible(
        text=joined(lines[at] for at in judged.kept),
        full_text=joined(lines),
        removed=(*notes, *_cut(lines, judged)),
        forwarded=attached or forwarded_in(lines, judged, subject),
    )


def _shown(plain: str | None, html: str | None) -> tuple[list[Line], tuple[str, ...]]:
    """Return the lines of the body that counts, and what was hidden in it or beyond the limits."""
    notes: tuple[str, ...] = ()
    if html:
        page = rendered(html)
        if any(not line.blank for line in page.lines):
            return page.lines, page.removed
        notes = page.removed
    invisible = Invisible()
    lines, limits = plain_lines(invisible.drop((plain or "")[:MAX_CHARACTERS]), len(plain or ""))
    return lines, (*notes, *invisible.named(), *limits)


def _cut(lines: Sequence[Line], judged: Written) -> list[str]:
    """Describe each cut by its beginning; cuts of blank lines say nothing."""
    beginnings = ((cut.kind, lines[cut.start : min(cut.end, cut.start + ROWS_SHOWN)]) for cut in judged.cuts)
    described = ((kind, excerpt("\n".join(line.text for line in rows))) for kind, rows in beginnings)
    return [f"{kind}: {words}" for kind, words in described if words]
