"""A whole agent in the test's own process, on a real mail server and a real store, with a scripted model."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from dovecot_post import DovecotPost
from office import Office, letter
from post import User, header

from keepword.agent.knowledge.search import Knowledge
from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.mailbox import ImapMailbox
from keepword.agent.mail.smtp.account import SmtpAccount, SmtpPatience
from keepword.agent.mail.smtp.outbox import SmtpOutbox
from keepword.agent.outcome import Outcome
from keepword.agent.terms import Desk, Mode, Terms
from keepword.memory.state import Reply, ReplyState
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.testing import Counted

QUICK = Patience(connect=5, read=2, done=2, first_delay=0.01, last_delay=0.02)
QUICK_SMTP = SmtpPatience(connect=5, command=2, block=2, final_dot=1, quit=1)


@dataclass
class RealOffice:
    """An office whose mailbox, outbox and store are real; `anna` is its customer."""

    post: DovecotPost
    user: User
    anna: User
    office: Office
    _old: list[ImapMailbox] = field(default_factory=list)

    def write(self, number: int, text: str = "Hello?", **headers: str) -> None:
        """Let a mail of the customer's arrive."""
        self.post.deliver(self.letter(number, text, **headers), self.anna.address, self.user.address)

    def letter(self, number: int, text: str = "Hello?", **headers: str) -> bytes:
        """Return a mail of the customer's, written now."""
        headers.setdefault("Date", format_datetime(datetime.now(UTC) + timedelta(seconds=1)))
        return letter(number, text, sender=self.anna.address, To=self.user.address, **headers)

    def answers(self) -> list[str]:
        """Return the ids of the mails to which the customer holds an answer, in order."""
        return [str(header(raw, "In-Reply-To")) for raw in self.post.mails(self.anna)]

    async def poll(self) -> list[Outcome]:
        """Poll once."""
        return await self.office.poll()

    async def replies(self) -> list[Reply]:
        """Return all replies that the store holds."""
        return [reply async for thread in self.office.store.threads() for reply in thread.value.replies]

    async def states(self) -> list[ReplyState]:
        """Return the states of all replies."""
        return [reply.state for reply in await self.replies()]

    async def later(self, hours: float = 2) -> None:
        """Let time go by and do what is due, as a process does that starts anew."""
        self.office.now += timedelta(hours=hours)
        self.office.restart()
        await self.office.sweep()

    def reconnect(self) -> None:
        """Reach the mailbox over a new link, as a process does that starts anew."""
        self._old.append(self.office.mailbox)  # type: ignore[arg-type]
        account = self._old[-1].account
        self.office.mailbox = _mailbox(replace(account, user=self.user.address))  # type: ignore[assignment]
        self.office.restart()

    def move_house(self, validity: int) -> None:
        """Move the mailbox to another server: the same mails in reverse order, with new UIDs and times of arrival."""
        mails = self.post.mails(self.user)
        self.user = self.post.user("moved")
        for raw in reversed(mails):
            self.post.append(self.user, raw)
        self.post.renumber(self.user, validity)
        self.reconnect()

    async def close(self) -> None:
        """Close the edges."""
        for mailbox in self._old:
            await mailbox.close()
        await self.office.mailbox.close()
        await self.office.store.close()


def _mailbox(account: ImapAccount, patience: Patience = QUICK) -> ImapMailbox:
    return ImapMailbox(account, patience=patience, chance=lambda: 0.0)


def open_office(
    folder: Path, post: DovecotPost, *, imap: int = 0, patience: Patience = QUICK, **desk: Any
) -> RealOffice:
    """Open an office for a new support mailbox on this server; `imap` is another port to reach it by."""
    user, anna = post.user("support"), post.user("anna", domain="example.org")
    account = ImapAccount(
        "support", "127.0.0.1", imap or post.address.imap, "none", user=user.address, password=user.password
    )
    smtp = SmtpAccount("support", "127.0.0.1", post.address.smtp, "none")
    office: Any = Office(
        Knowledge(folder),
        documents=Counted(SqliteDocuments(folder / "keepword.sqlite", busy_timeout=0.1)),
        mailbox=_mailbox(account, patience),  # type: ignore[arg-type]
        outbox=SmtpOutbox(smtp, patience=QUICK_SMTP),  # type: ignore[arg-type]
        desk=Desk("support", user.address, mode=Mode.AUTO, authserv_id="mx.example.com", answer_backlog=True),
        terms=Terms(b"s" * 40, own=(user.address,)),
        now=datetime.now(UTC),
    )
    office.change(**desk)
    return RealOffice(post, user, anna, office)
