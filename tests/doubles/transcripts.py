"""Whole conversations with what must and must not be remembered of each, and the scripted model that offers it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "transcripts"
CASE = re.compile(r"\(case ([a-z]{2}-[a-z]+-[0-9]{1,3})\)")


THANKS = {
    "en": "Thank you for your mail. We have read it.",
    "de": "Vielen Dank für Ihre Nachricht. Wir haben sie gelesen.",
    "fr": "Merci pour votre message. Nous l'avons bien lu.",
    "es": "Muchas gracias por su mensaje. Lo hemos leído.",
    "it": "Grazie per il suo messaggio. Lo abbiamo letto.",
    "nl": "Hartelijk dank voor uw bericht. Wij hebben het gelezen.",
    "pt": "Muito obrigado pela sua mensagem. Nós já a lemos.",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a model would have remembered, and whether it must be or must not be."""

    must: bool
    rule: str
    value: str
    quote: str
    source: str = "customer"
    outcome: str = ""
    """The value in its normal form, or the check that refuses it, where that is settled."""

    def candidate(self) -> dict[str, Any]:
        """Return it as a model writes it."""
        fields = {"rule": self.rule, "value": self.value, "quote": self.quote, "source": self.source}
        return {**fields, "confidence": 0.95}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A customer's mail, what we answer to it, and what the model offers from the two."""

    mail: str
    reply: str
    offers: tuple[Offer, ...]


Owed = tuple[str, str, str, str, str]
"""A commitment of the ledger: kind, amount, currency, due day, status; empty where there is none."""


@dataclass(frozen=True)
class Transcript:
    """A conversation of one customer. `owed` is what the ledger holds of it in the end."""

    id: str
    language: str
    about: str
    subject: str
    exchanges: tuple[Exchange, ...]
    owed: tuple[Owed, ...]

    @cached_property
    def sender(self) -> str:
        """The customer's address."""
        return f"writer.{self.id}@example.org"

    @property
    def thanks(self) -> str:
        """What the model answers where the conversation has nothing else: in the customer's language."""
        return THANKS[self.language]

    @property
    def offers(self) -> list[Offer]:
        """All that was offered."""
        return [o for e in self.exchanges for o in e.offers]

    @property
    def title(self) -> str:
        """The subject of its first mail: it names the case, so that a scripted model knows what it reads."""
        return f"{self.subject} (case {self.id})".strip()


def transcripts(batch: str) -> list[Transcript]:
    """Read a batch: a file for each language."""
    return [
        _transcript(f"{file['language']}-{batch}-{number}", file["language"], thread)
        for file in (tomllib.loads(p.read_text("utf-8")) for p in sorted(FOLDER.glob(f"{batch}_*.toml")))
        for number, thread in enumerate(file["thread"])
    ]


def gold(folder: Path, *, apart: bool) -> list[Transcript]:
    """Read the gold threads as conversations: one a thread, or `apart` one for each kind of model that offers something from it."""
    return [
        _gold(f"{file['language']}-{model}-{number}", file["language"], thread, model)
        for file in (tomllib.loads(p.read_text("utf-8")) for p in sorted(folder.glob("threads_*.toml")))
        for number, thread in enumerate(file["thread"])
        for model in (dict.fromkeys(c[0] for c in thread["candidates"]) if apart else ("all",))
    ]


def _gold(id_: str, language: str, thread: dict[str, Any], model: str) -> Transcript:
    offers = tuple(
        Offer(outcome[0] == "=", rule, value, quote, "reply" if ours else "customer", outcome[1:])
        for by, rule, value, quote, outcome, *ours in thread["candidates"]
        if model in {by, "all"}
    )
    exchange = Exchange(thread["mail"].strip(), thread.get("reply", ""), offers)
    return Transcript(id_, language, thread["mail"][:60], "", (exchange,), ())


def _transcript(id_: str, language: str, thread: dict[str, Any]) -> Transcript:
    exchanges = tuple(
        Exchange(
            t["mail"].strip(),
            t.get("reply", ""),
            tuple(Offer(mark == "+", *words) for mark, *words in t.get("offers", ())),
        )
        for t in thread["turn"]
    )
    owed = tuple(tuple(entry) for t in thread["turn"] for entry in t.get("owed", ()))
    return Transcript(id_, language, thread["about"], thread.get("subject", ""), exchanges, owed)  # type: ignore[arg-type]


def turn_of(cases: dict[str, Transcript], subject: str, text: str) -> dict[str, Any]:
    """Return what the model says to a mail that it is shown: the case by its subject, the mail by its first line."""
    found = CASE.search(subject)
    assert found, subject
    case = cases[found[1]]
    exchange = next(e for e in case.exchanges if e.mail.partition("\n")[0] in text)
    return {"reply": exchange.reply or case.thanks, "candidates": [o.candidate() for o in exchange.offers]}
