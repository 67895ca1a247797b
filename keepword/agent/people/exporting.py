"""All that is held on a person, as typed lines: what `keepword export` prints.

Records are lines as they are stored, in the fields of the Agent Memory Toolkit; everything else names its `type` first.
Of other people's threads only the person's own part is told.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from keepword.memory.records import Record, RecordType
from keepword.memory.state import Identity, ProfileDocument, ThreadDocument, profile_state
from keepword.memory.store import Store

Line = dict[str, Any]


async def export(entity: str, slots: tuple[str, ...], store: Store) -> AsyncIterator[Line]:
    """Go through all that is held on a person; `slots` are the profile's slots that the rules name. No line: nothing is."""
    async for line in _identities(entity, store):
        yield line
    profile = await store.profile(entity)
    if profile is not None:
        for line in _profile(profile.value, slots):
            yield line
    owned = set()
    async for thread in store.threads(entity_id=entity):
        owned.add(thread.value.thread_state.thread_id)
        for line in _thread(thread.value):
            yield line
    records = [r async for r in store.records(entity)]
    for thread_id in dict.fromkeys(r.thread_id for r in records if r.type is RecordType.TURN):
        joined = None if thread_id in owned else await store.thread(thread_id)
        if joined is not None:
            yield _participation(joined.value, entity)
    for record in records:
        yield _record(record)
    async for entry in store.messages(entity_id=entity):
        # Whose thread a mail is in, and to whom else it was written, is other people's.
        yield {"type": "message", **entry.value.model_dump(mode="json", exclude={"owner", "people"})}


async def _identities(entity: str, store: Store) -> AsyncIterator[Line]:
    known = await store.identity(entity)
    if known is not None:
        yield _identity(known.value)
    async for other in store.redirects(entity):
        yield _identity(other.value)


def _identity(identity: Identity) -> Line:
    return {"type": "identity", **identity.model_dump(mode="json")}


def _profile(profile: ProfileDocument, slots: tuple[str, ...]) -> list[Line]:
    """Tell a profile with the evidence of every value, and each commitment, kept ones too."""
    whole = {
        "type": "profile",
        **profile_state(profile, slots),
        "addresses": list(profile.addresses),
        "facts": [f.model_dump(mode="json") for f in profile.facts],
    }
    return [whole, *({"type": "commitment", **c.model_dump(mode="json")} for c in profile.commitments)]


def _thread(thread: ThreadDocument) -> list[Line]:
    """Tell a thread of the person's own, without what others wrote in it, and our replies to the person."""
    owner = thread.thread_state.entity_id
    own = {m.message_id for m in thread.messages if m.entity_id == owner}
    dumped = thread.model_dump(mode="json", exclude={"replies", "participants"})
    dumped["messages"] = [m.model_dump(mode="json") for m in thread.messages if m.message_id in own]
    line = {"type": "thread", "thread_id": thread.thread_state.thread_id, **dumped}
    theirs = {thread.owner.casefold(), *(m.address.casefold() for m in thread.messages if m.message_id in own)}
    replies = [r for r in thread.replies if r.kind != "notice" and {a.casefold() for a in r.to} & theirs]
    return [line, *({"type": "reply", **r.model_dump(mode="json")} for r in replies)]


def _participation(thread: ThreadDocument, entity: str) -> Line:
    """Tell the person's part in somebody else's thread: their own mails, and our replies to them."""
    mails = [m for m in thread.messages if m.entity_id == entity]
    theirs = {m.address.casefold() for m in mails}
    replies = [r for r in thread.replies if r.kind != "notice" and {a.casefold() for a in r.to} & theirs]
    return {
        "type": "participation",
        "thread_id": thread.thread_state.thread_id,
        "messages": [m.model_dump(mode="json") for m in mails],
        "replies": [r.model_dump(mode="json") for r in replies],
    }


def _record(record: Record) -> Line:
    return record.document()
