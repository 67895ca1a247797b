"""Header fields are read from raw bytes, whatever those bytes are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.headers import MAX_FIELDS, MAX_VALUE, field_text, read_block

SHAPES = [
    (b"A: 1\r\nB: 2\r\n\r\nbody", [("a", b"1"), ("b", b"2")], b"body"),
    (b"A: 1\nB: 2\n\nbody", [("a", b"1"), ("b", b"2")], b"body"),
    (b"A: 1\r\r\nB: 2\r\r\n\r\r\nbody", [("a", b"1"), ("b", b"2")], b"body"),
    (b"A: 1\rB: 2\r", [("a", b"1"), ("b", b"2")], b""),
    (b"A: 1\n 2\n\t3\n\n", [("a", b"1 2\t3")], b""),
    (b"A : 1\n\n", [("a", b"1")], b""),
    (b"A:1\n\n", [("a", b"1")], b""),
    (b"A:\n\nbody", [("a", b"")], b"body"),
    (b"From me@example.com Mon Jan  1\nA: 1\n\nbody", [("a", b"1")], b"body"),
    (b">From me@example.com\nA: 1\n\nbody", [("a", b"1")], b"body"),
    (b"\n\nA: 1\n\nbody", [("a", b"1")], b"body"),
    (b"\xef\xbb\xbfA: 1\n\nbody", [("a", b"1")], b"body"),
    (b"\nHello, this is text.", [], b"Hello, this is text."),
    (b"A: 1\nno field here\nB: 2\n\nbody", [("a", b"1"), ("b", b"2")], b"body"),
    (b"A: 1\nno field here\n folded\nB: 2\n\nbody", [("a", b"1 folded"), ("b", b"2")], b"body"),
    (b"A: 1\nThis is the text.\nIt goes on.\n", [("a", b"1")], b"This is the text.\nIt goes on.\n"),
    (b"Just text.\nNo header.\n", [], b"Just text.\nNo header.\n"),
    (b"A: 1", [("a", b"1")], b""),
    (b"", [], b""),
    (b"\n", [], b""),
]


@pytest.mark.parametrize(("raw", "fields", "body"), SHAPES)
def test_a_block_is_read_whatever_its_line_ends_and_faults(
    raw: bytes, fields: list[tuple[str, bytes]], body: bytes
) -> None:
    """Fields come in order, unfolded, and the body starts where the header ends."""
    block = read_block(raw, message=True)
    assert (list(block.fields), raw[block.body :]) == (fields, body)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"plain", "plain"),
        ("Jürgen".encode(), "Jürgen"),
        ("Jürgen".encode("latin-1"), "Jürgen"),
        ("„Zitat“".encode("cp1252"), "„Zitat“"),
        ("こんにちは、みなさん".encode("euc_jp"), "こんにちは、みなさん"),
        (b"a\x00b\x07c", "a b c"),
    ],
)
def test_eight_bit_values_become_text(raw: bytes, text: str) -> None:
    """A value is ASCII, UTF-8 (RFC 6532), or what it looks like; controls become spaces."""
    assert field_text(raw) == text


def test_an_eight_bit_value_is_read_in_the_bodys_charset() -> None:
    """A mail that says its body is Big5 means the same of its bare subject."""
    raw = b"Subject: " + "中文".encode("big5") + b"\nContent-Type: text/plain; charset=big5\n\n"
    assert read_block(raw).text("subject") == "中文"


def test_limits_are_said() -> None:
    """What is cut from a huge header leaves a mark."""
    many = read_block(b"a: b\n" * (MAX_FIELDS + 1) + b"\n")
    long = read_block(b"a: " + b"x" * (MAX_VALUE + 1) + b"\n\n")
    assert many.defects == (f"limit: more than {MAX_FIELDS} header fields",)
    assert long.defects == (f"limit: a longer than {MAX_VALUE} bytes",)


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_raise(raw: bytes) -> None:
    """Every block ends within the bytes, and every field can be shown."""
    block = read_block(raw)
    assert 0 <= block.body <= len(raw)
    assert all(isinstance(field_text(value), str) for _, value in block.fields)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.from_regex(r"[A-Za-z][A-Za-z-]{0,20}", fullmatch=True),
            st.from_regex(r"[!-~]([ -~]{0,60}[!-~])?", fullmatch=True),
        ),
        min_size=1,
        max_size=20,
    ),
    st.sampled_from([b"\n", b"\r\n"]),
)
def test_what_was_written_is_read(fields: list[tuple[str, str]], end: bytes) -> None:
    """Well-formed fields come back as they were written."""
    raw = b"".join(f"{name}: {value}".encode() + end for name, value in fields) + end + b"body"
    block = read_block(raw)
    assert block.fields == tuple((name.lower(), value.encode()) for name, value in fields)
    assert raw[block.body :] == b"body"


PIECES = (b"A", b"b", b":", b" ", b"\t", b"\r\n", b"\n", b"\r", b"X: y", b"\r\n ", b"\r\r\n", b"\xff", b"S: a\r\n")


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join))
def test_a_plain_block_is_read_like_all_others(block: bytes) -> None:
    """The short way for blocks of fields alone finds what the long one does: an mbox line before them leads there."""
    plain = b"Subject: a\r\n" + block
    short = read_block(plain, message=True)
    long = read_block(b"From someone\r\n" + plain, message=True)
    moved = len(b"From someone\r\n")
    assert (short.fields, short.body, short.defects, short.charset) == (
        long.fields,
        long.body - moved,
        long.defects,
        long.charset,
    )
