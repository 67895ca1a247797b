"""What crosses from a thread's memory into a person's: weighed by code against the evidence and the operator's rules.

`check` weighs one candidate when it is offered, against the very text that it claims to quote; `promote` carries what was
accepted into the profile. Both are pure, and what `promote` makes depends on what was said alone: not on the order in
which threads, turns and closings came, nor on how often or how far it ran.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from keepword.memory.commitments.reading import merge_commitments
from keepword.memory.evidence.check import FAULTS
from keepword.memory.promotion.claims import Offered, weigh
from keepword.memory.promotion.distil import records_of
from keepword.memory.promotion.facts import add_statements, operator_statement, settle, statement_of, withdraw_operator
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.promotion.spot import Spotted, spot
from keepword.memory.promotion.topics import topic_line
from keepword.memory.records import Record
from keepword.memory.state import (
    Candidate,
    Commitment,
    Fact,
    PastThread,
    ProfileDocument,
    Speaker,
    ThreadDocument,
    ThreadStatus,
    Verdict,
)
from keepword.threading.verdicts import Level

__all__ = ["FAULTS", "Promotion", "Spotted", "check", "promote", "set_by_operator", "spot", "undo_operator"]

MAX_VERDICTS = 200
MAX_PAST_THREADS = 500


@dataclass(frozen=True, slots=True)
class Promotion:
    """What a pass makes: the new profile, the records to be written, what became of each candidate, the thread without them."""

    profile: ProfileDocument
    records: tuple[Record, ...]
    verdicts: tuple[Verdict, ...]
    thread: ThreadDocument


def check(
    claim: Offered,
    *,
    rules: Sequence[PromotionRule],
    text: str,
    message_id: str,
    speaker: Speaker,
    stated_at: datetime,
    authentication: Level,
) -> Candidate | Verdict:
    """Weigh what a model holds worth remembering against the mail that it quotes: a candidate, or the verdict that refuses it.

    `text` is what that mail's writer wrote now, quotes cut; `speaker` is who wrote it. A refusal's `decided_by` is the
    name of a rule of the file (one that writes nothing, such as `mood`) or of a check: `unknown_rule`, `stated_by`,
    `authentication`, `confidence`, `no_commitment`, `normal_form`, or one of `evidence.FAULTS`. Linear in the text.
    """
    weighed = weigh(claim, rules, text, speaker, authentication)
    if weighed.decided_by:
        return Verdict(
            rule=claim.rule[:200],
            value=claim.value[:500],
            quote=claim.quote[:1000],
            message_id=message_id,
            speaker=speaker,
            promoted=False,
            decided_by=weighed.decided_by,
            why=weighed.why,
        )
    return Candidate(
        rule=claim.rule,
        value=weighed.value,
        quote=weighed.quote,
        message_id=message_id,
        speaker=speaker,
        stated_at=stated_at,
        confidence=claim.confidence,
        authentication=str(authentication),
        offset=weighed.offset,
    )


def promote(
    thread: ThreadDocument, profile: ProfileDocument | None, rules: Sequence[PromotionRule], now: datetime
) -> Promotion:
    """Carry a thread's candidates and commitments into its owner's profile, and its topic too once it is closed.

    The thread that comes back has no candidates or commitments left, and their verdicts beside the older ones. Records are
    the facts and procedures touched and the user's summary; for a closed thread also its summary and its episode.
    """
    state = thread.thread_state
    before = profile or ProfileDocument(entity_id=state.entity_id)
    by_name = {rule.name: rule for rule in rules}
    ledger = merge_commitments(before.commitments, _owned(thread.commitments, state.entity_id))
    verdicts = tuple(_verdict(c, by_name, ledger) for c in thread.candidates)
    crossing = [c for c, v in zip(thread.candidates, verdicts, strict=True) if v.promoted]
    statements = [
        statement_of(c, by_name[c.rule], state.thread_id, thread.origin)
        for c in crossing
        if by_name[c.rule].writes != COMMITMENTS
    ]
    facts = settle(add_statements(before.facts, state.entity_id, statements), rules, now)
    after = dated(
        before.model_copy(
            update={
                "addresses": _addresses(before, thread),
                "facts": facts,
                "past_threads": _past_threads(before.past_threads, thread),
                "commitments": ledger,
            }
        )
    )
    settled = thread.model_copy(
        update={
            "candidates": (),
            "commitments": (),
            "verdicts": _bounded((*thread.verdicts, *verdicts)),
            "promoted_at": now,
        }
    )
    return Promotion(after, records_of(thread, after, before, rules), verdicts, settled)


def _owned(commitments: Iterable[Commitment], entity_id: str) -> tuple[Commitment, ...]:
    """Leave out what a merge of threads brought along from somebody else."""
    return tuple(c for c in commitments if c.entity_id == entity_id)


def _verdict(candidate: Candidate, rules: dict[str, PromotionRule], ledger: Sequence[Commitment]) -> Verdict:
    """Say what becomes of a candidate now: the rules may have changed since it was accepted."""
    decided_by, why = _refused(candidate, rules, ledger)
    return candidate.verdict(decided_by or candidate.rule, why, promoted=not decided_by)


def _refused(candidate: Candidate, rules: dict[str, PromotionRule], ledger: Sequence[Commitment]) -> tuple[str, str]:
    rule = rules.get(candidate.rule)
    if rule is None:
        return "unknown_rule", "the rule is gone from the rules file"
    if rule.writes == NOTHING:
        return rule.name, rule.about or "this rule exists to refuse"
    if candidate.speaker not in rule.stated_by:
        return "stated_by", f"the rule does not let the {candidate.speaker} state this"
    if candidate.confidence < rule.min_confidence:
        return "confidence", f"{candidate.confidence:.2f} is below the rule's {rule.min_confidence:.2f}"
    if rule.writes == COMMITMENTS and not any(
        c.message_id == candidate.message_id or _has(c, candidate) for c in ledger
    ):
        return "no_commitment", "no promise was found in the text that went out"
    return "", "stated outright, lasting, and allowed by the rule"


def _has(commitment: Commitment, candidate: Candidate) -> bool:
    return any(event.message_id == candidate.message_id for event in commitment.history)


def _addresses(before: ProfileDocument, thread: ThreadDocument) -> tuple[str, ...]:
    known = {a.casefold() for a in before.addresses}
    new = (thread.owner,) if thread.owner and thread.owner.casefold() not in known else ()
    return tuple(sorted((*before.addresses, *new), key=str.casefold))


def _past_threads(past: Sequence[PastThread], thread: ThreadDocument) -> tuple[PastThread, ...]:
    """Note a closed thread with its one-line topic, once, as it was closed last."""
    entries = {p.thread_id: p for p in past}
    if thread.state is ThreadStatus.CLOSED and thread.closed_at is not None:
        topic = topic_line(thread.topic, thread.subject)
        new = PastThread(
            thread_id=thread.thread_state.thread_id, topic=topic, closed_at=thread.closed_at, origin=thread.origin
        )
        entries[new.thread_id] = max(
            (p for p in (entries.get(new.thread_id), new) if p), key=lambda p: (p.closed_at, p.topic)
        )
    ordered = sorted(entries.values(), key=lambda p: (p.closed_at, p.thread_id))
    return tuple(ordered[-MAX_PAST_THREADS:])


def dated(profile: ProfileDocument) -> ProfileDocument:
    """Date a profile by what is in it, so that the same contents are the same bytes whenever they were put together."""
    moments = [
        *(s.stated_at for f in profile.facts for s in f.sources),
        *(p.closed_at for p in profile.past_threads),
        *(e.at for c in profile.commitments for e in c.history),
    ]
    return profile.model_copy(update={"updated_at": max(moments, default=profile.updated_at)})


def _bounded(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Keep the newest verdicts, each once."""
    return tuple(dict.fromkeys(verdicts))[-MAX_VERDICTS:]


def let_go(profile: ProfileDocument, rules: Sequence[PromotionRule], now: datetime) -> ProfileDocument:
    """Return the profile without the facts that their rules keep no longer."""
    return dated(profile.model_copy(update={"facts": settle(profile.facts, rules, now)}))


def set_by_operator(
    profile: ProfileDocument, slot: str, value: str, rules: Sequence[PromotionRule], now: datetime, by: str
) -> ProfileDocument:
    """Return the profile with an operator's word in a slot, which stands until an operator changes it; empty clears the slot.

    Raises `ValueError` for a value that the slot cannot hold.
    """
    statement = operator_statement(profile.entity_id, slot, value, rules, now, by)
    return dated(
        profile.model_copy(
            update={"facts": settle(add_statements(profile.facts, profile.entity_id, (statement,)), rules, now)}
        )
    )


def undo_operator(
    profile: ProfileDocument, slot: str, rules: Sequence[PromotionRule], now: datetime
) -> ProfileDocument:
    """Return the profile with the operator's last word on a slot taken back, so that what stood before stands again."""
    facts: tuple[Fact, ...] = settle(withdraw_operator(profile.facts, slot), rules, now)
    return dated(profile.model_copy(update={"facts": facts}))
