"""Which of our languages a text is in, by its smallest words, so that words which several languages share are read right."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from collections import Counter
from collections.abc import Sequence

from keepword.memory.tokens import Token, bare, vocabulary

_SMALL = {
    "en": "within days by will tomorrow today week back get send call the and is are was were i you we my your it of to for with that this have has will would please not be am do does call me in on at by from an if but or our us",
    "de": "innerhalb tagen bis morgen heute woche wir uns bitte ihnen erhalten nach der die das und ist sind ich sie wir mein meine meinen meiner ihr ihre ihnen nicht ein eine einen einem mit für auf von zu im am den dem des bitte werden wird haben habe bin auch "
    "es aber oder wenn uns mich mir noch nur an als abends rufen sehr vom zum zur bei",
    "fr": "sous jours demain semaine vous nous d'ici euros avec le la les et est sont je vous nous mon ma mes votre vos ne pas un une des du de pour avec que qui ce cette dans sur au aux j l d c n s qu il elle merci bonjour très plus suis êtes sera être",
    "es": "días mañana semana plazo usted antes hasta reembolso el la los las y es son yo usted nosotros mi mis su sus no un una de del para con que en por lo le les se me al está muy más pero si por favor gracias hola estoy soy",
    "it": "entro giorni domani settimana lei riceverà rimborso verrà il lo la gli le e è sono io lei noi mio mia suo sua non un una di del della per con che in da mi si al alla nel ho ha grazie più ma se anche buongiorno questo essere",
    "nl": "binnen dagen morgen uw wij euro week ontvangt de het een en is zijn ik u wij we mijn uw niet van voor met dat dit op te in aan bij om naar er ook maar als of heb heeft graag bedankt wel kunt zullen zal mij me je",
    "pt": "dias amanhã semana prazo você até hoje vamos reembolso úteis o a os as e é são eu você nós meu minha seu sua não um uma de do da para com que em por no na nos nas se me ao está muito mais mas obrigado obrigada olá estou sou lhe",
}
_COUNTS = {code: vocabulary(row) | {bare(w) for w in row.split()} for code, row in _SMALL.items()}
LANGUAGES = tuple(_SMALL)


def language_of(words: Sequence[Token], default: str = "", margin: int = 1) -> str:
    """Return the code of the language with the most small words here; the default where two are level or none is found.

    `margin` is by how many small words another language than the default has to lead before it.
    """
    counts = Counter({code: sum(w.fold in small for w in words) for code, small in _COUNTS.items()})
    (best, most), (_, second) = counts.most_common(2)
    if default and most - counts[default] < margin:
        return default
    return best if most > second else default


def small_words() -> frozenset[str]:
    """Return the small words of all languages."""
    return frozenset().union(*_COUNTS.values())
