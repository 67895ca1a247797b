"""Bytes become text, whatever the mail says about its charset."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.charsets import codec, decode

LABELS = [
    ("utf-8", "utf_8"),
    ("UTF8", "utf_8"),
    ("uft-8", "utf_8"),
    ('"utf-8"', "utf_8"),
    ("unicode-1-1-utf-7", "utf_7"),
    ("us-ascii", "ascii"),
    ("ISO-8859-1", "cp1252"),
    ("iso8859-1", "cp1252"),
    ("latin1", "cp1252"),
    ("iso-8859-8-i", "iso8859_8"),
    ("ISO-8859-15", "iso8859_15"),
    ("cp-850", "cp850"),
    ("windows-1251", "cp1251"),
    ("x-sjis", "cp932"),
    ("Shift_JIS", "cp932"),
    ("iso-2022-jp", "iso2022_jp_ext"),
    ("gb2312", "gb18030"),
    ("ks_c_5601-1987", "cp949"),
    ("big5", "cp950"),
    ("koi8-r", "koi8_r"),
    ("macintosh", "mac_roman"),
    ("bogus", None),
    ("1", None),
    ("", None),
    # codecs of Python's that are no charsets
    ("idna", None),
    ("hex", None),
    ("zlib", None),
    ("rot13", None),
    ("unicode_escape", None),
    ("punycode", None),
]


@pytest.mark.parametrize(("label", "name"), LABELS)
def test_f1_labels_are_looked_up(label: str, name: str | None) -> None:
    """A label means the charset that its senders mean; what is no charset means nothing."""
    assert codec(label) == name


JAPANESE = "次のあて先へのメッセージはエラーのため送信できませんでした。"
KOREAN = "안녕하세요, 반갑습니다. 주문한 상품이 아직 도착하지 않았습니다."
CHINESE = "您好，我订购的商品还没有收到，请帮我查询一下。"
RUSSIAN = "Здравствуйте, мой заказ до сих пор не пришёл, помогите пожалуйста."

BYTES = [
    (b"plain", "utf-8", "plain", None),
    ("café".encode(), "utf-8", "café", None),
    ("café".encode("latin-1"), "iso-8859-1", "café", None),
    ("café".encode(), "us-ascii", "café", "charset: not 'us-ascii'"),
    ("café".encode(), "bogus", "café", "charset: unknown 'bogus'"),
    ("café".encode("latin-1"), "bogus", "café", "charset: unknown 'bogus'"),
    ("café".encode(), None, "café", "charset: 8-bit bytes without a charset"),
    ("café".encode("latin-1"), "utf-8", "café", "charset: not all is 'utf-8'"),
    ("café".encode(), "iso-2022-jp", "café", "charset: not 'iso-2022-jp' but utf-8"),
    (JAPANESE.encode("euc_jp"), None, JAPANESE, "charset: 8-bit bytes without a charset"),
    (JAPANESE.encode("cp932"), None, JAPANESE, "charset: 8-bit bytes without a charset"),
    (JAPANESE.encode("iso2022_jp"), None, JAPANESE, None),
    (JAPANESE.encode("euc_jp"), "iso-2022-jp", JAPANESE, "charset: not all is 'iso-2022-jp'"),
    ("Škoda".encode("cp1252"), "iso-2022-jp", "Škoda", "charset: not all is 'iso-2022-jp'"),
    (KOREAN.encode("euc_kr"), "bogus", KOREAN, "charset: unknown 'bogus'"),
    (CHINESE.encode("gb2312"), None, CHINESE, "charset: 8-bit bytes without a charset"),
    (RUSSIAN.encode("cp1251"), None, RUSSIAN, "charset: 8-bit bytes without a charset"),
    (RUSSIAN.encode("koi8_r"), None, RUSSIAN, "charset: 8-bit bytes without a charset"),
    (b"a\x00b", "utf-8", "ab", "charset: NUL bytes in text"),
    (b"\x81\x8d", "iso-8859-1", "\x81\x8d", "charset: not all is 'iso-8859-1'"),
]


@pytest.mark.parametrize(("data", "label", "text", "defect"), BYTES)
def test_a11_bytes_become_text(data: bytes, label: str | None, text: str, defect: str | None) -> None:
    """A wrong, unknown or missing charset is no reason to fail; it is said."""
    assert decode(data, label) == (text, defect)


@settings(deadline=None)
@given(st.binary(max_size=300), st.one_of(st.none(), st.sampled_from([label for label, _ in LABELS])))
def test_no_bytes_raise(data: bytes, label: str | None) -> None:
    """Every string of bytes has a reading without NUL and without halves of surrogate pairs."""
    text, _ = decode(data, label)
    assert "\x00" not in text
    assert text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") is not None
