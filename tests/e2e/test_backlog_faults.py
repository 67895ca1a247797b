"""A long backlog on a link that fails half-way: each mail is taken in and flagged, the letter behind it answered once."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_link import CUT, SILENT, FaultyLink
from faulty_office import RealOffice, open_office

from keepword.errors import KeepwordError

NEWS = 220
LETTER = f"<{NEWS + 1}@example.org>"


@pytest.fixture
async def desk(tmp_path: Path, post: DovecotPost, link: FaultyLink) -> AsyncIterator[RealOffice]:
    """Return an office that reaches its mailbox over that link, with a backlog of newsletters and a letter behind it."""
    opened = open_office(tmp_path, post, imap=link.port)
    fill(opened)
    opened.write(NEWS + 1)
    yield opened
    await opened.close()


def fill(desk: RealOffice) -> None:
    """Put the newsletters into the Maildir, in order; to append each of them would take longer than all else."""
    news = [desk.letter(number, List_Id="<news.example.org>") for number in range(1, NEWS + 1)]
    desk.post.append(desk.user, news[0])  # makes the Maildir
    new = desk.post.maildir(desk.user) / "new"
    for number, raw in enumerate(news[1:], start=2):
        path = new / f"{1_764_000_000 + number}.M{number}.example"
        path.write_bytes(raw)
        os.chown(path, new.stat().st_uid, new.stat().st_gid)
    assert desk.post.count(desk.user) == NEWS  # now each has its UID, before the letter gets one


async def settle(desk: RealOffice) -> None:
    """Poll until it works again, as the daemon's loop does."""
    for _ in range(4):
        with suppress(KeepwordError):
            await desk.poll()


async def gated(desk: RealOffice) -> list[int]:
    """Return the numbers of the mails that the index holds as turned away by the gate."""
    entries = [entry.value async for entry in desk.office.store.messages(outcome="gated")]
    return sorted(int(e.message_id.strip("<").partition("@")[0]) for e in entries)


def time(number: int, word: bytes, act: Callable[[], None] = lambda: None) -> Callable[[bytes], bool]:
    """Return what is true of the piece in which the server says a word for so many times, and then acts."""
    left = [number]

    def when(said: bytes) -> bool:
        left[0] -= word in said
        if left[0]:
            return False
        left[0] = -1  # only once
        act()
        return True

    return when


@pytest.mark.parametrize("word", [b"Fetch completed", b"Store completed", b"BODY[] {"])
@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("fault", [CUT, SILENT])
async def test_g4_a_link_that_dies_in_a_backlog(
    desk: RealOffice, link: FaultyLink, fault: str, number: int, word: bytes
) -> None:
    """Whatever was under way, fetched ahead or flagged behind, all of it is done in the end, and nothing twice."""
    link.script.plan(fault, time(number, word))
    await settle(desk)
    assert link.script.struck == 1
    assert await gated(desk) == list(range(1, NEWS + 1))
    assert desk.answers() == [LETTER]
    assert all("\\Seen" in flags for flags in desk.post.flags(desk.user))


@pytest.mark.parametrize("number", [1, 2])
async def test_c14_uidvalidity_changes_in_a_backlog(desk: RealOffice, link: FaultyLink, number: int) -> None:
    """All is looked at again under the new UIDs; what was taken in is known, and the letter is answered once."""
    link.script.plan(CUT, time(number, b"Fetch completed", lambda: desk.post.renumber(desk.user, 9_000)))
    await settle(desk)
    assert link.script.struck == 1
    assert await gated(desk) == list(range(1, NEWS + 1))
    assert desk.answers() == [LETTER]
    assert all("\\Seen" in flags for flags in desk.post.flags(desk.user))


@pytest.mark.parametrize("word", [b"SEARCH", b"Fetch completed", b"Store completed"])
async def test_a14_others_expunge_in_a_backlog(desk: RealOffice, link: FaultyLink, word: bytes) -> None:
    """Mails that another program removes between a look and a fetch are passed over, and all others are taken in."""
    removed = range(40, 201, 20)

    def expunge() -> None:
        for position in reversed(removed):
            desk.post.expunge(desk.user, position)

    strikes = time(2, word, expunge)
    link.script.plan(CUT, lambda said: strikes(said) and False)
    await settle(desk)
    assert set(range(1, NEWS + 1)) - set(removed) <= set(await gated(desk))
    assert desk.answers() == [LETTER]
    assert all("\\Seen" in flags for flags in desk.post.flags(desk.user))
