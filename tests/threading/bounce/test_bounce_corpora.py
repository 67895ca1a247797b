"""The public half of sisimai's delivery reports, whose statuses it tells."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from keepword.threading.bounce.reading import from_report, read_bounce
from keepword.threading.bounce.report import read_report
from keepword.threading.bounce.signs import is_bounce
from keepword.threading.message import Bounce
from keepword.threading.mime.parts import Part, read_tree

# The set marks a report that gives no status with a code of its own (x.0.9yy). By RFC 3463 its reasons are these.
MEANT = {
    "userunknown": {"5.1.1"},
    "hostunknown": {"5.1.2"},
    "mailboxfull": {"5.2.2", "4.2.2"},
    "filtered": {"5.1.1", "5.2.1", "5.7.1"},
    "rejected": {"5.7.1", "5.1.8"},
    "blocked": {"5.7.1"},
    "spamdetected": {"5.7.1"},
    "norelaying": {"5.7.1"},
    "requireptr": {"5.7.25", "4.7.25"},
    "expired": {"4.4.7", "5.4.7", "4.4.1", "5.4.1"},
    "networkerror": {"5.4.1", "5.1.2"},
    "notaccept": {"5.3.2", "5.1.2", "4.1.2"},
    "mailererror": {"5.3.0"},
    "onhold": {"5.0.0"},
    "undefined": {"5.0.0"},
}


def is_report(name: str) -> bool:
    """Whether a file of the set is a delivery report: complaints and vacation notices are none."""
    return not name.startswith(("arf-", "rfc3834-"))


def mails(corpora: Path) -> Iterator[tuple[str, Part]]:
    """Yield the mails of the set, by name."""
    for path in sorted((corpora / "mail" / "sisimai").glob("*.eml")):
        yield path.stem, read_tree(path.read_bytes()).root


def statuses(corpora: Path) -> dict[str, set[str]]:
    """Return the statuses that are right for each mail."""
    told = json.loads((corpora / "mail" / "sisimai" / "expected.json").read_text("utf-8"))
    return {
        name: {status for one in ones for status in (MEANT[one["reason"]] if ".0.9" in one["dsn"] else {one["dsn"]})}
        for name, ones in told.items()
        if is_report(name)
    }


def listed(names: list[str], of: int, least: float) -> None:
    """Assert that at most so many are wrong, and print which."""
    assert 1 - len(names) / of >= least, f"{len(names)} of {of}: {names}"


@pytest.mark.corpora
def test_reports_are_recognised_and_nothing_else(corpora: Path) -> None:
    """At least 99 % of the reports are told to be reports; no complaint and no vacation notice is."""
    seen = [(name, read_bounce(root) is not None) for name, root in mails(corpora)]
    listed([name for name, found in seen if is_report(name) and not found], len(seen), 0.99)
    assert [name for name, found in seen if found and not is_report(name)] == []


@pytest.mark.corpora
def test_statuses_are_right(corpora: Path) -> None:
    """At least 95 % of the statuses are the expected ones, 98 % where the report gives one, and 97 % of the classes."""
    expected = statuses(corpora)
    told = {
        name: read_bounce(root) or Bounce(None, None, None, None) for name, root in mails(corpora) if name in expected
    }
    wrong = [f"{n}: {b.status}, not {sorted(expected[n])}" for n, b in told.items() if b.status not in expected[n]]
    listed(wrong, len(told), 0.95)
    classes = [name for name, b in told.items() if (b.status or "?")[0] not in {s[0] for s in expected[name]}]
    listed(classes, len(told), 0.97)


@pytest.mark.corpora
def test_recipients_are_found(corpora: Path) -> None:
    """At least 97 % of the reports say whom they are about, and never their own sender."""
    told = [(name, root, read_bounce(root)) for name, root in mails(corpora) if is_report(name)]
    listed([name for name, _, b in told if b is None or "@" not in (b.recipient or "")], len(told), 0.97)
    own = [name for name, root, b in told if b and b.recipient and b.recipient in root.block.text("from")]
    assert own == []


@pytest.mark.corpora
def test_the_originals_are_named(corpora: Path) -> None:
    """Nine in ten reports name the mail that they are about; the others do not have it."""
    told = [(name, read_bounce(root)) for name, root in mails(corpora) if is_report(name)]
    listed([name for name, b in told if b is None or b.original_message_id is None], len(told), 0.9)


@pytest.mark.corpora
def test_words_alone_tell_nearly_as_much(corpora: Path) -> None:
    """Without their fields, reports by RFC 3464 are still recognised, and nine in ten name the same recipient."""
    reports = [(name, read_report(root)) for name, root in mails(corpora) if is_report(name)]
    fielded = [(name, report) for name, report in reports if report.groups]
    bare = {n: dataclasses.replace(r, groups=(), structured=False, kind="") for n, r in fielded}
    listed([name for name, report in bare.items() if not is_bounce(report)], len(bare), 0.99)
    other = [n for n, r in fielded if from_report(r).recipient != from_report(bare[n]).recipient]
    listed(other, len(bare), 0.9)
