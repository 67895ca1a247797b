"""A raw mail becomes a `Message`, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import UTC, datetime
from email.headerregistry import Address as Headers
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.message import Address, Forwarded, Header, Message
from keepword.threading.read import read

MESSAGES = Path(__file__).parents[1] / "messages"


def people(addresses: Iterable[Address]) -> list[list[str]]:
    """Return addresses as pairs."""
    return [[a.address, a.name] for a in addresses]


def shown(message: Message) -> dict[str, Any]:
    """Return what the expected values beside each mail tell."""
    bounce = message.bounce
    return {
        "message_id": message.message_id,
        "from": people(message.from_),
        "to": people(message.to),
        "subject": message.subject,
        "date": message.date and message.date.isoformat(),
        "in_reply_to": list(message.in_reply_to),
        "references": list(message.references),
        "text": message.text,
        "attachments": [[a.name, a.type, a.size] for a in message.attachments],
        "forwarded": message.forwarded and [message.forwarded.subject, message.forwarded.text.strip()],
        "bounce": bounce and [bounce.original_message_id, bounce.recipient, bounce.action, bounce.status],
        "defects": list(message.defects),
    }


@pytest.mark.parametrize("path", sorted(MESSAGES.glob("*.eml")), ids=lambda path: path.stem)
def test_mails_are_read_as_expected(path: Path) -> None:
    """Each sample mail gives the values that lie beside it."""
    assert shown(read(path.read_bytes())) == json.loads(path.with_suffix(".json").read_text("utf-8"))


HEAD = b"From: jane@example.com\nMessage-ID: <a@example.com>\nSubject: x\n"


def test_c8_a_mail_without_an_id_gets_one_from_its_content() -> None:
    """The synthetic id is the same for the same content, and no other's."""
    first, again, other = (read(b"From: jane@example.com\n\n" + body) for body in (b"one", b"one", b"two"))
    assert first.message_id is None
    assert first.synthetic_id == again.synthetic_id == first.id
    assert first.synthetic_id != other.synthetic_id


def test_c9_two_mails_of_one_second_and_subject_have_two_ids() -> None:
    """Sender, subject and time do not make a mail: its whole content does."""
    head = b"From: jane@example.com\nSubject: x\nDate: Wed, 31 Jan 2024 10:11:12 +0000\n\n"
    assert read(head + b"one").id != read(head + b"two").id


def test_b19_two_deliveries_of_one_mail_have_one_digest() -> None:
    """The trace that a delivery leaves is not of the mail; line ends and folding are not either."""
    trace = (
        b"Return-Path: <jane@example.com>\nReceived: by mx.example.org; now\nDelivered-To: help@example.org\n"
        b"Authentication-Results: mx.example.org; spf=pass\nX-Spam-Score: 1\n"
    )
    plain = HEAD + b"References: <b@example.com>\n <c@example.com>\n\nHello\n"
    folded = HEAD + b"References: <b@example.com>\n\t<c@example.com>\n\nHello\n\n"
    deliveries = [plain, trace + plain, plain.replace(b"\n", b"\r\n"), folded]
    assert len({read(raw).digest for raw in deliveries}) == 1


def test_b20_one_id_with_other_content_is_another_digest() -> None:
    """Mails that share an id are told apart by what they say."""
    assert read(HEAD + b"\none").digest != read(HEAD + b"\ntwo").digest


@pytest.mark.parametrize(
    ("field", "path"),
    [
        (b"", None),
        (b"Return-Path: <>\n", ""),
        (b"Return-Path: <jane@example.com>\n", "jane@example.com"),
        (b"Return-Path: jane@example.com\n", "jane@example.com"),
        (b"Return-Path: <a@example.com>\nReturn-Path: <b@example.com>\n", "a@example.com"),
    ],
)
def test_the_return_path_is_told_from_a_null_one(field: bytes, path: str | None) -> None:
    """No field is None, the null path is empty, else it is the address."""
    assert read(field + HEAD + b"\n").return_path == path


def test_several_authors_are_no_author() -> None:
    """A mail with two From addresses has no one author."""
    message = read(b"From: a@example.com, b@example.com\n\n")
    assert (people(message.from_), message.author) == ([["a@example.com", ""], ["b@example.com", ""]], None)


def test_headers_keep_their_order_and_their_doubles() -> None:
    """All fields are there, topmost first, names lower-cased."""
    message = read(b"X-A: 1\nX-B: 2\nx-a: 3\n\n")
    assert message.header_values("X-A") == ("1", "3")
    assert message.header("x-b") == "2"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\x00",
        b"\xff\xfe",
        b"no mail at all",
        bytes(range(256)) * 4,
        b"\r" * 100,
        b"Subject",
        b":",
        b": x\n",
    ],
)
def test_what_is_no_mail_is_read_too(raw: bytes) -> None:
    """Anything is input; it gets a digest and an id."""
    message = read(raw)
    assert (len(message.digest), message.size, bool(message.id)) == (64, len(raw), True)


def test_f8_limits_leave_a_visible_mark() -> None:
    """What is cut is said among the things removed and among the defects."""
    message = read(HEAD + b"\n" + b"word " * 200_000)
    limit = "limit: text longer than 500000 characters, the rest is cut"
    assert limit in message.removed
    assert limit in message.defects
    assert len(message.full_text) <= 500_000


def test_f9_too_many_references_are_said() -> None:
    """A mail that names a thousand threads is read to the limit, visibly."""
    message = read(b"References: " + b" ".join(b"<%d@example.com>" % n for n in range(3_000)) + b"\n\n")
    assert (len(message.references), message.defects[-1]) == (1_000, "limit: not all of references is read")


def test_an_attached_message_in_base64_is_read() -> None:
    """RFC 2046 forbids it, and mail programs do it."""
    raw = (
        b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
        b"RnJvbTogYm9iQGV4YW1wbGUubmV0ClN1YmplY3Q6IGlubmVyCgpIZWxsbwo=\n"
    )
    assert read(raw).forwarded == Forwarded(Address("bob@example.net"), "inner", "Hello\n")


PARTS = [
    (b"Content-Type: text/plain; name=letter.txt\n\nHello\n", "Hello", []),
    (b"Content-Type: text/plain; name=a.txt\n\nHello\n--b\n\nLetter\n", "Letter", ["a.txt"]),
    (b"Content-Type: text/plain\nContent-Disposition: attachment\n\nHello\n--b\n\nLetter\n", "Letter", [""]),
    (b"Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n--b\n\nLetter\n", "Letter", [""]),
    (b"Content-Type: text/enriched\n\n<bold>Hello</bold> <<you>\n", "Hello <you>", []),
    (b"Content-Type: text/unheard-of\n\nHello\n", "Hello", []),
    (b"Content-Type: text/plain\n\n<!DOCTYPE html><html><body><p>Hello</p></body></html>\n", "Hello", []),
    (b"Content-Type: text/plain\n\nOne\n--b\nContent-Type: text/plain\n\nTwo\n", "One\nTwo", []),
    (b"Content-Type: text/html\n\n<p>One</p>\n--b\nContent-Type: text/plain\n\nTwo <x>\n", "One\n\nTwo <x>", []),
    (b"\nSee:\nbegin 644 cat.txt\n#0V%T\n`\nend\n", "See:", ["cat.txt"]),
    (b"Content-Type: image/png; name==?utf-8?q?caf=C3=A9.png?=\n\nx\n--b\n\nLetter\n", "Letter", ["café.png"]),
]


@pytest.mark.parametrize(("part", "text", "names"), PARTS)
def test_texts_are_told_from_files(part: bytes, text: str, names: list[str]) -> None:
    """What a writer wrote is text, what came with it is an attachment."""
    message = read(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + part + b"--b--\n")
    assert (message.text, [a.name for a in message.attachments]) == (text, names)


WORDS = st.from_regex(r"[A-Za-zäöüéñß中文ж][A-Za-zäöüéñß中文ж0-9 ]{0,40}[A-Za-zäöüéñß中文ж]", fullmatch=True)


@settings(deadline=None)
@given(WORDS, WORDS, st.lists(WORDS, min_size=1, max_size=5), st.binary(max_size=100), WORDS)
def test_what_python_writes_is_read(name: str, subject: str, lines: list[str], data: bytes, file: str) -> None:
    """A mail that the standard library wrote comes back in all its parts."""
    mail = EmailMessage()
    mail["From"] = Headers("Jane " + name, "jane", "example.com")
    mail["Subject"] = subject
    mail["Message-ID"] = "<a@example.com>"
    mail["Date"] = datetime(2024, 1, 31, 10, 11, 12, tzinfo=UTC)
    mail.set_content("Hello.\n" + "\n".join(lines) + "\n")
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=file + ".bin")
    message = read(mail.as_bytes())
    assert people(message.from_) == [["jane@example.com", " ".join(f"Jane {name}".split())]]
    assert message.subject == " ".join(subject.split())
    assert message.full_text.split() == ["Hello.", *" ".join(lines).split()]
    assert [(a.name, a.size) for a in message.attachments] == [(file + ".bin", len(data))]
    assert message.defects == ()


@settings(deadline=None)
@given(st.binary(max_size=500))
def test_no_bytes_raise(raw: bytes) -> None:
    """Every string of bytes is a message, and its texts can be stored."""
    message = read(raw)
    for text in (message.text, message.full_text, message.subject, *(h.value for h in message.headers)):
        text.encode("utf-8")


FRAGMENTS = st.sampled_from(
    [
        b"From: ", b"To: ", b"Subject: ", b"Date: ", b"References: ", b"Message-ID: ", b"<", b">", b'"',
        b"(", b")", b",", b";", b":", b"=?utf-8?q?", b"?=", b"=?utf-8?b?", b"a@example.com", b"\n", b"\r\n",
        b" ", b"\xc3", b"\xa9", b"\x00", b"Content-Type: multipart/mixed; boundary=b\n", b"--b\n",
        b"--b--\n", b"Content-Type: message/rfc822\n", b"Content-Type: text/html\n",
        b"Content-Transfer-Encoding: base64\n", b"Content-Type: message/delivery-status\n",
        b"Final-Recipient: rfc822; ", b"Status: 5.1.1\n", b"<div>", b"> ", b"-- \n", b"begin 644 x\n",
        b"end\n", b"\n\n", b"From: MAILER-DAEMON\n", b"550 ",
    ]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(FRAGMENTS, max_size=40).map(b"".join))
def test_no_heap_of_fragments_raises(raw: bytes) -> None:
    """Mail-like rubbish is read like any mail."""
    message = read(raw)
    assert message.size == len(raw)


# Reading late

BODIES = ("text", "full_text", "removed", "attachments", "forwarded", "defects")
LETTER = (
    b"From: Anna <anna@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: Hello\r\nReferences: <0@example.org>\r\n"
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n\r\n> quoted\r\n"
    b"--b\r\nContent-Type: image/png; name=a.png\r\n\r\nx\r\n--b--\r\n"
)


def test_the_body_waits_until_it_is_asked_for() -> None:
    """Header and bounce can be had without it; then it is read once."""
    message = read(LETTER)
    assert (message.author, message.id, message.bounce) == (
        Address("anna@example.org", "Anna"),
        "<1@example.org>",
        None,
    )
    assert set(BODIES).isdisjoint(vars(message))
    assert message.text == "Hello"
    assert message.defects is message.defects


@given(st.permutations([field.name for field in fields(Message)]))
@settings(max_examples=60, deadline=None)
def test_the_order_of_asking_changes_nothing(order: list[str]) -> None:
    """Whatever is asked for first, all fields are what they would have been."""
    asked, whole = read(LETTER), read(LETTER)
    assert {name: getattr(asked, name) for name in order} == {f.name: getattr(whole, f.name) for f in fields(Message)}


def test_a_message_with_a_field_replaced_is_a_plain_one() -> None:
    """It needs no raw bytes any more, and its headers are those that it was given."""
    changed = replace(read(LETTER), headers=(Header("x", "1"),))
    assert type(changed) is Message
    assert (changed.header("x"), changed.header("from"), changed.text) == ("1", None, "Hello")
    assert changed.header_names == {"x"}


def test_a_field_that_no_message_has_is_an_error() -> None:
    """A slip of ours is told as such."""
    with pytest.raises(AttributeError, match="colour"):
        _ = read(LETTER).colour  # type: ignore[attr-defined]
