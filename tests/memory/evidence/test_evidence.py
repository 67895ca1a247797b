"""Quotes are found word for word, and what takes a statement's meaning back has a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.memory.evidence.check import FAULTS, locate, statement_fault
from keepword.memory.evidence.language import language_of
from keepword.memory.tokens import Phrases, Span, clauses, sentences, tokens


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("I prefer evenings", "Well, I prefer evenings.", "I prefer evenings"),
        ("I prefer evenings", "I  prefer\n\tevenings", "I  prefer\n\tevenings"),
        ('he said "no"', "he said “no”", "he said “no”"),
        ("don't", "I don’t", "don’t"),
        ("14-18", "open 14–18 daily", "14–18"),
        ("Pre\u0301fe\u0301re\u0301", "Préféré !", "Préféré"),
        ("Préféré", "Pre\u0301fe\u0301re\u0301 !", "Pre\u0301fe\u0301re\u0301"),
        ("evenings", "e\u00advenings", "e\u00advenings"),
        ("wait...", "wait…", "wait…"),
        ("I prefer evenings", "i prefer evenings", None),
        ("I prefer evenings", "I really prefer evenings", None),
        ("I can", "I can't", None),
        ("smoker", "a non-smoker", None),
        ("even", "evenings", None),
        ("evenings", "Sevenings evenings", "evenings"),
        ("", "anything", None),
        ("   ", "any thing", None),
    ],
)
def test_a_quote_is_found_word_for_word(quote: str, text: str, found: str | None) -> None:
    """White space and typography fold; letters, their case and the ends of words do not."""
    place = locate(quote, text)
    assert found == (text[slice(*place)] if place else None)


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 200))
def test_whatever_is_found_is_there(text: str, start: int, end: int) -> None:
    """A found quote is a stretch of the text, and a stretch that is one is found again at the same words."""
    quote = text[start:end]
    place = locate(quote, text)
    assert place is None or (0 <= place[0] < place[1] <= len(text) and locate(text[slice(*place)], text) is not None)


@pytest.mark.parametrize(
    ("fault", "quote", "text"),
    [
        ("not_found", "I prefer evenings", "I prefer mornings."),
        ("too_long", "x" * 1001, "x" * 1001),
        ("quoted", "I prefer evenings", "> I prefer evenings\nNo."),
        ("question", "I prefer evenings", "Do you know that I prefer evenings?"),
        ("question", "I prefer evenings", "I prefer evenings, right?"),
        ("irony", "I prefer evenings", "I prefer evenings ;-)"),
        ("conditional", "I prefer evenings", "If it rains, I prefer evenings."),
        ("negated", "prefer evenings", "I never prefer evenings."),
        ("hypothetical", "I prefer evenings", "Imagine I prefer evenings."),
        ("reported", "I prefer evenings", "The form says that I prefer evenings."),
        ("hearsay", "prefers evenings", "My wife prefers evenings."),
        ("ambiguous", "I prefer evenings", "I think I prefer evenings."),
        ("former", "prefer evenings", "I used to prefer evenings."),
        ("momentary", "I prefer evenings", "Today I prefer evenings."),
        ("retracted", "I prefer evenings", "I prefer evenings. Scratch that."),
        (None, "I prefer evenings", "I prefer evenings."),
        (None, "I prefer evenings", "I prefer evenings! What about you?"),
        (None, "I prefer evenings", "Thanks. If the lamp breaks, what then? I prefer evenings."),
        (None, "I prefer evenings", "I prefer evenings? No idea. Wait: I prefer evenings."),
        (None, "I prefer evenings", "I don't like mornings, I prefer evenings."),
        (None, "I prefer evenings", "I prefer evenings, can you call me then?"),
        (None, "prefer evenings", "My wife and I prefer evenings."),
    ],
)
def test_each_check_has_its_name(fault: str | None, quote: str, text: str) -> None:
    """The check that says it was not stated is named; what was stated passes."""
    assert fault == statement_fault(quote, text, value="evenings", timely=True)


EVENINGS = "I prefer to be contacted in the evenings."
INTRODUCED = (
    "Bert wrote:\n",
    "Bert wrote:\n\nHello,\n\n",
    "Message from Bert:\n\n",
    "A note from Bert:\n",
    "Bert told me this yesterday:\n\n",
    "My colleague Bert from the second floor asks me to pass on:\n",
    "Template for customers:\n",
    "The song goes:\n",
    "I was told: ",
    "Bert: ",
    "bert: ",
    "Anna: hello\nBert: Good day. ",
    "[10:01] Bert: ",
    "12/11/2026, 10:01 - Bert: ",
    "Bert (10:01):\n",
    "<Bert> ",
    "(Bert) ",
    "[Bert] ",
    "Bert - ",
    "Bert Berger — ",
    "*Bert*: ",
    "I am forwarding a mail of my neighbour.\n\n",
    "Here is what Bert wants. ",
    "Hier ist, was Bert möchte. ",
    "Voici ce que Bert demande. ",
    "Until last year: ",
    "Bert schrieb:\n",
    "Nachricht von Bert: ",
    "Bert a écrit :\n",
    "Mensaje de Bert:\n",
    "Bert ha scritto:\n",
    "Bericht van Bert:\n",
    "Mensagem de Bert:\n",
)
OF_THE_WRITER = (
    "Please note: ",
    "Thanks - ",
    "(By the way) ",
    "[10:01] ",
    "This is what I want. ",
    "Here is what I think of calls. ",
    "I broke the lamp - sorry. ",
    "Contact: ",
    "My preference:\n",
    "Order 10-44871: ",
    "As I said: ",
    "Hello: ",
    "Dear support team:\n\n",
    "Two things:\n- the lamp is broken\n- ",
    "My wishes are as follows:\n\n",
    "The screen shows: error 5. ",
    "The screen shows this:\nE5\n\n",
    "It broke at 10:01. ",
    "Wichtig: ",
    "Remarque : ",
    "Nota: ",
    "Opmerking: ",
)


@pytest.mark.parametrize("before", INTRODUCED)
def test_a_colon_gives_the_word_to_another(before: str) -> None:
    """A line or label that names another speaker or source makes what follows somebody else's words."""
    assert statement_fault(EVENINGS, before + EVENINGS, value="evenings", timely=True) == "reported"


@pytest.mark.parametrize("before", OF_THE_WRITER)
def test_a_label_of_the_writers_own_changes_nothing(before: str) -> None:
    """What only says what a statement is about leaves it the writer's."""
    assert statement_fault(EVENINGS, before + EVENINGS, value="evenings", timely=True) is None


def test_a_label_within_the_quote_counts_too() -> None:
    """A model may quote the label with the words; `Best time: evenings` is a statement all the same."""
    assert statement_fault(f"Bert: {EVENINGS}", f"Bert: {EVENINGS}", value="evenings") == "reported"
    assert statement_fault("Best time to reach me: evenings", "Best time to reach me: evenings.") is None


@pytest.mark.parametrize("bar", ["> ", "| ", "│ ", "» "])
def test_quoted_lines_have_many_signs(bar: str) -> None:
    """Programs mark quoted lines by other signs than `>` as well."""
    assert statement_fault(EVENINGS, f"Hello.\n{bar}{EVENINGS}\n", value="evenings") == "quoted"


@pytest.mark.parametrize("after", ["Not any more.", "Not anymore!", "No longer.", "But not any more."])
def test_what_holds_no_longer_is_taken_back(after: str) -> None:
    """A few words after a statement end it."""
    assert statement_fault(EVENINGS, f"{EVENINGS} {after}", value="evenings") == "retracted"


def test_every_fault_is_explained() -> None:
    """Operators read a sentence for each check."""
    assert all(len(why.split()) >= 3 for why in FAULTS.values())


@given(st.text(max_size=300), st.text(max_size=40))
def test_any_text_gives_a_verdict(text: str, quote: str) -> None:
    """No text and no quote is an error."""
    assert statement_fault(quote, text) in {None, *FAULTS}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        (
            "See e.g. this at 3.50 or z. B. that on the 5. of May.",
            ["See e.g. this at 3.50 or z. B. that on the 5. of May."],
        ),
        ("A soft\nwrap goes on. Next", ["A soft\nwrap goes on.", "Next"]),
        ("Hello,\n\nbody text", ["Hello,", "body text"]),
        ("- first\n- second", ["- first", "- second"]),
        ("Really?! Yes", ["Really?!", "Yes"]),
        ("He said “no.” Fine", ["He said “no.”", "Fine"]),
        (
            "So do I. We went out. Order no. 5 at 6 p.m. Dr. Who",
            ["So do I.", "We went out.", "Order no. 5 at 6 p.m. Dr. Who"],
        ),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    """A sentence ends at its mark, at a blank line or a list item, not at an abbreviation or an ordinal."""
    words = tokens(text)
    assert expected == [text[words[s.first].start : words[s.last - 1].end].strip() for s in sentences(words)]


def test_clauses_part_at_commas_and_at_joints() -> None:
    """A comma in a number parts nothing; a joint such as `but` begins a clause."""
    words = tokens("not 40,00 now, but later")
    parts = clauses(words, Span(0, len(words)), frozenset({"but"}))
    assert [[words[i].fold for i in range(p.first, p.last)] for p in parts] == [
        ["not", "40", ",", "00", "now", ","],
        ["but", "later"],
    ]


def test_phrases_know_spellings_beginnings_and_line_ends() -> None:
    """Accents may be missing, umlauts may be spelled out but never dropped, a star is any ending, a line end is a blank."""
    table = Phrases({"fr": "préfère", "de": "würde gern", "en": "refund*"})
    found = [h.label for h in table.find(tokens("prefere PRÉFÈRE wuerde\ngern würde gern wurde gern refunding"))]
    assert found == ["fr", "fr", "de", "de", "en"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Please call me in the evening, I am at work during the day."),
        ("de", "Bitte rufen Sie mich abends an, ich bin tagsüber bei der Arbeit."),
        ("fr", "Je suis au travail dans la journée, merci de m'appeler le soir."),
        ("es", "Por favor, llámeme por la noche, estoy en el trabajo durante el día."),
        ("it", "Per favore mi chiami la sera, sono al lavoro durante il giorno."),
        ("nl", "Bel mij alstublieft in de avond, ik ben overdag aan het werk."),
        ("pt", "Por favor ligue-me à noite, estou no trabalho durante o dia."),
        ("", "OK"),
    ],
)
def test_the_language_of_a_text(code: str, text: str) -> None:
    """A sentence is enough to tell its language; a word may not be."""
    assert code == language_of(tokens(text))
