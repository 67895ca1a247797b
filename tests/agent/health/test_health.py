"""Health: what works, what waits and what needs a person, told from the store alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from office import NOW, Office, letter

from keepword.agent.health.report import Health, Status, examine
from keepword.errors import (
    DeliveryRefused,
    DeliveryUnknown,
    MailboxUnreachable,
    ModelUnreachable,
    NeedsReauth,
    OutboxUnreachable,
)
from keepword.memory.state import Commitment, MailboxDocument, ProfileDocument

EVERY = {"support": 60.0}


async def health(office: Office) -> Health:
    """Look at the office."""
    return await examine(office.store, EVERY, office.now)


def kinds(found: Health) -> list[str]:
    """Return the kinds of what needs a person."""
    return [p.kind.value for p in found.problems]


async def test_all_is_well(office: Office) -> None:
    """A mailbox that is read and whose mails are answered needs nobody."""
    office.receive(letter(1))
    await office.poll()
    found = await health(office)
    assert (Status.OK, True, ()) == (found.status, found.alive, found.problems)
    assert NOW == found.mailboxes[0].last_good_poll


async def test_nobody_has_begun(office: Office) -> None:
    """Before the first start nothing is stalled, and nothing lives either."""
    found = await health(office)
    assert (Status.OK, False) == (found.status, found.alive)


async def test_a_login_that_is_refused_at_the_very_first_start(office: Office) -> None:
    """The state is written down though the mailbox was never read, and a good poll ends it."""
    office.mailbox.fail("standing", NeedsReauth("login of support refused"))
    with pytest.raises(NeedsReauth):
        await office.poll()
    found = await health(office)
    assert (Status.FAILING, True, ["needs_reauth"]) == (found.status, found.alive, kinds(found))
    assert "login of support refused" in found.problems[0].text
    office.receive(letter(1))
    await office.poll()
    assert (Status.OK, 1) == ((await health(office)).status, len(office.outbox.sent))


async def test_the_first_start_stays_one_after_a_refused_login(make_office: Callable[..., Office]) -> None:
    """With `backlog = "skip"`, what lies there when we first get in is not answered, whatever was written down before."""
    office = make_office()
    office.change(answer_backlog=False)
    office.mailbox.fail("standing", NeedsReauth("refused"))
    office.receive(letter(1))
    with pytest.raises(NeedsReauth):
        await office.poll()
    office.later(minutes=1)
    assert ([], []) == (await office.poll(), office.outbox.sent)
    office.receive(letter(2))
    assert ["replied"] == [o.outcome for o in await office.poll()]


@pytest.mark.parametrize(("minutes", "stalled"), [(7, False), (8, False), (9, True)])
async def test_a_stalled_poll(office: Office, minutes: int, stalled: bool) -> None:
    """No good poll for three times its period and five minutes is a stalled one; one that is tried again lives."""
    await office.poll()
    office.mailbox.fail("standing", MailboxUnreachable("no route"), times=9)
    office.later(minutes=minutes)
    with pytest.raises(MailboxUnreachable):
        await office.poll()
    found = await health(office)
    assert (stalled, True, "no route") == (
        found.mailboxes[0].stalled,
        found.alive,
        found.mailboxes[0].last_error,
    )
    assert (["stalled"] if stalled else []) == kinds(found)


async def test_a_daemon_that_hangs(office: Office) -> None:
    """Where nobody tries any more, the mailbox is stalled and not alive."""
    await office.poll()
    office.later(hours=1)
    found = await health(office)
    assert (True, False) == (found.mailboxes[0].stalled, found.alive)
    assert "Nobody has tried to read mailbox support since 2026-11-30 12:00 UTC" == found.problems[0].text
    assert "keepword run" in found.problems[0].remedy


@pytest.mark.parametrize(
    ("error", "kind", "state"),
    [
        (DeliveryUnknown("the link died"), "unknown_reply", "unknown"),
        (DeliveryRefused("550 no"), "failed_reply", "failed"),
        (OutboxUnreachable("450 later"), None, "pending"),
    ],
)
async def test_replies_are_counted(office: Office, error: Exception, kind: str | None, state: str) -> None:
    """A reply that is unknown or failed needs a person; one that waits is counted with its age."""
    office.outbox.fail(error)
    office.receive(letter(1))
    await office.poll()
    office.later(minutes=2)
    found = await health(office)
    assert ([kind] if kind else [], 1) == (kinds(found), (found.replies or {})[state])
    assert (120.0 if kind is None else None) == found.oldest_waiting


async def test_a_mail_that_waits_for_the_model(make_office: Callable[..., Office]) -> None:
    """The oldest waiting mail's age grows from its first failure on, however often it is tried."""
    office = make_office(model=Away())
    office.receive(letter(1))
    for _ in range(3):
        await office.poll()
        office.later(minutes=10)
    found = await health(office)
    assert (1, 1800.0, "away") == (found.mailboxes[0].waiting, found.oldest_waiting, found.mailboxes[0].last_error)


class Away:
    """A model that cannot be reached."""

    async def answer(self, *_: Any) -> Any:
        """Be away."""
        raise ModelUnreachable("away")

    async def close(self) -> None:
        """Close."""


@pytest.mark.parametrize(("minutes", "kinds_"), [(29, []), (31, ["waiting"])])
async def test_an_answer_that_cannot_be_sent_for_long(office: Office, minutes: int, kinds_: list[str]) -> None:
    """A server that does not let us send is told after half an hour, with its own words; the mailbox itself is read."""
    office.outbox.fail(NeedsReauth("535 login refused"), times=99)
    office.receive(letter(1))
    await office.poll()
    office.later(minutes=minutes)
    await office.poll()
    found = await health(office)
    assert (kinds_, "535 login refused") == (kinds(found), found.mailboxes[0].waiting_for)
    assert all("535 login refused" in p.text for p in found.problems)


async def test_a_quarantined_mail(office: Office) -> None:
    """What could not be handled is counted and named, with what to do."""
    from keepword.agent.intake.quarantine import quarantine

    office.receive(letter(1))
    await office.store.save_mailbox(MailboxDocument(name="support", last_good_poll=NOW))
    await quarantine(1, "it breaks us", office.desk, office.store, office.mailbox, office.now)
    found = await health(office)
    assert (1, ["quarantined"], Status.ATTENTION) == (found.quarantined, kinds(found), found.status)
    assert "keepword why '<1@example.org>'" in found.problems[0].remedy


def promise(due: date) -> Commitment:
    """Return a promise of a refund."""
    return Commitment(
        commitment_id="c_1",
        entity_id="e_1",
        thread_id="t_1",
        kind="refund",
        amount="40.00",
        currency="EUR",
        due=due,
        quote="We will refund 40 EUR.",
        message_id="<m@example.com>",
        stated_by="agent",
        stated_at=NOW,
    )


@pytest.mark.parametrize(("days", "overdue"), [(0, 0), (-1, 1)])
async def test_an_overdue_promise(office: Office, days: int, overdue: int) -> None:
    """An open promise is overdue on the day after its due date."""
    due = (NOW + timedelta(days=days)).date()
    await office.store.save_profile(ProfileDocument(entity_id="e_1", commitments=(promise(due),)))
    found = await health(office)
    assert (overdue, overdue) == (found.overdue_commitments, len(found.problems))
    assert all("refund of 40.00 EUR" in p.text for p in found.problems)


async def test_a_hand_off_waits_for_a_person(make_office: Callable[..., Office]) -> None:
    """A thread in a colleague's hands is attention, with since when it waits and what to do."""
    office = make_office()
    office.receive(letter(1, "I want to talk to a human, please."))
    await office.poll()
    headers = {"In_Reply_To": "<1@example.org>", "References": "<1@example.org>"}
    office.later(minutes=30)
    office.receive(letter(2, "Is anybody there?", **headers))
    await office.poll()
    office.later(minutes=30)
    await office.poll()
    found = await health(office)
    [problem] = found.problems
    assert (1, "handoff", Status.ATTENTION, 3_600.0) == (
        found.handoffs,
        problem.kind,
        found.status,
        found.oldest_handoff,
    )
    assert '"Mail 1" of anna@example.org waits for a colleague since 2026-11-30 12:00 UTC: topic: human' in problem.text
    assert "keepword threads hand-back t_" in problem.remedy


async def test_of_those_who_wait_the_oldest_comes_first(office: Office) -> None:
    """Hand-offs are listed by how long they wait, whatever their ids."""
    for number in range(6):
        office.receive(letter(number, "I want to talk to a human, please.", sender=f"{number}@example.org"))
        await office.poll()
        office.later(minutes=1)
    waiting = [p.text.split('"')[1] for p in (await health(office)).problems]
    assert [f"Mail {number}" for number in range(6)] == waiting


@pytest.mark.parametrize(("by_token", "todo"), [(["support"], "keepword login support"), ([], "[mailbox.imap]")])
async def test_a_refused_login_says_what_mends_it(office: Office, by_token: list[str], todo: str) -> None:
    """A login by OAuth 2.0 is made anew; a password is put right in the settings, where no login command helps."""
    await failing(office)
    [problem] = (await examine(office.store, EVERY, office.now, by_token)).problems
    assert (True, not by_token) == (todo in problem.remedy, "keepword login" not in problem.remedy)


async def test_the_gravest_comes_first(office: Office) -> None:
    """Problems are in the order of their kinds."""
    await office.store.save_profile(ProfileDocument(entity_id="e_1", commitments=(promise(date(2026, 1, 1)),)))
    office.mailbox.fail("standing", NeedsReauth("refused"))
    with pytest.raises(NeedsReauth):
        await office.poll()
    assert ["needs_reauth", "overdue_commitment"] == kinds(await health(office))


async def test_health_reads_and_writes_nothing_else(office: Office) -> None:
    """Asking how it is changes nothing."""
    office.receive(letter(1))
    await office.poll()
    before = office.documents.writes
    await health(office)
    assert before == office.documents.writes


async def failing(office: Office) -> Health:
    """Return the state of an office whose login is refused."""
    office.mailbox.fail("standing", NeedsReauth("refused"))
    with pytest.raises(NeedsReauth):
        await office.poll()
    return await health(office)


async def test_a_mail_that_is_moved_back_needs_nobody(office: Office) -> None:
    """Once a quarantined mail is replayed and handled, health forgets it."""
    from keepword.agent.intake.quarantine import quarantine

    office.receive(letter(1))
    await quarantine(1, "it breaks us", office.desk, office.store, office.mailbox, office.now)
    office.receive(letter(1))
    assert ["replied"] == [o.outcome for o in await office.poll()]
    assert (0, ()) == ((await health(office)).quarantined, (await health(office)).problems)
