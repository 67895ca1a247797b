"""A model that fails in every way it can: mail waits or goes to a person, and no error text is ever mailed."""

from __future__ import annotations

import socket

import pytest
from model_server import Body, ModelServer, completion, turn
from shop import Customer, Shop

WAITS: dict[str, tuple[int, str]] = {
    "500": (500, '{"error": {"message": "SECRET-ERROR-TEXT"}}'),
    "429": (429, '{"error": {"message": "SECRET-ERROR-TEXT", "code": "rate_limit_exceeded"}}'),
    "out of credit": (429, '{"error": {"message": "SECRET-ERROR-TEXT", "code": "insufficient_quota"}}'),
    "wrong key": (401, '{"error": {"message": "SECRET-ERROR-TEXT"}}'),
}
A_PERSON: dict[str, Body] = {
    "junk": completion("SECRET-ERROR-TEXT is no JSON"),
    "empty": completion(""),
    "a refusal": completion("", refusal="SECRET-ERROR-TEXT: I cannot help with that"),
    "content filter": completion("SECRET-ERROR-TEXT", finish_reason="content_filter"),
    "truncated": completion('{"action": "reply", "reply": "SECRET-ERROR-TEXT', finish_reason="length"),
    "other fields": completion('{"message": "SECRET-ERROR-TEXT"}'),
}


def told(shop: Shop, customer: Customer) -> str:
    """Return all that the customer was ever mailed."""
    return b"\n".join(customer.answers()).decode()


@pytest.mark.parametrize("fault", WAITS)
def test_a_model_that_is_away_lets_mail_wait(asked: Shop, customer: Customer, model: ModelServer, fault: str) -> None:
    """The mail waits, nothing is mailed, and the next poll after the fault answers it once."""
    customer.shop = asked
    mail = customer.write("Hello?")
    model.answer = lambda _: WAITS[fault]
    [line] = asked.poll(expect=(1,))
    assert line["outcome"] == "waiting"
    assert told(asked, customer) == ""
    model.answer = lambda _: turn("Here we are again.")
    assert _answered_later(asked) == ["replied"]
    assert len(customer.answers()) == 1
    assert "SECRET-ERROR-TEXT" not in told(asked, customer)
    assert asked.json("why", mail.id)["outcome"] == "replied"


def _answered_later(shop: Shop) -> list[str]:
    """Poll until the mail is due again: its first delay is half a minute."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(shop.folder / "data" / "keepword.sqlite")) as file, file:
        file.execute('UPDATE leases SET doc = replace(doc, \'"next_at":"20\', \'"next_at":"19\')')
    return [line["outcome"] for line in shop.poll()]


@pytest.mark.parametrize("fault", A_PERSON)
def test_an_answer_that_cannot_be_used_goes_to_a_person(
    asked: Shop, customer: Customer, model: ModelServer, fault: str
) -> None:
    """After one repair at most the thread is handed to a person, and the next mail is handled as if nothing was."""
    customer.shop = asked
    mail = customer.write("Hello?", "First")
    model.answer = lambda _: A_PERSON[fault]
    [line] = asked.poll(expect=(1,))
    assert line["outcome"] == "handoff"
    assert 1 <= len(model.calls) <= 2
    assert asked.lines("threads", "--state", "handoff")[0]["thread_id"] == line["thread_id"]
    assert asked.json("why", mail.id)["model"]["outputs"] != []
    model.answer = lambda _: turn("All is well again.")
    customer.write("Another thing.", "Second")
    assert [line["outcome"] for line in asked.poll()] == ["replied"]
    assert "SECRET-ERROR-TEXT" not in told(asked, customer)


def test_a_bad_answer_is_mended_once(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """The first bad answer goes back with the findings, and a good second one is sent."""
    customer.shop = asked
    answers = iter([completion("no JSON"), turn("Now it is right.")])
    model.answer = lambda _: next(answers)
    customer.write("Hello?")
    assert [line["outcome"] for line in asked.poll()] == ["replied"]
    assert len(model.calls) == 2
    assert "Now it is right." in told(asked, customer)


def test_a_model_server_that_is_down(asked: Shop, customer: Customer, model: ModelServer) -> None:
    """Where nobody listens, mail waits, and mail that needs no model is handled all the same."""
    customer.shop = asked
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        path = asked.folder / "keepword.toml"
        path.write_text(path.read_text().replace(model.url, f"http://127.0.0.1:{closed.getsockname()[1]}/v1"))
        customer.write("Hello?")
        customer.write("I am away.", "Away", headers=[("Auto-Submitted", "auto-replied")])
        outcomes = sorted(line["outcome"] for line in asked.poll(expect=(1,)))
    assert outcomes == ["gated", "waiting"]
    assert customer.answers() == []
