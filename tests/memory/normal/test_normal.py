"""The one form in which a value is written, and what it needs of its quote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.memory.normal.forms import MAX_VALUE, normalise


@pytest.mark.parametrize(
    ("slot", "value", "quote", "normal"),
    [
        ("preferred_contact_time", "evenings", "in the evenings", "evenings"),
        ("preferred_contact_time", "abends", "Bitte abends", "evenings"),
        ("preferred_contact_time", "in the evening", "le soir", "evenings"),
        ("preferred_contact_time", "after 6pm", "after 18:00", "after 18:00"),
        ("preferred_contact_time", "after 18:00", "nicht vor 18 Uhr", "after 18:00"),
        ("preferred_contact_time", "after 18:00", "do not call before 6 pm", "after 18:00"),
        ("preferred_contact_time", "before 9", "vor 9 Uhr", None),
        ("preferred_contact_time", "before 09:00", "vor 9 Uhr", "before 09:00"),
        ("preferred_contact_time", "18:00-20:00", "zwischen 18 und 20 Uhr", "18:00-20:00"),
        ("preferred_contact_time", "6 to 8 pm", "from 6 to 8 pm", "18:00-20:00"),
        ("preferred_contact_time", "weekdays after 17:00", "weekdays after 5 pm", "weekdays after 17:00"),
        ("preferred_contact_time", "weekends", "only at the weekend", "weekends"),
        ("preferred_contact_time", "Fridays", "every Friday", "Fridays"),
        ("preferred_contact_time", "Fridays", "on Friday", None),
        ("preferred_contact_time", "evenings", "never in the evenings", None),
        ("preferred_contact_time", "mornings", "in the evenings", None),
        ("preferred_contact_time", "when the kids sleep", "when the kids sleep", "when the kids sleep"),
        ("language", "German", "bitte auf Deutsch", "de"),
        ("language", "de-AT", "bitte auf Deutsch", "de-AT"),
        ("language", "português", "em português", "pt"),
        ("language", "Klingon", "in Klingon", None),
        ("language", "en", "bitte auf Deutsch", None),
        ("phone", "+49 30 1234567", "+49 30 1234567", "+49301234567"),
        ("phone", "+49 (0)30 1234567", "Tel. +49 (0)30 / 1234567", "+49301234567"),
        ("phone", "0049 30 1234567", "0049-30-1234567", "+49301234567"),
        ("phone", "030 1234567", "030/1234567", "0301234567"),
        ("phone", "12345", "12345", None),
        ("phone", "+49 30 1234567", "+49 30 7654321", None),
        ("email", "Anna@Example.com", "write to Anna@Example.com", "Anna@example.com"),
        ("email", "not an address", "not an address", None),
        ("name", "Anna Smith", "I am Anna Smith", "Anna Smith"),
        ("name", "Anna Smith", "I am Anna", None),
        ("name", "O'Neill", "Mr. O’Neill", "O'Neill"),
        ("name", "a1b2", "a1b2", None),
        ("name", "http://x", "http://x", None),
        ("order_number", "a-4711", "order A-4711", "A-4711"),
        ("order_number", "soon", "soon", None),
        ("channel", "e-mail", "only by email", "email"),
        ("channel", "phone", "only by email", None),
        ("address", "Main Street 5, 10115 Berlin", "at Main Street 5,\n10115 Berlin", "Main Street 5, 10115 Berlin"),
        ("address", "Main Street 6, 10115 Berlin", "at Main Street 5, 10115 Berlin", None),
        ("shoe_size", "  42  ", "my size is 42", "42"),
        ("shoe_size", "43", "my size is 42", None),
    ],
)
def test_a_value_has_one_form_that_its_quote_supports(slot: str, value: str, quote: str, normal: str | None) -> None:
    """Each slot has its form; a value that the quote does not say has none."""
    result = normalise(slot, value, quote)
    assert normal == (result.value or None)
    assert bool(result.fault) == (normal is None)


def test_a_country_makes_a_national_number_international() -> None:
    """With a region, a number without its country's prefix gets it."""
    assert normalise("phone", "030 1234567", "030 1234567", region="DE").value == "+49301234567"


@pytest.mark.parametrize("value", ["", "   ", "x" * (MAX_VALUE + 1), "a\x00b", "a\u202eb"])
def test_what_is_no_value_at_all(value: str) -> None:
    """Nothing, too much, or hidden characters have no form in any slot."""
    assert normalise("anything", value, value).fault == "normal_form"


@given(
    st.sampled_from(("preferred_contact_time", "language", "phone", "email", "name", "address", "other")),
    st.text(max_size=80),
    st.text(max_size=80),
)
def test_a_normal_form_is_its_own(slot: str, value: str, quote: str) -> None:
    """Whatever is given, the result is a form or a fault, never both."""
    result = normalise(slot, value, quote)
    assert bool(result.value) != bool(result.fault)
