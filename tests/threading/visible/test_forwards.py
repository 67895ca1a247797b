"""A mail inside a mail."""

from __future__ import annotations

import pytest

from keepword.threading.message import Address, Forwarded
from keepword.threading.visible.forwards import address_in, is_forward_subject
from keepword.threading.visible.text import visible

ANNA = Address("anna@example.com", "Anna Smith")
HEADER = "From: Anna Smith <anna@example.com>\nDate: Mon, Feb 1, 2016 at 6:32 PM\nSubject: My order\nTo: Bob <bob@example.org>"

FORWARDS = {
    "gmail": f"---------- Forwarded message ---------\n{HEADER}\n\n\nWhere is it?\n\nAnna",
    "gmail, german": (
        "---------- Weitergeleitete Nachricht ---------\nVon: Anna Smith <anna@example.com>\nDate: Mo., "
        "1. Feb. 2016 um 18:32 Uhr\n"
        "Subject: My order\nTo: Bob <bob@example.org>\n\n\nWhere is it?\n\nAnna"
    ),
    "apple": "Begin forwarded message:\n\n"
    + "\n".join(f"> {row}".rstrip() for row in f"{HEADER}\n\nWhere is it?\n\nAnna".split("\n")),
    "apple, all quoted": "\n".join(
        f"> {row}".rstrip() for row in f"Begin forwarded message:\n\n{HEADER}\n\nWhere is it?\n\nAnna".split("\n")
    ),
    "apple, french": (
        'Début du message réexpédié :\n\nDe: "Anna Smith" <anna@example.com>\nDate: 14 novembre 2015 15:14:53 UTC+1\n'
        "À: Bob\nObjet: My order\n\nWhere is it?\n\nAnna"
    ),
    "thunderbird": (
        "-------- Forwarded Message --------\nSubject: \tMy order\nDate: \tMon, 1 Feb 2016 18:32:00 +0100\n"
        "From: \tAnna Smith <anna@example.com>\nTo: \tbob@example.org\n\nWhere is it?\n\nAnna"
    ),
    "thunderbird, french": (
        "-------- Message transféré --------\nSujet :     My order\nDate :  Mon, 1 Feb 2016 18:32:00 +0100\n"
        "De :    Anna Smith <anna@example.com>\nPour :  bob@example.org\n\nWhere is it?\n\nAnna"
    ),
    "bold": "Forwarded message:\n\n*From:* Anna Smith <anna@example.com>\n*To:* Bob\n*Subject:* My order\n\nWhere is it?\n\nAnna",
}


@pytest.mark.parametrize("kind", FORWARDS)
@pytest.mark.parametrize("over", ["Please see below.\n\n", ""], ids=["with a word over it", "bare"])
def test_a_forwarded_mail_is_unwrapped(kind: str, over: str) -> None:
    """Who wrote it, its subject and its text come out of the way in which the program forwards."""
    read = visible(over + FORWARDS[kind], None, None)

    assert read.forwarded == Forwarded(ANNA, "My order", "Where is it?\n\nAnna")
    assert read.text == "Please see below." or not over


def test_e4_only_the_first_header_block_counts() -> None:
    """A forward of a forward names the one who wrote the outer of them, not somebody deeper down."""
    inner = "From: Mallory <mallory@example.net>\nDate: today\nSubject: Other\nTo: x@example.com\n\nDeeper."
    read = visible(
        f"fyi\n\n---------- Forwarded message ---------\n{HEADER}\n\nLook:\n\n---------- Forwarded message ---------\n{inner}",
        None,
        None,
    )

    assert read.forwarded is not None
    assert read.forwarded.from_ == ANNA


OUTLOOK = (
    "From: Anna Smith <anna@example.com>\nSent: Monday, February 1, 2016 6:32 PM\nTo: Bob\nSubject: "
    "My order\n\nWhere is it?"
)


@pytest.mark.parametrize(
    ("subject", "over", "forwarded"),
    [
        ("FW: My order", "Please answer her.\n\n", True),
        ("WG: My order", "Bitte beantworten.\n\n", True),
        ("RE: My order", "It is on its way.\n\n", False),
        (None, "It is on its way.\n\n", False),
        (None, "", True),
    ],
)
def test_the_subject_tells_outlooks_forwards_from_its_replies(subject: str | None, over: str, forwarded: bool) -> None:
    """Outlook heads both alike."""
    read = visible(over + OUTLOOK, None, None, subject)

    assert read.forwarded == (Forwarded(ANNA, "My order", "Where is it?") if forwarded else None)


def test_an_attached_mail_goes_before_one_in_the_text() -> None:
    """A part of its own is surer than what is read from the text."""
    attached = Forwarded(Address("carol@example.com"), "Other", "Hi")

    assert visible(FORWARDS["gmail"], None, attached).forwarded == attached


def test_a_subject_over_several_rows_is_joined() -> None:
    """Long subjects are wrapped."""
    mail = (
        "---------- Forwarded message ----------\nFrom: anna@example.com\nSubject: a very "
        "long\nsubject\nTo: b@example.com\n\nText."
    )

    assert visible(mail, None, None).forwarded == Forwarded(Address("anna@example.com"), "a very long subject", "Text.")


def test_a_forward_in_html_is_unwrapped() -> None:
    """Gmail's own elements."""
    page = (
        '<div dir="ltr">see below<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        "---------- Forwarded message ---------<br>"
        'From: <strong class="gmail_sendername" dir="auto">Anna Smith</strong> <span dir="auto">&lt;<a '
        'href="mailto:anna@example.com">'
        "anna@example.com</a>&gt;</span><br>Date: Mon, 1 Feb 2016, 18:32<br>Subject: My order<br>To: "
        "&lt;bob@example.org&gt;<br></div>"
        "<br><br><div>Where is it?</div></div></div>"
    )
    read = visible(None, page, None)

    assert read.text == "see below"
    assert read.forwarded == Forwarded(ANNA, "My order", "Where is it?")


PAGES = {
    "thunderbird": (
        "<p>see below</p><div class='moz-forward-container'><br>-------- Forwarded Message --------"
        "<table class='moz-email-headers-table'><tr><th>Subject: </th><td>My order</td></tr><tr><th>Date: </th>"
        "<td>Mon, 1 Feb 2016 18:32:00 +0100</td></tr><tr><th>From: </th><td>Anna Smith "
        "<a href='mailto:anna@example.com'>&lt;anna@example.com&gt;</a></td></tr><tr><th>To: </th><td>bob@example.org</td></tr>"
        "</table><br><br>Where is it?</div>"
    ),
    "outlook web": (
        "<div>see below</div><div id=appendonsend></div><hr><div id=divRplyFwdMsg><font><b>From:</b> Anna Smith "
        "&lt;anna@example.com&gt;<br><b>Sent:</b> Monday, February 1, 2016 6:32 PM<br><b>To:</b> Bob<br>"
        "<b>Subject:</b> My order</font><div>&nbsp;</div></div><div>Where is it?</div>"
    ),
    "apple": (
        "<div>see below</div><br><div><blockquote type=cite><div>Begin forwarded message:</div><br><div><b>From: </b>Anna Smith "
        "&lt;<a href='mailto:anna@example.com'>anna@example.com</a>&gt;<br></div><div><b>Subject: </b><b>My order</b><br></div>"
        "<div><b>Date: </b>1 February 2016 at 18:32<br></div><div><b>To: </b>bob@example.org<br></div><br><div>Where is it?</div>"
        "</blockquote></div>"
    ),
    "outlook desktop": (
        "<p class=MsoNormal>see below</p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        "<p class=MsoNormal><b>Von:</b> Anna Smith &lt;anna@example.com&gt; <br><b>Gesendet:</b> Montag, 1. Februar 2016 18:32<br>"
        "<b>An:</b> Bob<br><b>Betreff:</b> My order</p></div><p class=MsoNormal>Where is it?</p>"
    ),
}


@pytest.mark.parametrize("program", PAGES)
def test_forwards_in_the_pages_of_programs_are_unwrapped(program: str) -> None:
    """Each program has its own elements around the same header."""
    read = visible(None, PAGES[program], None, subject="Fwd: My order")

    assert read.text == "see below"
    assert read.forwarded == Forwarded(ANNA, "My order", "Where is it?")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Anna Smith <anna@example.com>", ANNA),
        ('"Anna Smith" <anna@example.com>', ANNA),
        ("Anna Smith [mailto:anna@example.com]", ANNA),
        ("Anna Smith <anna@example.com<mailto:anna@example.com>>", ANNA),
        ("anna@example.com", Address("anna@example.com")),
        ("<anna@example.com>", Address("anna@example.com")),
        ("Anna Smith", None),
        ("", None),
    ],
)
def test_addresses_are_read_as_programs_print_them(value: str, expected: Address | None) -> None:
    """Header blocks in text have their own notations."""
    assert address_in(value) == expected


@pytest.mark.parametrize(
    ("subject", "forward"),
    [
        ("Fwd: a", True),
        ("FW: a", True),
        ("WG: a", True),
        ("TR : a", True),
        ("RV: a", True),
        ("转发：a", True),
        ("Re: a", False),
        ("AW: a", False),
        ("a", False),
        ("", False),
    ],
)
def test_forward_prefixes_are_known(subject: str, forward: bool) -> None:
    """In the languages of the big programs."""
    assert is_forward_subject(subject) == forward
