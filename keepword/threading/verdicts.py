"""What was decided about one mail: shall it be answered, who says so, whose is it, where does it belong.

Verdicts are data: the conductor acts on them, `keepword inspect` and `keepword why` print them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Gate(StrEnum):
    """`pass`: handle it; `drop`: no answer; `event`: it tells us of something (a bounce), it is nobody's letter."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    DROP = "drop"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """The gate's decision; `reason` is empty for `pass`, else one of the reasons in the operator's manual."""

    verdict: Gate
    reason: str = ""


class Level(StrEnum):
    """How sure we are that the From address wrote the mail."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Authentication:
    """The authentication level and, in a few words, what it rests on."""

    level: Level
    reason: str


class Rule(StrEnum):
    """The rule that tied a mail to its thread, in the order in which the rules are tried."""

    TOKEN = "token"  # noqa: S105 - a rule, no password
    IN_REPLY_TO = "in-reply-to"
    REFERENCES = "references"
    GHOST = "ghost"
    SUBJECT_TOKEN = "subject-token"  # noqa: S105
    SUBJECT = "subject"
    """Only in mailboxes that group by subject and sender."""
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Person:
    """Whose mail it is. `key` is the normalised address that stands for the person.

    `shared` marks role and list addresses (`info@`): they have threads but no personal profile. `colleague` is staff, and
    verified. `vouched` is False where somebody else (a contact form, a forwarding colleague) only named the person.
    """

    key: str
    address: str
    name: str = ""
    shared: bool = False
    colleague: bool = False
    vouched: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """What the index knows of a Message-ID: the thread, whose mail it was, and its normalised subject.

    A ghost is an id that another mail named before we saw it, or that we never will; it has no digest, and `entity_id`
    and `people` are those of the mail that named it.
    """

    thread_id: str
    entity_id: str
    digest: str | None
    subject: str = ""
    owner: str = ""
    """The entity whose thread it is, which need not be the mail's writer; empty where that is not known: then nothing is merged."""
    people: tuple[str, ...] = ()
    """Address keys of writer and recipients of the mail that named a ghost: `Resolution.people`."""

    @property
    def ghost(self) -> bool:
        """Whether only other mails have told us of it."""
        return self.digest is None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a mail belongs. `ghosts` are the ids it names that the index does not know yet.

    `linked_to` is the thread that it leaves by a changed subject. `parent` is the id that decided.
    """

    thread_id: str
    rule: Rule
    ghosts: tuple[str, ...] = ()
    linked_to: str | None = None
    parent: str | None = None
    merge_from: tuple[str, ...] = ()
    """Other threads of the same person that this mail proves to be the same conversation."""
    answered_in: tuple[str, ...] = ()
    """The other thread that an answer to this very mail began, an answer to its writer that was seen before it."""
    people: tuple[str, ...] = ()
    """To be kept with each of the `ghosts`: address keys of this mail's writer and recipients."""
    owner: str = ""
    """The entity that owns the thread, as far as the index knows; to be kept with the mail's entry and its ghosts."""
