"""What the state machine has found, each as a test of its own."""

from __future__ import annotations

from office import Office, letter, turn

from keepword.errors import ModelUnreachable
from keepword.threading.read import read


async def test_a_retry_moves_no_cursor_past_mails_that_were_never_tried(office: Office) -> None:
    """A burst that waits for the model lies on both sides of another thread's mail: handling the burst must not lose that."""
    office.receive(letter(1))
    office.receive(letter(2, sender="bert@example.net"))
    office.receive(letter(3, Subject="Re: Mail 1", In_Reply_To="<1@example.org>", References="<1@example.org>"))
    office.model._answers = lambda _: ModelUnreachable("scripted")
    await office.poll()
    office.later(minutes=5)
    office.model._answers = lambda _: turn()
    await office.poll()
    assert {read(p.raw).in_reply_to[0] for p in office.outbox.sent} == {"<2@example.org>", "<3@example.org>"}


async def test_a_mail_with_a_record_waits_for_its_time(office: Office) -> None:
    """A mail that failed is tried again when its record says, not at each poll, also where it lies beyond the cursor."""
    office.receive(letter(1))
    office.receive(letter(2, sender="bert@example.net"))
    office.receive(letter(3, Subject="Re: Mail 1", In_Reply_To="<1@example.org>", References="<1@example.org>"))
    office.model._answers = lambda _: ModelUnreachable("scripted")
    await office.poll()
    calls = len(office.model.briefs)
    await office.poll()
    assert len(office.model.briefs) == calls + 1  # the mail between, which has no record
