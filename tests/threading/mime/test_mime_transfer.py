"""Transfer encodings are undone, also where the field lies about the body."""

from __future__ import annotations

import base64
import quopri

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.transfer import decode_body, uuencoded

UU = b"begin 644 cat.txt\n#0V%T\n`\nend\n"

BODIES = [
    (b"plain", "7bit", b"plain", None),
    (b"plain", "", b"plain", None),
    (b"plain", "8BIT", b"plain", None),
    (b"plain", "7-bit", b"plain", None),
    (b"plain", "8bits", b"plain", None),
    (b"plain", "x-unknown", b"plain", "transfer: unknown encoding 'x-unknown'"),
    (b"Q2F0\n", "base64", b"Cat", None),
    (b"Q2F0\n", " BASE64 ;", b"Cat", None),
    (b"Q2\r\nF0\r\n", "base64", b"Cat", None),
    (b"Q2F0Qw==\nQ2F0", "base64", b"CatCCat", None),
    (b"Q2F0Qw", "base64", b"CatC", "transfer: base64 cut short"),
    (b"Q2F0\n\n-- \nA list's footer.\n", "base64", b"Cat\n-- \nA list's footer.\n", "transfer: text after the base64"),
    (b"Hello, this is no base64 at all.\n", "base64", b"Hello, this is no base64 at all.\n", "transfer: not base64"),
    (b"caf=C3=A9=\n!", "quoted-printable", "café!".encode(), None),
    (b"caf=C3=A9", "quoted-printable ", "café".encode(), None),
    (b"100=", "quoted-printable", b"100", None),
    (b"=ZZ =", "quoted-printable", b"=ZZ ", None),
    (UU, "x-uuencode", b"Cat", None),
    (b"no file", "uuencode", b"no file", "transfer: not uuencoded"),
    (b"\n", "uuencode", b"\n", None),
]


@pytest.mark.parametrize(("body", "encoding", "content", "defect"), BODIES)
def test_encodings_are_undone(body: bytes, encoding: str, content: bytes, defect: str | None) -> None:
    """The content comes out, and what was wrong with the body is said."""
    assert decode_body(body, encoding) == (content, defect)


def test_a_file_does_not_get_the_text_after_it() -> None:
    """What follows the base64 of an image is not of the image."""
    assert decode_body(b"Q2F0\nA footer.\n", "base64", text=False)[0] == b"Cat"


def test_a_uuencoded_file_is_found_in_a_text() -> None:
    """The lines of the file are told from the lines around it."""
    body = b"See this:\n" + UU + b"Bye\n"
    found = uuencoded(body)
    assert found is not None
    assert (found.name, found.content, body[: found.start], body[found.end :]) == (
        "cat.txt",
        b"Cat",
        b"See this:\n",
        b"Bye\n",
    )


@pytest.mark.parametrize(
    "body", [b"begin 644 nothing follows\n", b"begin 644 x\nthis is prose\nend\n", b"begin the day\nend\n"]
)
def test_prose_that_begins_is_no_file(body: bytes) -> None:
    """A text may say `begin` and `end`."""
    assert uuencoded(body) is None


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_what_was_encoded_is_decoded(data: bytes) -> None:
    """Base64 gives back what went in, and quoted-printable all but the kind of line ends (RFC 2045 6.7)."""
    text = data.replace(b"\r", b"")
    assert decode_body(base64.encodebytes(data), "base64", text=False)[0] == data
    assert decode_body(quopri.encodestring(text), "quoted-printable")[0] == text


@settings(deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["base64", "quoted-printable", "uuencode"]))
def test_no_body_raises(body: bytes, encoding: str) -> None:
    """Any bytes have some content."""
    assert isinstance(decode_body(body, encoding)[0], bytes)
