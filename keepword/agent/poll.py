"""One poll of one mailbox: take in what is new, handle it thread by thread, move the cursor past what is committed.

The mailbox itself is the queue. The cursor (UIDVALIDITY, UID) passes a mail only when its outcome is committed, or when an
attempt record stands for it: then it is tried again with growing delay and, if it never works, put into Quarantine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from keepword.agent.attempts import failed_again, without
from keepword.agent.handle import Ports, handle
from keepword.agent.intake.batch import Batch
from keepword.agent.intake.behind import Behind
from keepword.agent.intake.binding import Intake, up_to_date
from keepword.agent.intake.intake import cap_key, turns_of
from keepword.agent.intake.quarantine import quarantine
from keepword.agent.intake.reception import Glance, Taken, glance, receive
from keepword.agent.intake.supply import Supply
from keepword.agent.outcome import Kind, Outcome
from keepword.agent.ports import Fetched
from keepword.agent.sending.deliver import LONGEST_DELAY
from keepword.agent.sending.sent import take_in_sent
from keepword.agent.terms import Desk, Terms
from keepword.errors import (
    AlreadyThere,
    Changed,
    KeepwordError,
    MailboxUnreachable,
    ModelUnreachable,
    NeedsReauth,
    StoreUnreachable,
    Unreachable,
)
from keepword.memory.state import MailboxDocument
from keepword.memory.store import Versioned
from keepword.threading.mime.dates import read_date
from keepword.threading.read import read
from keepword.threading.verdicts import Level

MAX_TRIES = 6
MAX_MODEL_TRIES = 12
HEAD = 64_000
"""Bytes of a mail in which its headers are looked for."""
MAX_ERROR = 1_000

Report = Callable[[str, int, BaseException], None]
"""Told of each fault with the mailbox's name, the UID and the error: for the log, never for a mail."""


class Poller:
    """Polls one mailbox; while it runs, it alone writes the mailbox's document."""

    def __init__(self, desk: Desk, terms: Terms, ports: Ports, clock: Callable[[], datetime], report: Report) -> None:
        self._desk = desk
        self._terms = terms
        self._ports = ports
        self._clock = clock
        self._report = report
        self._standing: Versioned[MailboxDocument] | None = None
        self._model_answered = False
        self._sent_stand: dict[str, object] = {}

    def adopt(self, terms: Terms) -> None:
        """Go by other terms from the next mail on."""
        self._terms = terms

    async def poll(self) -> list[Outcome]:
        """Handle everything that waits in the inbox; raise `Unreachable` or `NeedsReauth` where that cannot be done."""
        self._model_answered = False
        try:
            await self._sync()
            outcomes = [*await self._watch_sent(), *await self._retry_due(), *await self._take_new()]
        except (KeepwordError, OSError) as error:
            await self._note_error(error)
            raise
        waiting = next((o.reason for o in outcomes if o.outcome is Kind.WAITING), "")
        await self._update(last_good_poll=self._minute(), last_error=waiting, needs_reauth=False)
        return outcomes

    def _minute(self) -> datetime:
        """Return the time to the minute: a good poll is written down once a minute, with the cursor where that moves."""
        return self._clock().replace(second=0, microsecond=0)

    async def _sync(self) -> None:
        """Find where we stand; a first start, a restart and a new UIDVALIDITY are different cases."""
        standing = await self._ports.mailbox.standing()
        if self._standing is None:
            self._standing = await self._ports.store.mailbox(self._desk.name)
        if self._standing is None or self._box.started_at is None:
            start = 0 if self._desk.answer_backlog else standing.uidnext - 1
            await self._write(uidvalidity=standing.uidvalidity, cursor=start, started_at=self._clock())
        elif self._box.uidvalidity != standing.uidvalidity or standing.uidnext <= self._box.cursor:
            # All UIDs mean something else now (RFC 9051, 2.3.1.1), also where UIDNEXT went back, which it never does in the
            # same mailbox: look at everything again, the index knows what is done.
            await self._update(
                uidvalidity=standing.uidvalidity,
                cursor=0,
                attempts=(),
                rescan_to=standing.uidnext - 1,
                handled_until=self._long_handled(),
            )
        if self._box.day != self._clock().date():
            await self._update(day=self._clock().date(), replies_that_day=0, replies_by_sender={})

    @property
    def _box(self) -> MailboxDocument:
        assert self._standing is not None  # noqa: S101 - _sync sets it before anything else
        return self._standing.value

    async def _update(self, **update: object) -> None:
        """Write the mailbox's document where something in it changes."""
        assert self._standing is not None  # noqa: S101 - _sync sets it before anything else
        if self._box.model_copy(update=update) == self._box:
            return
        await self._write(**{**self._sent_stand, **update})

    async def _write(self, **update: object) -> None:
        """Write the mailbox's document, or the very first one."""
        before = self._standing
        value = (before.value if before else MailboxDocument(name=self._desk.name)).model_copy(update=update)
        try:
            etag = await self._ports.store.save_mailbox(value, before.etag if before else None)
        except (Changed, AlreadyThere):
            self._standing = None  # another worker has been here: begin again from what it wrote
            raise
        self._standing = Versioned(value, etag)

    async def _note_error(self, error: BaseException) -> None:
        """Write down why nothing can be done, also where we never got in; what hinders that is no news beside it."""
        if isinstance(error, StoreUnreachable):
            return
        noted = {"last_error": str(error)[:MAX_ERROR], "last_error_at": self._clock()}
        with suppress(KeepwordError):
            self._standing = self._standing or await self._ports.store.mailbox(self._desk.name)
            await self._write(**noted, needs_reauth=isinstance(error, NeedsReauth))

    async def _watch_sent(self) -> list[Outcome]:
        """Take in what colleagues have sent by themselves; where we stand is written down with the next write."""
        sent = self._ports.sent
        sent.resume(self._box.sent_uidvalidity, self._box.sent_cursor)
        await sent.look()
        outcomes: list[Outcome] = []
        for mail in sent.waiting():
            if self._is_from_before(mail):
                sent.taken(mail)
            else:
                outcomes += await self._take_sent(mail)
        self._sent_stand = {"sent_uidvalidity": sent.validity, "sent_cursor": sent.cursor}
        if outcomes:
            await self._update(**self._sent_stand)
        return outcomes

    async def _take_sent(self, mail: Fetched) -> tuple[Outcome, ...]:
        """Take in one mail of the Sent folder; one that breaks us is tried again at the next polls and then passed over.

        It is the colleagues', so it is not moved to Quarantine, and it must not keep us from the inbox.
        """
        outcomes: tuple[Outcome, ...] = ()
        try:
            outcomes = await self._handle_sent(mail)
        except (Unreachable, NeedsReauth):
            raise
        except Exception as error:
            self._report(self._desk.name, mail.uid, error)
            if self._ports.sent.failed(mail) < MAX_TRIES:
                return ()
        self._ports.sent.taken(mail)
        return outcomes

    async def _handle_sent(self, mail: Fetched) -> tuple[Outcome, ...]:
        now = self._clock()
        intake = await take_in_sent(mail, self._desk, self._terms, self._ports.store, now)
        # UIDs of the Sent folder are none of the inbox: 0 keeps them apart.
        return await handle((intake,), self._desk, self._terms, self._ports, 0, now) if intake else ()

    async def _retry_due(self) -> list[Outcome]:
        now = self._clock()  # a time further off than any delay of ours was written by a clock that was ahead
        due = [a.uid for a in self._box.attempts if a.next_at <= now or a.next_at > now + 2 * LONGEST_DELAY]
        if not due:
            return []
        mails = await self._ports.mailbox.fetch(due)
        gone = set(due) - {m.uid for m in mails}
        if gone:
            await self._update(attempts=without(self._box.attempts, gone))
        batch = Batch([m.uid for m in mails], retried=True)
        async with Behind() as behind:
            await self._work(batch, self._look(mails), behind)
        return batch.outcomes

    async def _take_new(self) -> list[Outcome]:
        supply = Supply(self._ports.mailbox, self._look)
        try:
            return await self._take_all(supply)
        finally:
            await supply.close()

    async def _take_all(self, supply: Supply[Glance]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        async with Behind() as behind:
            uid = self._box.cursor
            while mails := await supply.after(uid):
                batch = Batch([m.uid for m in mails])
                await self._work(batch, self._without_record(mails, batch), behind)
                outcomes += batch.outcomes
                supply.learn(batch.handled)
                before, uid = uid, batch.passed(uid)
                if uid == before or any(o.outcome is Kind.WAITING for o in batch.outcomes):
                    break
        return outcomes

    def _look(self, mails: Sequence[Fetched]) -> list[Glance]:
        """Look at mails that were fetched, but at none that a rescan need not look at."""
        return [Glance(m.uid) if self._is_known(m) else glance(m, self._desk, self._terms) for m in mails]

    def _without_record(self, mails: Sequence[Glance], batch: Batch) -> list[Glance]:
        """Leave out mails with an attempt record: that stands for them, and says when they are tried again."""
        recorded = {a.uid for a in self._box.attempts}
        for uid in recorded & set(batch.uids):
            batch.done(uid)
        return [m for m in mails if m.uid not in recorded]

    async def _work(self, batch: Batch, mails: Sequence[Glance], behind: Behind) -> None:
        """Handle a batch; where none of its mails needs an answer, its flags and the cursor follow while the next is taken in."""
        for mail in mails:
            if mail.seen is None and mail.error is None:
                batch.done(mail.uid)
        taken = await receive(mails, self._box, self._desk, self._terms, self._ports.store, self._clock())
        batch.handled = len(taken.intakes)
        await behind.done()
        for uid, error in taken.failures:
            await self._failed([uid], error, batch, MAX_TRIES)
        batch.settle(taken.outcomes)
        rest = self._close(taken, batch)
        if taken.intakes:
            await rest
        else:
            behind.go(rest)

    async def _close(self, taken: Taken, batch: Batch) -> None:
        """Set flags, handle what may deserve an answer, and let the cursor pass what is done.

        A model that cannot be reached ends it, as the next mail would fare no better.
        """
        await self._mark(taken.outcomes)
        earlier: list[Intake] = []
        for turn in turns_of(taken.intakes):
            if not await self._handle(await up_to_date(turn, earlier, self._ports.store), batch):
                break
            earlier += turn
        await self._advance(batch)

    def _is_known(self, mail: Fetched) -> bool:
        """Say whether a rescan meets a mail that it need not look at: from before us, or handled long ago."""
        return mail.uid <= self._box.rescan_to and (self._is_from_before(mail) or self._is_long_handled(mail))

    def _long_handled(self) -> datetime | None:
        """Return the time before which the index may have let go of what was handled; None where nothing was yet.

        A mail that still waits was not handled, so nothing is let go from its time on.
        """
        last = self._box.last_good_poll
        waiting = [a.since for a in self._box.attempts if a.since is not None]
        return min([last, *waiting]) - self._terms.archive_for if last else None

    def _is_long_handled(self, mail: Fetched) -> bool:
        until = self._box.handled_until
        return until is not None and (mail.received_at < until or _dated(mail) < until)

    def _is_from_before(self, mail: Fetched) -> bool:
        """Say whether a mail is older than our very first start: a rescan meets such mails again.

        A mailbox that was moved to another server may have lost the times of arrival; then the mail's own date tells.
        """
        started = self._box.started_at
        if self._desk.answer_backlog or started is None:
            return False
        began = started.replace(microsecond=0)
        return mail.received_at < began or _dated(mail) < began

    async def _handle(self, turn: Sequence[Intake], batch: Batch) -> bool:
        """Handle one turn; say whether the next one may be tried."""
        uids = [i.uid for i in turn]
        try:
            outcomes = await handle(turn, self._desk, self._terms, self._ports, self._box.uidvalidity, self._clock())
        except (StoreUnreachable, MailboxUnreachable):
            raise
        except (ModelUnreachable, NeedsReauth) as error:
            await self._model_failed(uids, error, batch)
            return False
        except Exception as error:
            await self._failed(uids, error, batch, MAX_TRIES)
            return True
        self._model_answered = self._model_answered or any(o.outcome is Kind.REPLIED for o in outcomes)
        await self._finished(outcomes, batch, turn[-1].authentication.level)
        return True

    async def _model_failed(self, uids: Sequence[int], error: KeepwordError, batch: Batch) -> None:
        """Let mails wait for the model. One attempt record stands for an outage: the mails behind it wait beyond the cursor."""
        if self._box.attempts and not set(uids) & {a.uid for a in self._box.attempts}:
            self._report(self._desk.name, uids[-1], error)
            batch.outcomes += [Outcome(self._desk.name, u, "", Kind.WAITING, str(error)) for u in uids]
            return
        await self._failed(uids, error, batch, MAX_MODEL_TRIES if self._model_answered else None)

    async def _failed(self, uids: Sequence[int], error: BaseException, batch: Batch, most: int | None) -> None:
        """Set mails apart: they are tried again later, or given to a person once they have failed too often."""
        self._report(self._desk.name, uids[-1], error)
        attempts = self._box.attempts
        for uid in uids:
            attempt = failed_again(
                attempts, self._box.uidvalidity, uid, str(error) or type(error).__name__, self._clock()
            )
            if most is not None and attempt.count >= most:
                batch.outcomes.append(await self._quarantine(uid, attempt.reason))
                attempts = without(attempts, {uid})
            else:
                batch.outcomes.append(Outcome(self._desk.name, uid, "", Kind.WAITING, attempt.reason))
                attempts = (*without(attempts, {uid}), attempt)
            batch.done(uid)
        await self._update(attempts=attempts)

    async def _quarantine(self, uid: int, reason: str) -> Outcome:
        return await quarantine(uid, reason, self._desk, self._ports.store, self._ports.mailbox, self._clock())

    async def _finished(self, outcomes: Sequence[Outcome], batch: Batch, level: Level = Level.UNVERIFIED) -> None:
        """Set flags and count replies, then let the cursor go on: last of all, when everything else is written."""
        await self._mark(outcomes)
        batch.settle(outcomes)
        await self._advance(batch, [o for o in outcomes if o.outcome is Kind.REPLIED], level)

    async def _mark(self, outcomes: Sequence[Outcome]) -> None:
        for answered in (False, True):
            some = [o.uid for o in outcomes if (o.outcome is Kind.REPLIED) is answered]
            if some:
                await self._ports.mailbox.mark(some, seen=True, answered=answered)

    async def _advance(self, batch: Batch, replied: Sequence[Outcome] = (), level: Level = Level.UNVERIFIED) -> None:
        senders = dict(self._box.replies_by_sender)
        letters = {o.reply_message_id: o for o in replied if o.entity_id}
        for outcome in letters.values():
            key = cap_key(str(outcome.entity_id), level)
            senders[key] = senders.get(key, 0) + 1
        await self._update(
            cursor=max(self._box.cursor, batch.passed(self._box.cursor)),
            attempts=without(self._box.attempts, batch.successes()),
            replies_by_sender=senders,
            replies_that_day=self._box.replies_that_day + len(letters),
            last_good_poll=self._minute(),
        )


def _dated(mail: Fetched) -> datetime:
    """Return when a mail came by its own word: by the topmost Received, which our side wrote, else by its Date.

    Its time of arrival stands in for one that says nothing.
    """
    message = read(mail.raw[:HEAD])
    received = read_date((message.header("received") or "").rpartition(";")[2])
    return received or message.date or mail.received_at
