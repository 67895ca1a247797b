"""Remove a person's mails from a folder over a live session: by UID, and only what the headers say is theirs or to them.

SEARCH finds parts of values too (RFC 9051, 6.4.4), so every hit's own headers decide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from email.parser import BytesHeaderParser
from email.utils import getaddresses

from keepword.agent.mail.imap.session import Session
from keepword.agent.mail.imap.writing import DELETED
from keepword.agent.ports import Erased, Folder
from keepword.threading.entity import address_key

CHUNK = 200
FIELDS = "FROM REPLY-TO TO"
THEIRS = ("from", "reply-to")
"""Fields that make a mail the person's own; Reply-To is where a contact form names who filled it in."""

OURS = frozenset({Folder.SENT, Folder.DRAFTS})
"""Folders whose mails are ours: there `To` tells to whom we wrote."""


def erase(session: Session, folder: Folder, addresses: Collection[str]) -> Erased:
    """Remove the mails from these addresses, and ours to them; a folder that is not there holds none.

    Without UIDPLUS (RFC 4315) they can only be marked as deleted: a plain EXPUNGE would remove what others have marked.
    """
    if session.name(folder, make=False) is None:
        return Erased()
    session.select(folder)
    keys = {address_key(a) for a in addresses}
    theirs = [uid for uid in _hits(session, addresses) if keys & _named(session, uid, folder)]
    for start in range(0, len(theirs), CHUNK):
        chunk = theirs[start : start + CHUNK]
        session.client.add_flags(chunk, [DELETED], silent=True)
        if session.can("UIDPLUS"):
            session.client.uid_expunge(chunk)
    return Erased(removed=len(theirs)) if session.can("UIDPLUS") else Erased(marked=len(theirs))


def _hits(session: Session, addresses: Iterable[str]) -> list[int]:
    found: set[int] = set()
    for address in addresses:
        charset = None if address.isascii() else "UTF-8"
        for criteria in (["FROM", address], ["TO", address], ["HEADER", "Reply-To", address]):
            found.update(int(uid) for uid in session.client.search(["UNDELETED", *criteria], charset))
    return sorted(found)


def _named(session: Session, uid: int, folder: Folder) -> set[str]:
    """Return the address keys of those whose mail this is."""
    answer = session.client.fetch([uid], [f"BODY.PEEK[HEADER.FIELDS ({FIELDS})]"])
    items = answer.get(uid, {})
    raw = next((value for key, value in items.items() if key.startswith(b"BODY[HEADER") and value), b"")
    return named(raw, folder)


def named(raw: bytes, folder: Folder) -> set[str]:
    """Return the address keys of those whose mail this is, from its header: its writer, or to whom we wrote it."""
    header = BytesHeaderParser().parsebytes(raw)
    fields = ("to",) if folder in OURS else THEIRS
    values = [str(v) for f in fields for v in header.get_all(f, [])]
    return {address_key(a) for _, a in getaddresses(values) if a}
