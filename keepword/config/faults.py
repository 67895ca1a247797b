"""One fault of the operator's files, and how a list of them reads."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from keepword.errors import ConfigurationError

MAX_SHOWN = 60
"""Characters of a value that a fault repeats."""
Key = tuple[str | int, ...]
"""Where a value stands: names of tables and keys, numbers (from 0) of list elements."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at one key, and what to do; reads as `file:line: key: what is wrong; what to do`."""

    file: str
    line: int
    key: Key
    what: str
    remedy: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: "
        return (
            f"{place}{written(self.key)}: {self.what}; {self.remedy}"
            if self.key
            else f"{place}{self.what}; {self.remedy}"
        )


def written(key: Key) -> str:
    """Write a key as people do: `mailbox[0].imap.port`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_bare(part)}" for part in key).lstrip(".")


def _bare(part: str) -> str:
    return part if part.replace("-", "a").replace("_", "a").isalnum() else shown(part)


def shown(value: object) -> str:
    """Write a value on one line, and not too much of it."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Say which known word may be meant, else which there are."""
    words = list(known)
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else f"use one of {', '.join(sorted(words))}"


def raise_all(faults: Iterable[Fault]) -> None:
    """Raise one `ConfigurationError` that lists every fault once, by file and line; return where there are none."""
    lines = [str(f) for f in sorted(set(faults), key=lambda f: (f.file, f.line, written(f.key), f.what))]
    if lines:
        raise ConfigurationError("\n".join(lines))
