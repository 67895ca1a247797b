"""The tree of a mail's parts is found whatever its boundaries are like."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.mime.parts import MAX_DEPTH, MAX_PARTS, Part, read_tree

Shape = tuple[str, list["Shape"]] | tuple[str, bytes]


def shape(part: Part) -> Shape:
    """Return the type of a part with the shapes of its children, or with its body."""
    return (part.type, [shape(child) for child in part.children]) if part.children else (part.type, part.content())


MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"
INNER = b"Content-Type: multipart/alternative; boundary=i\n\n"

TREES: list[tuple[bytes, Shape]] = [
    (b"\nhello", ("text/plain", b"hello")),
    (b"Content-Type: TEXT/HTML; x=y\n\nhello", ("text/html", b"hello")),
    (b"Content-Type: nonsense\n\nhello", ("text/plain", b"hello")),
    (
        MIXED + b"pre\n--b\n\none\n--b\n\ntwo\n--b--\npost",
        ("multipart/mixed", [("text/plain", b"one"), ("text/plain", b"two")]),
    ),
    (MIXED + b"--b\r\n\r\none\r\n--b--\r\n", ("multipart/mixed", [("text/plain", b"one")])),
    (MIXED + b"--b  \n\none\n--b--  \n", ("multipart/mixed", [("text/plain", b"one")])),
    (MIXED + b"--b ignored\n\none\n--b-- ignored\n", ("multipart/mixed", [("text/plain", b"one")])),
    # a boundary is a whole line
    (MIXED + b"--b\n\none\n--bb\n --b\n--\n--b--\n", ("multipart/mixed", [("text/plain", b"one\n--bb\n --b\n--")])),
    # boundaries that are beginnings or ends of each other
    (
        (
            b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b--\n\n"
            b"--b--\n\none\n--b----\n--b--\n"
        ),
        ("multipart/mixed", [("multipart/mixed", [("text/plain", b"one")])]),
    ),
    # missing ends
    (MIXED + b"--b\n\none", ("multipart/mixed", [("text/plain", b"one")])),
    (
        MIXED + b"--b\n" + INNER + b"--i\n\none\n--b\n\ntwo\n--b--\n",
        ("multipart/mixed", [("multipart/alternative", [("text/plain", b"one")]), ("text/plain", b"two")]),
    ),
    # no parts: what stands there is the text
    (MIXED + b"just text\n", ("multipart/mixed", b"just text\n")),
    (b"Content-Type: multipart/mixed\n\njust text\n", ("multipart/mixed", b"just text\n")),
    # parts without a header, without an empty line, without anything
    (MIXED + b"--b\none\n--b--\n", ("multipart/mixed", [("text/plain", b"one")])),
    (MIXED + b"--b\nX-A: b\n--b\n\ntwo\n--b--\n", ("multipart/mixed", [("text/plain", b""), ("text/plain", b"two")])),
    (MIXED + b"--b\n--b--\n", ("multipart/mixed", [("text/plain", b"")])),
    # messages
    (
        MIXED + b"--b\nContent-Type: message/rfc822\n\nSubject: x\n\ninside\n--b--\n",
        ("multipart/mixed", [("message/rfc822", [("text/plain", b"inside")])]),
    ),
    (
        MIXED + b"--b\nContent-Type: message/rfc822\n\n" + INNER + b"--i\n\none\n--i--\n\n--b\n\ntwo\n--b--\n",
        (
            "multipart/mixed",
            [("message/rfc822", [("multipart/alternative", [("text/plain", b"one")])]), ("text/plain", b"two")],
        ),
    ),
    (
        b"Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: x\n\ninside\n--b--\n",
        ("multipart/digest", [("message/rfc822", [("text/plain", b"inside")])]),
    ),
]


@pytest.mark.parametrize(("raw", "tree"), TREES)
def test_trees_are_found(raw: bytes, tree: Shape) -> None:
    """Parts nest as their sender meant them to, ended by the nearest boundary that is open."""
    assert shape(read_tree(raw).root) == tree


def test_f8_depth_has_a_limit_that_shows() -> None:
    """Parts within parts are opened so far and no further."""
    raw = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(MAX_DEPTH * 2))
    tree = read_tree(raw)
    assert max(part.depth for part in tree.root.walk()) == MAX_DEPTH
    assert tree.defects[0] == f"limit: more than {MAX_DEPTH} levels of parts"


def test_f8_the_number_of_parts_has_a_limit_that_shows() -> None:
    """A mail of a million parts is read to the limit."""
    tree = read_tree(MIXED + b"--b\n\nx\n" * (MAX_PARTS * 2))
    assert len(tree.root.children) == MAX_PARTS
    assert tree.defects == [f"limit: more than {MAX_PARTS} parts"]


PIECES = st.sampled_from(
    [
        b"--b\n",
        b"--b--\n",
        b"--i\n",
        b"--i--\n",
        MIXED,
        INNER,
        b"\n",
        b"text\n",
        b"Content-Type: message/rfc822\n",
        b"\r",
    ]
)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=30).map(b"".join))
def test_any_heap_of_pieces_is_a_tree(raw: bytes) -> None:
    """Children lie within the bytes, and every part has a content."""
    for part in read_tree(raw).root.walk():
        assert 0 <= part.start <= len(raw)
        assert part.end <= len(raw)
        assert isinstance(part.content(), bytes)


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_raise(raw: bytes) -> None:
    """Anything is a mail of some kind."""
    assert read_tree(raw).root.type
