"""Alerts: each thing that needs a person is told once by mail, and again only when it has come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from office import NOW, Office, letter

from keepword.agent.health.alerts import MAX_LISTED, Marker, Markers, MarkerState, alert_mail, tell
from keepword.agent.health.report import Health, Problem, Trouble, examine
from keepword.errors import (
    AlreadyThere,
    DeliveryRefused,
    DeliveryUnknown,
    NeedsReauth,
    OutboxUnreachable,
    StoreUnreachable,
)
from keepword.memory.ports import Container
from keepword.testing import Counted, Failing, FakeOutbox, Fault, MemoryDocuments
from keepword.threading.read import read

COLLEAGUE = ("anna@staff.example.com",)


def problem(number: int = 1, kind: Trouble = Trouble.UNKNOWN_REPLY) -> Problem:
    """Return something that needs a person."""
    return Problem(kind, f"{kind}:{number}", "support", f"Thing {number} is so", f"do {number}")


async def told(office: Office, *problems: Problem) -> list[str]:
    """Tell these problems; return the keys of what was told."""
    state = Health(office.now, problems=problems)
    documents = office.store.documents
    found = await tell(state, [office.desk], {"support": office.outbox}, COLLEAGUE, documents, office.now)
    return [p.key for p in found]


def subjects(office: Office) -> list[str]:
    """Return the subjects of what was sent."""
    return [read(p.raw).subject for p in office.outbox.sent]


async def test_a_thing_is_told_once(office: Office) -> None:
    """As long as it lasts, also after a restart, it is not told again."""
    for _ in range(3):
        await told(office, problem())
        office.restart()
        office.later(hours=5)
    assert ["[Keepword] needs a person: unknown reply"] == subjects(office)


@pytest.mark.parametrize("kind", [Trouble.HANDOFF, Trouble.EMBEDDINGS])
async def test_some_things_are_no_matter_for_a_mail(office: Office, kind: Trouble) -> None:
    """A hand-off was told when it began, and without vectors mail is answered all the same: health alone shows them."""
    assert ([], []) == (await told(office, problem(kind=kind)), office.outbox.sent)


async def test_a_file_with_a_fault_is_told(office: Office) -> None:
    """Whoever broke it may not be looking at health."""
    await told(office, problem(kind=Trouble.FILES))
    assert ["[Keepword] needs a person: files"] == subjects(office)


async def test_it_is_told_again_when_it_comes_back(office: Office) -> None:
    """What has ended is forgotten, so that its return is news."""
    await told(office, problem())
    await told(office)
    await told(office, problem())
    assert 2 == len(office.outbox.sent)


async def test_all_that_is_new_is_one_mail(office: Office) -> None:
    """Many things at once are one mail, and a later one tells only what is new."""
    await told(office, problem(1), problem(2))
    await told(office, problem(1), problem(2), problem(3))
    texts = [read(p.raw).text for p in office.outbox.sent]
    assert ["[Keepword] 2 things need a person", "[Keepword] needs a person: unknown reply"] == subjects(office)
    assert [(True, True, False), (False, False, True)] == [
        tuple(f"Thing {n} is so" in text for n in (1, 2, 3)) for text in texts
    ]


async def test_the_mail_is_a_machines_word_to_colleagues(office: Office) -> None:
    """It goes to the colleagues alone, from the desk, marked so that no robot answers, and says what to do."""
    await told(office, problem())
    [sent] = office.outbox.sent
    mail = read(sent.raw)
    assert (("anna@staff.example.com",), "support@example.com") == (tuple(sent.recipients), sent.sender)
    assert b"Auto-Submitted: auto-generated\r\n" in sent.raw
    assert "What to do: do 1." in mail.text


@pytest.mark.parametrize("error", [OutboxUnreachable("450"), DeliveryRefused("550"), NeedsReauth("535")])
async def test_what_surely_did_not_leave_is_tried_again(office: Office, error: Exception) -> None:
    """After a growing delay, and then once."""
    office.outbox.fail(error, times=2)
    assert [] == await told(office, problem())
    assert [] == await told(office, problem())
    office.later(seconds=31)
    assert [] == await told(office, problem())
    office.later(seconds=31)
    assert [] == await told(office, problem())
    office.later(seconds=31)
    assert ["unknown_reply:1"] == await told(office, problem())
    office.later(hours=9)
    assert [] == await told(office, problem())
    assert 1 == len(office.outbox.sent)


async def test_what_may_have_left_is_not_told_again(office: Office) -> None:
    """An alert is no exception: lost after its data is unknown, and not repeated."""
    office.outbox.fail(DeliveryUnknown("died"), after=True)
    for _ in range(3):
        await told(office, problem())
        office.later(hours=2)
    assert 1 == len(office.outbox.sent)


async def test_another_desk_tells_where_one_cannot_send(office: Office) -> None:
    """The desk whose login is refused cannot say so itself: the next one does."""
    second, other = replace(office.desk, name="sales", address="sales@example.com"), FakeOutbox()
    office.outbox.fail(NeedsReauth("535 no"))
    state = Health(NOW, problems=(problem(kind=Trouble.NEEDS_REAUTH),))
    outboxes = {"support": office.outbox, "sales": other}
    await tell(state, [office.desk, second], outboxes, COLLEAGUE, office.store.documents, NOW)
    assert ([], ["sales@example.com"]) == (office.outbox.sent, [p.sender for p in other.sent])


class Crash(BaseException):
    """The process is gone."""


CALLS = [("read", False)] + [("write", after) for after in (False, True)]


@pytest.mark.parametrize("nth", range(1, 5))
@pytest.mark.parametrize(("kind", "after"), CALLS)
async def test_a_crash_at_any_call_of_the_store(
    make_office: Callable[..., Office], kind: str, after: bool, nth: int
) -> None:
    """Wherever it strikes, the things are told once at most; told of anything only by a mail that left."""
    documents = MemoryDocuments()
    office = make_office(documents=Counted(Failing(documents, [Fault(kind, nth, after, error=Crash())])))  # type: ignore[arg-type]
    try:
        await told(office, problem(1), problem(2))
    except Crash:
        office.documents = Counted(documents)
        office.restart()
    for _ in range(3):
        office.later(hours=2)
        await told(office, problem(1), problem(2))
    text = "\n".join(read(p.raw).text for p in office.outbox.sent)
    assert [n for n in (1, 2) if text.count(f"Thing {n} is so") > 1] == []


@pytest.mark.parametrize(("after", "mails"), [(False, 0), (True, 1)], ids=["before", "after"])
async def test_a_crash_round_the_sending(office: Office, after: bool, mails: int) -> None:
    """The marker stands before the mail leaves: a crash there loses the mail, and never repeats it."""
    office.outbox.fail(Crash(), after=after)  # type: ignore[arg-type]
    with pytest.raises(Crash):
        await told(office, problem())
    for _ in range(3):
        office.later(hours=2)
        await told(office, problem())
    assert mails == len(office.outbox.sent)


async def test_two_workers_tell_once(office: Office) -> None:
    """Who creates the marker tells; the other one finds it."""

    class Racing(MemoryDocuments):
        """Somebody else is a moment faster."""

        async def create(self, container: Container, new: object) -> str:  # type: ignore[override]
            raise AlreadyThere("first")

    state = Health(NOW, problems=(problem(),))
    assert () == await tell(state, [office.desk], {"support": office.outbox}, COLLEAGUE, Racing(), NOW)
    assert [] == office.outbox.sent


async def test_a_marker_tells_of_nobody(office: Office) -> None:
    """What is kept holds ids of ours alone: no address, subject or Message-ID, so there is nothing to be erased."""
    office.outbox.fail(DeliveryUnknown("died"))
    office.receive(letter(1, Subject="Secret matter"))
    await office.poll()
    from keepword.agent.intake.quarantine import quarantine

    office.receive(letter(2, sender="bert@example.net"))
    await quarantine(2, "it breaks us", office.desk, office.store, office.mailbox, office.now)
    health = await examine(office.store, {"support": 60.0}, office.now)
    await told(office, *health.problems)
    kept = [m.value.model_dump_json() async for m in Markers(office.store.documents).all()]
    assert 2 == len(kept)
    assert [w for w in ("anna", "bert", "Secret", "<1@", "<2@", "example.org") if any(w in k for k in kept)] == []


async def test_markers_are_no_mailboxes(office: Office) -> None:
    """They lie among the leases, and nobody takes one for a mailbox."""
    await office.poll()
    await told(office, problem())
    assert ["support"] == [m.value.name async for m in office.store.mailboxes()]


async def test_a_store_that_is_away(make_office: Callable[..., Office]) -> None:
    """Without the marker nothing is sent."""
    fault = Fault("write", 1, after=False, error=StoreUnreachable("locked"))
    office = make_office(documents=Counted(Failing(MemoryDocuments(), [fault])))
    with pytest.raises(StoreUnreachable):
        await told(office, problem())
    assert [] == office.outbox.sent


def test_a_long_list_is_cut_and_counted(office: Office) -> None:
    """A mail names so many things, and says how many more there are."""
    many = [problem(n) for n in range(MAX_LISTED + 7)]
    text = read(alert_mail(many, office.desk, COLLEAGUE, NOW)).text
    assert (True, False, True) == (
        f"Thing {MAX_LISTED - 1} is so" in text,
        f"Thing {MAX_LISTED} is so" in text,
        "and 7 more: see `keepword health`" in text,
    )


def test_a_strangers_words_stay_in_their_place(office: Office) -> None:
    """What a server or a mail says is text in one paragraph: no header, no second mail, not endless."""
    nasty = replace(problem(), text="x\r\nBcc: eve@example.net\r\n\r\n" + "y" * 5_000)
    raw = alert_mail([nasty], office.desk, COLLEAGUE, NOW)
    head, _, body = raw.partition(b"\r\n\r\n")
    assert (False, True) == (b"Bcc" in head, len(body) < 2_000)


def test_states_of_a_marker() -> None:
    """A new marker means that the mail may have left."""
    assert MarkerState.SENDING is Marker(key="k", at=NOW).state
