"""What the offline model keeps of a thread from one mail to the next: a summary that it can read again itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

MAX_ASKED: Final = 4
MAX_PROMISED: Final = 3

FIELDS: Final = {
    "wants": re.compile(r"Wants: ([\w -]{1,60})\.(?: |$)"),
    "reference": re.compile(r"Order or invoice number: (\S{1,40})\.(?: |$)"),
    "amount": re.compile(r"Amount: ((?:[A-Z]{3} )?\d{1,15}\.\d\d)\.(?: |$)"),
}
LISTS: Final = {
    "promised": re.compile(r"Promised: (.{1,400}?)\.(?: |$)"),
    "asked": re.compile(r"Answered: (.{1,600})$"),
}


@dataclass(frozen=True, slots=True)
class Notes:
    """The state of a thread: what is wanted, what is known for it, what is missing, what was promised and answered."""

    wants: str = ""
    reference: str = ""
    amount: str = ""
    promised: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was noted yet."""
        return self == Notes()

    @property
    def summary(self) -> str:
        """The notes as the thread's summary."""
        known = {"Order or invoice number": self.reference, "Amount": self.amount}
        parts = [
            f"Wants: {self.wants}." if self.wants else "",
            *(f"{name}: {value}." for name, value in known.items() if value),
            f"Promised: {'; '.join(self.promised[-MAX_PROMISED:])}." if self.promised else "",
            f"Answered: {'; '.join(self.asked[-MAX_ASKED:])}" if self.asked else "",
        ]
        return " ".join(p for p in parts if p)

    @property
    def topic(self) -> str:
        """One line that names the conversation; empty where nothing was noted."""
        of = f" of {self.amount}" if self.amount else ""
        about = f" for {self.reference}" if self.reference else ""
        if self.promised or self.wants:
            kind = self.wants or self.promised[-1].split(" ")[0]
            return f"{kind.replace('_', ' ').capitalize()}{of}{about}"
        return self.asked[-1] if self.asked else ""

    def answered(self, title: str) -> Notes:
        """Return the notes with one more thing answered; the same thing twice is noted once."""
        kept = tuple(t for t in self.asked if t != title)
        return replace(self, asked=(*kept, " ".join(title.replace(";", ",").split())[:90])[-MAX_ASKED:])


def read_notes(thread: Mapping[str, Any]) -> Notes:
    """Read the notes in a thread's summary and open items; whatever else stands there is left alone."""
    summary = str(thread.get("summary") or "")
    fields = {name: m[1] if (m := pattern.search(summary)) else "" for name, pattern in FIELDS.items()}
    lists = {name: tuple(m[1].split("; ")) if (m := pattern.search(summary)) else () for name, pattern in LISTS.items()}
    return Notes(
        wants=fields["wants"],
        reference=fields["reference"],
        amount=fields["amount"],
        promised=lists["promised"],
        asked=lists["asked"],
        missing=tuple(str(item).replace(" ", "_") for item in thread.get("open_items") or ()),
    )
