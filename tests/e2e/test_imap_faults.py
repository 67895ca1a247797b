"""What a mailbox's server and the disk can do to us, on a real link to a real server: nothing is lost, nothing answered twice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_link import CUT, SILENT, FaultyLink
from faulty_office import RealOffice, open_office

from keepword.agent.outcome import Kind
from keepword.errors import KeepwordError, MailboxUnreachable, StoreUnreachable
from keepword.memory.stores.sqlite import SqliteDocuments

MAILS = ["<1@example.org>", "<2@example.org>", "<3@example.org>"]


@pytest.fixture
async def desk(tmp_path: Path, post: DovecotPost, link: FaultyLink) -> AsyncIterator[RealOffice]:
    """Return an office that reaches its mailbox over that link, with three mails in the inbox."""
    opened = open_office(tmp_path, post, imap=link.port)
    for number in range(1, 4):
        opened.write(number, "Hello? " * 500)
    yield opened
    await opened.close()


async def settle(desk: RealOffice) -> None:
    """Poll until it works again, as the daemon's loop does."""
    for _ in range(3):
        try:
            await desk.poll()
        except KeepwordError:
            await asyncio.sleep(0)


FAULTS = [
    (CUT, lambda said: b"BODY[] {" in said),
    (SILENT, lambda said: b"BODY[] {" in said),
    (CUT, lambda said: b"UIDNEXT" in said),
    (SILENT, lambda said: b"UIDNEXT" in said),
    (CUT, lambda said: b"* SEARCH" in said),
    (CUT, lambda said: b"APPENDUID" in said),
    (SILENT, lambda said: b"APPENDUID" in said),
    (CUT, lambda said: b"FLAGS (\\Answered" in said),
    (SILENT, lambda said: b"FLAGS (\\Answered" in said),
    (b"* BYE Session invalidated - AccessTokenExpired\r\n", lambda said: b"BODY[] {" in said),
    (b"* BYE Server shutting down.\r\n", lambda said: b"FLAGS (\\Answered" in said),
]
NAMES = [
    "cut in a literal",
    "silent in a literal",
    "cut at select",
    "silent at select",
    "cut at search",
    "cut after append",
    "silent after append",
    "cut after flags",
    "silent after flags",
    "bye while fetching",
    "bye at flags",
]


@pytest.mark.parametrize(("fault", "when"), FAULTS, ids=NAMES)
async def test_g4_a_link_that_dies_anywhere(desk: RealOffice, link: FaultyLink, fault: object, when: object) -> None:
    """Every mail is answered once and flagged in the end, and of no answer are there two copies."""
    link.script.plan(fault, when)  # type: ignore[arg-type]
    await settle(desk)
    assert link.script.struck == 1
    assert sorted(desk.answers()) == MAILS
    assert all({"\\Seen", "\\Answered"} <= flags for flags in desk.post.flags(desk.user))
    assert len(desk.post.mails(desk.user, "Gesendete Objekte")) <= len(MAILS)


async def test_c17_a_hung_idle_ends_and_the_poll_is_the_truth(desk: RealOffice, link: FaultyLink) -> None:
    """A link that dies silently while we idle is found out when IDLE ends, and what came meanwhile is found."""
    await desk.poll()
    link.script.plan(SILENT, lambda said: b"idling" in said)
    waiting = asyncio.ensure_future(desk.office.mailbox.wait(1))
    await asyncio.to_thread(desk.write, 4)
    with suppress(MailboxUnreachable):
        await waiting
    await settle(desk)
    assert link.script.struck == 1
    assert sorted(desk.answers()) == [*MAILS, "<4@example.org>"]


async def test_c14_uidvalidity_changes_between_two_commands(desk: RealOffice, link: FaultyLink) -> None:
    """UIDs of yesterday's folder are never taken for today's: the poll stops and begins anew."""

    def renumber(said: bytes) -> bool:
        if b"UIDNEXT" not in said:
            return False
        desk.post.renumber(desk.user, 9_000)
        return True

    link.script.plan(CUT, renumber)
    await settle(desk)
    assert sorted(desk.answers()) == MAILS


async def test_h21_an_inbox_without_news_fetches_nothing(desk: RealOffice) -> None:
    """`UID n:*` names the last mail again and again; we take it once."""
    await desk.poll()
    assert [await desk.poll() for _ in range(3)] == [[], [], []]
    assert sorted(desk.answers()) == MAILS


def documents_of(desk: RealOffice) -> SqliteDocuments:
    """Return the office's SQLite store."""
    inner = desk.office.documents.documents
    assert isinstance(inner, SqliteDocuments)
    return inner


async def test_a13_a_locked_store_answers_and_flags_nothing(desk: RealOffice, tmp_path: Path) -> None:
    """While another program holds the file, mail waits as it is; afterwards each is answered once."""
    await documents_of(desk).open()
    other = sqlite3.connect(tmp_path / "keepword.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnreachable, match="locked"):
        await desk.poll()
    assert (desk.answers(), [f - {"\\Recent"} for f in desk.post.flags(desk.user)]) == ([], [set(), set(), set()])
    other.execute("ROLLBACK")
    other.close()
    await settle(desk)
    assert sorted(desk.answers()) == MAILS


async def test_a_full_disk_answers_nothing_twice(desk: RealOffice) -> None:
    """The disk fills up at some write on the way; once there is room again, what was begun is finished, and no more."""
    documents = documents_of(desk)
    await documents.open()
    room = 0
    failures: set[str] = set()
    while len(desk.answers()) < len(MAILS) and room < 200:
        await documents._run(
            lambda file: file.rows(f"PRAGMA max_page_count = {file.rows('PRAGMA page_count', {})[0][0] + 3}", {})
        )
        room += 1
        try:
            await desk.poll()
        except StoreUnreachable as error:
            failures.add(str(error).rpartition(": ")[2])
    assert failures == {"the disk is full; make room"}
    await documents._run(lambda file: file.rows("PRAGMA max_page_count = 1000000", {}))
    await desk.later()
    outcomes = await desk.poll()
    known = {r.in_reply_to for r in await desk.replies() if r.state in {"sent", "unknown"}}
    assert (sorted(set(desk.answers()) | known), len(desk.answers())) == (MAILS, len(set(desk.answers())))
    assert all(o.outcome is not Kind.WAITING for o in outcomes)
