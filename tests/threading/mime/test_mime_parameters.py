"""Parameters of MIME fields are read as RFC 2045 and RFC 2231 write them, and as mail programs do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.parameters import disposition, file_name, media_type, parameters

FIELDS = [
    ("text/plain; charset=utf-8", {"charset": "utf-8"}),
    ('text/plain; charset="utf-8"; format=flowed', {"charset": "utf-8", "format": "flowed"}),
    ("text/plain;charset = utf-8 ;x=y", {"charset": "utf-8", "x": "y"}),
    ('a/b; name="semi; colon \\"quoted\\""', {"name": 'semi; colon "quoted"'}),
    ("a/b; name=two words.txt; x=y", {"name": "two words.txt", "x": "y"}),
    ('a/b; name="never closed', {"name": "never closed"}),
    ("a/b;; ; nothing; x=y", {"x": "y"}),
    ("a/b; x=1; x=2", {"x": "1"}),
    # RFC 2231
    ("a/b; title*=us-ascii'en-us'This%20is%20fun", {"title": "This is fun"}),
    ("a/b; name*=UTF-8''caf%C3%A9.txt", {"name": "café.txt"}),
    ("a/b; name*=''caf%C3%A9.txt", {"name": "café.txt"}),
    ('a/b; url*0="ftp://"; url*1="example.com"', {"url": "ftp://example.com"}),
    ("a/b; n*1=b; n*0=a", {"n": "ab"}),
    ("a/b; n*0*=utf-8''caf%C3; n*1*=%A9; n*2=.txt", {"n": "café.txt"}),
    ("a/b; name=old.txt; name*=utf-8''new.txt", {"name": "new.txt"}),
    ("a/b", {}),
    ("", {}),
]


@pytest.mark.parametrize(("value", "found"), FIELDS)
def test_parameters_are_read(value: str, found: dict[str, str]) -> None:
    """Names are lower-cased, sections joined, charsets decoded."""
    assert parameters(value) == found


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("Text/HTML; x=y", "text/html"),
        ("text / plain", "text/plain"),
        ("image", "text/plain"),
        ("", "text/plain"),
        ("application/vnd.ms-excel", "application/vnd.ms-excel"),
    ],
)
def test_media_types_are_read(value: str, kind: str) -> None:
    """A type that is none is plain text (RFC 2045 5.2)."""
    assert media_type(value) == kind


def test_dispositions_are_read() -> None:
    """The word before the parameters is the disposition."""
    assert [disposition(v) for v in ("Attachment; filename=x", "inline", "", '"attachment"')] == [
        "attachment",
        "inline",
        "",
        "attachment",
    ]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("a.txt", "a.txt"),
        ("=?utf-8?q?caf=C3=A9.txt?=", "café.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\a.exe", "a.exe"),
        ("a\u202etxt.exe", "atxt.exe"),
        ("a\x00\x1b[31m.txt", "a[31m.txt"),
        ("http://example.com/a.png", "a.png"),
        ("/", ""),
        ("x" * 300 + ".pdf", "x" * 251 + ".pdf"),
    ],
)
def test_file_names_are_made_safe(value: str, name: str) -> None:
    """A name holds no folder, no control, and its extension stays."""
    assert file_name(value) == name


@settings(deadline=None)
@given(st.text("a=;\"\\'*0%C3 ", max_size=120))
def test_no_value_raises(value: str) -> None:
    """Any string has parameters, or none."""
    assert all(isinstance(v, str) for v in parameters(value).values())
