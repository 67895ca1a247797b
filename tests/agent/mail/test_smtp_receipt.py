"""What relays say when they have taken a mail."""

from __future__ import annotations

import pytest

from keepword.agent.mail.smtp.receipt import receipt

SES = "Ok 0102018ee5c6a5d0-2b7e1c9c-5a7b-4b8b-9c1b-2b7e1c9c5a7b-000000"
SES_ID = SES.removeprefix("Ok ")


@pytest.mark.parametrize(
    ("host", "text", "provider_id"),
    [
        ("email-smtp.us-east-1.amazonaws.com", SES, f"<{SES_ID}@email.amazonses.com>"),
        ("email-smtp.eu-west-1.amazonaws.com", SES, f"<{SES_ID}@eu-west-1.amazonses.com>"),
        ("email-smtp-fips.us-west-2.amazonaws.com", SES, f"<{SES_ID}@us-west-2.amazonses.com>"),
        ("EMAIL-SMTP.EU-WEST-1.AMAZONAWS.COM", SES_ID, f"<{SES_ID}@eu-west-1.amazonses.com>"),
        ("smtp.example.com", SES, None),
        ("email-smtp.eu-west-1.amazonaws.com.example.net", SES, None),
        ("smtp.example.com", "2.0.0 Ok: queued as 4711", None),
        ("smtp.example.com", "2.6.0 <kw.1@example.com> [InternalId=1] Queued mail for delivery", None),
        ("smtp.example.com", "2.6.0 <other@mail.example.net> Queued mail for delivery", "<other@mail.example.net>"),
        ("smtp.example.com", "", None),
    ],
)
def test_a22_the_providers_id_is_learnt(host: str, text: str, provider_id: str | None) -> None:
    """SES replaces every Message-ID (and knows its own region); others name one only where it is not ours."""
    assert receipt(host, text, "<kw.1@example.com>").provider_id == provider_id


def test_the_answer_is_kept_in_one_bounded_line() -> None:
    """The server's words are kept as they are, on one line."""
    assert receipt("smtp.example.com", "Ok\n queued " + "x" * 5000).answer == ("Ok queued " + "x" * 5000)[:1000]
