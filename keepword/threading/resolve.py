"""Which thread a mail belongs to: rules over values; the store's lookups are done by the caller.

The rules, in order: our signed token; an indexed mail named in In-Reply-To, then in References (last to first); a ghost
(this mail's own id that others named before it came, then the ids it names itself); the subject's token; where the mailbox
groups by subject, the writer's own latest thread of the very same subject; a new thread.

Headers route, they never authorise: whose thread it is stays as it was, and threads are merged only where one person
owns all of them. A forward answers nothing and opens a thread of its own, and so does a reply under another subject;
both are linked to the one they leave.

A ghost that a stranger's mail named is followed only by somebody who has met that stranger: a newsletter that we never
saw is named by the answers of people who know nothing of each other, and must not become a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile

from keepword.threading.entity import address_key
from keepword.threading.message import Message
from keepword.threading.subject import Subject, normalise, same_subject
from keepword.threading.tokens import read_message_id, read_reply_address
from keepword.threading.verdicts import Known, Resolution, Rule
from keepword.threading.wording import FINNISH_HEADINGS

MAX_LOOKUPS = 20
MAX_TOKENS = 100
"""Ids that are held against our secret: the newest so many."""
MAX_PEOPLE = 30
MAX_QUOTED = 20_000
"""Characters of the visible text that are searched for a Finnish program's headings."""


def is_forward(message: Message) -> bool:
    """Say whether a mail passes another on instead of answering it, by its outermost subject prefix."""
    subject = normalise(message.subject)
    return subject.forward and not (subject.ambiguous and _finnish(message))


def token_thread(message: Message, secret: bytes, own_addresses: Sequence[str], reply_token: bool) -> str | None:
    """Return the thread that one of our signed ids or reply addresses names; a forward answers nothing."""
    if is_forward(message):
        return None
    for id_ in islice(_named(message), MAX_TOKENS):
        if own := read_message_id(secret, id_):
            return own.thread_id
    return _addressed(message, secret, own_addresses) if reply_token else None


def lookup_ids(message: Message, secret: bytes) -> tuple[str, ...]:
    """Return the ids to look up, in order: In-Reply-To, then References from last to first, at most `MAX_LOOKUPS`.

    Of a longer list the newest and the first are kept. Empty where a token decides. A forward, and a reply to one,
    names the forwarded conversation too, so only its nearest id counts.
    """
    if not is_forward(message) and any(read_message_id(secret, i) for i in islice(_named(message), MAX_TOKENS)):
        return ()
    return _candidates(message)


def resolve(
    message: Message,
    *,
    token: str | None,
    known: Mapping[str, Known],
    entity_id: str,
    own_entry: Known | None,
    subject_thread: Known | None,
    new_id: str,
    token_known: Known | None = None,
    recent: Known | None = None,
    strangers: bool = False,
) -> Resolution:
    """Say where a mail belongs, which of the ids it names are ghosts now, and which threads it proves to be one.

    `known` holds what the index has of `lookup_ids`. `own_entry` is what it has under this mail's own id: a ghost, this
    very mail's claim, or another mail (which is then left out of account). `token_known` tells the subject and owner of
    the token's thread, where the caller has read it; without it a token's subject is not compared. `subject_thread`
    is the thread of a `[#…]` in the subject, given only if the writer takes part in it. `recent` is the writer's latest
    thread under `subject_key`, given only if the mailbox groups by subject and within its window. With `strangers`
    ghosts are followed whoever named them.

    Before acting on `merge_from` the caller must see that all these threads are this person's by the threads' own word,
    and on `answered_in` that a colleague began that thread with a mail to this person.
    """
    own = own_entry if own_entry and own_entry.digest in {None, message.digest} else None
    if own is not None and not own.ghost:
        return _claimed(message, own, known)
    view = _View(message, known, entity_id, own, strangers)
    if token is not None:
        return view.by_token(token, token_known, new_id)
    return view.by_ids() or view.by_subject(subject_thread) or view.by_recent(recent) or view.fresh(new_id)


def subject_key(entity_id: str, subject: str) -> str | None:
    """Return the key under which a person's latest thread of a subject is kept; None for an empty subject."""
    key = normalise(subject).key
    return f"subject:{entity_id}:{key}" if key and entity_id else None


class _View:
    """One mail among what the index knows of the ids it names."""

    def __init__(
        self, message: Message, known: Mapping[str, Known], entity_id: str, own: Known | None, strangers: bool
    ) -> None:
        self.message = message
        self.entity_id = entity_id
        self.strangers = strangers
        self.own = own
        self.people = people_of(message)
        self.ids = _candidates(message)
        self.known = {i: known[i] for i in self.ids if i in known}
        self.forward = is_forward(message)

    def by_token(self, token: str, thread: Known | None, new_id: str) -> Resolution:
        if thread is not None and not same_subject(thread.subject, self.message.subject):
            return Resolution(new_id, Rule.NEW, linked_to=token, people=self.people, owner=self.entity_id)
        merge = self._merges(thread, [self.own] if self.own else [])
        owner = thread.owner if thread else ""
        answered = self._answered_in(token)
        return Resolution(token, Rule.TOKEN, people=self.people, merge_from=merge, answered_in=answered, owner=owner)

    def by_ids(self) -> Resolution | None:
        """Follow the first id that leads to a thread of the same subject: mails that we have, then ghosts."""
        found = next(chain(self._real(), self._ghosts()), None)
        if found is None:
            return None
        rule, parent, decided = found
        also = [k for _, _, k in chain(self._real(), self._ghosts())]
        return Resolution(
            decided.thread_id,
            rule,
            ghosts=self._unknown(),
            parent=parent,
            merge_from=self._merges(decided, also),
            answered_in=self._answered_in(decided.thread_id),
            people=self.people,
            owner=decided.owner,
        )

    def by_subject(self, thread: Known | None) -> Resolution | None:
        if thread is None or self.forward:
            return None
        return Resolution(
            thread.thread_id, Rule.SUBJECT_TOKEN, ghosts=self._unknown(), people=self.people, owner=thread.owner
        )

    def by_recent(self, thread: Known | None) -> Resolution | None:
        """Join the writer's own thread of the same subject, unless the mail names one that it leaves."""
        theirs = thread is not None and self.entity_id == thread.owner != ""
        if thread is None or not theirs or self.forward or any(not k.ghost for k in self.known.values()):
            return None
        key = normalise(self.message.subject).key
        if not key or key != normalise(thread.subject).key:
            return None
        return Resolution(
            thread.thread_id, Rule.SUBJECT, ghosts=self._unknown(), people=self.people, owner=thread.owner
        )

    def fresh(self, new_id: str) -> Resolution:
        """Open a thread, linked to the one that a forward or a changed subject leaves."""
        left = next((k for k in self.known.values() if not k.ghost), None)
        linked = left.thread_id if left and left.thread_id != new_id else None
        return Resolution(
            new_id, Rule.NEW, ghosts=self._unknown(), linked_to=linked, people=self.people, owner=self.entity_id
        )

    def _real(self) -> Iterator[tuple[Rule, str, Known]]:
        if self.forward:
            return
        for id_, entry in self.known.items():
            if not entry.ghost and same_subject(entry.subject, self.message.subject):
                yield _rule(self.message, id_), id_, entry

    def _ghosts(self) -> Iterator[tuple[Rule, str, Known]]:
        if self.own is not None and self._follows(self.own):
            yield Rule.GHOST, self.message.id, self.own
        if self.forward:
            return
        for id_, entry in self.known.items():
            if entry.ghost and self._follows(entry):
                yield Rule.GHOST, id_, entry

    def _follows(self, ghost: Known) -> bool:
        return same_subject(ghost.subject, self.message.subject) and (self.strangers or self._met(ghost))

    def _met(self, ghost: Known) -> bool:
        """Say whether writer and ghost belong together: one person, people who write to each other, a chain of ids."""
        if self.entity_id in {ghost.entity_id, ghost.owner}:
            return True
        if set(ghost.people[:1]) & set(self.people) or set(self.people[:1]) & set(ghost.people):
            return True
        return sum(k.ghost and k.thread_id == ghost.thread_id for k in self.known.values()) > 1

    def _merges(self, decided: Known | None, also: Iterable[Known]) -> tuple[str, ...]:
        """Return the other threads to be merged: all of them this very person's, as the one that decided."""
        if decided is None or decided.owner != self.entity_id or not self.entity_id:
            return ()
        theirs = (k.thread_id for k in also if k.owner == self.entity_id and k.thread_id != decided.thread_id)
        return tuple(dict.fromkeys(theirs))

    def _answered_in(self, thread_id: str) -> tuple[str, ...]:
        """Return the other thread of whoever wrote to this mail's writer in answer to it, before it was here.

        Whether that was a colleague only the thread itself can tell: the caller must see that.
        """
        own = self.own
        if own is None or own.thread_id == thread_id or not set(self.people[:1]) & set(own.people[1:]):
            return ()
        return (own.thread_id,)

    def _unknown(self) -> tuple[str, ...]:
        """Return the ids that become ghosts.

        What a forward names belongs to the conversation that it passes on, and so does what was named before the
        subject changed: none of it is this thread's.
        """
        if self.forward:
            return ()
        near = takewhile(lambda i: not self._elsewhere(i), self.ids)
        return tuple(i for i in near if i not in self.known)

    def _elsewhere(self, id_: str) -> bool:
        entry = self.known.get(id_)
        return entry is not None and not entry.ghost and not same_subject(entry.subject, self.message.subject)


def _claimed(message: Message, own: Known, known: Mapping[str, Known]) -> Resolution:
    """Keep a mail where it was put when it was claimed, and tell the rule as far as it still shows."""
    parent = next((i for i in _candidates(message) if i in known and known[i].thread_id == own.thread_id), None)
    rule = Rule.NEW if parent is None else _rule(message, parent)
    return Resolution(own.thread_id, rule, parent=parent, people=people_of(message), owner=own.owner)


def _rule(message: Message, id_: str) -> Rule:
    return Rule.IN_REPLY_TO if id_ in message.in_reply_to else Rule.REFERENCES


def _named(message: Message) -> Iterator[str]:
    """Go through the ids that a mail names, nearest first."""
    return chain(message.in_reply_to, reversed(message.references))


def _candidates(message: Message) -> tuple[str, ...]:
    subject = normalise(message.subject)
    if is_forward(message) or _answers_forward(subject):
        return tuple(islice((i for i in _named(message) if i != message.id), 1))
    newest = [i for i in dict.fromkeys(islice(_named(message), 10 * MAX_LOOKUPS)) if i != message.id]
    first = message.references[0] if message.references else ""
    if len(newest) <= MAX_LOOKUPS or first in newest[:MAX_LOOKUPS]:
        return tuple(newest[:MAX_LOOKUPS])
    return (*newest[: MAX_LOOKUPS - 1], first)


def _answers_forward(subject: Subject) -> bool:
    return subject.reply and subject.inner_forward


def _addressed(message: Message, secret: bytes, own_addresses: Sequence[str]) -> str | None:
    """Find our token among the recipients."""
    for recipient in islice(chain(message.to, message.cc), MAX_TOKENS):
        for own in own_addresses:
            if thread := read_reply_address(secret, recipient.address, own):
                return thread
    return None


def people_of(message: Message) -> tuple[str, ...]:
    """Return the address keys of a mail's writer (first) and recipients."""
    writer = message.from_[:1]
    keys = (address_key(a.address) for a in islice(chain(writer, message.to, message.cc), MAX_PEOPLE))
    return tuple(dict.fromkeys(k for k in keys if "@" in k))


def _finnish(message: Message) -> bool:
    seen = message.full_text[:MAX_QUOTED].casefold()
    return any(heading in seen for heading in FINNISH_HEADINGS)
