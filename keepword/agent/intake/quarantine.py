"""What could not be handled is set apart: visible, countable, and replayed by moving it back to the inbox."""

from __future__ import annotations

from datetime import datetime

from keepword.agent.intake.binding import indexed
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ports import Folder, Mailbox
from keepword.agent.terms import Desk
from keepword.agent.trace import message_trace
from keepword.memory.state import IndexEntry
from keepword.memory.store import Store
from keepword.threading.read import read


async def quarantine(uid: int, reason: str, desk: Desk, store: Store, mailbox: Mailbox, now: datetime) -> Outcome:
    """Write down why a mail cannot be handled, then move it to the Quarantine folder."""
    mails = await mailbox.fetch([uid])
    if not mails:
        return Outcome(desk.name, uid, "", Kind.QUARANTINED, f"gone from the mailbox; {reason}")
    message = read(mails[0].raw)
    found = await indexed(store, message)
    key, entry = found.key, found.entry
    noted = (entry.value if entry else _unknown(message.id, message.digest, now)).model_copy(
        update={
            "digest": message.digest,
            "outcome": Kind.QUARANTINED,
            "reason": reason,
            "mailbox": desk.name,
            "at": now,
            "trace": {"message": message_trace(message), "quarantine": {"reason": reason}},
        }
    )
    if entry is None:
        await store.claim(key, noted)
    else:
        await store.save_message(key, noted, entry.etag)
    await mailbox.move(uid, Folder.QUARANTINE)
    return Outcome(
        desk.name, uid, message.id, Kind.QUARANTINED, reason, noted.thread_id or None, noted.entity_id or None
    )


def _unknown(message_id: str, digest: str, now: datetime) -> IndexEntry:
    return IndexEntry(message_id=message_id, thread_id="", entity_id="", digest=digest, at=now)
