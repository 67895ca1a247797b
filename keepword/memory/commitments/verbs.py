"""Verbs that come in two parts (`wir schreiben Ihnen 20 Euro gut`), sums that are given up, and promises of other houses."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from collections.abc import Iterator

from keepword.memory.claims.kinds import Claim, ClaimKind
from keepword.memory.commitments.text import Sentence
from keepword.memory.tokens import Hit, Phrases, Span, vocabulary

SEPARABLE = {
    "de": (
        ("credit", "schreibe schreiben schreibt buche buchen bucht", "gut"),
        ("refund", "zahle zahlen zahlt überweise überweisen überweist buche buchen bucht erstatte erstatten erstattet gebe geben gibt", "zurück"),
        ("call_back", "rufe rufen ruft", "an zurück"),
        ("replacement", "tausche tauschen tauscht", "aus um"),
        ("delivery", "sende senden sendet schicke schicken schickt liefere liefern liefert geht gehen", "zu nach raus hinaus"),
        ("pickup", "hole holen holt", "ab"),
    ),
    "nl": (
        ("credit", "schrijf schrijven schrijft boek boeken boekt", "bij"),
        ("refund", "betaal betalen betaalt stort storten boek boeken boekt geef geven geeft maak maken maakt", "terug"),
        ("call_back", "bel bellen belt", "terug op"),
        ("replacement", "ruil ruilen ruilt", "om"),
        ("delivery", "stuur sturen stuurt zend zenden zendt", "toe op na"),
        ("pickup", "haal halen haalt", "op af"),
    ),
}  # fmt: skip
"""Kind, finite forms and particles of verbs whose particle stands at the end of the clause."""

ADDRESSEES = vocabulary("ihnen sie dir dich euch u je jou jullie")
"""To whom the verb is said: it stands behind the verb; before it, it is who does it, and not we."""

GIVING = {
    "de": "leg pack schenk gewähr geb gib schick send erstatt überweis zahl ersetz tausch liefer ruf spendier zieh",
    "fr": "pass offr envoy rembours crédit accord rappel appel remplac vers vir donn expédi rend recrédit",
    "es": "regal ofrec envi enví mand abon devolv devuelv reembols conced entreg llam cambi repon descont ingres transfer pag reemplaz hac da d",
    "it": "faccio regal offr invi mand accredit rimbors restitu chiam richiam sostitu vers bonific conced spedi consegn diamo facciamo riaccredit",
    "nl": "geef geven schenk bied stuur sturen betaal betalen stort vergoed bel bell vervang lever crediteer zend verzend doe leg",
    "pt": "dou oferec envi mand credit devolv reembols conced entreg lig troc substitu pag transfer restitu d damos",
}
"""Stems of verbs by which something is given, done or said to a customer."""

ENDINGS = {
    "de": "e en t n", "fr": "ons ions e ie", "es": "amos emos imos o oy go", "it": "iamo o sco", "nl": "en t e",
    "pt": "amos emos imos o",
}  # fmt: skip
"""Endings of the present tense of the first person (in German and Dutch of a colleague as well)."""

TO_YOU = {
    "de": "ihnen dir euch", "fr": "vous te t", "es": "le les te os", "it": "le ti vi la gli", "nl": "u je jou jullie",
    "pt": "lhe lhes te vos",
}  # fmt: skip
"""To whom it is said; a verb of giving beside one of these binds us in the present tense, too."""

INSTEAD = {
    "instead": "instead of | rather than | in place of | up from | statt | anstatt | anstelle von | an stelle von | au lieu de | au lieu des | à la place de | plutôt que | en lugar de | en vez de | invece di | invece dei | invece degli | al posto di | anziché | in plaats van | em vez de | em vez dos | em lugar de | ao invés de"
}
"""Before a sum that is no longer meant."""

OUTSIDERS = {
    "other": "the bank | your bank | paypal | klarna | the manufacturer | the insurer | the insurance | your insurance | your card issuer | the card issuer | the customer | die bank | ihre bank | deine bank | der hersteller | die versicherung | ihre versicherung | der kunde | "
    "la banque | votre banque | le fabricant | l'assurance | votre assurance | le client | el banco | su banco | tu banco | el fabricante | el seguro | la aseguradora | el cliente | la banca | la sua banca | il produttore | l'assicurazione | il cliente | "
    "de bank | uw bank | je bank | de fabrikant | de verzekering | uw verzekering | de klant | o banco | o seu banco | seu banco | o fabricante | a seguradora | o seguro | o cliente"
}
"""Other houses: what they will do is no promise of ours."""

_PAIRS = {
    code: tuple((kind, vocabulary(verbs), vocabulary(particles)) for kind, verbs, particles in rows)
    for code, rows in SEPARABLE.items()
}
_GIVING = {code: tuple(row.split()) for code, row in GIVING.items()}
_ENDINGS = {code: vocabulary(row) for code, row in ENDINGS.items()}
_TO_YOU = {code: vocabulary(row) for code, row in TO_YOU.items()}
_OBJECT_BEHIND = frozenset({"de", "nl", "pt"})
_INSTEAD, _OUTSIDERS = Phrases(INSTEAD), Phrases(OUTSIDERS)
_SINKS = frozenset(
    {"der", "die", "den", "dem", "des", "les", "los", "as", "os", "of", "von", "de", "the", "€", "$", "£"}
)


def separated(reading: Sentence, clause: Span) -> Iterator[Hit]:
    """Go through verbs in two parts that we say to the customer, or with a sum, labelled by what they promise."""
    words = reading.words
    for kind, verbs, particles in _PAIRS.get(reading.language, ()):
        for at in range(clause.first, clause.last):
            if words[at].fold in verbs and _ours(reading, clause, at) and _parted(reading, clause, at, particles):
                yield Hit(at, at + 1, kind)


def given(reading: Sentence, clause: Span) -> Iterator[Hit]:
    """Go through verbs of giving in the first person, said to the customer: `le regalamos`, `wij sturen u`, `ligo-lhe`."""
    stems, endings = _GIVING.get(reading.language, ()), _ENDINGS.get(reading.language, ())
    for at in range(clause.first, clause.last):
        word = reading.words[at].fold
        stem = next((s for s in stems if word.startswith(s)), None)
        if stem is not None and (word in stems or word[len(stem) :] in endings) and _said_to(reading, clause, at):
            yield Hit(at, at + 1, "present")


def _said_to(reading: Sentence, clause: Span, at: int) -> bool:
    """Say whether the customer stands beside a verb where its language puts an object."""
    folds = _TO_YOU[reading.language]
    ours = _first_person(reading, clause, at)
    near = (
        range(at + 1, clause.last if ours else min(at + 4, clause.last)) if reading.language in _OBJECT_BEHIND else ()
    )
    before = at > clause.first and reading.words[at - 1].fold in folds and reading.language not in {"de", "nl"}
    return before or any(reading.words[i].fold in folds for i in near)


def _first_person(reading: Sentence, clause: Span, at: int) -> bool:
    """Say whether we stand right beside a verb: then whom it is said to may come as late as it likes."""
    beside = range(max(clause.first, at - 1), min(at + 2, clause.last))
    return any(reading.words[i].fold in _US for i in beside)


_US = vocabulary("ich wir ik wij we")
_BETWEEN = vocabulary("also just now already currently right")


def progressing(reading: Sentence, clause: Span) -> Iterator[Hit]:
    """Go through what we say in English that we are doing: `we're adding a voucher`."""
    for at in range(clause.first + 2, clause.last):
        word = reading.words[at].fold
        verb = at - 2 if reading.words[at - 1].fold in _BETWEEN and at - 2 > clause.first else at - 1
        ours = reading.words[verb].fold in {"re", "are", "m", "am"} and word not in _NOTHING_DONE
        if ours and word.endswith("ing") and _we(reading, clause, verb):
            yield Hit(verb, at, "present")


def _we(reading: Sentence, clause: Span, at: int) -> bool:
    return any(reading.words[i].fold in {"we", "i"} for i in range(max(clause.first, at - 2), at))


def stands_back(reading: Sentence, clause: Span, back: Phrases) -> Iterator[Hit]:
    """Go through what is said to be back by a day: `die 40 Euro sind spätestens am Freitag wieder auf Ihrem Konto`."""
    start, end = reading.words[clause.first].start, reading.words[clause.last - 1].end
    dated = any(c.relation in {"by", "within"} for c in reading.claims if start <= c.start < end)
    there = (table for table in (back, _WITH_YOU) if next(iter(reading.hits(table, clause)), None) is not None)
    if dated and next(there, None) is not None:
        yield from (Hit(i, i + 1, "is") for i in range(clause.first, clause.last) if reading.words[i].fold in _IS)
        yield from (Hit(h.first, h.last, "account") for h in reading.hits(_ACCOUNT, clause))


ACCOUNT = {
    "account": "wieder auf dem konto | auf ihrem konto | auf ihr konto | auf deinem konto | auf dein konto | op uw rekening | op je rekening | sur votre compte | sur ton compte | en su cuenta | a su cuenta | en tu cuenta | a tu cuenta | sul suo conto | sul tuo conto | sul vostro conto | na sua conta | à sua conta | na tua conta | on your account | in your account | into your account"
}
WITH_YOU = {"there": "with you | bei ihnen | bei dir | chez vous | chez toi | bij u | bij je | da lei | consigo"}
_ACCOUNT, _WITH_YOU = Phrases(ACCOUNT), Phrases(WITH_YOU)
_IS = vocabulary(
    "is are ist sind est sont está están è sono staat staan zijn estão steht stehen retrouverez verrez percevrez toucherez"
)
_NOTHING_DONE = vocabulary(
    "looking waiting hoping trying asking considering wondering going missing thinking working speaking talking checking"
)


def _ours(reading: Sentence, clause: Span, at: int) -> bool:
    """Say whether a verb is not the customer's own, and has somebody it is said to, or a sum."""
    if at > clause.first and reading.words[at - 1].fold in ADDRESSEES:
        return False
    said_to = any(reading.words[i].fold in ADDRESSEES for i in range(at + 1, clause.last))
    return said_to or any(c.kind is ClaimKind.MONEY and c.start > reading.words[at].start for c in reading.claims)


def _parted(reading: Sentence, clause: Span, at: int, particles: frozenset[str]) -> bool:
    return any(reading.words[i].fold in particles for i in range(at + 2, clause.last))


def given_up(reading: Sentence, claim: Claim) -> bool:
    """Say whether a sum is named as the one that another takes the place of."""
    at = next((i for i in range(reading.span.first, reading.span.last) if reading.words[i].end > claim.start), 0)
    before = (h for n in range(1, 6) if at >= n for h in _INSTEAD.all_at(reading.words, at - n, at))
    return any(all(reading.words[i].fold in _SINKS for i in range(h.last, at)) for h in before)


def of_another_house(reading: Sentence, clause: Span) -> bool:
    """Say whether a clause begins with another house, which then does what it says."""
    first = clause.first
    while first < clause.last - 1 and not reading.words[first].fold[0].isalnum():
        first += 1
    hit = next((h for h in _OUTSIDERS.find(reading.words, first, clause.last) if h.first == first), None)
    return hit is not None and hit.last < clause.last and reading.words[hit.last].fold not in {"'", "account"}
