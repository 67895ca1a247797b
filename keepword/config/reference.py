"""Every setting with its default and what it is for, as the manual lists them.

It is made from the models that read the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from keepword.config.messages import inner_model
from keepword.config.policy import PolicyFile
from keepword.config.rules import RuleFile
from keepword.config.settings import Sections
from keepword.config.values import write_duration


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting: `key` as `mailbox.imap.port`, `default` as it is written in the file, or `needed`, or `unset`."""

    file: str
    key: str
    default: str
    about: str


FILES: dict[str, type[BaseModel]] = {
    "keepword.toml": Sections,
    "promotion.toml": RuleFile,
    "policy.toml": PolicyFile,
}


def defaults_table() -> tuple[SettingRow, ...]:
    """Return every setting of the three files in the order in which they are declared."""
    return tuple(row for file, model in FILES.items() for row in _rows(file, model, ""))


def _rows(file: str, model: type[BaseModel], above: str) -> Iterator[SettingRow]:
    for attribute, field in model.model_fields.items():
        key = f"{above}{field.alias or attribute}"
        table = inner_model(field.annotation)
        if table:
            yield from _rows(file, table, f"{key}.")
        else:
            yield SettingRow(file, key, _default(field), field.description or "")


def _default(field: FieldInfo) -> str:
    return "needed" if field.is_required() else _written(field.get_default(call_default_factory=True))


def _written(value: Any) -> str:
    if value is None:
        return "unset"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, timedelta):
        return f'"{write_duration(value)}"'
    if isinstance(value, tuple | list):
        return f"[{', '.join(_written(v) for v in value)}]"
    if isinstance(value, int | float | dict):
        return str(value)
    return '"' + str(value).replace("\n", "\\n") + '"'


def manual_tables() -> str:
    """Return the Markdown tables of all settings, one a file, as they stand in the operator's manual."""
    rows = defaults_table()
    return "\n\n".join(_manual_table(file, [row for row in rows if row.file == file]) for file in FILES)


def _manual_table(file: str, rows: list[SettingRow]) -> str:
    head = f"### `{file}`\n\n| key | default | what it is for |\n|---|---|---|"
    lines = (
        f"| `{r.key}` | {_cell(r.default)} | {' '.join(r.about.split()).replace('|', chr(92) + '|')} |" for r in rows
    )
    return "\n".join([head, *lines])


def _cell(default: str) -> str:
    return default if default in {"needed", "unset"} else f"`{default}`"
