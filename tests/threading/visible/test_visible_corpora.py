"""The rates on public sets of mails with expected texts."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from keepword.threading.visible.text import visible

pytestmark = pytest.mark.corpora


def folded(text: str) -> str:
    """Fold white space at line ends, as the sets do."""
    return "\n".join(row.rstrip() for row in text.replace("\r\n", "\n").strip().split("\n"))


def trimmer_cases(corpora: Path) -> list[tuple[str, str, str]]:
    """Return name, mail and expected text of each of the 64 cases."""
    folder = corpora / "mail/email_reply_trimmer/test"
    return [
        (path.name, path.read_bytes().decode("utf-8", "replace"), (folder / "trimmed" / path.name).read_text())
        for path in sorted((folder / "emails").glob("*.txt"))
    ]


def test_email_reply_trimmer_exact(corpora: Path) -> None:
    """At least 62 of 64 are exact; a mail of nested attributions without a word is kept whole where the set wants nothing."""
    cases = trimmer_cases(corpora)
    wrong = [name for name, mail, expected in cases if folded(visible(mail, None, None).text) != folded(expected)]

    assert len(cases) == 64
    assert len(wrong) <= 2, wrong


def test_email_reply_trimmer_loses_nothing(corpora: Path) -> None:
    """No case loses more than a tenth of the words that the writer wrote."""
    for name, mail, expected in trimmer_cases(corpora):
        lost = Counter(expected.split()) - Counter(visible(mail, None, None).text.split())
        assert lost.total() <= len(expected.split()) / 10, name


_CLAIM = re.compile(r"('(?:[^'\\]|\\.)*')\s*(?:in|not in|==|,)\s*mail\.replies\[(\d)\]\.(\w+)")


def claims(corpora: Path) -> list[tuple[str, str, str, bool]]:
    """Return file, mail, words, and whether they are to be in the text: what the set says of its first and its older replies."""
    folder = corpora / "mail/mail-parser-reply"
    found = []
    for case in json.loads((folder / "expected.json").read_text()):
        mail = (folder / "test/emails" / case["file"]).read_text()
        for row in case["asserts"]:
            claim = _CLAIM.search(row)
            denied = " not in " in row or "NotIn" in row
            if claim and claim.group(3) in ("body", "content") and not (claim.group(2) != "0" and denied):
                found.append(
                    (case["file"], mail, ast.literal_eval(claim.group(1)), claim.group(2) == "0" and not denied)
                )
    return found


def test_mail_parser_reply(corpora: Path) -> None:
    """What the set calls the newest reply is in the text and what it calls older is not, in nine of ten claims.

    The rest: the set counts a closing and a name as signature; we keep them, they are the writer's own words.
    """
    stated = claims(corpora)
    wrong = [
        (file, words)
        for file, mail, words, wanted in stated
        if (words.strip("\n -") in visible(mail, None, None).text) != wanted
    ]

    assert len(stated) >= 40
    assert len(wrong) <= len(stated) // 5, wrong


def test_quotequail_forwards(corpora: Path) -> None:
    """Every forward of the set is unwrapped: sender, subject and text."""
    cases = json.loads((corpora / "mail/quotequail/expected_cases.json").read_text())["test_unwrap"]
    forwards = [
        (case["text"], case["expected"]) for case in cases if case["expected"] and case["expected"]["type"] == "forward"
    ]

    for mail, expected in forwards:
        found = visible(mail, None, None, subject="Fwd: it").forwarded
        assert found is not None, mail
        assert (found.from_.address if found.from_ else "") in expected.get("from", "")
        assert found.subject == expected.get("subject", "")
        assert folded(found.text) == folded(expected["text"])


def test_quotequail_tops(corpora: Path) -> None:
    """What stands over a quote or a forward is the text, in every case without words under it."""
    cases = json.loads((corpora / "mail/quotequail/expected_cases.json").read_text())["test_unwrap"]
    for case in cases:
        expected = case["expected"] or {}
        if expected.get("text_top") and not expected.get("text_bottom"):
            assert folded(visible(case["text"], None, None).text) == folded(expected["text_top"])


def test_quotequail_pages(corpora: Path) -> None:
    """In HTML nothing of the quoted mail is in the text, and the words over it are."""
    folder = corpora / "mail/quotequail"
    for case in json.loads((folder / "expected_cases.json").read_text())["test_unwrap_html"]:
        page = case["html"] if "html" in case else (folder / "tests/files" / case["file"]).read_text()
        expected = case["expected"] or {}
        if "html_top" in expected:
            top, below = visible(None, expected["html_top"], None).text, visible(None, expected["html"], None).text
            read = visible(None, page, None).text
            assert folded(read) == folded(top)
            assert below not in read
