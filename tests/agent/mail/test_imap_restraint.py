"""How long a server that failed us is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.agent.mail.imap.account import ImapAccount, Patience
from keepword.agent.mail.imap.faults import suggested_backoff
from keepword.agent.mail.imap.restraint import Restraint, delay
from keepword.errors import MailboxUnreachable, NeedsReauth

ACCOUNT = ImapAccount("support", "imap.example.com", user="support", password="old")


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_delays_grow_within_bounds(failures: int, chance: float) -> None:
    """Never less than half of what is due and never more than the longest."""
    due = min(300.0, 1.0 * 2 ** min(failures - 1, 32))
    assert due / 2 <= delay(failures, 1.0, 300.0, chance) <= due


def test_failures_are_counted_and_forgotten() -> None:
    """Each failure doubles the delay, a success ends it."""
    restraint = Restraint(Patience(), lambda: 1.0)
    assert [restraint.failed(None, 0.0) for _ in range(3)] == [1.0, 2.0, 4.0]
    restraint.succeeded()
    assert restraint.failed(None, 0.0) == 1.0


def test_a_pause_is_kept_and_ends() -> None:
    """The server's wish binds until it is over."""
    restraint = Restraint(Patience(), lambda: 1.0)
    assert restraint.failed(90.0, 1000.0) == 90.0
    with pytest.raises(MailboxUnreachable) as error:
        restraint.insist(ACCOUNT, 1030.0)
    assert error.value.retry_after == 60.0
    restraint.insist(ACCOUNT, 1090.0)


def test_a_refused_password_rests_and_a_new_one_does_not() -> None:
    """The same password waits; another one, or a token, is tried at once."""
    restraint = Restraint(Patience(refused_delay=300), lambda: 1.0)
    restraint.refused(ACCOUNT, 1000.0)
    with pytest.raises(NeedsReauth):
        restraint.insist(ACCOUNT, 1299.0)
    restraint.insist(ImapAccount("support", "imap.example.com", user="support", password="new"), 1001.0)
    restraint.insist(ImapAccount("support", "imap.example.com", user="support", token=lambda: "t"), 1001.0)
    restraint.insist(ACCOUNT, 1300.0)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Request is throttled. Suggested Backoff Time: 299961 milliseconds", 299.961),
        ("Server Unavailable. 15", None),
        ("Suggested Backoff Time: soon", None),
    ],
)
def test_suggested_backoff(text: str, seconds: float | None) -> None:
    """Exchange writes its wish in milliseconds."""
    assert suggested_backoff(text) == seconds
