"""Keys and shapes of what the store writes: hashes, ids that every store holds, times that sort."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st
from values_made import unhurried

from keepword.memory.store import document_id, message_key
from keepword.memory.store_bodies import sortable

FORBIDDEN = set("/\\#?")


@unhurried
@given(st.text(), st.one_of(st.none(), st.text(alphabet="0123456789abcdef", min_size=1)))
def test_a_message_key_is_a_hash(message_id: str, digest: str | None) -> None:
    """64 hexadecimal digits, the same each time, whatever the header held."""
    key = message_key(message_id, digest)
    assert len(key) == 64
    assert set(key) <= set("0123456789abcdef")
    assert message_key(message_id, digest) == key


@unhurried
@given(
    st.lists(st.tuples(st.text(max_size=4), st.sampled_from([None, "a", "ab"])), unique=True, min_size=2, max_size=9)
)
def test_two_messages_have_two_keys(pairs: list[tuple[str, str | None]]) -> None:
    """Id and digest are told apart wherever one ends and the other begins."""
    assert len({message_key(*pair) for pair in pairs}) == len(pairs)


def test_a_message_key_never_changes() -> None:
    """An index written today is read by every later version."""
    assert message_key("<a@example.com>") == "69b3743fc8ea61e440767505c1fcb130a96f87198d13762dc2df15c3631defa1"


@unhurried
@given(st.text(min_size=1))
def test_a_document_id_is_one_that_every_store_holds(key: str) -> None:
    """No forbidden character, no more than 255 characters, and the key itself where that will do."""
    id_ = document_id(key)
    assert not set(id_) & FORBIDDEN
    assert id_.isascii()
    assert 0 < len(id_) <= 255
    assert id_ == document_id(id_)


OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=OFFSETS)  # noqa: DTZ001 - bounds of the draw


@unhurried
@given(MOMENTS, MOMENTS)
def test_sortable_times_sort_as_moments_do(first: datetime, second: datetime) -> None:
    """The order of the texts is the order in time."""
    one, other = sortable(first), sortable(second)
    assert one is not None
    assert other is not None
    assert (first < second, first == second) == (one < other, one == other)
