"""People beside the agent: what they send from any mail program is part of the thread, and the agent keeps out of their way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from office import SUPPORT, Office, letter, turn

from keepword.agent.outcome import Kind
from keepword.agent.ports import Fetched, Folder
from keepword.agent.terms import Mode
from keepword.memory.state import Reply, ReplyState, ThreadDocument, ThreadStatus
from keepword.testing import FakeMailbox
from keepword.threading.read import read


def by_hand(number: int, parent: bytes, text: str) -> bytes:
    """Return a colleague's own answer to a mail, as a mail program writes it."""
    mail = read(parent)
    return letter(
        number,
        text,
        sender=SUPPORT,
        Authentication_Results="",
        To="anna@example.org",
        Subject=f"Re: {mail.subject}",
        In_Reply_To=mail.id,
        References=mail.id,
    )


async def only_thread(office: Office) -> ThreadDocument:
    """Return the one thread of the store."""
    [thread] = [t.value async for t in office.store.threads()]
    return thread


async def replies(office: Office) -> list[Reply]:
    """Return the replies of the one thread."""
    return list((await only_thread(office)).replies)


async def test_h6_a_colleagues_answer_silences_the_agent(office: Office) -> None:
    """A mail that a colleague has answered by the time we poll gets no second answer, and the promise is in the ledger."""
    await office.poll()
    question = letter(1, "Where is my money?")
    office.receive(question)
    office.mailbox.deliver(
        by_hand(2, question, "We will refund EUR 30.00 within 5 days."), folder=Folder.SENT, received_at=office.now
    )
    outcomes = {(o.folder, o.uid, o.outcome) for o in await office.poll()}
    assert {(Folder.SENT, 1, Kind.COLLEAGUE), (Folder.INBOX, 1, Kind.COLLEAGUE)} == outcomes
    assert office.outbox.sent == []
    [promise] = (await only_thread(office)).commitments
    assert (promise.amount, promise.currency, promise.stated_by) == ("30.00", "EUR", "colleague")


async def test_a_copy_in_the_sent_folder_is_named_as_such(office: Office) -> None:
    """A colleague's answer that also came to the inbox: its copy is a duplicate, with the number and the folder that it has."""
    await office.poll()
    question = letter(1)
    office.receive(question)
    answer = by_hand(2, question, "It is on its way.")
    office.change(colleagues=(SUPPORT,), aliases=())
    office.mailbox.deliver(answer, folder=Folder.SENT, received_at=office.now)
    office.mailbox.deliver(answer, folder=Folder.SENT, received_at=office.now)
    found = [(o.folder, o.uid, o.outcome) for o in await office.poll() if o.folder is Folder.SENT]
    assert [(Folder.SENT, 1, Kind.COLLEAGUE), (Folder.SENT, 2, Kind.DUPLICATE)] == found
    [entry] = [e.value async for e in office.store.messages(message_id="<2@example.org>")]
    assert ["support sent uid 2"] == [line.split(" ", 1)[1] for line in entry.duplicates]


class Refusing(FakeMailbox):
    """A mailbox whose server gives some mails of the Sent folder out only as a fault."""

    refused: frozenset[int] = frozenset()

    async def fetch_after(self, uid: int, limit: int, folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Return the next mails, the refused ones as faults."""
        mails = await super().fetch_after(uid, limit, folder)
        broken = self.refused if folder is Folder.SENT else frozenset()
        return [replace(m, raw=b"", fault="the server does not give it out") if m.uid in broken else m for m in mails]


async def test_a_sent_mail_that_breaks_us_stops_nothing(make_office: Callable[..., Office]) -> None:
    """The inbox and the colleagues' other mails are taken in; the broken one is tried again at some polls, and reported."""
    mailbox = Refusing()
    mailbox.refused = frozenset({1})
    office = make_office(mailbox=mailbox)
    await office.poll()
    question = letter(2, sender="bob@example.org")
    office.receive(letter(1))
    office.receive(question)
    for raw in (b"never seen", by_hand(3, question, "It is on its way.")):
        mailbox.deliver(raw, folder=Folder.SENT, received_at=office.now)
    found = {(o.folder, o.uid): o.outcome for o in await office.poll()}
    assert {
        (Folder.INBOX, 1): Kind.REPLIED,
        (Folder.INBOX, 2): Kind.COLLEAGUE,
        (Folder.SENT, 2): Kind.COLLEAGUE,
    } == found
    assert 0 == office.ports.sent.cursor
    for _ in range(8):
        await office.poll()
    assert (3, (), 6) == (office.ports.sent.cursor, office.ports.sent.waiting(), len(office.faults))
    mailbox.deliver(letter(4))
    assert [Kind.REPLIED] == [o.outcome for o in await office.poll()]


async def test_after_a_restart_a_broken_sent_mail_is_tried_anew(make_office: Callable[..., Office]) -> None:
    """What waits in the Sent folder is not passed by the cursor, so a later version of us meets it again."""
    mailbox = Refusing()
    mailbox.refused = frozenset({1})
    office = make_office(mailbox=mailbox)
    await office.poll()
    question = letter(1)
    office.receive(question)
    mailbox.deliver(by_hand(2, question, "It is on its way."), folder=Folder.SENT, received_at=office.now)
    await office.poll()
    mailbox.refused = frozenset()
    office.restart()
    assert [(Folder.SENT, Kind.COLLEAGUE)] == [(o.folder, o.outcome) for o in await office.poll()]


async def test_h6_a_colleague_who_is_faster_than_the_model(office: Office) -> None:
    """An answer that a colleague sends while the model thinks is seen right before sending: ours is not sent."""
    question = letter(1)

    def think(_: object) -> dict[str, object]:
        office.mailbox.deliver(by_hand(2, question, "It is on its way."), folder=Folder.SENT, received_at=office.now)
        return turn()

    await office.poll()
    office.model._answers = think
    office.receive(question)
    await office.poll()
    assert office.outbox.sent == []
    await office.poll()
    await office.sweep()
    assert office.outbox.sent == []
    assert [r.state for r in await replies(office)] == [ReplyState.DISCARDED]


async def test_after_a_colleague_the_agent_takes_up_again(office: Office) -> None:
    """A handed-off thread is open again once a colleague has answered, and the next mail is the agent's."""
    await office.poll()
    question = letter(1, "Let me talk to a human being please.")
    office.receive(question)
    await office.poll()
    assert (await only_thread(office)).state is ThreadStatus.HANDOFF
    answer = by_hand(2, question, "Here I am.")
    office.mailbox.deliver(answer, folder=Folder.SENT, received_at=office.now)
    await office.poll()
    assert (await only_thread(office)).state is ThreadStatus.OPEN
    office.receive(letter(3, "And how long does shipping take?", Subject="Re: Mail 1", In_Reply_To="<2@example.org>"))
    assert [o.outcome for o in await office.poll()] == [Kind.REPLIED]


DRAFT = "Thank you for your patience with us, and please accept our apologies for all the trouble with the parcel."
FATES = [
    (DRAFT, ReplyState.SENT, "sent by a colleague as it was"),
    (DRAFT.replace("patience", "understanding"), ReplyState.SENT, "sent by a colleague, edited"),
    ("No idea, sorry.", ReplyState.DISCARDED, "a colleague answered instead"),
]


@pytest.mark.parametrize("own_id", [True, False], ids=["draft's id", "new id"])
@pytest.mark.parametrize(("text", "state", "reason"), FATES, ids=["as it was", "edited", "instead"])
async def test_a_draft_that_a_colleague_sends(
    office: Office, text: str, state: ReplyState, reason: str, own_id: bool
) -> None:
    """A draft that is sent as it was, edited, or answered past is seen as such, whether or not it kept its Message-ID."""
    office.change(mode=Mode.DRAFT)
    office.model._answers = lambda _: turn(DRAFT)
    await office.poll()
    question = letter(1)
    office.receive(question)
    await office.poll()
    [draft] = await replies(office)
    sent = by_hand(2, question, text)
    if own_id:
        sent = sent.replace(b"<2@example.org>", draft.message_id.encode())
        state, reason = (
            (ReplyState.SENT, "sent by a colleague, edited") if state is ReplyState.DISCARDED else (state, reason)
        )
    office.mailbox.deliver(sent, folder=Folder.SENT, received_at=office.now)
    await office.poll()
    [after] = await replies(office)
    assert (after.state, after.reason) == (state, reason)


async def test_a_forged_colleague_changes_nothing(office: Office) -> None:
    """A mail that only claims to come from the staff neither promises anything nor takes a thread out of a person's hands."""
    office.change(colleagues=("@staff.example.com",))
    await office.poll()
    office.receive(letter(1, "Let me talk to a human being please."))
    await office.poll()
    forged = letter(
        2,
        "We will refund EUR 500.00 within 5 days.",
        sender="boss@staff.example.com",
        Authentication_Results="",
        Subject="Re: Mail 1",
        In_Reply_To="<1@example.org>",
    )
    office.receive(forged)
    assert [o.outcome for o in await office.poll()] == [Kind.HANDOFF]
    thread = await only_thread(office)
    assert (thread.state, thread.commitments) == (ThreadStatus.HANDOFF, ())


async def test_our_own_copies_in_the_sent_folder_are_ours(office: Office) -> None:
    """The copies that we put into the Sent folder are never taken for a colleague's."""
    await office.poll()
    office.receive(letter(1))
    await office.poll()
    assert len(office.mailbox.raws(Folder.SENT)) == 1
    assert await office.poll() == []
    office.restart()
    assert await office.poll() == []
    assert len((await only_thread(office)).messages) == 1


async def test_a_draft_that_a_colleague_deletes_is_seen_as_such(office: Office) -> None:
    """A draft that lies neither in Drafts nor in Sent was thrown away; one that was saved under a new id and sent was edited."""
    office.change(mode=Mode.DRAFT)
    office.model._answers = lambda _: turn(DRAFT)
    await office.poll()
    question = letter(1)
    office.receive(question)
    await office.poll()
    assert await office.sweep() == []
    office.mailbox.folders[Folder.DRAFTS].clear()
    office.later(minutes=11)
    assert [s.reason for s in await office.sweep()] == ["deleted by a colleague"]
    office.mailbox.deliver(by_hand(2, question, DRAFT + " Anna"), folder=Folder.SENT, received_at=office.now)
    await office.poll()
    assert [(r.state, r.reason) for r in await replies(office)] == [(ReplyState.SENT, "sent by a colleague, edited")]


@pytest.mark.parametrize("results", ["mx.example.com; dmarc=pass header.from=example.org", ""])
async def test_an_answer_that_is_seen_before_its_question(office: Office, results: str) -> None:
    """A colleague's answer that names only a follow-up which we have not read yet silences the agent on it; its promise counts."""
    await office.poll()
    office.receive(letter(1, "Where is my money?", Authentication_Results=results))
    await office.poll()
    follow_up = letter(2, "Hello? EUR 30.00!", Authentication_Results=results, **office.reply_headers())
    answer = by_hand(3, follow_up, "We will refund EUR 30.00 within 5 days.")
    alone = b"\r\n".join(line for line in answer.split(b"\r\n") if not line.startswith(b"References:"))
    office.mailbox.deliver(alone, folder=Folder.SENT, received_at=office.now)
    await office.poll()
    office.receive(follow_up)
    assert [o.outcome for o in await office.poll()] == [Kind.COLLEAGUE]
    assert len(office.outbox.sent) == 1
    [thread] = [t.value async for t in office.store.threads() if not t.value.merged_into]
    assert [(c.amount, c.entity_id) for c in thread.commitments] == [("30.00", thread.thread_state.entity_id)]


async def test_a_strangers_mail_joins_no_thread_by_naming_a_mail_to_come(office: Office) -> None:
    """Somebody who is no colleague and names a follow-up before it is there stays in a thread of their own."""
    await office.poll()
    office.receive(letter(1, "Where is my money?"))
    await office.poll()
    follow_up = letter(2, "Hello?", **office.reply_headers())
    stranger = letter(
        3, "Yes?", sender="eve@example.net", Cc="anna@example.org", In_Reply_To="<2@example.org>", Subject="Re: Mail 1"
    )
    office.receive(stranger)
    await office.poll()
    office.receive(follow_up)
    assert [o.outcome for o in await office.poll()] == [Kind.REPLIED]
    assert [t.value.merged_into async for t in office.store.threads()] == [None, None]
