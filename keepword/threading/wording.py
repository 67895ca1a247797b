"""Words by which mail programs, robots and shared inboxes in many languages give themselves away.

Data alone, so that a language is added without touching a rule. Everything is lower case; what is matched, and where,
stands with each table.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


REPLY_PREFIXES = _words(
    """re aw antw antwort sv ref réf rif r rép rep ré réponse res resp ynt odp odpověď odg одг vá vs atb ats bls απ
    σχετ
    απάντηση отв ответ на відп răsp rasp svar vast hf 回复 回覆 答复 答覆 回信 返信 답장 답신 회신 رد השב תשובה תגובה
    ตอบ ตอบกลับ"""
)
"""Before the first colon of a subject: this mail answers another."""

FORWARD_PREFIXES = _words(
    """fwd fw wg weiterleitung tr rv i vs vb vl enc doorst doorgest pd i̇lt ilt továbbítás tov tb πρθ redir reenv
    fs yml trs persl prosl pārs edasi rejs пересл прсл fws frw 转发 轉寄 轉發 转寄 転送 전달 تحويل הועבר העב ส่งต่อ
    videresend encaminhada inoltro"""
)
"""Before the first colon of a subject: this mail passes another on, and answers nothing."""

AMBIGUOUS_PREFIXES = FORWARD_PREFIXES & REPLY_PREFIXES
"""`VS:` is a Finnish reply (vastaus) and a Danish or Norwegian forward (videresendt):
a forward unless the text shows better."""

FINNISH_HEADINGS = ("lähettäjä:", "vastaanottaja:", "kirjoitti:")
"""Lines that a Finnish mail program writes over the mail that it quotes."""

ROLE_STEMS = _words(
    """info infos office sales support service services helpdesk contact kontakt contacto contato contatto contactus
    billing invoice invoices accounting accounts buchhaltung rechnung rechnungen facturacion facturation compta
    comptabilite fatturazione amministrazione faktura fakturering boekhouding administratie ksiegowosc vertrieb verkauf
    ventas vendas vendite ventes verkoop myynti salg sprzedaz einkauf purchasing procurement inkoop achats compras
    acquisti bestellung bestellungen order orders commandes pedidos ordini zamowienia reklamation reklamacje returns
    marketing newsletter noreply press presse prensa imprensa stampa jobs careers karriere bewerbung recruiting hr
    personal rrhh secretariat sekretariat secretaria segreteria reception rezeption recepcion empfang bureau buero
    kundenservice kundendienst kundtjanst kundeservice kundeservis klantenservice asiakaspalvelu klientu bok
    zakaznici podpora pomoc soporte suporte supporto assistance asistencia assistenza customercare customerservice
    customersupport postmaster webmaster hostmaster abuse admin administrator root team enquiries enquiry inquiries
    inquiry feedback hello hola bonjour ciao moin booking bookings reservation reservations reservierung reservas
    prenotazioni datenschutz privacy dpo legal compliance security finance finanzen it edv dispatch versand shipping
    logistics logistik logistica shop store webshop onlineshop"""
)
"""The first word of a local part that names an office and no person."""

ROLE_NAMES = ROLE_STEMS | _words("mail email post posta correo courrier all everyone staff studio praxis kanzlei")
"""Whole local parts, dots and dashes left out, that name an office and no person."""

DAEMONS = _words(
    """mailer-daemon mailerdaemon maildaemon mail-daemon mail_daemon mailer_daemon daemon mdaemon postmaster root
    nobody uucp listserv majordomo mailman autoresponder auto-responder autoreply auto-reply auto_reply cron
    microsoftexchange329e71ec88ae4615bbc36ab6ce41109e"""
)
"""Whole local parts of mail systems."""

DAEMON_NAMES = frozenset(
    {"mail delivery subsystem", "mail delivery system", "mail delivery service", "mailer-daemon", "mailer daemon",
     "mail administrator", "system administrator", "microsoft outlook", "postmaster"}
)  # fmt: skip
"""Whole display names of mail systems."""

NO_REPLY = (
    "noreply", "donotreply", "dontreply", "noresponse", "noanswer", "neverreply", "unmonitored", "doesnotreply",
    "nichtantworten", "keineantwort", "nepasrepondre", "nepasrépondre", "noresponder", "nocontestar", "norispondere",
    "nonrispondere", "naoresponda", "nãoresponda", "naoresponder", "nietantwoorden", "nietbeantwoorden",
    "geenantwoord",
    "svarej", "svarainte", "ejsvar", "ikkesvar", "svarikke", "eivastausta", "nieodpowiadaj", "neodpovidat",
    "neodpovidejte", "nevalaszolj", "yanitlamayin", "neotvechat",
)  # fmt: skip
"""In a local part, all but letters left out: nobody reads what is sent there."""

AUTO_SUBJECTS = (
    "automatic reply", "auto reply", "auto-reply", "autoreply", "auto response", "auto-response", "autoresponse",
    "automated reply", "automated response", "out of office", "out-of-office", "out of the office",
    "away from my mail", "vacation reply", "vacation notice", "vacation message", "abwesenheitsnotiz",
    "abwesenheitsnachricht", "automatische antwort", "automatische abwesenheit",
    "réponse automatique", "reponse automatique", "message d'absence", "message d’absence", "absence du bureau",
    "absent du bureau", "notification d'absence", "respuesta automática", "respuesta automatica",
    "fuera de la oficina", "fuera de oficina", "ausencia de la oficina", "risposta automatica", "fuori ufficio",
    "assenza dall'ufficio", "resposta automática", "resposta automatica", "ausência do escritório",
    "fora do escritório", "ausência temporária", "automatisch antwoord", "automatische beantwoording",
    "niet aanwezig", "autosvar", "automatiskt svar", "automatisk svar",
    "ikke til stede", "fraværsbesked", "automaattinen vastaus", "poissaoloilmoitus",
    "odpowiedź automatyczna", "automatyczna odpowiedź", "autoodpowiedź", "poza biurem",
    "automatická odpověď", "automatická odpoveď", "mimo kancelář", "automatikus válasz", "házon kívül",
    "otomatik yanıt", "ofis dışında", "автоответ", "автоматический ответ", "нет на месте", "автоматична відповідь",
    "αυτόματη απάντηση", "εκτός γραφείου", "răspuns automat", "automatski odgovor", "samodejni odgovor",
    "automaatvastus", "automātiskā atbilde", "automatinis atsakymas", "自動返信", "自動応答", "不在通知",
    "自动回复", "自動回覆", "自动答复", "자동 응답", "자동 회신", "자동회신", "תשובה אוטומטית",
    "מענה אוטומטי", "رد تلقائي", "trả lời tự động", "balasan otomatis", "ตอบกลับอัตโนมัติ", "jawapan automatik",
    "out of office reply", "out of office autoreply", "out of the office reply",
)  # fmt: skip
"""What programs write before the subject that they answer; a mark or nothing follows."""

AUTO_WORDS = (
    "ooo", "abwesenheit", "abwesend", "absence", "assente", "afwezig", "afwezigheid", "frånvaro", "frånvarande", "fravær",
    "fraværende", "poissa", "nieobecność", "不在", "外出", "부재중",
)  # fmt: skip
"""Words that programs write so too; a colon follows."""

ABSENCE_SUBJECTS = (
    "out of office", "out of the office", "away from office", "away from the office", "away from my desk",
    "away until",
    "on vacation", "on annual leave", "on leave", "on holiday", "i am away", "i'm away", "i am out of",
    "nicht im büro",
    "außer haus", "im urlaub", "urlaub", "abwesend", "abwesenheit", "urlaubsvertretung", "absence", "absent",
    "en congé",
    "fuera de la oficina", "fuera de oficina", "de vacaciones", "in ferie", "assente", "de férias", "ausente",
    "afwezig",
    "met vakantie", "semester", "frånvaro", "ferie", "fravær", "lomalla", "poissa", "urlop", "dovolená", "szabadság",
    "в отпуске", "休暇", "不在", "休假", "휴가",
)  # fmt: skip
"""How the subjects of answers begin that may be absence notices."""

ABSENCE = (
    "i am out of the office", "i'm out of the office", "i am currently out of", "i'm currently out of",
    "i am away from the office", "i am currently away", "i will be out of the office", "i am on vacation",
    "i am on annual leave", "i am on leave", "i am on holiday", "i'm on vacation", "i'm on annual leave",
    "i will be away", "i am not in the office", "currently not in the office", "ich bin derzeit nicht im",
    "ich bin zur zeit nicht im", "ich bin zurzeit nicht im", "ich bin nicht im büro", "ich bin im urlaub",
    "ich bin bis zum", "ich befinde mich im urlaub", "ich bin außer haus", "ich bin abwesend",
    "je suis absent", "je suis actuellement absent", "je suis en congé", "je suis en vacances",
    "estoy fuera de la oficina", "estaré fuera de la oficina", "me encuentro fuera", "estoy de vacaciones",
    "sono fuori ufficio", "sono assente", "sono in ferie", "sarò assente", "estou fora do escritório",
    "estou ausente", "estou de férias", "estarei ausente", "ik ben afwezig", "ik ben niet aanwezig",
    "ik ben niet op kantoor", "ik ben met vakantie", "ik ben op vakantie", "jag är inte på kontoret",
    "jag är på semester", "jeg er ikke på kontoret", "jeg er på ferie", "jeg har ferie", "olen lomalla",
    "olen poissa", "jestem na urlopie", "przebywam na urlopie", "jestem poza biurem", "jsem na dovolené",
    "nejsem v kanceláři", "szabadságon vagyok", "я в отпуске", "нахожусь в отпуске", "休暇中", "不在にしており",
    "我正在休假", "我不在办公室", "휴가 중",
)  # fmt: skip
"""In a text: the writer is away."""

RETURN = (
    "when i return", "upon my return", "on my return", "after my return", "when i am back", "when i get back",
    "as soon as i return", "limited access to", "no access to", "in urgent cases", "for urgent matters",
    "if your matter is urgent", "if it is urgent", "for urgent", "will not be forwarded", "not be read",
    "in my absence", "during my absence", "please contact", "nach meiner rückkehr", "sobald ich zurück",
    "wieder erreichbar", "wieder im büro", "in dringenden fällen", "wird nicht weitergeleitet",
    "nicht weitergeleitet", "während meiner abwesenheit", "wenden sie sich", "à mon retour", "dès mon retour",
    "en cas d'urgence", "pendant mon absence", "veuillez contacter", "a mi regreso", "a mi vuelta",
    "en caso de urgencia", "para asuntos urgentes", "durante mi ausencia", "al mio rientro", "al mio ritorno",
    "in caso di urgenza", "per urgenze", "no meu retorno", "em caso de urgência", "assuntos urgentes",
    "bij mijn terugkomst", "na mijn terugkeer", "bij dringende", "voor dringende", "när jag är tillbaka",
    "vid brådskande", "når jeg er tilbake", "når jeg er tilbage", "ved hastende", "kun palaan",
    "kiireellisissä", "po powrocie", "w pilnych sprawach", "po návratu", "v naléhavých", "visszatérésem után",
    "sürgős esetben", "по возвращении", "по срочным вопросам", "戻り次第", "緊急の場合", "回来后",
    "紧急情况", "복귀 후",
)  # fmt: skip
"""In a text: what holds until the writer is back."""

CHALLENGE_SUBJECTS = (
    "please confirm your message", "confirm your message:", "your email requires verification", "[boxtrapper]",
    "message awaiting your verification", "verification required for your message", "sender verification",
    "please verify your message", "bitte bestätigen sie ihre nachricht",
)  # fmt: skip
"""How the subjects of challenges begin."""

CHALLENGE_TEXTS = (
    "reply to this message to confirm that you are a", "click the link below to verify that you are",
    "before your message can be delivered",
    "this account is protected by a challenge", "i'm protecting myself from receiving junk mail",
    "i am protecting myself from receiving junk mail",
    "waiting for you to verify", "verify that you are a real person", "prove that you are human",
)  # fmt: skip
"""In a text: the sender is to prove himself."""

CALENDAR_SUBJECTS = (
    "accepted:", "declined:", "tentative:", "tentatively accepted:", "new time proposed:", "zugesagt:", "abgelehnt:",
    "mit vorbehalt:", "angenommen:", "accepté", "refusé", "provisoire", "aceptado:", "aceptada:", "rechazado:",
    "provisional:", "accettato:", "rifiutato:", "provvisorio:", "aceito:", "aceite:", "recusado:", "provisório:",
    "geaccepteerd:", "geweigerd:", "voorlopig:", "accepterat:", "avböjt:", "preliminärt:", "accepteret:", "afvist:",
    "godtatt:", "avslått:", "hyväksytty:", "hylätty:", "zaakceptowano:", "zaakceptowane:", "odrzucono:", "odrzucone:",
    "přijato:", "odmítnuto:", "elfogadva:", "elutasítva:", "kabul edildi:", "reddedildi:", "принято:", "отклонено:",
    "под вопросом:", "承諾:", "辞退:", "仮承諾:", "已接受:", "已拒绝:", "暂定:", "수락:", "거절:",
)  # fmt: skip
"""How calendar programs begin the subject of an answer to an invitation."""
