"""What a look round at an IMAP server tells the operator: abilities, folders, and what is missing with what to do."""

from __future__ import annotations

from dataclasses import dataclass

from keepword.agent.mail.imap.session import Session
from keepword.agent.ports import Folder

WANTED: dict[str, str] = {
    "IDLE": "new mail is only seen at the next poll; shorten poll_every if that is too slow",
    "UIDPLUS": "without MOVE, a mail moved to quarantine stays in the inbox, marked as deleted",
    "MOVE": "mails are moved by copying and deleting",
    "SPECIAL-USE": "folders are found by their usual names; set [[mailbox]] folders if they are others",
}
"""What we make use of, and what its lack means."""


@dataclass(frozen=True, slots=True)
class Probe:
    """`folders` maps roles to the names that would be used; those in `to_create` are not there yet."""

    capabilities: tuple[str, ...]
    folders: dict[str, str]
    to_create: tuple[str, ...]
    notes: tuple[str, ...]
    """What is missing and what it means or what to do, a line each."""
    mails: int = 0


def probe(session: Session) -> Probe:
    """Look at the server's abilities and folders without changing anything."""
    choices = {role: session.choice(role) for role in Folder}
    opened = session.client.select_folder(choices[Folder.INBOX].name, readonly=True)
    session.selected = None
    able = tuple(sorted(c.decode("ascii", "replace") for c in session.client.capabilities()))
    return Probe(
        capabilities=able,
        folders={role.value: choice.name for role, choice in choices.items()},
        to_create=tuple(role.value for role, choice in choices.items() if choice.missing),
        notes=tuple(f"no {name}: {meaning}" for name, meaning in WANTED.items() if name not in able),
        mails=int(opened.get(b"EXISTS") or 0),
    )
