"""What may go out: every figure and every undertaking of a draft must rest on something that is not the model's word.

A draft is read into clauses, by the same reading by which the ledger finds our commitments in sent mail. Each amount,
percentage, time, quantity, number, link and address is then held against the operator's policy and knowledge, the open
commitments, and the customer's own figures: these may be repeated, never granted. What nothing backs is a finding; the
model gets one chance to mend it, then the mail is a person's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.affirmed import judge_affirmed
from keepword.agent.guard.assent import judge_assent
from keepword.agent.guard.backing import Backing, backing, keys
from keepword.agent.guard.case import Case
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.known import Known
from keepword.agent.guard.leaks import judge_language, judge_leaks
from keepword.agent.guard.letter import read_letter
from keepword.agent.guard.names import judge_names
from keepword.agent.guard.outgoing import clean, flowing
from keepword.agent.guard.promises import (
    judge_money,
    judge_sums,
    judge_time,
    judge_undertaking,
    judge_unlimited,
    sums_given,
)
from keepword.agent.guard.reading import read_clauses
from keepword.agent.guard.script import judge_script
from keepword.agent.guard.text import judge_text
from keepword.agent.guard.totals import judge_totals
from keepword.agent.language.detector import language_of
from keepword.agent.turn import Turn
from keepword.memory.claims.reading import Claim, ClaimKind
from keepword.memory.tokens import sentences, tokens

__all__ = ["Finding", "clean", "judge_reply"]

MAX_FINDINGS: Final = 40
DISGUISES: Final = ("hxxp", "[.]", "(.)", "[dot]", "(dot)", " dot com", "{.}")
"""Ways of writing a link so that programs do not see it."""


def judge_reply(reply: str, brief: Brief, turn: Turn) -> tuple[Finding, ...]:
    """Return everything in a draft that nothing backs, in the order of the text; empty where it may go out.

    `reply` is the cleaned text that would be sent. The turn's citations grant nothing: a figure has to be found in a
    passage that the search gave, or in the policy, whether it is cited or not.
    """
    if turn.action == "reply" and not reply.strip():
        return (Finding("empty", "", "there is no text to send"),)
    letter = read_letter(reply)
    found = [*_judge_clauses(reply, brief), *judge_leaks(letter, brief), *judge_names(letter, brief)]
    found += [*judge_language(reply, brief), *judge_text(letter, brief), *judge_script(letter, brief)]
    found += [Finding("url", d, "links are written plainly or not at all") for d in DISGUISES if d in letter.lowered]
    return tuple(dict.fromkeys(found))[:MAX_FINDINGS]


def _judge_clauses(reply: str, brief: Brief) -> Iterator[Finding]:
    text = flowing(unicodedata.normalize("NFKC", reply))
    language = language_of(reply, default=language_of(brief.mail.text))
    rest = backing(brief)
    words = tokens(text)
    spans = sentences(words)
    clauses = read_clauses(text, language, words, spans)
    # A clause that stands in a sentence of the operator's is none of ours: the operator may link and promise at will.
    theirs = {s for s in {c.sentence for c in clauses} if rest.operator_wrote(s)}
    known = Known(brief, rest, language)
    cases = [Case(c, brief, rest, language, known) for c in clauses if c.sentence not in theirs]
    for case in cases:
        yield from judge_undertaking(case)
        for claim in case.clause.claims:
            yield from JUDGES[claim.kind](claim, case)
    yield from judge_assent(text, words, spans, brief, rest)
    yield from judge_affirmed(text, words, spans, language, known, rest)
    money = [(c, case) for case in cases for c in case.clause.claims if c.kind is ClaimKind.MONEY]
    granted = [(c, case) for c, case in money if case.clause.grants_money]
    yield from judge_sums(granted)
    yield from judge_totals(text, brief, sums_given(granted))
    if not money:
        for case in cases:
            yield from judge_unlimited(case)


def _judge_percentage(claim: Claim, case: Case) -> Iterator[Finding]:
    if case.operator_says(claim) or (not case.clause.undertakes and case.backing.customer_says(claim)):
        return
    yield Finding("percentage", claim.text, "no policy or knowledge holds this percentage")


def _judge_figure(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge a quantity or number: the operator's, the customer's, or one that a commitment names."""
    if case.operator_says(claim) or case.backing.customer_says(claim):
        return
    yield Finding(claim.kind.value, claim.text, "neither the operator nor the customer has named this figure")


def _judge_url(claim: Claim, case: Case) -> Iterator[Finding]:
    host = _host(claim.value)
    if not any(_within(host, domain) for domain in case.brief.policy.link_domains):
        allowed = ", ".join(case.brief.policy.link_domains) or "none"
        yield Finding("url", claim.text, f"links may lead to these domains only: {allowed}")


def _judge_email(claim: Claim, case: Case) -> Iterator[Finding]:
    domain = claim.value.rpartition("@")[2].casefold()
    if any(_within(domain, allowed) for allowed in case.brief.policy.link_domains):
        return
    yield from _judge_contact(claim, case)


def _judge_contact(claim: Claim, case: Case) -> Iterator[Finding]:
    """Judge an address, phone or account number: the operator's own, or one that this customer gave."""
    if not (_operator_has(claim, case.backing) or case.backing.customer_says(claim)):
        yield Finding(claim.kind.value, claim.text, "neither the operator's nor given by this customer")


def _operator_has(claim: Claim, rest: Backing) -> bool:
    return any(keys(claim) & said.keys for said in rest.operator)


def _host(url: str) -> str:
    bare = url.partition("://")[2] or url
    host = bare.replace("\\", "/").partition("/")[0].partition("?")[0].partition("#")[0]
    return host.rpartition("@")[2].partition(":")[0].casefold().rstrip(".")


def _within(host: str, domain: str) -> bool:
    wanted = domain.casefold().removeprefix("*.").strip(".")
    return bool(wanted) and (host == wanted or host.endswith("." + wanted))


JUDGES: Final[dict[ClaimKind, Callable[[Claim, Case], Iterator[Finding]]]] = {
    ClaimKind.MONEY: judge_money,
    ClaimKind.PERCENTAGE: _judge_percentage,
    ClaimKind.DATE: judge_time,
    ClaimKind.TIME: judge_time,
    ClaimKind.DURATION: judge_time,
    ClaimKind.QUANTITY: _judge_figure,
    ClaimKind.NUMBER: _judge_figure,
    ClaimKind.URL: _judge_url,
    ClaimKind.EMAIL: _judge_email,
    ClaimKind.PHONE: _judge_contact,
    ClaimKind.ACCOUNT: _judge_contact,
}
