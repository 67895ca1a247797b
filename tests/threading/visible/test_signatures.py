"""Signatures, device lines and legal footers, told apart from what was written."""

from __future__ import annotations

import pytest

from keepword.threading.visible.signatures import is_closing, is_device_line
from keepword.threading.visible.text import visible

DEVICE_LINES = [
    "Sent from my iPhone", "Sent from my iPad", "Sent from my Samsung Galaxy smartphone.",
    "Sent from Yahoo Mail on Android", "Sent from Mail for Windows", "Sent from Outlook for iOS",
    "Get Outlook for iOS<https://aka.ms/o0ukef>", "Get Outlook for Android", "Sent with Proton Mail secure email.",
    "Sent via BlackBerry", "Sent from my mobile device, please excuse any typos.",
    "Sent from my phone. Please excuse my brevity.", "Sent from Gmail Mobile", "Von meinem iPhone gesendet",
    "Gesendet von meinem iPhone", "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Gesendet mit der GMX Mail App", "Gesendet von Mail für Windows", "Holen Sie sich Outlook für iOS",
    "Von meinem Samsung Galaxy Smartphone gesendet.", "Gesendet von Outlook für Android", "Envoyé de mon iPhone",
    "Envoyé depuis mon iPhone", "Envoyé à partir de Outlook pour Android", "Envoyé depuis l'application Mail Orange",
    "Télécharger Outlook pour iOS", "Enviado desde mi iPhone", "Enviado desde Outlook para Android",
    "Enviado do meu iPhone", "Enviado a partir do meu smartphone Samsung Galaxy.", "Obtener Outlook para iOS",
    "Inviato da iPhone", "Inviato dal mio dispositivo Samsung", "Inviato da Outlook per Android",
    "Scarica Outlook per iOS", "Verzonden vanaf mijn iPhone", "Verstuurd vanaf mijn iPad",
    "Outlook voor Android downloaden", "Verzonden met BlackBerry Work", "Skickat från min iPhone",
    "Hämta Outlook för iOS", "Sendt fra min iPhone", "Hent Outlook til iOS", "Lähetetty iPhonesta",
    "Hanki Outlook for iOS", "Wysłane z iPhone’a", "Wysłano z iPhone'a", "Wysłane z telefonu Samsung",
    "Odesláno z iPhonu", "Odoslané z iPhonu", "Az iPhone-omról küldve", "Trimis de pe iPhone-ul meu",
    "Отправлено с iPhone", "Отправлено из мобильной Почты Mail.ru", "Надіслано з iPhone", "Изпратено от моя iPhone",
    "Στάλθηκε από το iPhone μου", "iPhone'umdan gönderildi", "发自我的iPhone", "從我的 iPhone 傳送", "iPhoneから送信",
    "나의 iPhone에서 보냄", "נשלח מה-iPhone שלי", "أُرسلت من الـ iPhone", "ส่งจาก iPhone ของฉัน",
    "Đã gửi từ iPhone của tôi", "Dikirim dari iPhone saya",
]  # fmt: skip
OWN_LINES = [
    "Sent from my desk, is much easier than my mobile phone.",
    "Sent by DHL on Monday, it has not arrived.",
    "Enviado el paquete, espero su respuesta hoy mismo por favor.",
    "The parcel was sent from Berlin",
    "I bought an iPhone",
    "Sent from Berlin on 3 May 2024 with tracking number 1234567890 and still not here",
    "",
]


@pytest.mark.parametrize("row", DEVICE_LINES)
def test_device_lines_are_signatures(row: str) -> None:
    """A program signed for its owner."""
    assert is_device_line(row)
    read = visible(
        f"Please help.\n\n{row}\n\nOn 3 May 2024 at 10:00, Anna <anna@example.com> wrote:\n> Hi\n", None, None
    )
    assert read.text == "Please help."
    assert any(line.startswith("signature: ") for line in read.removed)


@pytest.mark.parametrize("row", OWN_LINES)
def test_sentences_about_sending_stay(row: str) -> None:
    """Support mail is about things that were sent."""
    assert not is_device_line(row)


SIGNATURES = {
    "dashes": ("-- \nAnna Smith\nHead of Things\n+49 30 1234567", "signature: -- Anna Smith"),
    "dashes without a blank": ("--\nAnna Smith", "signature: -- Anna Smith"),
    "dash": ("—\nAnna Smith", "signature: — Anna Smith"),
    "underscores": ("______________________________\nAnna Smith\nwww.example.com", "signature: ___"),
    "list": (
        "_______________________________________________\nusers mailing list\nusers@lists.example.com",
        "signature: ___",
    ),
    "disclaimer": (
        (
            "This email and any attachments are confidential and intended solely for the recipient.\nIf you "
            "received this in error, delete it."
        ),
        "footer: This email and any",
    ),
    "german footer": (
        (
            "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, "
            "informieren Sie bitte den Absender."
        ),
        "footer: Diese E-Mail",
    ),
    "company": (
        (
            "Example GmbH\nGeschäftsführer: Anna Schmidt\nAmtsgericht Berlin, Handelsregister HRB "
            "1234\nSitz der Gesellschaft: Berlin"
        ),
        "footer: Example GmbH",
    ),
    "virus": ("Virus-free. www.avast.com <https://www.avast.com/>", "footer: Virus-free."),
    "environment": ("Please consider the environment before printing this email.", "footer: Please consider"),
}


@pytest.mark.parametrize("kind", SIGNATURES)
def test_signatures_and_footers_are_cut_and_named(kind: str) -> None:
    """What stands under the words is cut from the text, stays in the full text, and is listed."""
    block, line = SIGNATURES[kind]
    mail = f"Please help.\n\nThank you\nAnna\n\n{block}"

    read = visible(mail, None, None)

    assert read.text == "Please help.\n\nThank you\nAnna"
    assert read.full_text == mail.replace("-- \n", "--\n")
    assert any(found.startswith(line) for found in read.removed), read.removed


def test_the_greeting_and_the_name_stay_and_the_contact_block_goes() -> None:
    """Who writes is said by the writer; titles and numbers are said by a template."""
    mail = (
        "Please help.\n\nKind regards,\n\nAnna Smith\nHead of Things\nExample Ltd\nTel: +49 30 1234567\nwww.example.com"
    )

    assert visible(mail, None, None).text == "Please help.\n\nKind regards,\n\nAnna Smith"


@pytest.mark.parametrize(
    "text",
    [
        "My parts:\n---\nscrew 1\nscrew 2\nscrew 3\nscrew 4\nscrew 5\nscrew 6\nscrew 7\nscrew 8\n---\nPlease send them.",
        "First topic\n*****\nSecond topic is longer than the first.",
        "The confidential document was lost. Please notify the sender.",
        "Here is code:\n```\n--\n# comment\n####\n```\nThat is all.",
        "Thanks,\nplease call me back at +49 30 1234567. I am at home until noon. Then I am at work.",
        "Thank you\n\nOne more question: where is my parcel?",
        "-- is the option that I use",
        "Regards\nAnna",
    ],
)
def test_what_only_looks_like_a_signature_stays(text: str) -> None:
    """Nothing of the writer's own is lost."""
    assert visible(text, None, None).text == text


def test_a_gateways_warning_on_top_is_a_footer() -> None:
    """It was put there by a machine between the writer and us."""
    read = visible(
        "CAUTION: This email originated from outside of the organization. Do not click links.\n\nHello,\nplease help.",
        None,
        None,
    )

    assert read.text == "Hello,\nplease help."
    assert read.removed[0].startswith("footer: CAUTION")


def test_text_that_is_all_signature_is_kept() -> None:
    """Where nothing is left, nothing goes."""
    assert visible("Sent from my iPhone", None, None).text == "Sent from my iPhone"


def test_a_signature_over_a_quote_goes_and_the_answer_under_it_stays() -> None:
    """Each stretch of own words is looked at by itself."""
    mail = "One.\n\n-- \nAnna\n\n> Question?\n\nTwo.\n\nSent from my iPhone"

    assert visible(mail, None, None).text == "One.\n\n> Question?\n\nTwo."


@pytest.mark.parametrize(
    "row",
    [
        "Kind regards,",
        "Mit freundlichen Grüßen",
        "Cordialement,",
        "Saludos",
        "Atenciosamente,",
        "よろしくお願いいたします",
        "С уважением,",
        "*Best regards*",
    ],
)
def test_closings_are_known(row: str) -> None:
    """In many languages."""
    assert is_closing(row)
