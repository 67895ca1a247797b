"""Our own mails on their raw bytes: threaded, marked, whole, and never more than one header block."""

from __future__ import annotations

import email
import re
from datetime import UTC, datetime
from email.policy import default
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.agent.mail.compose import (
    FINDINGS,
    clean_text,
    compose,
    compose_draft,
    compose_notice,
    encoded_text,
    reference_chain,
    reply_subject,
)
from keepword.agent.mail.compose_headers import address_line, ascii_address, one_line
from keepword.memory.state import Reply

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def a_reply(**changes: object) -> Reply:
    """Return a reply with some fields changed."""
    fields: dict[str, object] = {
        "reply_id": "r1",
        "thread_id": "t1",
        "in_reply_to": "<m2@example.org>",
        "references": ("<m1@example.org>", "<m2@example.org>"),
        "message_id": "<kw.1@example.com>",
        "sender": "support@example.com",
        "to": ("anna@example.org",),
        "subject": "Invoice",
        "text": "Hello Anna,\n\nthank you.\n",
        "created_at": NOW,
        "mailbox": "support",
    }
    return Reply(**{**fields, **changes})  # type: ignore[arg-type]


def header_lines(raw: bytes) -> list[bytes]:
    """Return the lines of the header block."""
    return raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n")


def unfolded(raw: bytes, name: bytes) -> bytes | None:
    """Return the raw value of a header field, unfolded."""
    block = re.sub(rb"\r\n[ \t]", b" ", raw.split(b"\r\n\r\n", 1)[0])
    found = re.search(rb"(?mi)^" + name + rb": (.*?)\r?$", block)
    return found.group(1) if found else None


def test_a_reply_byte_for_byte() -> None:
    """A plain reply is these bytes and no others; nothing internal shows."""
    assert compose(a_reply(sender_name="Support"), now=NOW) == b"\r\n".join(
        [
            b"From: Support <support@example.com>",
            b"To: anna@example.org",
            b"Subject: Re: Invoice",
            b"Date: Mon, 30 Nov 2026 12:00:00 +0000",
            b"Message-ID: <kw.1@example.com>",
            b"In-Reply-To: <m2@example.org>",
            b"References: <m1@example.org>",
            b" <m2@example.org>",
            b"Auto-Submitted: auto-replied",
            b"X-Auto-Response-Suppress: OOF, AutoReply",
            b"MIME-Version: 1.0",
            b'Content-Type: text/plain; charset="utf-8"',
            b"Content-Transfer-Encoding: 7bit",
            b"",
            b"Hello Anna,",
            b"",
            b"thank you.",
            b"",
        ]
    )


def test_f3_long_ids_are_never_encoded() -> None:
    """Ids longer than any line that the standard library leaves alone stand raw in all three fields."""
    long_ids = tuple(f"<{letter * 400}@example.org>" for letter in "ab")
    raw = compose(
        a_reply(references=long_ids, in_reply_to=long_ids[1], message_id=f"<kw.{'c' * 300}@example.com>"), now=NOW
    )
    assert unfolded(raw, b"references") == " ".join(long_ids).encode()
    assert unfolded(raw, b"in-reply-to") == long_ids[1].encode()
    assert unfolded(raw, b"message-id") == b"<kw." + b"c" * 300 + b"@example.com>"
    assert b"=?" not in raw


def test_f9_references_stay_short() -> None:
    """Of a long chain the first id and the newest are kept, the parent last."""
    chain = tuple(f"<{number:03}.{'x' * 60}@example.org>" for number in range(100))
    kept = reference_chain(chain, chain[-1])
    assert (kept[0], kept[-1]) == (chain[0], chain[-1])
    assert kept[1:] == chain[-len(kept) + 1 :]
    field = next(
        part
        for part in re.split(rb"\r\n(?![ \t])", compose(a_reply(references=chain, in_reply_to=chain[-1]), now=NOW))
        if part.startswith(b"References")
    )
    assert 1_300 < len(field) <= 1_500


@pytest.mark.parametrize(
    ("references", "parent", "expected"),
    [
        ((), "<p@x>", ("<p@x>",)),
        (("<a@x>",), "<p@x>", ("<a@x>", "<p@x>")),
        (("<a@x>", "<p@x>"), "<p@x>", ("<a@x>", "<p@x>")),
        (("<p@x>", "<a@x>", "<a@x>"), "<p@x>", ("<a@x>", "<p@x>")),
        ((), "", ()),
        (("<a@x>",), "<raw.1@synthetic.invalid>", ("<a@x>",)),
        ((), "<raw.1@synthetic.invalid>", ()),
        ((f"<{'a' * 1600}@x>",), "<p@x>", ("<p@x>",)),
    ],
)
def test_reference_chains(references: tuple[str, ...], parent: str, expected: tuple[str, ...]) -> None:
    """The parent comes last and once; ids that we invented for mails without one are in no mail."""
    assert reference_chain(references, parent) == expected


def test_a_mail_without_an_id_is_answered_without_threading() -> None:
    """Where the customer's mail had no Message-ID there is nothing to name, and no empty field is left."""
    raw = compose(a_reply(in_reply_to="<raw.1@synthetic.invalid>", references=()), now=NOW)
    assert (unfolded(raw, b"in-reply-to"), unfolded(raw, b"references")) == (None, None)


def test_h17_automatic_mail_says_so_and_a_draft_does_not() -> None:
    """A person sends a draft; what we send ourselves is marked, notices too."""
    sent, draft = compose(a_reply(), now=NOW), compose_draft(a_reply(), now=NOW)
    notice = compose(a_reply(kind="notice", subject="A hand-off"), now=NOW)
    assert unfolded(sent, b"auto-submitted") == b"auto-replied"
    assert (unfolded(draft, b"auto-submitted"), unfolded(draft, b"x-auto-response-suppress")) == (None, None)
    assert (unfolded(notice, b"auto-submitted"), unfolded(notice, b"subject")) == (b"auto-generated", b"A hand-off")


def test_what_was_mended_stands_in_a_draft_alone() -> None:
    """A draft names the kinds of what the guard found before; nothing that we send ourselves has the field."""
    reply = a_reply(findings=("money", "promise"))
    field = FINDINGS.lower().encode()
    assert unfolded(compose_draft(reply, now=NOW), field) == b"mended before this draft: money, promise"
    assert unfolded(compose_draft(a_reply(), now=NOW), field) is None
    assert [unfolded(compose(reply.model_copy(update={"kind": k}), now=NOW), field) for k in ("reply", "notice")] == [
        None,
        None,
    ]


def test_notice_to_colleagues() -> None:
    """A notice goes to all colleagues, each once in the field, and is marked as generated."""
    raw = compose_notice(
        sender="support@example.com",
        to=["a@example.com", "b@example.com"],
        subject="A thread\r\nBcc: x@example.net",
        text="Reason: legal",
        message_id="<kw.n@example.com>",
        now=NOW,
    )
    assert unfolded(raw, b"to") == b"a@example.com, b@example.com"
    assert unfolded(raw, b"subject") == b"A thread Bcc: x@example.net"
    assert unfolded(raw, b"auto-submitted") == b"auto-generated"
    assert unfolded(raw, b"bcc") is None


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("Invoice", "Re: Invoice"),
        ("Re: Invoice", "Re: Invoice"),
        ("RE:re : Re:Invoice", "Re: Invoice"),
        ("Reply to you", "Re: Reply to you"),
        ("", "Re:"),
        ("a\r\nBcc: x@example.net", "Re: a Bcc: x@example.net"),
        ("x" * 5000, "Re: " + "x" * 246),
    ],
)
def test_reply_subjects(subject: str, expected: str) -> None:
    """One `Re:` stands in front of whatever the customer wrote."""
    assert reply_subject(subject) == expected


@pytest.mark.parametrize(
    ("pairs", "line"),
    [
        ([("", "a@example.com")], "To: a@example.com"),
        ([("Anna Berg", "a@example.com")], "To: Anna Berg <a@example.com>"),
        ([('Anna "A" Berg, Ltd.', "a@example.com")], 'To: "Anna \\"A\\" Berg, Ltd." <a@example.com>'),
        ([("Änna", "a@example.com")], "To: =?utf-8?b?w4RubmE=?= <a@example.com>"),
        ([("=?utf-8?q?x?=", "a@example.com")], "To: =?utf-8?b?PT91dGYtOD9xP3g/PQ==?= <a@example.com>"),
        ([("x\r\nBcc: y", "a@example.com")], 'To: "x Bcc: y" <a@example.com>'),
    ],
)
def test_address_lines(pairs: list[tuple[str, str]], line: str) -> None:
    """Names are quoted or encoded as needed and never end the field."""
    assert address_line("To", pairs) == line


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("a@example.com", "a@example.com"),
        ("a@bücher.example", "a@xn--bcher-kva.example"),
        ("a,b@example.com", '"a,b"@example.com'),
        ('"a b"@example.com', '"a b"@example.com'),
        ('a">, <x@example.net', '"a>, <x"@example.net'),
        ("jürgen@example.com", "jürgen@example.com"),
        ("a@example.com\r\nBcc: b@example.com", '"a@example.com Bcc: b"@example.com'),
    ],
)
def test_addresses_name_one_person(address: str, sent: str) -> None:
    """Whatever the local part holds, the field names one address."""
    assert ascii_address(address) == sent


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Hello", "7bit"),
        ("Grüße aus Köln an alle", "quoted-printable"),
        ("Привет, спасибо за письмо", "base64"),
        ("お問い合わせありがとうございます", "base64"),
        ("From here on", "quoted-printable"),
        ("trailing ", "quoted-printable"),
        ("x" * 2000, "quoted-printable"),
    ],
)
def test_the_encoding_follows_the_text(text: str, encoding: str) -> None:
    """Plain where every gateway leaves it alone; readable where most is Latin; short where it is not."""
    assert encoded_text(text)[0] == encoding


ANY = st.text(st.characters(codec=None), max_size=300)
WILD = st.one_of(ANY, st.text('aé\r\n\t .=?<>"\\,;:@From\x00\u2028', max_size=120))


@given(name=WILD, subject=WILD, text=WILD, to=st.lists(WILD.map(lambda w: f"{w}@example.org"), min_size=1, max_size=3))
def test_f4_every_mail_reads_back_as_it_was_meant(name: str, subject: str, text: str, to: list[str]) -> None:
    """Whatever the values hold: one header block with our fields only, once each, and exactly our text."""
    raw = compose(a_reply(sender_name=name, subject=subject, text=text, to=tuple(to)), now=NOW)
    head, _, body = raw.partition(b"\r\n\r\n")
    names = [line.split(b":")[0].decode() for line in head.split(b"\r\n") if line[:1] not in b" \t"]
    assert names == [
        "From",
        "To",
        "Subject",
        "Date",
        "Message-ID",
        "In-Reply-To",
        "References",
        "Auto-Submitted",
        "X-Auto-Response-Suppress",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
    ]
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
    assert all(line.strip() for line in head.split(b"\r\n"))
    assert b"\0" not in raw
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)
    message = email.message_from_bytes(raw, policy=default)
    assert message.get_content().replace("\r\n", "\n") == clean_text(text)
    assert " ".join(str(message["subject"]).split()) == reply_subject(subject)
    assert message["from"].addresses[0].addr_spec == "support@example.com"
    assert parsedate_to_datetime(message["date"]) == NOW
    assert body.isascii()


@given(st.text(max_size=2000))
def test_text_is_only_cleaned(text: str) -> None:
    """Cleaning twice is cleaning once, and no printable letter is lost."""
    once = clean_text(text)
    assert clean_text(once) == once
    assert [c for c in once if c.isalnum()] == [c for c in text if c.isalnum()]


@given(ANY)
def test_one_line_is_one_line(value: str) -> None:
    """No value that goes into a field holds a line break or a control character."""
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", one_line(value))


def test_a_long_unicode_subject_is_folded_within_the_rules() -> None:
    """RFC 2047, 2: no encoded word over 75 characters, no such line over 76."""
    raw = compose(a_reply(subject="Grüße von weit her, " * 20), now=NOW)
    words = re.findall(rb"=\?[^ \r\n]*\?=", raw)
    assert len(words) > 3
    assert max(map(len, words)) <= 75
    assert max(len(line) for line in header_lines(raw) if b"=?" in line) <= 76
