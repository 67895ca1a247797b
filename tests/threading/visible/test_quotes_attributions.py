"""Attributions of the mail programs, language by language."""

from __future__ import annotations

import pytest

from keepword.threading.visible.text import visible

ATTRIBUTIONS = [
    # English: Gmail, Apple Mail, Thunderbird, Outlook for Mac, Yahoo, Zoho, Proton, Fastmail, Roundcube, K-9, Gmane
    "On Mon, Feb 1, 2016 at 6:32 PM, Anna Smith <anna@example.com> wrote:",
    "On Mon, Feb 1, 2016 at 6:32\u202fPM Anna Smith <anna@example.com> wrote:",
    "On Mon, Feb 1, 2016 at 6:32 PM, Anna Smith <anna@example.com>\nwrote:",
    "On Mon, Feb 1, 2016 at 6:32 PM, Anna Smith via Support <\nanna@example.com> wrote:",
    "On Feb 1, 2016, at 6:32 PM, Anna Smith <anna@example.com> wrote:",
    "On 1 Feb 2016, at 18:32, Anna wrote:",
    "On 01/02/16 18:32, Anna Smith wrote:",
    "On 2016-02-01 18:32, Anna Smith wrote:",
    "On 2/1/2016 6:32 PM, Anna Smith wrote:",
    "On Monday, February 1, 2016, 06:32:10 PM GMT+1, Anna Smith <anna@example.com> wrote:",
    "On Monday, February 1st, 2016 at 6:32 PM, Anna Smith <anna@example.com> wrote:",
    "On Mon, 1 Feb 2016, at 18:32, Anna Smith wrote:",
    "---- On Mon, 01 Feb 2016 18:32:36 +0530 Anna <anna@example.com> wrote ----",
    "----- On Feb 1, 2016, at 6:32 PM, Anna anna@example.com wrote:",
    "Anna Smith <anna@example.com> wrote:",
    "Anna Smith <anna@example.com> writes:",
    "At 01:32 PM 2/1/2016, you wrote:",
    "In article <abc@example.com>, Anna Smith <anna@example.com> wrote:",
    "2016-02-01 18:32 GMT+01:00 Anna Smith <anna@example.com>:",
    ">>> Anna Smith <anna@example.com> 2/1/2016 6:32 PM >>>",
    "    On Monday, February 1, 2016 6:32 PM, Anna Smith <anna@example.com> wrote:",
    'At 2016-02-01 18:32:10, "Anna" <anna@example.com> wrote:',
    'On 2/1/16, 6:32 PM, "Anna" <anna@example.com> wrote:',
    "Anna Smith <anna@example.com> wrote on 02/01/2016 06:32:10 PM:",
    '26.06.2014, 14:41, "Anna" <anna@example.com>:',
    # German
    "Am Mo., 1. Feb. 2016 um 18:32 Uhr schrieb Anna Schmidt <anna@example.com>:",
    "Am 1. Februar 2016 um 18:32 schrieb Anna Schmidt <anna@example.com>:",
    "Am 01.02.2016 um 18:32 schrieb Anna Schmidt:",
    "Am 01.02.2016 um 18:32 schrieb Anna Schmidt <anna@example.com>:",
    'Am 01.02.16 18:32 schrieb "Anna Schmidt" <anna@example.com\n>:',
    "> Am 01.02.2016 um 18:32 schrieb Anna Schmidt <anna@example.com>:",
    "Anna Schmidt <anna@example.com> schrieb am Mo., 1. Feb. 2016, 18:32:",
    "Anna Schmidt <anna@example.com> schrieb am Fr., 28.\nApr. 2017 um 11:53 Uhr:",
    "Am Montag, 1. Februar 2016, 18:32:10 MEZ hat Anna Schmidt <anna@example.com> Folgendes geschrieben:",
    # French
    "Le lun. 1 févr. 2016 à 18:32, Anna Martin <anna@example.com> a écrit :",
    "Le 1 février 2016 à 18:32, Anna Martin <anna@example.com> a écrit :",
    "Le 01/02/2016 à 18:32, Anna Martin a écrit :",
    "Le lundi 1 février 2016 à 18:32:10 UTC+1, Anna Martin <anna@example.com> a écrit :",
    'Le 4 janv. 2016 19:03, "Anna Martin"\n<anna@example.com>\na écrit :',
    # Spanish, Catalan, Galician
    "El lun, 1 feb 2016 a las 18:32, Anna García (<anna@example.com>) escribió:",
    "El 1 de febrero de 2016, 18:32, Anna García<anna@example.com> escribió:",
    "El 01/02/2016 a las 18:32, Anna García escribió:",
    "Missatge de Anna <anna@example.com> del dia dl., 1 de febr. 2016 a les 18:32:",
    "El dl., 1 de febr. 2016, 18:32, Anna <anna@example.com> va escriure:",
    # Portuguese
    "Em seg., 1 de fev. de 2016 às 18:32, Anna Silva <anna@example.com> escreveu:",
    "Em 1 de fevereiro de 2016 18:32, Anna Silva <anna@example.com>\nescreveu:",
    "Em 01/02/2016 18:32, Anna Silva escreveu:",
    "Anna Silva <anna@example.com> escreveu no dia segunda, 1/02/2016 à(s) 18:32:",
    "No dia 1 de fevereiro de 2016 às 18:32, Anna <anna@example.com> escreveu:",
    # Italian
    "Il giorno lun 1 feb 2016 alle ore 18:32 Anna Rossi <anna@example.com> ha scritto:",
    "Il 01/02/2016 18:32, Anna Rossi ha scritto:",
    "Il giorno 01 feb 2016, alle ore 18:32, Anna Rossi <anna@example.com> ha scritto:",
    # Dutch
    "Op ma 1 feb. 2016 om 18:32 schreef Anna de Vries <anna@example.com>:",
    "Op 01-02-16 om 18:32 schreef Anna de Vries:",
    "Op 1 feb. 2016 om 18:32 heeft Anna de Vries <anna@example.com> het volgende geschreven:",
    # Swedish, Danish, Norwegian, Finnish, Icelandic
    "Den mån 1 feb. 2016 kl 18:32 skrev Anna Svensson <anna@example.com>:",
    "1 feb. 2016 kl. 18:32 skrev Anna Svensson <anna@example.com>:",
    "Den 2016-02-01 kl. 18:32, skrev Anna Svensson:",
    "man. 1. feb. 2016 kl. 18.32 skrev Anna Jensen <anna@example.com>:",
    "Den man. 1. feb. 2016 kl. 18.32 skrev Anna Jensen <anna@example.com>:",
    "ma 1. helmik. 2016 klo 18.32 Anna Virtanen (anna@example.com) kirjoitti:",
    # Polish, Czech, Slovak, Hungarian, Romanian
    "pon., 1 lut 2016 o 18:32 Anna Nowak <anna@example.com> napisał(a):",
    "W dniu 01.02.2016 o 18:32, Anna Nowak pisze:",
    "W dniu pon., 1.02.2016 o 18:32 Anna Nowak <anna@example.com> napisał(a):",
    "Dnia 1 lutego 2016 18:32 Anna Nowak <anna@example.com> napisał(a):",
    "po 1. 2. 2016 v 18:32 odesílatel Anna Nováková <anna@example.com> napsal:",
    "Dne 1.2.2016 v 18:32 Anna Nováková napsal(a):",
    "po 1. 2. 2016 o 18:32 Anna Nováková <anna@example.com> napísal(a):",
    "Dňa 1. 2. 2016 o 18:32 Anna Nováková napísal(a):",
    "Anna Kovács <anna@example.com> ezt írta (időpont: 2016. febr. 1., H, 18:32):",
    "2016.02.01. 18:32 keltezéssel, Anna Kovács írta:",
    "În lun., 1 feb. 2016 la 18:32, Anna Pop <anna@example.com> a scris:",
    "Pe 01.02.2016 18:32, Anna Pop a scris:",
    # Russian, Ukrainian, Bulgarian, Serbian, Croatian, Slovenian
    "пн, 1 февр. 2016 г. в 18:32, Анна <anna@example.com>:",
    "01.02.2016 18:32, Анна пишет:",
    "1 февраля 2016 г., 18:32 пользователь Анна <anna@example.com> написал:",
    "Понедельник, 1 февраля 2016, 18:32 +03:00 от Анна <anna@example.com>:",
    "пн, 1 лют. 2016 р. о 18:32 Анна <anna@example.com> пише:",
    "01.02.16 18:32, Анна пише:",
    "На пн, 1.02.2016 г. в 18:32 Анна <anna@example.com> написа:",
    "пон, 1. феб 2016. у 18:32 Ана <anna@example.com> је написао/ла:",
    "pon, 1. velj 2016. u 18:32 Ana <anna@example.com> napisao je:",
    "Dne 1. 2. 2016 ob 18:32 je Ana <anna@example.com> napisal/-a:",
    # Greek, Turkish
    "Στις Δευ, 1 Φεβ 2016 στις 6:32 μ.μ., ο χρήστης Anna <anna@example.com> έγραψε:",
    "Anna <anna@example.com>, 1 Şub 2016 Pzt, 18:32 tarihinde şunu yazdı:",
    "1.02.2016 18:32 tarihinde Anna yazdı:",
    # Chinese, Japanese, Korean
    "Anna <anna@example.com> 于2016年2月1日周一 下午6:32写道：",
    "在 2016年2月1日，下午6:32，Anna <anna@example.com> 写道：",
    '在 2016-02-01 18:32:10，"Anna" <anna@example.com> 写道：',
    "Anna <anna@example.com> 於 2016年2月1日 週一 下午6:32寫道：",
    "2016年2月1日(月) 18:32 Anna <anna@example.com>:",
    "2016/02/01 18:32、Anna <anna@example.com>のメール:",
    "On 2016/02/01 18:32, Anna wrote:",
    "2016년 2월 1일 (월) 오후 6:32, Anna <anna@example.com>님이 작성:",
    "2016. 2. 1. 오후 6:32, Anna <anna@example.com> 작성:",
    # Hebrew, Arabic, Persian, Hindi, Thai, Vietnamese, Indonesian
    "‫בתאריך יום ב׳, 1 בפבר׳ 2016 ב-18:32 מאת ‪Anna‬‏ <‪anna@example.com‬‏>:‬",
    "في الاثنين، 1 فبراير 2016 في 6:32 م تمت كتابة ما يلي بواسطة Anna <anna@example.com>:",
    "سوم, 1 फ़र॰ 2016 को 6:32 pm बजे को Anna <anna@example.com> ने लिखा:",
    "ในวันที่ จ. 1 ก.พ. 2016 เวลา 18:32 Anna <anna@example.com> เขียนว่า:",
    "Vào Th 2, 1 thg 2, 2016 vào lúc 18:32 Anna <anna@example.com> đã viết:",
    "Pada tanggal Sen, 1 Feb 2016 pukul 18.32 Anna <anna@example.com> menulis:",
    # Baltic
    "2016-02-01, pr, 18:32 Anna <anna@example.com> rašė:",
    "pirmd., 2016. g. 1. febr., plkst. 18:32 — lietotājs Anna (<anna@example.com>) rakstīja:",
    "Kuupäev E, 1. veebruar 2016 kell 18:32 kirjutas Anna <anna@example.com>:",
]


WEAK = [
    "Anna wrote:",
    "Anna Schmidt hat am 01.02.2016 18:32 geschrieben:",
    "El jueves, 21 de noviembre de 2013, anna escribió:",
    "Anna Virtanen kirjoitti 1.2.2016 klo 18.32:",
]
"""Without an address or an hour at its date's side: somebody may have written it with his own hand."""


@pytest.mark.parametrize("attribution", [*ATTRIBUTIONS, *WEAK])
def test_an_answer_over_quoted_lines_is_all_that_is_left(attribution: str) -> None:
    """The words over the attribution are the writer's; the attribution and the quoted lines under it are not."""
    mail = f"Thanks, that helps.\n\nSecond paragraph.\n\n{attribution}\n\n> Their words.\n> And more.\n"

    assert visible(mail, None, None).text == "Thanks, that helps.\n\nSecond paragraph."


@pytest.mark.parametrize("attribution", [row for row in ATTRIBUTIONS if not row.startswith("> ")])
def test_an_answer_over_unmarked_lines_is_all_that_is_left(attribution: str) -> None:
    """Programs that do not mark what they quote still write an attribution; what follows it is not the writer's."""
    mail = f"Thanks, that helps.\n\nSecond paragraph.\n\n{attribution}\n\nTheir words.\n\nAnd more.\n"

    assert visible(mail, None, None).text == "Thanks, that helps.\n\nSecond paragraph."


@pytest.mark.parametrize("attribution", [row for row in [*ATTRIBUTIONS, *WEAK] if not row.startswith("> ")])
def test_an_answer_under_the_quote_is_all_that_is_left(attribution: str) -> None:
    """Who answers below gets the quote above cut."""
    mail = f"{attribution}\n> Their words.\n> And more.\n\nThanks, that helps.\n"

    assert visible(mail, None, None).text == "Thanks, that helps."


@pytest.mark.parametrize("attribution", WEAK)
def test_weak_attributions_over_unmarked_lines_stay(attribution: str) -> None:
    """What may be the writer's own sentence costs no text."""
    mail = f"Hello,\n\n{attribution}\n\nWe will refund you.\n\nThat did not happen."

    assert visible(mail, None, None).text == mail


OWN_SENTENCES = [
    "On Monday I wrote to you about my order.\nOn Tuesday I called.\nNothing happened since.",
    "On 3 March I received the parcel.\nOn 6 March 2020 at 10:00 it was returned.\nPlease refund me.",
    "I wrote to anna@example.com yesterday and she wrote:\nwe will call you back.\nNobody called.",
    "In 2019 we bought two, in 2020 three.\nThe order numbers are:\n1234\n5678",
    "At 10:30 I called your line.\nI was told:\nplease wait.",
    "Please answer to these addresses:\nanna@example.com\nbob@example.com",
    "My colleague wrote this on 3.5.2024:\nThe device is broken.",
    "Am 3. Mai habe ich bestellt.\nGeliefert wurde nichts.\nMeine Kundennummer lautet:\n4711",
    "2024-05-03 10:15 order placed\n2024-05-04 11:20 order shipped\n2024-05-05 09:00 order lost",
    "3 May 2024 is the date.\nThe invoice says:\n100 EUR",
    "Le 3 mai 2024 à 10:15 j'ai commandé un article.\nVoici le numéro :\n4711",
    "En 2024 je vous ai écrit :\nsans réponse.",
]


@pytest.mark.parametrize("text", OWN_SENTENCES)
def test_sentences_with_dates_stay(text: str) -> None:
    """Dates, hours, addresses and colons are what support mail is made of."""
    assert visible(text, None, None).text == text
