"""Two workers on one mailbox and one SQLite store, with everything failing at any time: none lost, none answered twice."""

# ruff: noqa: D401 - the sentence of a rule tells what happens
from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from office import NOW, SUPPORT, Office, letter, turn

from keepword.agent.brief.assemble import Brief
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.ownership.lease import Tenure, leased
from keepword.agent.poll import Poller
from keepword.agent.ports import Folder
from keepword.agent.sweep import sweep_outbox
from keepword.errors import (
    DeliveryRefused,
    DeliveryUnknown,
    KeepwordError,
    MailboxUnreachable,
    ModelUnreachable,
    OutboxUnreachable,
)
from keepword.memory.policy import Policy, Promise
from keepword.memory.ports import Documents
from keepword.memory.state import ReplyState, ThreadDocument
from keepword.memory.store import Store, message_key
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.testing import Counted, Failing, FakeMailbox, FakeOutbox, Fault
from keepword.threading.read import read
from keepword.threading.tokens import read_message_id


class Crash(BaseException):
    """The process is gone: nothing may catch this."""


SECRET = b"s" * 40
SENDERS = ("anna@example.org", "bert@example.net", "carol@example.org")
SENDING = {
    "later": OutboxUnreachable("451 later"),
    "never": DeliveryRefused("550 never"),
    "silence": DeliveryUnknown("no answer after the mail was sent"),
    "crash": Crash(),
}
MAILS = ("ask", "ask", "ask", "answer", "answer", "robot", "again", "colleague")
THEN = ("nothing", "nothing", "time", "time", "kill", "renumber")
FAULTS = ("nothing", "nothing", "store", "store", "mailbox", "sending", "sending", "model")
CALLS = ("standing", "fetch_after", "fetch", "mark", "append", "holds", "move")
TAKES_EFFECT = ("mark", "append", "move")
GIVES = "We will refund EUR 10.00 within 5 days."
MOST = 1
"""How many refunds the policy lets one customer be promised, all threads together."""
POLICY = Policy(
    promises=(
        Promise(
            "refund",
            Decimal("10.00"),
            "EUR",
            10,
            max_per_customer=MOST * Decimal("10.00"),
            times_per_day=3 * len(SENDERS) * MOST,
        ),
    )
)
SETTLED = {ReplyState.SENT, ReplyState.UNKNOWN, ReplyState.FAILED, ReplyState.DISCARDED}


@dataclass
class World:
    """What outlives every process: the mailbox, what was sent, the store's file, and the time."""

    folder: Path
    mailbox: FakeMailbox = field(default_factory=FakeMailbox)
    outbox: FakeOutbox = field(default_factory=FakeOutbox)
    now: datetime = NOW
    ticks: float = 0.0


class Worker:
    """One process: it takes the mailbox's lease, sweeps the outbox at its start, and polls."""

    def __init__(self, world: World, name: str, documents: SqliteDocuments) -> None:
        self.world = world
        self.failing = Failing(documents, ())
        self.documents: Documents = Counted(self.failing)
        self.name = name
        self.lives = 0
        self.broken_model = 0
        self.begin()

    def begin(self) -> None:
        """Start anew, with nothing in mind, under a name that nobody had."""
        self.lives += 1
        world = self.world
        self.office = Office(
            Knowledge(world.folder),
            documents=self.documents,
            mailbox=world.mailbox,
            outbox=world.outbox,  # type: ignore[arg-type]
        )
        self.office.terms = replace(self.office.generous(), policy=POLICY)
        self.office.model._answers = self._think
        self.office.restart()
        owner = f"{self.name}-{self.lives}"
        self.tenure = Tenure(
            self.office.store, "support", owner, lambda: world.now, ticks=lambda: world.ticks, gone=self._is_gone
        )
        self.ports = leased(self.office.ports, self.tenure)
        self.poller = self._poller()
        self.at_start = True

    def _is_gone(self, owner: str) -> bool:
        """Say whether an owner is an earlier life of ours; of the other worker nobody can tell from here."""
        return owner.startswith(f"{self.name}-") and owner != f"{self.name}-{self.lives}"

    def _poller(self) -> Poller:
        return Poller(self.office.desk, self.office.terms, self.ports, lambda: self.world.now, lambda *_: None)

    def _think(self, brief: Brief) -> Any:
        if self.broken_model:
            self.broken_model -= 1
            return ModelUnreachable("scripted: the model is away")
        return turn(GIVES) if "refund" in brief.mail.text else turn()

    async def work(self) -> None:
        """Do one round, as the daemon's loop does."""
        try:
            if not self.tenure.held():
                if not await self.tenure.acquire():
                    return
                self.poller, self.at_start = self._poller(), True
            await sweep_outbox(self.office.desk, self.ports, self.world.now, at_start=self.at_start)
            self.at_start = False
            await self.poller.poll()
            await self.tenure.renew()
        except KeepwordError:
            return
        except Crash:
            self.begin()

    def forget_faults(self) -> None:
        """Let nothing fail any more."""
        self.failing.plan, self.failing._seen = (), []
        self.broken_model = 0


class Delivery(RuleBasedStateMachine):
    """Mail arrives, workers work, and between any two effects anything may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.world = World(Path(self.folder.name))
        self.stores = [
            SqliteDocuments(self.world.folder / "keepword.sqlite", now=lambda: self.world.now) for _ in range(2)
        ]
        self.workers = [Worker(self.world, name, store) for name, store in zip("ab", self.stores, strict=True)]
        self.asked: list[str] = []
        self.robots: list[str] = []
        self.raws: list[bytes] = []
        self.number = 0

    def run(self, work: Any) -> Any:
        """Run something asynchronous."""
        return self.runner.run(work)

    @initialize()
    def start(self) -> None:
        """The mailbox has been polled before, so that nothing is a backlog."""
        self.run(self.workers[0].work())

    def _arrive(self, raw: bytes) -> None:
        self.raws.append(raw)
        self.world.mailbox.deliver(raw, received_at=self.world.now)

    @rule(
        kinds=st.lists(st.sampled_from(MAILS), max_size=3),
        which=st.sampled_from((0, 0, 0, 1)),
        fault=st.sampled_from(FAULTS),
        then=st.sampled_from(THEN),
        data=st.data(),
    )
    def round(self, kinds: list[str], which: int, fault: str, then: str, data: st.DataObject) -> None:
        """Mails come in, a worker does a round in which something fails (or nothing), and time goes by or somebody disturbs.

        One rule, for the library leaves rules out at random, and without mail or work there is nothing to see.
        """
        for kind in kinds:
            self.number += 1
            getattr(self, f"_{kind}")(data)
        getattr(self, f"_{fault}")(self.workers[which], data)
        self.run(self.workers[which].work())
        getattr(self, f"_{then}")(data)

    def _ask(self, data: st.DataObject) -> None:
        """Put a new question."""
        text = data.draw(st.sampled_from(("Hello?", "Is there a refund?")))
        self._arrive(letter(self.number, text, sender=data.draw(st.sampled_from(SENDERS))))
        self.asked.append(f"<{self.number}@example.org>")

    def _answer(self, data: st.DataObject) -> None:
        """Let a customer answer a mail of ours."""
        if not self.world.outbox.sent:
            return
        posted = data.draw(st.sampled_from(self.world.outbox.sent))
        mail = read(posted.raw)
        headers = {"Subject": mail.subject, "In_Reply_To": mail.id, "References": " ".join((*mail.references, mail.id))}
        self._arrive(letter(self.number, "And this?", sender=posted.recipients[0], **headers))
        self.asked.append(f"<{self.number}@example.org>")

    def _robot(self, _: st.DataObject) -> None:
        """Let a robot write."""
        self._arrive(letter(self.number, Auto_Submitted="auto-replied"))
        self.robots.append(f"<{self.number}@example.org>")

    def _again(self, data: st.DataObject) -> None:
        """Deliver the same mail once more."""
        if self.raws:
            self.world.mailbox.deliver(data.draw(st.sampled_from(self.raws)), received_at=self.world.now)

    def _colleague(self, data: st.DataObject) -> None:
        """Let a colleague answer a mail from her own program."""
        if not self.asked:
            return
        asked = data.draw(st.sampled_from(self.asked))
        raw = letter(
            self.number, "I will see to it.", sender=SUPPORT, To="anna@example.org", In_Reply_To=asked, References=asked
        )
        self.world.mailbox.deliver(raw, folder=Folder.SENT, received_at=self.world.now)

    def _nothing(self, *_: object) -> None:
        """Let nothing happen."""

    def _store(self, worker: Worker, data: st.DataObject) -> None:
        """Let a call of the store fail, before or after its effect, or take the process with it."""
        error: dict[str, Any] = {"error": Crash()} if data.draw(st.booleans()) else {}
        on, nth = data.draw(st.sampled_from(("read", "write", "write", "write"))), data.draw(st.integers(1, 10))
        worker.failing.plan = (Fault(on, nth, data.draw(st.booleans()), **error),)
        worker.failing._seen, worker.failing.fired = [0], []

    def _mailbox(self, _: Worker, data: st.DataObject) -> None:
        """Let a call of the mailbox fail, before or after its effect, or take the process with it."""
        error: Any = Crash() if data.draw(st.booleans()) else MailboxUnreachable("scripted")
        method = data.draw(st.sampled_from(CALLS))
        self.world.mailbox.fail(method, error, after=data.draw(st.booleans()) and method in TAKES_EFFECT)

    def _sending(self, _: Worker, data: st.DataObject) -> None:
        """Let a mail be refused, now or for good, or its answer be lost, or the process, before or after it left."""
        kind = data.draw(st.sampled_from(sorted(SENDING)))
        self.world.outbox.fail(SENDING[kind], after=data.draw(st.booleans()) and kind in {"crash", "silence"})  # type: ignore[arg-type]

    def _model(self, worker: Worker, data: st.DataObject) -> None:
        """Let the model be away for a while."""
        worker.broken_model = data.draw(st.integers(1, 3))

    def _time(self, data: st.DataObject) -> None:
        """Let time go by; now and then somebody sets the clock back meanwhile."""
        seconds = data.draw(st.sampled_from((5, 40, 70, 4_000)))
        self.world.ticks += seconds
        self.world.now += timedelta(
            seconds=-seconds / 10 if data.draw(st.sampled_from((False, False, True))) else seconds
        )

    def _kill(self, data: st.DataObject) -> None:
        """Let a worker die between two rounds, and another take its place."""
        data.draw(st.sampled_from(self.workers)).begin()

    def _renumber(self, _: st.DataObject) -> None:
        """Let the server give all mails new UIDs."""
        self.world.mailbox.renumber()

    @invariant()
    def nothing_is_answered_twice(self) -> None:
        """At no time has a mail two answers, or a robot one."""
        sent = Counter(read(p.raw).in_reply_to[0] for p in self.world.outbox.sent)
        assert [id_ for id_, count in sent.items() if count > 1] == []
        assert [id_ for id_ in self.robots if sent[id_]] == []

    @invariant()
    def nobody_is_promised_more_than_the_total(self) -> None:
        """At no time have more threads promised a customer a refund than the policy allows, whoever died in between."""
        gave = [p for p in self.world.outbox.sent if GIVES in read(p.raw).text]
        threads = {(p.recipients[0], own.thread_id) for p in gave if (own := read_message_id(SECRET, read(p.raw).id))}
        per_customer = Counter(recipient for recipient, _ in threads)
        assert [r for r, count in per_customer.items() if count > MOST] == []

    def teardown(self) -> None:
        """Let all be well again and the workers finish: then no mail is without an answer, a report, or a colleague's word."""
        self.world.mailbox._script._planned.clear()
        self.world.outbox._script._planned.clear()
        for worker in self.workers:
            worker.forget_faults()
        self.world.now = max(self.world.now, NOW) + timedelta(days=1)
        for _ in range(8):
            self.world.now += timedelta(hours=3)
            self.world.ticks += 3 * 3600
            self.run(self.workers[0].work())
        try:
            self.nothing_is_answered_twice()
            self.nobody_is_promised_more_than_the_total()
            assert [id_ for id_ in self.asked if not self.run(self._is_settled(id_))] == []
        finally:
            with contextlib.suppress(Exception):
                for store in self.stores:
                    self.run(store.close())
            self.runner.close()
            self.folder.cleanup()

    async def _is_settled(self, id_: str) -> bool:
        store = Store(self.stores[0])
        entry = await store.message(message_key(id_))
        thread = await store.thread(entry.value.thread_id) if entry else None
        if thread is not None and thread.value.merged_into:
            thread = await store.thread(thread.value.merged_into)
        return thread is not None and _settled(id_, thread.value, self.world)


def _settled(id_: str, thread: ThreadDocument, world: World) -> bool:
    """Say whether a mail is committed and its own answer, or that to a later mail of its burst, has come to an end."""
    place = next((n for n, m in enumerate(thread.messages) if m.message_id == id_), None)
    if place is None:
        return thread.turn_count > len(thread.messages)  # it has left the document, committed long ago
    if thread.messages[place].outcome != "replied":
        return bool(thread.messages[place].outcome)
    later = {m.message_id for m in thread.messages[place:]}
    replies = [r for r in thread.replies if r.in_reply_to in later]
    sent = {p.message_id for p in world.outbox.sent}
    told = all(r.state in SETTLED and (r.state is not ReplyState.SENT or r.message_id in sent) for r in replies)
    return told and (bool(replies) or thread.turn_count > len(thread.replies))


Delivery.TestCase.settings = settings(
    max_examples=30, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)


class TestDelivery(Delivery.TestCase):  # type: ignore[misc,name-defined]
    """Run by pytest."""
