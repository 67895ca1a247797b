"""Fresh conversations in seven languages, played through the whole agent: what must be remembered is, what must not is not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest
from office import SUPPORT, Office, letter, turn
from transcripts import Offer, Owed, Transcript, transcripts, turn_of

from keepword.agent.brief.assemble import Brief
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.ports import Folder
from keepword.memory.policy import Policy, Promise
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule
from keepword.memory.state import ProfileDocument, Speaker
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id

STAFF = frozenset({Speaker.COLLEAGUE, Speaker.OPERATOR})
OURS = frozenset({Speaker.AGENT, *STAFF})
RULES = (
    PromotionRule("name", "profile.name", category="biographical"),
    PromotionRule("preferred_contact_time", "profile.preferred_contact_time", category="preference"),
    PromotionRule("language", "profile.language", category="preference"),
    PromotionRule("phone", "profile.phone", category="biographical"),
    PromotionRule("address", "profile.address", category="biographical"),
    PromotionRule("account_tier", "profile.account_tier", STAFF),
    PromotionRule("style", "procedural", values="many", category="preference"),
    PromotionRule("requirement", "fact", values="many", category="requirement"),
    PromotionRule("commitment", COMMITMENTS, OURS, values="many"),
    PromotionRule("mood", NOTHING),
)
GENEROUS = Policy(
    promises=(
        *(Promise(kind, Decimal(5_000), money, 60) for kind in ("refund", "credit") for money in ("EUR", "GBP", "USD")),
        *(Promise(kind, within_days=60) for kind in ("replacement", "call_back", "answer")),
    )
)
BATCHES = ("first", "second", "third", "fourth", "fifth", "sixth")
VALUES = (
    ("en-first-0", "preferred_contact_time", "14:00-16:00"),
    ("en-first-4", "phone", "01314960456"),
    ("en-first-5", "preferred_contact_time", "at 21:00"),
    ("de-first-0", "preferred_contact_time", "weekdays after 17:00"),
    ("de-first-1", "language", "en"),
    ("fr-first-0", "preferred_contact_time", "mornings 09:00-11:00"),
    ("fr-first-2", "phone", "0199003344"),
    ("es-first-0", "preferred_contact_time", "afternoons 16:00-18:00"),
    ("es-first-9", "preferred_contact_time", "after 20:00"),
    ("it-first-2", "phone", "0655500202"),
    ("nl-first-0", "preferred_contact_time", "weekdays after 17:00"),
    ("pt-first-0", "preferred_contact_time", "afternoons after 15:00"),
    ("en-second-0", "preferred_contact_time", "after 16:00"),
    ("en-second-0", "phone", "+447700900123"),
    ("de-second-0", "preferred_contact_time", "after 14:00"),
    ("fr-second-0", "phone", "0639980708"),
    ("pt-first-11", "address", "Rua das Flores 21, 4050-262 Porto"),
)
ALL = {t.id: t for batch in BATCHES for t in transcripts(batch)}


def answer(brief: Brief) -> dict[str, object]:
    """Return what the script says to a mail, and offer what it offers."""
    return turn(**turn_of(ALL, brief.mail.subject, brief.mail.text))


def mail_of(case: Transcript, number: int, parent: dict[str, str]) -> bytes:
    """Return a conversation's mail, in answer to what we wrote last."""
    headers = {"Subject": case.title, **parent, "Message_ID": f"<{case.id}-{number}@example.org>"}
    headers["Content_Type"] = "text/plain; charset=utf-8"
    return letter(number, case.exchanges[number].mail, sender=case.sender, **headers)


def written(case: Transcript, number: int, at: datetime) -> bytes:
    """Return a colleague's own answer to a conversation's mail, as it lies in the Sent folder."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Date"] = SUPPORT, case.sender, format_datetime(at)
    mail["Subject"] = f"Re: {case.title}"
    mail["Message-ID"] = f"<answer-{case.id}-{number}@example.com>"
    mail["In-Reply-To"] = f"<{case.id}-{number}@example.org>"
    mail["References"] = " ".join(f"<{case.id}-{n}@example.org>" for n in range(number + 1))
    mail.set_content(case.exchanges[number].reply)
    return mail.as_bytes()


def arrive(office: Office, case: Transcript, number: int, parent: dict[str, str]) -> None:
    """Let a conversation's next mail arrive; where the model is to offer nothing, a colleague answers it by hand."""
    if case.offers:
        office.receive(mail_of(case, number, parent))
        return
    before = {"In_Reply_To": f"<answer-{case.id}-{number - 1}@example.com>"} if number else {}
    office.receive(mail_of(case, number, before))
    office.mailbox.deliver(written(case, number, office.now), folder=Folder.SENT, received_at=office.now)


async def played(folder: Path, cases: Sequence[Transcript]) -> Office:
    """Return an office in which all these conversations were had, side by side, and closed when they fell idle."""
    office = Office(Knowledge(folder))
    office.terms = replace(office.generous(), rules=RULES, policy=GENEROUS)
    office.restart()
    office.model._answers = answer
    await office.poll()
    for number in range(max(len(c.exchanges) for c in cases)):
        parents = {tuple(p.recipients): office.reply_headers(n) for n, p in enumerate(office.outbox.sent)}
        for case in cases:
            if number < len(case.exchanges):
                arrive(office, case, number, parents.get((case.sender,), {}))
        await office.poll()
        office.later(minutes=1)
    office.later(hours=73)
    await office.sweep()
    return office


async def profiles(office: Office, cases: Sequence[Transcript]) -> dict[str, ProfileDocument]:
    """Return the profile of each conversation's customer."""
    found = {}
    for case in cases:
        entity = entity_id(office.terms.secret, address_key(case.sender))
        profile = await office.store.profile(entity)
        found[case.id] = profile.value if profile else ProfileDocument(entity_id=entity)
    return found


def crossed(profile: ProfileDocument, offer: Offer) -> bool:
    """Say whether a fact in the profile rests on what was offered."""
    told = " ".join(offer.quote.split())
    return any(s.rule == offer.rule and " ".join(s.quote.split()) == told for f in profile.facts for s in f.sources)


def ledger(profile: ProfileDocument) -> list[Owed]:
    """Return the person's commitments as the transcripts write them."""
    return sorted(
        (c.kind, c.amount or "", c.currency or "", c.due.isoformat() if c.due else "", c.status.value)
        for c in profile.commitments
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ProfileDocument]:
    """Return every customer's profile after all conversations."""

    async def go() -> dict[str, ProfileDocument]:
        cases = tuple(ALL.values())
        office = await played(tmp_path_factory.mktemp("knowledge"), cases)
        assert office.faults == []
        return await profiles(office, cases)

    return asyncio.run(go())


CASES = [pytest.param(t, id=f"{t.id}-{t.about}") for t in ALL.values()]


@pytest.mark.parametrize("case", CASES)
def test_what_must_cross_crosses_and_nothing_else(case: Transcript, told: dict[str, ProfileDocument]) -> None:
    """Each customer's profile rests on exactly what was stated outright, whatever else a model offered."""
    expected = [o for o in case.offers if o.must]
    assert expected == [o for o in case.offers if crossed(told[case.id], o)]


@pytest.mark.parametrize("case", CASES)
def test_the_ledger_holds_what_we_promised(case: Transcript, told: dict[str, ProfileDocument]) -> None:
    """Each promise that we made is in the ledger once, as it was said last; what nobody promised is not."""
    assert sorted(case.owed) == ledger(told[case.id])


@pytest.mark.parametrize(("case", "slot", "value"), VALUES)
def test_the_value_that_holds(case: str, slot: str, value: str, told: dict[str, ProfileDocument]) -> None:
    """A slot holds the newest value in its normal form, and no other one beside it."""
    assert [f.value for f in told[case].facts if f.slot == slot and f.superseded_by is None] == [value]


def test_the_set_is_large_enough() -> None:
    """At least a hundred and fifty conversations, in seven languages, with both kinds of offers in each."""
    assert len(ALL) >= 150
    kinds = {(t.language, o.must) for t in ALL.values() for o in t.offers}
    assert len(kinds) == 2 * 7
