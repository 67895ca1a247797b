"""Whether a draft lets out what is ours alone: the fence, the prompt, ids, or words for another person."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from keepword.agent.brief import Brief
from keepword.agent.guard_findings import Finding
from keepword.agent.guard_words import GREETINGS, TITLES
from keepword.agent.instructions import ANSWER, ROLE
from keepword.agent.language import words
from keepword.agent.written_in import written_in

RUN: Final = 8
"""Words in a row of the prompt that are no accident."""
INTERNAL: Final = (
    "current_intent", "open_items", "thread_state", "profile_state", "outstanding_commitments", "json_schema", "min_confidence",
    "promise:", "statement:", "system prompt", "thread_id", "entity_id",
)  # fmt: skip
"""Words of our own machinery that no mail to a customer holds."""


def judge_leaks(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find what must not leave: the fence, words of the prompt or of the operator's instructions, ids."""
    if brief.fence and brief.fence in reply:
        yield Finding("leak", brief.fence, "the fence of the prompt is never part of a mail")
    lowered = reply.casefold()
    own = brief.mail.text.casefold()
    for word in INTERNAL:
        if word in lowered and word not in own:
            yield Finding("leak", word, "a word of the program's own machinery")
    for passage in brief.knowledge:
        if passage.id in reply:
            yield Finding("leak", passage.id, "ids of passages are for the citations, not for the customer")
    if (run := _shared_run(reply, f"{ROLE}\n{ANSWER}\n{brief.instructions}", own)) is not None:
        yield Finding("leak", run, "words of the instructions are not for the customer")


def judge_greeting(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find a greeting by a name that neither the mail nor the profile holds."""
    first = next((line.strip() for line in reply.split("\n") if line.strip()), "")
    name = _greeted(first)
    if not name:
        return
    known = f"{brief.mail.writer_name}\n{brief.mail.text}\n{(brief.profile or {}).get('name') or ''}".casefold()
    strangers = [w for w in words(name) if w not in TITLES and w not in known]
    if strangers:
        yield Finding("name", name, "nobody of this name wrote the mail")


def judge_language(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find an answer in another language than the mail's, where both are beyond doubt."""
    asked, answered = written_in(brief.mail.text), written_in(reply)
    wanted = str((brief.profile or {}).get("language") or "")[:2].casefold()
    if asked and answered and answered not in {asked, wanted}:
        yield Finding("language", reply[:60], f"the mail is written in `{asked}`, the answer in `{answered}`")


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


def _shared_run(reply: str, prompt: str, own: str) -> str | None:
    """Return a run of words that a reply has from the prompt, unless the customer wrote it too."""
    ours = _runs(prompt)
    if ours.isdisjoint(_in_a_row(reply)):
        return None
    own_words = " ".join(words(own))
    return next((" ".join(r) for r in _in_a_row(reply) if r in ours and " ".join(r) not in own_words), None)


@lru_cache(maxsize=16)
def _runs(prompt: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_in_a_row(prompt))


def _in_a_row(text: str) -> Iterator[tuple[str, ...]]:
    """Go through every run of `RUN` words of a text."""
    all_words = [*words(text)]
    return zip(*(all_words[i:] for i in range(RUN)), strict=False)
