"""What is a person's own in any document that we keep: to be removed, to be taken out of it, or to be left alone.

Judged on the stored JSON itself, so that what a newer field holds is not overlooked. Other people's documents lose the
person's words, address and full name, and what we wrote to them; the others' own words stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from keepword.memory.ports import Container

ERASED = "[erased]"
SHORTEST = 24
"""Characters from which a quote is somebody's own words rather than a word that anybody may use."""
MAX_NEEDLES = 500

Body = Mapping[str, Any]


@dataclass(frozen=True)
class Subject:
    """The person who is to be forgotten: their entity ids, addresses, names, threads, mails and words."""

    ids: frozenset[str]
    addresses: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    threads: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    """Other people's threads in which the person wrote: only there their name and words are surely theirs."""
    message_ids: frozenset[str] = frozenset()
    quotes: frozenset[str] = frozenset()

    @cached_property
    def _anywhere(self) -> re.Pattern[str] | None:
        return _any_of(self.addresses)

    @cached_property
    def _where_they_wrote(self) -> re.Pattern[str] | None:
        names = {n for n in self.names if len(n.split()) > 1}
        return _any_of({*self.addresses, *names, *(q for q in self.quotes if len(q) >= SHORTEST)})

    def has_address(self, address: object) -> bool:
        """Say whether an address is the person's."""
        return isinstance(address, str) and address.casefold() in {a.casefold() for a in self.addresses}

    def without(self, body: Any) -> Any:
        """Return a document with the person's addresses and ids, and where they wrote their full name and words, taken out.

        What somebody else wrote (`content` of a customer's turn) loses addresses only: a greeting is everybody's.
        """
        words = self._where_they_wrote if body.get("thread_id") in self.joined else self._anywhere
        own = {"content": self._without(body["content"], self._anywhere)} if body.get("role") == "user" else {}
        return {**self._without(body, words), **own}

    def _without(self, value: Any, words: re.Pattern[str] | None) -> Any:
        if isinstance(value, str):
            return ERASED if value in self.ids else words.sub(ERASED, value) if words else value
        if isinstance(value, list):
            return [self._without(v, words) for v in value]
        if isinstance(value, dict):
            return {k: self._without(v, words) for k, v in value.items()}
        return value


def _any_of(words: Collection[str]) -> re.Pattern[str] | None:
    """Return what finds any of these texts, the longest first; None where there are none."""
    longest = sorted((w for w in words if w.strip()), key=lambda w: (-len(w), w))[:MAX_NEEDLES]
    return re.compile("|".join(map(re.escape, longest)), re.IGNORECASE) if longest else None


def judged(container: Container, body: Body, subject: Subject) -> dict[str, Any] | None:
    """Return the document without the person (the same where they are not in it), or None where it is to be removed."""
    held = dict(body)
    if container is Container.IDENTITIES:
        return held
    if _REMOVES[container](held, subject):
        return None
    return _cut(container, held, subject)


def _cut(container: Container, body: dict[str, Any], subject: Subject) -> dict[str, Any]:
    cut = _CUTS.get(container)
    whole: dict[str, Any] = subject.without(cut(body, subject) if cut else body)
    return whole


def _of_person(body: Body, subject: Subject) -> bool:
    return body.get("entity_id") in subject.ids or body.get("user_id") in subject.ids


def _of_thread(body: Body, subject: Subject) -> bool:
    return _of_person(body, subject) or body.get("thread_id") in subject.threads


def _turn_goes(body: Body, subject: Subject) -> bool:
    """Say whether a turn goes: the person's mails, all turns of their threads, and what we or a colleague wrote to them."""
    metadata = body.get("metadata", {})
    to = metadata.get("to") or ()
    written_to = bool(to) and all(subject.has_address(a) for a in to)
    return _of_thread(body, subject) or written_to or _to_person(metadata.get("reply") or {}, subject)


def _to_person(reply: Body, subject: Subject) -> bool:
    """Say whether a mail of ours is to the person, or tells a colleague of the person's mail."""
    return any(subject.has_address(a) for a in reply.get("to", ())) or reply.get("in_reply_to") in subject.message_ids


def _entry_goes(body: Body, subject: Subject) -> bool:
    """Say whether an index entry goes: the person's mails, and ids that only they or their threads named.

    Another person's mail in one of their threads stays known as handled, else it would be answered once more.
    """
    if body.get("entity_id") in subject.ids or _wrote(body, subject):
        return True
    theirs = body.get("thread_id") in subject.threads
    return theirs and (body.get("digest") is None or not body.get("entity_id"))


def _wrote(body: Body, subject: Subject) -> bool:
    message = body.get("trace", {}).get("message") or {}
    return any(subject.has_address(a.get("address")) for a in message.get("from", ()))


def _entry_cut(body: dict[str, Any], subject: Subject) -> dict[str, Any]:
    people = [p for p in body.get("people", ()) if p not in subject.ids]
    if body.get("thread_id") not in subject.threads:
        return {**body, "people": people}
    gone = {"thread_id": "", "owner": "", "subject": "", "outcome": "gated", "reason": "its thread was erased"}
    return {**body, **gone, "people": people, "trace": {}}


def _thread_cut(body: dict[str, Any], subject: Subject) -> dict[str, Any]:
    def about_them(value: Body) -> bool:
        return value.get("message_id") in subject.message_ids

    return {
        **body,
        "participants": [p for p in body.get("participants", ()) if p not in subject.ids],
        "messages": [m for m in body.get("messages", ()) if m.get("entity_id") not in subject.ids],
        "replies": [r for r in body.get("replies", ()) if not _to_person(r, subject)],
        "candidates": [c for c in body.get("candidates", ()) if not about_them(c)],
        "verdicts": [v for v in body.get("verdicts", ()) if not about_them(v)],
    }


_REMOVES: dict[Container, Callable[[Body, Subject], bool]] = {
    Container.TURNS: _turn_goes,
    Container.MEMORIES: _of_thread,
    Container.SUMMARIES: _of_thread,
    Container.THREADS: _of_thread,
    Container.PROFILES: _of_person,
    Container.MESSAGES: _entry_goes,
    Container.LEASES: lambda _body, _subject: False,
}
_CUTS: dict[Container, Callable[[dict[str, Any], Subject], dict[str, Any]]] = {
    Container.MESSAGES: _entry_cut,
    Container.THREADS: _thread_cut,
}
