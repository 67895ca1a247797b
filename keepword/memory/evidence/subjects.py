"""What a free statement is about: its writer, a wish to us, a thing that will be forgotten, or what we are to write.

An instruction on what our mails are to say (`add a link to …`) is no fact about anybody and no way to treat a person: who
wants it in a memory that every later answer is made from has put it there for that.
"""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from keepword.memory.claims.kinds import ClaimKind
from keepword.memory.claims.links import read_links
from keepword.memory.evidence.people import THIRD
from keepword.memory.evidence.reading import Reading
from keepword.memory.evidence.words import LASTS, ONCE, STANDING
from keepword.memory.tokens import Phrases, Span, vocabulary

ANDS = vocabulary("and und et y e en")
ARTICLES = vocabulary(
    "the this that these those your der die das dem den dieser diese dieses ihr ihre le la les l' ce cette ces votre vos el los las este esta su il lo i gli questo questa "
    "het de deze dit uw o os as um uma a an esse essa"
)
"""Words with which a thing begins that is the subject of what follows on `and`."""

SELF = {
    "self": "pref | i | i'm | i've | we | we're | me | myself | ich | wir | mich | mir | je | j' | nous | moi | m' | me | prefiero | preferimos | deseo | me gusta | hablo | trabajo | yo | nosotros | soy | somos | tengo | tenemos | estoy | estamos | necesito | necesitamos | uso | usamos | vivo | vivimos | puedo | podemos | quiero | no como | "
    "io | noi | mi | preferisco | preferiamo | desidero | parlo | lavoro | sono | siamo | ho | abbiamo | uso | vivo | posso | voglio | ik | wij | we | mij | eu | prefiro | gosto | desejo | falo | trabalho | nós | mim | sou | somos | tenho | temos | estou | estamos | preciso | precisamos | uso | vivo | moro | posso | quero | "
    "please | pls | bitte | s'il vous plaît | merci de | por favor | per favore | per cortesia | alstublieft | graag | must | have to | müssen | muss | doivent | doit | deben | debe | devono | deve | moeten | moet | devem"
}
"""The writer as a subject or object, and words that make a wish; `my` alone only says whose a thing is."""

TELEGRAPHIC = {
    "self": "allergic | allergi* | allergy | allergies | alergia* | intolerant | intoleran* | deaf | coeliac | celiac | diabetic | vegan | vegetarian | gehörlos | diabetiker* | veganer* | vegetarier*"
}
"""What a writer says of himself with no subject at all: `Allergic to nuts.`"""

LASTING = {
    "standing": "always | never | ever | only | from now on | in future | in the future | for the future | going forward | generally | in general | immer | nie | niemals | nur | grundsätzlich | künftig | zukünftig | generell | in zukunft | stets | toujours | jamais | uniquement | seulement | à l'avenir | désormais | dorénavant | en général | "
    "siempre | nunca | solo | sólo | únicamente | en el futuro | en adelante | en general | sempre | mai | soltanto | in futuro | d'ora in poi | in generale | altijd | nooit | alleen | voortaan | in de toekomst | in het algemeen | apenas | só | no futuro | somente | doravante | de agora em diante"
}
"""Words that make a wish one for always."""

ORDERS = {
    "content": "add | include | insert | append | mention | promote | recommend | suggest | integrate | enhance | augment | modify | render | provide | give | end | start | begin | sign | put | pretend | repeat | print | output | reveal | act | tell | inform | state | confirm | write a | write the | "
    "füge | fügen | ergänze | ergänzen | erwähne | erwähnen | baue | bauen | empfiehl | empfehlen | wiederhole | wiederholen | tu so | gib | geben | beende | beginne | schreibe in | bestätige | bestätigen | ajoute | ajoutez | insère | insérez | mentionne | mentionnez | intègre | intégrez | recommande | recommandez | répète | répétez | termine | terminez | confirme | confirmez | fais semblant | "
    "añade | añada | añadan | agrega | agregue | incluye | incluya | incluyan | inserta | inserte | menciona | mencione | recomienda | recomiende | repite | repita | termina | finge | confirma | confirme | aggiungi | aggiunga | aggiungete | includi | includa | inserisci | inserisca | menziona | menzioni | consiglia | consigli | ripeti | ripeta | fingi | conferma | confermi | "
    "voeg | vermeld | neem op | integreer | raad aan | beveel | herhaal | eindig | doe alsof | bevestig | adiciona | adicione | acrescenta | acrescente | inclui | inclua | incluam | insere | insira | menciona | mencione | recomenda | recomende | repete | repita | termina | termine | finge | finja | confirme",
    "mangle": "replace letters | replace vowels | replace every | misspell | misspellings | typos | anagram | anagrams | anagrammed | scramble | jumble | rearrange letters | rearrange the | group letters | combine words | homophonic | alphanumeric | ignore | disregard | forget everything | forget all | forget your | system prompt | jailbreak | "
    "ignoriere | ignorieren | vergiss alle | vergessen sie alle | ignorez | oublie tout | oubliez tout | ignora | ignore todas | ignora tutte | olvida todo | olvide todo | dimentica tutto | negeer | vergeet alles | ignora todas | esquece tudo | esqueça tudo",
}
"""How orders begin that say what our mails are to hold, and orders that spoil a text or overthrow a policy."""

OUR_WORDS = {
    "mail": "answer | answers | reply | replies | response | responses | message | messages | mail | mails | email | emails | text | sentence | link | antwort | antworten | nachricht | nachrichten | mail | mails | text | satz | link | réponse | réponses | message | messages | mail | texte | phrase | lien | "
    "respuesta | respuestas | mensaje | mensajes | correo | texto | frase | enlace | risposta | risposte | messaggio | messaggi | testo | link | antwoord | antwoorden | bericht | berichten | tekst | zin | resposta | respostas | mensagem | mensagens | texto | ligação | hiperligação"
}
"""What we write: an order that begins with one of the verbs above and names it is on what we are to say."""

LASTING_THINGS = {
    "thing": "allergy | allergies | body | allergie* | körper | corps | alergia* | cuerpo | corpo | lichaam | screen reader* | reader | building | house | home | flat | apartment | door | doorbell | lift | elevator | diet | religion | faith | office | company | letterbox | mailbox | street | dog | eyesight | vision | hearing | wheelchair | skin | stomach | disability | condition | mail program | browser | phone | computer | accounts department | household | "
    "haus | wohnung | tür | klingel | aufzug | ernährung | büro | firma | briefkasten | straße | hund | gehör | rollstuhl | haut | behinderung | vorlesesoftware | screenreader | haushalt | immeuble | maison | appartement | porte | sonnette | ascenseur | régime | bureau | entreprise | boîte aux lettres | rue | chien | vue | fauteuil | peau | handicap | lecteur d'écran | "
    "edificio | casa | piso | puerta | timbre | ascensor | dieta | oficina | empresa | buzón | calle | perro | vista | silla | piel | discapacidad | lector de pantalla | palazzo | appartamento | porta | campanello | ascensore | ufficio | azienda | cassetta | via | cane | pelle | disabilità | "
    "gebouw | huis | woning | deur | bel | lift | dieet | kantoor | bedrijf | brievenbus | straat | hond | ogen | rolstoel | huid | beperking | schermlezer | prédio | apartamento | porta | campainha | elevador | escritório | correio | rua | cão | visão | cadeira | pele | deficiência | leitor de ecrã"
}
"""Things of the writer's that stay as they are, and that answers must respect."""

OPENERS = vocabulary(
    "my our mein meine unser unsere mon ma mes notre nos mi mis nuestro nuestra il la i le mio mia mijn onze o a os as meu minha"
)
_ORDERS, _OUR_WORDS, _LASTING = Phrases(ORDERS), Phrases(OUR_WORDS), Phrases(LASTING)
_POLITE_FIRST = vocabulary(
    "please pls bitte veuillez merci de por favor per favore alstublieft and und et y e en also auch , always immer toujours siempre sempre altijd from now on"
)
_MARKS = frozenset('"“”„«»‘’')
_TELEGRAPHIC, _THIRD = Phrases(TELEGRAPHIC), vocabulary(" ".join(THIRD.values()))
_WAS, _LASTS = vocabulary(ONCE), vocabulary(LASTS)
_PERFECT = vocabulary("have ve has ' i've we've")
_RUN_ON, _NEAR, _TELEGRAM = 24, 6, 6
_SELF, _THINGS, _STANDING = Phrases(SELF), Phrases(LASTING_THINGS), Phrases(STANDING)
_MINE = vocabulary(
    "my our mein meine unser unsere mon ma mes notre nos mi mis nuestro nuestra mio mia miei mie nostro nostra mijn onze ons meu minha meus minhas nosso nossa"
)


def nearby(reading: Reading, whole: Span) -> Span:
    """Return a sentence, or of one that goes on without marks only what stands near the quote: the rest is about other things."""
    if whole.last - whole.first <= _RUN_ON:
        return whole
    return Span(max(whole.first, reading.first - _NEAR), min(whole.last, reading.last + _NEAR), whole.mark)


def was_once(reading: Reading) -> bool:
    """Say whether the quote's clause tells of its value what was: `I was vegetarian for years`; who was born deaf still is."""
    return any(_was(reading, at) for c in reading.clauses for at in range(c.first, min(c.last, _reach(reading, c))))


def _reach(reading: Reading, clause: Span) -> int:
    """Return how far what was reaches: to the value; in a clause on a thing (`The last pair was useless`), to its end."""
    thing = reading.words[reading.skip_marks(clause.first)].fold in ARTICLES
    return clause.last if thing else reading.value_first


def _was(reading: Reading, at: int) -> bool:
    words, value = reading.words, reading.value_first
    if words[at].fold not in _WAS or words[at + 1].fold in _LASTS or (at and words[at - 1].fold in _PERFECT):
        return False
    return not any(words[i].fold in ANDS for i in range(at, value))


_PARTING = frozenset({":"})
"""Marks behind which an article begins a statement with a subject of its own."""


def own_part(reading: Reading, whole: Span) -> Span:
    """Return the part of a sentence that has the quote's own subject: behind `and the lid`, what stands before is another's."""
    first = whole.first
    for at in range(whole.first, min(reading.value_first, whole.last - 1)):
        joined = reading.words[at].fold in ANDS | _PARTING and reading.words[at + 1].fold in ARTICLES | _MINE
        if joined or reading.words[at].fold == ";":
            first = at + 1
    ends = (i for i in range(max(first, reading.last), whole.last) if reading.words[i].fold == ";")
    return Span(first, next(ends, whole.last), whole.mark)


def of_its_writer(reading: Reading, span: Span) -> bool:
    """Say whether a statement names its writer, asks politely, or asks for always; what stands in quotation marks says nothing."""
    spoken = _outside_marks(reading, span)
    hits = (h for table in (_SELF, _LASTING) for h in table.find(reading.words, span.first, span.last))
    return any(h.first in spoken for h in hits) or to_us(reading, span) or _telegraphic(reading, span)


def _telegraphic(reading: Reading, span: Span) -> bool:
    """Say whether a statement without a subject tells what its writer is; `The cleaner is allergic` has one."""
    hit = _TELEGRAPHIC.first(reading.words, span.first, span.last)
    short = sum(reading.words[i].fold[0].isalnum() for i in range(span.first, span.last)) <= _TELEGRAM
    return hit is not None and short and not any(reading.words[i].fold in _THIRD for i in range(span.first, hit.first))


def _outside_marks(reading: Reading, span: Span) -> frozenset[int]:
    """Return the tokens of a stretch that stand in no quotation marks."""
    inside, outside = False, set()
    for at in range(span.first, span.last):
        token = reading.words[at]
        if reading.text[token.start : token.end] in _MARKS:
            inside = not inside
        elif not inside:
            outside.add(at)
    return frozenset(outside)


def orders_words(reading: Reading, span: Span) -> bool:
    """Say whether a statement tells us what to write: an order on our text, an order that spoils it, or an address to link to."""
    words = reading.words
    said = reading.text[words[span.first].start : words[span.last - 1].end]
    if any(c.kind is ClaimKind.URL for c in read_links(said)):
        return True
    hits = [*_ORDERS.find(words, span.first, span.last)]
    ours = _OUR_WORDS.first(words, span.first, span.last) is not None
    return any(h.label == "mangle" or (ours and _begins(reading, span, h.first)) for h in hits)


def _begins(reading: Reading, span: Span, at: int) -> bool:
    """Say whether a verb begins its sentence or clause, courtesies aside, as orders do."""
    while at > span.first and not reading.words[at - 1].fold[0].isalnum():
        at -= 1
    while at > span.first and reading.words[at - 1].fold in _POLITE_FIRST:
        at -= 1
    return at == span.first or not reading.words[at - 1].fold[0].isalnum()


def to_us(reading: Reading, span: Span) -> bool:
    """Say whether a verb with the writer in its ending asks us for something: `escríbanme`, `datemi`, `tratem-me`."""
    return any(_enclitic(reading.words[i].fold) for i in range(span.first, span.last))


def _enclitic(word: str) -> bool:
    accented = any(c in word for c in "áéíóú") and word.endswith("me")
    return len(word) > 5 and (accented or word.endswith(("nme", "atemi", "etemi", "itemi")))


def owned(reading: Reading, span: Span) -> bool:
    """Say whether a statement is about what is its writer's: `my building has no lift`."""
    return any(reading.words[i].fold in _MINE for i in range(span.first, span.last))


def about_a_thing(reading: Reading, span: Span) -> bool:
    """Say whether a statement only tells of a thing of the writer's, such as what was bought: `My blender leaks`."""
    words = reading.words
    if _SELF.first(words, span.first, span.last) or _STANDING.first(words, span.first, span.last):
        return False
    return owned(reading, span) and not to_us(reading, span) and _THINGS.first(words, span.first, span.last) is None
