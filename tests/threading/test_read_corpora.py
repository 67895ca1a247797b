"""Every file of the public corpora is read, and known ones as they are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from keepword.threading.read import read

# file, From, first To, Subject, Date: as the tests of the projects that published them say.
KNOWN = [
    ("rfc2822/example01", "jdoe@machine.example", "mary@example.net", "Saying Hello", "1997-11-21T09:55:06-06:00"),
    ("rfc2822/example03", "john.q.public@example.com", "mary@x.test", "", "2003-07-01T10:52:37+02:00"),
    ("rfc2822/example04", "pete@silly.example", "c@a.test", "", "1969-02-13T23:32:54-03:30"),
    ("rfc2822/example10", "pete@silly.test", "c@public.example", "", "1969-02-13T23:32:00-03:30"),
    ("rfc2822/example12", "jdoe@machine.example", "mary@example.net", "Saying Hello", "1997-11-21T09:55:06+00:00"),
    ("rfc2822/example13", "jdoe@machine.example", "mary@example.net", "Saying Hello", "1997-11-21T09:55:06-06:00"),
    ("rfc6532/utf8_headers", "jdöe@mächine.example", "märy@exämple.net", "Säying Hello", None),
    ("multi_charset/japanese", "raasdnil@gmail.com", "raasdnil@gmail.com", "まみむめも", None),
    ("multi_charset/japanese_iso_2022", "raasdnil@gmail.com", "raasdnil@gmail.com", "まみむめも", None),
    ("error_emails/bad_encoded_subject", None, None, "TEST", None),
    ("error_emails/bad_date_header2", "enews@Free-Quilting.com", "someone@live.com", None, None),
    (
        "error_emails/cant_parse_from",
        "News@InsideApple.Apple.com",
        "karl.baum@gmail.com",
        None,
        "2009-06-11T23:25:02-07:00",
    ),
    ("error_emails/empty_group_lists", "ceciledwards@sbcglobal.net", None, None, "2009-12-03T10:50:22-08:00"),
    (
        "plain_emails/raw_email_bad_time",
        "yusuf75thu@auracom.net",
        "abcdefg@AAAAAAAAA.net",
        None,
        "3609-06-30T15:33:50+06:00",
    ),
    ("plain_emails/raw_email_with_bad_date", "subventive@vodtravel.com", "sydney@xxxxxxxx.xxx", None, None),
    (
        "plain_emails/raw_email_trailing_dot",
        "noreply@rubyforge.org",
        "noreply@rubyforge.org",
        None,
        "2008-09-22T15:06:28-04:00",
    ),
    (
        "plain_emails/raw_email_multiple_from",
        "tim@powerupdev.com",
        "tim@powerupdev.com",
        None,
        "2007-10-22T23:45:23+00:00",
    ),
    ("plain_emails/raw_email", "jamis@37signals.com", None, "NOTE: 한국말로 하는 것", "2005-05-02T16:07:05-06:00"),
]


@pytest.mark.corpora
@pytest.mark.parametrize(("name", "sender", "recipient", "subject", "date"), KNOWN, ids=[row[0] for row in KNOWN])
def test_known_mails_are_as_known(
    corpora: Path, name: str, sender: str | None, recipient: str | None, subject: str | None, date: str | None
) -> None:
    """Sender, recipient, subject and date of odd mails; None where nothing is expected of the value."""
    path = corpora / "mail" / "mikel_mail" / "spec" / "fixtures" / "emails" / f"{name}.eml"
    message = read(path.read_bytes())
    assert (message.from_[0].address if message.from_ else None) == sender
    assert recipient is None or message.to[0].address == recipient
    assert subject is None or message.subject == subject
    assert (message.date.isoformat() if message.date else None) == date


@pytest.mark.corpora
def test_every_file_is_read(corpora: Path) -> None:
    """Mails and all that lies beside them: nothing raises, and every text can be stored."""
    read_ones = [read(path.read_bytes()) for path in sorted((corpora / "mail").rglob("*")) if path.is_file()]
    assert len(read_ones) > 1_000
    for message in read_ones:
        for text in (message.text, message.full_text, message.subject, *message.removed, *message.defects):
            text.encode("utf-8")


@pytest.mark.corpora
def test_ordinary_mails_have_no_defects_of_text(corpora: Path) -> None:
    """The mails of a support product are read without a doubt about their charset or encoding."""
    folder = corpora / "mail" / "chatwoot"
    read_ones = {path.stem: read(path.read_bytes()) for path in sorted(folder.rglob("*.eml"))}
    doubts = {name: [d for d in m.defects if d.startswith(("charset:", "transfer:"))] for name, m in read_ones.items()}
    assert {name: found for name, found in doubts.items() if found} == {}
