"""What was in the mailbox before us, and what only looks old: a first start, a rescan, a mail that is moved in."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta

from office import Office, letter

from keepword.agent.outcome import Kind


async def answered(office: Office) -> int:
    """Poll and count the answers."""
    return sum(o.outcome is Kind.REPLIED for o in await office.poll())


async def test_a9_the_first_start_skips_the_backlog_and_a_restart_does_not(office: Office) -> None:
    """Mail from before the first start is not answered; mail that came while we were down is."""
    office.change(answer_backlog=False)
    office.receive(letter(1))
    assert await answered(office) == 0
    office.restart()
    office.receive(letter(2))
    office.restart()
    assert await answered(office) == 1


async def test_c14_a_new_uidvalidity_answers_neither_the_backlog_nor_anything_twice(office: Office) -> None:
    """After a change of UIDVALIDITY all is looked at again: old mail stays unanswered, answered mail stays answered."""
    office.change(answer_backlog=False)
    office.receive(letter(1, Date="Mon, 30 Nov 2026 10:00:00 +0000"))
    await office.poll()
    office.later(minutes=5)
    office.receive(letter(2, Date="Mon, 30 Nov 2026 12:05:00 +0000"))
    assert await answered(office) == 1
    office.mailbox.renumber()
    office.later(minutes=5)
    office.receive(letter(3, Date="Mon, 30 Nov 2026 12:10:00 +0000"))
    assert await answered(office) == 1
    assert [r.message_id for r in office.outbox.sent] == [r.message_id for r in dict.fromkeys(office.outbox.sent)]
    assert len(office.outbox.sent) == 2


async def test_a_mail_that_only_looks_old_is_answered(office: Office) -> None:
    """A mail that is moved in with an old date, or comes from a server whose clock is behind, is no backlog."""
    office.change(answer_backlog=False)
    await office.poll()
    office.mailbox.deliver(
        letter(1, Date="Mon, 30 Nov 2026 08:00:00 +0000"), received_at=office.now - timedelta(days=1)
    )
    assert await answered(office) == 1


async def test_a_mail_that_is_down_as_answered_gets_no_answer(office: Office) -> None:
    """A colleague answered it before our first start: its flag says so, and only the other mail of the backlog is answered."""
    office.receive(letter(1))
    office.receive(letter(2))
    await office.mailbox.mark([1], seen=True, answered=True)
    outcomes = await office.poll()
    assert [o.outcome for o in outcomes] == [Kind.COLLEAGUE, Kind.REPLIED]


async def test_a_store_that_was_set_back_answers_nothing_again(office: Office) -> None:
    """With an older copy of the store, mail that was answered since is known by its flag."""
    await office.poll()
    older = deepcopy(office.documents)
    office.receive(letter(1))
    assert await answered(office) == 1
    office.documents = older
    office.restart()
    assert await answered(office) == 0
    assert len(office.outbox.sent) == 1
