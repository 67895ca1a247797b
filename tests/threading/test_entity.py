"""Whose mail it is: address keys, shared inboxes, colleagues, forms, forwards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.threading.entity import address_key, identify, is_shared, level_of, matches
from keepword.threading.message import Address, Forwarded, Message
from keepword.threading.verdicts import Authentication, Level, Person

VERIFIED = Authentication(Level.VERIFIED, "dmarc=pass")
UNVERIFIED = Authentication(Level.UNVERIFIED, "no authserv-id")
STAFF = ("@staff.example", "kim@example.org")
FORMS = ("forms@site.example",)
OWN = ("support@example.com",)
ROLES = """info@x.example INFO@x.example office@x.example sales.uk@x.example info2@x.example buchhaltung@x.example
    kunden-service@x.example rechnung@x.example compta@x.example ventas@x.example support+de@x.example team-list@x.example
    news-request@x.example no-reply@x.example klantenservice@x.example hello@x.example post@x.example"""
PEOPLE = """anna@x.example anna.berg@x.example infonie@x.example salesman@x.example orderly@x.example bob.info@x.example
    office365fan@x.example postel@x.example hellokitty@gmail.com a@x.example"""
ANNA = Address("Anna.Berg@Example.COM", "Anna Berg")
KIM = Address("kim@example.org", "Kim")


def letter(*authors: Address, **fields: object) -> Message:
    """Make a mail by these authors."""
    return replace(Message(digest="d" * 64, size=1, message_id="<m@x>", synthetic_id=None, from_=authors), **fields)


def person(message: Message, authentication: Authentication = VERIFIED) -> Person:
    """Identify with this shop's staff and forms."""
    found = identify(message, authentication, colleagues=STAFF, contact_forms=FORMS, own=OWN)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("Anna.Berg@Example.COM", "anna.berg@example.com"),
        (" anna@example.com. ", "anna@example.com"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@BÜCHER.example", "anna@xn--bcher-kva.example"),
        ("anna@xn--bcher-kva.example", "anna@xn--bcher-kva.example"),
        ("anna@straße.example", "anna@xn--strae-oqa.example"),
        ("JOSE\u0301@example.com", "josé@example.com"),
        ('"anna"@example.com', "anna@example.com"),
        ('"anna berg"@example.com', '"anna berg"@example.com'),
        ('".anna"@example.com', '".anna"@example.com'),
        ('"a@b"@example.com', '"a@b"@example.com'),
        ("a.n.n.a+shop@gmail.com", "anna@gmail.com"),
        ("a.nna@googlemail.com", "anna@gmail.com"),
        ("a.nna+x@outlook.com", "a.nna@outlook.com"),
        ("a.nna+x@example.com", "a.nna+x@example.com"),
        ("+x@gmail.com", "+x@gmail.com"),
        ("anna@[192.0.2.1]", "anna@[192.0.2.1]"),
        ("anna@a_b.example", "anna@a_b.example"),
        ("Nobody", "nobody"),
        ("", ""),
        ("@", "@"),
        ("anna@\u0000ü", "anna@\u0000ü"),
    ],
)
def test_address_key(address: str, key: str) -> None:
    """Case and IDNA never tell people apart; dots and tags only where the provider does."""
    assert key == address_key(address)


@given(st.text(max_size=60), st.sampled_from(["", "@gmail.com", "@Example.com", "@ü.example"]))
def test_a_key_is_its_own_key(local: str, domain: str) -> None:
    """Any text has a key, and a key's key is itself."""
    key = address_key(local + domain)
    assert key == address_key(key)


def test_the_author_is_the_person() -> None:
    """Name and address stay as they were written; the key is for comparing."""
    assert Person("anna.berg@example.com", "Anna.Berg@Example.COM", "Anna Berg") == person(letter(ANNA))


def test_a15_a_foreign_reply_to_names_nobody() -> None:
    """Reply-To of an ordinary sender is not the person, nor where answers go."""
    assert "Anna.Berg@Example.COM" == person(letter(ANNA, reply_to=(Address("thief@evil.example"),))).address


def test_a_contact_form_names_its_visitor() -> None:
    """The Reply-To of a listed form is the person, but nobody has proved it: never `verified`."""
    found = person(letter(Address("Forms@Site.example"), reply_to=(ANNA,)))
    assert ("anna.berg@example.com", False) == (found.key, found.vouched)
    assert Level.UNVERIFIED is level_of(found, VERIFIED).level


def test_a_contact_form_without_a_visitor_is_shared() -> None:
    """A form's mail that names nobody else, or only us, is the form's, without a profile."""
    for reply_to in ((), (Address("support@example.com"),), (Address("forms@site.example"),)):
        found = person(letter(Address("forms@site.example"), reply_to=reply_to))
        assert ("forms@site.example", True) == (found.key, found.shared)


def test_e3_a_colleagues_forward_is_the_customers() -> None:
    """Staff forwards a customer's mail: the requester is the customer, on the colleague's word only."""
    found = person(letter(KIM, forwarded=Forwarded(ANNA, "Invoice", "…")))
    assert ("anna.berg@example.com", False, False) == (found.key, found.colleague, found.vouched)
    assert Level.UNVERIFIED is level_of(found, VERIFIED).level


def test_e3_not_from_a_forged_colleague() -> None:
    """Who only claims to be staff makes nobody else the requester, and is no colleague."""
    found = person(letter(KIM, forwarded=Forwarded(ANNA, "Invoice", "…")), UNVERIFIED)
    assert ("kim@example.org", False) == (found.key, found.colleague)


def test_e5_a_customers_forward_is_the_customers_own() -> None:
    """A customer who forwards a mail stays who he is."""
    other = Forwarded(Address("bob@example.net"), "Offer", "…")
    assert "anna.berg@example.com" == person(letter(ANNA, forwarded=other)).key


@pytest.mark.parametrize("named", [None, Address("broken"), Address("kim@example.org"), Address("support@example.com")])
def test_e4_a_forward_that_names_no_customer_is_the_colleagues(named: Address | None) -> None:
    """Nobody, no address, a colleague or ourselves in the forwarded block: the colleague stays the writer."""
    found = person(letter(KIM, forwarded=Forwarded(named, "x", "…")))
    assert ("kim@example.org", True, True) == (found.key, found.colleague, found.vouched)


@pytest.mark.parametrize(
    ("address", "listed"),
    [("x@staff.example", True), ("X@STAFF.example", True), ("x@sub.staff.example", False), ("KIM@example.org", True)],
)
def test_a18_colleagues_by_address_or_domain(address: str, listed: bool) -> None:
    """A listed address or `@domain` is staff once it is verified; a subdomain is another domain."""
    assert listed == matches(address, STAFF)
    assert [listed, False] == [person(letter(Address(address)), a).colleague for a in (VERIFIED, UNVERIFIED)]


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"sender": Address("s@x.example"), "reply_to": (Address("r@x.example"),)}, "s@x.example"),
        ({"reply_to": (Address("r@x.example"),), "return_path": "p@x.example"}, "r@x.example"),
        ({"return_path": "p@x.example"}, "p@x.example"),
        ({"sender": Address("support@example.com"), "return_path": "p@x.example"}, "p@x.example"),
    ],
)
def test_c6_a_writer_without_a_from_is_salvaged(fields: dict[str, object], key: str) -> None:
    """Another field may name the writer of a mail whose From cannot be read, on its own word only."""
    for authors in ((), (Address("undisclosed"),)):
        found = person(letter(*authors, **fields))
        assert (key, False) == (found.key, found.vouched)


@pytest.mark.parametrize("fields", [{}, {"return_path": ""}, {"return_path": "support@example.com"}])
def test_c6_nobody_is_nobody(fields: dict[str, object]) -> None:
    """Where no field holds an address but ours there is no person, and nothing raises."""
    assert identify(letter(**fields), VERIFIED, colleagues=STAFF, contact_forms=FORMS, own=OWN) is None


def test_several_authors_are_the_first_of_them() -> None:
    """A mail of several authors (never verified) is put down to the first."""
    assert "anna.berg@example.com" == person(letter(ANNA, KIM), Authentication(Level.FAILED, "several")).key


@pytest.mark.parametrize(
    "address",
    ROLES.split(),
)
def test_role_addresses_are_shared(address: str) -> None:
    """An office's address, in any of many languages, has threads but no profile."""
    assert is_shared(address)


@pytest.mark.parametrize(
    "address",
    PEOPLE.split(),
)
def test_people_are_not_shared(address: str) -> None:
    """A name that only begins or ends like an office's is a person's."""
    assert not is_shared(address)


def test_level_of_keeps_the_mails_own_level() -> None:
    """A person's own mail has the level that it was given."""
    assert [VERIFIED, UNVERIFIED] == [level_of(person(letter(ANNA)), a) for a in (VERIFIED, UNVERIFIED)]
