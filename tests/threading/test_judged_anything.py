"""Any bytes at all are judged, identified and threaded without an exception."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.authentication import authenticate
from keepword.threading.entity import address_key, identify, level_of
from keepword.threading.gate import Own, judge
from keepword.threading.group import group
from keepword.threading.message import Message
from keepword.threading.read import read
from keepword.threading.references import reply_references
from keepword.threading.resolve import lookup_ids, resolve, token_thread
from keepword.threading.tokens import entity_id, mint_message_id, new_thread_id, read_message_id
from keepword.threading.verdicts import Gate, Level

SECRET = b"0123456789abcdef0123456789abcdef"
NAMES = (
    b"From To Cc Reply-To Sender Return-Path Subject Date Message-ID In-Reply-To References Content-Type Precedence "
    b"Auto-Submitted List-Id Authentication-Results ARC-Seal ARC-Authentication-Results X-Auto-Response-Suppress"
)
VALUES = [
    b"a@example.com", b"<a@x>", b"=?utf-8?q?=ff?=", b"\xff\xfe", b"(", b'"', b"<>", b"mx; dmarc=pass header.from=example.com",
    b"i=1; d=x", b"multipart/report; report-type=delivery-status", b"text/calendar; method=REPLY", b"Re: Fwd: [#x]", b"",
    b"<kw.a.b.c@x>", b"\xe4@\xff.example", b"a@\xf0\x9f\x98\x80.example", b"a@-x-.example", b"1", b"no",
]  # fmt: skip


def everything(message: Message) -> None:
    """Ask all that is asked of a mail."""
    authentication = authenticate(message, "mx", ("x",))
    person = identify(message, authentication, colleagues=("@x",), contact_forms=("f@x",), own=("s@x",))
    assert judge(message, Own(("s@x",))).verdict in Gate
    if person is not None:
        assert level_of(person, authentication).level in Level
        assert entity_id(SECRET, person.key).startswith("e_")
    thread = new_thread_id(SECRET, message.id, message.digest)
    placed = resolve(
        message,
        token=token_thread(message, SECRET, ("s@x",), True),
        known={},
        entity_id="e",
        own_entry=None,
        subject_thread=None,
        new_id=thread,
    )
    assert set(placed.ghosts) <= set(lookup_ids(message, SECRET))
    ours = mint_message_id(SECRET, placed.thread_id, message.id, message.digest, "x")
    assert read_message_id(SECRET, ours) is not None
    assert all(i.isascii() for i in reply_references(message))
    assert [1] == [len(t.messages) for t in group([("f", message)])]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(NAMES.split()), st.lists(st.sampled_from(VALUES), max_size=4)), max_size=12))
def test_c6_any_header_is_judged(fields: list[tuple[bytes, list[bytes]]]) -> None:
    """Headers of all kinds of junk lead to a verdict."""
    everything(read(b"".join(n + b": " + b" ".join(v) + b"\r\n" for n, v in fields) + b"\r\nHello\r\n"))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_judged(raw: bytes) -> None:
    """What is no mail at all is judged like one."""
    everything(read(raw))


@pytest.mark.parametrize("address", ["\udce4@\udcff.example", "a@\ud800", "\ud800", "a@" + "ü" * 300, "a@" + "." * 300])
def test_keys_of_undecodable_addresses(address: str) -> None:
    """Lone surrogates and endless labels have a key and an id."""
    assert entity_id(SECRET, address_key(address)).startswith("e_")
