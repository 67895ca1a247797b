"""Our signed ids: deterministic, bound to the installation, of no use to anybody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.threading.tokens import (
    OwnId,
    entity_id,
    mint_message_id,
    mint_reply_address,
    new_thread_id,
    read_message_id,
    read_reply_address,
)

SECRET = b"0123456789abcdef0123456789abcdef"
OTHER = b"another installation's own secret"
THREAD = new_thread_id(SECRET, "<a@example.com>", "00")
OURS = mint_message_id(SECRET, THREAD, "<a@example.com>", "00", "shop.example")


def test_the_same_mail_gives_the_same_id() -> None:
    """A second try mints the first one's Message-ID, and another part or content another one."""
    again = mint_message_id(SECRET, THREAD, "<a@example.com>", "00", "shop.example")
    others = {
        mint_message_id(SECRET, THREAD, "<b@example.com>", "00", "shop.example"),
        mint_message_id(SECRET, THREAD, "<a@example.com>", "01", "shop.example"),
        mint_message_id(SECRET, THREAD, "<a@example.com>", "00", "shop.example", "acknowledgement"),
    }
    assert again == OURS
    assert len(others - {OURS}) == 3


def test_an_id_of_ours_is_read_back() -> None:
    """The thread comes back, whatever a program made of the case, the brackets or the domain."""
    shouted, bare, relayed = OURS.upper(), OURS.strip("<>"), OURS.replace("shop.example", "relay.example.net")
    found = [read_message_id(SECRET, i) for i in (OURS, shouted, bare, relayed, f" {OURS}\t")]
    assert {OwnId(THREAD, OURS.split(".")[2])} == set(found)


@pytest.mark.parametrize(
    "forged",
    [
        mint_message_id(OTHER, THREAD, "<a@example.com>", "00", "shop.example"),
        OURS.replace("<kw.", "<kx."),
        OURS.replace(THREAD[2:], new_thread_id(SECRET, "<z@example.com>", "00")[2:]),
        OURS[:-20] + "@shop.example>",
        "<kw.12345.67.89@shop.example>",
        "<kw....@shop.example>",
        "<123@shop.example>",
        "",
        "<>",
        "<kw." + "a" * 1_000_000 + "@x>",
    ],
)
def test_b1_b5_an_id_of_another_installation_is_nobodys(forged: str) -> None:
    """A clone's id, a changed one, a number: none of them names a thread."""
    assert read_message_id(SECRET, forged) is None


@given(st.integers(0, 200), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_b5_one_changed_letter_breaks_an_id(at: int, letter: str) -> None:
    """There is no letter in the signed part that may be changed."""
    local = OURS[1:].partition("@")[0]
    at %= len(local)
    if local[at] in {letter, "."}:
        return
    changed = f"<{local[:at]}{letter}{local[at + 1 :]}@shop.example>"
    assert read_message_id(SECRET, changed) is None


@pytest.mark.parametrize("own", ["support@example.com", "help+de@example.com", "shop.support@gmail.com"])
def test_a_reply_address_is_read_back(own: str) -> None:
    """The token in a reply address names its thread, at that very address only, in any case."""
    minted = mint_reply_address(SECRET, THREAD, own)
    assert minted != own
    assert {THREAD} == {read_reply_address(SECRET, a, own) for a in (minted, minted.upper(), f"<{minted}>")}
    assert read_reply_address(SECRET, minted, "sales@example.com") is None


def test_a_reply_address_has_the_documented_shape() -> None:
    """It is `support+t.<token>@example.com`."""
    minted = mint_reply_address(SECRET, THREAD, "support@example.com")
    head, _, token = minted.partition("@")[0].partition("+t.")
    assert ("support", 36) == (head, len(token))


@pytest.mark.parametrize(
    "address",
    [
        mint_reply_address(OTHER, THREAD, "support@example.com"),
        "support@example.com",
        "support+t.@example.com",
        "support+t.42@example.com",
        "support+sale@example.com",
        f"support+t.{THREAD[2:]}{'a' * 16}@example.com",
        mint_reply_address(SECRET, THREAD, "support@example.com").replace("+t.", "t."),
        "",
    ],
)
def test_b1_a_forged_reply_address_names_nothing(address: str) -> None:
    """A token that we did not sign routes nothing."""
    assert read_reply_address(SECRET, address, "support@example.com") is None


def test_a_long_local_part_gets_no_token() -> None:
    """RFC 5321 allows 64 octets before the `@`; an address that would grow beyond stays as it is."""
    own = "a" * 40 + "@example.com"
    assert own == mint_reply_address(SECRET, THREAD, own)


def test_a_foreign_thread_id_is_refused() -> None:
    """Only ids made by `new_thread_id` can be put into our ids."""
    for mint in (
        lambda: mint_reply_address(SECRET, "t_1", "support@example.com"),
        lambda: mint_message_id(SECRET, "../x", "<a@example.com>", "00", "example.com"),
    ):
        with pytest.raises(ValueError, match="no thread id"):
            mint()


def test_ids_differ_by_use_and_field() -> None:
    """Each use has a domain of its own, and fields cannot flow into each other."""
    made = [
        new_thread_id(SECRET, "ab", "c"),
        new_thread_id(SECRET, "a", "bc"),
        new_thread_id(SECRET, "ab", "c", "m"),
        new_thread_id(OTHER, "ab", "c"),
        entity_id(SECRET, "ab"),
        entity_id(OTHER, "ab"),
    ]
    assert len({m[2:22] for m in made}) == len(made)
    assert all(len(m) <= 32 and m == m.lower() for m in made)


def test_undecodable_ids_are_hashed_all_the_same() -> None:
    """Lone surrogates, as broken headers yield them, raise nothing."""
    assert new_thread_id(SECRET, "\udce4@x", "0").startswith("t_")
