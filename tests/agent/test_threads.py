"""Threads as the whole agent keeps them: tokens, ghosts, joins, participants, subjects, new epochs."""

from __future__ import annotations

from datetime import timedelta

from office import SUPPORT, Office, letter, turn

from keepword.agent.outcome import Kind, Outcome
from keepword.memory.state import ThreadDocument, ThreadStatus


async def poll(office: Office, raw: bytes) -> Outcome:
    """Let a mail arrive, poll, and return what became of it."""
    office.receive(raw)
    [outcome] = await office.poll()
    return outcome


async def standing(office: Office) -> list[ThreadDocument]:
    """Return the threads that are not part of another."""
    return [t.value async for t in office.store.threads() if not t.value.merged_into]


async def test_a_late_mail_makes_one_thread_of_two(office: Office) -> None:
    """Two threads of one person become one when a mail that names both arrives; the memory of both lives on in it."""
    await office.poll()
    office.model._answers = lambda b: turn(
        thread={"summary": b.mail.text.strip(), "open_items": [f"item of {b.mail.subject}"]}
    )
    first = await poll(office, letter(1, "The lamp.", Subject="Lamp"))
    second = await poll(office, letter(2, "The other lamp.", Subject="Lamp"))
    assert first.thread_id != second.thread_id
    third = await poll(
        office,
        letter(
            3, "Both.", Subject="Re: Lamp", In_Reply_To="<2@example.org>", References="<1@example.org> <2@example.org>"
        ),
    )
    [thread] = await standing(office)
    assert thread.thread_state.thread_id == third.thread_id == second.thread_id
    assert {m.message_id for m in thread.messages} == {f"<{n}@example.org>" for n in (1, 2, 3)}
    again = await poll(office, letter(4, "To the first.", Subject="Re: Lamp", In_Reply_To="<1@example.org>"))
    assert again.thread_id == thread.thread_state.thread_id


async def test_a_forged_mail_makes_nothing_of_two_threads(office: Office) -> None:
    """A mail whose sender nobody vouches for proves nothing about two threads."""
    await office.poll()
    await poll(office, letter(1, Subject="Lamp"))
    await poll(office, letter(2, Subject="Lamp"))
    forged = letter(
        3,
        Authentication_Results="",
        Subject="Re: Lamp",
        In_Reply_To="<2@example.org>",
        References="<1@example.org> <2@example.org>",
    )
    await poll(office, forged)
    assert len(await standing(office)) == 2


async def test_b17_a_subject_token_ties_only_who_takes_part(office: Office) -> None:
    """`[#…]` in a subject leads its owner's mail to the thread, and a stranger's to a thread of its own."""
    await office.poll()
    first = await poll(office, letter(1, Subject="Lamp"))
    token = (first.thread_id or "").removeprefix("t_")
    owner = await poll(office, letter(2, Subject=f"Lamp again [#{token}]"))
    stranger = await poll(office, letter(3, sender="bert@example.net", Subject=f"Mine [#{token}]"))
    assert owner.thread_id == first.thread_id
    assert stranger.thread_id != first.thread_id


async def test_b15_subjects_tie_mails_only_where_the_operator_says_so(office: Office) -> None:
    """By default a second mail of the same subject is a new thread; with a window it joins its own writer's within it."""
    await office.poll()
    first = await poll(office, letter(1, Subject="Lamp"))
    assert (await poll(office, letter(2, Subject="Lamp"))).thread_id != first.thread_id
    office.change(group_by_subject=timedelta(hours=24))
    third = await poll(office, letter(3, Subject="Lamp"))
    assert (await poll(office, letter(4, Subject="Lamp"))).thread_id == third.thread_id
    assert (await poll(office, letter(5, sender="bert@example.net", Subject="Lamp"))).thread_id != third.thread_id
    office.later(hours=25)
    assert (await poll(office, letter(6, Subject="Lamp"))).thread_id != third.thread_id


async def test_a_closed_thread_opens_again_as_a_new_epoch(office: Office) -> None:
    """An answer after closing opens the thread again, and a second closing adds nothing twice."""
    await office.poll()
    office.model._answers = lambda _: turn(thread={"resolved": True, "topic": "A lamp"})
    first = await poll(office, letter(1, "Thank you."))
    await office.sweep()
    again = await poll(office, letter(2, "Thanks again.", **office.reply_headers()))
    assert again.thread_id == first.thread_id
    await office.sweep()
    [thread] = await standing(office)
    assert (thread.epoch, thread.state) == (2, ThreadStatus.CLOSED)
    profile = await office.store.profile(thread.thread_state.entity_id)
    assert profile is not None
    assert [p.thread_id for p in profile.value.past_threads] == [first.thread_id]


async def test_b4_somebody_else_in_the_thread_is_a_participant(office: Office) -> None:
    """Another person's mail joins the thread without owning it, and is answered without a word of the owner's."""
    await office.poll()
    office.model._answers = lambda _: turn(thread={"summary": "OWNERS SUMMARY"})
    first = await poll(office, letter(1))
    joined = await poll(office, letter(2, sender="bert@example.net", **office.reply_headers()))
    assert (joined.thread_id, joined.outcome) == (first.thread_id, Kind.REPLIED)
    [thread] = await standing(office)
    assert (thread.owner, thread.participants) == ("anna@example.org", (joined.entity_id,))
    assert (office.model.briefs[-1].thread, office.model.briefs[-1].profile) == ({}, None)
    assert office.outbox.sent[-1].recipients == ("bert@example.net",)


async def test_a15_g6_h44_nobody_is_added_and_only_the_writer_is_answered(office: Office) -> None:
    """Cc and Reply-To of a mail are none of the recipients of its answer."""
    await office.poll()
    await poll(office, letter(1, Cc="carol@example.net", Reply_To="evil@example.net"))
    assert office.outbox.sent[0].recipients == ("anna@example.org",)
    assert b"evil@" not in office.outbox.sent[0].raw
    assert b"carol@" not in office.outbox.sent[0].raw


async def test_b19_the_same_id_with_other_content_is_another_mail(office: Office) -> None:
    """Two different mails under one Message-ID are both answered, the same one twice once."""
    await office.poll()
    one, other = letter(1, "One."), letter(1, "Other.")
    assert (await poll(office, one)).outcome is Kind.REPLIED
    assert (await poll(office, other)).outcome is Kind.REPLIED
    assert (await poll(office, one)).outcome is Kind.DUPLICATE
    assert (await poll(office, other)).outcome is Kind.DUPLICATE
    assert len(office.outbox.sent) == 2


async def test_b12_a_colleague_who_writes_first_leaves_the_thread_to_the_customer(office: Office) -> None:
    """A mail that a colleague sends by hand opens a thread; the customer's answer joins it and owns it."""
    from keepword.agent.ports import Folder

    await office.poll()
    raw = letter(1, "We have found your umbrella.", sender=SUPPORT, To="anna@example.org", Authentication_Results="")
    office.mailbox.deliver(raw, folder=Folder.SENT, received_at=office.now)
    [seen] = await office.poll()
    answer = await poll(office, letter(2, "Great!", Subject="Re: Mail 1", In_Reply_To="<1@example.org>"))
    assert answer.thread_id == seen.thread_id
    [thread] = await standing(office)
    assert (thread.owner, thread.thread_state.entity_id) == ("anna@example.org", answer.entity_id)
