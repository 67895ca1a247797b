"""Reading a folder over a live session: where it stands, the mails past a UID, one mail by its Message-ID.

Only UID commands and BODY.PEEK, so nothing is flagged and no other program's expunge shifts what we name.
"""

from __future__ import annotations

import imaplib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from keepword.agent.mail.imap.faults import ODD, refused
from keepword.agent.mail.imap.fetching import CHUNK, Items, fetch
from keepword.agent.mail.imap.session import Ahead, Session
from keepword.agent.ports import Fetched, Folder
from keepword.threading.mime.ids import read_ids

MAX_HITS = 20
"""How many hits of a Message-ID search are looked at."""
SMALL = 64 * 1024
"""Bytes up to which a mail's exact size does not matter: a batch of such mails is small enough by their number."""


def after(session: Session, uid: int, limit: int) -> list[Fetched]:
    """Fetch from the selected folder the next mails above a UID, oldest first.

    Goes on while the server names mails, not while it gives them: mails expunged between the two are passed over.
    """
    found: list[Fetched] = []
    while len(found) < limit:
        wanted = _next_uids(session, uid, limit - len(found))
        if not wanted:
            break
        found += _bounded(session, _sizes_ahead(session, wanted))
        if weight(found) >= session.patience.answer_bytes:
            break
        uid = wanted[-1]
    return found


def _next_uids(session: Session, uid: int, count: int) -> list[int]:
    """Return the next UIDs above this one, from the last search as long as it reaches."""
    if not session.ahead.reaches(session.selected, session.validity, uid):
        session.ahead = Ahead(session.selected, session.validity, uid, _search_above(session, uid))
    start = bisect_right(session.ahead.uids, uid)
    return session.ahead.uids[start : start + count]


def _search_above(session: Session, uid: int) -> list[int]:
    """Search `UID n:*`, which always names the last mail too, whatever its UID (RFC 9051, 6.4.9): so look again."""
    return sorted(int(u) for u in session.client.search(["UID", f"{uid + 1}:*"]) if u > uid)


def weight(mails: Sequence[Fetched]) -> int:
    """Return the bytes of these mails."""
    return sum(len(mail.raw) for mail in mails)


def these(session: Session, uids: Sequence[int]) -> list[Fetched]:
    """Fetch these mails of the selected folder, those that are still there, in the order of their UIDs."""
    return _bounded(session, _sizes(session, sorted(set(uids))))


def _bounded(session: Session, sizes: dict[int, int]) -> list[Fetched]:
    """Fetch the mails of these sizes in batches, until there are enough bytes."""
    found: list[Fetched] = []
    for batch in batches(sizes, session.patience.batch_mails, session.patience.batch_bytes):
        found += _bodies(session, batch, sizes)
        if weight(found) >= session.patience.answer_bytes:
            break
    return found


def _sizes_ahead(session: Session, wanted: Sequence[int]) -> dict[int, int]:
    """Return bounds of the next mails' sizes; those of many more are asked for at once, to save the server's answers."""
    ahead = session.ahead
    if wanted[0] < ahead.sized_from or wanted[-1] > ahead.sized_to:
        start = bisect_left(ahead.uids, wanted[0])
        chunk = ahead.uids[start : start + max(CHUNK, len(wanted))]
        ahead.sizes, ahead.sized_from, ahead.sized_to = _bounds(session, chunk), chunk[0], chunk[-1]
    return {uid: ahead.sizes[uid] for uid in wanted if uid in ahead.sizes}


def _bounds(session: Session, uids: Sequence[int]) -> dict[int, int]:
    """Return for each mail a size that it does not exceed: its own where it is large, one for all others.

    One search names the large ones; an answer with each mail's size costs nearly as much as the mail itself.
    """
    small = min(SMALL, session.patience.batch_bytes, session.patience.mail_bytes)
    try:
        large = set(session.client.search(["UID", f"{uids[0]}:{uids[-1]}", "LARGER", str(small)]))
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        return _sizes(session, uids)  # a server that does not search by size
    return {**dict.fromkeys(uids, small), **_sizes(session, [uid for uid in uids if uid in large])}


def _sizes(session: Session, uids: Sequence[int]) -> dict[int, int]:
    """Ask for sizes, so that a batch is bounded in bytes; some servers lie, hence the bound by count too."""
    answer = fetch(session, uids, ["RFC822.SIZE"]) if uids else {}
    return {uid: int(items.get(b"RFC822.SIZE") or 0) for uid, items in sorted(answer.items())}


def batches(sizes: dict[int, int], most: int, most_bytes: int) -> Iterator[list[int]]:
    """Divide UIDs into runs of at most so many mails and so many bytes; a larger mail goes alone.

    >>> list(batches({1: 10, 2: 10, 3: 99, 4: 1}, most=3, most_bytes=25))
    [[1, 2], [3], [4]]
    """
    run: list[int] = []
    weight = 0
    for uid, size in sizes.items():
        if run and (len(run) >= most or weight + size > most_bytes):
            yield run
            run, weight = [], 0
        run.append(uid)
        weight += size
    if run:
        yield run


def _bodies(session: Session, uids: Sequence[int], sizes: dict[int, int]) -> list[Fetched]:
    """Fetch a batch whole; where the server refuses it, mail by mail, so that one bad mail stops no other.

    A server that gives none of several mails, or not even the size of one, or says that it is only busy, has a fault of
    its own, which is raised.
    """
    try:
        return _ask(session, uids, sizes)
    except (imaplib.IMAP4.error, *ODD) as error:
        if not refused(error):
            raise
        refusal = error
    if len(uids) == 1:
        _sizes(session, uids)
        return [Fetched(uids[0], b"", datetime.now(UTC), fault=str(refusal)[:300])]
    found = [mail for uid in uids for mail in _bodies(session, [uid], sizes)]
    if found and all(mail.fault for mail in found):
        raise refusal
    return found


def _ask(session: Session, uids: Sequence[int], sizes: dict[int, int]) -> list[Fetched]:
    cap = session.patience.mail_bytes
    whole = max(sizes.get(uid, 0) for uid in uids) <= cap
    part = "BODY.PEEK[]" if whole else f"BODY.PEEK[]<0.{cap}>"
    answer = fetch(session, uids, ["INTERNALDATE", "FLAGS", part])
    return [mail for uid, items in sorted(answer.items()) for mail in _fetched(uid, items)]


def _fetched(uid: int, items: Items) -> Iterator[Fetched]:
    """Read one mail's answer; one without a body was expunged while we asked, or is an unasked flag report."""
    raw = items.get(b"BODY[]", items.get(b"BODY[]<0>"))
    if raw is None:
        return
    received = items.get(b"INTERNALDATE")
    when = received if isinstance(received, datetime) else datetime.now(UTC)
    flags = frozenset(str(f, "ascii", "replace") for f in items.get(b"FLAGS") or ())
    aware = when if when.tzinfo else when.replace(tzinfo=UTC)
    yield Fetched(uid, bytes(raw), aware.astimezone(UTC), flags)


def holds(session: Session, folder: Folder, message_id: str) -> bool:
    """Say whether a folder holds a mail with exactly this Message-ID; a folder that is not there holds none.

    SEARCH HEADER finds parts of values too (RFC 9051, 6.4.4), so the hits are compared.
    """
    wanted = "".join(message_id.split())
    if not wanted or session.name(folder, make=False) is None:
        return False
    session.select(folder)
    hits = session.client.search(["HEADER", "Message-ID", wanted], None if wanted.isascii() else "UTF-8")
    newest = sorted(hits)[-MAX_HITS:]
    answer = session.client.fetch(newest, ["BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"]) if newest else {}
    return any(wanted in _ids(items) for items in answer.values())


def _ids(items: dict[bytes, Any]) -> set[str]:
    """Return the ids of an answer that holds the Message-ID field."""
    field = next((value for key, value in items.items() if key.startswith(b"BODY[HEADER") and value), b"")
    value = field.decode("utf-8", "replace").partition(":")[2]
    return {"".join(value.split()), *read_ids(value, bare=True)}
