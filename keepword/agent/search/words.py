"""An index of texts by their words: SQLite's FTS5 in memory, ranked by BM25 over Snowball stems in each text's language.

It is made where it is used and leaves nothing on any disk, so it serves the operator's pages and a person's memories alike.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from keepword.agent.language.words import content_words, stems, words

MAX_QUERY_WORDS: Final = 48


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be found; a word in its title counts four times. `language` as ISO 639-1."""

    title: str
    body: str
    language: str


class Words:
    """Texts, ready to be searched by their words. Calls may come from any thread, one at a time."""

    def __init__(self, texts: Iterable[Text]) -> None:
        rows = [_row(number, text) for number, text in enumerate(texts)]
        self._size = len(rows)
        self._languages = tuple(sorted({str(row["language"]) for row in rows}))
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(_sql()["create"])
        self._db.executemany(_sql()["insert"], rows)

    def close(self) -> None:
        """Give the memory back now; a repeated call is no error."""
        self._db.close()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the texts."""
        return self._languages

    def ranked(self, question: str, language: str) -> list[tuple[int, float]]:
        """Return the places of the texts in a language that share words with a question, nearest first: lower is nearer."""
        query = _query(question, language)
        if not query:
            return []
        bound = {"query": query, "language": language, "limit": self._size}
        return [(int(row), float(rank)) for row, rank in self._db.execute(_sql()["search"], bound)]


def _row(number: int, text: Text) -> dict[str, str | int]:
    return {
        "rowid": number,
        "title": " ".join(stems(words(text.title), text.language)),
        "body": " ".join(stems(words(text.body), text.language)),
        "language": text.language,
    }


def _query(question: str, language: str) -> str:
    """Make an FTS5 query out of a stranger's text: quoted stems of letters and digits, joined by OR, bounded in number.

    A stem stands between quotes and holds no quote (it is made of word characters), so nothing in it is syntax.
    """
    wanted = dict.fromkeys(stems(content_words(question), language))
    return " OR ".join(f'"{stem}"' for stem in list(wanted)[:MAX_QUERY_WORDS])


@cache
def _sql() -> dict[str, str]:
    """Return the named queries of `words.sql`."""
    text = files(__package__).joinpath("sql", "words.sql").read_text(encoding="utf-8")
    blocks = (block.partition("\n") for block in text.split("-- name: ")[1:])
    return {name.strip(): body.strip().rstrip(";") for name, _, body in blocks}
