"""What a submission server can do to a reply at each stage, on a real link: what becomes of it, and how often it arrives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_office import RealOffice, open_office
from smtp_front import DROP, HANG, SLOW

from keepword.memory.state import ReplyState

LATER = "451 4.3.0 later, please"
NEVER = "550 5.7.1 not from you"


@pytest.fixture
async def desk(tmp_path: Path, post: DovecotPost) -> AsyncIterator[RealOffice]:
    """Return an office with one mail in its inbox, on a server without faults."""
    post.faults.clear()
    opened = open_office(tmp_path, post)
    opened.write(1)
    yield opened
    await opened.close()
    post.faults.clear()
    post.front.also = lambda _: None


@pytest.mark.parametrize("fault", [LATER, DROP])
@pytest.mark.parametrize("stage", ["EHLO", "MAIL", "RCPT", "DATA"])
async def test_refused_before_the_mail_it_is_tried_again_later(desk: RealOffice, stage: str, fault: str) -> None:
    """What surely did not leave waits, and leaves once when the server is well again."""
    desk.post.faults.at = {stage: fault}
    await desk.poll()
    assert (await desk.states(), desk.answers()) == ([ReplyState.PENDING], [])
    desk.post.faults.clear()
    await desk.later()
    assert (await desk.states(), desk.answers()) == ([ReplyState.SENT], ["<1@example.org>"])


async def test_cut_in_the_middle_of_the_mail(desk: RealOffice) -> None:
    """A mail without its end is none (RFC 5321, 4.1.1.4): tried again where we saw the link die in time, else in doubt."""
    desk.post.faults.at = {"body": DROP}
    await desk.poll()
    assert desk.answers() == []
    desk.post.faults.clear()
    await desk.later()
    ends = (await desk.states(), desk.answers())
    assert ends in [([ReplyState.SENT], ["<1@example.org>"]), ([ReplyState.UNKNOWN], [])]


async def test_refused_at_the_final_dot_for_now(desk: RealOffice) -> None:
    """A refusal is a clear word also after the mail's data."""
    desk.post.faults.at = {"dot": LATER}
    await desk.poll()
    assert [(r.state, LATER[4:] in r.reason) for r in await desk.replies()] == [(ReplyState.PENDING, True)]
    desk.post.faults.clear()
    await desk.later()
    assert (await desk.states(), desk.answers()) == ([ReplyState.SENT], ["<1@example.org>"])


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", "DATA", "dot"])
async def test_h38_refused_for_good_it_has_failed_in_the_servers_words(desk: RealOffice, stage: str) -> None:
    """A final refusal is shown with the server's own words, and not tried again."""
    desk.post.faults.at = {stage: NEVER}
    await desk.poll()
    desk.post.faults.clear()
    await desk.later()
    assert [(r.state, NEVER[4:] in r.reason) for r in await desk.replies()] == [(ReplyState.FAILED, True)]
    assert desk.answers() == []


@pytest.mark.parametrize(
    ("fault", "stage", "arrived"), [(DROP, "dot", 0), (DROP, "taken", 1), (HANG, "dot", 0), (HANG, "taken", 1)]
)
async def test_c1_without_an_answer_to_the_final_dot_it_is_unknown(
    desk: RealOffice, fault: str, stage: str, arrived: int
) -> None:
    """Whether the server took the mail or not, we cannot know: it is reported, and never sent again by itself."""
    desk.post.faults.at = {stage: fault}
    await desk.poll()
    desk.post.faults.clear()
    for _ in range(3):
        await desk.later()
        await desk.poll()
    assert (await desk.states(), len(desk.answers())) == ([ReplyState.UNKNOWN], arrived)


@pytest.mark.parametrize("stage", ["EHLO", "MAIL", "RCPT", "DATA", "dot", "taken", "QUIT"])
async def test_a_slow_line_is_no_fault(desk: RealOffice, stage: str) -> None:
    """A server that takes its time gets it."""
    desk.post.faults.at = {stage: SLOW}
    await desk.poll()
    assert (await desk.states(), desk.answers()) == ([ReplyState.SENT], ["<1@example.org>"])


async def test_c2_a_link_that_dies_after_the_250_changes_nothing(desk: RealOffice) -> None:
    """What the server has taken has been sent, however the link ends."""
    desk.post.faults.at = {"QUIT": DROP}
    await desk.poll()
    assert (await desk.states(), desk.answers()) == ([ReplyState.SENT], ["<1@example.org>"])


async def test_a25_what_was_interrupted_is_found_in_the_sent_folder(desk: RealOffice) -> None:
    """Where the provider keeps what is sent by itself, a mail whose answer was lost is found there: it was sent."""
    desk.post.faults.at = {"taken": DROP}
    desk.post.front.also = lambda raw: desk.post.append(desk.user, raw, "Gesendete Objekte")
    await desk.poll()
    assert (await desk.states(), desk.answers()) == ([ReplyState.SENT], ["<1@example.org>"])
    assert len(desk.post.mails(desk.user, "Gesendete Objekte")) == 1
