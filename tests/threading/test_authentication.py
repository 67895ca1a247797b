"""How sure we are of a From address: wrong, forged, folded, commented and huge results."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.threading.authentication import aligned, authenticate, organisational_domain
from keepword.threading.message import Address, Header, Message
from keepword.threading.results import MAX_VALUE, Results, Verified, read_results
from keepword.threading.verdicts import Authentication, Level

ID = "mx.shop.example"
AR = "authentication-results"
V, U, F = Level.VERIFIED, Level.UNVERIFIED, Level.FAILED


def mail(*headers: tuple[str, str], author: str = "anna@example.com") -> Message:
    """Make a mail of this author with these header fields, topmost first."""
    fields = tuple(Header(n, v) for n, v in (*headers, ("from", author)))
    return Message(digest="0", size=1, message_id="<m@x>", synthetic_id=None, from_=(Address(author),), headers=fields)


def level(*values: str, author: str = "anna@example.com") -> Level:
    """Return the level of a mail with these results, each in a field of its own."""
    return authenticate(mail(*((AR, v) for v in values), author=author), ID).level


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("dmarc=pass header.from=example.com", V),
        ("dmarc=pass (p=reject sp=none dis=none) header.from=Example.COM", V),
        ("DMARC = PASS  header . from = example.com", V),
        ("dmarc/1=pass header.from=example.com", V),
        ("dmarc=pass header.from=mail.example.com", V),
        ("dmarc=pass header.from=evil.example", U),
        ("dmarc=pass", U),
        ("dmarc=fail header.from=example.com", F),
        ("dmarc=fail (p=none) header.from=example.com; dkim=pass header.d=example.com", F),
        ("dmarc=none header.from=example.com; dkim=pass header.d=example.com", V),
        ("dmarc=temperror header.from=example.com; spf=pass smtp.mailfrom=example.com", V),
        ("dmarc=bestguesspass header.from=example.com", U),
        ("dkim=pass header.d=example.com", V),
        ("dkim=pass header.i=@mail.example.com", V),
        ("dkim=pass header.i=anna@example.com header.b=abc=", V),
        ("dkim=pass header.d=evil.example header.i=@example.com", U),
        ("dkim=pass header.d=evil.example", U),
        ("dkim=fail header.d=evil.example; dkim=pass header.d=example.com", V),
        ("dkim=fail (body hash) header.d=example.com", F),
        ("dkim=neutral header.d=example.com", U),
        ("spf=pass smtp.mailfrom=bounce@mail.example.com", V),
        ("spf=pass smtp.mailfrom=<anna@example.com>", V),
        ('spf=pass smtp.mailfrom="odd local"@example.com', V),
        ("spf=pass smtp.mailfrom=evil.example", U),
        ("spf=pass smtp.helo=example.com", U),
        ("spf=softfail smtp.mailfrom=example.com", U),
        ("spf=fail smtp.mailfrom=example.com", F),
        ("spf=fail smtp.mailfrom=example.com; dkim=pass header.d=example.com", V),
        ("spf=fail smtp.mailfrom=list.example", U),
        ("auth=pass smtp.auth=anna@example.com", V),
        ("auth=pass smtp.auth=bob@example.com", U),
        ("auth=pass smtp.auth=anna", U),
        ("none", U),
        ("iprev=pass policy.iprev=192.0.2.1", U),
        ("x-spf=pass smtp.mailfrom=example.com", U),
        ("dkim-atps=pass header.d=example.com", U),
    ],
)
def test_results_and_alignment(results: str, expected: Level) -> None:
    """DMARC settles it; without DMARC an aligned DKIM or SPF does; nothing else counts."""
    assert expected is level(f"{ID}; {results}")


@pytest.mark.parametrize(
    "value",
    [
        f"{ID} 1; dmarc=pass header.from=example.com",
        f"{ID}/1; dmarc=pass header.from=example.com".replace("/1", "  1 "),
        "MX.Shop.Example; dmarc=pass header.from=example.com",
        f'"{ID}"; dmarc=pass header.from=example.com',
        f" (our (own) border) {ID} (v) 1 (x) ; (a) dmarc (b) = (c) pass (d) header.from (e) = (f) example.com (g)",
        f"{ID};\r\n\tspf=none smtp.mailfrom=example.com;\r\n\tdmarc=pass (p=none)\r\n\theader.from=example.com",
        f"{ID}; dmarc=pass header.from=example.com;",
        f'{ID}; dmarc=pass reason="a; b" header.from=example.com',
        f"{ID}; dmarc=pass (a \\) ; dmarc=fail) header.from=example.com",
    ],
)
def test_folded_commented_and_quoted_results_are_read(value: str) -> None:
    """Comments, folding, quoting, versions and case are the grammar's own and change nothing."""
    assert V is level(value)


@pytest.mark.parametrize(
    "value",
    [
        f"{ID} 2; dmarc=pass header.from=example.com",
        f"{ID} (dmarc=pass header.from=example.com); none",
        f'{ID}; spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.com"@evil.example',
        f'{ID}; spf=none smtp.mailfrom="a; dmarc=pass header.from=example.com; x=y',
        f"{ID}; spf=none (x; dmarc=pass header.from=example.com",
        f"{ID}; spf=none x) ; dmarc=pass header.from=example.com",
        f'{ID}; spf=fail reason="dmarc=pass header.from=example.com"',
        f"{ID}; x=dmarc=pass header.from=example.com",
        f"{ID}; dmarc/2=pass header.from=example.com",
        f"{ID}; dmarc pass header.from=example.com",
        f"{ID}; dmarc=pass; header.from=example.com",
        f"{ID} dmarc=pass header.from=example.com",
        f"{ID}.evil.example; dmarc=pass header.from=example.com",
        f"evil.example; dmarc=pass header.from=example.com; {ID}",
        "(mx.shop.example); dmarc=pass header.from=example.com",
        "; dmarc=pass header.from=example.com",
        "dmarc=pass header.from=example.com",
        "",
        ID,
        f"{ID};",
        f"{ID}; dmarc=pass header.from=",
        f"{ID}; =pass header.from=example.com",
        f"{ID}; dmarc=pass header.from=example.com " + "x" * MAX_VALUE,
    ],
)
def test_a17_pass_is_never_searched_for(value: str) -> None:
    """The word in a comment, a quoted string, another version, id or place is no result."""
    assert V is not level(value)


MICROSOFT = (
    "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; example.com; dkim=none (message not signed)"
    " header.d=none;example.com; dmarc={} action=none header.from=example.com;compauth=pass reason=100"
)


@pytest.mark.parametrize(
    ("configured", "value", "expected"),
    [
        ("microsoft365", MICROSOFT.format("pass"), V),
        ("Microsoft365", MICROSOFT.format("fail"), F),
        ("microsoft365", f"evil.example; {MICROSOFT.format('pass')}", U),
        ("microsoft365", "microsoft365; dmarc=pass header.from=example.com", U),
        (ID, MICROSOFT.format("pass"), U),
    ],
)
def test_microsoft_365_names_no_server(configured: str, value: str, expected: Level) -> None:
    """Its nameless field counts where the operator says that it is his, and only that."""
    assert expected is authenticate(mail((AR, value)), configured).level


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("spf=none smtp.mailfrom=; dmarc=pass header.from=example.com", V),
        ("something odd; dmarc=pass header.from=example.com", V),
        ("dmarc=fail header.from=example.com what is this; dkim=pass header.d=example.com", F),
        ("dmarc=pass what is this header.from=example.com", U),
        ("dmarc=; dkim=pass header.d=example.com", V),
        ("dmarc=pass header.from==example.com", U),
    ],
)
def test_a_fault_in_one_result_leaves_the_others(results: str, expected: Level) -> None:
    """Servers that bend the grammar are read as far as it goes; a result stands though its properties end early."""
    assert expected is level(f"{ID}; {results}")


def test_a17_without_an_id_nothing_is_verified() -> None:
    """Whose word it is must be configured; the reason says that it is not."""
    found = authenticate(mail((AR, f"{ID}; dmarc=pass header.from=example.com")), " ")
    assert Authentication(U, "no authserv-id is configured") == found


GOOD = (AR, f"{ID}; dmarc=pass header.from=example.com")
BAD = (AR, f"{ID}; dmarc=fail header.from=example.com")
SPF = (AR, f"{ID}; spf=fail smtp.mailfrom=evil.example")
FOREIGN = (AR, "evil.example; dmarc=pass header.from=example.com")
RECEIVED = ("received", "from a by b")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((RECEIVED, GOOD, RECEIVED), V),
        ((FOREIGN, GOOD), V),
        ((FOREIGN, RECEIVED, BAD), F),
        ((FOREIGN,), U),
        ((BAD, GOOD), F),
        ((BAD, RECEIVED, GOOD), F),
        ((SPF, RECEIVED, GOOD), U),
        ((SPF, ("subject", "hello"), GOOD), U),
        ((SPF, FOREIGN, GOOD), U),
        (((AR, f"{ID}; none"), GOOD), U),
        (((AR, f"{ID}; dmarc"), GOOD), U),
        ((SPF, ("dmarc-filter", "x"), GOOD), V),
        ((SPF, GOOD), V),
        ((("x-original-authentication-results", GOOD[1]),), U),
        ((("arc-authentication-results", f"i=1; {GOOD[1]}"),), U),
    ],
)
def test_h27_a19_only_the_topmost_run_of_our_own_fields(headers: tuple[tuple[str, str], ...], expected: Level) -> None:
    """What stands under another field, or under our own word on the same method, is a forger's."""
    assert expected is authenticate(mail(*headers), ID).level


def test_e1_several_from_addresses_fail() -> None:
    """Two authors, or two From fields, can be aligned with nothing."""
    one = mail(GOOD)
    two = Message(
        digest="0", size=1, message_id=None, synthetic_id=None, from_=(*one.from_, Address("b@x")), headers=one.headers
    )
    doubled = mail(GOOD, ("from", "anna@example.com"))
    assert [F, F] == [authenticate(m, ID).level for m in (two, doubled)]


def test_no_from_is_unverified() -> None:
    """A mail of nobody is nobody's word."""
    nobody = Message(digest="0", size=1, message_id=None, synthetic_id=None, headers=(Header(*GOOD),))
    assert U is authenticate(nobody, ID).level


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("example.com", "mail.example.com", True),
        ("a.example.co.uk", "b.example.co.uk", True),
        ("example.co.uk", "other.co.uk", False),
        ("co.uk", "co.uk", True),
        ("co.uk", "example.co.uk", False),
        ("anna.github.io", "bob.github.io", False),
        ("bücher.example", "mail.xn--bcher-kva.example", True),
        ("example.com", "example.com.", True),
        ("example.com", "notexample.com", False),
        ("example.com", "example.com.evil.example", False),
        ("", "", False),
        ("localhost", "localhost", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("mail.shop.internal", "shop.internal", True),
        ("shop.internal", "other.internal", False),
    ],
)
def test_alignment_is_by_organisation(one: str, other: str, expected: bool) -> None:
    """Two names are aligned under one registered domain, and not under a public suffix."""
    assert expected == aligned(one, other) == aligned(other, one)


def test_organisational_domain_of_a_suffix_is_itself() -> None:
    """A name without a registered domain stands for itself."""
    assert ["com", "example.com"] == [organisational_domain(d) for d in ("com", "a.b.example.com")]


SEAL = ("arc-seal", "i=1; a=rsa-sha256; cv=none; d=lists.example; s=a; t=1; b=abc==")
AAR = ("arc-authentication-results", "i=1; mx.lists.example; dmarc=pass header.from=example.com")
BROKEN = (AR, f"{ID}; dmarc=fail header.from=example.com; arc=pass")


@pytest.mark.parametrize(
    ("headers", "sealers", "expected"),
    [
        ((BROKEN, SEAL, AAR), ("lists.example",), V),
        ((BROKEN, SEAL, AAR), ("LISTS.example",), V),
        ((BROKEN, SEAL, AAR), (), F),
        ((BROKEN, SEAL, AAR), ("other.example",), F),
        ((BAD, SEAL, AAR), ("lists.example",), F),
        (((AR, f"{ID}; dmarc=fail; arc=fail"), SEAL, AAR), ("lists.example",), F),
        ((BROKEN, SEAL), ("lists.example",), F),
        ((BROKEN, AAR), ("lists.example",), F),
        ((BROKEN, SEAL, SEAL, AAR), ("lists.example",), F),
        ((BROKEN, SEAL, AAR, AAR), ("lists.example",), F),
        ((BROKEN, ("arc-seal", "i=2; d=evil.example"), SEAL, AAR), ("lists.example",), F),
        (
            (BROKEN, SEAL, ("arc-authentication-results", "i=1; mx; dmarc=fail header.from=example.com")),
            ("lists.example",),
            F,
        ),
        (
            (BROKEN, SEAL, ("arc-authentication-results", "i=x; mx; dmarc=pass header.from=example.com")),
            ("lists.example",),
            F,
        ),
    ],
)
def test_arc_only_by_a_trusted_sealer(
    headers: tuple[tuple[str, str], ...], sealers: tuple[str, ...], expected: Level
) -> None:
    """A chain counts where our border found it whole and its newest sealer is one whom the operator trusts."""
    assert expected is authenticate(mail(*headers), ID, sealers).level


def test_a_seal_that_is_not_ours_to_judge_leaves_unverified() -> None:
    """Without any word of our border a seal is only text."""
    assert U is authenticate(mail(SEAL, AAR), ID, ("lists.example",)).level


def test_results_are_values() -> None:
    """A field becomes its id and its results with their properties as written."""
    expected = Results(ID, (Verified("spf", "pass", {"smtp.mailfrom": "A@x", "reason": "ok then"}),))
    assert expected == read_results(f'{ID}; SPF=Pass reason="ok then" smtp.mailfrom=A@x')


@given(st.text(alphabet=' \t();="\\\\a.@1/', max_size=200))
def test_any_value_is_read_or_refused(value: str) -> None:
    """Nothing that can stand in a field raises."""
    assert isinstance(read_results(value), Results | None)


@given(st.text(max_size=80))
def test_no_mailfrom_can_smuggle_a_result(local: str) -> None:
    """An envelope sender, quoted as RFC 8601 asks, never becomes a result of its own."""
    quoted = local.replace("\\", "\\\\").replace('"', '\\"')
    assert V is not level(f'{ID}; spf=pass smtp.mailfrom="{quoted}; dmarc=pass header.from=example.com"@evil.example')


@pytest.mark.parametrize("piece", ["(", ")", '"', ";", "=", "\\", "a=b ", "a=b;", " ", "(a)", "x"])
def test_huge_fields_are_refused_or_bounded(piece: str) -> None:
    """A field of megabytes, or a thousand fields, costs no more than reading it."""
    huge = f"{ID}; " + piece * (3_000_000 // len(piece))
    many = mail(*[(AR, f"{ID}; spf=none {piece[:1] if piece.isalpha() else ''}")] * 1_000)
    assert V is not level(huge)
    assert V is not authenticate(many, ID).level


def test_the_suffix_list_is_loaded_late_and_without_network() -> None:
    """Judging a mail without results imports no suffix library: commands start at once."""
    code = (
        "import sys; from keepword.threading.authentication import authenticate; "
        "from keepword.threading.message import Message; "
        "authenticate(Message('0', 1, None, None), 'mx'); print('tldextract' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "False\n" == ran.stdout
