"""Decide again on the stored input of a mail, without acting: with another model, policy, rule file or knowledge.

That is how an operator changes a rule without fear: the reply, the guard's findings and what would be remembered are shown
beside what they were.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from keepword.agent.ask import ask
from keepword.agent.brief.assemble import Brief, Mail
from keepword.agent.decide import weigh_stored
from keepword.agent.guard.judge import clean
from keepword.agent.handoff.topics import handoff_topic
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.ports import Model
from keepword.agent.search.meaning import Meaning
from keepword.agent.terms import Terms
from keepword.agent.turn import Turn, Unreadable, read_turn
from keepword.memory.promises import Standing
from keepword.memory.records import Record
from keepword.memory.state import Verdict
from keepword.threading.verdicts import Level

PASSAGES = 4
WHY = 200


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision: what would be done, the text, what the guard found, and which candidates would wait or be refused.

    `why` tells who decided so; that it is put otherwise is no difference.
    """

    action: str
    reply: str = ""
    findings: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    why: str = field(default="", compare=False)

    def differs(self, other: Decided) -> bool:
        """Say whether anything that an operator cares for is different."""
        return self != other

    def __str__(self) -> str:
        """Return what would be done, and why."""
        return f"{self.action} ({self.why})" if self.why else self.action


async def stored_brief(
    turn: Record, terms: Terms, knowledge: Knowledge, meaning: Meaning | None = None
) -> Brief | None:
    """Make the brief of a stored turn anew, under these terms and this knowledge; None where no model was asked."""
    known = turn.metadata["trace"].get("brief")
    if known is None:
        return None
    sent_at = known["mail"]["sent_at"]
    mail = Mail(
        **{**known["mail"], "sent_at": datetime.fromisoformat(sent_at) if sent_at else None}
        | {"attachments": tuple(known["mail"]["attachments"])}
    )
    now = datetime.fromisoformat(known["now"])
    question = await meaning.of_question(mail.asked, now) if meaning and knowledge.learnt else None
    return Brief(
        instructions=terms.instructions,
        policy=terms.policy,
        rules=terms.rules,
        profile=known["profile"],
        thread=known["thread"],
        knowledge=knowledge.search(mail.asked, PASSAGES, now.date(), question),
        mail=mail,
        fence=known["fence"],
        now=now,
        pins=tuple(known["pins"]),
        signature=terms.signature,
        standing=Standing.model_validate(known.get("standing", {})),
    )


def as_it_was(turn: Record) -> Decided:
    """Return the decision that was made then."""
    trace = turn.metadata["trace"]
    outputs = trace["model"]["outputs"]
    findings = tuple(f for each in trace["guard"]["findings"] for f in each)
    candidates = trace.get("candidates", {})
    weighed = _lines(candidates.get("kept", ())), _lines(candidates.get("refused", ()))
    handed = trace["guard"]["refused"]
    if handed or not outputs:
        return Decided("handoff", "", findings, *weighed, why=handed)
    return _decided(_read(outputs[-1]["text"]), findings, *weighed)


def _read(text: str) -> Turn | None:
    try:
        return read_turn(text)
    except Unreadable:
        return None


def _decided(turn: Turn | None, findings: tuple[str, ...], kept: tuple[str, ...], refused: tuple[str, ...]) -> Decided:
    """Return what a turn comes to; of a hand-off nothing is said, but what the customer stated is as true."""
    if turn is None:
        return Decided("handoff", "", findings, kept, refused, "model_unreadable")
    why = " ".join(turn.reason.split())[:WHY]
    if turn.action == "handoff":
        return Decided("handoff", "", findings, kept, refused, f"model: {why}")
    return Decided(turn.action, clean(turn.reply) if turn.action == "reply" else "", findings, kept, refused, why)


def _lines(candidates: Any) -> tuple[str, ...]:
    """Write candidates as lines; what the reply itself says waits for the reply to be sent, so it is left out on both sides."""
    spoken = [c for c in candidates if c.get("speaker") == "customer"]
    return tuple(sorted({_line(c) for c in spoken}))


def _line(candidate: Mapping[str, Any]) -> str:
    by = candidate.get("decided_by")
    return f"{candidate['rule']}: {candidate['value']}" + (f" (refused by {by})" if by else "")


async def decide_again(turn: Record, brief: Brief, model: Model, terms: Terms) -> Decided:
    """Ask the model with the brief and judge its answer as it would be judged now."""
    topic = handoff_topic(brief.mail.text, terms.policy)
    if topic is not None:
        return Decided("handoff", why=f"topic: {topic}")
    answer = await ask(model, brief)
    findings = tuple(f for each in answer.findings for f in each)
    weighed = _weighed(answer.turn or answer.offered, turn, brief.mail, terms)
    if answer.turn is None:
        return Decided("handoff", "", findings, *weighed, why=answer.handoff)
    return _decided(answer.turn, findings, *weighed)


def _weighed(answer: Turn | None, turn: Record, mail: Mail, terms: Terms) -> tuple[tuple[str, ...], tuple[str, ...]]:
    message_id, level = turn.metadata["message_id"], Level(turn.metadata["authentication"])
    at, whose = datetime.fromisoformat(turn.created_at), _not_theirs(turn, mail)
    spoken = [c for c in answer.candidates if c.source == "customer"] if answer else []
    texts = [turn.content if " ".join(c.quote.split()) in " ".join(turn.content.split()) else mail.text for c in spoken]
    results = [
        weigh_stored(c, text, message_id, at, level, terms, whose) for c, text in zip(spoken, texts, strict=True)
    ]
    refused = [r.model_dump(mode="json") for r in results if isinstance(r, Verdict)]
    kept = [r.model_dump(mode="json") for r in results if not isinstance(r, Verdict)]
    return _lines(kept), _lines(refused)


PARTS: dict[str, Callable[[Decided], Sequence[str]]] = {
    "action": lambda d: [str(d)],
    "reply": lambda d: d.reply.splitlines(),
    "findings": lambda d: d.findings,
    "kept": lambda d: d.kept,
    "refused": lambda d: d.refused,
}
"""What is compared, each as lines."""


def different_parts(before: Decided, after: Decided) -> list[str]:
    """Name what is different."""
    return [name for name in PARTS if getattr(before, name) != getattr(after, name)]


def _not_theirs(turn: Record, mail: Mail) -> str:
    """Name why nothing in a stored mail is its owner's own word; nothing where it is."""
    if mail.participant:
        return "participant"
    return "shared_address" if turn.metadata["trace"].get("entity", {}).get("shared") else ""


def difference(before: Decided, after: Decided) -> list[str]:
    """Return what is different, as lines of a unified diff under a heading each."""
    lines: list[str] = []
    for name in different_parts(before, after):
        was, now = (list(PARTS[name](d)) for d in (before, after))
        lines += [f"{name}:", *_diff(was, now)]
    return lines


def _diff(was: Sequence[str], now: Sequence[str]) -> list[str]:
    """Return the changed lines, one more on either side, and a mark between two places; where they stand says nothing."""
    lines = list(difflib.unified_diff(was, now, lineterm="", n=1))[3:]
    return ["…" if line.startswith("@@") else line for line in lines]
