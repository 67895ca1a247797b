"""Header blocks and separators: whole mails put under the writer's words, language by language."""

from __future__ import annotations

import pytest

from keepword.threading.visible.quotes_headers import separator
from keepword.threading.visible.text import visible

BLOCKS = {
    "en": "From: Anna <anna@example.com>\nSent: Monday, February 1, 2016 6:32 PM\nTo: Bob <bob@example.org>\nSubject: Your order",
    "en bold": "*From:* Anna <anna@example.com>\n*Sent:* Monday, February 1, 2016 6:32 PM\n*To:* Bob\n*Subject:* Your order",
    "en mac": (
        "From: Anna <anna@example.com>\nDate: Monday, February 1, 2016 at 6:32 PM\nTo: Bob "
        "<bob@example.org>\nSubject: Your order"
    ),
    "en no address": "From: Anna\nSent: Monday, February 1, 2016\nTo: Bob\nSubject: Your order",
    "de": "Von: Anna <anna@example.com>\nGesendet: Montag, 1. Februar 2016 18:32\nAn: Bob\nBetreff: Ihre Bestellung",
    "fr": "De : Anna <anna@example.com>\nEnvoyé : lundi 1 février 2016 18:32\nÀ : Bob\nObjet : Votre commande",
    "es": "De: Anna <anna@example.com>\nEnviado: lunes, 1 de febrero de 2016 18:32\nPara: Bob\nAsunto: Su pedido",
    "pt": "De: Anna <anna@example.com>\nEnviada em: segunda-feira, 1 de fevereiro de 2016 18:32\nPara: Bob\nAssunto: Seu pedido",
    "it": "Da: Anna <anna@example.com>\nInviato: lunedì 1 febbraio 2016 18:32\nA: Bob\nOggetto: Il tuo ordine",
    "nl": "Van: Anna <anna@example.com>\nVerzonden: maandag 1 februari 2016 18:32\nAan: Bob\nOnderwerp: Je bestelling",
    "sv": "Från: Anna <anna@example.com>\nSkickat: den 1 februari 2016 18:32\nTill: Bob\nÄmne: Din beställning",
    "da": "Fra: Anna <anna@example.com>\nSendt: 1. februar 2016 18:32\nTil: Bob\nEmne: Din ordre",
    "nb": "Fra: Anna <anna@example.com>\nSendt: mandag 1. februar 2016 18.32\nTil: Bob\nEmne: Bestillingen din",
    "fi": (
        "Lähettäjä: Anna <anna@example.com>\nLähetetty: maanantai 1. helmikuuta 2016 "
        "18.32\nVastaanottaja: Bob\nAihe: Tilauksesi"
    ),
    "pl": "Od: Anna <anna@example.com>\nWysłano: poniedziałek, 1 lutego 2016 18:32\nDo: Bob\nTemat: Zamówienie",
    "cs": "Od: Anna <anna@example.com>\nOdesláno: pondělí 1. února 2016 18:32\nKomu: Bob\nPředmět: Objednávka",
    "sk": "Od: Anna <anna@example.com>\nOdoslané: pondelok 1. februára 2016 18:32\nKomu: Bob\nPredmet: Objednávka",
    "hu": "Feladó: Anna <anna@example.com>\nElküldve: 2016. február 1. 18:32\nCímzett: Bob\nTárgy: Rendelés",
    "ro": "De la: Anna <anna@example.com>\nTrimis: luni, 1 februarie 2016 18:32\nCătre: Bob\nSubiect: Comanda",
    "ru": "От: Анна <anna@example.com>\nОтправлено: 1 февраля 2016 г. 18:32\nКому: Bob\nТема: Заказ",
    "uk": "Від: Анна <anna@example.com>\nНадіслано: 1 лютого 2016 р. 18:32\nКому: Bob\nТема: Замовлення",
    "bg": "От: Анна <anna@example.com>\nИзпратено: 1 февруари 2016 г. 18:32\nДо: Bob\nОтносно: Поръчка",
    "el": "Από: Anna <anna@example.com>\nΣτάλθηκε: Δευτέρα, 1 Φεβρουαρίου 2016\nΠρος: Bob\nΘέμα: Παραγγελία",
    "tr": "Kimden: Anna <anna@example.com>\nGönderildi: 1 Şubat 2016 Pazartesi 18:32\nKime: Bob\nKonu: Sipariş",
    "zh-cn": "发件人: Anna <anna@example.com>\n发送时间: 2016年2月1日 18:32\n收件人: Bob\n主题: 订单",
    "zh-tw": "寄件者: Anna <anna@example.com>\n寄件日期: 2016年2月1日 18:32\n收件者: Bob\n主旨: 訂單",
    "ja": "差出人: Anna <anna@example.com>\n送信日時: 2016年2月1日 18:32\n宛先: Bob\n件名: ご注文",
    "ko": "보낸 사람: Anna <anna@example.com>\n보낸 날짜: 2016년 2월 1일 18:32\n받는 사람: Bob\n제목: 주문",
    "he": "מאת: Anna <anna@example.com>\nנשלח: יום שני 01 פברואר 2016\nאל: Bob\nנושא: הזמנה",
    "ar": "من: Anna <anna@example.com>\nتم الإرسال: 1 فبراير 2016\nإلى: Bob\nالموضوع: طلب",
    "th": "จาก: Anna <anna@example.com>\nส่ง: 1 กุมภาพันธ์ 2016\nถึง: Bob\nเรื่อง: คำสั่งซื้อ",
    "vi": "Từ: Anna <anna@example.com>\nĐã gửi: 1 Tháng Hai 2016\nĐến: Bob\nChủ đề: Đơn hàng",
    "hr": "Šalje: Anna <anna@example.com>\nPoslano: 1. veljače 2016. 18:32\nPrima: Bob\nPredmet: Narudžba",
    "gmx": (
        'Gesendet: Montag, 01. Februar 2016 um 18:32 Uhr\nVon: "Anna" <anna@example.com>\nAn: bob@example.org\n'
        "Betreff: Ihre Bestellung"
    ),
    "notes": "From:   Anna/Example\nTo:     Bob\nDate:   02/01/2016 06:32 PM\nSubject:        Your order",
    "zimbra": (
        '----- Mail original -----\nDe: "Anna" <anna@example.com>\nÀ: bob@example.org\n'
        "Envoyé: Lundi 1 Février 2016\nObjet: a"
    ),
    "t-online": "-----Original-Nachricht-----\nBetreff: a\nDatum: 2016-02-01\nVon: Anna <anna@example.com>\nAn: Bob",
    "samsung": (
        "-------- Original message --------From: Anna <anna@example.com> Date: 2/1/16  6:32 PM  (GMT+01:00) "
        "To: bob@example.org Subject: Your order"
    ),
    "wrapped": (
        "From: Anna <anna@example.com>\nSent: Monday, February 1, 2016 6:32 PM\nTo: Bob <bob@example.org>;\n"
        "Carol <carol@example.org>\nCc: Dave <dave@example.org>\nSubject: Your order"
    ),
    "spaced": "From: Anna <anna@example.com>\n\nSent: Monday, February 1, 2016 6:32 PM\n\nTo: Bob\n\nSubject: Your order",
}
SEPARATORS = {
    "-----Original Message-----": "original",
    "*-------- Original Message --------*": "original",
    "-----Ursprüngliche Nachricht-----": "original",
    "-------- Originalnachricht --------": "original",
    "-----Message d'origine-----": "original",
    "-----Mensaje original-----": "original",
    "-----Mensagem original-----": "original",
    "-----Messaggio originale-----": "original",
    "-----Oorspronkelijk bericht-----": "original",
    "-----Ursprungligt meddelande-----": "original",
    "-----Oprindelig meddelelse-----": "original",
    "-----Opprinnelig melding-----": "original",
    "-----Alkuperäinen viesti-----": "original",
    "-----Wiadomość oryginalna-----": "original",
    "-----Původní zpráva-----": "original",
    "-----Pôvodná správa-----": "original",
    "-----Eredeti üzenet-----": "original",
    "-----Исходное сообщение-----": "original",
    "-----Original ileti-----": "original",
    "-----邮件原件-----": "original",
    "------------------ 原始邮件 ------------------": "original",
    "------------------ Original ------------------": "original",
    "-----元のメッセージ-----": "original",
    "-----원본 메시지-----": "original",
    "---------- Forwarded message ----------": "forward",
    "---------- Forwarded message ---------": "forward",
    "---------- Weitergeleitete Nachricht ----------": "forward",
    "-------- Message transféré --------": "forward",
    "---------- Mensaje reenviado ----------": "forward",
    "---------- Mensagem encaminhada ---------": "forward",
    "---------- Messaggio inoltrato ----------": "forward",
    "---------- Doorgestuurd bericht ----------": "forward",
    "---------- Vidarebefordrat meddelande ----------": "forward",
    "---------- Videresendt meddelelse ----------": "forward",
    "---------- Videresendt melding ----------": "forward",
    "---------- Edelleenlähetetty viesti ----------": "forward",
    "---------- Przekazana wiadomość ----------": "forward",
    "---------- Přeposlaná zpráva ----------": "forward",
    "---------- Továbbított üzenet ----------": "forward",
    "---------- Пересылаемое сообщение ----------": "forward",
    "---------- Yönlendirilmiş ileti ----------": "forward",
    "---------- 转发的邮件 ----------": "forward",
    "---------- 轉寄郵件 ----------": "forward",
    "---------- 転送されたメッセージ ----------": "forward",
    "---------- 전달된 메일 ----------": "forward",
    "Begin forwarded message:": "forward",
    "Anfang der weitergeleiteten Nachricht:": "forward",
    "Début du message réexpédié :": "forward",
    "Début du message transféré :": "forward",
    "Inicio del mensaje reenviado:": "forward",
    "Início da mensagem reencaminhada:": "forward",
    "Inizio messaggio inoltrato:": "forward",
    "Begin doorgestuurd bericht:": "forward",
    "Vidarebefordrat brev:": "forward",
    "Start på videresendt meddelelse:": "forward",
    "Välitetty viesti alkaa:": "forward",
    "Rozpoczęcie przekazywanej wiadomości:": "forward",
    "Начало переадресованного сообщения:": "forward",
    "下面是被转发的邮件：": "forward",
    "開始轉寄郵件：": "forward",
    "転送されたメッセージ：": "forward",
    "---------- my notes ----------": None,
    "I have forwarded the message to your colleague:": None,
    "*** important ***": None,
    "--": None,
}


@pytest.mark.parametrize("language", BLOCKS)
def test_an_answer_over_a_header_block_is_all_that_is_left(language: str) -> None:
    """What stands under a header block is another mail."""
    mail = f"Thanks, that helps.\n\nBest regards\n\n{BLOCKS[language]}\n\nTheir words.\n\nAnd more.\n"

    read = visible(mail, None, None)

    assert read.text == "Thanks, that helps.\n\nBest regards"
    assert read.full_text == mail.strip()
    assert read.forwarded is None


@pytest.mark.parametrize(("row", "meaning"), SEPARATORS.items())
def test_separators_are_told_apart(row: str, meaning: str | None) -> None:
    """A separator announces an original, a forward, or it is the writer's own row."""
    assert separator(row) == meaning


@pytest.mark.parametrize("row", [row for row, meaning in SEPARATORS.items() if meaning == "original"])
def test_what_stands_under_an_original_is_cut(row: str) -> None:
    """A separator alone is enough: some programs write no header block."""
    assert visible(f"My answer.\n\n{row}\n\nTheir words.", None, None).text == "My answer."


OWN = [
    "I want to travel.\n\nFrom: Berlin\nTo: Munich\nDate: 3 May 2024\n\nPlease book it.",
    "Please change my address.\n\nName: Anna\nStreet: Main road 1\nCity: Berlin\n\nThanks",
    "These are the parts:\n\nA: screws\nB: nuts\nC: washers",
    "Subject: something else\n\nHello, I have a question.",
    "Date: Monday\nTime: 10:00\nPlace: your shop",
    "To: whom it may concern\n\nI complain.",
]


@pytest.mark.parametrize("text", OWN)
def test_lists_with_labels_stay(text: str) -> None:
    """Support mail is full of "label: value" rows that are no mail headers."""
    assert visible(text, None, None).text == text
