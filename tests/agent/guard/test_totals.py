"""What the policy allows in all: a promise in one thread counts in every other, for the customer and for the day."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from office import Office, letter, turn

from keepword.errors import Changed, DeliveryUnknown, OutboxUnreachable
from keepword.memory.policy import Policy, Promise
from keepword.memory.state import ReplyState, ThreadDocument, ThreadStatus

REFUND = Promise("refund", Decimal("100.00"), "EUR", 10)
GIVES = "We will refund EUR 40.00 within 5 days."


def with_promise(office: Office, **totals: Any) -> None:
    """Let the policy allow refunds within these totals."""
    office.terms = replace(office.terms, policy=Policy(promises=(replace(REFUND, **totals),)))
    office.model._answers = lambda _: turn(GIVES)
    office.restart()


async def outcomes(office: Office, *mails: bytes) -> list[str]:
    """Return what becomes of mails that come one after the other."""
    await office.poll()
    done = []
    for mail in mails:
        office.receive(mail)
        done += [o.outcome.value for o in await office.poll()]
    return done


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({}, ["replied", "replied", "replied"]),
        ({"max_per_customer": Decimal("100.00")}, ["replied", "replied", "handoff"]),
        ({"max_per_customer": Decimal("120.00")}, ["replied", "replied", "replied"]),
        ({"times_per_customer": 1}, ["replied", "handoff", "handoff"]),
        ({"times_per_customer": 2}, ["replied", "replied", "handoff"]),
        ({"max_per_day": Decimal("100.00")}, ["replied", "replied", "handoff"]),
        ({"times_per_day": 1}, ["replied", "handoff", "handoff"]),
    ],
)
async def test_a_total_counts_over_all_threads(office: Office, totals: dict[str, Any], expected: list[str]) -> None:
    """Each mail begins a thread and wants another refund: what is beyond the total is a person's."""
    with_promise(office, **totals)
    asks = [letter(n, f"Order 471{n} is broken, EUR 40.00 back please.") for n in (1, 2, 3)]
    assert await outcomes(office, *asks) == expected


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({"max_per_customer": Decimal("40.00"), "max_amount": Decimal("40.00")}, ["replied", "replied"]),
        ({"max_per_day": Decimal("40.00"), "max_amount": Decimal("40.00")}, ["replied", "handoff"]),
    ],
)
async def test_a_customers_total_is_theirs_alone(office: Office, totals: dict[str, Any], expected: list[str]) -> None:
    """Another customer has a total of their own; the day's is everybody's."""
    with_promise(office, **totals)
    mails = [
        letter(1, "EUR 40.00 back please, order 4711."),
        letter(2, "EUR 40.00 back please, order 4712.", sender="ben@example.net"),
    ]
    assert await outcomes(office, *mails) == expected


async def test_the_same_promise_said_again_is_no_second_one(office: Office) -> None:
    """In its own thread a promise may be confirmed, however narrow the total."""
    with_promise(office, max_amount=Decimal("40.00"), max_per_customer=Decimal("40.00"), times_per_customer=1)
    first = letter(1, "EUR 40.00 back please, order 4711.")
    assert await outcomes(office, first) == ["replied"]
    office.receive(letter(2, "Is that certain?", **office.reply_headers()))
    assert [o.outcome.value for o in await office.poll()] == ["replied"]


async def test_mails_of_one_poll_are_counted_one_after_the_other(office: Office) -> None:
    """Two threads that wait together do not both get what only one may have."""
    with_promise(office, times_per_customer=1)
    await office.poll()
    for number in (1, 2):
        office.receive(letter(number, f"EUR 40.00 back please, order 471{number}."))
    assert sorted(o.outcome.value for o in await office.poll()) == ["handoff", "replied"]


async def test_a_reply_that_waits_for_the_server_counts(office: Office) -> None:
    """A promise counts from its commit on: a server that is down lets nobody promise the same twice."""
    with_promise(office, times_per_customer=1)
    office.outbox.fail(OutboxUnreachable("down"))
    asks = [letter(n, f"EUR 40.00 back please, order 471{n}.") for n in (1, 2)]
    assert await outcomes(office, *asks) == ["replied", "handoff"]


async def test_a_total_reaches_over_promotion_and_ends_with_its_period(office: Office) -> None:
    """A promise whose thread is long closed counts until the period is over."""
    with_promise(office, times_per_customer=1, period_days=30)
    assert await outcomes(office, letter(1, "EUR 40.00 back please, order 4711.")) == ["replied"]
    office.later(days=10)
    await office.sweep()
    assert await outcomes(office, letter(2, "EUR 40.00 back please, order 4712.")) == ["handoff"]
    office.later(days=25)
    assert await outcomes(office, letter(3, "EUR 40.00 back please, order 4713.")) == ["replied"]


async def test_two_workers_do_not_both_promise_the_rest(office: Office) -> None:
    """Where another worker used the total up while the model thought, the answer is decided again, and a person's then."""
    with_promise(office, times_per_customer=1)
    other = Office(office.knowledge, documents=office.documents, terms=office.terms)
    other.model._answers = lambda _: turn(GIVES)
    other.change(name="second")
    await office.poll()
    await other.poll()
    raced = False

    async def think(_: object) -> None:
        nonlocal raced
        if not raced:
            raced = True
            other.receive(letter(2, "EUR 40.00 back please, order 4712."))
            assert [o.outcome.value for o in await other.poll()] == ["replied"]

    answer = office.model.answer

    async def thinking(*arguments: Any) -> Any:
        await think(None)
        return await answer(*arguments)

    office.model.answer = thinking  # type: ignore[method-assign]
    office.receive(letter(1, "EUR 40.00 back please, order 4711."))
    assert [o.outcome.value for o in await office.poll()] == ["handoff"]


STEPS = ("identity", "given_on", "save_identity", "save_given_on")
RACES = [
    (totals, step)
    for totals, touched in (
        ({"times_per_customer": 1}, ("identity",)),
        ({"times_per_day": 1}, ("identity", "given_on")),
    )
    for step in STEPS
    if step.removeprefix("save_") in touched
]


@pytest.mark.parametrize(("totals", "step"), RACES)
async def test_a_total_is_used_up_once_wherever_the_other_worker_comes_between(
    office: Office, monkeypatch: pytest.MonkeyPatch, totals: dict[str, Any], step: str
) -> None:
    """Right before or after any read and write of what was promised another worker promises the rest: one of both is sent."""
    with_promise(office, **totals)
    other = Office(office.knowledge, documents=office.documents, terms=office.terms)
    other.model._answers = lambda _: turn(GIVES)
    other.change(name="second")
    await office.poll()
    await other.poll()
    reads_or_writes, calls = getattr(office.store, step), 0

    async def raced(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        done = None if step.startswith("save_") else await reads_or_writes(*arguments)
        if calls == (1 if step.startswith("save_") else 2):  # the first read is the brief's
            other.receive(letter(2, "EUR 40.00 back please, order 4712."))
            await other.poll()
        return done if done is not None else await reads_or_writes(*arguments)

    monkeypatch.setattr(office.store, step, raced)
    office.receive(letter(1, "EUR 40.00 back please, order 4711."))
    await office.poll()
    assert [b"EUR 40.00 within" in m.raw for o in (office, other) for m in o.outbox.sent].count(True) == 1
    assert calls > 0


@pytest.mark.parametrize("error", [Changed("by another worker"), KeyboardInterrupt()])
async def test_what_was_never_committed_is_no_promise(
    office: Office, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """A promise that was counted, and then not committed as the thread changed or we died, leaves with the next decision."""
    with_promise(office)
    await office.poll()
    save = office.store.save_thread

    async def failing(*_: Any) -> str:
        monkeypatch.setattr(office.store, "save_thread", save)
        office.model._answers = lambda _: turn("", action="handoff")
        raise error

    monkeypatch.setattr(office.store, "save_thread", failing)
    office.receive(letter(1, "EUR 40.00 back please, order 4711."))
    with nullcontext() if isinstance(error, Changed) else pytest.raises(KeyboardInterrupt):
        await office.poll()
    office.restart()
    await office.poll()
    [thread] = [t.value async for t in office.store.threads()]
    known = await office.store.identity(thread.thread_state.entity_id)
    assert (thread.state, known and known.value.given) == (ThreadStatus.HANDOFF, ())


async def test_another_thread_in_the_same_batch_knows_of_a_promise(office: Office) -> None:
    """Two mails of one person are looked up together: the second is answered by what the first was promised meanwhile."""
    with_promise(office)
    await office.poll()
    office.receive(letter(1, "EUR 40.00 back please, order 4711."))
    office.receive(letter(2, "What about my other matter?"))
    await office.poll()
    profile = office.model.briefs[-1].profile
    assert profile is not None
    assert [(c["kind"], c["amount"]) for c in profile["outstanding_commitments"]] == [("refund", "40.00")]


async def test_two_people_of_one_thread_cost_a_model_call_each(office: Office) -> None:
    """The second one's thread is read again after the first was answered, not found to have changed once the model spoke."""
    await outcomes(office, letter(1))
    before, ours = len(office.model.briefs), office.reply_headers()
    office.receive(letter(2, "And now?", **ours))
    office.receive(letter(3, "And for me?", sender="ben@example.net", **ours))
    assert [o.outcome.value for o in await office.poll()] == ["replied", "replied"]
    assert len(office.model.briefs) == before + 2


async def test_another_thread_knows_of_a_promise_at_once(office: Office) -> None:
    """Before any promotion the model is shown, and the guard knows, what another thread of the same person promised."""
    with_promise(office)
    await outcomes(office, letter(1, "EUR 40.00 back please, order 4711."))
    await outcomes(office, letter(2, "What about my other matter?"))
    profile = office.model.briefs[-1].profile
    assert profile is not None
    assert [(c["kind"], c["amount"]) for c in profile["outstanding_commitments"]] == [("refund", "40.00")]


@pytest.mark.parametrize("results", ["mx.example.com; dmarc=fail header.from=example.org", ""])
async def test_a_promise_is_shown_to_nobody_who_is_not_verified(office: Office, results: str) -> None:
    """A mail in the person's name that is not verified is answered without any word of what they were promised."""
    with_promise(office)
    await outcomes(office, letter(1, "EUR 40.00 back please, order 4711."))
    await outcomes(office, letter(2, "What was I promised?", Authentication_Results=results))
    brief = office.model.briefs[-1]
    assert (brief.profile, brief.thread.get("promised")) == (None, None)


async def test_a_promise_is_not_shown_twice_once_it_is_promoted(office: Office) -> None:
    """After the promotion the profile's ledger tells of it, and the tally does not."""
    with_promise(office)
    await outcomes(office, letter(1, "EUR 40.00 back please, order 4711."))
    office.later(days=4)
    await office.sweep()
    await outcomes(office, letter(2, "What about my other matter?"))
    profile = office.model.briefs[-1].profile
    assert profile is not None
    assert len(profile["outstanding_commitments"]) == 1


async def test_a_participant_is_promised_nothing(office: Office) -> None:
    """Somebody who is not the thread's owner gets no promise by the agent, whatever the policy allows the owner."""
    with_promise(office)
    office.model._answers = lambda _: turn()
    await outcomes(office, letter(1, "Order 4711 is broken."))
    office.model._answers = lambda _: turn(GIVES)
    theirs = letter(2, "EUR 40.00 for order 4711 please.", sender="ben@example.net", **office.reply_headers())
    assert await outcomes(office, theirs) == ["handoff"]


async def test_a_refused_reply_promises_nothing(office: Office) -> None:
    """A reply that the server refused for good has promised nothing to anybody: the tally lets it go."""
    from keepword.errors import DeliveryRefused

    with_promise(office, times_per_customer=1)
    office.outbox.fail(DeliveryRefused("550 no such user"))
    await outcomes(office, letter(1, "EUR 40.00 back please, order 4711."))
    [thread] = [t.value async for t in office.store.threads()]
    assert await tally(office, thread) == ()


async def tally(office: Office, thread: ThreadDocument) -> tuple[str, ...]:
    """Return the kinds in the tally of a thread's owner."""
    known = await office.store.identity(thread.thread_state.entity_id)
    return tuple(g.commitment.kind for g in known.value.given) if known else ()


async def test_a_reply_that_bounces_before_we_knew_that_it_left_promises_nothing(office: Office) -> None:
    """What is unknown may have left and counts; once its bounce says that it did not arrive, it does not."""
    with_promise(office, times_per_customer=1)
    office.outbox.fail(DeliveryUnknown("no answer"))
    asks = [letter(n, f"EUR 40.00 back please, order 471{n}.") for n in (1, 2, 3)]
    assert await outcomes(office, asks[0], asks[1]) == ["replied", "handoff"]
    [lost] = [r async for t in office.store.threads() for r in t.value.replies if r.state is ReplyState.UNKNOWN]
    bounce = (
        "From: MAILER-DAEMON@mx.example.net\r\nMessage-ID: <b@mx.example.net>\r\nReturn-Path: <>\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nfull\r\n--b\r\n"
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
        "Final-Recipient: rfc822; anna@example.org\r\nAction: failed\r\nStatus: 5.2.2\r\n\r\n--b\r\n"
        f"Content-Type: message/rfc822\r\n\r\nMessage-ID: {lost.message_id}\r\n\r\n--b--\r\n"
    )
    assert await outcomes(office, bounce.encode(), asks[2]) == ["bounce", "replied"]


async def test_a_draft_counts_once_a_colleague_has_sent_it(office: Office) -> None:
    """A draft that waits promises nothing; sent from the Drafts folder it does."""
    from keepword.agent.ports import Folder
    from keepword.agent.terms import Mode

    with_promise(office, times_per_customer=1)
    office.change(mode=Mode.DRAFT)
    assert await outcomes(office, letter(1, "EUR 40.00 back please, order 4711.")) == ["drafted"]
    [thread] = [t.value async for t in office.store.threads()]
    assert await tally(office, thread) == ()
    [draft] = office.mailbox.raws(Folder.DRAFTS)
    by_hand = draft.replace(b"Auto-Submitted: auto-replied\r\n", b"")
    office.mailbox.deliver(by_hand, folder=Folder.SENT, received_at=office.now)
    await office.poll()
    assert await tally(office, thread) == ("refund",)


async def test_what_is_forgotten_is_out_of_the_tally(office: Office) -> None:
    """Erasing a person erases their tally; a pass that was on its way brings nothing of it back."""
    from keepword.agent.people.forgetting import forget

    with_promise(office)
    await outcomes(office, letter(1, "EUR 40.00 back please, order 4711."))
    [thread] = [t.value async for t in office.store.threads()]
    await forget(thread.thread_state.entity_id, "anna@example.org", {}, office.terms, office.store, office.now)
    assert await tally(office, thread) == ()
