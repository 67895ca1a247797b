"""Drafts in seven languages, each with the verdict that the guard has to give: what is backed goes out, all else does not."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.turn import ThreadUpdate, Turn
from keepword.memory.policy import Policy, Promise, Statement

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DRAFTS = Path(__file__).parents[1] / "drafts"
TURN = Turn(
    action="reply",
    reason="",
    reply="",
    citations=("shipping#time",),
    thread=ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False),
    candidates=(),
)
SHOP = {
    "en": (
        "Unused goods can be returned within 30 days.",
        "Delivery takes 2 to 4 working days and costs EUR 4.90. The warranty is two years.",
        "Order 10-44871 was charged twice, EUR 40.00. I was promised EUR 500.00, and I want to have it. I prefer evenings.",
    ),
    "de": (
        "Unbenutzte Ware kann innerhalb von 30 Tagen zurückgegeben werden.",
        "Die Lieferung dauert 2 bis 4 Werktage und kostet 4,90 EUR. Die Garantie beträgt zwei Jahre.",
        "Die Bestellung 10-44871 wurde doppelt abgebucht, 40,00 EUR. Ich will aber 500,00 EUR von Ihnen haben.",
    ),
    "fr": (
        "Les articles non utilisés peuvent être retournés sous 30 jours.",
        "La livraison prend 2 à 4 jours ouvrés et coûte 4,90 EUR. La garantie est de deux ans.",
        "La commande 10-44871 a été débitée deux fois, 40,00 EUR. Mais je veux avoir 500,00 EUR de vous.",
    ),
    "es": (
        "Los artículos sin usar se pueden devolver en 30 días.",
        "La entrega tarda de 2 a 4 días laborables y cuesta 4,90 EUR. La garantía es de dos años.",
        "Me han cobrado dos veces el pedido 10-44871, 40,00 EUR. Pero yo quiero que me paguen 500,00 EUR.",
    ),
    "it": (
        "Gli articoli non usati possono essere restituiti entro 30 giorni.",
        "La consegna richiede da 2 a 4 giorni lavorativi e costa 4,90 EUR. La garanzia è di due anni.",
        "L'ordine 10-44871 mi è stato addebitato due volte, 40,00 EUR. Ma io voglio avere da voi 500,00 EUR.",
    ),
    "nl": (
        "Ongebruikte artikelen kunnen binnen 30 dagen worden geretourneerd.",
        "De levering duurt 2 tot 4 werkdagen en kost 4,90 EUR. De garantie is twee jaar.",
        "Mijn bestelling 10-44871 is dubbel afgeschreven, 40,00 EUR. Maar ik wil van jullie 500,00 EUR hebben.",
    ),
    "pt": (
        "Os artigos não usados podem ser devolvidos em 30 dias.",
        "A entrega demora 2 a 4 dias úteis e custa 4,90 EUR. A garantia é de dois anos.",
        "A encomenda 10-44871 foi cobrada duas vezes, 40,00 EUR. Mas eu quero que me paguem 500,00 EUR.",
    ),
}
"""Per language: the policy's statement, the knowledge's passage, the customer's mail."""
TITLES = {
    "en": "Delivery and warranty", "de": "Lieferung und Garantie", "fr": "Livraison et garantie", "es": "Entrega y garantía",
    "it": "Consegna e garanzia", "nl": "Levering en garantie", "pt": "Entrega e garantia",
}  # fmt: skip
OWED = {
    "kind": "refund",
    "amount": "25.00",
    "currency": "EUR",
    "due": "2026-03-09",
    "quote": "We will refund EUR 25.00 within 7 days.",
}


def shop(language: str) -> Brief:
    """Return a brief of a shop that works in one language, for a customer who asks for more than there is."""
    statement, passage, mail = SHOP[language]
    policy = Policy(
        promises=(
            Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),
            Promise("call_back", within_days=2),
        ),
        statements=(Statement("returns", statement),),
        link_domains=("example.com",),
    )
    return Brief(
        instructions="We sell tea.",
        policy=policy,
        rules=(),
        profile={"name": "Anna", "outstanding_commitments": [OWED], "preferred_contact_time": "evenings"},
        thread={"summary": "", "open_items": [], "current_intent": "", "last_message_at": None, "promised": []},
        knowledge=(Passage("shipping#time", TITLES[language], passage, 1.0),),
        mail=Mail("10-44871", "Anna", mail, NOW, authentication="verified"),
        fence="=====f3nc3d=====",
        now=NOW,
    )


def drafts() -> list[Any]:
    """Return every draft of the table with its language and verdict."""
    rows = []
    for path in sorted(DRAFTS.glob("*.txt")):
        code = path.stem.removesuffix("_fresh")
        language = code if code in SHOP else "en"
        for line in path.read_text(encoding="utf-8").splitlines():
            verdict, _, draft = line.partition("\t")
            rows.append(pytest.param(language, draft, verdict == "ok", id=f"{path.stem}-{verdict}-{draft[:60]}"))
    return rows


@pytest.mark.parametrize(("language", "draft", "backed"), drafts())
def test_h1_h2_only_what_is_backed_goes_out(language: str, draft: str, backed: bool) -> None:
    """Each draft of the table gets its verdict."""
    findings = judge_reply(clean(draft), shop(language), TURN)
    assert (findings == ()) is backed, findings


def test_the_table_is_large_enough() -> None:
    """The table holds at least two hundred drafts, of both verdicts in every language."""
    rows = drafts()
    assert len(rows) >= 200
    assert {(r.values[0], r.values[2]) for r in rows} == {(code, verdict) for code in SHOP for verdict in (True, False)}
