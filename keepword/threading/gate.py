"""Which mail gets no answer, decided before anything else is done with it (RFC 3834).

The rules are a table: each has a name that the operator may switch off, the reason that is shown, and a predicate. The
operator's own rules come first and may also let a mail pass; our own addresses and Message-IDs are never answered,
whatever they say, and a bounce is always an event. Caps, which need no header to trust, come last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from keepword.threading import robots
from keepword.threading.entity import matches
from keepword.threading.message import Message
from keepword.threading.robots import own_key, own_keys
from keepword.threading.verdicts import Gate, GateVerdict

MAX_MATCHED = 2_000
"""Characters of a value that an operator's pattern is held against."""
PASS = GateVerdict(Gate.PASS)


class Action(StrEnum):
    """What an operator's rule does with a mail that it matches."""

    DROP = "drop"
    PASS = "pass"  # noqa: S105 - a verdict, no password


@dataclass(frozen=True, slots=True)
class OperatorRule:
    """One rule of the operator's: `field` is `from`, `to`, `subject` or a header's name; `*` in `pattern` is anything.

    Case does not count. `pass` overrides all but own addresses, own Message-IDs, bounces and caps.
    """

    name: str
    field: str
    pattern: str
    action: Action = Action.DROP


@dataclass(frozen=True, slots=True)
class Own:
    """What is ours: all addresses and aliases, and whether the mail's Message-ID is one that we signed.

    `contact_forms` are senders whose mail is generated, yet a person's letter.
    """

    addresses: tuple[str, ...] = ()
    own_message: bool = False
    contact_forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """Replies sent today: to this sender, in this thread, in all."""

    sender_today: int = 0
    thread_today: int = 0
    today: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """Replies allowed in a day; a cap is reached when so many were sent."""

    per_sender: int = 20
    per_thread: int = 10
    per_day: int = 2_000


@dataclass(frozen=True, slots=True)
class GateRule:
    """One rule of the table."""

    name: str
    reason: str
    applies: Callable[[Message], bool] = field(repr=False)


RULES: tuple[GateRule, ...] = (
    GateRule("header-too-long", "header_too_long", lambda message: message.header_cut),
    GateRule("auto-submitted", "auto_submitted", robots.is_auto_submitted),
    GateRule("auto-response-header", "auto_submitted", robots.has_robot_header),
    GateRule("response-suppressed", "auto_submitted", robots.suppresses_responses),
    GateRule("receipt", "auto_submitted", robots.is_receipt),
    GateRule("null-sender", "null_sender", robots.has_null_sender),
    GateRule("list", "list", robots.is_list_mail),
    GateRule("precedence", "precedence", robots.has_bulk_precedence),
    GateRule("daemon-sender", "daemon_sender", robots.is_daemon),
    GateRule("no-reply-sender", "no_reply_sender", robots.is_no_reply),
    GateRule("calendar-reply", "auto_submitted", robots.is_calendar_reply),
    GateRule("vacation-wording", "auto_submitted", robots.is_vacation),
    GateRule("challenge", "auto_submitted", robots.is_challenge),
)
"""What robots give themselves away by: what a field says for certain first, then what takes reading words to tell."""

FORM_RULES = frozenset(
    {"auto-submitted", "auto-response-header", "response-suppressed", "no-reply-sender", "precedence"}
)
"""Rules that a contact form's mail does not fall under."""


def judge(
    message: Message,
    own: Own,
    rules: Sequence[OperatorRule] = (),
    counts: Counts | None = None,
    limits: Limits | None = None,
    disabled: Collection[str] = (),
) -> GateVerdict:
    """Say whether a mail is to be handled; the verdict's reason is one of the operator's manual.

    `disabled` names rules of the table that the operator has switched off.
    """
    if any(own_key(a.address) in own_keys(own.addresses) for a in message.from_):
        return GateVerdict(Gate.DROP, "own_address")
    if own.own_message:
        return GateVerdict(Gate.DROP, "own_message")
    if message.bounce is not None or robots.is_report(message):
        return GateVerdict(Gate.EVENT, "bounce")
    return _robot(message, own, rules, disabled) or over_cap(counts or Counts(), limits or Limits()) or PASS


def over_cap(counts: Counts, limits: Limits) -> GateVerdict | None:
    """Return the cap that is reached, if any: it holds against every loop, whatever the headers say."""
    caps = (
        ("sender_cap", counts.sender_today, limits.per_sender),
        ("thread_cap", counts.thread_today, limits.per_thread),
        ("daily_cap", counts.today, limits.per_day),
    )
    return next((GateVerdict(Gate.DROP, name) for name, count, limit in caps if count >= limit), None)


def _robot(message: Message, own: Own, rules: Sequence[OperatorRule], disabled: Collection[str]) -> GateVerdict | None:
    decided = next((r for r in rules if _matches(r, message)), None)
    if decided is not None:
        return None if decided.action is Action.PASS else GateVerdict(Gate.DROP, "operator_rule")
    off = set(disabled) | _exemptions(message, own)
    rule = next((r for r in RULES if r.name not in off and r.applies(message)), None)
    return GateVerdict(Gate.DROP, rule.reason) if rule else None


def _exemptions(message: Message, own: Own) -> frozenset[str]:
    """Return the rules that do not hold: for a contact form's mail, and for the list that is our own address."""
    author = message.author
    form = author is not None and matches(author.address, own.contact_forms) and bool(message.reply_to)
    ours = robots.is_own_list(message, own.addresses)
    return (FORM_RULES if form else frozenset()) | (frozenset({"list", "precedence"}) if ours else frozenset())


def _matches(rule: OperatorRule, message: Message) -> bool:
    return any(_glob(rule.pattern.casefold(), value.casefold()[:MAX_MATCHED]) for value in _values(rule.field, message))


def _values(name: str, message: Message) -> tuple[str, ...]:
    """Return what a rule's field stands for: bare addresses, the decoded subject, or the header's values."""
    addresses = {"from": message.from_, "to": (*message.to, *message.cc), "reply-to": message.reply_to}
    wanted = name.strip().lower()
    if wanted in addresses:
        return tuple(a.address for a in addresses[wanted])
    return (message.subject,) if wanted == "subject" else message.header_values(wanted)


def _glob(pattern: str, text: str) -> bool:
    """Match a pattern in which `*` stands for anything; each piece is found once, so time stays linear."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == first
    last = rest.pop()
    if not text.startswith(first) or len(text) < len(first) + len(last) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in rest:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True
