"""How far the agent goes: observe sends nothing, draft leaves it to a colleague; and what a daemon does."""

from __future__ import annotations

import signal

import pytest
from greenmail import Greenmail, User
from model_server import ModelServer, turn
from shop import Customer, Shop, header, until

from keepword.agent.mail.compose import FINDINGS


def test_observe_sends_nothing_and_shows_what_it_would_have_sent(
    tmp_path: object, greenmail: Greenmail, support: User, anna: User, model: ModelServer
) -> None:
    """In observe mode nothing leaves, and `why` shows the answer."""
    shop = _shop(tmp_path, greenmail, support, model, "observe")
    customer = Customer(shop, anna)
    model.answer = lambda _: turn("This would have been said.")
    mail = customer.write("Hello?")
    [line] = shop.poll()
    assert line["outcome"] == "observed"
    assert (customer.answers(), greenmail.mails(support, "Drafts")) == ([], [])
    [reply] = shop.json("why", mail.id)["delivery"]
    assert (reply["state"], "This would have been said." in reply["text"]) == ("discarded", True)


def test_draft_puts_a_threaded_draft_into_the_drafts_folder(
    tmp_path: object, greenmail: Greenmail, support: User, anna: User, model: ModelServer
) -> None:
    """In draft mode a colleague finds a draft, addressed and threaded, and nothing is sent."""
    shop = _shop(tmp_path, greenmail, support, model, "draft")
    customer = Customer(shop, anna)
    model.answer = lambda _: turn("A colleague may send this.")
    mail = customer.write("Hello?")
    [line] = shop.poll()
    assert line["outcome"] == "drafted"
    [draft] = greenmail.mails(support, "Drafts")
    assert header(draft, "In-Reply-To") == mail.id
    assert header(draft, "References") == mail.id
    assert header(draft, "To") == customer.address
    assert header(draft, "Message-ID") == line["reply_message_id"]
    assert header(draft, "Auto-Submitted") is None
    assert customer.answers() == []
    assert [r["state"] for r in shop.lines("replies")] == ["draft"]


@pytest.mark.parametrize("mode", ["draft", "auto"])
def test_what_was_mended_stands_in_the_draft_and_in_nothing_that_we_send(
    tmp_path: object, greenmail: Greenmail, support: User, anna: User, model: ModelServer, mode: str
) -> None:
    """A draft tells by kind what its first version was refused for, and none of its words; a mail of ours tells nothing."""
    shop = _shop(tmp_path, greenmail, support, model, mode)
    customer = Customer(shop, anna)
    written = iter(("We will pay you EUR 731.55 tomorrow.", "Could you please tell us more about it?"))
    model.answer = lambda _: turn(next(written))
    customer.write("Hello, I have a question about my invoice.")
    shop.poll()
    drafts, sent = greenmail.mails(support, "Drafts"), customer.answers()
    told = {"draft": ["mended before this draft: promise, money"], "auto": []}[mode]
    assert [header(raw, FINDINGS) for raw in drafts] == told
    assert [b"tell us more" in raw for raw in (*drafts, *sent)] == [True]
    assert not any(b"731.55" in raw for raw in (*drafts, *sent))
    assert not any(b"x-keepword" in raw.lower() for raw in sent)


def test_a_draft_that_was_right_at_once_says_nothing_of_findings(
    tmp_path: object, greenmail: Greenmail, support: User, anna: User, model: ModelServer
) -> None:
    """Most drafts have no such field."""
    shop = _shop(tmp_path, greenmail, support, model, "draft")
    model.answer = lambda _: turn("A colleague may send this.")
    Customer(shop, anna).write("Hello?")
    shop.poll()
    [draft] = greenmail.mails(support, "Drafts")
    assert header(draft, FINDINGS) is None


def test_the_daemon_answers_at_once_and_stops_cleanly(asked: Shop, customer: Customer) -> None:
    """IDLE wakes the daemon long before the next poll is due; SIGTERM ends it with code 0."""
    customer.shop = asked
    daemon = asked.daemon()
    try:
        until(lambda: b"" if daemon.poll() is None and asked.lines("threads") else True)
        customer.write("First.", "One")
        until(lambda: len(customer.answers()) == 1)
        customer.write("Second.", "Two")
        until(lambda: len(customer.answers()) == 2)
    finally:
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=30)
    assert daemon.returncode == 0
    assert "stopped" in log


def test_after_kill_9_it_goes_on_where_it_was(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """A daemon killed after an answer does not answer again; what came meanwhile is answered."""
    customer.shop = asked
    daemon = asked.daemon()
    try:
        customer.write("First.", "One")
        until(lambda: len(customer.answers()) == 1)
    finally:
        daemon.kill()
        daemon.communicate(timeout=30)
    customer.write("Second.", "Two")
    outcomes = [line["outcome"] for line in asked.poll()]
    assert outcomes[-1] == "replied"
    assert (len(customer.answers()), len(model.calls)) == (2, 2)


def _shop(tmp_path: object, greenmail: Greenmail, support: User, model: ModelServer, mode: str) -> Shop:
    from pathlib import Path

    shop = Shop(Path(str(tmp_path)) / "shop", greenmail)
    shop.model(model.url)
    shop.desk(support, mode=mode)
    return shop
