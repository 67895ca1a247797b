"""Read a thread as it is now: one that was joined into another is read there."""

from __future__ import annotations

from keepword.memory.state import ThreadDocument
from keepword.memory.store import Store, Versioned

MOST_HOPS = 10


async def current_thread(store: Store, thread_id: str) -> Versioned[ThreadDocument] | None:
    """Read a thread, or the one that it turned out to be, however often it was joined; None where there is none."""
    seen: set[str] = set()
    thread = await store.thread(thread_id)
    while thread is not None and thread.value.merged_into and len(seen) < MOST_HOPS:
        seen.add(thread.value.thread_state.thread_id)
        if thread.value.merged_into in seen:
            break
        thread = await store.thread(thread.value.merged_into)
    return thread
