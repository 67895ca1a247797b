"""What the guard costs: a letter of 2 kB, and texts that grow, honest and hostile; the time per doubling shows the growth."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise

from keepword.agent.brief import Brief, Mail, Passage
from keepword.agent.guard import clean, judge_reply
from keepword.agent.handoff import handoff_topic
from keepword.agent.policy import Policy, Promise, Statement
from keepword.agent.turn import ThreadUpdate, Turn

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LETTER = (
    "Hello Anna,\n\nthank you for your mail. We are sorry for the trouble that this has caused. We will refund EUR 40.00 "
    "within 10 days, as soon as the bank allows it. Delivery takes 2 to 4 working days and costs EUR 4.90, and of course "
    "you can write to us again.\n\n"
)
TEXTS = {
    "letters": LETTER,
    "amounts": "EUR 1.00 ",
    "we will": "we will refund ",
    "commas": ", ",
    "digits": "1",
    "dots": "a.b.",
    "told": "you wrote that we will ",
}
SIZES = (2_000, 4_000, 8_000, 16_000)


def brief() -> Brief:
    """Return a brief of ordinary size."""
    passage = "Delivery takes 2 to 4 working days and costs EUR 4.90. " * 10
    return Brief(
        instructions="We sell tea.",
        policy=Policy(
            promises=(Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),),
            statements=(Statement("returns", "Unused goods can be returned within 30 days."),),
            link_domains=("example.com",),
        ),
        rules=(),
        profile=None,
        thread={
            "summary": "Asks for a refund for order 10-44871.",
            "open_items": [],
            "current_intent": "refund",
            "promised": [],
        },
        knowledge=tuple(Passage(f"p#{n}", "Delivery", passage, 1.0) for n in range(5)),
        mail=Mail("Charged twice", "Anna", "Order 10-44871 was charged twice, EUR 40.00. " * 10, NOW),
        fence="=====f3nc3d=====",
        now=NOW,
    )


def cost(text: str, case: Brief, turn: Turn) -> float:
    """Return the best of five times, in milliseconds of this process."""
    times = []
    for _ in range(5):
        start = time.process_time()
        judge_reply(clean(text), case, turn)
        times.append(time.process_time() - start)
    return min(times) * 1_000


def main() -> None:
    """Print a line a text: its times by size, and the growth per doubling."""
    case = brief()
    update = ThreadUpdate(summary="", open_items=(), current_intent="", topic="", resolved=False)
    turn = Turn(action="reply", reason="", reply="", citations=(), thread=update, candidates=())
    judge_reply(LETTER, case, turn)
    for name, unit in TEXTS.items():
        times = [cost((unit * (size // len(unit) + 1))[:size], case, turn) for size in SIZES]
        growth = max(after / before for before, after in pairwise(times))
        print(
            f"{name:10} "
            + "  ".join(f"{s:>6} B {t:7.2f} ms" for s, t in zip(SIZES, times, strict=True))
            + f"   x{growth:.2f}"
        )
    for size in (20_000, 40_000):
        start = time.process_time()
        handoff_topic(("speak to your lawyer delete my kill " * size)[:size], case.policy)
        print(f"handoff    {size:>6} B {(time.process_time() - start) * 1_000:7.2f} ms")


if __name__ == "__main__":
    main()
