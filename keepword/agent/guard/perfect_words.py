"""Words of the perfect tense in the first person, and what may be told in it: reading and writing."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
import re
from typing import Final

from keepword.memory.tokens import vocabulary

PERFECTS: Final = {
    "en": "warehouse has | team has | manager has | supervisor has | colleague has | colleagues have | department has | management has | accounts has | technician has | we have | we 've | we've | we ve | i have | i 've | i've | i ve",
    "de": "lager hat | team hat | kollege hat | kollegin hat | kollegen haben | vorgesetzter hat | abteilung hat | buchhaltung hat | leitung hat | wir haben | haben wir | ich habe | habe ich",
    "fr": "je l'ai | je les ai | nous les avons | je viens de | nous venons de | entrepôt a | équipe a | responsable a | collègue a | direction a | service a | nous vous avons | nous l'avons | je vous ai | nous avons | avons nous | j'ai",
    "es": "acabo de | acabamos de | almacén ha | equipo ha | responsable ha | compañero ha | compañera ha | departamento ha | dirección ha | hemos | he",
    "pt": "acabei de | acabámos de | acabamos de",
    "it": "magazzino ha | team ha | responsabile ha | collega ha | reparto ha | direzione ha | abbiamo | ho",
    "nl": "magazijn heeft | team heeft | manager heeft | collega heeft | afdeling heeft | leidinggevende heeft | wij hebben | we hebben | hebben wij | hebben we | ik heb | heb ik",
}
"""First persons that a participle follows, right away or, in German and Dutch, at the end of the clause."""
LAST: Final = frozenset({"de", "nl"})

PARTICIPLES: Final = {
    "en": re.compile(r"[a-z]{2,}ed|paid|made|given|set|put|done|taken|sent|cut|begun|drawn|held|kept|left|lifted|sold"),
    "de": re.compile(r"[a-zäöüß]{0,12}ge[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{3,}iert|(?:be|ver|er|ent|zer|emp|miss|über|unter|hinter|wider|wieder)[a-zäöüß]{3,}(?:t|en)"),
    "fr": re.compile(r"[^\W\d_]{2,}(?:é|ée|és|ées)|mis|remis|pris|fait|ouvert|inscrit|rendu|étendu|suspendu|retenu|[^\W\d_]{2,}(?:er|ir|re)"),
    "es": re.compile(r"[^\W\d_]{2,}(?:ado|ido)|hecho|puesto|abierto|resuelto|escrito|inscrito|devuelto|dispuesto|[^\W\d_]{2,}[aei]r"),
    "pt": re.compile(r"[^\W\d_]{2,}[aei]r"),
    "it": re.compile(r"[^\W\d_]{2,}(?:at|it|ut)[oaie]|tolt[oaie]|fatto|messo|aperto|risolto|iscritto|disposto|esteso|sospeso|corretto|deciso|concesso|preso|incluso|aggiunto|promosso"),
    "nl": re.compile(r"[a-z]{0,8}ge[a-zë]{2,}(?:d|t|en)|(?:be|ver|ont|her)[a-zë]{3,}(?:d|t|en)"),
}  # fmt: skip

BETWEEN: Final = vocabulary(
    "now already just therefore also then accordingly immediately today gladly since meanwhile thus so always "
    "bien déjà aussi donc maintenant ainsi immédiatement vous vous l' le la les lui leur y en ya también ahora già anche ora quindi subito"
)
"""What may stand between the two."""

READING: Final = vocabulary(
    "received noted noticed understood looked checked searched tried reviewed attached asked explained mentioned answered replied "
    "needed wanted hoped happened moved listed described opened closed considered compared learned learnt thanked apologised apologized closed enjoyed appreciated "
    "erhalten gelesen notiert vermerkt verstanden gefunden gesehen geprüft versucht gehört bekommen geschrieben beantwortet erklärt gesucht gefragt gebeten gehofft gedacht geschaut angeschaut angesehen nachgesehen gewusst geöffnet geschlossen verglichen erwähnt beschrieben gemerkt gemeint gesagt gern gerne "
    "reçu lu noté compris vu trouvé cherché vérifié essayé consulté examiné expliqué indiqué mentionné demandé répondu remarqué regardé pensé "
    "recevoir lire voir vérifier consulter relire recibir leer ver revisar comprobar consultar receber ler verificar confirmar "
    "recibido leído leido anotado entendido encontrado comprobado revisado intentado buscado tenido sido estado visto explicado mencionado preguntado respondido mirado podido "
    "ricevuto letto annotato capito trovato controllato verificato cercato provato avuto visto spiegato menzionato chiesto risposto guardato notato potuto "
    "ontvangen gelezen genoteerd begrepen gezien gevonden bekeken gecontroleerd geprobeerd gezocht gehoord gekregen uitgelegd gevraagd geantwoord vermeld geopend gesloten gemerkt gezegd geschreven "
    "beraten berichten verfügen bestellen bestellten verschiedenen verschiedene bestimmten ersten beiden gemeinsamen gesamten bericht geduld gewicht beleid verschil heren dagen kleuren verschillende bestelde"
)
"""What reading and writing consist of, and words that only look like participles."""
PAST: Final = re.compile(r"[^\W\d_]{2,}ámos|(?![^\W\d_]{0,60}[ae]rei)[^\W\d_]{3,60}ei")
"""The Portuguese past of the first persons, which no present tense looks like; `-arei` and `-erei` are mostly futures."""
READ_PAST: Final = vocabulary(
    "verifiquei anotei encontrei procurei reparei tentei lamentei perguntei consultei analisei notei pensei fiquei falei expliquei mencionei indiquei enganei gostei deixei usei anotámos encontrámos verificámos procurámos reparámos tentámos lamentámos perguntámos"
)

BEFOREHAND: Final = vocabulary("after once when until nachdem sobald après dès después dopo nadat zodra depois")
"""Words before the first person by which it only says when something else happens: `after we have stopped selling it`."""
NONE: Final = vocabulary("nothing none nichts rien nada niente nulla niets")
"""What was done to nothing was not done."""
OBJECTS: Final = vocabulary(
    "the your it this that these those all le la les votre vos el los las su sus il lo gli i suo sua suoi"
)
"""Words of which one follows a second participle, which an `and` ties to the first: `closed your account and deleted your data`."""
