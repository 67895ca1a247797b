"""A whole agent on doubles: a mailbox, an outbox, a model and a store in memory, and a clock that the test moves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from keepword.agent.handle import Ports
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.outcome import Outcome
from keepword.agent.poll import Poller
from keepword.agent.search.meaning import Meaning
from keepword.agent.sending.sent import SentFolder
from keepword.agent.sweep import Swept, sweep_drafts, sweep_outbox, sweep_threads
from keepword.agent.terms import Desk, Mode, Terms
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.state import Speaker
from keepword.memory.store import Store
from keepword.testing import Counted, FakeMailbox, FakeOutbox, MemoryDocuments, ScriptedModel
from keepword.threading.gate import Limits
from keepword.threading.read import read

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SUPPORT = "support@example.com"
RULES = (
    PromotionRule("name", "profile.name", category="biographical"),
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time", category="preference"),
    PromotionRule("commitment", COMMITMENTS, frozenset({Speaker.AGENT, Speaker.COLLEAGUE, Speaker.OPERATOR}), "many"),
    PromotionRule("mood", NOTHING),
)


def turn(reply: str = "Thank you for your mail.", **fields: Any) -> dict[str, Any]:
    """Return a model's turn with these fields over a plain one."""
    thread = {
        "summary": "A question.",
        "open_items": [],
        "current_intent": "question",
        "topic": "A question",
        "resolved": False,
        **fields.pop("thread", {}),
    }
    plain = {"action": "reply" if reply else "none", "reason": "scripted", "reply": reply, "citations": []}
    return {**plain, "candidates": [], **fields, "thread": thread}


def letter(number: int, text: str = "Hello?", *, sender: str = "anna@example.org", **headers: str) -> bytes:
    """Return a small mail from a customer whom the configured server vouches for."""
    fields = {
        "Authentication-Results": f"mx.example.com; dmarc=pass header.from={sender.rpartition('@')[2]}",
        "From": sender,
        "To": SUPPORT,
        "Message-ID": f"<{number}@example.org>",
        "Date": "Mon, 30 Nov 2026 11:59:00 +0000",
        "Subject": f"Mail {number}",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"{head}\r\n{text}\r\n".encode()


@dataclass
class Office:
    """One desk's agent on doubles. `now` is the time by its clock; `faults` are the errors that the poll reported."""

    knowledge: Knowledge
    documents: Counted = field(default_factory=lambda: Counted(MemoryDocuments(now=lambda: NOW)))
    mailbox: FakeMailbox = field(default_factory=FakeMailbox)
    outbox: FakeOutbox = field(default_factory=FakeOutbox)
    model: ScriptedModel = field(default_factory=lambda: ScriptedModel(lambda _: turn()))
    desk: Desk = field(
        default_factory=lambda: Desk(
            "support", SUPPORT, mode=Mode.AUTO, authserv_id="mx.example.com", answer_backlog=True
        )
    )
    terms: Terms = field(default_factory=lambda: Terms(b"s" * 40, rules=RULES, own=(SUPPORT,)))
    meaning: Meaning = field(default_factory=Meaning)
    now: datetime = NOW
    faults: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Wire it."""
        self.restart()

    def restart(self) -> None:
        """Begin anew with nothing in memory, as a new process does."""
        self.store = Store(self.documents)
        sent = SentFolder(self.mailbox)
        self.ports = Ports(self.store, self.mailbox, self.outbox, self.model, self.knowledge, sent, self.meaning)
        self.poller = Poller(self.desk, self.terms, self.ports, lambda: self.now, self._report)

    def change(self, **desk: Any) -> None:
        """Change the desk's settings and restart."""
        self.desk = replace(self.desk, **desk)
        self.restart()

    def generous(self) -> Terms:
        """Return the terms with caps that no test reaches."""
        return replace(self.terms, limits=Limits(10_000, 10_000, 10_000))

    def _report(self, _mailbox: str, _uid: int, error: BaseException) -> None:
        self.faults.append(error)

    def receive(self, raw: bytes) -> None:
        """Let a mail arrive."""
        self.mailbox.deliver(raw, received_at=self.now)

    async def poll(self) -> list[Outcome]:
        """Poll once."""
        return await self.poller.poll()

    async def sweep(self) -> list[Swept]:
        """Do all that is due."""
        outbox = await sweep_outbox(self.desk, self.ports, self.now, at_start=True)
        outbox += await sweep_drafts(self.desk, self.ports, self.now)
        return [*outbox, *await sweep_threads([self.desk], self.terms, self.store, self.now)]

    def later(self, **span: float) -> None:
        """Move the clock."""
        self.now += timedelta(**span)

    def reply_headers(self, index: int = -1) -> dict[str, str]:
        """Return the headers with which a customer's program answers our mail."""
        sent = read(self.outbox.sent[index].raw)
        return {"Subject": sent.subject, "In_Reply_To": sent.id, "References": " ".join((*sent.references, sent.id))}
