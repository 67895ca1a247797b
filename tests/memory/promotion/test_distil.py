"""The records that a pass writes are records of the Agent Memory Toolkit, and the same whenever they are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from azure.cosmos.agent_memory.models import (
    EpisodicRecord,
    FactRecord,
    MemoryRecordBase,
    ProceduralRecord,
    ThreadSummaryRecord,
    UserSummaryRecord,
)

from keepword.memory.commitments.reading import find_commitments, set_status
from keepword.memory.promotion.distil import all_records
from keepword.memory.promotion.promote import promote
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.records import Record
from keepword.memory.state import (
    Candidate,
    CommitmentStatus,
    MessageEntry,
    Speaker,
    ThreadDocument,
    ThreadState,
    ThreadStatus,
    Verdict,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
RULES = (
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time", category="preference"),
    PromotionRule("requirement", "fact", values="many", category="requirement", keep_for=timedelta(days=1)),
    PromotionRule("style", "procedural", values="many", category="preference"),
)


def candidate(rule: str, value: str, days: int = 0) -> Candidate:
    """Make an accepted candidate."""
    return Candidate(
        rule=rule,
        value=value,
        quote=f"{value} it is",
        message_id=f"<{days}@example.com>",
        speaker=Speaker.CUSTOMER,
        stated_at=NOW + timedelta(days=days),
        confidence=0.9,
        offset=3,
    )


def closed(*candidates: Candidate, open_items: tuple[str, ...] = ()) -> ThreadDocument:
    """Make a closed thread with a mail, an answer that promised a refund, and these candidates."""
    mail = MessageEntry(
        message_id="<1@example.com>",
        digest="d",
        speaker=Speaker.CUSTOMER,
        address="anna@example.com",
        entity_id="e_1",
        rule="new",
        at=NOW,
        outcome="replied",
    )
    refused = Verdict(
        rule="style",
        value="angry",
        quote="!",
        message_id="<1@example.com>",
        speaker=Speaker.CUSTOMER,
        promoted=False,
        decided_by="mood",
    )
    return ThreadDocument(
        thread_state=ThreadState(thread_id="t_1", entity_id="e_1", summary="A double charge.", open_items=open_items),
        mailbox="support",
        topic="double charge",
        state=ThreadStatus.CLOSED,
        closed_at=NOW + timedelta(days=1),
        messages=(mail,),
        candidates=candidates,
        verdicts=(refused,),
        commitments=find_commitments(
            "We will refund EUR 40.00 within 10 days.",
            entity_id="e_1",
            thread_id="t_1",
            message_id="<r@example.com>",
            stated_by=Speaker.AGENT,
            sent_at=NOW,
        ),
    )


def by_type(records: tuple[Record, ...]) -> dict[str, Record]:
    """Index records by their type, the last of each."""
    return {r.type.value: r for r in records}


def test_every_record_is_one_of_the_toolkits() -> None:
    """Each derived type validates against the toolkit's own model of it."""
    thread = closed(
        candidate("preferred_contact_time", "evenings"),
        candidate("requirement", "vegan"),
        candidate("style", "plain text"),
    )
    records = promote(thread, None, RULES, NOW).records
    models = {type(MemoryRecordBase.from_doc(r.document())) for r in records}
    assert models == {FactRecord, ProceduralRecord, UserSummaryRecord, ThreadSummaryRecord, EpisodicRecord}


def test_a_fact_carries_its_evidence() -> None:
    """Quote, mail, speaker, time, offset and thread of every source lie in the metadata."""
    record = by_type(promote(closed(candidate("preferred_contact_time", "evenings")), None, RULES, NOW).records)["fact"]
    assert record.content == "preferred_contact_time: evenings"
    assert record.metadata["category"] == "preference"
    assert record.metadata["sources"] == [
        {
            "quote": "evenings it is",
            "message_id": "<0@example.com>",
            "thread_id": "t_1",
            "stated_by": "customer",
            "stated_at": "2026-11-30T12:00:00Z",
            "confidence": 0.9,
            "offset": 3,
            "withdrawn": False,
        }
    ]


def test_a_rule_with_a_time_to_keep_gives_its_records_a_time_to_live() -> None:
    """One day is 86,400 seconds."""
    records = promote(closed(candidate("requirement", "vegan")), None, RULES, NOW).records
    assert by_type(records)["fact"].ttl == 86_400


def test_a_superseded_fact_is_written_again_with_its_successor() -> None:
    """The toolkit's supersede fields name the newer record and the reason."""
    first = promote(closed(candidate("preferred_contact_time", "mornings")), None, RULES, NOW)
    second = promote(closed(candidate("preferred_contact_time", "evenings", days=1)), first.profile, RULES, NOW)
    old, new = (r for r in second.records if r.type == "fact")
    assert (old.superseded_by, old.supersede_reason) == (new.id, "contradict")
    assert isinstance(MemoryRecordBase.from_doc(old.document()), FactRecord)


def test_an_open_thread_has_no_summary_or_episode_yet() -> None:
    """Only closing a thread distils it."""
    thread = closed().model_copy(update={"closed_at": None, "state": ThreadStatus.OPEN})
    assert {r.type.value for r in promote(thread, None, RULES, NOW).records} == {"user_summary"}


def test_an_episode_tells_events_outcome_and_what_was_refused() -> None:
    """The mails and the promise are its events; a promise still open is a partial success; refusals are its lessons."""
    made = promote(closed(), None, RULES, NOW)
    record = by_type(made.records)["episodic"]
    assert record.title == "double charge"
    assert [e["description"] for e in record.events or ()] == ["customer wrote; replied", "refund: stated by agent"]
    assert (record.outcome or {})["status"] == "partially_successful"
    assert record.lessons == ("not remembered, refused by mood: 1",)


def test_a_kept_promise_makes_a_successful_episode_and_a_broken_one_a_failed() -> None:
    """The outcome follows the ledger."""
    profile = promote(closed(), None, RULES, NOW).profile
    outcomes = {}
    for status in (CommitmentStatus.KEPT, CommitmentStatus.BROKEN):
        done = tuple(set_status(c, status, "ops", "", NOW + timedelta(hours=1)) for c in profile.commitments)
        settled = profile.model_copy(update={"commitments": done})
        outcomes[status] = (by_type(promote(closed(), settled, RULES, NOW).records)["episodic"].outcome or {})["status"]
    assert outcomes == {CommitmentStatus.KEPT: "successful", CommitmentStatus.BROKEN: "failed"}


def test_the_user_summary_says_who_somebody_is() -> None:
    """Slots, open promises and past topics, a line each."""
    made = promote(closed(candidate("preferred_contact_time", "evenings")), None, RULES, NOW)
    summary = by_type(made.records)["user_summary"]
    assert summary.content.splitlines() == [
        "preferred_contact_time: evenings",
        "open promise: We will refund EUR 40.00 within 10 days.",
        "past thread: 2026-12-01 double charge",
    ]
    assert summary.metadata == {"thread_ids": ["t_1"]}


def test_records_do_not_depend_on_when_they_are_written() -> None:
    """The same thread promoted a month later gives the same records, byte for byte."""
    thread = closed(candidate("preferred_contact_time", "evenings"), candidate("style", "plain text"))
    early, late = (promote(thread, None, RULES, NOW + timedelta(days=d)).records for d in (0, 30))
    assert [r.document() for r in early] == [r.document() for r in late]


def test_all_records_of_a_profile_can_be_written_again() -> None:
    """An export has every fact, superseded ones too, and the summary."""
    first = promote(closed(candidate("preferred_contact_time", "mornings")), None, RULES, NOW)
    second = promote(closed(candidate("preferred_contact_time", "evenings", days=1)), first.profile, RULES, NOW)
    assert [r.type.value for r in all_records(second.profile, RULES)] == ["fact", "fact", "user_summary"]
