"""Phrases that are found by their last word."""

from __future__ import annotations

import pytest

from keepword.memory.endings import REACH, Endings
from keepword.memory.tokens import Phrases, tokens

TABLE = {"within": "within | within the next | in | no later than", "for": "for the next | por | for"}
ENDINGS = Endings(Phrases(TABLE))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("within", "within"),
        ("we pay within the next", "within"),
        ("we pay for the next", "for"),
        ("the next", ""),
        ("no later\nthan", "within"),
        ("no" + "\n" * REACH + "later than", ""),
        ("for\nthe next", "for"),
        ("within\n", ""),
        ("within it", ""),
        ("", ""),
    ],
)
def test_the_longest_phrase_that_ends_there_tells(text: str, label: str) -> None:
    """A phrase is found where it ends right before a place, across line ends but not beyond its reach."""
    words = tokens(text)
    assert ENDINGS.label_before(words, len(words)) == label


def test_a_phrase_of_two_labels_has_the_first_of_them() -> None:
    """Where two rows of a table hold the same phrase, the row whose label comes first counts, as in every search."""
    words = tokens("by")
    assert Endings(Phrases({"b": "by", "a": "by"})).label_before(words, 1) == "a"
    assert [h.label for h in Phrases({"b": "by", "a": "by"}).find(words)] == ["a"]


@pytest.mark.parametrize(
    ("words", "may"),
    [({"within"}, True), ({"later", "no", "than"}, True), ({"the", "day"}, False), ({"no"}, False), (set(), False)],
)
def test_a_glance_tells_where_no_phrase_can_stand(words: set[str], may: bool) -> None:
    """A text without a first or without a last word of the table holds none of its phrases."""
    assert Phrases({"within": "within | no later than"}).may_stand_among(frozenset(words)) is may


@pytest.mark.parametrize("phrase", ["deliver*", "will deliver*"])
def test_a_beginning_may_stand_anywhere(phrase: str) -> None:
    """Of a table with beginnings the words alone tell nothing."""
    assert Phrases({"": phrase}).may_stand_among(frozenset({"delivery"}))
