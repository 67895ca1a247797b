"""A merge and its undoing on values alone: whatever two profiles hold, each gets exactly its own back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.memory.commitments.reading import find_commitments, merge_commitments
from keepword.memory.merging import joined_profiles, joined_thread, parted_profiles, parted_thread
from keepword.memory.promotion.facts import Statement, add_statements, settle
from keepword.memory.promotion.promote import dated
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import PastThread, ProfileDocument, Source, Speaker, ThreadDocument, ThreadState

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RULES = (PromotionRule("name", "profile.name"), PromotionRule("order", "profile.order", values="many"))
HOME, WORK = "e_home", "e_work"
SAID = st.tuples(
    st.sampled_from(["name", "order"]),
    st.sampled_from(["anna", "ben", "carol"]),
    st.integers(0, 9),
    st.sampled_from([Speaker.CUSTOMER, Speaker.OPERATOR]),
)
PROMISED = st.tuples(st.integers(1, 3), st.sampled_from(["We will refund 40.00 EUR.", "We will call you tomorrow."]))


def own(address: str) -> str:
    """Return the entity id of an address of these tests."""
    return f"e_{address.partition('@')[0]}"


def profile(entity: str, said: list[tuple[str, str, int, Speaker]], promised: list[tuple[int, str]]) -> ProfileDocument:
    """Return a profile in which this was said in mails of a person, and this promised in their threads."""
    statements = [
        Statement(
            slot,
            value,
            "fact_",
            Source(
                quote=f"{slot} {value}",
                message_id=f"<{entity}{day}@example.org>",
                thread_id=f"t_{entity}{day}",
                stated_by=speaker,
                stated_at=NOON + timedelta(days=day),
                rule=slot,
            ),
        )
        for slot, value, day, speaker in said
    ]
    found = [
        commitment
        for number, text in promised
        for commitment in find_commitments(
            text,
            entity_id=entity,
            thread_id=f"t_{entity}{number}",
            message_id=f"<{number}{len(text)}@example.com>",
            stated_by=Speaker.AGENT,
            sent_at=NOON + timedelta(days=number),
        )
    ]
    past = tuple(
        PastThread(thread_id=f"t_{entity}{number}", topic="x", closed_at=NOON + timedelta(days=number))
        for number in sorted({n for n, _ in promised})
    )
    return dated(
        ProfileDocument(
            entity_id=entity,
            addresses=(f"{entity.removeprefix('e_')}@example.org",),
            facts=settle(add_statements((), entity, statements), RULES, NOON),
            past_threads=past,
            commitments=merge_commitments((), found),
        )
    )


PARTS = (st.lists(SAID, max_size=8), st.lists(PROMISED, max_size=4))


@given(*PARTS, *PARTS)
@settings(max_examples=60)
def test_each_gets_its_own_back(
    said: list[tuple[str, str, int, Speaker]],
    promised: list[tuple[int, str]],
    said_too: list[tuple[str, str, int, Speaker]],
    promised_too: list[tuple[int, str]],
) -> None:
    """Joined and parted, both profiles are what they were, ids included; joining once more changes nothing."""
    home, work = profile(HOME, said, promised), profile(WORK, said_too, promised_too)
    whole = joined_profiles(home, work, WORK, RULES, NOON)
    assert joined_profiles(whole, work, WORK, RULES, NOON) == whole
    assert parted_profiles(whole, WORK, own, RULES, NOON) == (home, work)


@given(*PARTS, *PARTS)
@settings(max_examples=30)
def test_nothing_is_lost_in_a_merge(
    said: list[tuple[str, str, int, Speaker]],
    promised: list[tuple[int, str]],
    said_too: list[tuple[str, str, int, Speaker]],
    promised_too: list[tuple[int, str]],
) -> None:
    """Every promise keeps its id, every past thread stands, and the same value of both is one fact with both sources."""
    home, work = profile(HOME, said, promised), profile(WORK, said_too, promised_too)
    whole = joined_profiles(home, work, WORK, RULES, NOON)
    assert {c.commitment_id for c in whole.commitments} == {
        c.commitment_id for c in (*home.commitments, *work.commitments)
    }
    assert len(whole.past_threads) == len(home.past_threads) + len(work.past_threads)
    values = {(f.slot, f.value) for f in (*home.facts, *work.facts)}
    assert {(f.slot, f.value) for f in whole.facts} == values
    assert len(whole.facts) == len(values)
    assert sum(f.slot == "name" and f.superseded_by is None for f in whole.facts) == (
        1 if any(slot == "name" for slot, _ in values) else 0
    )


def test_a_participant_who_wrote_in_both_is_put_back() -> None:
    """Of two who wrote in a third's thread both are participants again, and the owner never is one."""
    state = ThreadState(thread_id="t", entity_id="e_third")
    thread = ThreadDocument(thread_state=state, mailbox="support", participants=(WORK, HOME))
    whole = joined_thread(thread, WORK, HOME)
    assert whole.participants == (HOME,)
    parted = parted_thread(whole, WORK, HOME, own, {WORK, HOME})
    assert set(parted.participants) == {WORK, HOME}
    assert parted_thread(whole, WORK, HOME, own, {WORK}).participants == (WORK,)
