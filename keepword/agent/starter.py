"""The starter folder that `keepword init` writes: settings with every key explained, rules, policy and knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from keepword.errors import UsageError

EXAMPLE = "keepword.example.toml"
NAMES = {EXAMPLE: "keepword.toml"}
"""Files that the starter folder calls otherwise."""


def write_starter(folder: Path, settings: str | None = None) -> list[Path]:
    """Write what is not there yet into a folder, making it where needed, and return the files written.

    `settings` is the text of `keepword.toml`, in place of the example's.

    A file that exists is left as it is, so a repeated call writes nothing. Raises `UsageError` where the folder cannot
    be written.
    """
    try:
        return [path for path, text in _contents(folder, settings) if _write(path, text)]
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: {error.strerror}; name a folder that you may write to") from None


def starter_text(name: str) -> str:
    """Return one file of the starter by its name below `config/`, such as `policy.toml`."""
    return _source().joinpath(*name.split("/")).read_text("utf-8")


def _source() -> Traversable:
    return files("keepword") / "starter"


def _contents(folder: Path, settings: str | None) -> Iterator[tuple[Path, str]]:
    for entry in _below(_source(), ()):
        name = "/".join(entry)
        text = settings if name == EXAMPLE and settings is not None else starter_text(name)
        yield folder / NAMES.get(name, name), text


def _below(folder: Traversable, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from _below(entry, (*above, entry.name))
        elif entry.name.endswith((".toml", ".md")):
            yield (*above, entry.name)


def _write(path: Path, text: str) -> bool:
    """Write a file unless something of that name is there; say whether it was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True
