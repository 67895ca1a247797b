"""Whether words tell a mood, which belongs to the moment and never to a person's memory."""

from __future__ import annotations

from keepword.memory.tokens import Phrases, tokens

# ruff: noqa: E501 - a table is read by its rows

MOODS = {
    "anger": "can't stand | cannot stand | can't bear | can't take it | cannot take it | the last straw | end of my tether | end of my rope | had it with | sick to death | nase voll | nase gestrichen voll | habe es satt | satt haben | habe genug von | platzt der kragen | ertrage es nicht | nicht ausstehen | plein le dos | ne supporte plus | n'en peux plus | en ai assez | hors de moi | no soporto | no aguanto | hasta las narices | hasta la coronilla | no puedo más | non sopporto | non ne posso più | ne ho abbastanza | stufa | stufo | spuugzat | zat van | ben het zat | beu | genoeg van | kan er niet meer tegen | não suporto | não aguento | farto | farta | saco cheio | fartos | angry | anger | furious | fuming | outraged | outrageous | annoyed | annoying | annoyance | irritated | mad at | pissed | livid | enraged | fed up | sick of | sick and tired | had enough | disgusted | disgrace | disgraceful | unacceptable | ridiculous | "
    "wütend* | wut | sauer | verärgert* | ärger* | zornig* | genervt* | empört* | stinksauer* | unverschämt* | unverschämtheit | frechheit | entsetzt* | es reicht | "
    "furieux | furieuse | furieuses | en colère | énervé | énervée | fâché | fâchée | agacé | agacée | exaspéré | exaspérée | indigné | scandaleux | scandaleuse | inadmissible | inacceptable | ras le bol | colère | marre de | "
    "enfadado | enfadada | enfadados | enfadadas | enojado | enojada | furioso | furiosa | furiosos | furiosas | furiosi | indignado | indignada | molesto | molesta | cabreado | harto | harta | inaceptable | vergonzoso | vergüenza | enfado | rabia | "
    "arrabbiato | arrabbiata | arrabbiati | arrabbiate | infuriato | furibondo | incazzato | irritato | irritata | indignato | indignata | inaccettabile | vergognoso | vergogna | stufo | stufa | rabbia | "
    "boos | boze | woedend* | kwaad | kwade | geïrriteerd* | verontwaardigd* | schandalig | belachelijk | onacceptabel | razend | woede | "
    "zangado | zangada | zangados | zangadas | irritado | irritada | revoltado | revoltada | chateado | chateada | inaceitável | vergonha | raiva | indignação",
    "sadness": "sad | disappointed | disappointing | disappointment | frustrated | frustrating | frustration | upset | desperate | despair | depressed | heartbroken | miserable | unhappy | devastated | helpless | hopeless | dissatisfied | let down | "
    "traurig | enttäuscht* | enttäuschend | enttäuschung | frustriert* | frustrierend | frustration | verzweifelt* | unglücklich* | hilflos* | unzufrieden* | am boden | "
    "triste | déçu | déçue | déçus | déçues | déception | décevant | frustré | frustrée | désespéré | désespérée | malheureux | malheureuse | mécontent | mécontente | "
    "decepcionado | decepcionada | decepcionados | decepcionadas | decepción | frustrado | frustrada | desesperado | desesperada | descontento | descontenta | insatisfecho | "
    "deluso | delusa | delusi | deluse | delusione | frustrato | frustrata | disperato | disperata | scontento | scontenta | insoddisfatto | "
    "verdrietig | teleurgesteld* | teleurstelling | gefrustreerd* | wanhopig* | ontevreden* | ongelukkig* | "
    "desiludido | desiludida | desiludidos | desiludidas | desapontado | desapontada | desapontamento | insatisfeito | insatisfeita",
    "worry": "hungry | tired | thirsty | sleepy | bored | hungrig | müde | fatigué | fatiguée | faim | cansado | cansada | hambre | stanco | stanca | moe | honger | fome | worried | anxious | nervous | scared | afraid | stressed | stressful | panicking | panic | concerned about | overwhelmed | exhausted | tired of | impatient | urgent | in a hurry | in a rush | desperately | "
    "besorgt* | ängstlich* | nervös* | gestresst* | panik | ungeduldig* | überfordert* | erschöpft* | eilig | in eile | dringend | "
    "inquiet | inquiète | anxieux | anxieuse | nerveux | stressé | stressée | impatient | impatiente | pressé | pressée | épuisé | épuisée | "
    "preocupado | preocupada | ansioso | ansiosa | nervioso | nerviosa | estresado | estresada | impaciente | agotado | con prisa | "
    "preoccupato | preoccupata | nervoso | stressato | stressata | impaziente | esausto | di fretta | "
    "bezorgd | ongerust | zenuwachtig | gestrest | ongeduldig* | uitgeput | haast | "
    "estressado | estressada | exausto | com pressa",
    "joy": "over the moon | on cloud nine | happy | delighted | pleased | thrilled | glad | excited | grateful | thankful | relieved | satisfied | overjoyed | cheerful | love your | love this | amazing service | great mood | in a good mood | in a bad mood | bad mood | "
    "glücklich | erfreut* | begeistert* | dankbar | erleichtert* | zufrieden | froh | gut gelaunt | schlecht gelaunt | "
    "heureux | heureuse | ravi | ravie | très content | suis content | suis contente | contente | reconnaissant | reconnaissante | soulagé | soulagée | satisfait | satisfaite | enchanté | "
    "feliz | contento | contenta | encantado | encantada | agradecido | agradecida | aliviado | aliviada | satisfecho | satisfecha | "
    "felice | lieto | lieta | grato | grata | entusiasta | sollevato | sollevata | soddisfatto | soddisfatta | "
    "blij | tevreden | dankbaar | opgelucht* | verheugd* | enthousiast | "
    "contente | agradecido | satisfeito | satisfeita",
    "named": "mood | emotion | feeling | feelings | emotional | temper | sentiment | laune | stimmung | gefühl | humeur | émotion | ánimo | umore | stemming | gevoel | estado de espírito",
}
"""Words for moods, by family, in seven languages."""

_MOODS = Phrases(MOODS)


def mood_of(text: str) -> str | None:
    """Return the family of the first mood that a text tells (`anger`, `sadness`, `worry`, `joy`, `named`), or None."""
    hit = _MOODS.first(tokens(text[:5000]))
    return hit.label if hit else None


def mood_holds(text: str, value: str) -> bool:
    """Say whether the words of a value are part of the words of a mood: `sick` in `I am sick of it` is no illness."""
    wanted = {t.fold for t in tokens(value[:500]) if t.fold[0].isalnum()}
    said = tokens(text[:5000])
    return any(wanted <= {w.fold for w in said[h.first : h.last]} for h in _MOODS.find(said))
