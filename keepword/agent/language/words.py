"""Words of mail in the languages that we know: which language it is, and the stems by which text is searched.

Stems are the Snowball project's; Chinese, Japanese and Korean, which write no spaces, are cut into pairs of characters.
Everything here takes time linear in the text and reads at most `MAX_CHARACTERS` of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

MAX_CHARACTERS: Final = 200_000
MAX_WORD: Final = 60
WORD: Final = re.compile(r"\w+")
CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")

SNOWBALL: Final = {
    "cs": "czech", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
"""ISO 639-1 codes and the Snowball algorithm of each."""

STOP_WORDS: Final[dict[str, frozenset[str]]] = {
    code: frozenset(words.split())
    for code, words in {
        "en": "a about after again all also am an and any are as at be been before but by can cannot could did do does "
        "doesn don for from get got had has have he hello help her hi him his how i if in into is isn it its just know "
        "let like ll make may me more much my need no not now of on one or our out over please she should so some such "
        "tell thank thanks that the their them then there these they this to too up us ve very want was we were what "
        "when where which while who why will with would yes you your yours regards best dear kind",
        "de": "aber alle als also am an auch auf aus bei bekommen bin bis bitte da dann das dass dem den der des die "
        "dies diese diesem diesen dieser doch durch ein eine einem einen einer eines er es für gibt grüße guten hab "
        "habe haben hallo hat hätte ich ihm ihn ihnen ihr ihre ihrem ihren im in ist ja kann kein keine können könnte "
        "man mein meine meinem meinen meiner mich mir mit möchte nach nein nicht noch nun nur ob oder sehr sich sie "
        "sind so tag über um und uns unser von vor war warum was wann wenn wer werde werden wie wieder will wir wird "
        "wo zu zum zur freundlichen danke dank viele schon muss",
        "fr": "à ai alors au aux avec avez avoir bien bonjour bonsoir ça car ce cela ces cet cette comme comment dans "
        "de des du elle elles en encore es est et être eu fait ils il j je jour l la le les leur lui m ma mais me "
        "merci mes moi mon ne nos notre nous on ont ou où par pas peut plus pour pourquoi pouvez puis puisje qu quand "
        "que quel quelle qui s sa sans se ses si son sont sur te tes toi ton tout très tu un une va vais vos votre "
        "vous y été suis voudrais cordialement salut",
        "es": "a al algo antes aún como cómo con cual cuál cuando cuándo de del desde donde dónde el ella ellos en "
        "entre era es esa ese eso esta está están estas este esto estoy fue gracias ha había hasta hay he hola la las "
        "le les lo los más me mi mis mucho muy nada no nos nosotros o para pero por porque puede puedo que qué quien "
        "quiero se ser si sí sin sobre son soy su sus también tan te tengo ti tiene todo tu un una unas uno unos usted "
        "y ya yo buenos buenas días favor saludos cordial mí",
        "it": "a ad ai al alla alle anche ancora avete avere buongiorno buonasera c che chi ci ciao come con cosa cui "
        "da dai dal dalla de degli dei del dell della delle di dove e è ed era essere fa fatto gli grazie ha hai hanno "
        "ho i il in io l la le lei lo loro lui ma mi mia mie mio molto ne nei nel nella no noi non nostro o ogni per "
        "perché perfavore più può posso qual quale quando quanto quello questa questo qui sarà se sei si sì sia siamo "
        "sono sto su sua suo tra tu tutto un una uno vi vorrei cordiali saluti",
        "nl": "aan al alle als altijd ben bij daar dag dan dank dat de der deze die dit doen door dus een en er ge "
        "geen graag groeten had hallo heb hebben heeft hem het hij hoe hoi hun ik in is ja je jij jullie kan "
        "kunnen maar me meer met mij mijn moet na naar nee niet nog nu of om omdat ons onze ook op over te tegen toch "
        "tot u uw uit van veel voor waar waarom wanneer want waren was wat we wel werd wie wij wil willen worden "
        "wordt zal ze zich zij zijn zo zonder zou vriendelijke bedankt",
        "pt": "a ainda ao aos as até bom boa com como da das de dela dele depois do dos e é ela ele eles em era essa "
        "esse esta está estão este eu foi gostaria há isso isto já la lhe mais mas me meu meus minha muito na nas não "
        "nem no nos nós nossa o obrigada obrigado olá onde os ou para pela pelo por porque posso pode qual quando que "
        "quem quero se sem ser será seu sua são só também te tem tenho ter toda todo tu um uma vocês você dia tarde "
        "cumprimentos favor",
    }.items()
}
"""Words that say nothing of what a mail is about; they also tell its language."""

SCRIPTS: Final = (
    ("CYRILLIC", "ru"), ("GREEK", "el"), ("HIRAGANA", "ja"), ("KATAKANA", "ja"), ("HANGUL", "ko"), ("CJK", "zh"),
    ("ARABIC", "ar"), ("HEBREW", "he"), ("THAI", "th"),
)  # fmt: skip
"""Scripts that nearly name a language, in the order in which they decide (kana before Chinese characters)."""


def words(text: str) -> Iterator[str]:
    """Yield the words of a text, lower-cased."""
    return map(_BEGINNING, WORD.findall(text[:MAX_CHARACTERS].casefold()))


_BEGINNING: Final = itemgetter(slice(MAX_WORD))


def word_line(text: str, most: int = 20_000) -> str:
    """Return the words of a text's beginning as one line between spaces, so that a run of words can be looked for in it."""
    return f" {' '.join(words(text[:most]))} "


def detect(text: str, default: str = "en") -> str:
    """Name the language of a text as an ISO 639-1 code; `default` where too little tells it."""
    if (by_script := script_of(text)) is not None:
        return by_script
    points = _points(text)
    best = max(points, key=lambda code: (points[code], code == default))
    return best if points[best] >= 1.0 and points[best] > points.get(default, 0.0) else default


def _points(text: str) -> dict[str, float]:
    return _counted(text[:SAMPLE])


SAMPLE: Final = 2_000
"""Characters that are enough to tell a language."""


@lru_cache(maxsize=256)
def _counted(text: str) -> dict[str, float]:
    points = dict.fromkeys(STOP_WORDS, 0.0)
    for word in words(text):
        for code in _tellers().get(word, ()):
            points[code] += 1 / len(_tellers()[word])
    return points


def content_words(text: str) -> list[str]:
    """Return the words that say what a text is about, each once, in their order."""
    return [
        w for w in dict.fromkeys(words(text)) if w not in _tellers() and (len(w) > 1 or w.isdigit() or CJK.match(w))
    ]


def stems(text: Iterable[str], language: str) -> list[str]:
    """Return the stems of words, without accents; words of a language without spaces become pairs of characters."""
    return [stem for word in text for stem in _stems(word, language)]


def script_of(text: str) -> str | None:
    """Name the language of a text whose letters are not Latin, by its first ones; None for all others."""
    sample = text[:400]
    return None if sample.isascii() else _foreign_script(sample)


@lru_cache(maxsize=256)
def _foreign_script(sample: str) -> str | None:
    letters = [c for c in sample if c.isalpha()]
    foreign = [unicodedata.name(c, "") for c in letters if c > "\u036f"]
    if len(foreign) * 2 < len(letters) or not foreign:
        return None
    return next(
        (code for script, code in SCRIPTS if sum(n.startswith(script) for n in foreign) * 5 > len(foreign)), None
    )


@lru_cache(maxsize=1)
def _tellers() -> dict[str, tuple[str, ...]]:
    """Map each stop word to the languages that have it: a word of many languages tells little."""
    found: dict[str, tuple[str, ...]] = {}
    for code, stop in STOP_WORDS.items():
        for word in stop:
            found[word] = (*found.get(word, ()), code)
    return found


@lru_cache(maxsize=20_000)
def _stems(word: str, language: str) -> tuple[str, ...]:
    if CJK.fullmatch(word):
        return tuple(word[i : i + 2] for i in range(max(len(word) - 1, 1)))
    return (_plain(_stemmer(language).stemWord(word)),)


@lru_cache(maxsize=32)
def _stemmer(language: str) -> Any:
    import snowballstemmer  # type: ignore[import-untyped] # loads thirty languages: only where words are searched

    return snowballstemmer.stemmer(SNOWBALL.get(language[:2].lower(), "porter"))


def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
