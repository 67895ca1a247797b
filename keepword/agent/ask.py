"""Ask the model once; where code finds fault with the answer, once more with the findings; then a person."""

from __future__ import annotations

from dataclasses import dataclass, replace

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.judge import clean, judge_reply
from keepword.agent.ports import Completion, Model, Repair
from keepword.agent.turn import Turn, Unreadable, read_turn

_REFUSED = frozenset({"refusal", "content_filter"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking: a turn that the guard let pass, or the reason why a person is needed.

    `findings` lists, for each completion in turn, what code found wrong with it.
    """

    turn: Turn | None
    completions: tuple[Completion, ...]
    findings: tuple[tuple[str, ...], ...] = ()
    handoff: str = ""
    offered: Turn | None = None
    """The turn that was read last, also where the guard holds its reply back: what the customer stated stands all the same."""

    @property
    def mended(self) -> tuple[str, ...]:
        """The kinds of what was found in versions before this one, each once; `unreadable` where there was no turn at all."""
        kinds = (f.partition(":")[0] for each in self.findings for f in each)
        return tuple(dict.fromkeys(k if k.isalpha() else "unreadable" for k in kinds))


async def ask(model: Model, brief: Brief) -> Answer:
    """Get a turn from the model; raise `ModelUnreachable` where no answer came."""
    first = _judged(await model.answer(brief), brief)
    if first.turn is not None or first.completions[-1].finish in _REFUSED:
        return first
    repair = Repair(first.completions[-1].text, first.findings[-1])
    second = _judged(await model.answer(brief, repair), brief)
    return replace(
        second,
        offered=second.offered or first.offered,
        completions=(*first.completions, *second.completions),
        findings=(*first.findings, *second.findings),
    )


def _judged(completion: Completion, brief: Brief) -> Answer:
    if completion.finish in _REFUSED:
        return Answer(None, (completion,), ((f"the model did not answer: {completion.finish}",),), "model_refused")
    if completion.finish == "length":
        return Answer(None, (completion,), (("the answer was cut off: make it shorter",),), "model_unreadable")
    try:
        turn = read_turn(completion.text)
    except Unreadable as error:
        return Answer(None, (completion,), ((str(error),),), "model_unreadable")
    if turn.action != "reply":
        return Answer(turn, (completion,), ((),), offered=turn)
    turn = turn.model_copy(update={"reply": clean(turn.reply)})
    findings = tuple(f"{f.kind}: {f.text}: {f.why}" for f in judge_reply(turn.reply, brief, turn))
    if findings:
        return Answer(None, (completion,), (findings,), "guard", turn)
    return Answer(turn, (completion,), ((),))
