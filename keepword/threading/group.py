"""Many mails at once into threads, by the same rules as one mail after another; for `inspect --threads`.

Mails are taken parents first, else by date, so the order in which they are given changes nothing. Nothing is at stake
here but the grouping: mails that share an id that is nowhere found are put together whoever wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from keepword.threading.entity import address_key
from keepword.threading.message import Message
from keepword.threading.resolve import MAX_QUOTED, lookup_ids, resolve, token_thread
from keepword.threading.subject import normalise
from keepword.threading.tokens import new_thread_id
from keepword.threading.verdicts import Known, Resolution, Rule

_LABELS = b"labels of threads that are shown, and kept nowhere"


@dataclass(frozen=True, slots=True)
class Grouped:
    """One mail in its thread: where it was found, its id and the rule that tied it."""

    file: str
    message_id: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation: its mails in the order in which they were taken."""

    thread_id: str
    subject: str
    messages: tuple[Grouped, ...]


def group(messages: Iterable[tuple[str, Message]], secret: bytes = b"", own: tuple[str, ...] = ()) -> list[Thread]:
    """Group mails, each with the name of its file, into threads, the earliest first.

    The same content twice is one mail, and each of its files is listed. Without the installation's secret no token of
    ours is known. Time grows with the number of mails times at most `MAX_LOOKUPS`, and a sort.
    """
    index = _Index(secret, own)
    for file, message in _parents_first(sorted(((f, _slim(m)) for f, m in messages), key=_order)):
        index.add(file, message)
    return index.threads()


class _Index:
    """What a store would hold, in memory."""

    def __init__(self, secret: bytes, own: tuple[str, ...]) -> None:
        self.secret = secret
        self.own = own
        self.known: dict[str, Known] = {}
        self.owners: dict[str, str] = {}
        self.subjects: dict[str, str] = {}
        self.placed: dict[str, Resolution] = {}
        self.grouped: dict[str, list[tuple[int, Grouped]]] = {}
        self.merged: dict[str, str] = {}
        self.taken = 0

    def add(self, file: str, message: Message) -> None:
        resolution = self.placed.get(message.digest) or self._place(message)
        thread = self._standing(resolution.thread_id)
        self.taken += 1
        self.grouped.setdefault(thread, []).append((self.taken, Grouped(file, message.id, resolution.rule)))

    def threads(self) -> list[Thread]:
        found = sorted((sorted(mails), thread) for thread, mails in self.grouped.items())
        return [Thread(t, self.subjects[t], tuple(g for _, g in mails)) for mails, t in found]

    def _place(self, message: Message) -> Resolution:
        entity = address_key(message.from_[0].address) if message.from_ else f"unknown:{message.digest}"
        found = {i: self._current(i) for i in lookup_ids(message, self.secret) if i in self.known}
        resolution = resolve(
            message,
            token=token_thread(message, self.secret, self.own, bool(self.own)),
            known=found,
            entity_id=entity,
            own_entry=self._current(message.id) if message.id in self.known else None,
            subject_thread=None,
            new_id=new_thread_id(self.secret or _LABELS, message.id, message.digest),
            strangers=True,
        )
        self._remember(message, resolution, entity)
        return resolution

    def _remember(self, message: Message, resolution: Resolution, entity: str) -> None:
        self.placed[message.digest] = resolution
        thread = self._standing(resolution.thread_id)
        subject = normalise(message.subject).base
        owner = self.owners.setdefault(thread, entity)
        self.subjects.setdefault(thread, subject)
        claimed = self.known.get(message.id)
        if claimed is None or claimed.ghost:
            self.known[message.id] = Known(thread, entity, message.digest, subject, owner, resolution.people)
        for ghost in resolution.ghosts:
            self.known.setdefault(ghost, Known(thread, entity, None, subject, owner, resolution.people))
        for other in resolution.merge_from:
            self._merge(self._standing(other), self._standing(thread))

    def _merge(self, other: str, thread: str) -> None:
        """Make two threads one under the name of the larger, so that each mail moves few times."""
        less, more = sorted((other, thread), key=lambda t: len(self.grouped.get(t, ())))
        self.merged[less] = more
        self.grouped.setdefault(more, []).extend(self.grouped.pop(less, []))

    def _standing(self, thread: str) -> str:
        while thread in self.merged:
            thread = self.merged[thread]
        return thread

    def _current(self, id_: str) -> Known:
        entry = self.known[id_]
        thread = self._standing(entry.thread_id)
        if thread == entry.thread_id:
            return entry
        moved = Known(thread, entry.entity_id, entry.digest, entry.subject, self.owners[thread], entry.people)
        self.known[id_] = moved
        return moved


def _slim(message: Message) -> Message:
    """Let go of what threads do not ask for, so that a large folder fits in memory."""
    quoted = message.full_text[:MAX_QUOTED] if normalise(message.subject).ambiguous else ""
    return replace(message, text="", full_text=quoted, headers=(), attachments=(), removed=(), forwarded=None)


def _order(item: tuple[str, Message]) -> tuple[float, str, str, str]:
    file, message = item
    when = message.date.timestamp() if message.date else float("inf")
    return (when, message.id, message.digest, file)


def _parents_first(items: list[tuple[str, Message]]) -> Iterator[tuple[str, Message]]:
    """Go through mails so that what a mail names comes before it; in a ring of mails the earliest is taken first."""
    by_id: dict[str, int] = {}
    for at, (_, message) in enumerate(items):
        by_id.setdefault(message.id, at)
    begun: set[int] = set()
    for start in range(len(items)):
        stack = [(start, False)]
        while stack:
            at, ready = stack.pop()
            if ready:
                yield items[at]
            elif at not in begun:
                begun.add(at)
                stack.append((at, True))
                stack.extend((p, False) for p in reversed(_parents(items[at][1], by_id)) if p not in begun)


def _parents(message: Message, by_id: dict[str, int]) -> list[int]:
    return sorted({by_id[i] for i in lookup_ids(message, b"") if i in by_id})
