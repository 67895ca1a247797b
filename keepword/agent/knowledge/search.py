"""The operator's knowledge: a folder of Markdown, searched for each mail, reloaded when its files change.

Passages are found by their words and, with an embedder, by their meaning (`knowledge_index`). A file that breaks while
the program runs keeps its last good version, and the fault is shown.
"""

from __future__ import annotations

import asyncio
import threading
from datetime import date, datetime
from pathlib import Path
from typing import Final

from keepword.agent.brief.assemble import Passage
from keepword.agent.embedders.port import Vector
from keepword.agent.knowledge.files import Fault, Page, UnusableFileError, read_page
from keepword.agent.knowledge.index import Index
from keepword.agent.knowledge.lint import lint
from keepword.agent.knowledge.vectors import VectorFile
from keepword.agent.search.meaning import Meaning
from keepword.errors import ConfigurationError

MAX_FILES: Final = 5_000
LEARNT_AT_ONCE: Final = 8
"""Passages whose vectors are asked for in one call; a mail that comes meanwhile waits for no more than these."""

Stamp = tuple[int, int]
"""Modification time in nanoseconds and size of a file: it is read again when either changes."""


class Knowledge:
    """All pages of a folder and their index. Calls may come from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._stamps: dict[str, Stamp] = {}
        self._pages: dict[str, Page] = {}
        self._faults: dict[str, Fault] = {}
        self._vectors: dict[str, Vector] = {}
        self._model = ""
        self._index = Index(())

    @classmethod
    def load(cls, folder: Path) -> Knowledge:
        """Read a folder; raise `ConfigurationError` with every fault at once, a line each."""
        if not folder.is_dir():
            raise ConfigurationError(f"{folder}:1: there is no such folder; make it, or mend [guard] knowledge")
        knowledge = cls(folder)
        knowledge.refresh()
        if knowledge.faults:
            raise ConfigurationError(
                "\n".join(f"{folder / f.file}:{f.line}: {f.what}; {f.todo}" for f in knowledge.faults)
            )
        return knowledge

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the files as they are now; those files' last good versions are in use."""
        return tuple(self._faults[name] for name in sorted(self._faults))

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages in use, by the order of their files."""
        return tuple(self._pages[name] for name in sorted(self._pages))

    def refresh(self) -> bool:
        """Read again the files that have changed; say whether anything is different now. Never raises."""
        with self._lock:
            found = _stamps(self._folder)
            if found is None or found == self._stamps:
                return False
            changed = [name for name, stamp in found.items() if self._stamps.get(name) != stamp]
            self._pages = {name: page for name, page in self._pages.items() if name in found}
            self._faults = {name: fault for name, fault in self._faults.items() if name in found}
            for name in changed:
                self._read(name)
            self._stamps = found
            self._doubles()
            self._index = Index(self.pages, self._vectors)
            return True

    def search(self, text: str, limit: int, today: date, question: Vector | None = None) -> tuple[Passage, ...]:
        """Return the passages nearest to a text, best first: never an internal one, never one past its date.

        `question` is what the text means; without it passages are found by their words alone.
        """
        with self._lock:
            return self._index.search(text, limit, today, question)

    @property
    def learnt(self) -> bool:
        """Whether anything can be found by its meaning."""
        return bool(self._vectors)

    async def learn(self, meaning: Meaning, kept: VectorFile, now: datetime) -> int:
        """Find out what the passages mean that are new, and keep it; return how many are still unknown.

        What is learnt counts at once, a few passages at a time. Where the embedder is away the next call goes on.
        """
        if not meaning.model:
            return 0
        if meaning.model != self._model:
            self._know(await asyncio.to_thread(kept.read, meaning.model), anew=True)
            self._model = meaning.model
        missing = self._unknown(meaning)
        while missing:
            some = list(missing)[:LEARNT_AT_ONCE]
            found = dict(zip(some, await meaning.of_passages([missing[k] for k in some], now), strict=False))
            if not found:
                return len(missing)
            await asyncio.to_thread(kept.write, meaning.model, found)
            self._know(found)
            before, missing = len(missing), self._unknown(meaning)
            if len(missing) >= before:  # two models answer in turns: what one learns is nothing to the other
                return len(missing)
        await asyncio.to_thread(self._tidy, kept)
        return 0

    def _unknown(self, meaning: Meaning) -> dict[str, str]:
        with self._lock:
            known = {key for key, vector in self._vectors.items() if meaning.fits(vector)}
            return {key: text for key, text in self._index.texts.items() if key not in known}

    def _know(self, vectors: dict[str, Vector], *, anew: bool = False) -> None:
        with self._lock:
            self._vectors = vectors if anew else {**self._vectors, **vectors}
            self._index.know(self._vectors)

    def _tidy(self, kept: VectorFile) -> None:
        """Let go what no page holds any more."""
        with self._lock:
            held = self._index.texts
            gone = self._vectors.keys() - held.keys()
            self._vectors = {key: vector for key, vector in self._vectors.items() if key in held}
        if gone:
            kept.keep_only(self._model, held)

    def lint(self, today: date) -> tuple[Fault, ...]:
        """Return what is doubtful in the pages, for the operator: nothing of it keeps them from being used."""
        return lint(self.pages, today)

    def _read(self, name: str) -> None:
        self._faults.pop(name, None)
        try:
            self._pages[name] = read_page(self._folder / name, name)
        except UnusableFileError as error:
            self._faults[name] = error.fault

    def _doubles(self) -> None:
        """Set a fault on each file whose id another file has; the first by name keeps it."""
        first: dict[str, str] = {}
        for name in sorted(self._pages):
            page = self._pages[name]
            owner = first.setdefault(page.id, name)
            if owner != name:
                todo = "give each its own `id`"
                self._faults[name] = Fault(name, 1, f"the id `{page.id}` is that of {owner} too", todo)
                del self._pages[name]


def _stamps(folder: Path) -> dict[str, Stamp] | None:
    """Return the stamp of every Markdown file below a folder, hidden ones aside; None where the folder is gone."""
    try:
        if not folder.is_dir():
            return None
        paths = sorted(p for p in folder.rglob("*.md") if p.is_file())[:MAX_FILES]
        named = {p.relative_to(folder).as_posix(): p.stat() for p in paths}
    except OSError:  # a file went away between listing and looking: the next refresh sees how it ended
        return None
    return {
        name: (stat.st_mtime_ns, stat.st_size)
        for name, stat in named.items()
        if not any(part.startswith(".") for part in name.split("/"))
    }
