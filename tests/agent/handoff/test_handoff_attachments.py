"""Which mails cannot be answered without what is attached to them."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest
from office import SUPPORT, Office

from keepword.agent.handoff.attachments import depends_on_attachment
from keepword.threading.read import read

PHOTO = ("image", "jpeg", "broken.jpg", 90_000)
LOGO = ("image", "png", "logo.png", 4_000)
CARD = ("text", "vcard", "anna.vcf", 90_000)
INVOICE = ("application", "pdf", "invoice.pdf", 30_000)


def mail(text: str, *attachments: tuple[str, str, str, int]) -> bytes:
    """Return a customer's mail with these attachments."""
    message = EmailMessage()
    message["Authentication-Results"] = "mx.example.com; dmarc=pass header.from=example.org"
    message["From"], message["To"], message["Subject"] = "anna@example.org", SUPPORT, "My order"
    message["Message-ID"], message["Date"] = "<1@example.org>", "Mon, 30 Nov 2026 11:59:00 +0000"
    message.set_content(text)
    for main, sub, name, size in attachments:
        message.add_attachment(b"\0" * size, maintype=main, subtype=sub, filename=name)
    return bytes(message)


@pytest.mark.parametrize(
    ("text", "attachments", "expected"),
    [
        ("Please see the attached photo of the damage.", (PHOTO,), True),
        ("I have attached my invoice, what now?", (INVOICE,), True),
        ("Im Anhang finden Sie die Rechnung.", (INVOICE,), True),
        ("Anbei ein Foto.", (PHOTO,), True),
        ("Vous trouverez la facture en pièce jointe.", (INVOICE,), True),
        ("Vous trouverez ci-joint la facture.", (INVOICE,), True),
        ("Adjunto la factura de mi pedido.", (INVOICE,), True),
        ("In allegato la foto del danno.", (PHOTO,), True),
        ("In de bijlage vindt u de factuur.", (INVOICE,), True),
        ("Segue em anexo a fatura do pedido.", (INVOICE,), True),
        ("", (PHOTO,), True),
        ("Hello", (INVOICE,), True),
        ("Please see the attached photo of the damage.", (), False),
        ("Please see the attached photo of the damage.", (LOGO,), False),
        ("When are you open on Saturdays?", (PHOTO,), False),
        ("When are you open on Saturdays?", (CARD,), False),
        ("Wann haben Sie samstags geöffnet?", (INVOICE,), False),
        ("I am rather attached to this chair, can it be repaired?", (LOGO,), False),
    ],
)
def test_what_points_to_an_attachment(
    text: str, attachments: tuple[tuple[str, str, str, int], ...], expected: bool
) -> None:
    """It takes an attachment that may hold something, and words that point to it or no words at all."""
    assert depends_on_attachment(read(mail(text, *attachments))) is expected


@pytest.mark.parametrize(("switch", "expected"), [(True, "handoff"), (False, "replied")])
async def test_such_a_mail_is_a_persons_job(office: Office, switch: bool, expected: str) -> None:
    """It is handed off before any model is asked, unless the operator wants it otherwise."""
    office.terms = replace(office.terms, policy=replace(office.terms.policy, attachments=switch))
    office.restart()
    await office.poll()
    office.receive(mail("Please see the attached photo of the damage.", PHOTO))
    assert [o.outcome.value for o in await office.poll()] == [expected]
