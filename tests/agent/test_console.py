"""How results look to people: times in one form, nothing that could move the cursor."""

from __future__ import annotations

from typing import Any

import pytest

from keepword.agent.commands.console import cell
from keepword.agent.commands.run import read_time

TIMES = [
    "2026-11-30T14:38:05+00:00",
    "2026-11-30T14:38:05Z",
    "2026-11-30T15:38:05.123456+01:00",
    "2026-11-30 14:38:05.000001+00:00",
]


@pytest.mark.parametrize("kept", TIMES)
def test_a_time_has_one_form(kept: str) -> None:
    """However a time is kept, people see it in UTC to the second, and may give it back to a command."""
    shown = cell(kept)
    assert "2026-11-30 14:38:05 UTC" == shown
    moment = read_time(None, None, shown)  # type: ignore[arg-type]
    assert moment is not None
    assert "2026-11-30T14:38:05+00:00" == moment.isoformat()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2026-12-10", "2026-12-10"),
        ("2026-13-40T25:00:00Z", "2026-13-40T25:00:00Z"),
        ("at 2026-11-30T14:38:05Z we", "at 2026-11-30T14:38:05Z we"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        (None, "–"),
        ("", "–"),
        ([], "–"),
        (0, "0"),
        (True, "yes"),
        (False, "no"),
        (["a", None], "a, –"),
        ("a\x1b[2Jb\u202ec", "a [2Jb c"),
    ],
)
def test_a_value_as_people_read_it(value: Any, shown: str) -> None:
    """Days stay days, what only looks like a time stays as it is, and control characters are blanks."""
    assert shown == cell(value)
