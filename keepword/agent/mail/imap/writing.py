"""Changing a mailbox over a live session: flags, appended mails, moved mails. All by UID, all safe to repeat."""

from __future__ import annotations

import imaplib
from collections.abc import Callable, Sequence

from keepword.agent.mail.imap.fetching import uid_sets
from keepword.agent.mail.imap.session import Session
from keepword.agent.ports import Folder

SEEN, ANSWERED, DELETED = "\\Seen", "\\Answered", "\\Deleted"


def mark(session: Session, uids: Sequence[int], *, seen: bool, answered: bool) -> None:
    """Add flags to mails of the selected folder; other flags stay, a mail that is gone is no error."""
    flags = [flag for flag, wanted in ((SEEN, seen), (ANSWERED, answered)) if wanted]
    for some in uid_sets(uids) if flags else ():
        session.client.add_flags(some, flags, silent=True)


def append(session: Session, folder: Folder, raw: bytes, flags: Sequence[str]) -> None:
    """Put a mail into a folder, making it where there is none, also where it was removed since we looked."""
    _into(session, folder, lambda name: session.client.append(name, raw, tuple(flags)))


def move(session: Session, uid: int, folder: Folder) -> None:
    """Move a mail of the selected folder; a mail that is gone is no error.

    Without MOVE (RFC 6851) it is copied and marked as deleted, and with UIDPLUS (RFC 4315) exactly it is expunged.
    A server with neither keeps the marked mail: a plain EXPUNGE would remove what other people have marked.
    """
    if uid not in session.client.search(["UID", str(uid)]):
        return
    if session.can("MOVE"):
        _into(session, folder, lambda name: session.client.move([uid], name))
        return
    _into(session, folder, lambda name: session.client.copy([uid], name))
    session.client.add_flags([uid], [DELETED], silent=True)
    if session.can("UIDPLUS"):
        session.client.uid_expunge([uid])


def _into(session: Session, folder: Folder, act: Callable[[str], object]) -> None:
    """Act on a folder by name; where it turns out to be gone (TRYCREATE), find or make it and act again."""
    name = session.name(folder)
    try:
        act(name or "")
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error:
        session.forget_names()
        if not session.choice(folder).missing:
            raise
    else:
        return
    act(session.name(folder) or "")
