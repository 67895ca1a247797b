"""Which mail gets no answer, and which ordinary mail must pass."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from keepword.threading.authentication import authenticate
from keepword.threading.gate import RULES, Action, Counts, Limits, OperatorRule, Own, judge, over_cap
from keepword.threading.message import Address, Attachment, Bounce, Header, Message
from keepword.threading.read import read
from keepword.threading.verdicts import Gate, GateVerdict, Level

OWN = Own(addresses=("support@example.com", "Help@Example.com", "desk+eu@example.com"))
PASS = (Gate.PASS, "")
ANSWER = ("<q@example.com>",)


def mail(
    headers: Mapping[str, str] | None = None, *, author: str = "anna@example.net", name: str = "Anna", **fields: object
) -> Message:
    """Make a mail with these header fields."""
    given = tuple(Header(n.lower(), v) for n, v in (headers or {}).items())
    plain = Message(
        digest="0", size=1, message_id="<m@x>", synthetic_id=None, from_=(Address(author, name),), headers=given
    )
    return replace(plain, **fields)


def verdict(message: Message, own: Own = OWN) -> tuple[Gate, str]:
    """Judge without the operator's rules."""
    found = judge(message, own)
    return found.verdict, found.reason


@pytest.mark.parametrize(
    "address",
    ["support@example.com", "SUPPORT@EXAMPLE.COM", "help@example.com", "support+t.abc@example.com", "desk@example.com"],
)
def test_a1_e8_own_addresses_are_never_answered(address: str) -> None:
    """Our address, an alias, any case, any tag: it is us."""
    assert (Gate.DROP, "own_address") == verdict(mail(author=address))


@pytest.mark.parametrize("address", ["supporter@example.com", "support@example.net", "anna+support@example.com"])
def test_other_addresses_are_others(address: str) -> None:
    """An address that only looks like ours is a customer's."""
    assert PASS == verdict(mail(author=address))


def test_a1_an_own_address_among_several_authors() -> None:
    """We are not answered beside somebody else either."""
    both = (Address("anna@example.net"), Address("support@example.com"))
    assert (Gate.DROP, "own_address") == verdict(mail(from_=both))


def test_a3_own_messages_are_recognised() -> None:
    """A mail under a Message-ID that we signed is ours, whoever seems to have sent it."""
    assert (Gate.DROP, "own_message") == verdict(mail(), replace(OWN, own_message=True))


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Auto-Submitted": "auto-replied"}, "auto_submitted"),
        ({"Auto-Submitted": "Auto-Generated; owner-email=x@y"}, "auto_submitted"),
        ({"Auto-Submitted": "(vacation) auto-notified"}, "auto_submitted"),
        ({"Auto-Submitted": "no (really)", "X-Autoreply": "yes"}, "auto_submitted"),
        ({"X-Autorespond": "Away"}, "auto_submitted"),
        ({"X-Autoresponder": "1.0"}, "auto_submitted"),
        ({"X-Auto-Response-Suppress": "All"}, "auto_submitted"),
        ({"X-Auto-Response-Suppress": "DR, OOF, AutoReply"}, "auto_submitted"),
        ({"X-Post-MessageClass": "9; Autoresponder"}, "auto_submitted"),
        ({"X-Apple-Action": "VACATION"}, "auto_submitted"),
        ({"X-FC-MachineGenerated": "true"}, "auto_submitted"),
        ({"Delivered-To": "Autoresponder"}, "auto_submitted"),
        ({"X-Mailer": "vacation 1.2"}, "auto_submitted"),
        ({"Preference": "auto_reply"}, "auto_submitted"),
        ({"X-Boxtrapper": "abc"}, "auto_submitted"),
        ({"List-Id": "News <news.example.net>"}, "list"),
        ({"List-Unsubscribe": "<mailto:x@y>"}, "list"),
        ({"List-Post": "NO"}, "list"),
        ({"Mailing-List": "contact x@y; run by ezmlm"}, "list"),
        ({"X-BeenThere": "list@example.net"}, "list"),
        ({"Precedence": "bulk"}, "precedence"),
        ({"Precedence": "List"}, "precedence"),
        ({"Precedence": " JUNK (x)"}, "precedence"),
        ({"Precedence": "auto_reply"}, "precedence"),
    ],
)
def test_d2_d3_h14_headers_of_robots_and_lists(headers: Mapping[str, str], reason: str) -> None:
    """RFC 3834, the older fields beside it, lists and bulk are told by their headers, in any case."""
    assert (Gate.DROP, reason) == verdict(mail(headers))


@pytest.mark.parametrize(
    ("author", "name", "reason"),
    [
        ("MAILER-DAEMON@example.net", "", "daemon_sender"),
        ("mailer-daemon", "", "daemon_sender"),
        ("postmaster@example.net", "", "daemon_sender"),
        ("x@example.net", "Mail Delivery Subsystem", "daemon_sender"),
        ("noreply@example.net", "Shop", "no_reply_sender"),
        ("No-Reply@example.net", "", "no_reply_sender"),
        ("do_not.reply@example.net", "", "no_reply_sender"),
        ("orders-noreply@example.net", "", "no_reply_sender"),
        ("noreply+7x@example.net", "", "no_reply_sender"),
        ("nicht-antworten@example.net", "", "no_reply_sender"),
        ("ne-pas-repondre@example.net", "", "no_reply_sender"),
        ("no-responder@example.net", "", "no_reply_sender"),
    ],
)
def test_d2_h34_daemons_and_no_reply_senders(author: str, name: str, reason: str) -> None:
    """Senders that are no person, or that read nothing, get nothing."""
    assert (Gate.DROP, reason) == verdict(mail(author=author, name=name))


def test_d2_the_null_sender() -> None:
    """RFC 5321: nothing is ever sent to the null path; a missing Return-Path says nothing."""
    assert (Gate.DROP, "null_sender") == verdict(mail(return_path=""))
    assert [PASS, PASS] == [verdict(mail(return_path=p)) for p in (None, "anna@example.net")]


@pytest.mark.parametrize(
    "message",
    [
        mail(bounce=Bounce("<q@x>", "anna@example.net", "failed", "5.1.1")),
        mail({"Auto-Submitted": "auto-replied"}, bounce=Bounce(None, None, "delayed", None), return_path=""),
        mail({"Content-Type": 'multipart/report; report-type="delivery-status"'}, content_type="multipart/report"),
        mail({"Content-Type": "multipart/report; report-type=feedback-report"}, content_type="multipart/report"),
        mail(subject="complaint about message from 192.0.2.1"),
    ],
)
def test_h18_bounces_and_complaints_are_events(message: Message) -> None:
    """A delivery status or an abuse report tells us of a mail of ours; it is never a customer."""
    assert (Gate.EVENT, "bounce") == verdict(message)


@pytest.mark.parametrize(
    "message",
    [
        mail(
            {"Content-Type": "multipart/report; report-type=disposition-notification"}, content_type="multipart/report"
        ),
        mail({"Content-Type": "text/calendar; charset=utf-8; method=REPLY"}, content_type="text/calendar"),
        mail(subject="Accepted: Call", attachments=(Attachment("invite.ics", "text/calendar", 9),)),
        mail(subject="Zugesagt: Termin", attachments=(Attachment("", "text/calendar", 9),)),
    ],
)
def test_receipts_and_calendar_replies(message: Message) -> None:
    """Read receipts and answers to invitations are a program's."""
    assert (Gate.DROP, "auto_submitted") == verdict(message)


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: Your order",
        "Re: Out of Office: Your order",
        "Auto reply: Anna",
        "Abwesenheitsnotiz: Ihre Bestellung",
        "Abwesend: AW: Ihre Bestellung",
        "Abwesenheitsnotiz",
        "Automatische Antwort: Ihre Bestellung",
        "Réponse automatique : Votre commande",
        "Respuesta automática: Su pedido",
        "Risposta automatica: Il suo ordine",
        "Resposta automática: O seu pedido",
        "Automatisch antwoord: Uw bestelling",
        "Autosvar: Din beställning",
        "Automaattinen vastaus: Tilaus",
        "Odpowiedź automatyczna: Zamówienie",
        "Automatická odpověď: Objednávka",
        "Automatikus válasz: rendelés",
        "Otomatik yanıt: siparişiniz",
        "Автоматический ответ: заказ",
        "Αυτόματη απάντηση: παραγγελία",
        "自動返信: ご注文",
        "自动回复: 订单",
        "자동 회신: 주문",
        "תשובה אוטומטית: הזמנה",
        "Please confirm your message",
    ],
)
def test_d1_absence_notices_without_headers(subject: str) -> None:
    """Programs' own words for an automatic answer are known in many languages."""
    assert (Gate.DROP, "auto_submitted") == verdict(mail(subject=subject))


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Re: Your order", "Hello,\n\nI am out of the office until May 5. In urgent cases call Bob."),
        ("AW: Ihre Bestellung", "Ich bin im Urlaub und ab 5. Mai wieder erreichbar."),
        ("Re: Votre commande", "Je suis absente ou plutôt je suis en congé. À mon retour je vous répondrai."),
        ("Away until May 5", "Thank you."),
        ("Automatische Antwort auf Ihre Nachricht", "Vielen Dank."),
        ("Re: Your order", "Please click the link below to verify that you are a person."),
    ],
)
def test_d1_absence_notices_by_their_text(subject: str, text: str) -> None:
    """An answer that says twice that its writer is away, or that asks us to prove ourselves, is a robot's."""
    assert (Gate.DROP, "auto_submitted") == verdict(mail(subject=subject, text=text, in_reply_to=ANSWER))


@pytest.mark.parametrize(
    "message",
    [
        mail({"Precedence": "normal", "Auto-Submitted": "no", "X-Auto-Response-Suppress": "DR, RN, NRN"}),
        mail({"Precedence": "first-class", "X-Priority": "1"}),
        mail({"Auto-Submitted": "No; x=y"}),
        mail({"Auto-Submitted": ""}),
        mail({"X-Autoreply": "no"}),
        mail({"X-Mailer": "MailChimp Mailer", "Feedback-ID": "1:2:3", "X-SG-EID": "abc", "X-CSA-Complaints": "x"}),
        mail({"List-Unsubscribe": "<mailto:x@crm.example>"}, in_reply_to=ANSWER),
        mail({"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}),
        mail({"List-Id": "Support <support.example.com>", "Precedence": "list"}),
        mail({"Mailing-List": "list support@example.com; contact x@y", "Precedence": "list"}),
        mail(author="bounce@example.net", name="Bounce"),
        mail(author="anna.bounce@example.net", name="Anna Bounce"),
        mail(author="daemond@example.net", name="Matt Daemon"),
        mail(author="anna@noreply-games.example", name="No Reply"),
        mail(return_path="bounces+12@mailer.example"),
        mail(subject="I got an automatic reply: what now?"),
        mail(subject="Out of office chairs: when back in stock?"),
        mail(subject="Out-of-office message is not sent by my new phone"),
        mail(subject="Auto response settings"),
        mail(subject="Absence"),
        mail(subject="Auto: Ersatzteile", text="Ich brauche Ersatzteile."),
        mail(subject="Re: Your code", text="The one-time verification code never came.", in_reply_to=ANSWER),
        mail(subject="On vacation: please ship later", text="I am on vacation until May. Ship when I return."),
        mail(
            subject="Re: Your order",
            text="I am out of the office until Monday. Can you ship it when I return?",
            in_reply_to=ANSWER,
        ),
        mail(subject="Accepted: your offer"),
        mail(subject="Meeting", attachments=(Attachment("invite.ics", "text/calendar", 9),)),
        mail({"Content-Type": "multipart/mixed"}, content_type="multipart/mixed"),
        mail({"Return-Receipt-To": "anna@example.net", "Disposition-Notification-To": "anna@example.net"}),
        mail(subject="Undelivered parcel", text="My parcel was not delivered."),
        mail(from_=(), subject="no From at all"),
    ],
)
def test_ordinary_mail_passes(message: Message) -> None:
    """Letters that only resemble robots' are handled."""
    assert PASS == verdict(message)


def test_a_contact_forms_mail_passes() -> None:
    """What a listed form generates is a person's letter, whatever the form calls itself, if it names the person."""
    form = Own(contact_forms=("noreply@forms.example",))
    generated = mail({"Auto-Submitted": "auto-generated", "Precedence": "bulk"}, author="noreply@forms.example")
    assert PASS == verdict(replace(generated, reply_to=(Address("anna@example.net"),)), form)
    assert (Gate.DROP, "auto_submitted") == verdict(generated, form)


@pytest.mark.parametrize(
    ("rule", "message", "expected"),
    [
        (OperatorRule("spam", "from", "*@spam.example"), mail(author="X@SPAM.example"), "operator_rule"),
        (OperatorRule("spam", "subject", "*casino*bonus*"), mail(subject="Best CASINO with a Bonus!"), "operator_rule"),
        (OperatorRule("spam", "X-Spam-Flag", "yes"), mail({"X-Spam-Flag": "YES"}), "operator_rule"),
        (OperatorRule("spam", "to", "old@example.com"), mail(to=(Address("old@example.com"),)), "operator_rule"),
        (OperatorRule("spam", "subject", "hello"), mail(subject="hello there"), ""),
        (OperatorRule("spam", "subject", "a*a"), mail(subject="a"), ""),
        (
            OperatorRule("in", "from", "noreply@partner.example", Action.PASS),
            mail(author="noreply@partner.example"),
            "",
        ),
        (OperatorRule("in", "list-id", "*", Action.PASS), mail({"List-Id": "<x.y>"}), ""),
        (OperatorRule("in", "from", "*", Action.PASS), mail(author="support@example.com"), "own_address"),
        (OperatorRule("in", "from", "*", Action.PASS), mail(bounce=Bounce(None, None, None, None)), "bounce"),
    ],
)
def test_the_operators_rules(rule: OperatorRule, message: Message, expected: str) -> None:
    """The operator may drop or let pass what he names, save loops and bounces."""
    assert expected == judge(message, OWN, (rule,)).reason


def test_the_first_operators_rule_decides() -> None:
    """Rules are read from the top."""
    rules = (OperatorRule("a", "from", "anna@*", Action.PASS), OperatorRule("b", "from", "*"))
    assert ["", "operator_rule"] == [
        judge(mail(author=a), OWN, rules).reason for a in ("anna@x.example", "bob@x.example")
    ]


@pytest.mark.parametrize("rule", [r.name for r in RULES])
def test_each_rule_can_be_switched_off(rule: str) -> None:
    """The table's names are what the operator switches off."""
    trips = {
        "header-too-long": mail(header_cut=True),
        "auto-submitted": mail({"Auto-Submitted": "auto-replied"}),
        "auto-response-header": mail({"X-Autoreply": "yes"}),
        "response-suppressed": mail({"X-Auto-Response-Suppress": "All"}),
        "receipt": mail(
            {"Content-Type": "multipart/report; report-type=disposition-notification"}, content_type="multipart/report"
        ),
        "calendar-reply": mail({"Content-Type": "text/calendar; method=REPLY"}, content_type="text/calendar"),
        "vacation-wording": mail(subject="Automatic reply: x"),
        "challenge": mail({"X-Boxtrapper": "x"}),
        "null-sender": mail(return_path=""),
        "list": mail({"List-Id": "<x.y>"}),
        "precedence": mail({"Precedence": "bulk"}),
        "daemon-sender": mail(author="mailer-daemon@example.net"),
        "no-reply-sender": mail(author="noreply@example.net"),
    }
    caught = judge(trips[rule], OWN)
    assert caught.verdict is Gate.DROP
    assert GateVerdict(Gate.PASS) == judge(trips[rule], OWN, disabled=(rule,))


HEAD = b"From: anna@example.net\r\nTo: support@example.com\r\nMessage-ID: <m@example.net>\r\n"
VOUCHED = b"Authentication-Results: mx.example.com; dmarc=pass header.from=example.net\r\n"
BODY = b"\r\n\r\nHello?\r\n"


@pytest.mark.parametrize(
    ("stuffing", "verdict_", "level"),
    [
        (b"Subject: " + b"x" * 4_000_000 + b"\r\n", (Gate.DROP, "header_too_long"), Level.UNVERIFIED),
        (b"Subject: " + b"x\r\n " * 1_000_000 + b"y\r\n", (Gate.DROP, "header_too_long"), Level.UNVERIFIED),
        (b"X-A: 1\r\n" * 5_000, (Gate.DROP, "header_too_long"), Level.UNVERIFIED),
        (b"Subject: " + b"x" * 300_000 + b"\r\n", (Gate.DROP, "auto_submitted"), Level.VERIFIED),
        (b"", (Gate.DROP, "auto_submitted"), Level.VERIFIED),
    ],
)
def test_a_header_section_beyond_our_bound_is_never_answered(
    stuffing: bytes, verdict_: tuple[Gate, str], level: Level
) -> None:
    """What tells a robot may stand where we do not read, so such a mail is dropped and vouched for by nobody."""
    message = read(VOUCHED + HEAD + stuffing + b"Auto-Submitted: auto-replied" + BODY)
    assert (verdict(message), authenticate(message, "mx.example.com").level) == (verdict_, level)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (Counts(), ""),
        (Counts(1, 2, 3), ""),
        (Counts(sender_today=2), "sender_cap"),
        (Counts(thread_today=3), "thread_cap"),
        (Counts(today=4), "daily_cap"),
        (Counts(9, 9, 9), "sender_cap"),
    ],
)
def test_a2_d1_h11_h15_caps_need_no_header(counts: Counts, reason: str) -> None:
    """A loop without any robot's header ends at the caps."""
    limits = Limits(per_sender=2, per_thread=3, per_day=4)
    assert reason == judge(mail(), OWN, (), counts, limits).reason
    found = over_cap(counts, limits)
    assert reason == (found.reason if found else "")


def test_a_cap_holds_against_the_operators_pass() -> None:
    """Letting a robot pass does not let it loop."""
    everything = (OperatorRule("in", "from", "*", Action.PASS),)
    assert "sender_cap" == judge(mail(), OWN, everything, Counts(sender_today=20)).reason


@pytest.mark.parametrize("piece", ["*a", "a*", "**"])
def test_a26_patterns_cost_linear_time(piece: str) -> None:
    """A pattern of many stars against a long subject ends at once."""
    rule = OperatorRule("x", "subject", piece * 20_000 + "b")
    assert "" == judge(mail(subject="a" * 1_000_000), OWN, (rule,)).reason


@pytest.mark.corpora
def test_d2_d6_public_bounces_are_never_answered(corpora: Path) -> None:
    """Of the public bounces none passes, and at least 99 in a hundred of the scored ones are events or absence notices."""
    folder = corpora / "mail" / "sisimai"
    scored = json.loads((folder / "expected.json").read_text())
    found = {f.stem: judge(read(f.read_bytes()), Own()) for f in sorted(folder.glob("*.eml"))}
    assert [] == [name for name, v in found.items() if v.verdict is Gate.PASS]
    events = [n for n in scored if found[n].verdict is Gate.EVENT or n.startswith("rfc3834")]
    assert len(events) / len(scored) >= 0.99
