"""A brief as the messages of one Chat Completions call: what never changes first, the newest mail last.

Providers cache exact prefixes, so instructions, policy, rules and the notes on the answer form one system message that
is the same for every mail of an installation. All that strangers wrote, or that was learnt from them, follows in the
user message between two lines of the brief's random fence, where it is data and never instruction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from keepword.agent.brief.assemble import Brief, Mail, Passage
from keepword.agent.brief.bounds import compact
from keepword.agent.instructions import ANSWER, ROLE
from keepword.agent.ports import Repair
from keepword.agent.turn import turn_schema
from keepword.memory.policy import Policy, Promise
from keepword.memory.promotion.rules import COMMITMENTS, NOTHING, PromotionRule

MAX_REPAIR_ANSWER: Final = 8_000
MAX_FINDINGS: Final = 20
MAX_FINDING: Final = 300


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a brief under its heading; `stable` parts are the same for every mail of an installation."""

    heading: str
    text: str
    stable: bool = False


def messages(brief: Brief, repair: Repair | None = None, *, schema_in_prompt: bool = False) -> list[dict[str, str]]:
    """Return the chat messages for a brief: a system message that can be cached, then one user message.

    With `repair`, the first answer and what code found wrong with it follow. `schema_in_prompt` writes the answer's
    JSON schema into the system message, for servers that have no `response_format` of type `json_schema`.
    """
    parts = sections(brief, schema_in_prompt=schema_in_prompt)
    chat = [
        {"role": "system", "content": _join([p for p in parts if p.stable])},
        {"role": "user", "content": _join([p for p in parts if not p.stable])},
    ]
    return chat if repair is None else [*chat, *_repair(repair, brief.fence)]


def render(brief: Brief) -> str:
    """Return all that the model is shown of a brief as one text, as `keepword why` prints it."""
    return _join(list(sections(brief)))


def sections(brief: Brief, *, schema_in_prompt: bool = False) -> tuple[Section, ...]:
    """Divide a brief under stable headings, policy first and the newest mail last."""
    return (*_stable(brief, schema_in_prompt=schema_in_prompt), *_of_this_mail(brief))


def _stable(brief: Brief, *, schema_in_prompt: bool) -> list[Section]:
    own = [Section("Instructions of the company", brief.instructions.strip(), stable=True)]
    schema = [Section("JSON schema of the answer", SCHEMA_NOTE + compact(turn_schema()), stable=True)]
    return [
        Section("Your work", ROLE, stable=True),
        *(own if own[0].text else []),
        Section("Policy", _policy(brief.policy), stable=True),
        Section("What may be remembered", _rules(brief.rules), stable=True),
        Section("Your answer", ANSWER, stable=True),
        *(schema if schema_in_prompt else []),
    ]


SCHEMA_NOTE: Final = "Answer with exactly one JSON object that meets this schema, and nothing before or after it.\n"


def _of_this_mail(brief: Brief) -> list[Section]:
    fence = brief.fence
    pins = "\n".join(f"- {_flat(p)}" for p in brief.pins)
    cut = "\n".join(f"- {_flat(line)}" for line in brief.cut)
    return [
        Section("Fence", f"{fence}\nToday is {brief.now:%A, %Y-%m-%d %H:%M %Z}.".rstrip()),
        Section("Profile of the person", _fenced(_profile(brief), fence)),
        Section("This conversation so far", _fenced(compact(brief.thread), fence)),
        *([Section("Constraints stated in it", _fenced(pins, fence))] if pins else []),
        Section("Knowledge", _fenced(_knowledge(brief.knowledge), fence)),
        *([Section("Cut to fit", cut)] if cut else []),
        Section("Newest mail", _fenced(_mail(brief.mail), fence)),
    ]


def _join(parts: list[Section]) -> str:
    return "\n\n".join(f"# {p.heading}\n{p.text}" for p in parts)


def _fenced(text: str, fence: str) -> str:
    """Put a text between two fence lines; whatever looks like the fence inside is taken out (it cannot be guessed)."""
    return f"{fence}\n{text.replace(fence, '') if fence else text}\n{fence}"


def _policy(policy: Policy) -> str:
    promises = [f"- promise:{p.kind}: {_promise(p)}" for p in policy.promises]
    statements = [f"- statement:{s.id}: {_flat(s.text)}" for s in policy.statements]
    links = ", ".join(policy.link_domains) or "none"
    return "\n".join(
        [
            "You may promise, and nothing else:",
            *(promises or ["- nothing"]),
            "You may say:",
            *(statements or ["- nothing beyond the knowledge"]),
            f"You may link to: {links}.",
            f"Always a person's work: {', '.join(policy.topics) or 'nothing in particular'}.",
        ]
    )


def _promise(promise: Promise) -> str:
    limit = f"up to {promise.max_amount} {promise.currency or ''}".rstrip() if promise.max_amount is not None else ""
    days = f"within {promise.within_days} days" if promise.within_days is not None else ""
    needs = f"only once you know: {', '.join(promise.needs)}" if promise.needs else ""
    return "; ".join(part for part in (limit, days, needs) if part) or "without a limit"


def _rules(rules: tuple[PromotionRule, ...]) -> str:
    head = "rule | stated by | writes | about"
    return "\n".join([head, *(_rule(r) for r in rules)])


def _rule(rule: PromotionRule) -> str:
    target = {NOTHING: "nothing: name it, it is left behind", COMMITMENTS: "our promises, quoted from the reply"}
    speakers = ", ".join(sorted(rule.stated_by))
    return " | ".join([rule.name, speakers, target.get(rule.writes, rule.writes), _flat(rule.about)]).rstrip(" |")


def _profile(brief: Brief) -> str:
    return (
        "not known (the writer is not verified, or not the owner)" if brief.profile is None else compact(brief.profile)
    )


def _knowledge(passages: tuple[Passage, ...]) -> str:
    return "\n\n".join(f"[{p.id}] {_flat(p.title)}\n{p.text}" for p in passages) or "nothing found"


def _mail(mail: Mail) -> str:
    fields = {
        "From": f"{_flat(mail.writer_name) or 'no name'} ({mail.authentication}"
        + (", a participant and not the owner of this conversation)" if mail.participant else ")"),
        "Date": mail.sent_at.isoformat(timespec="minutes") if mail.sent_at else "",
        "Subject": _flat(mail.subject),
        "Attachments": ", ".join(_flat(a) for a in mail.attachments),
    }
    head = "\n".join(f"{name}: {value}" for name, value in fields.items() if value)
    return f"{head}\n\n{mail.text}"


def _repair(repair: Repair, fence: str) -> list[dict[str, str]]:
    found = "\n".join(f"- {_flat(f)[:MAX_FINDING]}" for f in repair.findings[:MAX_FINDINGS])
    ask = (
        f"# Findings\nCode has checked your answer and will not send it:\n{_fenced(found, fence)}\n"
        "Fill the whole object once more without these faults. What cannot be backed must go; if then nothing of use "
        'is left to say, choose "handoff".'
    )
    return [
        {"role": "assistant", "content": repair.answer[:MAX_REPAIR_ANSWER]},
        {"role": "user", "content": ask},
    ]


def _flat(text: str) -> str:
    return " ".join(text.split())
