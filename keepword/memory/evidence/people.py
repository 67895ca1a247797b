"""Who is spoken of: people who are somebody's but not the writer, and verbs whose subject stands in the clause before."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from collections.abc import Iterator

from keepword.memory.evidence.reading import Reading
from keepword.memory.tokens import Hit, Span, vocabulary

MINE = {
    "en": "my our",
    "de": "mein meine meinen meinem meiner meines unser unsere unseren unserem unserer unseres",
    "fr": "mon ma mes notre nos",
    "es": "mi mis nuestro nuestra nuestros nuestras",
    "it": "mio mia miei mie nostro nostra nostri nostre",
    "nl": "mijn m'n onze ons",
    "pt": "meu minha meus minhas nosso nossa nossos nossas",
}
"""How somebody is called the writer's."""

KIN = {
    "en": "wife husband spouse partner fiancé fiancée ex son sons daughter daughters mother father mom mum dad parents brother sister brothers sisters boss colleague colleagues coworker friend friends neighbour neighbor neighbours neighbors assistant girlfriend boyfriend kids children child baby uncle aunt cousin nephew niece flatmate flatmates roommate housemate tenant landlord client clients customer customers manager secretary grandmother grandfather grandma grandpa granny gran grandson granddaughter doctor accountant carer employee employees staff team student students teacher",
    "de": "frau mann gatte gattin ehefrau ehemann partner partnerin verlobte verlobter verlobten sohn sohnes söhne tochter töchter mutter vater vaters mama papa eltern bruder bruders schwester geschwister chef chefs chefin kollege kollegen kollegin kolleginnen freund freundes freundin freunde nachbar nachbarn nachbarin assistent assistentin kind kinder kindes kindern baby onkel onkels tante cousin cousine neffe neffen nichte mitbewohner mitbewohnerin mieter mieterin vermieter vermieterin kunde kunden kundin sekretärin oma opa enkel enkelin arzt ärztin steuerberater angestellter angestellte mitarbeiter mitarbeiterin mitarbeiters team schüler lehrer lehrerin",
    "fr": "femme mari époux épouse conjoint conjointe compagne compagnon fiancé fiancée fils fille mère père maman papa parents frère sœur soeur frères sœurs patron patronne chef cheffe collègue collègues ami amie amis amies copain copine voisin voisine voisins assistant assistante enfant enfants bébé oncle tante cousin cousine neveu nièce colocataire locataire propriétaire client cliente clients secrétaire mamie papi petit-fils médecin comptable employé employée équipe élève",
    "es": "mujer esposa esposo marido pareja novio novia prometido prometida hijo hija hijos hijas madre padre mamá papá padres hermano hermana hermanos jefe jefa compañero compañera compañeros amigo amiga amigos vecino vecina vecinos ayudante asistente niño niña niños bebé tío tía primo prima sobrino sobrina inquilino inquilina casero cliente clienta clientes secretaria abuela abuelo nieto nieta médico médica gestor empleado empleada equipo suegro suegra cuñado cuñada",
    "it": "moglie marito coniuge compagno compagna fidanzato fidanzata figlio figlia figli figlie madre padre mamma papà genitori fratello sorella fratelli capo collega colleghi amico amica amici vicino vicina vicini assistente bambino bambina bambini zio zia cugino cugina nipote coinquilino coinquilina inquilino cliente clienti segretaria nonna nonno suocera suocero cognato cognata medico commercialista dipendente squadra",
    "nl": "vrouw man echtgenoot echtgenote partner verloofde zoon zonen dochter dochters moeder vader mama papa ouders broer zus zuster baas collega collega's vriend vriendin vrienden buurman buurvrouw buren assistent assistente kind kinderen baby oom tante neef nicht huisgenoot huurder huisbaas klant klanten secretaresse oma opa kleinzoon kleindochter dokter arts boekhouder medewerker werknemer team schoonmoeder schoonvader",
    "pt": "mulher esposa marido esposo companheiro companheira parceiro parceira noivo noiva namorado namorada filho filha filhos filhas mãe pai mamã papá pais irmão irmã irmãos chefe patrão patroa colega colegas amigo amiga amigos vizinho vizinha vizinhos assistente criança crianças bebé bebê tio tia primo prima sobrinho sobrinha inquilino inquilina senhorio cliente clientes secretária avó avô neto neta médico médica contabilista empregado empregada equipa equipe sogra sogro cunhado cunhada",
}
"""People by what they are to the writer."""

PLACES = vocabulary("with bei beim chez con presso bij com")
"""Before such a person they only make a place: `leave it with my neighbour` is the writer's own wish."""

THIRD = {
    "en": "is isn has hasn was wants needs prefers likes lives can cannot must works speaks doesn does reads uses would",
    "de": "ist hat möchte will braucht bevorzugt mag wohnt lebt kann muss darf arbeitet spricht wünscht verträgt isst heißt leidet",
    "fr": "est a n'est n'a ne n préfère veut souhaite habite vit peut doit travaille parle aime mange s'appelle souffre",
    "es": "es está tiene prefiere quiere vive puede debe necesita trabaja habla no come padece sufre se",
    "it": "è ha preferisce vuole vive abita può deve lavora parla non mangia soffre si",
    "nl": "is heeft wil woont leeft kan moet werkt spreekt eet heet lijdt gebruikt wordt",
    "pt": "é está tem prefere quer mora vive pode deve precisa trabalha fala não come sofre chama-se",
}
"""Verbs of the third person: a clause that begins with one has its subject in the clause before."""

_MINE = {code: vocabulary(row) for code, row in MINE.items()}
_KIN = {code: vocabulary(row) for code, row in KIN.items()}
_THIRD = {code: vocabulary(row) for code, row in THIRD.items()}
_COMPOUNDS = frozenset({"de", "nl"})
_TAIL = 4


def people(reading: Reading, span: Span) -> Iterator[Hit]:
    """Go through the people in a stretch who are called the writer's: `my eldest sister`, `meines Vaters`."""
    codes = (reading.language,) if reading.language in MINE else tuple(MINE)
    for at in range(span.first, span.last - 1):
        for code in codes:
            end = _person_after(reading, at, span.last, code) if reading.words[at].fold in _MINE[code] else None
            if end is not None and not _place_only(reading, at, span):
                yield Hit(at, end, "person")


def _person_after(reading: Reading, at: int, last: int, code: str) -> int | None:
    """Return the token after a person who is named right behind a possessive, or one word further on."""
    hyphened = at + 2 < last and reading.words[at + 2].fold == "-"
    for i in range(at + 1, min(at + (4 if hyphened else 3), last)):
        word = reading.words[i].fold
        if word in _KIN[code] or (code in _COMPOUNDS and _compound(word, code)):
            return i + 1
    return None


def _compound(word: str, code: str) -> bool:
    return len(word) > 8 and any(len(kin) > _TAIL and word.endswith(kin) for kin in _KIN[code])


def _place_only(reading: Reading, at: int, span: Span) -> bool:
    return at > span.first and reading.words[at - 1].fold in PLACES


def subjects_before(reading: Reading) -> tuple[Span, ...]:
    """Return the clauses in which the subject of the quote's clause stands: `My mother, she says, is diabetic`."""
    sentence, clause = reading.sentences[0], reading.clauses[0]
    first = reading.words[reading.skip_marks(clause.first)].fold
    codes = (reading.language,) if reading.language in THIRD else tuple(THIRD)
    if clause.first == sentence.first or not any(first in _THIRD[code] for code in codes):
        return ()
    return tuple(c for c in reading.clauses_of(sentence) if c.first < clause.first)
