"""Encoded words (RFC 2047) are decoded as senders mean them."""

from __future__ import annotations

from email.header import Header

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.encoded_words import decode_words

WORDS = [
    ("plain", "plain"),
    ("=?utf-8?q?caf=C3=A9?=", "café"),
    ("=?UTF-8?B?Y2Fmw6k=?=", "café"),
    ("=?iso-8859-1?Q?a_b?=", "a b"),
    ("=?utf-8*en?q?x?=", "x"),
    # RFC 2047 section 8
    ("(=?ISO-8859-1?Q?a?= b)", "(a b)"),
    ("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"),
    ("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"),
    ("(=?ISO-8859-1?Q?a_?= =?ISO-8859-1?Q?b?=)", "(a b)"),
    # broken, and read all the same
    ("=?utf-8?q?caf=C3?= =?utf-8?q?=A9?=", "café"),
    ("=?utf-8?b?Y2Fmww==?= =?utf-8?b?qQ==?=", "café"),
    ("=?utf-8?b?Y2Fm?= =?utf-8?b?w6k?=", "café"),
    ("=?utf-8?b?Y2Fmw6k?=", "café"),
    ("=?utf-8?q?two words?=", "two words"),
    ("=?utf-8?q?what??=", "what?"),
    ("=?utf-8?q?=3D=3F?=", "=?"),
    ("=?utf-8?q?caf=C3=A9", "café"),
    ("a=?utf-8?q?b?=c", "abc"),
    ("=?uft-8?q?caf=C3=A9?=", "café"),
    ("=?bogus?q?caf=C3=A9?=", "café"),
    ("=?gb2312?B?1tDOxA==?=", "中文"),
    ("=?iso-2022-jp?B?GyRCJF4kXyRgGyhC?=", "まみむ"),
    ("=?utf-8?x?nothing?=", "=?utf-8?x?nothing?="),
    ("=?=?=?", "=?=?=?"),
    ('"=?utf-8?q?quoted?="', '"quoted"'),
]


@pytest.mark.parametrize(("value", "text"), WORDS)
def test_words_are_decoded(value: str, text: str) -> None:
    """Words become text; what is no word stays as it stands."""
    assert decode_words(value) == text


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=120))
def test_what_python_encodes_is_read(text: str) -> None:
    """A header that Python's own encoder wrote comes back as it was."""
    encoded = Header(text, "utf-8", maxlinelen=76).encode().replace("\n", "")
    assert decode_words(encoded) == text


@settings(deadline=None)
@given(st.text("=?bBqQutf8-_ azAZ09", max_size=200))
def test_no_value_raises(value: str) -> None:
    """Every string has a reading."""
    assert isinstance(decode_words(value), str)
