"""Whether a draft names somebody who has no part in the conversation.

Looked at are its greeting, what stands behind a title, and somebody of ours by name (`my manager …`). Any other name is a
word like any other, and is not looked for; nothing of another person is in the brief that the model sees, so such a name
could only be made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.words import GREETINGS, TITLES
from keepword.agent.language.words import words

TITLED: Final = re.compile(
    r"(?<!\w)(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Sr|Sra|Sig|M|Mme|Mlle)\.?|Sig\.ra"
    r"|(?i:herrn?|frau|monsieur|madame|señora?|signora?|signore|mevrouw|meneer|mevr\.?|dhr\.?|senhora?)) {1,2}"
    r"([A-ZÀ-ÖØ-Þ][^\W\d_]{1,40})"
)
"""A title and the first word of the name behind it."""
CLOSE: Final = re.compile(
    r"(?<!\w)(?i:(?:my|our|your) (?:manager|supervisor|colleague|boss|director|technician|team lead)|colleague"
    r"|collègue|responsable|directeur|directrice|technicien|colega|compañero|compañera|jefe|jefa|gerente|técnico|collega"
    r"|direttore|direttrice|tecnico|leidinggevende|monteur) ([A-ZÀ-ÖØ-Þ][^\W\d_]{1,40})"
    r"|(?<!\w)(?:Kollege|Kollegin|Kollegen|Techniker|Chef|Chefin|Vorgesetzter|Leiter|Leiterin) "
    r"([A-ZÀ-ÖØ-Þ][^\W\d_]{1,40}) [A-ZÀ-ÖØ-Þ][^\W\d_]{1,40}"
)
"""Somebody of ours and their name; a German noun is written large too, so there two such words have to follow."""
ROLES: Final = (
    "manager", "supervisor", "colleag", "boss", "director", "techni", "team", "kolleg", "chef", "vorges", "leiter", "coll",
    "respons", "direct", "técni", "compa", "jefe", "jefa", "gerente", "coleg", "tecnic", "diret", "leidingg", "monteur",
)  # fmt: skip
"""What no such name is without."""
MAX_KNOWN: Final = 60_000


def judge_names(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find names of people whom neither the mail, the profile, the thread nor the operator names."""
    greeting = list(_greeting(reply, brief))
    yield from greeting
    rest = reply.lstrip().partition("\n")[2] if greeting else reply
    titled = list(dict.fromkeys([*TITLED.findall(rest), *_colleagues(rest)]))
    if not titled:
        return
    known = set(words("\n".join(_around(brief))[:MAX_KNOWN]))
    for name in titled:
        if name.casefold() not in known | TITLES:
            yield Finding("name", name, "nobody of this name has a part in the conversation")


def _colleagues(reply: str) -> Iterator[str]:
    lowered = reply.casefold()
    if any(role in lowered for role in ROLES):
        yield from (first or second for first, second in CLOSE.findall(reply))


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
