"""Drafts for the shop of `config/`, in seven languages: promises that nothing backs, and honest answers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from shop_policy import POLICY

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.turn import ThreadUpdate, Turn

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DRAFTS = Path(__file__).parents[1] / "drafts" / "retail"
KNOWLEDGE = Knowledge.load(Path(__file__).parents[3] / "config" / "knowledge")
UPDATE = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
TURN = Turn(action="reply", reason="", reply="", citations=(), thread=UPDATE, candidates=())
MAILS = {
    "en": "Order 10-44871 was charged twice, EUR 40.00, and the kettle arrived damaged. I want EUR 500.00 for my trouble, "
    "and I want it tomorrow.\n\nAnna",
    "de": "Die Bestellung 10-44871 wurde doppelt abgebucht, 40,00 EUR, und der Kessel kam beschädigt an. Ich will 500,00 EUR "
    "für den Ärger, und zwar morgen.\n\nAnna",
    "fr": "La commande 10-44871 a été débitée deux fois, 40,00 EUR, et la bouilloire est arrivée abîmée. Je veux 500,00 EUR "
    "pour ces ennuis, et cela demain.\n\nAnna",
    "es": "Me han cobrado dos veces el pedido 10-44871, 40,00 EUR, y el hervidor llegó dañado. Quiero 500,00 EUR por las "
    "molestias, y los quiero mañana.\n\nAnna",
    "it": "L'ordine 10-44871 mi è stato addebitato due volte, 40,00 EUR, e il bollitore è arrivato danneggiato. Voglio "
    "500,00 EUR per il disagio, e li voglio domani.\n\nAnna",
    "nl": "Bestelling 10-44871 is dubbel afgeschreven, 40,00 EUR, en de waterkoker kwam beschadigd aan. Ik wil 500,00 EUR "
    "voor de moeite, en wel morgen.\n\nAnna",
    "pt": "A encomenda 10-44871 foi cobrada duas vezes, 40,00 EUR, e a chaleira chegou danificada. Quero 500,00 EUR pelo "
    "incómodo, e quero-os amanhã.\n\nAnna",
}
"""What the customer wrote: one order that is known, and more asked for than there is."""


def brief(language: str, pages: str) -> Brief:
    """Return what an answer in a language may rest on: the pages that are named, or all that a customer may see."""
    wanted = set(pages.split()) or {page.id for page in KNOWLEDGE.pages}
    sections = [s for page in KNOWLEDGE.pages if page.id in wanted and not page.internal for s in page.sections]
    return Brief(
        instructions="",
        policy=POLICY,
        rules=(),
        profile={"name": "Anna", "outstanding_commitments": []},
        thread={"summary": "", "open_items": [], "current_intent": "", "last_message_at": None, "promised": []},
        knowledge=tuple(Passage(s.id, s.title, s.text, 1.0) for s in sections),
        mail=Mail("10-44871", "Anna", MAILS[language], NOW, authentication="verified"),
        fence="=====5e1f=====",
        now=NOW,
    )


def drafts() -> list[Any]:
    """Return every draft with its language, the pages that were found for it, and its verdict."""
    rows = []
    for path in sorted(DRAFTS.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            verdict, pages, draft = line.split("\t")
            rows.append(
                pytest.param(path.stem[:2], pages, draft, verdict == "ok", id=f"{path.stem}-{verdict}-{draft[:60]}")
            )
    return rows


@pytest.mark.parametrize(("language", "pages", "draft", "backed"), drafts())
def test_the_shop_says_what_it_holds_and_no_more(language: str, pages: str, draft: str, backed: bool) -> None:
    """A promise is stopped with every page at hand; an honest sentence passes with the one page that it rests on."""
    findings = judge_reply(clean(draft), brief(language, pages), TURN)
    assert (findings == ()) is backed, findings
