"""Migrations, the whole schema and `SHAPES` say the same, and an old file becomes a new one wholly or not at all."""

from __future__ import annotations

import re
import sqlite3
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from keepword.errors import StoreUnreachable
from keepword.memory.ports import SHAPES, Container
from keepword.memory.stores.sqlite_file import APPLICATION_ID, SqliteFile
from keepword.memory.stores.sqlite_statements import Schema, key_columns, queries, shipped_schema, split

RELEASED: dict[str, str] = {
    "0001_first.sql": "ae661e6344fedca320529dbbfa5a32fe17ff5b8146bcefea5a22f922143cf335",
}
"""The migrations that stores out there have had, with their SHA-256: never changed, only followed by others."""


def _database(*scripts: str) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for script in scripts:
        for statement in split(script):
            connection.execute(statement)
    return connection


def _structure(connection: sqlite3.Connection) -> dict[str, Any]:
    """Return tables with their columns, and indexes with theirs, however they came about."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    tables = {name: _sorted(connection, f"PRAGMA table_xinfo({name})", 1) for name in names}
    generated = {name: _generated(connection, name) for name in names}
    indexes = {
        index[1]: (name, index[2], index[4], connection.execute(f"PRAGMA index_info({index[1]})").fetchall())
        for name in names
        for index in connection.execute(f"PRAGMA index_list({name})").fetchall()
    }
    named = {
        index: (table, unique, partial, [c[2] for c in columns])
        for index, (table, unique, partial, columns) in indexes.items()
    }
    return {"tables": tables, "generated": generated, "indexes": named, "id": _pragma(connection, "application_id")}


def _sorted(connection: sqlite3.Connection, query: str, start: int) -> list[Any]:
    return sorted(row[start:] for row in connection.execute(query).fetchall())


def _generated(connection: sqlite3.Connection, table: str) -> set[tuple[str, str]]:
    text = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    return set(re.findall(r"(\w+)\s+GENERATED ALWAYS AS \((.*?\))\)", text))


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_migrations_make_the_schema() -> None:
    """All migrations in their order lead to the schema that a new file gets."""
    shipped = shipped_schema()
    whole, stepped = _database(shipped.whole), _database(*shipped.steps)
    expected, actual = _structure(whole), _structure(stepped)
    whole.close()
    stepped.close()
    assert expected == actual
    assert expected["id"] == APPLICATION_ID


def test_the_schema_is_that_of_the_shapes() -> None:
    """Each container has its table, its key, and an indexed column for each field that may stand in a condition."""
    database = _database(shipped_schema().whole)
    structure = _structure(database)
    database.close()
    assert set(structure["tables"]) == set(Container)
    for container, shape in SHAPES.items():
        expected = {(field, f"json_extract(doc, '$.{field}')") for field in shape.indexed}
        assert expected == structure["generated"][container]
        assert structure["indexes"][f"sqlite_autoindex_{container}_1"][3] == list(key_columns(container))
        indexed = [columns[0] for table, _, _, columns in structure["indexes"].values() if table == container]
        assert {*shape.indexed, "expires_at"} <= set(indexed)


def test_migrations_are_only_ever_added() -> None:
    """A migration that some store has had is never changed again; its successor mends it."""
    folder = files("keepword.memory.stores").joinpath("sql")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name[:4].isdigit())
    assert [name[:4] for name in names] == [f"{n:04}" for n in range(1, len(names) + 1)]
    actual = {name: sha256(folder.joinpath(name).read_bytes()).hexdigest() for name in RELEASED}
    assert actual == RELEASED


def test_every_query_is_ended_and_named() -> None:
    """The file of queries was read whole."""
    assert set(queries()) == {
        "alive", "condition", "create", "delete", "delete_alive", "expire", "keys", "page", "put", "read", "read_many", "replace",
    }  # fmt: skip


# Old files

FIRST = Schema("", (*shipped_schema().steps,))
SECOND_STEP = "ALTER TABLE threads ADD COLUMN topic GENERATED ALWAYS AS (json_extract(doc, '$.topic')) VIRTUAL;\n"
LATER = Schema(shipped_schema().whole + SECOND_STEP, (*shipped_schema().steps, SECOND_STEP))
BROKEN = Schema(
    "", (*shipped_schema().steps, SECOND_STEP, "CREATE TABLE more (a);\nALTER TABLE missing ADD COLUMN b;\n")
)
KEPT = {"thread_id": "t", "id": "t", "doc": '{"topic":"invoice"}', "etag": "e", "expires_at": None}


def _old_file(path: Path) -> None:
    """Make a file of the first schema with one document."""
    file = SqliteFile(path, 1.0, Schema(shipped_schema().steps[0], shipped_schema().steps[:1]))
    file.write("INSERT INTO threads (thread_id, id, doc, etag) VALUES (:thread_id, :id, :doc, :etag)", KEPT)
    file.close()


def test_a_new_file_has_the_whole_schema(tmp_path: Path) -> None:
    """It is made in one go, and its version is that of the last migration."""
    file = SqliteFile(tmp_path / "a.db", 1.0, LATER)
    version, columns = file.version(), file.rows("SELECT topic FROM threads", {})
    file.close()
    assert version == len(LATER.steps)
    assert columns == []


def test_an_old_file_gets_what_it_lacks(tmp_path: Path) -> None:
    """Its documents stay, and the new column knows of them."""
    _old_file(tmp_path / "a.db")
    file = SqliteFile(tmp_path / "a.db", 1.0, LATER)
    version, rows = file.version(), file.rows("SELECT doc, topic FROM threads", {})
    file.close()
    assert version == len(LATER.steps)
    assert rows == [('{"topic":"invoice"}', "invoice")]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    """No step of an upgrade stays when a later one fails: the older program can go on with the file."""
    _old_file(tmp_path / "a.db")
    with pytest.raises(StoreUnreachable, match="no such table"):
        SqliteFile(tmp_path / "a.db", 1.0, BROKEN)
    file = SqliteFile(tmp_path / "a.db", 1.0, Schema("", shipped_schema().steps[:1]))
    tables, version = file.rows("SELECT name FROM sqlite_master WHERE name = 'more'", {}), file.version()
    file.close()
    assert tables == []
    assert version == 1


def test_opening_again_migrates_nothing(tmp_path: Path) -> None:
    """A file that is up to date is opened without a write."""
    _old_file(tmp_path / "a.db")
    SqliteFile(tmp_path / "a.db", 1.0, LATER).close()
    before = (tmp_path / "a.db").read_bytes()
    SqliteFile(tmp_path / "a.db", 1.0, LATER).close()
    assert (tmp_path / "a.db").read_bytes() == before


def test_a_newer_file_is_left_to_a_newer_program(tmp_path: Path) -> None:
    """The older program says so and changes nothing."""
    SqliteFile(tmp_path / "a.db", 1.0, LATER).close()
    with pytest.raises(StoreUnreachable, match="newer Keepword"):
        SqliteFile(tmp_path / "a.db", 1.0, FIRST)


def test_a_script_is_split_where_its_statements_end() -> None:
    """Semicolons in text and comments end nothing."""
    script = "-- a; b\nSELECT ';';\n\nSELECT 1; -- one\n"
    assert [s.strip() for s in split(script)] == ["-- a; b\nSELECT ';';", "SELECT 1; -- one"]
