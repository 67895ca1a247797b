"""The References of our answers: RFC 5322, 3.6.4, bounded."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from keepword.threading.message import Message
from keepword.threading.references import MAX_OCTETS, reply_references

PARENT = Message(digest="0", size=1, message_id="<p@example.com>", synthetic_id=None)


def test_h26_the_parents_chain_and_its_id() -> None:
    """References are the parent's and its Message-ID."""
    parent = replace(PARENT, references=("<a@x>", "<b@x>"), in_reply_to=("<b@x>",))
    assert ("<a@x>", "<b@x>", "<p@example.com>") == reply_references(parent)


def test_a21_in_reply_to_where_there_are_no_references() -> None:
    """A parent without References lends its single In-Reply-To."""
    assert ("<b@x>", "<p@example.com>") == reply_references(replace(PARENT, in_reply_to=("<b@x>",)))


def test_several_in_reply_to_are_not_used() -> None:
    """RFC 5322: only an In-Reply-To with one single id may stand in for References."""
    assert ("<p@example.com>",) == reply_references(replace(PARENT, in_reply_to=("<a@x>", "<b@x>")))


def test_no_message_id_no_references() -> None:
    """A synthetic id is nobody's: it is never written into a header."""
    parent = replace(PARENT, message_id=None, synthetic_id="<raw.1@synthetic.invalid>", references=("<a@x>",))
    assert () == reply_references(parent)


def test_f9_the_first_and_the_newest_are_kept() -> None:
    """A long chain is cut in its middle, below 1,500 bytes."""
    chain = tuple(f"<{n:04}.{'x' * 40}@example.com>" for n in range(500))
    kept = reply_references(replace(PARENT, references=chain))
    assert (chain[0], chain[-1], "<p@example.com>") == (kept[0], kept[-2], kept[-1])
    assert list(kept[1:-1]) == list(chain[-len(kept[1:-1]) :])


def test_what_cannot_stand_in_a_header_is_left_out() -> None:
    """Ids with spaces, control or non-ASCII characters, or of monstrous length, are dropped; so are repeated ones."""
    bad = ("<a b@x>", "<a\r\nBcc: e@x>", "<ä@x>", "bare@x", "<>", "<" + "x" * 2000 + ">", "<a<b@x>")
    kept = reply_references(replace(PARENT, references=("<a@x>", *bad, "<a@x>", "<p@example.com>")))
    assert ("<a@x>", "<p@example.com>") == kept


@given(st.lists(st.text(max_size=300), max_size=60), st.text(min_size=1, max_size=1200))
def test_f3_the_field_is_always_short_plain_ascii(chain: list[str], own: str) -> None:
    """Whatever the parent names, the field is below 1,500 bytes of printable ASCII."""
    parent = replace(PARENT, message_id=f"<{own}>", references=tuple(f"<{c}>" for c in chain))
    field = "References: " + " ".join(reply_references(parent)) + "\r\n"
    assert len(field.encode()) < MAX_OCTETS
    assert field[:-2].isprintable()
    assert field.isascii()
