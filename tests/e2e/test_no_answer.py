"""What gets no answer, on a real mail server: duplicates, robots, bounces, lists, ourselves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from model_server import ModelServer
from shop import Customer, Shop, header

BOUNCE = """From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce-1@mx.example.org>
Date: Mon, 30 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
Return-Path: <>

--b
Content-Type: text/plain

The mail could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {recipient}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: message/rfc822

Message-ID: {original}
Subject: Re: Hello

--b--
"""

ROBOTS: list[tuple[str, list[tuple[str, str]]]] = [
    ("auto_submitted", [("Auto-Submitted", "auto-replied")]),
    ("list", [("List-Id", "News <news.example.org>")]),
    ("precedence", [("Precedence", "bulk")]),
]


@pytest.mark.parametrize(("reason", "headers"), ROBOTS, ids=[r for r, _ in ROBOTS])
def test_robots_get_no_answer(
    asked: Shop, customer: Customer, model: ModelServer, reason: str, headers: Sequence[tuple[str, str]]
) -> None:
    """A robot's mail is dropped before any model call, and `why` names the reason."""
    customer.shop = asked
    mail = customer.write("I am not here.", headers=headers)
    [line] = asked.poll()
    assert (line["outcome"], line["reason"]) == ("gated", reason)
    assert asked.json("why", mail.id)["gate"] == {"verdict": "drop", "reason": reason}
    assert (customer.answers(), model.calls) == ([], [])


def test_the_same_mail_twice_is_answered_once(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """A second delivery of the same mail is a duplicate, in the same poll or in a later one."""
    customer.shop = asked
    mail = customer.compose("Hello?")
    customer.send(mail)
    customer.send(mail)
    outcomes = [line["outcome"] for line in asked.poll()]
    customer.send(mail)
    outcomes += [line["outcome"] for line in asked.poll()]
    assert sorted(outcomes) == ["duplicate", "duplicate", "replied"]
    assert (len(customer.answers()), len(model.calls)) == (1, 1)
    assert len(asked.json("why", mail.id)["duplicates"]) == 2


def test_a_bounce_is_an_event_on_the_reply(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """A delivery report is never answered; it stands on the reply that it answers."""
    customer.shop = asked
    customer.write("Hello?")
    asked.poll()
    original = header(customer.answers()[0], "Message-ID") or ""
    desk = asked.desks[0]
    raw = BOUNCE.format(to=desk.address, recipient=customer.address, original=original)
    asked.post.append(desk, raw.replace("\n", "\r\n").encode())
    [line] = asked.poll()
    assert (line["outcome"], line["reason"]) == ("bounce", "bounce")
    assert asked.json("why", "<bounce-1@mx.example.org>")["gate"]["verdict"] == "event"
    [reply] = asked.json("thread", line["thread_id"])["replies"]
    assert (reply["state"], "5.1.1" in reply["reason"]) == ("failed", True)
    assert (len(customer.answers()), len(model.calls)) == (1, 1)


def test_our_own_address_gets_no_answer(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """Mail from our own address, whoever sent it, is never answered."""
    customer.shop = asked
    desk = asked.desks[0]
    raw = f"From: {desk.address}\r\nTo: {desk.address}\r\nMessage-ID: <own@example.com>\r\nSubject: x\r\n\r\nHello\r\n"
    asked.post.deliver(raw.encode(), desk.address, desk.address)
    [line] = asked.poll()
    assert (line["outcome"], line["reason"]) == ("gated", "own_address")
    assert asked.json("why", "<own@example.com>")["gate"]["reason"] == "own_address"
    assert model.calls == []


def test_our_own_mail_that_comes_back_gets_no_answer(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """A mail under one of our signed Message-IDs is ours, whatever its From says."""
    customer.shop = asked
    customer.write("Hello?")
    asked.poll()
    own = header(customer.answers()[0], "Message-ID")
    raw = f"From: echo@example.net\r\nTo: {asked.desks[0].address}\r\nMessage-ID: {own}\r\nSubject: x\r\n\r\nHello\r\n"
    asked.post.deliver(raw.encode(), "echo@example.net", asked.desks[0].address)
    [line] = asked.poll()
    assert (line["outcome"], line["reason"]) == ("gated", "own_message")
    assert len(model.calls) == 1
