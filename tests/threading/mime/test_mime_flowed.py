"""Flowed text (RFC 3676) is put back into paragraphs."""

from __future__ import annotations

import pytest

from keepword.threading.visible.flowed import reflow

TEXTS = [
    ("one \ntwo\nthree", False, "one two\nthree"),
    ("one \ntwo\nthree", True, "onetwo\nthree"),
    # 4.2: a quoted line flows into lines of its own depth
    ("> one \n> two\n>> three \n>> four", False, "> one two\n>> three four"),
    # 4.5: another depth ends the paragraph, whatever the line says
    ("> one \nmine", False, "> one \nmine"),
    ("mine \n> one", False, "mine \n> one"),
    # 4.4: space-stuffing
    (" > no quote\n From here", False, "> no quote\nFrom here"),
    # 4.3: the signature's line
    ("text \n-- \nJane", False, "text \n-- \nJane"),
    ("> text\n> -- \n> Jane", False, "> text\n> -- \n> Jane"),
    ("", False, ""),
    ("last ", False, "last "),
]


@pytest.mark.parametrize(("text", "delete_space", "paragraphs"), TEXTS)
def test_paragraphs_are_joined(text: str, delete_space: bool, paragraphs: str) -> None:
    """Soft breaks go, hard breaks, quote depths and the signature's line stay."""
    assert reflow(text, delete_space=delete_space) == paragraphs
