"""A brief as tests of the guard and of models need it: a mail, and of all else nothing unless the test gives it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from keepword.agent.brief.assemble import Brief, Mail
from keepword.memory.policy import Policy


def a_brief(text: str, now: datetime, *, subject: str = "A kettle", **fields: Any) -> Brief:
    """Return a brief around a mail of Anna's, written now."""
    nothing: dict[str, Any] = {
        "instructions": "",
        "policy": Policy(),
        "rules": (),
        "profile": None,
        "thread": {},
        "knowledge": (),
        "fence": "=====f3nc3d=====",
    }
    return Brief(**{**nothing, "mail": Mail(subject, "Anna", text, now), "now": now, **fields})
