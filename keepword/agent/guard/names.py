"""Whether a draft names somebody who has no part in the conversation.

Looked at are its greeting, what stands behind a title, and somebody of ours by name (`my manager …`). Any other name is a
word like any other, and is not looked for; nothing of another person is in the brief that the model sees, so such a name
could only be made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.letter import Letter
from keepword.agent.guard.words import GREETINGS, TITLES
from keepword.agent.language.words import words
from keepword.memory.tokens import vocabulary


def _either(words: str) -> str:
    return "(?:" + "|".join(words.split()).replace("_", " ") + ")"


NAME: Final = r"([A-ZÀ-ÖØ-Þ][^\W\d_]{1,40})"
SHORT: Final = "Mr Mrs Ms Mx Dr Prof Sr Sra Sig M Mme Mlle"
"""Titles that are written so, with a dot or without."""
FULL: Final = "herr herrn frau monsieur madame señor señora signor signora signore mevrouw meneer senhor senhora"
DUTCH: Final = "mevr dhr"
"""Titles in whatever case, the Dutch ones with a dot or without."""
TITLED: Final = re.compile(
    rf"(?<!\w)(?:{_either(SHORT)}\.?|Sig\.ra|(?i:{_either(FULL)}|{_either(DUTCH)}\.?)) {{1,2}}{NAME}"
)
"""A title and the first word of the name behind it."""
TITLE_WORDS: Final = vocabulary(f"{SHORT} {FULL} {DUTCH}".casefold())
"""Words of which a titled name has one: most letters have none, and need not be searched."""
OURS: Final = "manager supervisor colleague boss director technician team_lead"
ALSO_OURS: Final = (
    "colleague collègue responsable directeur directrice technicien colega compañero compañera jefe jefa gerente técnico "
    "collega direttore direttrice tecnico leidinggevende monteur"
)
GERMAN: Final = "Kollege Kollegin Kollegen Techniker Chef Chefin Vorgesetzter Leiter Leiterin"
CLOSE: Final = re.compile(
    rf"(?<!\w)(?i:(?:my|our|your) {_either(OURS)}|{_either(ALSO_OURS)}) {NAME}"
    rf"|(?<!\w){_either(GERMAN)} {NAME} [A-ZÀ-ÖØ-Þ][^\W\d_]{{1,40}}"
)
"""Somebody of ours and their name; a German noun is written large too, so there two such words have to follow."""
ROLE_WORDS: Final = vocabulary(f"{OURS} {ALSO_OURS} {GERMAN}".replace("_", " ").casefold())
"""Words of which each of them has one."""
MAX_KNOWN: Final = 60_000


def judge_names(letter: Letter, brief: Brief) -> Iterator[Finding]:
    """Find names of people whom neither the mail, the profile, the thread nor the operator names."""
    greeting = list(_greeting(letter.text, brief))
    yield from greeting
    rest = letter.text.lstrip().partition("\n")[2] if greeting else letter.text
    named = [*_titled(rest, letter.vocabulary), *_colleagues(rest, letter.vocabulary)]
    known = _words_of("\n".join(_around(brief))[:MAX_KNOWN]) if named else frozenset[str]()
    for name in dict.fromkeys(named):
        if name.casefold() not in known and name.casefold() not in TITLES:
            yield Finding("name", name, "nobody of this name has a part in the conversation")


def _titled(text: str, said: frozenset[str]) -> list[str]:
    return [] if TITLE_WORDS.isdisjoint(said) else TITLED.findall(text)


def _colleagues(text: str, said: frozenset[str]) -> list[str]:
    return [] if ROLE_WORDS.isdisjoint(said) else [first or second for first, second in CLOSE.findall(text)]


@lru_cache(maxsize=16)
def _words_of(text: str) -> frozenset[str]:
    """Cut what is known of a conversation once, though its answer may be judged again."""
    return frozenset(words(text))


def _around(brief: Brief) -> Iterator[str]:
    """Yield every text in which the name of somebody who has a part may stand."""
    mail = brief.mail
    yield from (mail.writer_name, mail.subject, mail.text, brief.signature, brief.instructions, *brief.pins)
    yield from (str(part) for part in (brief.profile, brief.thread) if part)
    yield from (s.text for s in brief.policy.statements)
    yield from (f"{p.title}\n{p.text}" for p in brief.knowledge)


def _greeting(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find a greeting by a name that neither the mail nor the profile holds."""
    first = next((line.strip() for line in reply.split("\n") if line.strip()), "")
    name = _greeted(first)
    if not name:
        return
    known = f"{brief.mail.writer_name}\n{brief.mail.text}\n{(brief.profile or {}).get('name') or ''}".casefold()
    strangers = [w for w in words(name) if w not in TITLES and w not in known]
    if strangers:
        yield Finding("name", name, "nobody of this name wrote the mail")


def _greeted(line: str) -> str:
    """Return the name in a greeting such as `Dear Ms Berger,`; empty where the line is none."""
    text, lowered = line.rstrip(",.!:; "), line.casefold()
    opening = max((g for g in GREETINGS if lowered.startswith(g + " ")), key=len, default=None)
    if opening is None or len(line) > 80:
        return ""
    name = text[len(opening) :].partition(",")[0].strip()
    capital = [w for w in name.split() if w[:1].isupper()]
    return (
        name
        if 0 < len(capital) == len([w for w in name.split() if w.casefold() not in TITLES or w[:1].isupper()]) <= 4
        else ""
    )
