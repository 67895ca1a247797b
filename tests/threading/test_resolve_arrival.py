"""Threads as mails come in one by one: in any order, doubled, lost; and with people who mean harm."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.entity import address_key
from keepword.threading.message import Address, Message
from keepword.threading.resolve import lookup_ids, resolve, token_thread
from keepword.threading.subject import normalise
from keepword.threading.tokens import new_thread_id
from keepword.threading.verdicts import Known, Resolution

SECRET = b"0123456789abcdef0123456789abcdef"


@dataclass
class Desk:
    """What a store holds, kept as the conductor keeps it: an index of ids, threads with owners, merges."""

    index: dict[str, Known] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    placed: dict[str, str] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)

    def standing(self, thread: str) -> str:
        """Follow merges to the thread that stands."""
        while thread in self.merged:
            thread = self.merged[thread]
        return thread

    def current(self, id_: str) -> Known | None:
        """Look an id up."""
        entry = self.index.get(id_)
        return entry and replace(entry, thread_id=self.standing(entry.thread_id))

    def take(self, message: Message) -> Resolution | None:
        """Take one mail in; a mail that is known by id and content changes nothing."""
        if message.digest in self.placed:
            return None
        entity = address_key(message.from_[0].address)
        found = {i: e for i in lookup_ids(message, SECRET) if (e := self.current(i))}
        resolution = resolve(
            message,
            token=token_thread(message, SECRET, (), False),
            known=found,
            entity_id=entity,
            own_entry=self.current(message.id),
            subject_thread=None,
            new_id=new_thread_id(SECRET, message.id, message.digest),
        )
        self.commit(message, resolution, entity)
        return resolution

    def commit(self, message: Message, resolution: Resolution, entity: str) -> None:
        """Write down what was decided."""
        thread, subject = resolution.thread_id, normalise(message.subject).base
        owner = self.owners.setdefault(thread, entity)
        self.placed[message.digest] = thread
        entry = self.index.get(message.id)
        if entry is None or entry.ghost:
            self.index[message.id] = Known(thread, entity, message.digest, subject, owner)
        for ghost in resolution.ghosts:
            assert ghost not in self.index
            self.index[ghost] = Known(thread, entity, None, subject, owner, resolution.people)
        for other in resolution.merge_from:
            assert self.owners[other] == entity == owner
            self.merged[other] = thread

    def partition(self) -> set[frozenset[str]]:
        """Return the threads as sets of digests."""
        threads: dict[str, set[str]] = {}
        for digest, thread in self.placed.items():
            threads.setdefault(self.standing(thread), set()).add(digest)
        return {frozenset(t) for t in threads.values()}


@dataclass(frozen=True)
class Talk:
    """Conversations: each mail with the number of the one it answers, or None, and whether it lists all its ancestors."""

    mails: tuple[Message, ...]
    conversation: tuple[int, ...]


@st.composite
def talks(draw: st.DrawFn, *, people: int, full: bool) -> Talk:
    """Draw up to four conversations as trees; everybody writes to everybody, as people who answer to all do."""
    size = draw(st.integers(1, 18))
    parents = [draw(st.none() | st.integers(0, n - 1)) if n else None for n in range(size)]
    mails: list[Message] = []
    conversation: list[int] = []
    for n, parent in enumerate(parents):
        root = n if parent is None else conversation[parent]
        conversation.append(root)
        author = f"p{draw(st.integers(0, people - 1))}.{root}@example.net"
        others = tuple(Address(f"p{p}.{root}@example.net") for p in range(people))
        named: tuple[str, ...] = ()
        if parent is not None:
            whole = full or draw(st.booleans())
            named = (*mails[parent].references, mails[parent].id) if whole else (mails[parent].id,)
        mails.append(
            Message(
                digest=f"d{n}",
                size=1,
                message_id=f"<{n}@example.net>",
                synthetic_id=None,
                from_=(Address(author),),
                to=(Address("support@example.com"), *others),
                subject=f"{'Re: ' if named else ''}Matter {'abcdefghijklmnopqrstuvwxyz'[root]}",
                in_reply_to=named[-1:],
                references=named if full or len(named) > 1 or draw(st.booleans()) else (),
            )
        )
    return Talk(tuple(mails), tuple(conversation))


def connected(mails: tuple[Message, ...]) -> set[frozenset[str]]:
    """Return the sets of mails that hang together by the ids that they bear and name: what any order must find."""
    groups: list[tuple[set[str], set[str]]] = []
    for message in mails:
        ids, digests = {message.id, *message.references, *message.in_reply_to}, {message.digest}
        apart = []
        for group in groups:
            if group[0] & ids:
                ids, digests = ids | group[0], digests | group[1]
            else:
                apart.append(group)
        groups = [*apart, (ids, digests)]
    return {frozenset(digests) for _, digests in groups}


def arrive(mails: list[Message]) -> set[frozenset[str]]:
    """Let mails come in this order."""
    desk = Desk()
    for message in mails:
        desk.take(message)
    return desk.partition()


@settings(max_examples=150, deadline=None)
@given(st.data(), talks(people=1, full=False))
def test_b9_b12_any_order_doubling_and_loss_gives_the_same_threads(data: st.DataObject, talk: Talk) -> None:
    """One person's conversations, by programs that list all ancestors and such that list one, hang together as they do."""
    kept = data.draw(st.lists(st.sampled_from(talk.mails), min_size=1, max_size=30))
    assert connected(tuple(dict.fromkeys(kept))) == arrive(kept)


@settings(max_examples=150, deadline=None)
@given(st.data(), talks(people=3, full=True))
def test_b4_b9_several_people_in_any_order_with_loss(data: st.DataObject, talk: Talk) -> None:
    """Conversations of several people who answer to all, whose programs list all ancestors, stay whole and apart."""
    kept = data.draw(st.lists(st.sampled_from(talk.mails), min_size=1, max_size=30))
    expected: dict[int, set[str]] = {}
    for message in kept:
        expected.setdefault(talk.conversation[talk.mails.index(message)], set()).add(message.digest)
    assert {frozenset(t) for t in expected.values()} == arrive(kept)


IDS = st.sampled_from([f"<{n}@x>" for n in range(8)])
PEOPLE = st.sampled_from(["anna@example.net", "bob@example.net", "eve@example.net"])


@st.composite
def anything(draw: st.DrawFn) -> Message:
    """Draw a mail that names anything, in anybody's name, under any id."""
    return Message(
        digest=draw(st.uuids()).hex,
        size=1,
        message_id=draw(IDS),
        synthetic_id=None,
        from_=(Address(draw(PEOPLE)),),
        to=tuple(Address(a) for a in draw(st.lists(PEOPLE, max_size=2))),
        subject=draw(st.sampled_from(["A", "Re: A", "Re: B", "Fwd: A", "Re: Fwd: A", "VS: B", ""])),
        in_reply_to=tuple(draw(st.lists(IDS, max_size=2))),
        references=tuple(draw(st.lists(IDS, max_size=4))),
    )


@settings(max_examples=250, deadline=None)
@given(st.lists(anything(), max_size=25))
def test_b1_b4_b5_no_mails_merge_two_peoples_threads(mails: list[Message]) -> None:
    """Whatever comes: a thread keeps its owner, only its owner's other threads join it, and a new one is its writer's."""
    desk = Desk()
    for message in mails:
        owners = dict(desk.owners)
        writer = address_key(message.from_[0].address)
        found = desk.take(message)
        assert found is not None
        assert owners.items() <= desk.owners.items()
        assert found.owner == desk.owners[found.thread_id] == owners.get(found.thread_id, writer)
        assert {writer} >= {desk.owners[t] for t in found.merge_from}
        assert not found.merge_from or found.owner == writer


@settings(max_examples=50, deadline=None)
@given(st.permutations([f"c{n}@example.net" for n in range(6)]))
def test_b3_answers_to_an_unseen_newsletter_stay_apart(writers: list[str]) -> None:
    """However many people answer one mail that we never saw, each has a thread of his own."""
    answers = [
        Message(
            digest=w,
            size=1,
            message_id=f"<{w}>",
            synthetic_id=None,
            from_=(Address(w),),
            to=(Address("support@example.com"),),
            subject="Re: News",
            in_reply_to=("<news@x>",),
            references=("<news@x>",),
        )
        for w in writers
    ]
    assert {frozenset({w}) for w in writers} == arrive(answers)
