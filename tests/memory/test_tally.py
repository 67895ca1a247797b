"""A person's tally of promises as a function of the threads that make them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.memory.commitments.reading import find_commitments
from keepword.memory.promises import Commitment, DayGiven, Given
from keepword.memory.state import Reply, ReplyState, Speaker, ThreadDocument, ThreadState
from keepword.memory.tally import KEPT, day_tallied, joined, moved, promised_in, tallied, waiting

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
WORDS = "We will refund EUR 40.00 within 5 days."


def promise(thread_id: str = "t_1", words: str = WORDS, at: datetime = NOW) -> Commitment:
    """Return what one mail of ours promises."""
    [found] = find_commitments(
        words, entity_id="e", thread_id=thread_id, message_id="<m@x>", stated_by=Speaker.AGENT, sent_at=at
    )
    return found


def thread(
    state: ReplyState, *, as_draft: bool = False, to: str = "anna@example.org", kind: str = "reply"
) -> ThreadDocument:
    """Return a thread with one reply of ours that promises a refund."""
    reply = Reply(
        reply_id="r", thread_id="t_1", in_reply_to="<1@x>", message_id="<m@x>", sender="s@example.com", to=(to,),
        subject="Re", text=WORDS, created_at=NOW, mailbox="support", state=state, as_draft=as_draft, kind=kind,
    )  # fmt: skip
    state_ = ThreadState(thread_id="t_1", entity_id="e")
    return ThreadDocument(
        thread_state=state_, mailbox="support", owner="anna@example.org", vouched=True, replies=(reply,)
    )


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (thread(ReplyState.PENDING), 1),
        (thread(ReplyState.TRANSMITTING), 1),
        (thread(ReplyState.UNKNOWN), 1),
        (thread(ReplyState.FAILED), 0),
        (thread(ReplyState.DISCARDED), 0),
        (thread(ReplyState.PENDING, as_draft=True), 0),
        (thread(ReplyState.PENDING, to="ben@example.net"), 0),
        (thread(ReplyState.PENDING, kind="notice"), 0),
    ],
)
def test_only_what_may_have_left_to_the_owner_is_promised(document: ThreadDocument, expected: int) -> None:
    """A reply counts from its commit on, unless a colleague still decides on it, or it never left."""
    assert len(promised_in(document)) == expected


@given(st.lists(st.sampled_from(["t_1", "t_2", "t_3"]), max_size=12))
def test_a_threads_part_may_be_reckoned_again_at_any_time(order: list[str]) -> None:
    """However often and in whatever order threads are counted, the tally holds each one's promises once."""
    held: tuple[Given, ...] = ()
    for id_ in order:
        document = ThreadDocument(
            thread_state=ThreadState(thread_id=id_, entity_id="e"), mailbox="support", commitments=(promise(id_),)
        )
        held = tallied(held, document, NOW)
    assert sorted(g.commitment.thread_id for g in held) == sorted(set(order))


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Given(commitment=promise("t_2"), vouched=True), 1),
        (Given(commitment=promise("t_2")), 0),
        (Given(commitment=promise("t_2"), vouched=True, promoted=True), 0),
        (Given(commitment=promise("t_1"), vouched=True), 0),
    ],
)
def test_what_another_thread_may_show(entry: Given, expected: int) -> None:
    """Only promises of vouched threads that no profile holds yet, and not the thread's own."""
    assert len(waiting((entry,), "t_1", ())) == expected


def test_a_merge_and_its_undoing_move_every_entry() -> None:
    """Entries go to the other person with their origin, and back."""
    theirs = (Given(commitment=promise()),)
    there = moved(theirs, "f", "e")
    assert [(g.commitment.entity_id, g.commitment.origin) for g in there] == [("f", "e")]
    assert moved(there, "e", "") == theirs
    assert joined(there, there, NOW) == there


def test_a_tally_stays_small() -> None:
    """The oldest promoted promises leave first; what waits for its promotion stays."""
    old = [
        Given(commitment=promise(f"t_{n}", at=NOW - timedelta(days=n)), promoted=n > 0, vouched=True)
        for n in range(KEPT + 20)
    ]
    kept = joined(old, (), NOW)
    assert len(kept) == KEPT
    assert kept[-1].promoted is False


def test_no_letters_push_a_refund_out_of_the_tally() -> None:
    """That an answer comes is promised in every other mail: a refund of long before counts all the same."""
    refund = Given(commitment=promise(at=NOW - timedelta(days=29)), promoted=True, vouched=True)
    slight = promise().model_copy(update={"kind": "answer", "amount": None, "currency": None, "stated_at": NOW})
    chatter = [
        Given(commitment=slight.model_copy(update={"commitment_id": f"c_{n}"}), promoted=True) for n in range(KEPT)
    ]
    kept = joined((refund, *chatter), (), NOW)
    assert (len(kept), kept[0]) == (KEPT, refund)


def test_a_day_counts_each_promise_once() -> None:
    """A repeated call counts nothing again; another amount of the same promise counts as one more."""
    day = day_tallied(DayGiven(day=date(2026, 11, 30)), [promise(), promise("t_2")])
    assert day_tallied(day, [promise()]) == day
    assert (day.times, {k: Decimal(v) for k, v in day.sums.items()}) == (
        {"refund": 2},
        {"refund|EUR": Decimal("80.00")},
    )
