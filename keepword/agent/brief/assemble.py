"""What a model sees of one mail: policy, profile, thread, knowledge, mail, and nothing else; never the transcript.

A brief is data; `sections` gives its parts under stable headings, policy first (so that providers can cache the prefix)
and the newest mail last. Every part has a budget in tokens, and what is cut leaves a marker that can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from keepword.agent.brief.bounds import shorten as shorten
from keepword.agent.brief.bounds import tokens as tokens
from keepword.agent.brief.profile import profile_part, promise_line
from keepword.agent.terms import Terms
from keepword.memory.policy import Policy
from keepword.memory.promises import Standing
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import CommitmentStatus, ProfileDocument, ThreadDocument


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the operator's knowledge, found for this mail; `score` falls with the rank, higher is better.

    `found` says by what: `words`, `meaning` or both. `words` is how well its words fit (BM25), None where it shares none;
    `meaning` the cosine of its meaning, None where that is not known.
    """

    id: str
    title: str
    text: str
    score: float = 0.0
    found: str = "words"
    words: float | None = None
    meaning: float | None = None


@dataclass(frozen=True, slots=True)
class Mail:
    """The newest mail, as the model may see it: what its writer wrote now, quotes cut, hidden text gone."""

    subject: str
    writer_name: str
    text: str
    sent_at: datetime | None
    attachments: tuple[str, ...] = ()
    authentication: str = "unverified"
    participant: bool = False
    """Whether the writer is somebody other than the thread's owner."""

    @property
    def asked(self) -> str:
        """The text by which knowledge and memories are looked for."""
        return f"{self.subject}\n{self.text}"


@dataclass(frozen=True, slots=True)
class Brief:
    """All that one model call rests on. `profile` is None where the writer is not verified or not the thread's owner."""

    instructions: str
    policy: Policy
    rules: tuple[PromotionRule, ...]
    profile: dict[str, Any] | None
    thread: dict[str, Any]
    knowledge: tuple[Passage, ...]
    mail: Mail
    fence: str
    """A random delimiter; what stands between two of it is data, never instruction."""
    now: datetime
    pins: tuple[str, ...] = ()
    signature: str = ""
    standing: Standing = field(default_factory=Standing)
    """What was promised before, for the policy's totals; the model is not shown it."""
    cut: tuple[str, ...] = field(default=())
    """What was cut to fit the budgets, a line each."""


SUMMARY_CHARACTERS = 520
ITEM_CHARACTERS = 80
OPEN_ITEMS = 5


@dataclass(frozen=True, slots=True)
class Budget:
    """What each part may cost, in tokens as `tokens` counts them."""

    profile: int = 900
    knowledge: int = 1_500
    mail: int = 3_000


def assemble(
    *,
    terms: Terms,
    thread: ThreadDocument | None,
    profile: ProfileDocument | None,
    knowledge: Sequence[Passage],
    mail: Mail,
    fence: str,
    now: datetime,
    standing: Standing | None = None,
    facts_first: Sequence[str] = (),
    budget: Budget | None = None,
) -> Brief:
    """Put together what the model sees. `thread` and `profile` are None where the writer may not see them.

    `facts_first` are the ids of the facts that the mail is about, for a profile that does not fit.
    """
    room = budget or Budget()
    passages, knowledge_cut = _fit_passages(knowledge, room.knowledge)
    text = shorten(mail.text, room.mail * 4)
    person, profile_cut = profile_part(profile, terms.slots, room.profile, facts_first)
    mail_cut = (f"mail: {len(mail.text)} characters to {len(text)}",) if text != mail.text else ()
    return Brief(
        instructions=terms.instructions,
        policy=terms.policy,
        rules=terms.rules,
        profile=person,
        thread=thread_part(thread),
        knowledge=passages,
        mail=Mail(
            mail.subject[:300],
            mail.writer_name[:100],
            text,
            mail.sent_at,
            mail.attachments[:10],
            mail.authentication,
            mail.participant,
        ),
        fence=fence,
        now=now,
        pins=thread.pins if thread else (),
        signature=terms.signature,
        standing=standing or Standing(),
        cut=(*profile_cut, *knowledge_cut, *mail_cut),
    )


def thread_part(thread: ThreadDocument | None) -> dict[str, Any]:
    """Return the thread as the model sees it: its state and what we promised in it, nothing of its mails."""
    if thread is None:
        return {}
    state = thread.thread_state
    part = {
        "summary": shorten(state.summary, SUMMARY_CHARACTERS),
        "open_items": [shorten(item, ITEM_CHARACTERS) for item in state.open_items[:OPEN_ITEMS]],
        "current_intent": shorten(state.current_intent, ITEM_CHARACTERS),
        "promised": [promise_line(c) for c in thread.commitments if c.status is CommitmentStatus.OPEN][:OPEN_ITEMS],
    }
    return {name: value for name, value in part.items() if value}


def _fit_passages(passages: Sequence[Passage], room: int) -> tuple[tuple[Passage, ...], tuple[str, ...]]:
    kept: list[Passage] = []
    cut = []
    for passage in passages:
        cost = tokens(passage.title + passage.text)
        if cost <= room:
            kept.append(passage)
            room -= cost
        else:
            cut.append(f"knowledge: {passage.id}")
    return tuple(kept), tuple(cut)
