"""Whether a draft is written so that it can be read: in letters of one script, in a language whose words the guard knows.

What cannot be read cannot be judged, so it goes to a person. Look-alike letters of other scripts (UTS 39, section 5.2:
mixed-script detection) are as good as a disguise; so is a link that is spelled out.
"""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.letter import Letter
from keepword.agent.guard.tables import known
from keepword.agent.language.detector import written_in
from keepword.agent.language.words import STOP_WORDS
from keepword.memory.evidence.language import small_words
from keepword.memory.tokens import vocabulary

WORD: Final = re.compile(r"[^\W\d_]{1,60}")
HOST: Final = r"(?<![\w-])[\w-]{1,63}"
DOTS: Final = ("dot", "punkt", "point", "punto", "ponto", "punt")
DOT: Final = rf"(?:{'|'.join(DOTS)})\b[)\]}}]?\s{{0,3}}(?:com|net|org|biz|xyz|info)\b"
SHORT_DOT: Final = r"dot\s(?:co|io|de|fr|it|nl|eu|uk|ru|cn|example|shop|site|online|top|app|dev)\b"
LOOSE_DOT: Final = r"\.\s{0,3}(?:com|net|org)\b"
AT: Final = r"[(\[{]\s?(?:at|ät|arroba|chiocciola|arobase)\s?[)\]}]"
LINK: Final = re.compile(rf"{HOST}\s{{0,3}}[(\[{{]?\b{DOT}|{HOST}\s{SHORT_DOT}|{HOST}\s{{1,3}}{LOOSE_DOT}|{AT}")
"""A link or an address that is spelled out, so that programs do not see it."""
SPELLED_ENDS: Final = re.compile(f"{DOT}|{SHORT_DOT}")
MARKED_ENDS: Final = (re.compile(LOOSE_DOT), re.compile(AT))
"""What no such link is without: to try every word as a host takes ten times as long."""

LOOK_ALIKES: Final = (
    (0x0250, 0x02AF), (0x0370, 0x03FF), (0x0400, 0x058F), (0x13A0, 0x13FF), (0x1C80, 0x1C8F), (0x1D00, 0x1D7F), (0x1F00, 0x1FFF),
    (0x2C80, 0x2CFF), (0x2DE0, 0x2DFF), (0xA4D0, 0xA4FF), (0xA640, 0xA69F), (0xAB30, 0xAB6F),
)  # fmt: skip
"""Blocks with letters that look like Latin ones: phonetic signs, Greek, Cyrillic, Armenian, Cherokee, Coptic, Lisu."""
ALIEN: Final = re.compile("[" + "".join(f"{chr(low)}-{chr(high)}" for low, high in LOOK_ALIKES) + "]")
"""A letter of one of them: most texts have none, and need not be cut into words to see it."""
UNITS: Final = frozenset("μΩΔπλβαγθσ")
"""Greek letters that stand in Latin words in good faith."""

OURS: Final = frozenset("abcdefghijklmnopqrstuvwxyzàâäáãªæçéèêëíìîïñóòôöõºœúùûüýÿß")
"""Letters of the languages that the guard reads."""

FOREIGN: Final = vocabulary(
    "się nie dla jest że panu pani państwa zwrot pieniądze zł och att det är för som till inte kommer ditt din dina tillbaka pengar pengarna ikke til på jeg og deg dig dere pengene penge tilbage "
    "ei että ja teille sinulle rahat takaisin palautamme hyvitämme ve için size bir para iade ediyoruz edeceğiz geri ödeme je vám vam peníze vrátíme vratime vrátime nem az és hogy pénzt pénzét vissza visszatérítjük megtérítjük kap önnek "
    "și este pentru banii înapoi vom vă novac vratit ćemo će jums nauda pinigus grąžinsime raha tagasi teile uang kembali anda kami akan tiền hoàn sẽ"
) - vocabulary("ja je para")  # fmt: skip
"""Small words and words for money of other languages in Latin letters."""

FEW: Final = 3
"""From so many words on, a text has words that tell its language."""
LONG: Final = 8
LEAST: Final = 0.25
LEAST_LONG: Final = 0.34
LEAST_AMONG_FOREIGN: Final = 0.5
"""Shares of known words below which a text is none that the guard reads; names and goods are the rest of a text that is."""
MAX_WORDS: Final = 600
MAX_MAIL: Final = 10_000


def judge_script(letter: Letter, brief: Brief) -> Iterator[Finding]:
    """Find words of mixed scripts, letters with strokes through them, spelled-out links, and languages that nobody here reads."""
    reply = letter.text
    for word in WORD.findall(reply) if ALIEN.search(reply) else ():
        if not word.isascii() and _mixed(word):
            yield Finding("text", word, "letters of several scripts in one word look like what they are not")
    if MARK.search(reply) and (mark := MARKED.search(unicodedata.normalize("NFC", reply))) is not None:
        yield Finding("text", mark.group(), "marks over or through letters hide what is written")
    if STRUNG.search(reply) and (spelled := SPELLED.search(reply)) is not None:
        yield Finding(
            "text", spelled.group()[:60], "a word is written letter by letter, so that programs do not see it"
        )
    if (link := _spelled_link(letter)) is not None:
        yield Finding("url", link.group().strip(), "links are written plainly or not at all")
    yield from _unknown_language(letter, brief)


def _spelled_link(letter: Letter) -> re.Match[str] | None:
    spelled = not letter.vocabulary.isdisjoint(DOTS) and SPELLED_ENDS.search(letter.lowered) is not None
    marked = spelled or any(end.search(letter.lowered) for end in MARKED_ENDS)
    return LINK.search(letter.lowered) if marked else None


SPELLED: Final = re.compile(r"(?<!\w)[^\W\d_](?:[ .*_-][^\W\d_]){4,80}(?!\w)")
STRUNG: Final = re.compile(r"[ .*_-][^\W\d_][ .*_-][^\W\d_][ .*_-]")
"""What no such word is without, found in a tenth of the time."""
MARK: Final = re.compile("[\u0300-\u036f\u20d0-\u20df\u20e4-\u20f0]")
MARKED: Final = re.compile("[a-zA-Z][\u0300-\u036f\u20d0-\u20df\u20e4-\u20f0]")


def _mixed(word: str) -> bool:
    latin = any(c.isascii() or 0xC0 <= ord(c) <= 0x24F for c in word)
    return latin and any(_alike(c) for c in word)


def _alike(letter: str) -> bool:
    return letter > "\u024f" and letter not in UNITS and any(low <= ord(letter) <= high for low, high in LOOK_ALIKES)


def _unknown_language(letter: Letter, brief: Brief) -> Iterator[Finding]:
    """Find a draft of more than a few words in a language whose promises the guard could not see."""
    said = _words(letter.parts)
    if sum(map(_read, said)) >= LEAST_AMONG_FOREIGN * len(said):
        return  # whatever the others are: no need to know which words the customer and the operator use
    own = _words_of(_around(brief))
    words = [w for w in said if w not in own or _read(w)]
    read = sum(map(_read, words))
    if _unread(len(words), read, sum(map(_strange, words))):
        yield Finding("language", letter.text[:60], "in no language whose promises can be checked here")


def _unread(words: int, read: int, strange: int) -> bool:
    if words == 0:
        return False
    least = LEAST_LONG if words >= LONG else LEAST
    return (strange > 0 and read < LEAST_AMONG_FOREIGN * words) or (words >= FEW and read < least * words)


def _around(brief: Brief) -> str:
    """Return the texts whose words a draft may take up: the operator's, the person's name, a mail in a language that is read here."""
    mail = brief.mail.text[:MAX_MAIL] if written_in(brief.mail.text) in STOP_WORDS else ""
    texts = [mail, *(s.text for s in brief.policy.statements), *(f"{p.title} {p.text}" for p in brief.knowledge)]
    name = str((brief.profile or {}).get("name") or "")
    return "\n".join([*texts, brief.signature, brief.mail.writer_name, name])


@lru_cache(maxsize=64)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(w.casefold() for w in WORD.findall(text[:40_000]))


def _words(parts: Sequence[str]) -> list[str]:
    plain = " ".join(parts[:MAX_WORDS])
    if "/" in plain or "@" in plain:
        plain = " ".join(part for part in plain.split(" ") if "/" not in part and "@" not in part)
    return [*map(str.casefold, WORD.findall(plain)[:MAX_WORDS])]


@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    return frozenset().union(*STOP_WORDS.values(), small_words())


@lru_cache(maxsize=20_000)
def _strange(word: str) -> bool:
    return word in FOREIGN or not set(word) <= OURS


@lru_cache(maxsize=20_000)
def _read(word: str) -> bool:
    return word not in FOREIGN and (word in _small() or known(word))
