"""Whether a quote says what a value says: word for word, in another form of the same word, or by a name in another language."""

from __future__ import annotations

from collections.abc import Iterator

from keepword.memory.evidence_language import language_of
from keepword.memory.evidence_reading import folds
from keepword.memory.evidence_tokens import Phrases, bare, spellings, tokens, vocabulary
from keepword.memory.normal_words import CHANNELS, LANGUAGES, TIMES

_CONCEPTS = Phrases(
    {
        **LANGUAGES,
        **CHANNELS,
        **TIMES,
        "plain": "plain | schlichter | reiner | nur-text | simple | brut | sencillo | plano | semplice | platte | simples",
        "html": "html",
        "text": "text | texto | texte | testo | tekst",
        "only": "only | nur | uniquement | seulement | solo | sólo | soltanto | alleen | apenas | só | somente",
        "formal": "formal | formally | förmlich | siezen | sie | vouvoyer | usted | formale | formeel",
        "informal": "informal | duzen | du | tutoyer | tutear | first name | vornamen | prénom | informale",
        "allergy": "allerg*",
        "invoice": "invoice | invoices | rechnung | rechnungen | facture | factures | factura | facturas | fattura | fatture | factuur | facturen | fatura | faturas",
        "vegetarian": "vegetar* | végétar* | vegetaria*",
        "wheelchair": "wheelchair* | rollstuhl* | fauteuil roulant | silla de ruedas | sedia a rotelle | rolstoel* | cadeira de rodas",
        "no": "not | no | never | without | avoid | n't | nicht | kein* | nie | ohne | pas | jamais | sans | nunca | sin | non | mai | senza | niet | geen | nooit | zonder | não | nem | sem | cannot | can't",
        "deaf": "deaf | gehörlos* | taub | sourd* | sordo* | sorda | doof | surdo*",
        "blind": "blind* | aveugle* | cieg* | cieco | cieca | cego | cega",
    }
)
_EMPTY = vocabulary(
    "the a an and or of to in on at by for with from is are was be been has have had do does it this that my your his her their our i you he she we they me him us them "
    "customer client user person prefers prefer preferred wants want would like likes please only always answer reply replies respond be being can should must use uses as need needs "
    "der die das ein eine und oder von zu in auf mit ist sind ich sie er wir mein ihr kunde bitte nur immer le la les un une et ou de du des à est sont je vous il elle nous mon ma client "
    "el los las y o en con es son yo usted mi cliente por para il lo gli e di da con è sono io lei mio het een en van te met is ik u mijn klant o os as um uma do no na com é eu meu que qu'il"
)
_STEM = 5
FULL, HALF = 1.0, 0.5


def supported(value: str, quote: str) -> bool:
    """Say whether every content word and every number of a value is in its quote, in some form of it."""
    return share(value, quote) >= FULL


def share(value: str, quote: str) -> float:
    """Return which share of a value's content words its quote supports; 0 where a number is not in the quote at all."""
    wanted = tuple(w for w in folds(value[:2000]) if w not in _EMPTY or w.isdigit())
    said = frozenset(_forms(quote))
    if not wanted:
        return FULL if " ".join(folds(value)) in " ".join(folds(quote)) else 0.0
    if any(w.isdigit() and w not in said for w in wanted):
        return 0.0
    concepts = _concepts(quote)
    return sum(_said(w, said, concepts) for w in wanted) / len(wanted)


def same_language(value: str, quote: str) -> bool:
    """Say whether value and quote may be in one language, so that the words of one can be asked of the other."""
    a, b = language_of(tokens(value[:2000])), language_of(tokens(quote[:2000]))
    return not a or not b or a == b


def _said(word: str, said: frozenset[str], concepts: frozenset[str]) -> bool:
    return bool(set(_forms(word)) & said) or bool(_concepts(word) & concepts)


def _forms(text: str) -> frozenset[str]:
    """Return the words of a text and their beginnings, so that `allergic` meets `allergy`, and `Nüsse` meets `Nuesse`."""
    return frozenset(f for w in folds(text[:4000]) for f in _forms_of(w))


def _forms_of(word: str) -> Iterator[str]:
    yield word
    if word.isdigit():
        return
    for spelling in spellings(word):
        yield bare(spelling)
        yield bare(spelling)[:_STEM]
        yield bare(spelling).rstrip("s")


def _concepts(text: str) -> frozenset[str]:
    return frozenset(h.label for h in _CONCEPTS.find(tokens(text[:4000])))
