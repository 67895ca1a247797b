"""Draft mode as an operator watches it: what colleagues make of drafts on a real server, and what another policy would do."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import SMTP
from email.utils import make_msgid
from pathlib import Path

import pytest
from greenmail import Greenmail, User
from shop import Customer, Shop


@pytest.fixture
def shop(tmp_path: Path, greenmail: Greenmail, support: User) -> Shop:
    """Return a shop that leaves its answers to colleagues."""
    shop = Shop(tmp_path / "shop", greenmail)
    shop.desk(support, mode="draft")
    return shop


def edited(draft: bytes) -> bytes:
    """Return a draft as a mail program sends it that gives mails ids of its own, with a word changed."""
    mail = message_from_bytes(draft, policy=SMTP)
    text = mail.get_content()
    del mail["Message-ID"]
    mail["Message-ID"] = make_msgid(domain="example.com")
    mail.set_content(text.replace("Hello", "Dear customer"))
    return mail.as_bytes()


def test_what_colleagues_made_of_the_drafts(shop: Shop, anna: User, greenmail: Greenmail, support: User) -> None:
    """One sent as it was, one edited under another id; the third waits. A stricter policy is tried without acting."""
    customer = Customer(shop, anna)
    for number in range(3):
        customer.write("What are your opening hours?", subject=f"Question {number}")
    shop.poll()
    first, second, _ = greenmail.mails(support, "Drafts")
    greenmail.append(support, first, "Sent")
    greenmail.append(support, edited(second), "Sent")
    lines = shop.poll()
    assert [("sent", "colleague")] == [(line["folder"], line["outcome"]) for line in lines]
    report = shop.json("report", "--mailbox", "support")
    assert (1, 1, 1, 0.5) == (report["as_is"], report["edited"], report["waiting"], report["as_is_share"])
    assert {"question": 3} == {k: v["as_is"] + v["edited"] + v["waiting"] for k, v in report["intents"].items()}
    policy = shop.folder / "policy-new.toml"
    policy.write_text('[handoff]\ntopics = ["hours"]\nwords = { hours = ["opening hours"] }\n')
    rows = shop.lines("replay", "--all", "--policy", str(policy))
    assert [("reply", "handoff", "topic: hours")] * 3 == [(r["before"], r["after"], r["why"]["after"]) for r in rows]
    assert [] == customer.answers()
