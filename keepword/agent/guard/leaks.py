"""Whether a draft lets out what is ours alone: the fence, the prompt, ids and keys; and whether it keeps to the mail's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.letter import Letter
from keepword.agent.instructions import ANSWER, ROLE
from keepword.agent.language.detector import written_in
from keepword.agent.language.words import words

RUN: Final = 8
"""Words in a row of the prompt that are no accident."""
LINK: Final = re.compile(r"https?://\S{1,2000}")
LONG: Final = 21
KEY: Final = re.compile(rf"(?<![\w-])[A-Za-z0-9_-]{{{LONG},200}}")
"""Longer than any order's number: ids of threads and people, keys, hashes. Account numbers are judged as figures."""
INTERNAL: Final = (
    "current_intent", "open_items", "thread_state", "profile_state", "outstanding_commitments", "json_schema", "min_confidence",
    "promise:", "statement:", "system prompt", "thread_id", "entity_id",
)  # fmt: skip
"""Words of our own machinery that no mail to a customer holds."""


def judge_leaks(letter: Letter, brief: Brief) -> Iterator[Finding]:
    """Find what must not leave: the fence, words of the prompt or of the operator's instructions, ids."""
    reply = letter.text
    if brief.fence and brief.fence in reply:
        yield Finding("leak", brief.fence, "the fence of the prompt is never part of a mail")
    own = brief.mail.text.casefold()
    for word in INTERNAL:
        if word in letter.lowered and word not in own:
            yield Finding("leak", word, "a word of the program's own machinery")
    for passage in brief.knowledge:
        if passage.id in reply:
            yield Finding("leak", passage.id, "ids of passages are for the citations, not for the customer")
    if letter.longest >= LONG:
        yield from _keys(reply, brief)
    rules = "\n".join(rule.about for rule in brief.rules)
    if (run := _shared_run(letter.words, f"{ROLE}\n{ANSWER}\n{brief.instructions}\n{rules}", own)) is not None:
        yield Finding("leak", run, "words of the instructions are not for the customer")


def _keys(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find ids, keys and tokens (long runs of letters and digits) that neither the customer nor the operator wrote."""
    plain = LINK.sub(" ", reply)
    found = [m[0] for m in KEY.finditer(plain) if any(c.isdigit() for c in m[0]) and any(c.isalpha() for c in m[0])]
    if not found:
        return
    known = "\n".join([brief.mail.subject, brief.mail.text, str(brief.thread), str(brief.profile), brief.signature])
    known += "\n".join([*(s.text for s in brief.policy.statements), *(p.text for p in brief.knowledge)])
    for key in found:
        if key not in known:
            yield Finding("leak", key[:60], "an id or a key that neither the customer nor the operator wrote")


def judge_language(reply: str, brief: Brief) -> Iterator[Finding]:
    """Find an answer in another language than the mail's, where both are beyond doubt."""
    asked, answered = written_in(brief.mail.text), written_in(reply)
    wanted = str((brief.profile or {}).get("language") or "")[:2].casefold()
    if asked and answered and answered not in {asked, wanted}:
        yield Finding("language", reply[:60], f"the mail is written in `{asked}`, the answer in `{answered}`")


def _shared_run(said: Sequence[str], prompt: str, own: str) -> str | None:
    """Return a run of words that a reply has from the prompt, unless the customer wrote it too."""
    ours = _runs(prompt)
    if ours.isdisjoint(_in_a_row(said)):
        return None
    own_words = " ".join(words(own))
    return next((" ".join(r) for r in _in_a_row(said) if r in ours and " ".join(r) not in own_words), None)


@lru_cache(maxsize=16)
def _runs(prompt: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_in_a_row(tuple(words(prompt))))


def _in_a_row(said: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Go through every run of `RUN` words."""
    return zip(*(said[i:] for i in range(RUN)), strict=False)
