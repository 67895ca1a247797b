"""Every setting is in the example file, with its true default, and in the operator's manual."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keepword.agent.starter import starter_text
from keepword.config import SettingRow, defaults_table
from keepword.config.reference import manual_tables

ROWS = [row for row in defaults_table() if row.file == "keepword.toml"]
COMPARED = [row for row in ROWS if row.default not in {"needed", "unset"} and row.key != "mailbox.smtp.user"]
"""The example fills in the user of the SMTP server, since most servers want one."""
MANUAL = Path(__file__).parents[2] / "docs" / "operating.md"


def shown(data: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Go through the settings of a document; entries of lists of tables count as one."""
    for key, value in data.items():
        tables = value if isinstance(value, list) and value and isinstance(value[0], dict) else [value]
        for table in tables:
            if isinstance(table, dict) and not set(table) <= {"env", "file"}:
                yield from shown(table, f"{above}{key}.")
            else:
                yield f"{above}{key}", value


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """Return the example's settings, those behind a `#` uncovered."""
    text = re.sub(r"(?m)^#(?=[a-z\[])", "", starter_text("keepword.example.toml"))
    return dict(shown(tomllib.loads(text)))


def test_the_example_shows_every_setting(example: dict[str, Any]) -> None:
    """No setting is missing in the example, and none stands there that does not exist."""
    assert {row.key for row in ROWS} == set(example)


@pytest.mark.parametrize("row", COMPARED, ids=lambda r: r.key)
def test_the_example_shows_the_default(example: dict[str, Any], row: SettingRow) -> None:
    """What the example says a default is, it is."""
    assert tomllib.loads(f"x = {row.default}")["x"] == example[row.key]


def test_every_setting_is_explained() -> None:
    """Each setting of each file has its line, and the line is a sentence."""
    assert [] == [row.key for row in defaults_table() if not row.about.strip().endswith((".", ";", "`)"))]


def test_the_manual_lists_every_setting() -> None:
    """The manual's tables are those that the models give; `python scripts/manual.py` writes them anew."""
    assert manual_tables() in MANUAL.read_text("utf-8")
