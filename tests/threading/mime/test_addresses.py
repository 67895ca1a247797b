"""Mailboxes are read from address fields, and salvaged where the field is broken."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.addresses import MAX_ADDRESSES, addresses_in, clean_address, read_addresses

FIELDS: list[tuple[str, list[tuple[str, str]]]] = [
    ("jane@example.com", [("jane@example.com", "")]),
    ("Jane <jane@example.com>", [("jane@example.com", "Jane")]),
    ("<jane@example.com>", [("jane@example.com", "")]),
    ('"Doe, Jane" <jane@example.com>', [("jane@example.com", "Doe, Jane")]),
    ("Doe, Jane <jane@example.com>", [("jane@example.com", "Doe, Jane")]),
    ("root, bob@example.com", [("root", ""), ("bob@example.com", "")]),
    ("jane@example.com (Jane)", [("jane@example.com", "Jane")]),
    ("jane@example.com (Jane (nested) Doe)", [("jane@example.com", "Jane (nested) Doe")]),
    ("a@example.com, b@example.com; c@example.com", [(f"{x}@example.com", "") for x in "abc"]),
    ("Jane Doe <jane @ example . com>", [("jane@example.com", "Jane Doe")]),
    ("<@relay.example,@other.example:jane@example.com>", [("jane@example.com", "")]),
    ('"jane doe"@example.com', [('"jane doe"@example.com', "")]),
    ('"jane"@example.com', [("jane@example.com", "")]),
    ("jane@[192.0.2.1]", [("jane@[192.0.2.1]", "")]),
    # groups (RFC 5322 3.4)
    ("Friends: a@example.com, B <b@example.com>;", [("a@example.com", ""), ("b@example.com", "B")]),
    ("undisclosed-recipients:;", []),
    ("Undisclosed recipients:;", []),
    # encoded words
    ("=?utf-8?q?J=C3=B6rn?= <jorn@example.com>", [("jorn@example.com", "Jörn")]),
    ('"=?utf-8?q?J=C3=B6rn?=" <jorn@example.com>', [("jorn@example.com", "Jörn")]),
    ("=?utf-8?q?jane=40example=2Ecom?=", [("jane@example.com", "")]),
    ("=?utf-8?b?SmFuZSA8amFuZUBleGFtcGxlLmNvbT4=?=", [("jane@example.com", "Jane")]),
    ("<=?utf-8?q?jane=40example=2Ecom?=>", [("jane@example.com", "")]),
    # a name is the sender's to forge: the angle address counts
    ("boss@example.org <jane@example.com>", [("jane@example.com", "boss@example.org")]),
    ('"boss@example.org" <jane@example.com>', [("jane@example.com", "boss@example.org")]),
    ("=?utf-8?q?boss=40example=2Eorg?= <jane@example.com>", [("jane@example.com", "boss@example.org")]),
    ("Jane <jane@example.com> <boss@example.org>", [("jane@example.com", "Jane"), ("boss@example.org", "Jane")]),
    # broken, and read all the same
    ("<<jane@example.com>>", [("jane@example.com", "")]),
    ("Jane <jane@example.com", [("jane@example.com", "Jane")]),
    ('"Jane <jane@example.com>', [("jane@example.com", "Jane")]),
    ("Jane (oops <jane@example.com>", [("jane@example.com", "Jane oops")]),
    ("mailto:jane@example.com", [("jane@example.com", "")]),
    ("<mailto:jane@example.com>", [("jane@example.com", "")]),
    ("'jane@example.com'", [("jane@example.com", "")]),
    ("jane@example.com.", [("jane@example.com", "")]),
    ("a@example.com b@example.com", [("a@example.com", ""), ("b@example.com", "")]),
    ("MAILER-DAEMON", [("MAILER-DAEMON", "")]),
    ("MAILER-DAEMON (Mail Delivery System)", [("MAILER-DAEMON", "Mail Delivery System")]),
    ("Jane Doe", []),
    ('"Jane"', []),
    ("<>", []),
    ("@example.com", []),
    ("jane@", []),
    ("Jane <jane@example.com@example.org>", []),
    ("<Undisclosed-Recipient:@example.com>", []),
    ("", []),
    (",,,", []),
    # RFC 6532, IDN
    ("Jörn <jörn@exämple.com>", [("jörn@exämple.com", "Jörn")]),
    ("jane@xn--exmple-cua.com", [("jane@xn--exmple-cua.com", "")]),
    # nothing invisible in a name
    ("Ja\u202ene\u200b <jane@example.com>", [("jane@example.com", "Jane")]),
]


@pytest.mark.parametrize(("value", "found"), FIELDS)
def test_c6_mailboxes_are_read_or_salvaged(value: str, found: list[tuple[str, str]]) -> None:
    """Each mailbox comes with its name, in order, whatever the field looks like."""
    assert [(a.address, a.name) for a in read_addresses(value)] == found


def test_a_flood_of_addresses_is_cut() -> None:
    """No field gives more mailboxes than a person could have meant."""
    assert len(read_addresses("a@example.com," * 5_000)) == MAX_ADDRESSES


def test_addresses_in_running_text_are_found() -> None:
    """Punctuation around an address is not of it."""
    text = "Write to <jane@example.com>, or 'bob@example.org'. Not to me@ or @you."
    assert addresses_in(text) == ("jane@example.com", "bob@example.org")


def test_an_address_of_inhuman_length_is_none() -> None:
    """RFC 5321 4.5.3.1 bounds an address, and so do we."""
    assert clean_address("a" * 400 + "@example.com") == ""


@settings(deadline=None)
@given(st.text('"()<>,;:@.[]\\ =?ab\t', max_size=200))
def test_no_value_raises(value: str) -> None:
    """Every address that comes out is one line without white space around it."""
    assert all(a.address == a.address.strip() and "\n" not in a.address + a.name for a in read_addresses(value))


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.from_regex(r"[a-z0-9.+_-]{1,20}@[a-z]{1,10}\.example", fullmatch=True).filter(lambda a: ".." not in a),
            st.from_regex(r"[A-Z][a-z]{0,10}( [A-Z][a-z]{0,10})?", fullmatch=True),
        ),
        max_size=10,
    )
)
def test_what_was_written_is_read(people: list[tuple[str, str]]) -> None:
    """Well-formed mailboxes come back as they were written."""
    value = ", ".join(f'"{name}" <{address}>' for address, name in people)
    assert [(a.address, a.name) for a in read_addresses(value)] == people


WORDS = st.text("abAZ09 ", max_size=6)


@given(
    st.tuples(
        st.sampled_from(("", '"')),
        WORDS,
        st.sampled_from(("", '"', " ", '" ', "  ")),
        st.sampled_from(("", "<")),
        st.text("abZ.-_+1", max_size=5),
        st.just("@"),
        st.text("ab.-1", max_size=5),
        st.sampled_from(("", ">")),
    )
)
def test_the_usual_forms_are_read_like_all_others(parts: tuple[str, ...]) -> None:
    """The short way for plain mailboxes finds what the long one does: a space before the field leads there."""
    value = "".join(parts)
    assert read_addresses(value) == read_addresses(f" {value}")
