"""Message identifiers are taken as they stand, and salvaged where they are broken."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.ids import MAX_ID, MAX_IDS, read_id, read_ids

LISTS = [
    ("<a@example.com>", ["<a@example.com>"]),
    ("<a@example.com> <b@example.com>", ["<a@example.com>", "<b@example.com>"]),
    ("<a@example.com><b@example.com>", ["<a@example.com>", "<b@example.com>"]),
    ("<a@example.com>,\t<b@example.com>", ["<a@example.com>", "<b@example.com>"]),
    ("<a@example.com> <a@example.com>", ["<a@example.com>"]),
    ("a@example.com", ["<a@example.com>"]),
    ("a@example.com, b@example.com", ["<a@example.com>", "<b@example.com>"]),
    ('"<a@example.com>"', ["<a@example.com>"]),
    ("<a@example.com", ["<a@example.com>"]),
    ("(comment <c@example.com>) <a@example.com>", ["<c@example.com>", "<a@example.com>"]),
    ("(by c@example.com) <a@example.com>", ["<a@example.com>"]),
    ("Your message of Monday <a@example.com>", ["<a@example.com>"]),
    ("Your message of Monday from jane@example.com", []),
    ("<a b@example.com>", ["<a b@example.com>"]),
    ("< a@example.com >", ["<a@example.com>"]),
    ("<1234   @   local(blah)  .machine .example>", ["<1234@local.machine.example>"]),
    ('<"a b"@example.com>', ['<"a b"@example.com>']),
    ("<[x]@example.com>", ["<[x]@example.com>"]),
    ("<a@[192.0.2.1]>", ["<a@[192.0.2.1]>"]),
    ("=?utf-8?q?=3Ca=40example=2Ecom=3E?=", ["<a@example.com>"]),
    ("<no-domain>", ["<no-domain>"]),
    ("<>", []),
    ("< >", []),
    ("<@>", []),
    ("", []),
    ("<<a@example.com>>", ["<a@example.com>"]),
]


@pytest.mark.parametrize(("value", "ids"), LISTS)
def test_ids_are_read(value: str, ids: list[str]) -> None:
    """Ids come in order, each once, with their brackets."""
    assert list(read_ids(value)) == ids


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("<a@example.com>", "<a@example.com>"),
        ("20010101.12345", "<20010101.12345>"),
        ("two words", None),
        ("<>", None),
        ("", None),
        ("<" + "x" * MAX_ID + "@example.com>", None),
    ],
)
def test_c8_a_message_id_is_usable_or_it_is_none(value: str, found: str | None) -> None:
    """A single bare word is an id; an empty, a phrase or a monster is none."""
    assert read_id(value) == found


def test_f9_a_flood_of_ids_keeps_the_first_and_the_newest() -> None:
    """Of a million references only as many are kept as anybody needs."""
    ids = read_ids(" ".join(f"<{n}@example.com>" for n in range(5 * MAX_IDS)))
    assert (len(ids), ids[0], ids[-1]) == (MAX_IDS, "<0@example.com>", f"<{5 * MAX_IDS - 1}@example.com>")


@settings(deadline=None)
@given(st.text('<>()@.," =?ab', max_size=200))
def test_no_value_raises(value: str) -> None:
    """Every id that comes out has brackets and no more of them inside."""
    assert all(i[0] == "<" and i[-1] == ">" and not set(i[1:-1]) & set("<>") for i in read_ids(value, bare=True))


@settings(deadline=None)
@given(st.lists(st.from_regex(r"<[a-z0-9.$%+-]{1,30}@[a-z0-9.-]{1,30}>", fullmatch=True), unique=True, max_size=30))
def test_what_was_written_is_read(ids: list[str]) -> None:
    """Well-formed ids come back, however they were folded."""
    assert list(read_ids("\t".join(ids))) == ids
