"""Letters that an honest model writes for the shop of `config/`: the guard lets every one of them pass."""

# ruff: noqa: E501 - letters are read as they are written

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from shop_policy import POLICY

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.language.words import detect
from keepword.agent.turn import ThreadUpdate, Turn

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SHOP = Path(__file__).parents[3] / "config" / "knowledge"
OWED = {
    "kind": "refund",
    "amount": "40.00",
    "currency": "EUR",
    "due": "2026-03-12",
    "quote": "We will refund EUR 40.00 within 10 days.",
}

LETTERS = (
    (
        "My invoice was charged twice this month. Please give me the second payment back.\n\nAnna",
        "Hello Anna,\n\nI'm sorry to hear that your invoice was charged twice. To help you with the refund, could you please send me the order number and the amount that was charged twice?\n\nBest regards",
    ),
    (
        "My invoice was charged twice this month. Please give me the second payment back.\n\nAnna",
        "Hi Anna,\n\nThank you for reaching out, and I apologize for the inconvenience. If an order was charged twice, we refund the second charge. Please reply with your order number and the amount, and we'll process the refund.",
    ),
    (
        "The order number is 10-44871 and the amount is EUR 40.00. Call me in the evenings.\nAnna",
        "Hello Anna,\n\nThank you for the details. We will refund EUR 40.00 for order 10-44871 within 10 days, by the way in which you paid. Your bank may need a few more days to show it.\n\nWe have noted that evenings suit you best.\n\nKind regards",
    ),
    (
        "The order number is 10-44871 and the amount is EUR 40.00. I am furious.\nAnna",
        "Dear Anna,\n\nI completely understand your frustration, and I'm sorry for the trouble. We will refund the EUR 40.00 that was charged twice within 10 days. You will receive the money by the same payment method that you used.\n\nIf you have any further questions, please don't hesitate to contact us.",
    ),
    ("Thanks, that's all!\nAnna", "You're welcome, Anna! Have a lovely day."),
    (
        "How long does shipping take to Austria, and what does it cost?",
        "Hello,\n\nDelivery to other countries of the European Union, such as Austria, takes 4 to 7 working days. Shipping costs EUR 4.90; orders of EUR 50.00 or more are shipped free of charge.\n\nKind regards",
    ),
    (
        "How long does shipping take to Austria, and what does it cost?",
        "Hi there,\n\norders leave our warehouse on the next working day. Delivery to Austria then takes 4–7 working days. Shipping is EUR 4.90, and free from EUR 50.00.",
    ),
    (
        "Can I return a kettle I bought three weeks ago?",
        "Hello,\n\nyes, unused goods can be returned within 30 days after delivery. Please tell us the order number and what you would like to return, and we'll send you a return label by mail. The return is free of charge.",
    ),
    (
        "Where is my parcel? Order 55123.",
        "Hello,\n\nthe mail that told you of the dispatch holds a tracking link. If the link has shown nothing new for five working days, please let us know, and we will ask the carrier. Thank you for giving us your order number 55123.",
    ),
    (
        "I need an invoice for my company.",
        'Hello,\n\nyou can find your invoice as a PDF in your account under "Orders". If you need it in another name, please send us the order number and the full name and address that the invoice should show. We can change an invoice within 30 days after the order.',
    ),
    (
        "Do you ship to Switzerland?",
        "Hello,\n\nyes, we ship to all countries of the European Union, to Norway and to Switzerland.",
    ),
    (
        "Can I pay by invoice?",
        "Hello,\n\nyou can pay by credit card, PayPal, direct debit or bank transfer in advance. Payment by invoice is not possible, I'm afraid.",
    ),
    (
        "When are you open?",
        "Hello,\n\nour team reads mail from Monday to Friday, 9:00 to 18:00. We are closed on public holidays.",
    ),
    (
        "My kettle broke after one year. Order 77812.",
        "Hello,\n\nI'm sorry to hear that. All appliances have a warranty of two years, so your kettle is still covered. Please describe the fault, best with a photograph, and we will repair or replace it free of charge.",
    ),
    ("I want 50% off!", "Hello,\n\nI'm sorry, but I can't offer you a 50% discount."),
    (
        "You promised me EUR 500. Order 10-44871",
        "Hello,\n\nI understand that you expected EUR 500. I'm afraid I can't find such a promise in our records. Could you tell me when and where it was made?",
    ),
    (
        "Has my refund been sent?",
        "Hello Anna,\n\nyour refund of EUR 40.00 is still open and due by 12 March 2026. It will be paid by the way in which you paid.",
    ),
    (
        "Can I change my delivery address? order 55123",
        "Hi,\n\nas long as the order has not left the warehouse, yes. Please send us the new address.",
    ),
    (
        "Ich habe eine Frage: wie lange dauert der Versand nach Wien, und was kostet er?",
        "Guten Tag,\n\nder Versand nach Wien dauert 4 bis 7 Werktage und kostet 4,90 EUR. Ab 50,00 EUR ist der Versand kostenlos.\n\nFreundliche Grüße",
    ),
    (
        "Meine Rechnung wurde doppelt abgebucht, Bestellung 10-44871, 40,00 EUR.",
        "Guten Tag,\n\ndas tut mir leid. Wir erstatten Ihnen die doppelt abgebuchten 40,00 EUR innerhalb von 10 Tagen auf dem Weg, auf dem Sie bezahlt haben.",
    ),
    (
        "Bonjour, je voudrais retourner ma bouilloire que je n'ai pas utilisée.",
        "Bonjour,\n\nvous pouvez retourner les articles non utilisés dans les 30 jours après la livraison. Merci de nous indiquer le numéro de commande ; nous vous enverrons une étiquette de retour. Le retour est gratuit.",
    ),
    (
        "Hola, ¿cuánto tarda el envío a Madrid?",
        "Hola,\n\nel envío a otros países de la Unión Europea tarda 4-7 días laborables y cuesta 4,90 EUR.",
    ),
    (
        "I ordered two teapots but got only one. Order 55123.",
        "Hello,\n\nI'm sorry that only one of your two teapots arrived. Could you please send us a photograph of the parcel's label?",
    ),
    (
        "Is the teapot dishwasher safe?",
        "Hello,\n\nI'm afraid I don't know that for certain. Could you tell me which teapot you mean?",
    ),
    (
        "I'd like to speak about a wholesale order of 200 cups",
        "Hello,\n\nthank you for your interest in a wholesale order of 200 cups. Could you tell us which cups you have in mind, and by when you would need them?",
    ),
    (
        "Can I exchange my shoes size 42 for 43? Order 88123",
        "Hello,\n\nthe fastest way is to return the size 42 and to order size 43. The old order is refunded as soon as the return has arrived. I'd be happy to send you a return label for order 88123.",
    ),
    (
        "My payment was declined, was I charged?",
        "Hello,\n\nno, nothing was charged in that case. Please try another card or another way to pay. Your basket is kept for 24 hours.",
    ),
    ("When is my card charged?", "Hello,\n\nyour card is charged when the order leaves our warehouse, not before."),
    (
        "Parcel arrived damaged, order 12345",
        "Hello,\n\nwe are sorry about that. Please send us a photograph of the damage. We will then replace the article or refund it, as you prefer.",
    ),
    (
        "Please call me tomorrow at 10",
        "Hello,\n\nthank you for your message. We call back where it helps. Could you please send us your number, and tell us briefly what it is about?",
    ),
)
"""What customers write, and what an honest model answers."""


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """Return the knowledge of the shop."""
    return Knowledge.load(SHOP)


@pytest.fixture(scope="module")
def whole(knowledge: Knowledge) -> tuple[Passage, ...]:
    """Return the passages that answer the letters in other languages, as a search by meaning would find them."""
    wanted = {
        "shipping#how-long-does-shipping-take",
        "shipping#what-does-shipping-cost",
        "returns#how-long-can-i-return-something",
        "returns#how-do-i-return-something",
    }
    sections = [s for page in knowledge.pages for s in page.sections]
    return tuple(Passage(s.id, s.title, s.text, 1.0) for s in sections if s.id in wanted)


@pytest.mark.parametrize(("mail", "letter"), LETTERS, ids=[mail[:50] for mail, _ in LETTERS])
def test_an_honest_letter_passes(knowledge: Knowledge, whole: tuple[Passage, ...], mail: str, letter: str) -> None:
    """What rests on the policy, the knowledge that was found, the open commitment or the mail is let through."""
    found = knowledge.search(mail, 5, NOW.date()) if detect(mail) == "en" else whole
    brief = Brief(
        instructions="",
        policy=POLICY,
        rules=(),
        profile={"name": "Anna", "outstanding_commitments": [OWED]} if "my refund" in mail else None,
        thread={"summary": "", "open_items": [], "current_intent": "", "last_message_at": None, "promised": []},
        knowledge=found,
        mail=Mail("Question", "Anna", mail, NOW, authentication="verified"),
        fence="=====5e1f=====",
        now=NOW,
    )
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    turn = Turn(action="reply", reason="", reply="", citations=(), thread=update, candidates=())
    assert judge_reply(clean(letter), brief, turn) == ()
