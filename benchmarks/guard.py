"""What the guard costs: a letter of 2 kB, and texts that grow, honest and hostile; the time per doubling shows the growth."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.handoff.topics import handoff_topic
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy, Promise, Statement

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LETTERS = {
    "en": "Hello Anna,\n\nthank you for your mail, and I am sorry for the trouble that this has caused. We will refund EUR 40.00 "
    "within 10 days, by the way in which you paid; your bank may need a few more days to show it. Delivery takes 2 to 4 "
    "working days and costs EUR 4.90. If the kettle is damaged, could you please send us a photograph of it and of the "
    "parcel's label? Unused goods can be returned within 30 days. Please tell us if anything else is missing.\n\n",
    "de": "Guten Tag Frau Berger,\n\nvielen Dank für Ihre Nachricht, und entschuldigen Sie bitte die Umstände. Wir erstatten Ihnen "
    "40,00 EUR innerhalb von 10 Tagen auf dem Weg, auf dem Sie bezahlt haben. Die Lieferung dauert 2 bis 4 Werktage und kostet "
    "4,90 EUR. Falls der Kessel beschädigt ist, schicken Sie uns bitte ein Foto davon und vom Etikett des Pakets. Unbenutzte "
    "Ware können Sie innerhalb von 30 Tagen zurückgeben. Sagen Sie uns gern, wenn noch etwas fehlt.\n\n",
    "fr": "Bonjour Madame Berger,\n\nmerci de votre message, et veuillez nous excuser pour ces désagréments. Nous vous "
    "rembourserons 40,00 EUR sous 10 jours. La livraison prend 2 à 4 jours ouvrés et coûte 4,90 EUR. Si la "
    "bouilloire est abîmée, pourriez-vous nous envoyer une photo et l'étiquette du colis ? Les articles non utilisés peuvent être "
    "retournés sous 30 jours. N'hésitez pas à nous dire s'il manque autre chose.\n\n",
    "es": "Buenos días:\n\ngracias por su mensaje, y disculpe las molestias. Le reembolsaremos 40,00 EUR en un plazo de 10 días "
    "por el mismo medio de pago. La entrega tarda de 2 a 4 días laborables y cuesta 4,90 EUR. Si la tetera está dañada, ¿podría "
    "enviarnos una foto y la etiqueta del paquete? Los artículos sin usar se pueden devolver en 30 días. Díganos si falta algo.\n",
    "it": "Buongiorno,\n\ngrazie del suo messaggio, e ci scusi per il disagio. Le rimborseremo 40,00 EUR entro 10 giorni con lo "
    "stesso metodo di pagamento. La consegna richiede da 2 a 4 giorni lavorativi e costa 4,90 EUR. Se il bollitore è danneggiato, "
    "potrebbe inviarci una foto e l'etichetta del pacco? Gli articoli non usati possono essere restituiti entro 30 giorni.\n\n",
    "nl": "Goedendag,\n\nbedankt voor uw bericht, en excuses voor het ongemak. Wij betalen u 40,00 EUR binnen 10 dagen terug op de "
    "manier waarop u hebt betaald. De levering duurt 2 tot 4 werkdagen en kost 4,90 EUR. Als de ketel beschadigd is, kunt u ons "
    "dan een foto sturen, ook van het etiket? Ongebruikte artikelen kunnen binnen 30 dagen worden geretourneerd.\n\n",
    "pt": "Bom dia,\n\nobrigado pela sua mensagem, e desculpe o incómodo. Reembolsaremos 40,00 EUR no prazo de 10 dias pelo mesmo "
    "meio de pagamento. A entrega demora 2 a 4 dias úteis e custa 4,90 EUR. Se a chaleira está danificada, poderia enviar-nos uma "
    "fotografia e a etiqueta? Os artigos não usados podem ser devolvidos em 30 dias.\n\n",
}
"""A letter of support in each language."""
TEXTS = {
    **LETTERS,
    "amounts": "EUR 1.00 ",
    "we will": "we will refund ",
    "commas": ", ",
    "digits": "1",
    "dots": "a.b.",
    "told": "you wrote that we will ",
    "mended": "and we mended it ",
}
NEW = "bcdfghjklmnpqrs"
"""Beginnings of words that no language has."""
SIZES = (2_000, 4_000, 8_000, 16_000)


def brief() -> Brief:
    """Return a brief of ordinary size."""
    passage = "Delivery takes 2 to 4 working days and costs EUR 4.90. " * 10
    return Brief(
        instructions="We sell tea.",
        policy=Policy(
            promises=(Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),),
            statements=(Statement("returns", "Unused goods can be returned within 30 days."),),
            link_domains=("example.com",),
        ),
        rules=(),
        profile=None,
        thread={
            "summary": "Asks for a refund for order 10-44871.",
            "open_items": [],
            "current_intent": "refund",
            "promised": [],
        },
        knowledge=tuple(Passage(f"p#{n}", "Delivery", passage, 1.0) for n in range(5)),
        mail=Mail("Charged twice", "Anna", "Order 10-44871 was charged twice, EUR 40.00. " * 10, NOW),
        fence="=====f3nc3d=====",
        now=NOW,
    )


def fresh(text: str, number: int) -> str:
    """Return a text that is new to the process from its first sentence on, as letters are: so its language is told anew."""
    greeting, blank, rest = text.partition("\n\n") if "\n\n" in text else ("", "", text)
    return f"{greeting}{blank}{NEW[number]}w {rest}"[: len(text) - 3] + f" {number % 10}."


def cost(text: str, case: Brief, turn: Turn) -> float:
    """Return the best of fifteen times, in milliseconds of this process."""
    times = []
    for number in range(len(NEW)):
        draft = fresh(text, number)
        start = time.process_time()
        judge_reply(clean(draft), case, turn)
        times.append(time.process_time() - start)
    return min(times) * 1_000


def first_cost(turn: Turn) -> float:
    """Return what the first answer to a mail costs, for which the mail has to be read as well."""
    times = []
    for number in range(len(NEW)):
        case = brief()
        mail = fresh(f"{case.mail.text} My order is 10-4488{number:02}. {LETTERS['en']}", number)
        draft = fresh((LETTERS["en"] * 5)[:2_000], number) + " This is about your order 10-44871."
        start = time.process_time()
        judge_reply(clean(draft), replace(case, mail=replace(case.mail, text=mail)), turn)
        times.append(time.process_time() - start)
    return min(times) * 1_000


def main() -> None:
    """Print a line a text: its times by size, and the growth per doubling."""
    case = brief()
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    turn = Turn(action="reply", reason="", reply="", citations=(), thread=update, candidates=())
    for letter in LETTERS.values():
        judge_reply(letter, case, turn)  # a process that has been running for a while has seen each language
    for name, unit in TEXTS.items():
        times = [cost((unit * (size // len(unit) + 1))[:size], case, turn) for size in SIZES]
        growth = max(after / before for before, after in pairwise(times))
        print(
            f"{name:10} "
            + "  ".join(f"{s:>6} B {t:7.2f} ms" for s, t in zip(SIZES, times, strict=True))
            + f"   x{growth:.2f}"
        )
    print(f"a mail that is new too, 2 kB of an answer: {first_cost(turn):.2f} ms")
    for size in (20_000, 40_000):
        start = time.process_time()
        handoff_topic(("speak to your lawyer delete my kill " * size)[:size], case.policy)
        print(f"handoff    {size:>6} B {(time.process_time() - start) * 1_000:7.2f} ms")


if __name__ == "__main__":
    main()
