"""The lines of keys in TOML texts, held against what tomllib reads."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepword.config.source import find_lines, read_source

EXOTIC = '''\
# a comment with [brackets] and "quotes"
top = 1
"quoted key" = "a # in text"
dotted.inner."third" = 2

[table]   # comment
text = """first
[not.a.table]
key = "no key"
last""""
raw = \'\'\'
# no comment
x = 1\'\'\'
float = 1.5
date = 1979-05-27T07:32:00.25Z
list = [
  1,   # one
  { a = 1, b = [ { c = 2 } ] },
  [ "]", '}' ],
]

[[many]]
name = "first"
[many.sub]
x = 1
[[many]]
name = "second"
[many.sub]
x = 2
[[many.deep]]
y = 3
[[many.deep]]
y = 4
'''


def paths(data: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Go through all keys of a document."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield (*above, key)
        yield from paths(value, (*above, key))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("top",), 2),
        (("quoted key",), 3),
        (("dotted", "inner", "third"), 4),
        (("table",), 6),
        (("table", "text"), 7),
        (("table", "raw"), 11),
        (("table", "float"), 14),
        (("table", "date"), 15),
        (("table", "list", 1), 18),
        (("table", "list", 1, "b", 0, "c"), 18),
        (("table", "list", 2, 1), 19),
        (("many", 0, "sub", "x"), 25),
        (("many", 1), 26),
        (("many", 1, "sub", "x"), 29),
        (("many", 1, "deep", 1, "y"), 33),
    ],
)
def test_a_key_is_found_on_its_line(key: tuple[str | int, ...], line: int) -> None:
    """Each key has the line on which it is written, whatever stands round it."""
    assert line == find_lines(EXOTIC)[key]


def test_every_key_has_a_line() -> None:
    """No key that tomllib reads is without a line."""
    assert set() == set(paths(tomllib.loads(EXOTIC))) - set(find_lines(EXOTIC))


VALUES = st.sampled_from(
    [
        "1",
        "-1.5e3",
        "true",
        '"a = 1"',
        "'[x]'",
        "1979-05-27",
        "[1, 2]",
        "[]",
        "{}",
        '{ x = "}" }',
        '"""a"b"""',
        "[[1], [{ y = 1 }]]",
    ]
)


@given(st.lists(st.tuples(VALUES, st.sampled_from(["", "  # c = 1", "\n", "\n\n# [t]\n"])), max_size=30))
def test_lines_are_right_for_any_row_of_values(rows: list[tuple[str, str]]) -> None:
    """Whatever values and comments stand above a key, its line is the one on which it was put."""
    text, expected = "", {}
    for number, (value, behind) in enumerate(rows):
        expected[(f"k{number}",)] = text.count("\n") + 1
        text += f"k{number} = {value}{behind}\n"
    found = find_lines(text)
    assert expected == {key: line for key, line in found.items() if len(key) == 1}
    assert set() == set(paths(tomllib.loads(text))) - set(found)


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"a = 1\nb = \n", ":2: is not TOML: invalid value; mend this line"),
        (b'a = "open', ":1: is not TOML: "),
        (b"a = 1\r\nb = 2\r\na = 3\r\n", ":3: is not TOML: cannot overwrite a value"),
        (b"ok = 1\nname = '\xe4'\n", ":2: is not UTF-8; save the file as UTF-8"),
        (b"a = " + b"[" * 5_000, ":1: is "),
        (b"a = " + b"[" * 300 + b"]" * 300, ":1: is nested too deeply; mend the brackets"),
        (b"a = " + b"1" * 5_000, ":1: is not TOML: "),
        (b"#" * 1_000_001, ":1: is longer than 1000000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, raw: bytes, fault: str) -> None:
    """Syntax, encoding, depth and size are faults with a line, and no exception gets out."""
    path = tmp_path / "x.toml"
    path.write_bytes(raw)
    (found,) = read_source(path).faults
    assert f"{path}{fault}" == str(found)[: len(f"{path}{fault}")]


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    """Editors of some systems put a mark in front; it is no fault."""
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    source = read_source(path)
    assert ({"a": 1, "b": 2}, 2) == (source.data, source.line(("b",)))


def test_a_missing_key_has_the_line_of_its_table(tmp_path: Path) -> None:
    """What is not there is shown where it would belong."""
    path = tmp_path / "x.toml"
    path.write_text("\n\n[app]\ndata = 1\n", "utf-8")
    source = read_source(path)
    assert (3, 1) == (source.line(("app", "secret")), source.line(("mailbox", 0, "name")))
