"""What a free statement is about: its writer, a wish to us, or a thing that will be forgotten with the thread."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from keepword.memory.evidence_reading import Reading
from keepword.memory.evidence_tokens import Phrases, Span, vocabulary
from keepword.memory.evidence_words import STANDING

ANDS = vocabulary("and und et y e en")
ARTICLES = vocabulary(
    "the this that these those your der die das dem den dieser diese dieses ihr ihre le la les l' ce cette ces votre vos el los las este esta su il lo i gli questo questa "
    "het de deze dit uw o os as um uma a an esse essa"
)
"""Words with which a thing begins that is the subject of what follows on `and`."""

SELF = {
    "self": "i | i'm | i've | we | we're | me | us | myself | ich | wir | mich | mir | uns | je | j' | nous | moi | m' | me | yo | nosotros | nos | soy | somos | tengo | tenemos | estoy | estamos | necesito | necesitamos | uso | usamos | vivo | vivimos | puedo | podemos | quiero | no como | "
    "io | noi | mi | ci | sono | siamo | ho | abbiamo | uso | vivo | posso | voglio | ik | wij | we | mij | ons | eu | nós | mim | sou | somos | tenho | temos | estou | estamos | preciso | precisamos | uso | vivo | moro | posso | quero | allergic | allergi* | "
    "please | pls | bitte | s'il vous plaît | merci de | por favor | per favore | per cortesia | alstublieft | graag | must | have to | müssen | muss | doivent | doit | deben | debe | devono | deve | moeten | moet | devem"
}
"""The writer as a subject or object, and words that make a wish; `my` alone only says whose a thing is."""

LASTING_THINGS = {
    "thing": "screen reader* | reader | building | house | home | flat | apartment | door | doorbell | lift | elevator | diet | religion | faith | office | company | letterbox | mailbox | street | dog | eyesight | vision | hearing | wheelchair | skin | stomach | disability | condition | mail program | browser | phone | computer | accounts department | household | "
    "haus | wohnung | tür | klingel | aufzug | ernährung | büro | firma | briefkasten | straße | hund | gehör | rollstuhl | haut | behinderung | vorlesesoftware | screenreader | haushalt | immeuble | maison | appartement | porte | sonnette | ascenseur | régime | bureau | entreprise | boîte aux lettres | rue | chien | vue | fauteuil | peau | handicap | lecteur d'écran | "
    "edificio | casa | piso | puerta | timbre | ascensor | dieta | oficina | empresa | buzón | calle | perro | vista | silla | piel | discapacidad | lector de pantalla | palazzo | appartamento | porta | campanello | ascensore | ufficio | azienda | cassetta | via | cane | pelle | disabilità | "
    "gebouw | huis | woning | deur | bel | lift | dieet | kantoor | bedrijf | brievenbus | straat | hond | ogen | rolstoel | huid | beperking | schermlezer | prédio | apartamento | porta | campainha | elevador | escritório | correio | rua | cão | visão | cadeira | pele | deficiência | leitor de ecrã"
}
"""Things of the writer's that stay as they are, and that answers must respect."""

OPENERS = vocabulary(
    "my our mein meine unser unsere mon ma mes notre nos mi mis nuestro nuestra il la i le mio mia mijn onze o a os as meu minha"
)
_SELF, _THINGS, _STANDING = Phrases(SELF), Phrases(LASTING_THINGS), Phrases(STANDING)
_MINE = vocabulary(
    "my our mein meine unser unsere mon ma mes notre nos mi mis nuestro nuestra mio mia miei mie nostro nostra mijn onze ons meu minha meus minhas nosso nossa"
)


def own_part(reading: Reading, whole: Span) -> Span:
    """Return the part of a sentence that has the quote's own subject: behind `and the lid`, what stands before is another's."""
    first = whole.first
    for at in range(whole.first, min(reading.first + 1, whole.last - 1)):
        if reading.words[at].fold in ANDS and reading.words[at + 1].fold in ARTICLES | _MINE:
            first = at + 1
    return Span(first, whole.last, whole.mark)


def to_us(reading: Reading, span: Span) -> bool:
    """Say whether a verb with the writer in its ending asks us for something: `escríbanme`, `datemi`, `tratem-me`."""
    return any(_enclitic(reading.words[i].fold) for i in range(span.first, span.last))


def _enclitic(word: str) -> bool:
    accented = any(c in word for c in "áéíóú") and word.endswith("me")
    return len(word) > 5 and (accented or word.endswith(("nme", "atemi", "etemi", "itemi")))


def about_a_thing(reading: Reading, span: Span) -> bool:
    """Say whether a statement only tells of a thing of the writer's, such as what was bought: `My blender leaks`."""
    words = reading.words
    if _SELF.first(words, span.first, span.last) or _STANDING.first(words, span.first, span.last):
        return False
    owned = any(words[i].fold in _MINE for i in range(span.first, span.last))
    return owned and not to_us(reading, span) and _THINGS.first(words, span.first, span.last) is None
