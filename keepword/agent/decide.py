"""Decide, from values alone, what becomes of a turn: the thread's next document, the reply in it, the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from keepword.agent.ask import Answer
from keepword.agent.bookkeeping import participates
from keepword.agent.brief.assemble import ITEM_CHARACTERS, OPEN_ITEMS, SUMMARY_CHARACTERS, shorten
from keepword.agent.intake.binding import Intake
from keepword.agent.intake.caps import counted
from keepword.agent.outcome import Kind
from keepword.agent.sending.replies import acknowledgement, make_reply, notices
from keepword.agent.sending.sent import beside_colleague, goes_to_owner, with_used_summaries
from keepword.agent.terms import Desk, Mode, Terms
from keepword.agent.turn import CandidateClaim, Turn
from keepword.memory.commitments.reading import find_commitments, merge_commitments, read_in_thread
from keepword.memory.evidence.check import locate
from keepword.memory.promotion.promote import check
from keepword.memory.state import (
    Candidate,
    Reply,
    ReplyState,
    Speaker,
    ThreadDocument,
    ThreadStatus,
    Verdict,
)
from keepword.threading.verdicts import Level

MAX_CANDIDATES = 200
MAX_WEIGHED = 40
MAX_VERDICTS = 200


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done: `thread` is the next document, with the reply (and notices to colleagues) in it."""

    thread: ThreadDocument
    outcome: Kind
    reason: str = ""
    reply: Reply | None = None
    verdicts: tuple[Verdict, ...] = ()


def colleague_answered(thread: ThreadDocument, newest: Intake, desk: Desk, now: datetime) -> Decision:
    """Take in a colleague's own mail: the agent keeps silent on it, and its promises join the ledger.

    A mail that only claims to be a colleague's is answered by nobody and changes nothing.
    """
    if not newest.verified:
        return Decision(
            thread, Kind.COLLEAGUE, "says it is a colleague's, but is not verified: nothing is taken from it"
        )
    if not goes_to_owner(thread, newest.message):
        replies = tuple(beside_colleague(r, newest.message, now) for r in thread.replies)
        return Decision(
            thread.model_copy(update={"replies": replies}), Kind.COLLEAGUE, "a colleague's, not to the customer"
        )
    said_at = newest.message.date or now
    found = read_in_thread(thread, newest.message.text, newest.message.id, Speaker.COLLEAGUE, said_at)
    state = ThreadStatus.OPEN if thread.state is ThreadStatus.HANDOFF else thread.state
    replies = tuple(beside_colleague(r, newest.message, now) for r in thread.replies)
    updated = thread.model_copy(
        update={
            "state": state,
            "handoff_reason": "",
            "acknowledged": False,
            "replies": replies,
            "commitments": merge_commitments(thread.commitments, found),
            "due_at": idle_since(thread, now) + desk.idle_after,
        }
    )
    updated = with_used_summaries(updated, thread)
    return Decision(updated, Kind.COLLEAGUE, "answered by a colleague")


def silent(thread: ThreadDocument, kind: Kind, reason: str) -> Decision:
    """Nothing is said: the mail is only written down in its thread."""
    return Decision(thread, kind, reason)


def hand_off(
    thread: ThreadDocument,
    newest: Intake,
    reason: str,
    desk: Desk,
    terms: Terms,
    now: datetime,
    answer: Answer | None = None,
) -> Decision:
    """Leave it to a person: mark the thread, tell the colleagues, tell the customer once that a person will answer."""
    marked = thread
    if not participates(thread, newest):  # somebody else's words do not take a person's thread out of the agent's hands
        marked = thread.model_copy(update={"state": ThreadStatus.HANDOFF, "handoff_reason": reason, "due_at": None})
    outgoing = notices(marked, newest, reason, desk, terms, now)
    if _acknowledges(thread, newest, desk, terms):
        outgoing = (acknowledgement(marked, newest, desk, terms, now), *outgoing)
        marked = marked.model_copy(update={"acknowledged": True})
    updated = marked.model_copy(update={"replies": (*marked.replies, *outgoing)})
    if answer is not None and answer.turn is not None and not participates(thread, newest):
        updated = _with_thread_update(updated, answer.turn)
    return Decision(updated, Kind.HANDOFF, reason)


def _acknowledges(thread: ThreadDocument, newest: Intake, desk: Desk, terms: Terms) -> bool:
    return bool(
        terms.acknowledgement
        and desk.mode is Mode.AUTO
        and not thread.acknowledged
        and not participates(thread, newest)
        and not (newest.identity and newest.identity.undeliverable)
    )


def answered(
    thread: ThreadDocument, turn_in: Sequence[Intake], answer: Answer, desk: Desk, terms: Terms, now: datetime
) -> Decision:
    """Turn the model's checked answer into the thread's next document with the reply in it."""
    newest, turn = turn_in[-1], answer.turn
    participant = participates(thread, newest)
    if turn is None or turn.action == "handoff":
        why = answer.handoff if turn is None else f"model: {shorten(turn.reason, 200)}"
        left = hand_off(thread, newest, why, desk, terms, now, answer)
        return _with_heard(left, turn_in, answer.offered, terms, participant, now)
    reply = make_reply(thread, newest, turn.reply, desk, terms, now) if turn.action == "reply" else None
    accepted, verdicts = _weigh(turn, turn_in, reply, terms, participant, now)
    as_draft = reply is not None and _as_draft(reply, turn, desk)
    leaves = reply is None or not (as_draft or desk.mode is Mode.OBSERVE)
    updated = thread if participant else _with_thread_update(thread, turn, leaves=leaves)
    updated = _with_candidates(updated, accepted, verdicts)
    if not participant and _resolved(turn, newest):
        updated = updated.model_copy(update={"state": ThreadStatus.CLOSED, "closed_at": now})
    updated = updated.model_copy(update={"due_at": _due(updated, newest, desk, terms, now)})
    if reply is None:
        return Decision(updated, Kind.OBSERVED, f"no answer needed: {shorten(turn.reason, 200)}", None, verdicts)
    said = tuple(c for c in accepted if c.speaker is Speaker.AGENT)
    waiting = "" if leaves or participant else _summary(turn)
    intent = one_line(turn.thread.current_intent)
    kept = {"candidates": said, "as_draft": as_draft, "summary": waiting, "findings": answer.mended, "intent": intent}
    reply = reply.model_copy(update=kept)
    updated = counted(updated, now.date(), participant=participant)
    return _with_reply(updated, reply, desk, turn.reason, verdicts)


def _with_heard(
    decision: Decision, turn_in: Sequence[Intake], offered: Turn | None, terms: Terms, participant: bool, now: datetime
) -> Decision:
    """Keep what the customer stated in a mail that a person answers: it is as true as if we had answered it."""
    if offered is None:
        return decision
    accepted, verdicts = _weigh(offered, turn_in, None, terms, participant, now)
    return replace(decision, thread=_with_candidates(decision.thread, accepted, verdicts), verdicts=verdicts)


def _with_candidates(
    thread: ThreadDocument, accepted: Sequence[Candidate], verdicts: Sequence[Verdict]
) -> ThreadDocument:
    """Add what the customer stated, and what was refused, to what a closing of the thread will weigh."""
    heard = tuple(c for c in accepted if c.speaker is Speaker.CUSTOMER)
    return thread.model_copy(
        update={
            "candidates": (*thread.candidates, *heard)[-MAX_CANDIDATES:],
            "verdicts": (*thread.verdicts, *verdicts)[-MAX_VERDICTS:],
        }
    )


def _as_draft(reply: Reply, turn: Turn, desk: Desk) -> bool:
    """Say whether a colleague sends this reply: always in draft mode; in auto where the operator's limits do not allow it."""
    if desk.mode is not Mode.AUTO or desk.auto_when is None:
        return desk.mode is Mode.DRAFT
    found = find_commitments(
        reply.text,
        entity_id="",
        thread_id=reply.thread_id,
        message_id=reply.message_id,
        stated_by=Speaker.AGENT,
        sent_at=reply.created_at,
    )
    return not desk.auto_when.allows(turn.thread.current_intent, frozenset(c.kind for c in found))


def _with_reply(
    thread: ThreadDocument, reply: Reply, desk: Desk, reason: str, verdicts: tuple[Verdict, ...]
) -> Decision:
    kind = Kind.OBSERVED if desk.mode is Mode.OBSERVE else Kind.DRAFTED if reply.as_draft else Kind.REPLIED
    if desk.mode is Mode.OBSERVE:
        reply = reply.model_copy(update={"state": ReplyState.DISCARDED, "reason": "observe mode: nothing is sent"})
    updated = thread.model_copy(update={"replies": (*thread.replies, reply)})
    return Decision(updated, kind, shorten(reason, 300), reply, verdicts)


def _summary(turn: Turn) -> str:
    return shorten(turn.thread.summary.strip(), SUMMARY_CHARACTERS)


def _with_thread_update(thread: ThreadDocument, turn: Turn, *, leaves: bool = True) -> ThreadDocument:
    """Take in what the model makes of the thread; its summary tells of the reply, so it waits where that has not left."""
    state = thread.thread_state.model_copy(
        update={
            "summary": _summary(turn) if leaves else thread.thread_state.summary,
            "open_items": tuple(shorten(i.strip(), ITEM_CHARACTERS) for i in turn.thread.open_items if i.strip())[
                :OPEN_ITEMS
            ],
            "current_intent": shorten(turn.thread.current_intent.strip(), ITEM_CHARACTERS),
        }
    )
    topic = one_line(turn.thread.topic) or thread.topic
    return thread.model_copy(update={"thread_state": state, "topic": topic})


def one_line(text: str) -> str:
    """Fold a text into one short line."""
    return shorten(" ".join(text.split()), ITEM_CHARACTERS)


def _resolved(turn: Turn, newest: Intake) -> bool:
    """Believe that a thread is done only where nothing is open and the customer asks nothing."""
    return (
        turn.thread.resolved and not any(i.strip() for i in turn.thread.open_items) and "?" not in newest.message.text
    )


def _due(thread: ThreadDocument, newest: Intake, desk: Desk, terms: Terms, now: datetime) -> datetime:
    """When the sweep must come: now for a closed thread or after every N turns, else when it will have been idle."""
    if thread.state is ThreadStatus.CLOSED or thread.turn_count % terms.promote_every_turns == 0:
        return now
    return idle_since(thread, now) + desk.idle_after


def idle_since(thread: ThreadDocument, now: datetime) -> datetime:
    """Return the time of the last mail, never later than now, whatever its Date said."""
    last = thread.thread_state.last_message_at
    return min(last, now) if last else now - timedelta(0)


def _weigh(
    turn: Turn, turn_in: Sequence[Intake], reply: Reply | None, terms: Terms, participant: bool, now: datetime
) -> tuple[tuple[Candidate, ...], tuple[Verdict, ...]]:
    """Hold every candidate against the text that it claims to quote."""
    accepted: list[Candidate] = []
    refused: list[Verdict] = []
    newest = turn_in[-1]
    for claim in turn.candidates[:MAX_WEIGHED]:
        if claim.source == "reply" and reply is None:
            continue
        spoken = claim.source == "customer"
        said_in = _source(claim.quote, turn_in) if spoken else newest
        result = check(
            claim,
            rules=terms.rules,
            text=said_in.message.text if spoken or reply is None else reply.text,
            message_id=said_in.message.id if spoken or reply is None else reply.message_id,
            speaker=Speaker.CUSTOMER if spoken else Speaker.AGENT,
            # A Date in the future is not believed: it would stand against every later correction.
            stated_at=min(said_in.message.date or now, now) if spoken else now,
            authentication=said_in.authentication.level if spoken else Level.VERIFIED,
        )
        if isinstance(result, Verdict):
            refused.append(result)
        elif spoken and (reason := _not_theirs(result, said_in, participant)):
            refused.append(result.verdict(reason, _NOT_THEIRS[reason]))
        else:
            accepted.append(result.model_copy(update={"origin": said_in.origin}) if spoken else result)
    if too_many := len(turn.candidates) - MAX_WEIGHED:
        refused += [_too_many(too_many, newest)] if too_many > 0 else []
    return tuple(accepted), tuple(refused)


def _too_many(count: int, newest: Intake) -> Verdict:
    return Verdict(
        rule="",
        value=f"{count} candidates",
        quote="",
        message_id=newest.message.id,
        speaker=Speaker.CUSTOMER,
        promoted=False,
        decided_by="too_many",
        why=f"at most {MAX_WEIGHED} candidates of one answer are weighed",
    )


def weigh_stored(
    claim: CandidateClaim, text: str, message_id: str, at: datetime, level: Level, terms: Terms, not_theirs: str = ""
) -> Candidate | Verdict:
    """Hold a candidate against the stored text of a customer's mail: the same check, for a replay.

    `not_theirs` names why nothing in the mail is its owner's own word, as when it was weighed first.
    """
    result = check(
        claim,
        rules=terms.rules,
        text=text,
        message_id=message_id,
        speaker=Speaker.CUSTOMER,
        stated_at=at,
        authentication=level,
    )
    return (
        result.verdict(not_theirs, _NOT_THEIRS[not_theirs]) if not_theirs and isinstance(result, Candidate) else result
    )


def _source(quote: str, turn_in: Sequence[Intake]) -> Intake:
    """Find the mail of a burst that a quote stands in: the newest that holds it, else the newest."""
    wanted = " ".join(quote.split())
    return next((i for i in reversed(turn_in) if wanted and wanted in " ".join(i.message.text.split())), turn_in[-1])


_NOT_THEIRS = {
    "participant": "said by somebody who is not the thread's owner",
    "shared_address": "a shared address has no personal profile",
    "forwarded": "stands in a mail that was passed on: its words are somebody else's",
}


def _not_theirs(candidate: Candidate, said_in: Intake, participant: bool) -> str:
    """Name why words of a mail are not its owner's own; empty where they are."""
    if participant:
        return "participant"
    if said_in.person.shared:
        return "shared_address"
    passed_on = said_in.message.forwarded
    return "forwarded" if passed_on is not None and locate(candidate.quote, passed_on.text) else ""
