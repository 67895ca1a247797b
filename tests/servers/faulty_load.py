"""A mixed load of threads for one support mailbox, and the check that afterwards none was lost and none answered twice."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from faulty_process import Processes
from post import Post, User
from shop import SECRET, Customer, Mail, Shop, header

from keepword.config import load
from keepword.memory.state import ReplyState, Speaker, ThreadDocument
from keepword.memory.store import message_key

NEWSLETTERS = 60
"""More than are taken in at once at first: what follows behind one batch is then under way while the next is taken in."""
QUESTIONS = (
    "Can I return a lamp that I bought three weeks ago?",
    "Can I return an unused chair?",
    "I would like to return the unused table. Can I?",
    "My invoice was charged twice. Please give the money back.",
    "The kettle has stopped working. What can I do?",
)


@dataclass
class Load:
    """What was written to one mailbox. `asked` are the mails that deserve an answer, in bursts by thread.

    `ignored` are robots' mails whose senders are there to see that nobody answers them.
    """

    shop: Shop
    post: Post
    chance: random.Random
    customers: list[Customer] = field(default_factory=list)
    asked: list[Mail] = field(default_factory=list)
    ignored: list[Mail] = field(default_factory=list)

    def customer(self) -> Customer:
        """Make a customer whom nobody knows yet."""
        name = self.chance.choice(("anna", "bert", "carol", "dora"))
        made = Customer(self.shop, self.post.user(name, domain="example.org"), name.capitalize())
        self.customers.append(made)
        return made

    def question(self) -> str:
        """Return something to ask."""
        return self.chance.choice(QUESTIONS)

    def before(self) -> None:
        """Let a thread begin that is answered before anything goes wrong."""
        self.asked.append(self.customer().write(self.question(), "Earlier"))

    def arrive(self) -> None:
        """Let mails of several threads come in: new ones, a burst, an answer to ours, a robot's, one twice.

        In every third load newsletters lie before them, more than one batch.
        """
        if self.chance.random() < 1 / 3:
            self._newsletters()
        for customer in list(self.customers):
            for answer in customer.answers():
                self.asked.append(customer.write("And can I return an unused shelf too?", answers=answer))
        kinds = [self._single, self._burst, self._robot, self._twice]
        self._single()
        for kind in self.chance.sample(kinds, k=self.chance.randint(2, len(kinds))):
            kind()

    def _single(self) -> None:
        self.asked.append(self.customer().write(self.question(), f"Question {self.chance.random()}"))

    def _burst(self) -> None:
        customer = self.customer()
        first = customer.write(self.question(), "Two mails")
        second = customer.write("I forgot to say: it is unused. Can I return it?", answers=first.raw)
        self.asked += [first, second]

    def _robot(self) -> None:
        self.ignored.append(
            self.customer().write("I am away.", "Out of office", headers=[("Auto-Submitted", "auto-replied")])
        )

    def _newsletters(self) -> None:
        for number in range(NEWSLETTERS):
            name = f"news-{self.chance.getrandbits(40)}-{number}@lists.example.org"
            head = f"From: news@lists.example.org\r\nList-Id: <news.example.org>\r\nMessage-ID: <{name}>"
            self.post.append(self.shop.desks[0], f"{head}\r\nSubject: News {number}\r\n\r\nNews.\r\n".encode())

    def _twice(self) -> None:
        customer = self.customer()
        mail = customer.write(self.question(), "Twice")
        customer.send(mail)
        self.asked.append(mail)


@dataclass(frozen=True)
class Verdict:
    """What became of a load: mails lost, mails answered more than once, replies reported as unknown, and other faults."""

    mails: int
    lost: list[str]
    twice: list[str]
    unknown: list[str]
    faults: list[str]

    @property
    def good(self) -> bool:
        """Whether nothing was lost, nothing answered twice, and every doubt reported."""
        return not (self.lost or self.twice or self.faults)


def judge(load_: Load) -> Verdict:
    """Compare what customers hold in their hands with what the store says."""
    received = Counter(str(header(raw, "In-Reply-To")) for customer in load_.customers for raw in customer.answers())
    threads = asyncio.run(_threads(load_))
    replies = [reply for thread in threads.values() for reply in thread.replies]
    unknown = [r.in_reply_to for r in replies if r.state is ReplyState.UNKNOWN]
    faults = [f"{r.in_reply_to}: {r.state}" for r in replies if r.state not in {ReplyState.SENT, ReplyState.UNKNOWN}]
    faults += [
        f"{r.in_reply_to}: said to be sent"
        for r in replies
        if r.state is ReplyState.SENT and not received[r.in_reply_to]
    ]
    faults += [f"{mail.id}: a robot was answered" for mail in load_.ignored if received[mail.id]]
    desk = load_.shop.desks[0]
    faults += ["a mail is not flagged" for flags in load_.post.flags(desk) if "\\Seen" not in flags]
    lost = [
        mail.id
        for mail in load_.asked
        if not (received[mail.id] or mail.id in unknown or _answered_otherwise(mail.id, threads, received, unknown))
    ]
    twice = [id_ for id_, count in received.items() if count > 1]
    return Verdict(len(load_.asked), lost, twice, unknown, faults)


def _answered_otherwise(
    id_: str, threads: dict[str, ThreadDocument], received: Counter[str], unknown: list[str]
) -> bool:
    """Say whether the answer to a later mail of its thread answered a mail too, or it waits for a colleague, as was told."""
    if id_ not in threads:
        return False
    if threads[id_].acknowledged and any(m.message_id == id_ and m.outcome == "handoff" for m in threads[id_].messages):
        return True
    ids = [m.message_id for m in threads[id_].messages if m.speaker is Speaker.CUSTOMER]
    return id_ in ids and any(received[later] or later in unknown for later in ids[ids.index(id_) + 1 :])


async def _threads(load_: Load) -> dict[str, ThreadDocument]:
    """Read each mail's thread out of the store, as the commands do."""
    from keepword.agent.wire import open_store

    found = {}
    settings = load(load_.shop.folder / "keepword.toml", {**load_.shop.env, "KEEPWORD_SECRET": SECRET})
    async with open_store(settings) as store:
        for mail in load_.asked:
            entry = await store.message(message_key(mail.id))
            thread = await store.thread(entry.value.thread_id) if entry else None
            if thread is not None:
                found[mail.id] = thread.value
    return found


def make_load(shop: Shop, post: Post, desk: User, seed: int) -> Load:
    """Open a desk and return a load for it that is the same for the same seed."""
    shop.desk(desk)
    return Load(shop, post, random.Random(seed))  # noqa: S311 - a reproducible mixture, no secret


@dataclass(frozen=True)
class Trial:
    """One crash and what came after: where it struck, and the verdict once all was settled."""

    struck: list[str]
    verdict: Verdict


def crash(processes: Processes, load_: Load, kills: Sequence[str], *, before: bool = False) -> Trial:
    """Let a load come in, kill the process that handles it at each of these points in turn, then let others finish.

    The last process but one must leave nothing to do for the last.
    """
    words = ["--config", str(load_.shop.folder / "keepword.toml"), "--json", "run", "--once"]
    if before:
        load_.before()
        assert processes.run(words, load_.shop.env).code in {0, 1}
    load_.arrive()
    runs = [processes.run(words, load_.shop.env, kill_at) for kill_at in (*kills, "", "")]
    struck = [run.points[-1] for run in runs[:-2] if run.killed]
    settled = runs[-2:]
    broken = [run for run in settled if run.code not in {0, 1} or "Traceback" in run.err]
    faults = [f"ended with {run.code}: {run.err[-600:]}" for run in broken]
    if settled[-1].out:
        faults.append(
            f"still had to do: {settled[-1].out} after {[(r.code, r.out[-300:], r.err[-600:]) for r in runs]}"
        )
    verdict = judge(load_)
    return Trial(struck, replace(verdict, faults=[*verdict.faults, *faults]))
