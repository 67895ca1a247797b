"""Take in the mails of one batch: looked up together, judged one by one, and written down together where that is all.

Most mail of many mailboxes needs no answer: newsletters, robots, mails that were there before. Each of them costs an
entry in the index; that of a whole batch is one write to the disk. A mail that passes is claimed by itself, as before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from keepword.agent.intake.binding import Intake
from keepword.agent.intake.intake import Seen, Settled, Sighted, look_up, note, see, settle, take_in
from keepword.agent.outcome import Outcome
from keepword.agent.ports import Fetched
from keepword.agent.terms import Desk, Terms
from keepword.errors import Changed, MailboxUnreachable, StoreUnreachable
from keepword.memory.state import MailboxDocument
from keepword.memory.store import Store
from keepword.threading.verdicts import GateVerdict

TRIES = 3
"""How often a mail is looked at whose entry somebody else writes at the same time."""


@dataclass(slots=True)
class Taken:
    """What became of a batch: mails to be handled, mails that are done with, and those that cannot be taken in, and why."""

    intakes: list[Intake] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    failures: list[tuple[int, Exception]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Glance:
    """A mail that was fetched, and what it tells by itself, or why it tells nothing; neither where nobody need look at it."""

    uid: int
    seen: Seen | None = None
    error: Exception | None = None


def glance(mail: Fetched, desk: Desk, terms: Terms) -> Glance:
    """Look at a mail by itself; whatever is wrong with it becomes part of the answer."""
    try:
        return Glance(mail.uid, see(mail, desk, terms))
    except Exception as error:
        return Glance(mail.uid, None, error)


async def receive(
    mails: Sequence[Glance], box: MailboxDocument, desk: Desk, terms: Terms, store: Store, now: datetime
) -> Taken:
    """Take in these mails; all that it says is written down, though no flag is set yet.

    Raises `StoreUnreachable` or `MailboxUnreachable`; what is wrong with one mail is told as its failure.
    """
    reception = _Reception(box, desk, terms, store, now)
    reception.taken.failures += [(mail.uid, mail.error) for mail in mails if mail.error]
    await reception.take_all([mail.seen for mail in mails if mail.seen])
    reception.taken.outcomes.sort(key=lambda o: o.uid)
    return reception.taken


class _Reception:
    def __init__(self, box: MailboxDocument, desk: Desk, terms: Terms, store: Store, now: datetime) -> None:
        self.taken = Taken()
        self._box, self._desk, self._terms, self._store, self._now = box, desk, terms, store, now
        self._settled: list[tuple[Seen, Settled]] = []
        self._met: set[str] = set()

    async def take_all(self, mails: Sequence[Seen]) -> None:
        for mail in await look_up(mails, self._store):
            # Where the batch holds another under the same id, what was looked up may be old by now.
            sighted = await self._afresh(mail.seen) if mail.seen.key in self._met else mail
            self._met.add(mail.seen.key)
            judged = self._judge(sighted)
            if isinstance(judged, Settled):
                self._settled.append((mail.seen, judged))
            elif judged is not None:
                await self._alone(mail.seen, self._act(sighted, judged))
        await self._write_down()

    async def _afresh(self, seen: Seen) -> Sighted:
        """Look a mail up again, when all that came before it is written."""
        await self._write_down()
        [mail] = await look_up([seen], self._store)
        return mail

    async def _alone(self, seen: Seen, work: Awaitable[None]) -> None:
        """Let a mail break what it will: it breaks it for itself alone."""
        try:
            await work
        except (StoreUnreachable, MailboxUnreachable):
            raise
        except Exception as error:
            self.taken.failures.append((seen.fetched.uid, error))

    def _judge(self, mail: Sighted) -> Settled | GateVerdict | None:
        """Judge a mail; None where that breaks, which is told as its failure."""
        box = self._box
        try:
            return settle(mail, self._desk, self._terms, box.replies_by_sender, box.replies_that_day, self._now)
        except Exception as error:
            self.taken.failures.append((mail.seen.fetched.uid, error))
            return None

    async def _act(self, mail: Sighted, verdict: GateVerdict) -> None:
        result = await take_in(mail, verdict, self._desk, self._terms, self._store, self._now)
        if isinstance(result, Intake):
            self.taken.intakes.append(result)
        else:
            self.taken.outcomes.append(result)

    async def _write_down(self) -> None:
        """Write what is settled so far; a mail whose entry somebody else has written meanwhile is looked at afresh."""
        settled, self._settled = self._settled, []
        notes = [s.note for _, s in settled if s.note]
        written = iter(await self._store.note_messages(notes) if notes else [])
        for seen, each in settled:
            if each.note is None or next(written):
                self.taken.outcomes.append(each.outcome)
            else:
                await self._alone(seen, self._again(seen))

    async def _again(self, seen: Seen) -> None:
        for _ in range(TRIES):
            [mail] = await look_up([seen], self._store)
            judged = self._judge(mail)
            if judged is None:
                return None
            if not isinstance(judged, Settled):
                return await self._act(mail, judged)
            with suppress(Changed):
                await note(self._store, judged)
                self.taken.outcomes.append(judged.outcome)
                return None
        raise Changed(f"message {seen.key} is being written by somebody else")
