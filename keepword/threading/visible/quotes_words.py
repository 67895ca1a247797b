"""The words by which mail programs introduce what they quote or forward, in the languages in which they ship.

All words are casefolded. Sources: the message catalogues of Thunderbird, Gmail, Outlook, Apple Mail, Yahoo, K-9 and
Roundcube as they show in real mail.
"""

from __future__ import annotations

WROTE = (
    "wrote", "writes", "writes to you", "posted", "schrieb", "schreibt", "geschrieben", "hat geschrieben", "a écrit",
    "a ecrit", "écrivait", "écrit", "escribió", "escribio", "ha escrito", "escribía", "escreveu", "escreve",
    "ha scritto", "scrisse", "scrive", "ha inviato", "schreef", "het volgende geschreven", "heeft geschreven",
    "skrev", "skriver", "kirjoitti", "kirjoittaa", "napisał(a)", "napisał", "napisała", "pisze", "napisane przez",
    "napsal(a)", "napsal", "napsala", "píše", "napísal(a)", "napísal", "napísala", "napisal", "napisala",
    "je napisal", "je napisala", "napisao", "napisao je", "napisala je", "je napisao", "piše", "je napisao/la",
    "írta", "ezt írta", "a scris", "написал", "написала", "написал(а)", "пишет", "писал", "писал(а)", "писала",
    "пише", "написав", "написав(-ла)", "написала", "пише(-ть)", "написа", "је написао", "је написала", "напиша",
    "έγραψε", "έγραψες", "yazdı", "şunu yazdı", "şunları yazdı", "tarafından yazıldı", "写道", "寫道", "写到", "寫到",
    "的邮件", "來信", "撰寫", "のメール", "書きました", "のメッセージ", "書き込みました", "が書きました", "작성",
    "님이 작성", "님이 씀", "님의 말", "썼습니다", "님이 작성한 메시지", "כתב", "כתבה", "כתב/ה", "كتب", "كتبت",
    "كتب/ت", "نوشت", "نوشته", "เขียนว่า", "เขียน", "đã viết", "viết", "menulis", "tulis", "parašė", "rašė",
    "rakstīja", "kirjutas", "va escriure", "ha escrit", "escribiu", "idatzi du", "skrifaði", "ने लिखा", "लिखा",
    "isulat",
)  # fmt: skip

OPENERS = (
    "on", "in", "am", "le", "el", "em", "op", "den", "il", "il giorno", "w dniu", "dnia", "dne", "dňa", "no dia",
    "na", "o dia", "el dia", "pe", "în", "în data de", "la data de", "la", "в", "у", "вт", "на", "στις", "την", "vào",
    "vào lúc", "pada", "בתאריך", "ב-", "في", "بتاريخ", "در", "เมื่อ", "ใน", "dana", "u", "datum", "a les", "a", "à",
    "az", "tarihinde", "data", "das", "no", "kirjutas", "þann", "ti", "d.",
)  # fmt: skip
"""What may stand before the date of an attribution: "On 3 May …", "Am 3. Mai …"."""

FROM, DATE, TO, CC, SUBJECT, REPLY, OTHER = "from", "date", "to", "cc", "subject", "reply", "other"

_LABELS: dict[str, tuple[str, ...]] = {
    FROM: (
        "from", "von", "de", "da", "van", "från", "fra", "od", "lähettäjä", "от", "от кого", "від", "від кого",
        "отправитель", "kimden", "gönderen", "gönderici", "差出人", "送信者", "发件人", "发信人", "寄件者", "寄件人",
        "寄信人", "보낸 사람", "보낸사람", "보낸이", "feladó", "de la", "expeditor", "από", "αποστολέας",
        "odesílatel", "odesilatel", "odosielateľ", "nadawca", "remitente", "expéditeur", "mittente", "afzender",
        "remetente", "avsändare", "afsender", "avsender", "absender", "מאת", "من", "المرسل", "از", "فرستنده", "จาก",
        "từ", "người gửi", "dari", "pengirim", "pošiljatelj", "šalje", "šalje se", "пошиљалац", "од", "nuo", "no",
        "sūtītājs", "saatja", "kellelt", "frá", "sendandi", "remitent", "sender", "प्रेषक", "dal",
    ),
    DATE: (
        "date", "sent", "sent on", "sent at", "datum", "gesendet", "gesendet am", "envoyé", "envoyé le",
        "date d'envoi", "fecha", "fecha de envío", "enviado", "enviado el", "enviada em", "enviado em", "enviada",
        "enviat", "data", "inviato", "data invio", "verzonden", "verzonden op", "skickat", "skickades", "sendt",
        "sendt den", "dato", "data wysłania", "wysłano", "wysłane", "lähetetty", "päivämäärä", "päiväys", "pvm",
        "дата", "отправлено", "дата отправки", "надіслано", "відправлено", "изпратено", "gönderme tarihi",
        "gönderildi", "gönderilme tarihi", "tarih", "送信日時", "日時", "日付", "送信日", "发送时间", "发送日期",
        "日期", "时间", "寄件日期", "傳送日期", "已傳送", "已发送", "보낸 날짜", "날짜", "보낸시간", "보낸 시간",
        "elküldve", "dátum", "küldve", "küldés ideje", "trimis", "dată", "data trimiterii", "ημερομηνία", "εστάλη",
        "στάλθηκε", "odesláno", "odoslané", "poslano", "poslato", "послато", "נשלח", "תאריך", "تاريخ", "التاريخ",
        "تم الإرسال", "تاريخ الإرسال", "أرسلت", "ส่ง", "วันที่", "ส่งเมื่อ", "đã gửi", "ngày", "gửi", "dikirim",
        "tanggal", "išsiųsta", "nosūtīts", "datums", "saadetud", "kuupäev", "dagsetning", "sent date", "दिनांक",
    ),
    TO: (
        "to", "an", "à", "a", "para", "pour", "aan", "naar", "till", "til", "do", "vastaanottaja", "кому", "до", "за",
        "kime", "alıcı", "宛先", "收件人", "收件者", "收信人", "받는 사람", "받는사람", "받는이", "címzett", "către",
        "catre", "la", "προς", "komu", "אל", "إلى", "الى", "المرسل إليه", "به", "ถึง", "đến", "tới", "người nhận",
        "kepada", "untuk", "kam", "kellele", "saaja", "adresāts", "per a", "per", "destinataire", "destinatario",
        "destinatário", "dla", "mottaker", "prima", "za", "primatelj", "прима", "viðtakandi", "empfänger",
        "ontvanger", "प्रति",
    ),
    CC: (
        "cc", "c.c.", "bcc", "cci", "cco", "kopie", "kopie (cc)", "copie", "copie à", "copia", "cópia", "kopia",
        "kopi", "dw", "udw", "копия", "копія", "bilgi", "抄送", "副本", "참조", "másolatot kap", "másolat", "κοιν",
        "κοινοποίηση", "kópia", "עותק", "نسخة", "สำเนา", "tembusan", "đồng kính gửi", "kopija", "koopia", "afrit",
    ),
    SUBJECT: (
        "subject", "betreff", "objet", "sujet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne", "temat",
        "aihe", "тема", "konu", "件名", "主题", "主旨", "主題", "标题", "제목", "tárgy", "subiect", "θέμα", "předmět",
        "predmet", "нaслов", "наслов", "נושא", "الموضوع", "موضوع", "เรื่อง", "หัวเรื่อง", "chủ đề", "tiêu đề",
        "perihal", "subjek", "tema", "teema", "assumpte", "efni", "относно", "предмет", "naslov", "zadeva", "विषय",
    ),
    REPLY: (
        "reply-to", "reply to", "antwort an", "antworten an", "répondre à", "responder a", "rispondi a", "risposta",
        "antwoorden aan", "antwoord aan", "svar til", "svara till", "odpowiedz do", "odpověď na", "ответить",
        "返信先", "回复", "답장 받는 사람", "yanıt adresi",
    ),
    OTHER: (
        "importance", "priority", "attachments", "attachment", "sensitivity", "organization", "organisation",
        "newsgroups", "categories", "wichtigkeit", "anlagen", "priorité", "importanza", "importancia", "prioridad",
        "pièces jointes", "pièce jointe", "allegati", "allegato", "datos adjuntos", "adjuntos", "anexos", "bijlagen",
        "bilagor", "urgentie", "message-id", "user-agent", "附件", "添付ファイル", "list-id", "mailing-list",
        "delivered-to", "return-path", "x-mailer", "mime-version", "content-type", "wichtig", "signed by",
        "mailed-by",
    ),
}  # fmt: skip

LABELS: dict[str, str] = {word: field for field, words in _LABELS.items() for word in words}
"""Label of a header field as a program prints it → which field it is. `a`, `la` and their like count only inside a block."""

MESSAGE = (
    "message", "messaggio", "mensagem", "mensaje", "mensatge", "missatge", "nachricht", "bericht", "meddelande",
    "brev", "besked", "meddelelse", "melding", "viesti", "wiadomoś", "zpráv", "správ", "mail", "üzenet", "levél",
    "mesaj", "ileti", "mesajul", "сообщени", "письмо", "писмо", "повідомлен", "лист", "съобщени", "порук", "μήνυμα",
    "メッセージ", "メール", "邮件", "郵件", "信件", "메시지", "메일", "הודע", "رسال", "پیام", "ข้อความ", "thư",
    "tin nhắn", "pesan", "mesej", "poruk", "sporočil", "laišk", "žinut", "ziņojum", "vēstul", "kiri", "sõnum",
    "skeyti",
)  # fmt: skip

ORIGINAL = (
    "original", "ursprüngliche", "ursprungliche", "originalnachricht", "originele", "oorspronkelijk", "ursprungligt",
    "oprindelig", "opprinnelig", "alkuperäinen", "oryginaln", "pierwotna", "původní", "pôvodn", "eredeti", "исходн",
    "оригинал", "первоначальн", "початков", "вихідн", "изходн", "izvorn", "izvirn", "αρχικό", "orijinal", "özgün",
    "元の", "元のメッセージ", "オリジナル", "原始", "原邮件", "原件", "원본", "원래", "מקורית", "الأصلية", "اصلی", "ต้นฉบับ",
    "gốc", "asli", "originali", "sākotnēj", "oriģināl", "algne", "upprunaleg", "reply message", "d'origine",
    "initial", "reply", "quoted", "antwort",
)  # fmt: skip

FORWARDED = (
    "forwarded", "forward", "weitergeleitet", "transféré", "transfere", "transmis", "réexpédié", "reexpédié",
    "réacheminé", "reenviado", "reenviada", "reencaminhad", "encaminhad", "inoltrat", "doorgestuurd", "doorgezonden",
    "vidarebefordra", "vidarebefodra", "videresend", "videresendt", "przekazan", "przekazywan", "przesłan", "přepos",
    "předan", "preposlan", "prepošl", "välitetty", "edelleenlähetet", "пересыл", "пересла", "переадрес", "перенаправ",
    "препратен", "прослеђ", "továbbított", "redirecționat", "redirectionat", "iletilen", "iletilmiş", "yönlendirilen",
    "yönlendirilmiş", "转发", "轉寄", "轉發", "転送", "전달", "προωθ", "הועבר", "מועבר", "موجهة", "معاد توجيه",
    "إعادة توجيه", "بازارسال", "هدایت", "ส่งต่อ", "chuyển tiếp", "diteruskan", "terusan", "dimajukan", "proslijeđen",
    "prosleđen", "posredovan", "persiųst", "pārsūt", "edastat", "áframsend", "reenviat",
)  # fmt: skip

BEGIN = (
    "begin", "start", "anfang", "beginn", "début", "inicio", "início", "inici", "inizio", "rozpocz", "początek",
    "začátek", "začiatok", "начало", "початок", "početak", "începutul", "下面是", "開始", "开始", "starter", "alkaa",
    "kezdete", "başlangıcı", "şu ileti", "시작", "αρχή", "here is the", "här är",
)  # fmt: skip

REPLY_ABOVE = (
    "reply above this line", "type your reply above", "write above this line", "reply above the line",
    "answer above this line", "antwort über dieser linie", "oberhalb dieser linie", "über dieser zeile antworten",
    "au-dessus de cette ligne", "encima de esta línea", "arriba de esta línea", "acima desta linha",
    "sopra questa riga", "sopra questa linea", "boven deze lijn", "boven deze regel", "ovanför denna rad",
    "over denne linje", "powyżej tej linii", "выше этой строки", "bu satırın üst", "この行より上", "请在此行上方", "在此行上方",
)  # fmt: skip
"""By which help desks ask for an answer over what they quote."""

FORWARD_PREFIXES = (
    "fwd", "fw", "wg", "tr", "rv", "i", "vs", "vb", "vl", "pd", "doorst", "enc", "trs", "fs", "videresendt", "转发",
    "轉寄", "転送", "전달", "пересл", "továbbítás", "ilt", "προωθ", "i", "rvf", "reenv", "továbbított",
)  # fmt: skip
"""Of subjects. `vs` is Finnish "forward" for some programs and "reply" for others; it only ever helps another sign."""
