"""Every verdict on one mail, as plain JSON: what `keepword why` shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from keepword.agent.ask import Answer
from keepword.agent.brief.assemble import Brief, Passage
from keepword.memory.state import Verdict
from keepword.threading.message import Message
from keepword.threading.verdicts import GateVerdict

if TYPE_CHECKING:
    from keepword.agent.intake.binding import Intake
    from keepword.agent.intake.bounces import TiedBounce


def header_trace(message: Message) -> dict[str, Any]:
    """Return what the header of a mail says: all that was read of most mails that get no answer."""
    return {
        "message_id": message.id,
        "from": [{"address": a.address, "name": a.name} for a in message.from_],
        "subject": message.subject[:1_000],
        "date": message.date.isoformat() if message.date else None,
    }


def message_trace(message: Message) -> dict[str, Any]:
    """Return what was read of a mail, as far as a judgement may rest on it."""
    return {
        **header_trace(message),
        "removed": list(message.removed)[:50],
        "attachments": [asdict(a) for a in message.attachments[:20]],
        "defects": list(message.defects)[:50],
    }


def gate_trace(message: Message, verdict: GateVerdict, bounce: TiedBounce | None) -> dict[str, Any]:
    """Return the trace of a mail that gets no answer."""
    return {
        "message": header_trace(message),
        "gate": {"verdict": verdict.verdict, "reason": verdict.reason},
        "bounce": asdict(bounce) if bounce else None,
    }


def intake_trace(intake: Intake) -> dict[str, Any]:
    """Return the verdicts that were reached before the model was asked."""
    return {
        "message": message_trace(intake.message),
        "gate": {"verdict": "pass", "reason": ""},
        "authentication": {"level": intake.authentication.level, "reason": intake.authentication.reason},
        "entity": {"entity_id": intake.entity_id, "key": intake.person.key, "shared": intake.person.shared},
        "thread": {
            "thread_id": intake.resolution.thread_id,
            "rule": intake.resolution.rule,
            "parent": intake.resolution.parent,
            "linked_to": intake.resolution.linked_to,
        },
    }


def model_trace(brief: Brief, messages: Sequence[dict[str, Any]], answer: Answer) -> dict[str, Any]:
    """Return exactly what the model was given, by what its passages were found, and what it gave back."""
    return {
        "model": {
            "input": list(messages),
            "cut": list(brief.cut),
            "knowledge": [_passage(p) for p in brief.knowledge],
            "outputs": [asdict(c) for c in answer.completions],
        },
        "brief": stored_parts(brief),
        "guard": {"findings": [list(f) for f in answer.findings], "refused": answer.handoff},
    }


def _passage(passage: Passage) -> dict[str, Any]:
    """Return how a passage was found; its text stands in the input."""
    return {name: value for name, value in asdict(passage).items() if name not in {"title", "text"}}


def stored_parts(brief: Brief) -> dict[str, Any]:
    """Return what a brief held of this mail and this person, so that it can be decided again; policy and knowledge may change."""
    mail = asdict(brief.mail)
    return {
        "profile": brief.profile,
        "thread": brief.thread,
        "pins": list(brief.pins),
        "mail": {**mail, "sent_at": brief.mail.sent_at.isoformat() if brief.mail.sent_at else None},
        **({"standing": brief.standing.model_dump(mode="json")} if _limited(brief) else {}),
        "fence": brief.fence,
        "now": brief.now.isoformat(),
    }


def _limited(brief: Brief) -> bool:
    """Say whether the policy's totals had a part in the decision."""
    return any(p.per_customer or p.per_day for p in brief.policy.promises)


def verdict_trace(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Return the verdicts on what might have been remembered."""
    return [v.model_dump(mode="json") for v in verdicts]
