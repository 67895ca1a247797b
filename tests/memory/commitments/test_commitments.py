"""The ledger: what was said again, changed, taken back, kept, broken, and when it falls due."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.memory.claims.reading import read_claims
from keepword.memory.commitments.due import due_date
from keepword.memory.commitments.reading import (
    find_commitments,
    find_withdrawals,
    merge_commitments,
    overdue,
    read_sent,
    set_status,
)
from keepword.memory.state import Commitment, CommitmentStatus, Speaker

MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


def said(text: str, *, days: int = 0, thread: str = "t_1", by: Speaker = Speaker.AGENT) -> tuple[Commitment, ...]:
    """Return all that a mail of ours, sent so many days after Monday, means to the ledger."""
    return read_sent(
        text,
        entity_id="e_1",
        thread_id=thread,
        message_id=f"<{days}.{thread}@example.com>",
        stated_by=by,
        sent_at=MONDAY + timedelta(days=days),
    )


def ledger(*mails: tuple[Commitment, ...]) -> tuple[Commitment, ...]:
    """Merge mails one after the other."""
    merged: tuple[Commitment, ...] = ()
    for mail in mails:
        merged = merge_commitments(merged, mail)
    return merged


def seen(commitments: tuple[Commitment, ...]) -> list[tuple[str, str | None, str | None, str]]:
    """Return what matters of commitments."""
    return [(c.kind, c.amount, c.due.isoformat() if c.due else None, str(c.status)) for c in commitments]


def test_a_customers_words_promise_nothing() -> None:
    """`You promised me $500` is a claim, and so is a customer's `we will refund`."""
    assert said("You promised me $500. We will refund you $500.", by=Speaker.CUSTOMER) == ()


def test_the_same_mail_gives_the_same_commitments() -> None:
    """Ids depend on person, thread and kind alone, and quotes stand in the mail."""
    text = "Hello. We will refund EUR 40.00 within 10 days. Bye."
    first, again = said(text), said(text)
    assert first == again
    assert (first[0].quote, first[0].stated_by) == ("We will refund EUR 40.00 within 10 days.", "agent")
    assert first[0].commitment_id.startswith("c_")


def test_a_promise_said_again_is_one_promise() -> None:
    """A restatement adds to the history, not to the ledger, and `within 10 days` said later moves no deadline."""
    merged = ledger(
        said("We will refund EUR 40.00 within 10 days."),
        said("As promised, we will refund EUR 40.00 within 10 days.", days=2),
    )
    assert [("refund", "40.00", "2026-12-10", "open")] == seen(merged)
    assert ["stated", "restated"] == [e.note for e in merged[0].history]


def test_a_promise_said_otherwise_is_changed_and_both_quotes_are_kept() -> None:
    """A new amount or day counts from then on; the history tells what it was."""
    merged = ledger(
        said("We will refund EUR 40.00 by Friday."),
        said("We will refund EUR 50.00 by 15 December.", days=1),
    )
    assert [("refund", "50.00", "2026-12-15", "open")] == seen(merged)
    assert merged[0].history[1].note == (
        "changed: 40.00 EUR to 50.00 EUR, due 2026-12-04 to 2026-12-15; before: We will refund EUR 40.00 by Friday."
    )
    assert merged[0].history[0].quote == "We will refund EUR 40.00 by Friday."


def test_a_further_promise_is_another_one() -> None:
    """What is said to come on top does not change what was promised before."""
    merged = ledger(said("We will refund EUR 40.00."), said("We will also refund EUR 5.00 for the shipping.", days=1))
    assert [("refund", "40.00", None, "open"), ("refund", "5.00", None, "open")] == seen(merged)


def test_two_amounts_in_one_mail_are_two_promises() -> None:
    """One mail that names two refunds promises both."""
    merged = ledger(said("We will refund EUR 40.00 for order A-1111. We will refund EUR 25.00 for order B-2222."))
    assert {("refund", "40.00", None, "open"), ("refund", "25.00", None, "open")} == set(seen(merged))


def test_the_same_promise_in_two_threads_is_two() -> None:
    """Only within a thread is a promise said again."""
    merged = ledger(said("We will refund EUR 40.00."), said("We will refund EUR 40.00.", thread="t_2"))
    assert len(merged) == 2


@pytest.mark.parametrize(
    "words",
    [
        "Unfortunately we cannot refund you after all.",
        "I'm afraid we will not be able to refund the EUR 40.00.",
        "There will be no refund.",
        "Leider können wir Ihnen die 40 € doch nicht erstatten.",
        "Finalement, nous ne pouvons pas vous rembourser.",
        "Lamentablemente no podemos reembolsarle.",
        "Purtroppo non possiamo rimborsarle l'importo.",
        "Helaas kunnen we u toch niet terugbetalen.",
        "Infelizmente não podemos reembolsar o valor.",
    ],
)
def test_what_is_taken_back_is_withdrawn(words: str) -> None:
    """A later mail that says it will not be done withdraws the promise, with its quote."""
    merged = ledger(said("We will refund EUR 40.00 within 10 days."), said(words, days=1))
    assert [("refund", "40.00", "2026-12-10", "withdrawn")] == seen(merged)
    assert merged[0].history[-1].quote in words


def test_a_withdrawal_touches_its_own_kind_and_amount_only() -> None:
    """Taking back the refund leaves the replacement; taking back one amount leaves the other."""
    merged = ledger(
        said("We will refund EUR 40.00 and send you a replacement."),
        said("We cannot refund you after all.", days=1),
        said("We will refund EUR 7.00.", days=2),
        said("We cannot refund EUR 9.00.", days=3),
    )
    assert {
        ("refund", "40.00", None, "withdrawn"),
        ("replacement", None, None, "open"),
        ("refund", "7.00", None, "open"),
    } == set(seen(merged))


def test_a_denial_alone_is_no_commitment() -> None:
    """What was never promised cannot be withdrawn, and is not in the ledger."""
    assert ledger(said("We cannot refund you.")) == ()
    assert [c.status for c in find_withdrawals_of("We cannot refund you.")] == [CommitmentStatus.WITHDRAWN]


def find_withdrawals_of(text: str) -> tuple[Commitment, ...]:
    """Return what a mail takes back."""
    return find_withdrawals(
        text, entity_id="e_1", thread_id="t_1", message_id="<1@example.com>", stated_by=Speaker.AGENT, sent_at=MONDAY
    )


def test_a_promise_after_one_that_was_kept_is_a_new_one() -> None:
    """The next refund in the same thread does not reopen the old one."""
    (first,) = ledger(said("We will refund EUR 40.00."))
    kept = set_status(first, CommitmentStatus.KEPT, "ops", "paid", MONDAY + timedelta(days=3))
    merged = merge_commitments((kept,), said("We will refund EUR 40.00 by Friday.", days=5))
    assert [("refund", "40.00", None, "kept"), ("refund", "40.00", "2026-12-11", "open")] == seen(merged)


def test_what_an_operator_did_survives_every_merge() -> None:
    """An old mail that comes in late leaves the status and its note as they are."""
    (first,) = ledger(said("We will refund EUR 40.00 within 10 days.", days=1))
    broken = set_status(first, CommitmentStatus.BROKEN, "ops", "forgotten", MONDAY + timedelta(days=20))
    merged = merge_commitments((broken,), said("We will refund EUR 40.00 within 10 days.", days=0))
    assert [c.status for c in merged] == [CommitmentStatus.BROKEN]
    assert merged[0].history[-1].note == "forgotten"


def test_setting_the_same_status_twice_is_setting_it_once() -> None:
    """A repeated command adds no event."""
    (first,) = ledger(said("We will refund EUR 40.00."))
    kept = set_status(first, CommitmentStatus.KEPT, "ops", "paid", MONDAY)
    assert set_status(kept, CommitmentStatus.KEPT, "ops", "again", MONDAY) == kept
    assert [e.status for e in kept.history] == [CommitmentStatus.OPEN, CommitmentStatus.KEPT]


def test_any_order_of_mails_gives_the_same_ledger() -> None:
    """All orders of four mails, each merged twice, end in the same ledger."""
    mails = (
        said("We will refund EUR 40.00 within 10 days."),
        said("As I said, we will refund EUR 40.00 within 10 days.", days=1),
        said("We will refund EUR 50.00 by 15 December.", days=2),
        said("We will also send you a replacement by Friday.", days=3),
    )
    ledgers = {ledger(*order, *order) for order in permutations(mails)}
    assert len(ledgers) == 1


def test_overdue_is_what_is_open_and_past_its_day() -> None:
    """The day itself is not late yet; what was kept never is."""
    merged = ledger(said("We will refund EUR 40.00 by Friday."), said("I will call you back tomorrow."))
    assert [[c.kind for c in overdue(merged, date(2026, 12, day))] for day in (1, 2, 4, 5)] == [
        [],
        ["call_back"],
        ["call_back"],
        ["call_back", "refund"],
    ]
    kept = tuple(set_status(c, CommitmentStatus.KEPT, "ops", "", MONDAY) for c in merged)
    assert overdue(kept, date(2027, 1, 1)) == ()


@pytest.mark.parametrize(
    ("words", "sent", "due"),
    [
        ("within 10 days", date(2026, 11, 30), date(2026, 12, 10)),
        ("in 3 working days", date(2026, 11, 30), date(2026, 12, 3)),
        ("in 3 working days", date(2026, 12, 3), date(2026, 12, 8)),
        ("in 1 working day", date(2026, 12, 5), date(2026, 12, 7)),
        ("within 5 to 7 working days", date(2026, 11, 30), date(2026, 12, 9)),
        ("within two weeks", date(2026, 11, 30), date(2026, 12, 14)),
        ("in one month", date(2026, 1, 31), date(2026, 2, 28)),
        ("within a year", date(2028, 2, 29), date(2029, 2, 28)),
        ("within 24 hours", date(2026, 11, 30), date(2026, 12, 1)),
        ("within 25 hours", date(2026, 11, 30), date(2026, 12, 2)),
        ("today", date(2026, 11, 30), date(2026, 11, 30)),
        ("tomorrow", date(2026, 12, 31), date(2027, 1, 1)),
        ("by Friday", date(2026, 11, 30), date(2026, 12, 4)),
        ("by Friday", date(2026, 12, 4), date(2026, 12, 11)),
        ("by the end of the week", date(2026, 12, 2), date(2026, 12, 4)),
        ("by the end of the week", date(2026, 12, 5), date(2026, 12, 11)),
        ("next week", date(2026, 11, 30), date(2026, 12, 11)),
        ("by the end of the month", date(2026, 2, 3), date(2026, 2, 28)),
        ("by 5 December", date(2026, 11, 30), date(2026, 12, 5)),
        ("by 5 January", date(2026, 11, 30), date(2027, 1, 5)),
        ("by 29 February", date(2026, 11, 30), date(2028, 2, 29)),
        ("by 2026-12-05", date(2026, 11, 30), date(2026, 12, 5)),
        ("10 days ago", date(2026, 11, 30), None),
        ("for 10 days", date(2026, 11, 30), None),
        ("within 999999 days", date(2026, 11, 30), None),
        ("yesterday", date(2026, 11, 30), None),
    ],
)
def test_when_a_promise_falls_due(words: str, sent: date, due: date | None) -> None:
    """A deadline is the last day on which the words are still kept, reckoned from the mail's own day."""
    (claim,) = read_claims(words)
    assert due == due_date(claim, sent)


def test_the_mails_day_is_its_day_in_utc() -> None:
    """A mail sent late in the evening in New York was sent the next day."""
    late = datetime(2026, 11, 30, 23, tzinfo=UTC).astimezone(UTC) + timedelta(hours=5)
    (found,) = find_commitments(
        "I will call you back tomorrow.",
        entity_id="e_1",
        thread_id="t_1",
        message_id="<1@example.com>",
        stated_by=Speaker.COLLEAGUE,
        sent_at=late,
    )
    assert found.due == date(2026, 12, 2)


@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    """No text is an error, and what it promises it says."""
    assert all(c.quote and c.quote.split()[0] in text for c in said(text))


def test_a_mail_full_of_promises_is_bounded() -> None:
    """Nobody makes a thousand promises in one letter."""
    assert len(said("We will refund EUR 1.00. " * 1000)) <= 100
