"""Delivery reports: what a mail system says has become of a mail of ours (RFC 3464, and the many that never heard of it)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from keepword.threading.bounce.notices import read_notice
from keepword.threading.bounce.recipients import ANY, LIKELY, SURE, recipient
from keepword.threading.bounce.report import Report, read_report
from keepword.threading.bounce.signs import is_bounce, may_be_bounce
from keepword.threading.bounce.status import codes, from_reply, is_vague, status_in
from keepword.threading.bounce.words import MAX_WORDS, meaning, patterns
from keepword.threading.message import Bounce
from keepword.threading.mime.addresses import addresses_in, clean_address, read_addresses
from keepword.threading.mime.encoded_words import decode_words
from keepword.threading.mime.ids import read_id, read_ids
from keepword.threading.mime.parts import Part

_ACTIONS = ("failed", "delayed", "delivered", "relayed", "expanded")
_DELAYED = patterns(
    r"""
    \b(?:delayed|delay)\b
    still (?:being )?re?tr(?:y|ied)
    will (?:be |keep |continue )?(?:to )?(?:retr|try)
    temporary (?:problem|failure|error)
    haven't been able to deliver
    """
)
# Said only while it is still tried, whatever else the mail threatens with.
_SURELY_DELAYED = patterns(
    r"""
    warning message only
    no action is required
    not yet been delivered
    message will be retried
    only a temporary failure
    warning: message .{1,80}delayed
    delivery status notification \(delay\)
    """
)
_GAVE_UP = patterns(
    r"""
    permanent|given up|give up|giving up|could not be delivered|failed permanently|undeliverable|not going to try
    """
)
# What is meant where nothing is said: it failed, or it has waited too long so far.
MAX_BESIDE = 12
"""Lines that can belong to one recipient."""
_UNSAID = {False: "0.0", True: "4.7"}
_MESSAGE_ID = re.compile(
    r"\s{0,12}(?:[>*]\s?)?\"?(?:original )?message-?\s?id\"?\s{0,3}[:=]\s{0,3}(.{3,998})", re.IGNORECASE
)


def read_bounce(root: Part) -> Bounce | None:
    """Return what a delivery report says, or None where the mail is none.

    Never raises. Of several recipients the first that failed is told; else the first.
    """
    if (notice := read_notice(root)) is not None:
        return notice
    if not may_be_bounce(root) or not is_bounce(report := read_report(root)):
        return None
    return from_report(report)


def from_report(report: Report) -> Bounce:
    """Return what a report says that is known to be one."""
    told = _Reading(report)
    return Bounce(told.original(), told.recipient, told.action(), told.status())


@dataclass(frozen=True, slots=True)
class _Finding:
    """Whom the report is about, and the words that belong to that."""

    recipient: str | None
    group: dict[str, str]
    words: str


class _Reading:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.subject = decode_words(report.root.block.text("subject")[:2_000])
        self.finding = self._finding()
        self.recipient = self.finding.recipient

    def original(self) -> str | None:
        """Return the id of the mail that the report is about: it came back, is named in the words, or is answered."""
        returned = self.report.returned
        if returned is not None and (found := read_id(returned.text("message-id"))):
            return found
        for line in self.report.lines:
            if (named := _MESSAGE_ID.match(line)) and (found := read_id(named[1])):
                return found
        block = self.report.root.block
        answered = (*read_ids(block.text("in-reply-to")), *read_ids(block.text("references"))[::-1])
        return next(iter(answered), None)

    def action(self) -> str:
        said = self.finding.group.get("action", "").strip().lower()
        for action in _ACTIONS:
            if said.startswith(action[:5]):
                return action
        status = self.finding.group.get("status", "")
        if status.startswith("2"):
            return "delivered"
        words = f"{self.subject}\n{self.finding.words}"[:MAX_WORDS]
        if _SURELY_DELAYED.search(words):
            return "delayed"
        return "delayed" if _DELAYED.search(words) and not _GAVE_UP.search(words) else "failed"

    def status(self) -> str:
        """Return the status that says most: the other server's, the report's, else what the words or the reply mean."""
        field = status_in(self.finding.group.get("status", ""))
        diagnostic = self.finding.group.get("diagnostic-code", "")
        reply, said = self._codes(diagnostic)
        best = _better(field, said, reply)
        if best is None or (is_vague(best) and not diagnostic):
            return self._derived(reply) or best or f"{self._class(reply)}.{_UNSAID[self.action() == 'delayed']}"
        return best

    def _codes(self, diagnostic: str) -> tuple[str | None, str | None]:
        """Return the reply and the status of the other server: in its field, else beside the recipient, else anywhere."""
        for words in (diagnostic, "" if diagnostic else self._beside(), "" if diagnostic else self.finding.words):
            found = codes(words[:MAX_WORDS])
            if any(found):
                return found
        return None, None

    def _beside(self) -> str:
        """Return the lines from the first that names the recipient to one that names another address."""
        lines = self.report.lines
        start = next((n for n, line in enumerate(lines) if self.recipient and self.recipient in line), len(lines))
        beside = takewhile(
            lambda line: "@" not in line or (self.recipient or "") in line, lines[start : start + MAX_BESIDE]
        )
        return "\n".join(beside)

    def _derived(self, reply: str | None) -> str | None:
        """Derive a status from the words, else from the SMTP reply, whose first digit is the class (RFC 5321 4.2.1)."""
        said = meaning(self._beside()) or meaning(self.finding.words) or meaning(self.subject)
        detail = said or (from_reply(reply) if reply else None)
        return None if detail is None else f"{self._class(reply)}.{detail}"

    def _class(self, reply: str | None) -> str:
        return {"failed": "5", "delayed": "4"}.get(self.action(), (reply or "2")[0])

    def _finding(self) -> _Finding:
        words = "\n".join(self.report.lines)
        failed = [g for g in self.report.groups if g.get("action", "failed").lower().startswith("fail")]
        group = next(iter((*failed, *self.report.groups)), {})
        return _Finding(_recipient_of(group) or self._told(), group, words)

    def _told(self) -> str | None:
        """Find the recipient where no field of RFC 3464 says so."""
        lines, strangers = self.report.lines, self._strangers()
        failed = read_addresses(self.report.root.block.text("x-failed-recipients"))
        return (
            recipient(lines, strangers, SURE)
            or next((a.address for a in failed if "@" in a.address), None)
            or recipient(lines, strangers, LIKELY)
            or self._addressee()
            or recipient(lines, strangers, ANY)
            or recipient(lines, frozenset(), SURE)
        )

    def _strangers(self) -> frozenset[str]:
        block = self.report.root.block
        named = [a for name in ("from", "to", "return-path") for a in addresses_in(block.text(name))]
        if self.report.returned is not None:
            to = set(addresses_in(self.report.returned.text("to")))
            named = [a for a in named if a not in to]
        return frozenset(a.lower() for a in named)

    def _addressee(self) -> str | None:
        """Whom the mail that came back was sent to."""
        returned = self.report.returned
        if returned is None:
            return None
        for name in ("x-failed-recipients", "to", "delivered-to", "cc"):
            found = [a.address for a in read_addresses(returned.text(name)) if "@" in a.address]
            if found:
                return found[0]
        return None


def _recipient_of(group: dict[str, str]) -> str | None:
    """RFC 3464 2.3.2: the address follows its type; where it is no address, another field may hold one."""
    for name in ("final-recipient", "original-recipient", "x-actual-recipient"):
        value = group.get(name, "")
        address = clean_address(value.partition(";")[2] or value)
        if "@" in address and " " not in address:
            return address
    found = addresses_in(group.get("diagnostic-code", ""))
    return found[0] if found else None


def _better(field: str | None, said: str | None, reply: str | None) -> str | None:
    """Choose between the Status field and the code in the other server's words: the one that says more."""
    if field is None or said is None:
        return field or said
    if is_vague(field) or not is_vague(said):
        return said
    return field
