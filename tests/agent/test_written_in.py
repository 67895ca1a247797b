"""In which language a mail is written, and what follows for its answer."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.agent.brief.assemble import Brief, Mail
from keepword.agent.guard.judge import judge_reply
from keepword.agent.language.detector import AMONG, language_of, written_in
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
GOLD = Path(__file__).parents[1] / "memory" / "gold"
DRAFTS = Path(__file__).parent / "drafts"
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt")
ASKED = {
    "en": "Hello, when will my parcel be here? I have been waiting for a week.",
    "de": "Guten Tag, wann kommt mein Paket an? Ich warte schon seit einer Woche.",
    "fr": "Bonjour, quand mon colis va-t-il arriver ? J'attends depuis une semaine.",
    "es": "Hola, ¿cuándo llega mi paquete? Llevo una semana esperando.",
    "it": "Buongiorno, quando arriva il mio pacco? Aspetto da una settimana.",
    "nl": "Goedendag, wanneer komt mijn pakket aan? Ik wacht al een week.",
    "pt": "Bom dia, quando chega a minha encomenda? Já estou à espera há uma semana.",
}
ANSWERED = {
    "en": "Could you please tell us the number of your order?",
    "de": "Könnten Sie uns bitte die Nummer Ihrer Bestellung nennen?",
    "fr": "Pourriez-vous nous indiquer le numéro de votre commande, s'il vous plaît ?",
    "es": "¿Podría indicarnos el número de su pedido, por favor?",
    "it": "Potrebbe indicarci il numero del suo ordine, per favore?",
    "nl": "Kunt u ons alstublieft het nummer van uw bestelling geven?",
    "pt": "Poderia indicar-nos o número da sua encomenda, por favor?",
}


def gold_mails() -> list[tuple[str, str]]:
    """Return the short mails in seven languages by which the memory is tested, with their languages."""
    threads = [
        (code, t["mail"])
        for code in LANGUAGES
        for t in tomllib.loads((GOLD / f"threads_{code}.toml").read_text(encoding="utf-8"))["thread"]
    ]
    return [(code, m) for code, each in threads for m in (each if isinstance(each, list) else [each])]


def drafts() -> list[tuple[str, str]]:
    """Return the sentences by which the guard is tested, with their languages."""
    rows = [(c, line) for c in LANGUAGES for line in (DRAFTS / f"{c}.txt").read_text(encoding="utf-8").splitlines()]
    return [(code, line.partition("\t")[2]) for code, line in rows]


def findings(mail: str, reply: str, profile: dict[str, str] | None = None) -> list[str]:
    """Return the kinds of what the guard finds in an answer to a mail."""
    brief = Brief(
        instructions="We sell tea.",
        policy=Policy(),
        rules=(),
        profile=profile,
        thread={},
        knowledge=(),
        mail=Mail("", "Anna", mail, NOW),
        fence="=====f3nc3d=====",
        now=NOW,
    )
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    turn = Turn(action="reply", reason="", reply=reply, citations=(), thread=update, candidates=())
    return [f.kind for f in judge_reply(reply, brief, turn)]


def test_short_mails_are_told_apart() -> None:
    """Of short mails in seven languages nine in ten are told for sure, and none is taken for another."""
    told = [(code, written_in(mail)) for code, mail in gold_mails()]
    assert [(code, found) for code, found in told if found not in {code, None}] == []
    assert sum(found is not None for _, found in told) >= 0.9 * len(told) > 100


def test_single_sentences_are_never_taken_for_another_language() -> None:
    """A sentence of a letter may be too short to tell, but is told rightly or not at all."""
    told = [(code, written_in(draft)) for code, draft in drafts()]
    assert [(code, found) for code, found in told if found not in {code, None}] == []
    assert sum(found is not None for _, found in told) >= 0.75 * len(told) > 300


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ok thanks",
        "OK!",
        "10-44871",
        "EUR 40.00",
        "Anna Berger",
        "info@example.com",
        "https://shop.example.com/this-is-a-link/with-english-words",
        "Danke",
        "Merci !",
        "Garmin Forerunner 965",
        "Sent from my iPhone",
        "🙂👍",
    ],
)
def test_too_little_tells_no_language(text: str) -> None:
    """A word of thanks, a number, a name or a link is written in any language."""
    assert written_in(text) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Здравствуйте, где мой заказ?", "ru"),
        ("注文した商品はいつ届きますか。", "ja"),
        ("Dzień dobry, kiedy przyjdzie moja paczka? Czekam już tydzień.", "pl"),
        ("Hej, när kommer mitt paket? Jag har väntat i en vecka.", "sv"),
        ("Merhaba, kargom ne zaman gelecek? Bir haftadır bekliyorum.", "tr"),
    ],
)
def test_other_languages_are_not_taken_for_ours(text: str, language: str) -> None:
    """A mail in a language that nobody here reads is known for what it is."""
    assert written_in(text) == language


@pytest.mark.parametrize("asked", LANGUAGES)
@pytest.mark.parametrize("answered", LANGUAGES)
def test_h34_an_answer_in_another_language_is_found(asked: str, answered: str) -> None:
    """Each of the seven languages against each: an answer is in the mail's language, or there is a finding."""
    assert findings(ASKED[asked], ANSWERED[answered]) == ([] if asked == answered else ["language"])


@pytest.mark.parametrize("answered", LANGUAGES)
def test_where_the_mail_tells_no_language_any_may_answer(answered: str) -> None:
    """`ok thanks` may be answered in the language in which the thread began."""
    assert findings("ok thanks", ANSWERED[answered]) == []


def test_the_language_that_a_person_wished_for_may_answer() -> None:
    """A profile's wish counts beside the mail's own language."""
    assert findings(ASKED["en"], ANSWERED["de"], {"language": "de"}) == []
    assert findings(ASKED["en"], ANSWERED["en"], {"language": "de"}) == []
    assert findings(ASKED["en"], ANSWERED["fr"], {"language": "de"}) == ["language"]


def test_a_language_is_always_named_where_one_is_needed() -> None:
    """What the detector leaves open is told by stop words, else it is what the caller says."""
    assert language_of("Danke für die Antwort", "en") == "de"
    assert language_of("10-44871", "nl") == "nl"


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=2_000))
def test_any_text_is_read(text: str) -> None:
    """Whatever stands in a mail, the answer is a language or None."""
    assert written_in(text) is None or written_in(text) in {*AMONG, "ru", "el", "ja", "ko", "zh", "ar", "he", "th"}


def test_the_model_is_read_with_the_first_text_only() -> None:
    """Neither the guard's import nor the commands that judge nothing load numpy."""
    code = (
        "import sys; from keepword.agent.guard.judge import judge_reply; from keepword.agent import cli\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
