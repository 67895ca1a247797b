"""What a model sees of one mail: policy, profile, thread, knowledge, mail, and nothing else; never the transcript.

A brief is data; `sections` gives its parts under stable headings, policy first (so that providers can cache the prefix)
and the newest mail last. Every part has a budget in tokens, and what is cut leaves a marker that can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from keepword.agent.policy import Policy
from keepword.memory.rules import PromotionRule


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the operator's knowledge, found for this mail; `score` falls with the rank, higher is better."""

    id: str
    title: str
    text: str
    score: float = 0.0


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
    cut: tuple[str, ...] = field(default=())
    """What was cut to fit the budgets, a line each."""
