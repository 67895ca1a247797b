"""The story that the demonstration tells: one customer, an invoice charged twice, and what is remembered of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from keepword.threading.message import Message

SUPPORT = "support@example.com"
CUSTOMER = "anna@example.org"
AUTHSERV_ID = "mx.example.com"


@dataclass(frozen=True, slots=True)
class Step:
    """One mail of the story: whether it answers our last one, whether the server vouches for it, and what it shows."""

    title: str
    text: str
    subject: str = ""
    verified: bool = True
    sender: str = CUSTOMER
    vacation: bool = False

    @property
    def answers(self) -> bool:
        """Whether it answers our last mail."""
        return not self.subject


STORY: tuple[Step, ...] = (
    Step(
        "A customer writes",
        "Hello,\n\nmy invoice was charged twice this month. Please give me the second payment back.\n\nBest regards,\nAnna\n",
        subject="Invoice charged twice",
    ),
    Step(
        "She answers, angry, with what was asked for",
        "Honestly, I am furious that I have to chase you for this!\n"
        "The order number is 10-44871 and the amount is EUR 40.00.\n"
        "I prefer to be contacted in the evenings.\n\nAnna\n",
    ),
    Step("Her mail program sends a vacation notice", "I am out of the office until Monday.\n", vacation=True),
    Step("She is content", "Thank you, that is all I needed.\n\nAnna\n"),
    Step(
        "Later she writes again: a new thread, and she is remembered",
        "Hello,\n\nhas my refund been sent yet?\n\nAnna\n",
        subject="My refund",
    ),
    Step(
        "Somebody forges her address: no profile is shown, nothing is remembered",
        "Hello, how long does shipping take? I prefer to be contacted at night.\n\nAnna\n",
        subject="Shipping",
        verified=False,
    ),
)


def make_mail(step: Step, number: int, last: Message | None, now: datetime) -> bytes:
    """Make the step's mail as the customer's program and our own server would: `last` is our mail that it answers."""
    mail = EmailMessage()
    if step.verified:
        domain = step.sender.rpartition("@")[2]
        mail["Authentication-Results"] = f"{AUTHSERV_ID}; dmarc=pass header.from={domain}"
    mail["From"] = f"Anna <{step.sender}>"
    mail["To"] = SUPPORT
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<story-{number}@example.org>"
    if step.answers and last is not None:
        mail["Subject"] = f"Re: {last.subject.removeprefix('Re: ')}"
        mail["In-Reply-To"] = last.id
        mail["References"] = " ".join((*last.references, last.id))
    else:
        mail["Subject"] = step.subject
    if step.vacation:
        mail["Auto-Submitted"] = "auto-replied"
    mail.set_content(step.text)
    return mail.as_bytes()
