"""The operator's knowledge: reading, searching, reloading, and what is wrong with a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from keepword.agent.knowledge.files import MAX_FILE, MAX_PASSAGE, parse_page
from keepword.agent.knowledge.search import Knowledge
from keepword.errors import ConfigurationError

TODAY = date(2026, 3, 2)
SHIPPING = """---
id: shipping
title: Shipping
audience: customer
language: en
---
# Shipping

## How long does it take?
Delivery takes **2 to 4** working days. See [our page](https://example.com/ship).

## Costs
| where | price |
|-------|-------|
| EU    | EUR 4.90 |
"""
RETURNS = "# Returns\nUnused goods can be returned within 30 days.\n\n## Labels\nWe send you a label.\n"
INTERNAL = "---\naudience: internal\n---\n# Goodwill\nReturns after 30 days: up to EUR 500 goodwill.\n"
EXPIRED = "---\nvalid_until: 2026-02-28\n---\n# Winter sale\nReturns of sale goods within 90 days.\n"
VERSAND = "---\nid: versand\nlanguage: de\n---\n# Versand\nDie Zustellung dauert 2 bis 4 Werktage. Rücksendungen sind kostenlos.\n"

Folder = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return a function that writes files into a fresh folder."""

    def make(**files: str | bytes) -> Path:
        for name, content in files.items():
            path = tmp_path / f"{name}.md"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return make


def test_a_page_is_divided_at_its_headings() -> None:
    """Each section is a passage with an id of file and heading, its path as title, and plain text."""
    page = parse_page(SHIPPING, "shipping.md")
    assert [(s.id, s.title) for s in page.sections] == [
        ("shipping#how-long-does-it-take", "Shipping › How long does it take?"),
        ("shipping#costs", "Shipping › Costs"),
    ]
    assert page.sections[0].text == "Delivery takes 2 to 4 working days. See our page (https://example.com/ship)."
    assert page.sections[1].text == "where, price\nEU, EUR 4.90"


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("# A\nx\n# A\ny\n", ["f#a", "f#a-2"]),
        ("Title\n=====\ntext\n\nPart\n----\nmore\n", ["f#title", "f#part"]),
        ("# Größe & Maß\nx\n", ["f#grosse-mass"]),
        ("# ---\nx\n# 質問\ny\n", ["f#section", "f#質問"]),
        ("# A\n```\n# no heading\n```\n", ["f#a"]),
        ("#no heading\n# A\nx", ["f#a"]),
    ],
)
def test_headings_of_every_kind(text: str, ids: list[str]) -> None:
    """Both of Markdown's headings count, code does not, and no two passages share an id."""
    assert [s.id for s in parse_page(text, "f.md").sections] == ids


def test_notes_to_oneself_are_left_out() -> None:
    """An HTML comment never reaches a passage, closed or not."""
    assert parse_page("# A\nseen <!-- hidden --> too\n<!-- open\nhidden", "f.md").sections[0].text == "seen  too"


def test_a_long_section_is_divided() -> None:
    """No passage is much longer than the limit, and nothing of the text is lost."""
    paragraphs = "\n\n".join(f"Paragraph {n} " + "word " * 60 for n in range(20))
    sections = parse_page(f"# Long\n{paragraphs}", "f.md").sections
    assert max(len(s.text) for s in sections) <= 2 * MAX_PASSAGE
    assert " ".join(" ".join(s.text for s in sections).split()) == " ".join(paragraphs.split())


def test_the_nearest_passage_is_first(folder: Folder) -> None:
    """A question finds its passage by the words that it shares, in whatever inflection."""
    knowledge = Knowledge.load(folder(shipping=SHIPPING, returns=RETURNS, versand=VERSAND))
    assert (
        knowledge.search("How long will the deliveries be taking?", 3, TODAY)[0].id == "shipping#how-long-does-it-take"
    )
    assert knowledge.search("May I return this?", 3, TODAY)[0].id == "returns#returns"
    assert knowledge.search("Was kostet eine Rücksendung?", 3, TODAY)[0].id == "versand#versand"
    assert knowledge.search("zustellung", 3, TODAY)[0].id == "versand#versand"
    assert knowledge.search("Quantum chromodynamics", 3, TODAY) == ()


def test_scores_fall_with_the_rank(folder: Folder) -> None:
    """Higher is better, and the best comes first."""
    scores = [
        p.score for p in Knowledge.load(folder(a=SHIPPING, b=RETURNS)).search("returns, labels, delivery", 5, TODAY)
    ]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 3


def test_what_is_internal_or_past_its_date_is_never_found(folder: Folder) -> None:
    """A customer's mail finds neither pages for the staff nor pages that have expired."""
    knowledge = Knowledge.load(folder(returns=RETURNS, internal=INTERNAL, sale=EXPIRED))
    found = {p.id.partition("#")[0] for p in knowledge.search("returns goodwill sale", 9, TODAY)}
    assert found == {"returns"}
    assert "sale#winter-sale" in {p.id for p in knowledge.search("sale", 9, date(2026, 2, 28))}


@pytest.mark.parametrize(
    "text",
    [
        '"',
        '" OR title:*',
        "NEAR(a b)",
        "returns AND NOT (",
        "*",
        "a" * 100_000,
        "\x00",
        "-- ; DROP TABLE passages",
        "{}[]^:+-~",
        "'" * 5_000,
    ],
)
def test_a_strangers_text_is_no_syntax(folder: Folder, text: str) -> None:
    """Whatever a mail holds, the search does not fail, and the index stays whole."""
    knowledge = Knowledge.load(folder(returns=RETURNS))
    knowledge.search(text, 3, TODAY)
    assert knowledge.search("returned", 1, TODAY)[0].id == "returns#returns"


FAULTS: list[tuple[str | bytes, int, str]] = [
    (b"# A\n\ncaf\xe9\n", 3, "is not UTF-8"),
    ("just text\n", 1, "there is no heading"),
    ("", 1, "there is no heading"),
    ("---\ntitle: A\n# A\n", 1, "the front matter has no end"),
    ("+++\naudience = 'internal'\n+++\n# A\n", 1, "front matter between `+++` is not read"),
    ("---\n audience: internal\n---\n# A\n", 2, "`audience` has no value on its line, or is indented"),
    ("---\ntitle: A\naudience:\n  - internal\n---\n# A\n", 3, "`audience` has no value on its line"),
    ("---\nvalid until:\n---\n# A\n", 2, "`valid_until` has no value on its line"),
    ("---\naudience: everybody\n---\n# A\n", 2, "nobody we know"),
    ("---\naudeince: internal\n---\n# A\n", 2, "did you mean `audience`?"),
    ("---\nid: a\nvalid until: soon\n---\n# A\n", 3, "is no date"),
    ("---\nid: My Page\n---\n# A\n", 2, "write it as `my-page`"),
    ("# A\n" + "x" * MAX_FILE, 1, "more than 1,000,000"),
]


def test_front_matter_below_empty_lines_counts() -> None:
    """A page for the staff stays one where an editor has left a line above its front matter."""
    page = parse_page("\n \n---\naudience: internal\n---\n# Goodwill\nUp to EUR 500.\n", "goodwill.md")
    assert (page.internal, [s.title for s in page.sections], page.sections[0].line) == (True, ["Goodwill"], 6)


@pytest.mark.parametrize(("content", "line", "words"), FAULTS, ids=[w for _, _, w in FAULTS])
def test_a_fault_names_file_line_and_remedy(folder: Folder, content: str | bytes, line: int, words: str) -> None:
    """A file that cannot be used says where and why, and what to do."""
    with pytest.raises(ConfigurationError) as caught:
        Knowledge.load(folder(bad=content))
    assert f"bad.md:{line}: " in str(caught.value)
    assert words in str(caught.value)
    assert "; " in str(caught.value)


def test_all_faults_come_at_once(folder: Folder) -> None:
    """Two bad files are two lines; a second file with the same id is one of them."""
    with pytest.raises(ConfigurationError) as caught:
        Knowledge.load(folder(a="no heading", b="---\nid: x\n---\n# X", c="---\nid: x\n---\n# X"))
    assert ["a.md:1", "c.md:1"] == [line.rpartition("/")[2].split(": ")[0] for line in str(caught.value).splitlines()]


def test_a_missing_folder_is_a_fault(tmp_path: Path) -> None:
    """A folder that is not there is named."""
    with pytest.raises(ConfigurationError, match="no such folder"):
        Knowledge.load(tmp_path / "none")


def test_a_folder_that_cannot_be_used_by_its_keys_passes(folder: Folder) -> None:
    """Front matter of other programs is left alone."""
    page = "---\ntags: [a, b]\nauthor: someone\n---\n# A\ntext\n"
    assert Knowledge.load(folder(a=page)).search("text", 1, TODAY)[0].id == "a#a"


def test_changed_files_are_read_again(folder: Folder) -> None:
    """A file that is changed, added or removed shows at the next refresh; without a change nothing is read."""
    path = folder(returns=RETURNS)
    knowledge = Knowledge.load(path)
    assert knowledge.refresh() is False
    rewrite(path / "returns.md", RETURNS.replace("30 days", "45 days"))
    rewrite(path / "shipping.md", SHIPPING)
    assert knowledge.refresh() is True
    assert "45 days" in knowledge.search("returned", 1, TODAY)[0].text
    assert knowledge.search("delivery", 1, TODAY)[0].id == "shipping#how-long-does-it-take"
    (path / "returns.md").unlink()
    assert knowledge.refresh() is True
    assert knowledge.search("returned", 1, TODAY) == ()


def test_a_file_that_breaks_keeps_its_last_good_version(folder: Folder) -> None:
    """While the fault lasts it is shown, and the old passages are found; mended, the fault is gone."""
    path = folder(returns=RETURNS, shipping=SHIPPING)
    knowledge = Knowledge.load(path)
    rewrite(path / "returns.md", b"\xff\xfe broken")
    rewrite(path / "shipping.md", SHIPPING.replace("2 to 4", "3 to 5"))
    assert knowledge.refresh() is True
    assert ["returns.md"] == [f.file for f in knowledge.faults]
    assert "30 days" in knowledge.search("returned", 1, TODAY)[0].text
    assert "3 to 5" in knowledge.search("delivery", 1, TODAY)[0].text
    rewrite(path / "returns.md", RETURNS)
    knowledge.refresh()
    assert knowledge.faults == ()


def test_a_folder_that_goes_away_keeps_what_was_read(folder: Folder) -> None:
    """An unmounted folder does not empty the knowledge."""
    path = folder(returns=RETURNS)
    knowledge = Knowledge.load(path)
    (path / "returns.md").unlink()
    path.rmdir()
    assert knowledge.refresh() is False
    assert knowledge.search("returned", 1, TODAY)[0].id == "returns#returns"


def test_hidden_folders_are_not_knowledge(folder: Folder) -> None:
    """What lies in a folder with a dot (an editor's, git's) is not read; other subfolders are, with their names in the id."""
    path = folder(returns=RETURNS)
    for name in (".trash", "more"):
        (path / name).mkdir()
        (path / name / "old.md").write_text("# Old\nreturned", encoding="utf-8")
    found = {p.id.partition("#")[0] for p in Knowledge.load(path).search("returned", 9, TODAY)}
    assert found == {"returns", "more-old"}


def test_lint_shows_what_is_doubtful(folder: Folder) -> None:
    """Empty headings, the same text twice, expired pages and figures that contradict each other are named with file and line."""
    path = folder(
        a="# Returns\nUnused goods can be returned within 30 days.\n\n## Empty\n\n## Labels\nWe send a label.\n",
        b="# Terms\nUnused goods can be returned within 14 days.\n\n## Labels\nWe send a label.\n",
        c=EXPIRED,
    )
    found = [str(f) for f in Knowledge.load(path).lint(TODAY)]
    assert [f.split("; ")[0] for f in found] == [
        "a.md:1: no audience is written, so customers may read it",
        "b.md:1: no audience is written, so customers may read it",
        "c.md:1: no audience is written, so customers may read it",
        "a.md:4: nothing stands below this heading",
        "b.md:4: the same text stands in a.md:6",
        "b.md:1: 14 days here, 30 days in a.md:1",
        "c.md:1: the page has expired on 2026-02-28",
    ]


def rewrite(path: Path, content: str | bytes) -> None:
    """Write a file with a modification time that differs from the last one."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, ns=(before + 1_000_000_000, before + 1_000_000_000))
