"""A model that needs no key and no network: it answers from the policy and the knowledge by fixed rules.

It asks for what a promise needs, promises what the policy allows, tells how an open commitment stands, answers from
knowledge in its own words, thanks for thanks, and leaves everything else to a person. The same brief always gives the
same answer. It fills the same schema as any other model, and all of it is checked in the same way.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.handoff.topics import handoff_topic
from keepword.agent.models.offline.answers import Found, answers
from keepword.agent.models.offline.memory import candidates, is_name
from keepword.agent.models.offline.notes import Notes
from keepword.agent.models.offline.reading import Reading, read_mail
from keepword.agent.models.offline.words import LABELS, NOUNS, SENTENCES
from keepword.agent.ports import Completion, Repair
from keepword.memory.policy import Promise

NAME: Final = "offline"
TROUBLE: Final = frozenset({"anger", "sadness", "worry"})


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to become of a mail; the parts of a turn that differ from case to case."""

    action: str
    reason: str
    notes: Notes
    paragraphs: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    intent: str = ""
    promise: str = ""
    promise_value: str = ""
    resolved: bool = False


class OfflineModel:
    """A `Model` of fixed rules."""

    async def answer(self, brief: Brief, repair: Repair | None = None) -> Completion:
        """Fill the `turn` schema for this brief; a repair, which cannot change fixed rules, leaves the mail to a person."""
        return Completion(json.dumps(fill(brief, repair), ensure_ascii=False), NAME)

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


def fill(brief: Brief, repair: Repair | None = None) -> dict[str, Any]:
    """Return the whole turn for a brief, as the `turn` schema wants it."""
    reading = read_mail(brief)
    if repair is not None:
        draft = _hand_off(reading, "the first draft did not pass: " + "; ".join(repair.findings)[:300])
    else:
        draft = decide(brief, reading)
    return _turn(brief, reading, draft)


def decide(brief: Brief, reading: Reading) -> Draft:
    """Choose what becomes of a mail: the first rule that has an answer."""
    for rule in RULES:
        if (draft := rule(brief, reading)) is not None:
            return draft
    return _hand_off(reading, "neither policy nor knowledge answers this mail")


def _persons_job(brief: Brief, reading: Reading) -> Draft | None:
    topic = handoff_topic(f"{brief.mail.subject}\n{brief.mail.text}", brief.policy)
    if topic:
        return _hand_off(reading, f"a person's job: {topic}")
    if not brief.mail.text.strip():
        return _hand_off(reading, "the mail has no text of its own")
    if reading.language not in SENTENCES:
        return _hand_off(reading, f"no answers in `{reading.language}`")
    return None


def _closing(brief: Brief, reading: Reading) -> Draft | None:
    """Thank for thanks, once: a second round of thanks needs no answer, and neither does one out of the blue."""
    if not reading.thanks:
        return None
    if reading.notes.empty or brief.thread.get("current_intent") == THANKED:
        return Draft("none", "mere thanks", reading.notes, intent=THANKED, resolved=True)
    words = SENTENCES[reading.language]
    return Draft("reply", "the customer confirms", reading.notes, (words["welcome"],), intent=THANKED, resolved=True)


THANKED: Final = "thanks"


def _status(brief: Brief, reading: Reading) -> Draft | None:
    """Tell how an open commitment stands that the mail speaks of."""
    owed = [o for o in _owed(brief) if o["kind"] in reading.mentions]
    asked = reading.asks_status or bool(reading.questions)
    return _stands(brief, reading, owed) if asked and not _is_new(reading, owed) else None


def _any_status(brief: Brief, reading: Reading) -> Draft | None:
    """Tell how all open commitments stand, to somebody who asks for news and names none."""
    return _stands(brief, reading, _owed(brief)) if reading.asks_status and not reading.mentions else None


def _stands(brief: Brief, reading: Reading, owed: list[dict[str, Any]]) -> Draft | None:
    """Tell how these commitments stand; what is overdue is a person's job."""
    if not owed:
        return None
    if any(o.get("due") and date.fromisoformat(str(o["due"])[:10]) < brief.now.date() for o in owed):
        return _hand_off(reading, "an open commitment is overdue")
    words = SENTENCES[reading.language]
    lines = tuple(_status_line(o, reading.language, words) for o in owed[:3])
    return Draft(
        "reply",
        "an open commitment answers it",
        reading.notes.answered(f"Status of the {owed[0]['kind']}"),
        lines,
        intent="status",
    )


def _is_new(reading: Reading, owed: list[dict[str, Any]]) -> bool:
    """Say whether a mail asks for something beside what is owed: it names another amount."""
    amounts = {_decimal(o.get("amount")) for o in owed}
    return any(amount not in amounts for amount, _ in reading.amounts)


def _promise(brief: Brief, reading: Reading) -> Draft | None:
    """Promise what is asked for, within the policy, once everything needed for it is known; else ask for that."""
    kind = _wanted(brief, reading)
    promise = brief.policy.promise(kind) if kind else None
    if promise is None or kind is None or kind not in SENTENCES[reading.language]:
        return None
    notes = replace(_noted(reading), wants=kind)
    money = _money(reading, notes, promise)
    missing = _missing(promise, notes, money)
    if len(reading.amounts) > 1:
        return _hand_off(_with_notes(reading, notes), "several amounts are named")
    if money is not None and (why := _over(money, promise)):
        return _hand_off(_with_notes(reading, notes), why)
    if any(o["kind"] == kind for o in _owed(brief)):
        return _hand_off(_with_notes(reading, notes), f"a {kind} is promised already, and asked for again")
    return _ask(reading, notes, missing, promise) if missing else _grant(brief, reading, notes, promise, money)


def _knowledge(brief: Brief, reading: Reading) -> Draft | None:
    found = answers(brief, reading)
    if not found:
        return None
    notes = reading.notes
    for one in found:
        notes = notes.answered(
            one.title.replace(" › ", ": ").capitalize() if one.title.islower() else one.title.replace(" › ", ": ")
        )
    return Draft("reply", "knowledge answers it", notes, _texts(found), tuple(f.id for f in found), intent="question")


RULES: Final = (_persons_job, _closing, _status, _promise, _knowledge, _any_status)


def _wanted(brief: Brief, reading: Reading) -> str | None:
    """Return the kind of promise that is asked for now, or was and waits for what this mail may bring."""
    informed = [k for k in reading.wants if brief.policy.promise(k)]
    if informed:
        return informed[0]
    waiting = reading.notes.wants if reading.notes.missing else ""
    brings = reading.reference or reading.amounts or not reading.questions
    return waiting if waiting and brings else None


def _noted(reading: Reading) -> Notes:
    """Return the notes with what this mail tells."""
    notes = replace(reading.notes, reference=reading.reference or reading.notes.reference)
    if len(reading.amounts) == 1:
        amount, currency = reading.amounts[0]
        notes = replace(notes, amount=f"{currency or ''} {amount:.2f}".strip())
    return notes


def _money(reading: Reading, notes: Notes, promise: Promise) -> tuple[Decimal, str] | None:
    """Return the amount in question; one without a currency is in the promise's own."""
    if promise.max_amount is None or not notes.amount:
        return None
    *currency, amount = notes.amount.split()
    return Decimal(amount), (currency[0] if currency else promise.currency or "")


def _missing(promise: Promise, notes: Notes, money: tuple[Decimal, str] | None) -> tuple[str, ...]:
    known = {"order_number": notes.reference, "invoice_number": notes.reference, "amount": notes.amount}
    needs = dict.fromkeys([*promise.needs, *(["amount"] if promise.max_amount is not None else [])])
    return tuple(n for n in needs if (money is None if n == "amount" else not known.get(n)))


def _over(money: tuple[Decimal, str], promise: Promise) -> str:
    amount, currency = money
    if promise.currency and currency != promise.currency:
        return f"{promise.id} is given in {promise.currency} only"
    if promise.max_amount is not None and not 0 < amount <= promise.max_amount:
        return f"{currency} {amount} is beyond what {promise.id} allows"
    return ""


def _ask(reading: Reading, notes: Notes, missing: tuple[str, ...], promise: Promise) -> Draft:
    labels = LABELS[reading.language]
    names = [labels.get(n, n.replace("_", " ")) for n in missing]
    items = labels["and"].join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    words = SENTENCES[reading.language]
    return Draft(
        "reply",
        f"needed for {promise.id}: {', '.join(missing)}",
        notes,
        (words["ask"].format(items=items),),
        missing=missing,
        intent=promise.kind,
    )


def _grant(brief: Brief, reading: Reading, notes: Notes, promise: Promise, money: tuple[Decimal, str] | None) -> Draft:
    words = SENTENCES[reading.language]
    amount = _written(money, reading.language) if money else ""
    within = words["within"].format(days=promise.within_days) if promise.within_days is not None else ""
    sentence = words[promise.kind].format(money=amount, within=within)
    noted = f"{promise.kind} {_written(money, 'en')}".strip() if money else promise.kind
    if promise.within_days is not None:
        noted += f" by {(brief.now + timedelta(days=promise.within_days)).date().isoformat()}"
    kept = replace(notes, promised=(*notes.promised, noted), missing=())
    return Draft(
        "reply",
        f"{promise.id} allows it",
        kept,
        (sentence,),
        (promise.id,),
        intent=promise.kind,
        promise=sentence,
        promise_value=noted,
    )


def _hand_off(reading: Reading, reason: str) -> Draft:
    return Draft(
        "handoff", reason, reading.notes, missing=reading.notes.missing, intent=reading.notes.wants or "for a person"
    )


def _with_notes(reading: Reading, notes: Notes) -> Reading:
    """Return a reading with other notes."""
    return replace(reading, notes=notes)


def _owed(brief: Brief) -> list[dict[str, Any]]:
    """Return the open commitments that the brief shows, each once."""
    profile = brief.profile or {}
    shown = [*brief.thread.get("promised", ()), *profile.get("outstanding_commitments", ())]
    return list({(o.get("kind"), o.get("amount"), o.get("due")): o for o in shown if o.get("kind")}.values())


def _status_line(owed: dict[str, Any], language: str, words: dict[str, str]) -> str:
    nouns = NOUNS[language]
    amount = _decimal(owed.get("amount"))
    what = nouns.get(owed["kind"], str(owed["kind"]).replace("_", " "))
    if amount is not None:
        what += nouns["of"] + _written((amount, str(owed.get("currency") or "")), language)
    due = words["due"].format(date=str(owed["due"])[:10]) if owed.get("due") else ""
    return words["status"].format(what=what) + due


def _written(money: tuple[Decimal, str] | None, language: str) -> str:
    """Write an amount as people of a language do: `EUR 40.00`, `40,00 EUR`."""
    if money is None:
        return ""
    amount, currency = money
    return f"{currency} {amount:.2f}" if language == "en" else f"{amount:.2f} {currency}".replace(".", ",")


def _decimal(value: Any) -> Decimal | None:
    return Decimal(str(value)) if value is not None else None


def _texts(found: tuple[Found, ...]) -> tuple[str, ...]:
    return tuple(f.text for f in found)


def _turn(brief: Brief, reading: Reading, draft: Draft) -> dict[str, Any]:
    notes = draft.notes
    return {
        "action": draft.action,
        "reason": draft.reason[:500],
        "reply": _letter(brief, reading, draft) if draft.action == "reply" else "",
        "citations": list(draft.citations),
        "thread": {
            "summary": notes.summary,
            "open_items": [m.replace("_", " ") for m in draft.missing],
            "current_intent": draft.intent[:100],
            "topic": (notes.topic or " ".join(brief.mail.subject.split()) or "Question")[:100],
            "resolved": draft.resolved,
        },
        "candidates": candidates(brief, reading, draft.promise, draft.promise_value),
    }


def _letter(brief: Brief, reading: Reading, draft: Draft) -> str:
    words = SENTENCES[reading.language]
    name = (brief.profile or {}).get("name") or brief.mail.writer_name
    first = str(name).split()[0] if is_name(str(name)) else ""
    opening = words["sorry"] if reading.mood in TROUBLE else words["thanks"]
    body = draft.paragraphs if draft.resolved else (opening, *draft.paragraphs)
    return "\n\n".join([f"{words['hello']} {first},".replace(" ,", ","), *body])
