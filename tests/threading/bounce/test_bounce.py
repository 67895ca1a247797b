"""Delivery reports are told from other mail, and say what became of ours."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.bounce.reading import read_bounce
from keepword.threading.message import Bounce
from keepword.threading.mime.parts import read_tree

DAEMON = "From: MAILER-DAEMON@mx.example.org\nTo: support@example.org\nSubject: Undelivered mail\n\n"
RETURNED = (
    "\n--- The original message follows ---\n\nReturn-Path: <support@example.org>\nMessage-ID: <kw.1@example.org>\n"
)


def bounce(text: str) -> Bounce | None:
    """Read a mail's text as a delivery report."""
    return read_bounce(read_tree(text.encode()).root)


def report(group: str, words: str = "It failed.", returned: str = "Message-ID: <kw.1@example.org>") -> str:
    """Return a report by RFC 3464 whose per-recipient fields are `group`."""
    return (
        "From: MAILER-DAEMON@mx.example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        f"--b\n\n{words}\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n{group}\n"
        f"--b\nContent-Type: text/rfc822-headers\n\n{returned}\n--b--\n"
    )


GROUPS = [
    ("Final-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.1.1", ("bob@example.net", "failed", "5.1.1")),
    (
        "Final-Recipient: rfc822;<bob@example.net>\nAction: Failed\nStatus: 5.1.1",
        ("bob@example.net", "failed", "5.1.1"),
    ),
    (
        "Final-Recipient: rfc822; bob@example.net\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; timed out",
        ("bob@example.net", "delayed", "4.4.1"),
    ),
    (
        "Final-Recipient: rfc822; bob@example.net\nAction: relayed\nStatus: 2.0.0",
        ("bob@example.net", "relayed", "2.0.0"),
    ),
    # the other server's code says more than the report's
    (
        """Final-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.0.0
Diagnostic-Code: smtp; 552 5.2.2 mailbox\n full""",
        ("bob@example.net", "failed", "5.2.2"),
    ),
    (
        "Final-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.0.0 (permanent failure)",
        ("bob@example.net", "failed", "5.0.0"),
    ),
    # no address in the field where it belongs
    (
        "Original-Recipient: rfc822;bob@example.net\nFinal-Recipient: x400; /c=us\nAction: failed\nStatus: 5.1.1",
        ("bob@example.net", "failed", "5.1.1"),
    ),
    # of several, one that failed
    (
        """Final-Recipient: rfc822; a@example.net\nAction: delivered\nStatus: 2.0.0

Final-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.1.1""",
        ("bob@example.net", "failed", "5.1.1"),
    ),
]


@pytest.mark.parametrize(("group", "told"), GROUPS)
def test_d6_reports_by_rfc_3464_are_read(group: str, told: tuple[str, str, str]) -> None:
    """The fields of the report, and the id of the mail that came back, are what counts."""
    assert bounce(report(group)) == Bounce("<kw.1@example.org>", *told)


TEXTS = [
    ("<bob@example.net>:\nRemote host said: 550 5.1.1 no such user\n", "failed", "5.1.1"),
    ("  bob@example.net\n    550 mailbox full\n", "failed", "5.2.2"),
    ("<bob@example.net>: User unknown in virtual alias table\n", "failed", "5.1.1"),
    ("<bob@example.net>: Host or domain name not found\n", "failed", "5.1.2"),
    ("bob@example.net: retry timeout exceeded\n", "failed", "5.4.7"),
    ("Recipient: bob@example.net\nReason: message size exceeds limit\n", "failed", "5.3.4"),
    ("Your mail could not be delivered to bob@example.net (#5.2.1)\n", "failed", "5.2.1"),
    ("<bob@example.net>: too many hops, this message is looping\n", "failed", "5.4.6"),
    ("<bob@example.net>: rejected as spam\n", "failed", "5.7.1"),
    ("<bob@example.net>: 553 5.7.25 no PTR record\n", "failed", "5.7.25"),
    ("<bob@example.net>: connection refused\nThis is a warning message only.\n", "delayed", "4.4.1"),
    ("Delivery to bob@example.net has been delayed; it will be retried.\n", "delayed", "4.4.7"),
    ("We gave up on bob@example.net for a reason of our own.\n", "failed", "5.0.0"),
    ("<bob@example.net>: 551 we do not serve him\n", "failed", "5.1.6"),
]


@pytest.mark.parametrize(("words", "action", "status"), TEXTS)
def test_d6_reports_in_prose_are_read(words: str, action: str, status: str) -> None:
    """Recipient, action and status are found in the words of systems that know no RFC 3464."""
    told = bounce(DAEMON + "Could not deliver your mail.\n\n" + words + RETURNED)
    assert told == Bounce("<kw.1@example.org>", "bob@example.net", action, status)


def test_d6_a_status_is_of_its_own_recipient() -> None:
    """Where several failed, the reason beside the first is the first one's."""
    words = "<bob@example.net>:\n550 User unknown\n\n<eve@example.net>:\n552 Mailbox is full\n"
    told = bounce(DAEMON + "Could not deliver your mail.\n\n" + words + RETURNED)
    assert told == Bounce("<kw.1@example.org>", "bob@example.net", "failed", "5.1.1")


ORIGINALS = [
    ("", "<kw.1@example.org>", RETURNED),
    ("", "<kw.2@example.org>", "\nYour message\n  Message-ID: <kw.2@example.org>\n  Subject: x\nwas lost.\n"),
    ("In-Reply-To: <kw.3@example.org>\n", "<kw.3@example.org>", ""),
    ("References: <old@example.org> <kw.4@example.org>\n", "<kw.4@example.org>", ""),
    ("", None, ""),
]


@pytest.mark.parametrize(("field", "original", "rest"), ORIGINALS)
def test_d6_the_original_is_named(field: str, original: str | None, rest: str) -> None:
    """The id is in what came back, in the words, or in the header; or nowhere."""
    told = bounce(field + DAEMON + "<bob@example.net>: User unknown\n" + rest)
    assert told == Bounce(original, "bob@example.net", "failed", "5.1.1")


NO_BOUNCES = {
    "a letter": "From: jane@example.com\nSubject: Hello\n\nCould you not deliver to bob@example.net?\n",
    "a person on a bounce": (
        "From: jane@example.com\nSubject: Fwd: Undelivered Mail\n\nI got this:\n\nFinal-Recipient: rfc822; a@example.com\n"
        "Action: failed\nStatus: 5.1.1\n"
    ),
    "a bounce that a person attaches": (
        "From: jane@example.com\nContent-Type: multipart/mixed; boundary=o\n\n--o\n\nSee this.\n--o\n"
        f"Content-Type: message/rfc822\n\n{report('Final-Recipient: rfc822; a@example.com')}\n--o--\n"
    ),
    "a vacation notice": (
        "From: jane@example.com\nAuto-Submitted: auto-replied\nSubject: Away until May\n\nI am out of the office.\n"
    ),
    "a vacation notice of a null sender": (
        "Return-Path: <>\nFrom: jane@example.com\nSubject: Automatic reply: x\n\nI will not be able to reach my mail.\n"
    ),
    "a vacation notice on a lost parcel": (
        "Return-Path: <>\nAuto-Submitted: auto-replied\nFrom: jane@example.com\nSubject: Re: Delivery problem\n\n"
        "I am away.\n\n> Your parcel could not be delivered, error 550.\n"
    ),
    "a customer who writes through a service": (
        "Return-Path: <bounces+1@mailer.example.net>\nFrom: jane@example.com\nSubject: Delivery status of my order?\n\n"
        "It was not delivered.\n"
    ),
    "a read receipt": (
        "From: jane@example.com\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n"
        "--b\n\nRead.\n--b\nContent-Type: message/disposition-notification\n\n"
        "Final-Recipient: rfc822; jane@example.com\nDisposition: manual-action/MDN-sent-manually; displayed\n--b--\n"
    ),
    "a complaint": (
        "From: feedback@example.com\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n\n"
        "--b\n\nA complaint.\n--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n--b--\n"
    ),
    "nothing": "",
}


@pytest.mark.parametrize("text", NO_BOUNCES.values(), ids=NO_BOUNCES.keys())
def test_e5_what_is_no_report_is_no_bounce(text: str) -> None:
    """People who write about bounces, and other machines, are not taken for bounces."""
    assert bounce(text) is None


def test_a_list_that_refuses_a_mail_is_a_bounce() -> None:
    """Some list servers refuse by a letter of their own."""
    text = (
        "From: cats-admin@example.com\nX-MLServer: fml\nSubject: You are not a member (cats ML)\n\n"
        "You are not a member of this mailing list <cats@example.com>.\n"
    )
    assert bounce(text) == Bounce(None, "cats@example.com", "failed", "5.7.1")


NOTICE = (
    'From: no-reply@sns.example.com\nSubject: Notification\n\n{"notificationType":"Bounce","bounce":{"bouncedRecipients":'
    '[{"status":"5.1.1","action":"failed","diagnosticCode":"smtp; 550","emailAddress":"bob@example.net"}]},'
    '"mail":{"headers":[{"name":"Message-ID","value":"<kw.1@example.org>"}]}}\n\n--\nUnsubscribe here.\n'
)


def test_a_notice_in_json_is_read() -> None:
    """Reports also come as data in a letter."""
    assert bounce(NOTICE) == Bounce("<kw.1@example.org>", "bob@example.net", "failed", "5.1.1")


@settings(deadline=None)
@given(st.text('{}[]":,notificationTypeBounce \\', max_size=120))
def test_no_notice_raises(text: str) -> None:
    """Data that is broken is no notice."""
    assert bounce('Subject: x\n\n{"notificationType":"Bounce"' + text) in (None, Bounce(None, None, "failed", None))


LINES = st.sampled_from(
    ["bob@example.net", "<bob@example.net>:", "550 5.1.1 x", "Final-Recipient: rfc822; a@example.net", "Action: failed", "",
     "Status: 5", "Message-ID: <a@example.com>", "Received: x", "--- original message", "To: a@example.com", "  folded"]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(LINES, max_size=25).map("\n".join))
def test_no_report_raises(text: str) -> None:
    """Whatever a daemon writes, it is read, with an action and a status."""
    told = bounce(DAEMON + text)
    assert told is not None
    assert told.action in ("failed", "delayed", "delivered")
    assert told.status is not None
