"""Figures in texts: what is read, in which normal form, and in how many steps."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.memory.claims.numbers import spelled_words
from keepword.memory.claims.reading import MAX_TEXT, ClaimKind, read_claims


def read(text: str, *kinds: str) -> list[str]:
    """Return the normal forms of the claims of these kinds."""
    return [c.value for c in read_claims(text) if c.kind in kinds]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("EUR 40.00", "40.00 EUR"),
        ("a $25 voucher", "25.00 USD"),
        ("A$25", "25.00 AUD"),
        ("us $20 back", "20.00 USD"),
        ("a £10", "10.00 GBP"),
        ("two €10", "10.00 EUR"),
        ("EUR 850.00 to 38Avenue", "850.00 EUR"),
        ("EUR 40.00 and 50.00", "40.00 EUR"),
        ("40,00 €", "40.00 EUR"),
        ("€40", "40.00 EUR"),
        ("40 EUR", "40.00 EUR"),
        ("40 euros", "40.00 EUR"),
        ("EUR40", "40.00 EUR"),
        ("40€", "40.00 EUR"),
        ("$1,234.56", "1234.56 USD"),
        ("US$ 20", "20.00 USD"),
        ("1.234,56 EUR", "1234.56 EUR"),
        ("1 234,56 €", "1234.56 EUR"),
        ("1\u202f234,56\u00a0€", "1234.56 EUR"),
        ("CHF 1'200.–", "1200.00 CHF"),
        ("CHF 1’200.-", "1200.00 CHF"),
        ("40,- €", "40.00 EUR"),
        ("£5", "5.00 GBP"),
        ("5 pounds", "5.00 GBP"),
        ("R$ 50", "50.00 BRL"),
        ("1.000 €", "1000.00 EUR"),
        ("1.000.000 EUR", "1000000.00 EUR"),
        ("$40k", "40000.00 USD"),
        ("2 Mio. Euro", "2000000.00 EUR"),
        ("forty euros", "40.00 EUR"),
        ("vierzig Euro", "40.00 EUR"),
        ("zweiundvierzig Euro", "42.00 EUR"),
        ("hundertfünfzig Euro", "150.00 EUR"),
        ("one hundred and fifty dollars", "150.00 USD"),
        ("two thousand dollars", "2000.00 USD"),
        ("quarante-deux euros", "42.00 EUR"),
        ("quatre-vingt-dix euros", "90.00 EUR"),
        ("cuarenta y dos euros", "42.00 EUR"),
        ("quarantadue euro", "42.00 EUR"),
        ("tweeënveertig euro", "42.00 EUR"),
        ("quarenta e dois euros", "42.00 EUR"),
        ("100 złotych", "100.00 PLN"),
        ("500 kronor", "500.00 SEK"),
    ],
)
def test_money_in_its_notations(text: str, value: str) -> None:
    """A sum of money has one normal form in whatever way it is written."""
    assert [value] == read(f"We pay {text} back.", "money")


def test_a_range_of_money_has_both_ends() -> None:
    """Of 10 to 20 euros the upper one counts and the lower one is kept."""
    (claim,) = read_claims("EUR 10-20")
    assert (claim.amount, claim.least, claim.currency) == (Decimal(20), Decimal(10), "EUR")


@pytest.mark.parametrize(
    "text", ["15%", "15 %", "15 percent", "15 Prozent", "15 pour cent", "15 por ciento", "15 per cento"]
)
def test_percentages(text: str) -> None:
    """A percentage in words or with its sign."""
    assert ["15%"] == read(f"You get {text} off.", "percentage")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5 December 2026", "2026-12-05"),
        ("5th of December 2026", "2026-12-05"),
        ("December 5th, 2026", "2026-12-05"),
        ("Dec 5", "--12-05"),
        ("5.12.2026", "2026-12-05"),
        ("05.12.26", "2026-12-05"),
        ("5.12.", "--12-05"),
        ("5. Dezember", "--12-05"),
        ("2026-12-05", "2026-12-05"),
        ("5/12/2026", "2026-12-05"),
        ("12/25/2026", "2026-12-25"),
        ("1er décembre 2026", "2026-12-01"),
        ("5 de diciembre de 2026", "2026-12-05"),
        ("5 dicembre 2026", "2026-12-05"),
        ("5 december 2026", "2026-12-05"),
        ("5 de dezembro de 2026", "2026-12-05"),
        ("29 February 2027", None),
        ("32.13.2026", None),
        ("tomorrow", "tomorrow"),
        ("übermorgen", "overmorrow"),
        ("Friday", "weekday:4"),
        ("vendredi", "weekday:4"),
        ("sexta-feira", "weekday:4"),
        ("Ende der Woche", "end_of_week"),
        ("la semaine prochaine", "next_week"),
        ("fin de mes", "end_of_month"),
    ],
)
def test_dates(text: str, value: str | None) -> None:
    """A date, absolute or relative, has one normal form; a day that does not exist is no date."""
    assert ([value] if value else []) == read(f"on {text} then", "date")


def test_the_language_settles_which_number_is_the_day() -> None:
    """Americans write the month first."""
    assert [[c.value for c in read_claims("on 12/05/2026", code)] for code in ("en-US", "en-GB")] == [
        ["2026-12-05"],
        ["2026-05-12"],
    ]


@pytest.mark.parametrize(
    ("text", "value", "relation"),
    [
        ("within 10 days", "P10D", "within"),
        ("in ten days", "P10D", "within"),
        ("in 3 working days", "P3B", "within"),
        ("in 3-5 business days", "P5B", "within"),
        ("innerhalb von 10 Tagen", "P10D", "within"),
        ("binnen zwei Wochen", "P2W", "within"),
        ("sous 10 jours", "P10D", "within"),
        ("d'ici 5 jours ouvrés", "P5B", "within"),
        ("en un plazo de 10 días", "P10D", "within"),
        ("en 3 días hábiles", "P3B", "within"),
        ("entro 10 giorni", "P10D", "within"),
        ("binnen 10 dagen", "P10D", "within"),
        ("no prazo de 10 dias", "P10D", "within"),
        ("within 48 hours", "P48H", "within"),
        ("for 10 days", "P10D", "for"),
        ("10 days ago", "P10D", "ago"),
        ("vor 3 Tagen", "P3D", "ago"),
        ("il y a 3 jours", "P3D", "ago"),
        ("hace 3 días", "P3D", "ago"),
    ],
)
def test_lengths_of_time(text: str, value: str, relation: str) -> None:
    """A length of time tells its unit and how it is meant."""
    (claim,) = (c for c in read_claims(f"This was sent {text}.") if c.kind is ClaimKind.DURATION)
    assert (claim.value, claim.relation) == (value, relation)


@pytest.mark.parametrize(
    "text",
    [
        "2 to 4 days",
        "between 2 and 4 days",
        "2 bis 4 Tage",
        "zwischen 2 und 4 Tagen",
        "2 à 4 jours",
        "entre 2 et 4 jours",
        "de 2 a 4 días",
        "entre 2 y 4 días",
        "da 2 a 4 giorni",
        "tra 2 e 4 giorni",
        "2 tot 4 dagen",
        "tussen 2 en 4 dagen",
        "2 a 4 dias",
        "entre dois e quatro dias",
    ],
)
def test_from_so_many_days_to_so_many(text: str) -> None:
    """Both ends are one claim, in each language; an `a` between two numbers is none itself."""
    claims = [(c.kind, c.value, c.least) for c in read_claims(f"It takes {text}.")]
    assert claims == [(ClaimKind.DURATION, "P4D", Decimal(2))]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("https://example.com/a?b=c.", "url", "https://example.com/a?b=c"),
        ("(see www.example.com)", "url", "www.example.com"),
        ("example.com/refund", "url", "example.com/refund"),
        ("javascript://alert", "url", "javascript://alert"),
        ("Anna.B+x@Example.COM", "email", "Anna.B+x@example.com"),
        ("+49 30 1234567", "phone", "+49301234567"),
        ("0049 30 1234567", "phone", "+49301234567"),
        ("030/1234567", "phone", "0301234567"),
        ("(555) 123-4567", "phone", "5551234567"),
        ("+(49) 30 1234567", "phone", "+49301234567"),
        ("(030) 12 34 56 78", "phone", "03012345678"),
        ("Tel. 555 12 34", "phone", "5551234"),
        ("DE89 3704 0044 0532 0130 00", "account", "DE89370400440532013000"),
        ("4111 1111 1111 1111", "account", "4111111111111111"),
        ("order A-4711", "number", "A-4711"),
        ("#12345", "number", "12345"),
        ("invoice 4711", "number", "4711"),
        ("18:30", "time", "18:30"),
        ("6 pm", "time", "18:00"),
        ("18 Uhr", "time", "18:00"),
        ("18h30", "time", "18:30"),
        ("3 lamps", "quantity", "3"),
    ],
)
def test_everything_else_that_is_a_figure(text: str, kind: str, value: str) -> None:
    """Links, addresses, numbers and times of day have a kind and a normal form."""
    assert [(kind, value)] == [(c.kind, c.value) for c in read_claims(text)]


def test_words_are_no_figures() -> None:
    """A text without figures claims none; an article is no number."""
    assert read_claims("Thank you for a quick answer. An order is one thing, a refund another.e.g. this") == ()


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("siebenundneunzig", 97),
        ("zweihundertfünfzig", 250),
        ("dreissig", 30),
        ("drieëntachtig", 83),
        ("driehonderd", 300),
        ("ventotto", 28),
        ("centocinquanta", 150),
        ("veintitrés", 23),
        ("quinientos", 500),
        ("duzentos", 200),
        ("sixty", 60),
        ("treize", 13),
    ],
)
def test_number_words(word: str, value: int) -> None:
    """Number words that are one word are known in all seven languages."""
    assert spelled_words()[word] == value


@given(st.text(max_size=300))
def test_claims_point_into_their_text(text: str) -> None:
    """Whatever stands in a text, claims quote it, in order and without overlaps."""
    claims = read_claims(text)
    assert [c.text for c in claims] == [text[c.start : c.end] for c in claims]
    assert all(a.end <= b.start for a, b in pairwise(claims))


@given(st.integers(0, 10**9), st.integers(0, 99), st.sampled_from(("1,234.56", "1.234,56", "1 234,56", "1'234.56")))
def test_an_amount_survives_every_notation(whole: int, cents: int, pattern: str) -> None:
    """Thousands and decimals are told apart in each country's way."""
    thousands, decimal = pattern[1], pattern[5]
    written = f"{whole:,}".replace(",", thousands) + f"{decimal}{cents:02d}"
    assert [Decimal(f"{whole}.{cents:02d}")] == [c.amount for c in read_claims(f"EUR {written}")]


@pytest.mark.parametrize("unit", ["a-", "a@", "1.1,", "\n"])
def test_hostile_texts_are_read_to_the_bound_and_no_further(unit: str) -> None:
    """A text of ten times the bound is read no further than the bound."""
    text = unit * (10 * MAX_TEXT // len(unit))
    assert all(c.end <= MAX_TEXT for c in read_claims(text))
