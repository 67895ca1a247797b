"""One mailbox over IMAP: imapclient in one thread of its own, with the asynchronous face of the port `Mailbox`.

There is one connection at most. It is opened at the first call and again after it died; a call that finds the
connection dead is tried once more on a new one, where repeating it is safe. While we idle, any other call ends the
IDLE, is done, and IDLE goes on.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from keepword.agent.mail.imap import erasing as imap_erasing
from keepword.agent.mail.imap import reading as imap_reading
from keepword.agent.mail.imap import writing as imap_writing
from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.faults import LINK_DIED, ODD, told
from keepword.agent.mail.imap.idle import Bell, idle, readable
from keepword.agent.mail.imap.probe import Probe, probe
from keepword.agent.mail.imap.restraint import Restraint
from keepword.agent.mail.imap.session import Session, open_session
from keepword.agent.ports import Erased, Fetched, Folder, Standing
from keepword.errors import MailboxUnreachable, NeedsReauth

T = TypeVar("T")
Act = Callable[[Session], T]


class ImapMailbox:
    """A mailbox behind `account`. `clock` is monotonic seconds, `chance` gives 0..1 for the jitter."""

    def __init__(
        self,
        account: ImapAccount,
        *,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.account = account
        self._patience = patience or Patience()
        self._clock = clock
        self._restraint = Restraint(self._patience, chance)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"imap-{account.name}")
        self._bell = Bell()
        self._session: Session | None = None
        self._stood: dict[Folder, Standing] = {}
        self._waiting = 0
        self._woken = False
        self._closed = False

    async def standing(self, folder: Folder = Folder.INBOX) -> Standing:
        """Ask the server afresh where a folder stands; UIDs given to us from now on are meant in its UIDVALIDITY."""
        return await self._do("open the folder", lambda session: self._stand(session, folder))

    async def fetch_after(self, uid: int, limit: int, folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Fetch the next mails with a UID above this one, oldest first; fewer than `limit` where they are large.

        Raises `MailboxUnreachable` where UIDVALIDITY has changed since `standing`: these UIDs mean nothing any more.
        """

        def act(session: Session) -> list[Fetched]:
            self._insist(session, folder)
            return imap_reading.after(session, uid, limit)

        return await self._do("fetch mails", act)

    async def fetch(self, uids: Sequence[int], folder: Folder = Folder.INBOX) -> Sequence[Fetched]:
        """Fetch these mails, those that are still there, in the order of their UIDs; raises as `fetch_after` does."""

        def act(session: Session) -> list[Fetched]:
            self._insist(session, folder)
            return imap_reading.these(session, uids)

        return await self._do("fetch mails", act) if uids else []

    async def mark(self, uids: Sequence[int], *, seen: bool, answered: bool) -> None:
        """Set flags on mails of the inbox; a mail that is gone (also with its UIDVALIDITY) is no error."""

        def act(session: Session) -> None:
            if self._same(session, Folder.INBOX):
                imap_writing.mark(session, uids, seen=seen, answered=answered)

        await self._do("set flags", act)

    async def append(self, folder: Folder, raw: bytes, flags: Sequence[str] = ()) -> None:
        """Put a mail into a folder, making the folder where there is none; never twice by itself."""

        def act(session: Session) -> None:
            imap_writing.append(session, folder, raw, flags)

        await self._do("store a mail", act, again=False)

    async def holds(self, folder: Folder, message_id: str) -> bool:
        """Say whether a folder holds a mail with this Message-ID."""
        return await self._do("search a folder", lambda session: imap_reading.holds(session, folder, message_id))

    async def move(self, uid: int, folder: Folder) -> None:
        """Move a mail of the inbox to another folder; a mail that is gone (also with its UIDVALIDITY) is no error."""

        def act(session: Session) -> None:
            if self._same(session, Folder.INBOX):
                imap_writing.move(session, uid, folder)

        await self._do("move a mail", act)

    async def erase(self, folder: Folder, addresses: Collection[str]) -> Erased:
        """Remove the mails from these addresses, and in Sent and Drafts ours to them."""
        return await self._do("erase mails", lambda session: imap_erasing.erase(session, folder, addresses))

    async def wait(self, seconds: float) -> bool:
        """Wait for news (IDLE where server and operator let us, else sleep): True as soon as there may be some.

        `wake` ends it with True, also one that came before the wait began. Other calls are served meanwhile.
        """
        until = self._clock() + seconds
        while not self._take_wake():
            left = until - self._clock()
            if left <= 0:
                return False
            if await self._idle_once(min(left, self._patience.idle_span)):
                return True
        return True

    def wake(self) -> None:
        """End a `wait` now, or the next one where nobody waits; may be called from anywhere."""
        self._woken = True
        self._bell.ring()

    async def probe(self) -> Probe:
        """Find out what the server can do, which folders we found and what is missing; changes nothing."""
        return await self._do("look around", probe)

    async def close(self) -> None:
        """Log out and close; a repeated call is no error."""
        if self._closed:
            return
        self._closed = True
        self.wake()
        session, dropped = self._session, self._worker.submit(self._drop, True)
        await asyncio.wait([asyncio.wrap_future(dropped)], timeout=self._patience.done)
        if session is not None and not dropped.done():
            session.cut()
        await asyncio.to_thread(self._worker.shutdown)
        self._bell.close()

    # In the event loop's thread.

    async def _do(self, doing: str, act: Act[T], *, again: bool = True) -> T:
        """Run an act in the mailbox's thread; a running IDLE is asked to make room."""
        if self._closed:
            raise MailboxUnreachable(f"{self.account.where}: cannot {doing}: the mailbox is closed")
        self._waiting += 1
        self._bell.ring()
        try:
            return await self._in_thread(lambda: self._run(doing, act, again=again))
        finally:
            self._waiting -= 1

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _idle_once(self, seconds: float) -> bool:
        """Idle until news, a bell or the time; a cancelled wait ends its IDLE, so that the thread is free at once."""
        try:
            return await self._in_thread(lambda: self._run("wait for mail", lambda s: self._rest(s, seconds)))
        except asyncio.CancelledError:
            self._bell.ring()
            raise

    def _take_wake(self) -> bool:
        woken, self._woken = self._woken, False
        return woken

    # In the mailbox's thread.

    def _rest(self, session: Session, seconds: float) -> bool:
        """Idle on the inbox, or sleep, as long as nobody rings or has work for the thread."""
        if self._bell.heard() and (self._woken or self._waiting):
            return False
        if not (self.account.idle and session.can("IDLE")):
            readable([self._bell], seconds)
            return False
        if self._news(session):
            return True
        return idle(session, self._bell, seconds)

    def _news(self, session: Session) -> bool:
        """Say whether the inbox has moved on since `standing`.

        Asked before every IDLE: what was reported during another call or before a reconnection is not reported again.
        """
        standing = session.select(Folder.INBOX)
        return standing != self._stood.setdefault(Folder.INBOX, standing)

    def _run(self, doing: str, act: Act[T], *, again: bool = True) -> T:
        """Run an act on the live session, or on a new one; once more where an old one turns out to be dead."""
        fresh = self._session is None
        with told(self.account, doing):
            if not again and not fresh:
                self._check_alive()
                fresh = True
            if not fresh:
                try:
                    return self._on(self._live(), act)
                except LINK_DIED:
                    if self._closed:
                        raise
                    # Not connected again in here: the new error would carry the old one as its context.
            return self._on(self._live(), act)

    def _on(self, session: Session, act: Act[T]) -> T:
        try:
            return act(session)
        except (*LINK_DIED, *ODD):
            self._drop(False)
            raise

    def _check_alive(self) -> None:
        """Make sure of the link before something that must not be done twice; the next call opens a new one."""
        try:
            if self._session is not None:
                self._session.client.noop()
        except LINK_DIED:
            self._drop(False)

    def _live(self) -> Session:
        if self._session is None:
            self._session = self._opened()
        return self._session

    def _opened(self) -> Session:
        """Open a session unless the server's patience forbids it now; remember how that went."""
        self._restraint.insist(self.account, self._clock())
        try:
            session = open_session(self.account, self._patience)
        except NeedsReauth:
            self._restraint.refused(self.account, self._clock())
            raise
        except MailboxUnreachable as error:
            delay = self._restraint.failed(error.retry_after, self._clock())
            raise MailboxUnreachable(str(error), retry_after=delay) from None
        self._restraint.succeeded()
        return session

    def _drop(self, politely: bool) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close(politely=politely)

    def _stand(self, session: Session, folder: Folder) -> Standing:
        # The inbox is what we work in; others are looked at from there.
        self._stood[folder] = session.select(folder) if folder is Folder.INBOX else session.status(folder)
        return self._stood[folder]

    def _same(self, session: Session, folder: Folder) -> bool:
        """Select a folder unless it is, and say whether our UIDs still mean the same mails there."""
        if session.selected is not folder:
            session.select(folder)
        return session.validity == self._stood.setdefault(folder, Standing(session.validity, 0)).uidvalidity

    def _insist(self, session: Session, folder: Folder) -> None:
        if not self._same(session, folder):
            raise MailboxUnreachable(f"{self.account.where}: the UIDVALIDITY of {folder} changed; ask where it stands")
