"""What the operator's passages mean, kept in a file of its own, so that no start asks for it again.

Only the operator's pages are in it, nothing of any person. It may be removed at any time; where it cannot be read or
written, the vectors are asked for anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from keepword.memory.vectors import Vector, packed, unpacked

CREATE: Final = "CREATE TABLE IF NOT EXISTS vectors (model TEXT, key TEXT, vector BLOB, PRIMARY KEY (model, key))"
READ: Final = "SELECT key, vector FROM vectors WHERE model = ?"
WRITE: Final = "INSERT OR REPLACE INTO vectors (model, key, vector) VALUES (?, ?, ?)"
FORGET: Final = "DELETE FROM vectors WHERE model != ? OR key = ?"


class VectorFile:
    """Vectors by model and content. All methods block for a moment, and a file that cannot be used holds nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, model: str) -> dict[str, Vector]:
        """Return all vectors of a model by the keys of their contents."""
        with suppress(sqlite3.Error, OSError), self._open() as file:
            return {str(key): unpacked(raw) for key, raw in file.execute(READ, (model,))}
        return {}

    def write(self, model: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors, over those with the same keys."""
        with suppress(sqlite3.Error, OSError), self._open() as file:
            file.executemany(WRITE, [(model, key, packed(vector)) for key, vector in vectors.items()])

    def keep_only(self, model: str, keys: Collection[str]) -> None:
        """Let go what no page holds any more, and the vectors of other models."""
        with suppress(sqlite3.Error, OSError), self._open() as file:
            gone = [
                key for (key,) in file.execute("SELECT key FROM vectors WHERE model = ?", (model,)) if key not in keys
            ]
            file.executemany(FORGET, [(model, key) for key in gone] or [(model, "")])

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        connection = sqlite3.connect(self._path, timeout=5.0)
        try:
            with connection:
                connection.execute(CREATE)
                yield connection
        finally:
            connection.close()
