"""Subjects: prefixes of many languages, list tags, our token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.threading.subject import MAX_SUBJECT, normalise, reply_subject, same_subject

REPLIES = """Re RE re Aw AW Antw Antwort SV Ref RÉF Rif R Rép Res YNT Odp ODP Odpověď Odg VÁ Atb Ats Απ ΣΧΕΤ Отв Ответ Відп
Răsp Vast 回复 回覆 答复 返信 답장 회신 رد תשובה ตอบกลับ"""
FORWARDS = (
    """Fwd FW fw WG Tr RV I VS VB VL ENC Doorst PD İLT ilt Továbbítás ΠΡΘ Redir Пересл 转发 轉寄 転送 전달 Inoltro"""
)


@pytest.mark.parametrize("prefix", REPLIES.split())
def test_a_reply_prefix_is_taken_off_and_told(prefix: str) -> None:
    """A reply's prefix of any language marks a reply."""
    found = normalise(f"{prefix}: Invoice 7")
    assert ("Invoice 7", True, False) == (found.base, found.reply, found.forward)


@pytest.mark.parametrize("prefix", FORWARDS.split())
def test_b7_a_forward_prefix_is_no_reply(prefix: str) -> None:
    """A forward's prefix of any language marks a forward, never a reply."""
    found = normalise(f"{prefix}: Invoice 7")
    assert ("Invoice 7", False, True) == (found.base, found.reply, found.forward)


@pytest.mark.parametrize(
    ("subject", "base"),
    [
        ("Re[2]: Hello", "Hello"),
        ("RE(3): Hello", "Hello"),
        ("Re^4: Hello", "Hello"),
        ("Re*5 : Hello", "Hello"),
        ("AW: WG: Re: Hello", "Hello"),
        ("回复：发票", "发票"),
        ("Re : Bonjour", "Bonjour"),
        ("[shop] Re: [shop] Hello", "Hello"),
        ("Re: [EXTERNAL] Hello", "Hello"),
        ("***SPAM*** Re: Hello", "Hello"),
        ("[Order 7]", "[Order 7]"),
        ("Re: [Order 7]", "[Order 7]"),
        ("Hello   \t there", "Hello there"),
        ("Hello (fwd)", "Hello"),
        ("New matter (was: Old matter)", "New matter"),
        ("Regarding: lamps", "Regarding: lamps"),
        ("Ratio 3:4", "Ratio 3:4"),
        ("12:30 tomorrow", "12:30 tomorrow"),
        ("", ""),
        ("Re:", ""),
        (": x", ": x"),
    ],
)
def test_what_programs_put_round_a_subject_is_taken_off(subject: str, base: str) -> None:
    """Counters, repeated prefixes, tags and trailers go; the writer's own words stay."""
    assert base == normalise(subject).base


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("Re: Fwd: Hello", (True, False, True)),
        ("Fwd: Re: Hello", (False, True, False)),
        ("Re: Hello (fwd)", (True, False, True)),
        ("Hello (fwd)", (False, True, False)),
        ("Hello", (False, False, False)),
    ],
)
def test_the_outermost_prefix_decides(subject: str, expected: tuple[bool, bool, bool]) -> None:
    """An answer to a forward is an answer, a forwarded answer is a forward."""
    found = normalise(subject)
    assert expected == (found.reply, found.forward, found.inner_forward)


@pytest.mark.parametrize(
    ("subject", "token", "base"),
    [
        ("Re: Invoice [#AbC123]", "abc123", "Invoice"),
        ("[#7] Re: Invoice", "7", "Invoice"),
        ("Re: [#7] Invoice", "7", "Invoice"),
        ("Invoice [# 7]", "7", "Invoice"),
        ("Invoice [#]", None, "Invoice [#]"),
        ("Invoice [#a b]", None, "Invoice [#a b]"),
        ("Invoice [#7", None, "Invoice [#7"),
        ("Invoice #7", None, "Invoice #7"),
        ("Invoice [#" + "x" * 100 + "]", None, "Invoice [#" + "x" * 100 + "]"),
    ],
)
def test_b17_the_token_is_read_and_taken_out(subject: str, token: str | None, base: str) -> None:
    """Only a whole `[#…]` is a token; a bare number is none."""
    found = normalise(subject)
    assert (token, base) == (found.token, found.base)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Invoice", "Re: INVOICE", True),
        ("Straße", "AW: STRASSE", True),
        ("Ｉｎｖｏｉｃｅ", "Re: Invoice", True),
        ("Invoice", "Re: Delivery", False),
        ("Invoice 1", "Re: Invoice 12", False),
        ("Invoice", "", True),
        ("Re: ", "Invoice", True),
        (
            "A very long subject that some programs cut at forty characters",
            "Re: A very long subject that some programs cut a",
            True,
        ),
        (
            "A very long subject that some programs cut at forty…",
            "A very long subject that some programs cut at forty characters",
            True,
        ),
        ("你好 世界", "回复: 你好世界", True),
        ("Invoice", "Re: Invoice [Ticket#77]", True),
        ("[Order 7]", "Re: [Order 8]", False),
    ],
)
def test_same_subject(one: str, other: str, same: bool) -> None:
    """Prefixes, case, width, spaces and cutting do not make another subject."""
    assert same == same_subject(one, other)


@pytest.mark.parametrize(
    ("subject", "answer"),
    [
        ("Invoice", "Re: Invoice"),
        ("Re: AW: Re[2]: Invoice", "Re: Invoice"),
        ("[shop] Invoice [#7]", "Re: [shop] Invoice [#7]"),
        ("Fwd: Invoice", "Re: Fwd: Invoice"),
        ("Re: Fwd: Invoice", "Re: Fwd: Invoice"),
        ("Two\r\nlines", "Re: Two lines"),
        ("", "Re:"),
        ("x" * 500, "Re: " + "x" * 196),
    ],
)
def test_the_subject_of_an_answer(subject: str, answer: str) -> None:
    """One `Re: `, nothing lost that the other side's program may thread by, on one line."""
    assert answer == reply_subject(subject)
    assert same_subject(subject, answer)


@given(st.text(max_size=300))
def test_a_base_has_nothing_left_to_take_off(subject: str) -> None:
    """Only the base of a subject is stored: taken apart again it stays as it is."""
    base = normalise(subject).base
    assert base == normalise(base).base


@given(
    st.lists(st.sampled_from(["Re:", "Fwd:", "[x]", "[#7]", "(fwd)", "(was: a)", "***SPAM***", "b", " "]), max_size=12)
)
def test_a_base_of_many_marks_has_nothing_left_to_take_off(pieces: list[str]) -> None:
    """However the marks are mixed, one taking apart takes all."""
    base = normalise("".join(pieces)).base
    assert base == normalise(base).base


def test_a26_hostile_subjects_are_bounded() -> None:
    """Megabytes of prefixes, brackets and stars are cut before they are looked at."""
    for piece in ("Re: ", "[", "[#", "***", "(was: ", "Re[", "]", "：", " "):
        assert len(normalise(piece * 300_000).base) <= MAX_SUBJECT


def test_vs_is_ambiguous() -> None:
    """`VS:` is an answer in Finnish and a forward in Danish and Norwegian."""
    assert [True, False] == [normalise("VS: x").ambiguous, normalise("WG: x").ambiguous]
