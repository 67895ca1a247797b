"""The operator's knowledge: a folder of Markdown, searched for each mail, reloaded when its files change.

The index is SQLite's FTS5 in memory, ranked by BM25 over Snowball stems in each file's own language. Pages that are
internal or past their date are never found. A file that breaks while the program runs keeps its last good version, and
the fault is shown.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from keepword.agent.brief import Passage
from keepword.agent.knowledge_files import Fault, Page, Section, UnusableFileError, read_page
from keepword.agent.knowledge_lint import lint
from keepword.agent.language import content_words, detect, stems, word_line, words
from keepword.errors import ConfigurationError

MAX_FILES: Final = 5_000
MAX_QUERY_WORDS: Final = 48
WHOLE_HEADING: Final = -1_000.0
"""The rank (lower is better) of a passage whose heading stands in the text word for word, whatever words these are."""
OWN_LANGUAGE: Final = 1.5
"""How much better a passage in the mail's own language ranks."""

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
        self._index = _Index(())

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
            self._index = _Index(self.pages)
            return True

    def search(self, text: str, limit: int, today: date) -> tuple[Passage, ...]:
        """Return the passages nearest to a text, best first: never an internal one, never one past its date."""
        with self._lock:
            return self._index.search(text, limit, today)

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


class _Index:
    """The passages of some pages, ready to be searched."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._entries: list[tuple[Page, Section]] = [(p, s) for p in pages for s in p.sections]
        self._headings = [word_line(s.title.rpartition("›")[2]) for _, s in self._entries]
        self._languages = sorted({p.language for p, _ in self._entries})
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(_sql()["create"])
        self._db.executemany(_sql()["insert"], [self._row(n) for n in range(len(self._entries))])

    def search(self, text: str, limit: int, today: date) -> tuple[Passage, ...]:
        """Rank the passages that share words with a text."""
        own = detect(text)
        ranked: list[tuple[float, int]] = []
        for language in self._languages:
            weight = OWN_LANGUAGE if language == own else 1.0
            ranked += [(rank * weight, row) for row, rank in self._matches(text, language)]
        asked = word_line(text)
        ranked += [(WHOLE_HEADING, n) for n, h in enumerate(self._headings) if h.count(" ") > 2 and h in asked]
        best = {row: rank for rank, row in sorted(ranked, reverse=True)}
        found = [(rank, *self._entries[row]) for row, rank in sorted(best.items(), key=lambda item: (item[1], item[0]))]
        speakable = [(rank, section) for rank, page, section in found if page.speakable(today)]
        return tuple(Passage(s.id, s.title, s.text, round(-rank, 4)) for rank, s in speakable[:limit])

    def _matches(self, text: str, language: str) -> list[tuple[int, float]]:
        query = _query(text, language)
        if not query:
            return []
        bound = {"query": query, "language": language, "limit": len(self._entries)}
        return [(int(row), float(rank)) for row, rank in self._db.execute(_sql()["search"], bound)]

    def _row(self, number: int) -> dict[str, str | int]:
        page, section = self._entries[number]
        return {
            "rowid": number,
            "title": " ".join(stems(words(section.title), page.language)),
            "body": " ".join(stems(words(section.text), page.language)),
            "language": page.language,
        }


def _query(text: str, language: str) -> str:
    """Make an FTS5 query out of a stranger's text: quoted stems of letters and digits, joined by OR, bounded in number.

    A stem stands between quotes and holds no quote (it is made of word characters), so nothing in it is syntax.
    """
    wanted = dict.fromkeys(stems(content_words(text), language))
    return " OR ".join(f'"{stem}"' for stem in list(wanted)[:MAX_QUERY_WORDS])


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


@cache
def _sql() -> dict[str, str]:
    """Return the named queries of `knowledge.sql`."""
    text = files(__package__).joinpath("sql", "knowledge.sql").read_text(encoding="utf-8")
    blocks = (block.partition("\n") for block in text.split("-- name: ")[1:])
    return {name.strip(): body.strip().rstrip(";") for name, _, body in blocks}
