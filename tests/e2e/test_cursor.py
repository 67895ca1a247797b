"""Where we stand in a mailbox, on a real server: first start, restart, and everything that others may do to the mailbox."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_office import RealOffice, open_office
from office import turn

from keepword.agent.outcome import Kind
from keepword.agent.poll import MAX_TRIES
from keepword.memory.ports import Container

Open = Callable[..., RealOffice]


@pytest.fixture
async def open_desk(tmp_path: Path, post: DovecotPost) -> AsyncIterator[Open]:
    """Return a function that opens an office, and close all that it opened."""
    opened: list[RealOffice] = []

    def open_(**desk: object) -> RealOffice:
        opened.append(open_office(tmp_path, post, **desk))
        return opened[-1]

    yield open_
    for office in opened:
        await office.close()


@pytest.fixture
def desk(open_desk: Open) -> RealOffice:
    """Return an office that answers the backlog too."""
    return open_desk()


def answered(*numbers: int) -> list[str]:
    """Return the ids of these mails."""
    return [f"<{number}@example.org>" for number in numbers]


async def test_a9_the_first_start_answers_no_backlog(open_desk: Open) -> None:
    """What lay there before we came is not ours to answer; what comes after is."""
    desk = open_desk(answer_backlog=False)
    desk.write(1)
    await desk.poll()
    desk.write(2)
    await desk.poll()
    assert desk.answers() == answered(2)


async def test_the_first_start_answers_the_backlog_where_it_is_told_to(desk: RealOffice) -> None:
    """With `backlog = "answer"` what lies there is answered."""
    desk.write(1)
    await desk.poll()
    assert desk.answers() == answered(1)


async def test_h22_mail_that_came_while_we_were_down_is_answered(open_desk: Open) -> None:
    """A restart is no first start: it goes on where the last process stood."""
    desk = open_desk(answer_backlog=False)
    await desk.poll()
    desk.write(1)
    desk.office.restart()
    await desk.poll()
    desk.office.restart()
    await desk.poll()
    assert desk.answers() == answered(1)


async def test_c10_an_outage_of_weeks_loses_nothing(open_desk: Open) -> None:
    """The cursor knows no window of time."""
    desk = open_desk(answer_backlog=False)
    await desk.poll()
    for number in range(1, 4):
        desk.write(number)
    desk.office.now += timedelta(days=30)
    desk.office.restart()
    await desk.poll()
    assert desk.answers() == answered(1, 2, 3)


async def test_c14_a_new_uidvalidity_is_rescanned_and_nothing_answered_twice(desk: RealOffice) -> None:
    """All mails are looked at again; the index knows what is done, and what came meanwhile is answered."""
    desk.write(1)
    await desk.poll()
    desk.post.renumber(desk.user, 4711)
    desk.write(2)
    desk.reconnect()
    await desk.poll()
    assert desk.answers() == answered(1, 2)
    box = await desk.office.store.mailbox("support")
    assert box is not None
    assert box.value.uidvalidity == 4711


async def test_c14_a_new_uidvalidity_long_after_the_thread_is_archived_and_gone(desk: RealOffice) -> None:
    """What was handled long ago is not new because its thread has been archived and has expired since."""
    desk.write(1)
    await desk.poll()
    await desk.later(hours=24 * 30)
    await desk.later(hours=24 * 100)
    for thread in [t async for t in desk.office.store.threads()]:
        id_ = thread.value.thread_state.thread_id
        await desk.office.store.documents.delete(Container.THREADS, (id_,), id_)
    desk.post.renumber(desk.user, 4712)
    desk.reconnect()
    [outcome] = await desk.poll()
    assert (outcome.outcome, outcome.reason) == (Kind.DUPLICATE, "handled long ago; its thread was archived")
    assert desk.answers() == answered(1)


async def test_c14_uids_that_begin_anew_under_the_same_uidvalidity(desk: RealOffice) -> None:
    """A server that was set up anew may use the same UIDVALIDITY; UIDNEXT going back gives it away."""
    desk.write(1)
    desk.write(2)
    await desk.poll()
    before = await desk.office.store.mailbox("support")
    assert before is not None
    desk.move_house(validity=before.value.uidvalidity)
    desk.write(3)
    await desk.poll()
    assert desk.answers() == answered(1, 2, 3)


async def test_a14_others_expunge_while_we_work(desk: RealOffice) -> None:
    """A mail that another program removes shifts nothing: UIDs name what they named."""
    for number in range(1, 4):
        desk.write(number)

    def think(_: object) -> dict[str, object]:
        if len(desk.office.model.briefs) == 1:
            desk.post.expunge(desk.user, 1)
        return turn()

    desk.office.model._answers = think
    await desk.poll()
    assert desk.answers() == answered(1, 2, 3)
    assert [sorted(f - {"\\Recent"}) for f in desk.post.flags(desk.user)] == [["\\Answered", "\\Seen"]] * 2


async def test_a14_a_mail_that_failed_and_was_removed_is_forgotten(desk: RealOffice) -> None:
    """Nobody waits for a mail that its owner has deleted."""
    desk.office.model._answers = lambda _: ValueError("scripted")
    desk.write(1)
    [outcome] = await desk.poll()
    assert outcome.outcome is Kind.WAITING
    desk.post.expunge(desk.user, 1)
    await desk.later()
    assert await desk.poll() == []
    box = await desk.office.store.mailbox("support")
    assert box is not None
    assert box.value.attempts == ()


async def test_a_mailbox_moved_to_another_server(open_desk: Open) -> None:
    """All mails lie in the new mailbox, in another order and without their times of arrival: none is answered again or anew."""
    desk = open_desk(answer_backlog=False)
    # Put in as it is, as a mail of years ago lies there: a delivery today would say so in its Received.
    desk.post.append(desk.user, desk.letter(1, Date="Mon, 02 Nov 2020 12:00:00 +0000"))
    await desk.poll()
    desk.write(2)
    desk.write(3)
    await desk.poll()
    desk.move_house(validity=1)
    desk.write(4)
    await desk.poll()
    assert desk.answers() == answered(2, 3, 4)


async def test_c4_c5_quarantine_and_replay_by_moving_back(desk: RealOffice) -> None:
    """A mail that keeps failing stops no other, goes to Quarantine with its reason, and is tried anew when moved back."""
    broken = True

    def think(brief: object) -> object:
        return ValueError("this one breaks us") if broken and "poison" in str(brief) else turn()

    desk.office.model._answers = think  # type: ignore[assignment]
    desk.write(1, "poison")
    desk.write(2)
    await desk.poll()
    assert desk.answers() == answered(2)
    for _ in range(MAX_TRIES):
        await desk.later()
        outcomes = await desk.poll()
    assert desk.post.mails(desk.user, "Quarantine") != []
    [entry] = [m.value async for m in desk.office.store.messages(outcome="quarantined")]
    assert (entry.message_id, entry.reason) == ("<1@example.org>", "this one breaks us")
    assert outcomes == []
    broken = False
    desk.post.move(desk.user, 1, "Quarantine")
    await desk.poll()
    assert desk.answers() == answered(2, 1)
    assert [m.value async for m in desk.office.store.messages(outcome="quarantined")] == []


async def test_a_long_run_of_newsletters(desk: RealOffice) -> None:
    """Batches that grow and are fetched ahead take in each mail once, and flag it; the letter behind them is answered."""
    for number in range(1, 221):
        desk.post.append(desk.user, desk.letter(number, List_Id="<news.example.org>"))
    desk.write(221)
    outcomes = await desk.poll()
    assert [(o.message_id, o.outcome) for o in outcomes] == [
        *((id_, Kind.GATED) for id_ in answered(*range(1, 221))),
        (*answered(221), Kind.REPLIED),
    ]
    assert all("\\Seen" in flags for flags in desk.post.flags(desk.user))
    assert await desk.poll() == []
