"""Who speaks where a quote stands: a line or label before it that ends in a colon may give the word to somebody else.

`Bert wrote:`, `[10:01] Bert:`, `Template for customers:` make what follows another's words, whoever sent the mail. A label
that only says what a statement is about (`Contact:`, `My preference:`, `Please note:`) leaves it the writer's. What a label
names is not always to be known, so one that is neither is taken for a speaker: a fact too few is asked for again.
"""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
import re
from collections.abc import Iterator
from itertools import islice

from keepword.memory.evidence.words import OTHERS, REPORTED
from keepword.memory.tokens import Hit, Phrases, Token, tokens, vocabulary

BARS = ("|", "¦", "│", "┃", "»", "›")
"""Signs that begin quoted lines in programs that do not write `>`."""

MAX_LABEL = 200
MAX_BACK = 40
"""Lines that are looked at before a quote, and characters of a label: a speaker is named shortly and nearby."""
_GREETING = 4
"""Words of a paragraph that stands between an introduction and what it introduces, as a greeting does."""

_COLON = re.compile(r"[:：](?=\s|$)")
_SENTENCE_END = re.compile(r"[.!?]\s")
_BRACKETED = re.compile(r"\s{0,8}[(\[]([^()\[\]\n]{1,40})[)\]]\s")
_DASHED = re.compile(r"\s{0,8}([^\W\d_]{2,30}(?: [^\W\d_]{2,30})?) ?[-–—] ")
_NICK = re.compile(r"\s{0,8}(?:<[^<>\n]{1,40}>|[^\W\d_]{2,30}>)\s")

NEUTRAL = vocabulary(
    "record records file protokoll akte akten info dossier conste cronaca administratie registo ficha expediente wait ok okay well oh actually sorry edit dear whom concern team support sir madam product item model serial error status date size colour color quantity price company city street article device time's "
    "produkt artikel modell fehler fehlermeldung datum größe farbe menge firma ort gerät moment halt ach liebe lieber liebes sehr geehrte geehrter geehrtes guten "
    "produit article modèle erreur date taille couleur société ville attendez cher chère madame monsieur producto artículo modelo fecha tamaño empresa ciudad estimado estimada estimados estimadas querido querida buenos buenas quien corresponda "
    "prodotto articolo modello errore data taglia azienda città gentile gentili egregio spettabile caro cara beste geachte product artikel model foutmelding datum maat kleur bedrijf produto artigo erro tamanho cidade prezado prezada prezados caros "
    "i i'm my me mine we our us ps p.s n.b nb note notes notice reminder info information details detail contact contacts preference preferences preferred time times hours availability available "
    "reachable reach phone telephone tel mobile email mail address name order invoice reference ref account customer number question questions request requests wish wishes important please also one two three thing things "
    "point points following follows summary short answer answers update addition additionally hello hi dear hey thanks thank regards best and so that's reason background allergy allergies diet language delivery billing shipping payment subject topic re "
    "future generally always general issue problem complaint favour favor instead finally first firstly second secondly third lastly evening evenings morning mornings afternoon calls call way "
    "ich mein meine meinem meinen meiner mir mich wir unser unsere uns hinweis wichtig bitte kontakt erreichbarkeit erreichbar anruf anrufe telefon adresse bestellung rechnung kundennummer bestellnummer rechnungsnummer nummer frage fragen bitte wunsch wünsche präferenz zeit zeiten uhrzeit folgendes folgende punkte "
    "übrigens kurz außerdem zusammengefasst künftig grundsätzlich hallo danke noch zwei eins betreff sprache lieferung grund allergie allergien "
    "je j mon ma mes moi nous notre nos remarque note important contact téléphone adresse commande facture numéro question questions préférence préférences disponibilité disponibilités horaire horaires précision rappel voici suivant suivante merci bonjour objet langue livraison raison allergie "
    "yo mi mis me nosotros nuestro nuestra nota importante contacto teléfono dirección pedido factura número pregunta preguntas preferencia preferencias disponibilidad horario aclaración recordatorio siguiente gracias hola asunto idioma envío motivo alergia por favor "
    "io mio mia miei mie mi noi nostro nostra nota importante contatto contatti telefono indirizzo ordine fattura numero domanda domande preferenza preferenze disponibilità orario orari precisazione promemoria seguente grazie buongiorno oggetto lingua consegna motivo allergia "
    "ik mijn mij me wij ons onze opmerking belangrijk contact telefoon adres bestelling factuur bestelnummer nummer vraag vragen voorkeur voorkeuren bereikbaarheid bereikbaar tijd tijden volgende trouwens hallo bedankt onderwerp taal levering reden allergie graag "
    "eu meu minha meus minhas mim nós nosso nossa nota importante contacto contato telefone endereço morada encomenda pedido fatura número pergunta perguntas preferência preferências disponibilidade horário lembrete seguinte obrigado obrigada olá assunto idioma língua entrega motivo alergia favor"
)
"""Words of labels that say what follows is about, or that the writer himself goes on."""

SOURCES = {
    "source": "template | song | lyrics | poem | quoted | citation | example | sample | wrote | writes | says | said | told | tells | asks | asked | answered | replied | forwarded | message from | mail from | email from | note from | notes from | info from | request from | wish of | words of | on behalf of | pass on | passing on | story | transcript | "
    "vorlage | lied | gedicht | zitat | beispiel | schrieb | schreibt | sagte | sagt | meinte | meint | fragte | bittet | antwortete | weitergeleitet | nachricht von | mail von | hinweis von | bitte von | wunsch von | info von | im auftrag | ausrichten | "
    "chanson | poème | citation | exemple | a écrit | écrit | a dit | il dit | elle dit | demande | répond | transmis | message de | mail de | note de | de la part | "
    "plantilla | canción | poema | cita | ejemplo | escribió | escribe | dijo | dice | pide | respondió | reenviado | mensaje de | correo de | nota de | de parte de | "
    "canzone | poesia | citazione | esempio | ha scritto | scrive | ha detto | chiede | ha risposto | inoltrato | messaggio di | messaggio da | mail di | nota di | da parte di | "
    "sjabloon | gedicht | citaat | voorbeeld | schreef | schrijft | zei | zegt | vraagt | antwoordde | doorgestuurd | bericht van | mail van | namens | "
    "canção | citação | exemplo | escreveu | escreve | disse | diz | pede | respondeu | reencaminhado | mensagem de | email de | da parte de"
}
"""Words by which a label names where the words come from."""

NEUTRAL_STEMS = (
    "kontakt", "telefon", "anruf", "erreichbar", "bevorzug", "prefer", "préfér", "contact", "allerg", "horari", "disponib", "bereikba",
    "voorkeur", "liefer", "rechnung", "bestell", "kunden",
)  # fmt: skip
FIRST_PERSON = vocabulary("i ich je j yo io ik eu")
_TO_ME = vocabulary("told heard hat gehört entendu oí sentito gehoord ouvi")
ANNOUNCED = {
    "words": "forwarding | i forward | forward you | here is what | here 's what | this is what | that is what | words of | his words | her words | their words | on behalf of | message below | following message | text below | "
    "leite ich weiter | leite weiter | leite ihnen | hier ist was | hier ist , was | das schreibt | so schreibt | seine worte | ihre worte | im namen von | im auftrag von | voici ce que | ce qu'a écrit | je transmets | je vous transmets | de la part de | ses mots | "
    "esto es lo que | aquí está lo que | le reenvío | sus palabras | en nombre de | ecco cosa | ecco quello che | le inoltro | le sue parole | a nome di | dit is wat | hier is wat | ik stuur door | zijn woorden | haar woorden | namens | "
    "aqui está o que | isto é o que | reencaminho | as palavras | em nome de"
}
"""Words that announce somebody's text in a sentence of their own."""

_SOURCES, _ANNOUNCED = Phrases(SOURCES), Phrases(ANNOUNCED)
_TOLD = tuple(Phrases({code: row}) for table in (REPORTED, OTHERS) for code, row in table.items())


def barred(text: str, start: int) -> bool:
    """Say whether the line of a quote begins with a sign that marks quoted lines."""
    return _line(text, start).lstrip().startswith((">", *BARS))


def spoken_by_another(text: str, start: int, value: int) -> bool:
    """Say whether a label on a quote's own line, or a line before it that ends in a colon, names another speaker or source.

    `start` and `value` are the places at which the quote and what it says begin; a label may stand between the two.
    """
    before = _line(text, start)[:-1]
    if _headed(_line(text, value), text[value : value + MAX_LABEL]) or _announced(
        text[max(start - MAX_LABEL, 0) : start]
    ):
        return True
    if any(names_another(label) for label in _introductions(text, start)):
        return True
    labels = [
        (part[: m.start()], part[m.end() :])
        for part in (before[:MAX_LABEL], before[MAX_LABEL:][-MAX_LABEL:])
        for m in _COLON.finditer(part)
    ]
    return any(_labelled(label, between) for label, between in labels) or _labelled_inside(text[start:value])


def _headed(line: str, rest: str) -> bool:
    """Say whether a line begins with a name in signs of another kind: `<Bert>`, `Bert>`, `(Bert)`, `Bert -`."""
    head = line[:MAX_LABEL]
    if _NICK.match(head):
        return True
    bracket, dash = _BRACKETED.match(head), _DASHED.match(head)
    if bracket is not None and names_another(bracket.group(1)):
        return True
    follows = tokens((line[:-1] + rest)[dash.end() : dash.end() + MAX_LABEL]) if dash is not None else ()
    return bool(follows) and follows[0].fold in FIRST_PERSON and dash is not None and names_another(dash.group(1))


def _announced(before: str) -> bool:
    """Say whether the sentence just before announces the words of another, as `here is what Bert wants` does."""
    near = before.rstrip()
    words = [w for w, _ in _last_sentence(near)]
    hits = _ANNOUNCED.find(words) if near.endswith((".", "!", ":")) else ()
    return any(not {w.fold for w in words[h.last : h.last + 1]} & FIRST_PERSON for h in hits)


def _labelled(label: str, between: str) -> bool:
    """Say whether a label gives away the quote; one that is no name and no source reaches to its sentence's end only."""
    if not names_another(label):
        return False
    words = _last_sentence(label)
    named = all(not w.fold[0].isalpha() or written[:1].isupper() for w, written in words)
    return named or _source([w for w, _ in words]) or not _SENTENCE_END.search(between)


def _labelled_inside(quote: str) -> bool:
    """Say whether a quote begins with a label that another speaks after: `Bert: I prefer …`, not `Best time: evenings`."""
    found = _COLON.search(quote[:MAX_LABEL])
    if found is None or not names_another(quote[: found.start()]):
        return False
    after = tokens(quote[found.end() :])
    return _source([w for w, _ in _last_sentence(quote[: found.start()])]) or bool(
        after and after[0].fold in FIRST_PERSON
    )


def names_another(label: str) -> bool:
    """Say whether the words before a colon give the word to somebody else; of a longer text its last sentence counts."""
    words = [w for w, _ in _last_sentence(label)]
    if not any(w.fold[0].isalpha() for w in words) or all(w.fold in DATA for w in words if w.fold[0].isalpha()):
        return False
    return _source(words) or not any(w.fold in NEUTRAL or w.fold.startswith(NEUTRAL_STEMS) for w in words)


DATA = vocabulary(
    "here are is the my our details data as asked requested promised below hier sind die meine unsere daten angaben wie gewünscht erbeten anbei "
    "voici mes les nos données coordonnées comme demandé convenu ci-dessous aquí van mis los os le les paso datos como pedido pidieron solicitado "
    "ecco i miei dati come richiesto chiesto zoals gevraagd afgesproken mijn de gegevens bij aqui estão os meus dados seguem conforme solicitado"
)
"""Words of an introduction to the writer's own data; one with any other word may be somebody's."""


def _source(words: list[Token]) -> bool:
    """Say whether words name a source, or somebody who said it; what the writer himself said does not count."""
    hits = [h for p in (_SOURCES, *_TOLD) for h in p.find(words)]
    return any(not _mine(words, h) for h in hits)


def _mine(words: list[Token], hit: Hit) -> bool:
    said = {w.fold for w in words[hit.first : hit.last]}
    return bool({w.fold for w in words[max(hit.first - 3, 0) : hit.last + 1]} & FIRST_PERSON) and not said & _TO_ME


def _last_sentence(label: str) -> list[tuple[Token, str]]:
    """Return the words of a label's last sentence, each as it is compared and as it was written."""
    near = label[-MAX_LABEL:]
    words = [w for w in tokens(near) if w.fold != "\n"]
    ends = [i for i, w in enumerate(words[:-1]) if w.fold in {".", "!", "?"} and words[i + 1].start > w.end]
    return [(w, near[w.start : w.end]) for w in words[ends[-1] + 1 if ends else 0 :]]


def _line(text: str, start: int) -> str:
    """Return a quote's line up to and with its first character."""
    return text[text.rfind("\n", 0, start) + 1 : start + 1]


def _introductions(text: str, start: int) -> Iterator[str]:
    """Go back through the lines before a quote's: those of its paragraph, and the last of the paragraph before."""
    crossed = False
    for line in islice(_lines_before(text, start), MAX_BACK):
        if not line:
            crossed = True
        elif line.endswith((":", "：")):
            yield line[:-1]
            return
        elif crossed and (len(line.split()) > _GREETING or line[-1] not in ",!"):
            return


def _lines_before(text: str, start: int) -> Iterator[str]:
    end = text.rfind("\n", 0, start)
    while end >= 0:
        begin = text.rfind("\n", 0, end) + 1
        yield text[max(begin, end - MAX_LABEL) : end].strip()
        end = begin - 1
