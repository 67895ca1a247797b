"""What a pass makes of a thread, and what an operator's word does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.agent.turn import CandidateClaim
from keepword.memory.commitments.reading import find_commitments
from keepword.memory.promotion.promote import Promotion, check, promote, set_by_operator, spot, undo_operator
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.state import (
    Candidate,
    Commitment,
    ProfileDocument,
    Speaker,
    ThreadDocument,
    ThreadState,
    ThreadStatus,
    Verdict,
    profile_state,
)
from keepword.threading.verdicts import Level

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OURS = frozenset({Speaker.AGENT, Speaker.COLLEAGUE, Speaker.OPERATOR})
TIME = PromotionRule("preferred_contact_time", "profile.preferred_contact_time", category="preference")
RULES = (
    TIME,
    PromotionRule("name", "profile.name", category="biographical"),
    PromotionRule("phone", "profile.phone", keep_for=timedelta(days=30)),
    PromotionRule("requirement", "fact", values="many", category="requirement"),
    PromotionRule("style", "procedural", values="many", category="preference"),
    PromotionRule("commitment", "profile.outstanding_commitments", OURS, values="many"),
    PromotionRule("mood", "nothing"),
)


def candidate(rule: str, value: str, *, days: int = 0, mail: str = "<1@example.com>", quote: str = "") -> Candidate:
    """Make a candidate that was accepted from a mail so many days after the start."""
    return Candidate(
        rule=rule,
        value=value,
        quote=quote or f"{value}, I said",
        message_id=mail,
        speaker=Speaker.CUSTOMER,
        stated_at=NOW + timedelta(days=days),
        confidence=0.9,
        authentication="verified",
        offset=0,
    )


def thread(
    *candidates: Candidate, name: str = "t_1", closed: int | None = None, commitments: Sequence[Commitment] = ()
) -> ThreadDocument:
    """Make a thread with these candidates, closed so many days after the start if at all."""
    return ThreadDocument(
        thread_state=ThreadState(thread_id=name, entity_id="e_1", summary=f"about {name}"),
        mailbox="support",
        topic=f"topic of\n{name}",
        owner="anna@example.com",
        state=ThreadStatus.OPEN if closed is None else ThreadStatus.CLOSED,
        closed_at=None if closed is None else NOW + timedelta(days=closed),
        candidates=candidates,
        commitments=tuple(commitments),
    )


def refund(
    text: str = "We will refund EUR 40.00 within 10 days.", mail: str = "<r@example.com>"
) -> tuple[Commitment, ...]:
    """Return what an answer of ours in the thread promises."""
    return find_commitments(
        text, entity_id="e_1", thread_id="t_1", message_id=mail, stated_by=Speaker.AGENT, sent_at=NOW
    )


def after(*threads: ThreadDocument, now: datetime = NOW) -> Promotion:
    """Promote from these threads one after the other and return the last pass."""
    made = promote(threads[0], None, RULES, now)
    for following in threads[1:]:
        made = promote(following, made.profile, RULES, now)
    return made


def test_a_thread_leaves_what_it_stated_and_its_topic() -> None:
    """A closed thread gives its facts, its open promise and one line of topic to the profile."""
    made = after(thread(candidate("preferred_contact_time", "evenings"), closed=1, commitments=refund()))
    state = profile_state(made.profile)
    assert state["preferred_contact_time"] == "evenings"
    assert state["past_threads"] == [{"thread_id": "t_1", "topic": "topic of t_1", "closed_at": "2026-12-01T12:00:00Z"}]
    assert [(c["amount"], c["due"]) for c in state["outstanding_commitments"]] == [("40.00", "2026-12-10")]
    assert made.thread.candidates == ()
    assert made.thread.commitments == ()
    assert made.thread.promoted_at == NOW


def test_an_open_thread_leaves_no_topic() -> None:
    """A pass over a long thread that goes on carries facts, and no past thread."""
    made = after(thread(candidate("name", "Anna")))
    assert profile_state(made.profile)["name"] == "Anna"
    assert made.profile.past_threads == ()


def test_a_newer_statement_supersedes_and_keeps_the_old_one_with_both_quotes() -> None:
    """A value given twice is a current and a superseded fact, never two."""
    made = after(
        thread(candidate("preferred_contact_time", "mornings", quote="call me in the mornings")),
        thread(candidate("preferred_contact_time", "evenings", days=5, quote="evenings please"), name="t_2"),
    )
    old, new = made.profile.facts
    assert (old.value, new.value) == ("mornings", "evenings")
    assert (old.superseded_by, new.superseded_by) == (new.fact_id, None)
    assert "evenings please" in (old.supersede_reason or "")
    assert "call me in the mornings" in (old.supersede_reason or "")


def test_the_date_of_the_mail_decides_not_its_arrival() -> None:
    """A mail that comes in late and was written earlier changes nothing."""
    made = after(
        thread(candidate("preferred_contact_time", "evenings", days=5)),
        thread(candidate("preferred_contact_time", "mornings", days=1), name="t_2"),
    )
    assert profile_state(made.profile)["preferred_contact_time"] == "evenings"


def test_who_returns_to_an_old_value_has_it_again() -> None:
    """Mornings, evenings, mornings: the value that was stated last stands, one fact with two sources."""
    made = after(
        thread(candidate("preferred_contact_time", "mornings", days=0, mail="<1@example.com>")),
        thread(candidate("preferred_contact_time", "evenings", days=1, mail="<2@example.com>")),
        thread(candidate("preferred_contact_time", "mornings", days=2, mail="<3@example.com>")),
    )
    assert profile_state(made.profile)["preferred_contact_time"] == "mornings"
    assert [len(f.sources) for f in made.profile.facts] == [1, 2]


def test_h41_the_same_fact_in_two_threads_is_one_with_two_sources() -> None:
    """The same allergy in two threads is one fact and one record that names both mails."""
    made = after(
        thread(candidate("requirement", "allergic to nuts", mail="<1@example.com>")),
        thread(candidate("requirement", "Allergic to  nuts", days=1, mail="<2@example.com>"), name="t_2"),
    )
    (fact,) = made.profile.facts
    assert [s.message_id for s in fact.sources] == ["<1@example.com>", "<2@example.com>"]
    assert [s.thread_id for s in fact.sources] == ["t_1", "t_2"]


def test_many_valued_rules_keep_all_values() -> None:
    """Two needs stand side by side."""
    made = after(thread(candidate("requirement", "vegan"), candidate("requirement", "allergic to nuts", days=1)))
    assert profile_state(made.profile)["requirement"] == ["vegan", "allergic to nuts"]


def test_the_operators_word_stands_until_the_operator_changes_it() -> None:
    """What a customer writes later is kept as a source and counts again when the operator takes his word back."""
    profile = after(thread(candidate("preferred_contact_time", "evenings"))).profile
    profile = set_by_operator(profile, "preferred_contact_time", "mornings", RULES, NOW, "ops")
    later = thread(candidate("preferred_contact_time", "afternoons", days=9, mail="<9@example.com>"), name="t_9")
    profile = promote(later, profile, RULES, NOW).profile
    assert profile_state(profile)["preferred_contact_time"] == "mornings"
    profile = undo_operator(profile, "preferred_contact_time", RULES, NOW)
    assert profile_state(profile)["preferred_contact_time"] == "afternoons"


def test_an_operators_empty_word_clears_a_slot() -> None:
    """An empty value empties the slot, and what was there is superseded."""
    profile = after(thread(candidate("name", "Anna"))).profile
    profile = set_by_operator(profile, "name", "", RULES, NOW, "ops")
    assert profile_state(profile)["name"] is None
    assert profile_state(undo_operator(profile, "name", RULES, NOW))["name"] == "Anna"


def test_an_operators_value_is_written_in_the_slots_form() -> None:
    """A time becomes a plain phrase; what is no phone number is an error that says so."""
    profile = set_by_operator(
        ProfileDocument(entity_id="e_1"), "preferred_contact_time", "nach 18 Uhr", RULES, NOW, "ops"
    )
    assert profile_state(profile)["preferred_contact_time"] == "after 18:00"
    with pytest.raises(ValueError, match="phone: 'soon' is no value"):
        set_by_operator(profile, "phone", "soon", RULES, NOW, "ops")


def test_a_fact_is_kept_as_long_as_its_rule_says() -> None:
    """A phone number of a rule with thirty days is gone from the profile after them."""
    profile = after(thread(candidate("phone", "+49301234567"))).profile
    kept = promote(thread(), profile, RULES, NOW + timedelta(days=29)).profile
    gone = promote(thread(), profile, RULES, NOW + timedelta(days=30)).profile
    assert (profile_state(kept).get("phone"), profile_state(gone).get("phone")) == ("+49301234567", None)


def test_rules_that_changed_since_refuse_what_they_once_accepted() -> None:
    """A candidate whose rule is gone, or no longer lets the customer speak, stays behind with a verdict."""
    strict = (PromotionRule("name", "profile.name", frozenset({Speaker.OPERATOR})),)
    made = promote(thread(candidate("name", "Anna"), candidate("gone", "x")), None, strict, NOW)
    assert [v.decided_by for v in made.verdicts] == ["stated_by", "unknown_rule"]
    assert made.profile.facts == ()


def test_a_candidate_for_a_promise_needs_the_promise_itself() -> None:
    """What a model calls a promise is in the ledger only where code found it in the text that went out."""
    told = candidate("commitment", "refund", mail="<r@example.com>").model_copy(update={"speaker": Speaker.AGENT})
    with_promise = promote(thread(told, commitments=refund()), None, RULES, NOW)
    without = promote(thread(told), None, RULES, NOW)
    assert [v.promoted for v in with_promise.verdicts] == [True]
    assert [v.decided_by for v in without.verdicts] == ["no_commitment"]


def test_a_promise_is_in_the_ledger_though_no_model_listed_it() -> None:
    """The ledger needs no candidate."""
    assert [c.kind for c in promote(thread(commitments=refund()), None, RULES, NOW).profile.commitments] == ["refund"]


def test_commitments_of_somebody_else_stay_out() -> None:
    """A promise that was made to another person in a merged thread is not in this person's ledger."""
    foreign = find_commitments(
        "We will refund EUR 40.",
        entity_id="e_2",
        thread_id="t_1",
        message_id="<x@example.com>",
        stated_by=Speaker.AGENT,
        sent_at=NOW,
    )
    assert promote(thread(commitments=foreign), None, RULES, NOW).profile.commitments == ()


def test_a_thread_that_reopens_and_closes_again_is_one_past_thread() -> None:
    """A second epoch renews the line and adds none."""
    made = after(thread(closed=1), thread(closed=9))
    assert [p.closed_at for p in made.profile.past_threads] == [NOW + timedelta(days=9)]


def offered(rule: str, value: str, quote: str, text: str, **more: object) -> Candidate | Verdict:
    """Offer something from a mail."""
    claim = CandidateClaim(
        rule=rule, value=value, quote=quote, source="customer", confidence=float(str(more.get("confidence", 0.9)))
    )
    level = more.get("level", Level.VERIFIED)
    assert isinstance(level, Level)
    return check(
        claim,
        rules=RULES,
        text=text,
        message_id="<1@example.com>",
        speaker=Speaker.CUSTOMER,
        stated_at=NOW,
        authentication=level,
    )


@pytest.mark.parametrize(
    ("decided_by", "more"),
    [
        ("authentication", {"level": Level.UNVERIFIED}),
        ("authentication", {"level": Level.FAILED}),
        ("confidence", {"confidence": 0.79}),
    ],
)
def test_the_rule_sets_the_least_authentication_and_confidence(decided_by: str, more: dict[str, object]) -> None:
    """Below the rule's least, nothing crosses however clear the words are."""
    result = offered("preferred_contact_time", "evenings", "I prefer evenings", "I prefer evenings.", **more)
    assert isinstance(result, Verdict)
    assert result.decided_by == decided_by


def test_the_quote_is_kept_as_the_mail_has_it() -> None:
    """The model's typography gives way to the mail's, and the offset points at it."""
    text = "Hello, I can’t hear:\nplease  write “plain text” only."
    result = offered("style", "plain text", 'please write "plain text" only', text)
    assert isinstance(result, Candidate)
    assert text[result.offset :].startswith(result.quote)
    assert result.quote == "please  write “plain text” only"


@pytest.mark.parametrize("value", ["x" * 501, "x" * 20_000])
def test_huge_values_are_refused_before_anything_is_read(value: str) -> None:
    """A value or a quote that is longer than any statement is refused, and cut in its verdict."""
    result = offered("requirement", value, "I am vegan", "I am vegan.")
    assert isinstance(result, Verdict)
    assert (result.decided_by, len(result.value)) == ("too_long", 500)
    other = offered("requirement", "vegan", (value * 3)[:20_000], value * 3)
    assert isinstance(other, Verdict)
    assert other.decided_by == "too_long"


def test_ten_thousand_candidates_are_each_refused_and_named() -> None:
    """A model that returns 10,000 candidates gets 10,000 verdicts, nothing crosses, and the mail is cut into words once."""
    text = "My lamp is broken. " * 200
    verdicts = [offered(f"rule {n % 7}", "x", f"quote {n}", text) for n in range(10_000)]
    assert {v.decided_by for v in verdicts if isinstance(v, Verdict)} == {"unknown_rule"}
    assert len(verdicts) == 10_000


def test_spotted_things_are_weighed_like_any_other() -> None:
    """What the spotter offers of a mail passes or falls by the same checks."""
    text = "I am furious! Please call me in the evenings.\n\nBest regards\nAnna"
    found = {s.kind: s for s in spot(text)}
    assert {k: s.value for k, s in found.items()} == {
        "mood": "anger",
        "preferred_contact_time": "evenings",
        "name": "Anna",
    }
    results = {k: offered(k, s.value, s.quote, text, confidence=s.confidence) for k, s in found.items()}
    assert {k: isinstance(r, Candidate) for k, r in results.items()} == {
        "mood": False,
        "preferred_contact_time": True,
        "name": True,
    }


def test_staff_may_state_what_a_customer_only_claims() -> None:
    """An unknown slot takes a colleague's word for a discount, and never the customer's own."""
    rules = (PromotionRule("terms", "profile.terms", frozenset({Speaker.CUSTOMER, Speaker.COLLEAGUE})),)
    text = "You have a standing discount of 5%."
    claim = CandidateClaim(rule="terms", value="discount of 5%", quote=text, source="customer", confidence=1.0)
    results = [
        check(
            claim,
            rules=rules,
            text=text,
            message_id="<1@example.com>",
            speaker=speaker,
            stated_at=NOW,
            authentication=Level.VERIFIED,
        )
        for speaker in (Speaker.COLLEAGUE, Speaker.CUSTOMER)
    ]
    assert [getattr(r, "decided_by", "accepted") for r in results] == ["accepted", "claim"]


@given(
    st.sampled_from([r.name for r in RULES]),
    st.text(max_size=60),
    st.text(max_size=60),
    st.text(max_size=300),
    st.booleans(),
)
def test_nothing_that_is_offered_is_an_error(rule: str, value: str, quote: str, text: str, within: bool) -> None:
    """Any text, quote and value end in a candidate whose quote stands in the text, or in a verdict that says why."""
    body = f"{text} {quote}. {text}" if within else text
    result = offered(rule, value, quote, body)
    assert result.quote in body if isinstance(result, Candidate) else result.why
