"""Which of the things that shops give for nothing a text speaks of, so that a free return does not back a free gift."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from functools import lru_cache
from typing import Final

from keepword.memory.tokens import Phrases, tokens

TOPICS: Final = Phrases({
    "shipping": "ship* | deliver* | postage | versand* | liefer* | porto | livraison* | frais de port | expédition* | envío* | entrega* | spedizion* | consegn* | verzend* | bezorg* | lever* | envio* | portes",
    "return": "return* | rücksend* | rückgabe* | retour* | devol* | devuel* | reso | resi | restitu* | terugs* | terugzend*",
    "repair": "repair* | reparier* | reparatur* | répar* | repar* | ripar* | herstel*",
    "replacement": "replac* | exchang* | ersetz* | ersatz* | austausch* | umtausch* | remplac* | échang* | reempla* | sustitu* | cambi* | sostitu* | vervang* | omruil* | substitu* | troca*",
    "cancellation": "cancel* | stornier* | kündig* | annul* | résili* | anul* | disd* | opzeg*",
    "account": "account* | konto | kontos | compte* | cuenta* | conta | contas | app | plan | tarif*",
    "part": "part | parts | spare | teil | teile | ersatzteil* | pièce* | pieza* | repuesto* | pezzo | pezzi | ricambi* | onderdeel | onderdelen | peça*",
    "call": "call* | hotline | phone | anruf* | appel* | llamada* | chiamat* | belle* | chamada*",
})  # fmt: skip
"""By topic, its words in every language."""


@lru_cache(maxsize=1_024)
def topics_of(text: str) -> frozenset[str]:
    """Return which of the things that shops give for nothing a text speaks of, in whatever language."""
    return frozenset(hit.label for hit in TOPICS.find(tokens(text)))
