"""Health: what works, what waits and what needs a person, told from the store alone."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from office import NOW, Office, letter

from keepword.agent.health import Health, Status, Trouble, examine, mailbox_health
from keepword.agent.health_http import serving
from keepword.agent.health_metrics import STORE, metrics
from keepword.errors import (
    ConfigurationError,
    DeliveryRefused,
    DeliveryUnknown,
    MailboxUnreachable,
    ModelUnreachable,
    NeedsReauth,
    OutboxUnreachable,
    StoreUnreachable,
)
from keepword.memory.state import Commitment, MailboxDocument, ProfileDocument

EVERY = {"support": 60.0}


async def health(office: Office) -> Health:
    """Look at the office."""
    return await examine(office.store, EVERY, office.now)


def kinds(found: Health) -> list[str]:
    """Return the kinds of what needs a person."""
    return [p.kind.value for p in found.problems]


async def test_all_is_well(office: Office) -> None:
    """A mailbox that is read and whose mails are answered needs nobody."""
    office.receive(letter(1))
    await office.poll()
    found = await health(office)
    assert (Status.OK, True, ()) == (found.status, found.alive, found.problems)
    assert NOW == found.mailboxes[0].last_good_poll


async def test_nobody_has_begun(office: Office) -> None:
    """Before the first start nothing is stalled, and nothing lives either."""
    found = await health(office)
    assert (Status.OK, False) == (found.status, found.alive)


async def test_a_login_that_is_refused_at_the_very_first_start(office: Office) -> None:
    """The state is written down though the mailbox was never read, and a good poll ends it."""
    office.mailbox.fail("standing", NeedsReauth("login of support refused"))
    with pytest.raises(NeedsReauth):
        await office.poll()
    found = await health(office)
    assert (Status.FAILING, True, ["needs_reauth"]) == (found.status, found.alive, kinds(found))
    assert "login of support refused" in found.problems[0].text
    office.receive(letter(1))
    await office.poll()
    assert (Status.OK, 1) == ((await health(office)).status, len(office.outbox.sent))


async def test_the_first_start_stays_one_after_a_refused_login(make_office: Callable[..., Office]) -> None:
    """With `backlog = "skip"`, what lies there when we first get in is not answered, whatever was written down before."""
    office = make_office()
    office.change(answer_backlog=False)
    office.mailbox.fail("standing", NeedsReauth("refused"))
    office.receive(letter(1))
    with pytest.raises(NeedsReauth):
        await office.poll()
    office.later(minutes=1)
    assert ([], []) == (await office.poll(), office.outbox.sent)
    office.receive(letter(2))
    assert ["replied"] == [o.outcome for o in await office.poll()]


@pytest.mark.parametrize(("minutes", "stalled"), [(7, False), (8, False), (9, True)])
async def test_a_stalled_poll(office: Office, minutes: int, stalled: bool) -> None:
    """No good poll for three times its period and five minutes is a stalled one; one that is tried again lives."""
    await office.poll()
    office.mailbox.fail("standing", MailboxUnreachable("no route"), times=9)
    office.later(minutes=minutes)
    with pytest.raises(MailboxUnreachable):
        await office.poll()
    found = await health(office)
    assert (stalled, True, "no route") == (
        found.mailboxes[0].stalled,
        found.alive,
        found.mailboxes[0].last_error,
    )
    assert (["stalled"] if stalled else []) == kinds(found)


async def test_a_daemon_that_hangs(office: Office) -> None:
    """Where nobody tries any more, the mailbox is stalled and not alive."""
    await office.poll()
    office.later(hours=1)
    found = await health(office)
    assert (True, False) == (found.mailboxes[0].stalled, found.alive)


@pytest.mark.parametrize(
    ("error", "kind", "state"),
    [
        (DeliveryUnknown("the link died"), "unknown_reply", "unknown"),
        (DeliveryRefused("550 no"), "failed_reply", "failed"),
        (OutboxUnreachable("450 later"), None, "pending"),
    ],
)
async def test_replies_are_counted(office: Office, error: Exception, kind: str | None, state: str) -> None:
    """A reply that is unknown or failed needs a person; one that waits is counted with its age."""
    office.outbox.fail(error)
    office.receive(letter(1))
    await office.poll()
    office.later(minutes=2)
    found = await health(office)
    assert ([kind] if kind else [], 1) == (kinds(found), (found.replies or {})[state])
    assert (120.0 if kind is None else None) == found.oldest_waiting


async def test_a_mail_that_waits_for_the_model(make_office: Callable[..., Office]) -> None:
    """The oldest waiting mail's age grows from its first failure on, however often it is tried."""
    office = make_office(model=Away())
    office.receive(letter(1))
    for _ in range(3):
        await office.poll()
        office.later(minutes=10)
    found = await health(office)
    assert (1, 1800.0, "away") == (found.mailboxes[0].waiting, found.oldest_waiting, found.mailboxes[0].last_error)


class Away:
    """A model that cannot be reached."""

    async def answer(self, *_: Any) -> Any:
        """Be away."""
        raise ModelUnreachable("away")

    async def close(self) -> None:
        """Close."""


@pytest.mark.parametrize(("minutes", "kinds_"), [(29, []), (31, ["waiting"])])
async def test_an_answer_that_cannot_be_sent_for_long(office: Office, minutes: int, kinds_: list[str]) -> None:
    """A server that does not let us send is told after half an hour, with its own words; the mailbox itself is read."""
    office.outbox.fail(NeedsReauth("535 login refused"), times=99)
    office.receive(letter(1))
    await office.poll()
    office.later(minutes=minutes)
    await office.poll()
    found = await health(office)
    assert (kinds_, "535 login refused") == (kinds(found), found.mailboxes[0].waiting_for)
    assert all("535 login refused" in p.text for p in found.problems)


async def test_a_quarantined_mail(office: Office) -> None:
    """What could not be handled is counted and named, with what to do."""
    from keepword.agent.quarantine import quarantine

    office.receive(letter(1))
    await office.store.save_mailbox(MailboxDocument(name="support", last_good_poll=NOW))
    await quarantine(1, "it breaks us", office.desk, office.store, office.mailbox, office.now)
    found = await health(office)
    assert (1, ["quarantined"], Status.ATTENTION) == (found.quarantined, kinds(found), found.status)
    assert "keepword why '<1@example.org>'" in found.problems[0].remedy


def promise(due: date) -> Commitment:
    """Return a promise of a refund."""
    return Commitment(
        commitment_id="c_1",
        entity_id="e_1",
        thread_id="t_1",
        kind="refund",
        amount="40.00",
        currency="EUR",
        due=due,
        quote="We will refund 40 EUR.",
        message_id="<m@example.com>",
        stated_by="agent",
        stated_at=NOW,
    )


@pytest.mark.parametrize(("days", "overdue"), [(0, 0), (-1, 1)])
async def test_an_overdue_promise(office: Office, days: int, overdue: int) -> None:
    """An open promise is overdue on the day after its due date."""
    due = (NOW + timedelta(days=days)).date()
    await office.store.save_profile(ProfileDocument(entity_id="e_1", commitments=(promise(due),)))
    found = await health(office)
    assert (overdue, overdue) == (found.overdue_commitments, len(found.problems))
    assert all("refund of 40.00 EUR" in p.text for p in found.problems)


async def test_a_hand_off_waits_for_a_person(make_office: Callable[..., Office]) -> None:
    """A thread in a colleague's hands is attention, with since when it waits and what to do."""
    office = make_office()
    office.receive(letter(1, "I want to talk to a human, please."))
    await office.poll()
    headers = {"In_Reply_To": "<1@example.org>", "References": "<1@example.org>"}
    office.later(minutes=30)
    office.receive(letter(2, "Is anybody there?", **headers))
    await office.poll()
    office.later(minutes=30)
    await office.poll()
    found = await health(office)
    [problem] = found.problems
    assert (1, "handoff", Status.ATTENTION, 3_600.0) == (
        found.handoffs,
        problem.kind,
        found.status,
        found.oldest_handoff,
    )
    assert '"Mail 1" of anna@example.org waits for a colleague since 2026-11-30 12:00 UTC: topic: human' in problem.text
    assert "keepword threads hand-back t_" in problem.remedy


async def test_of_those_who_wait_the_oldest_comes_first(office: Office) -> None:
    """Hand-offs are listed by how long they wait, whatever their ids."""
    for number in range(6):
        office.receive(letter(number, "I want to talk to a human, please.", sender=f"{number}@example.org"))
        await office.poll()
        office.later(minutes=1)
    waiting = [p.text.split('"')[1] for p in (await health(office)).problems]
    assert [f"Mail {number}" for number in range(6)] == waiting


@pytest.mark.parametrize(("by_token", "todo"), [(["support"], "keepword login support"), ([], "[mailbox.imap]")])
async def test_a_refused_login_says_what_mends_it(office: Office, by_token: list[str], todo: str) -> None:
    """A login by OAuth 2.0 is made anew; a password is put right in the settings, where no login command helps."""
    await failing(office)
    [problem] = (await examine(office.store, EVERY, office.now, by_token)).problems
    assert (True, not by_token) == (todo in problem.remedy, "keepword login" not in problem.remedy)


async def test_the_gravest_comes_first(office: Office) -> None:
    """Problems are in the order of their kinds."""
    await office.store.save_profile(ProfileDocument(entity_id="e_1", commitments=(promise(date(2026, 1, 1)),)))
    office.mailbox.fail("standing", NeedsReauth("refused"))
    with pytest.raises(NeedsReauth):
        await office.poll()
    assert ["needs_reauth", "overdue_commitment"] == kinds(await health(office))


async def test_health_reads_and_writes_nothing_else(office: Office) -> None:
    """Asking how it is changes nothing."""
    office.receive(letter(1))
    await office.poll()
    before = office.documents.writes
    await health(office)
    assert before == office.documents.writes


def test_it_is_plain_json() -> None:
    """The state is one JSON object, whatever is in it."""
    box = mailbox_health(
        MailboxDocument(name="support", last_good_poll=NOW, last_error="x", last_error_at=NOW), 60.0, NOW
    )
    line = json.loads(json.dumps(Health(NOW, (box,), {"pending": 1}).line()))
    assert ("ok", NOW.isoformat(), 1) == (
        line["status"],
        line["mailboxes"][0]["last_good_poll"],
        line["replies"]["pending"],
    )


def test_metrics_tell_each_number() -> None:
    """Prometheus gets every gauge, also those of kinds that there are none of."""
    box = mailbox_health(MailboxDocument(name="support", last_good_poll=NOW, needs_reauth=True), 60.0, NOW)
    text = metrics(Health(NOW, (box,), {"unknown": 2}, handoffs=3, oldest_waiting=7.5)).decode()
    lines = {line for line in text.splitlines() if not line.startswith("#")}
    assert {
        'keepword_needs_reauth{mailbox="support"} 1.0',
        'keepword_replies{state="unknown"} 2.0',
        "keepword_handoffs 3.0",
        "keepword_oldest_waiting_seconds 7.5",
        'keepword_poll_stalled{mailbox="support"} 0.0',
        *(f'keepword_problems{{kind="{kind}"}} 0.0' for kind in Trouble),
    } <= lines


def test_every_metric_stands_in_the_manual() -> None:
    """What a monitor may be told to watch is explained, and nothing else is."""
    store = dict.fromkeys(STORE, 1.0)
    text = metrics(
        Health(NOW, (mailbox_health(MailboxDocument(name="s"), 60.0, NOW),), {"unknown": 2}, store=store)
    ).decode()
    names = {line.split()[0].partition("{")[0] for line in text.splitlines() if not line.startswith("#")}
    manual = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
    named = set(re.findall(r"`(keepword_\w+)[`{]", manual))
    assert names == named
    assert set() == {kind.value for kind in Trouble} - set(re.findall(r"`(\w+)`", manual))


async def asked(port: int, request: str) -> tuple[int, str, bytes]:
    """Send a raw request; return status, headers and body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, head.decode(), body


def get(path: str, host: str = "127.0.0.1:9464") -> str:
    """Write a request."""
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"


def states(*found: Health | Exception) -> Callable[[], Awaitable[Health]]:
    """Return what gives these states, one after the other."""
    left = list(found)

    async def examine_them() -> Health:
        state = left.pop(0)
        if isinstance(state, Exception):
            raise state
        return state

    return examine_them


async def failing(office: Office) -> Health:
    """Return the state of an office whose login is refused."""
    office.mailbox.fail("standing", NeedsReauth("refused"))
    with pytest.raises(NeedsReauth):
        await office.poll()
    return await health(office)


async def test_health_over_http(office: Office) -> None:
    """200 with the whole state while mail is read, 503 with it while it is not."""
    await office.poll()
    well = await health(office)
    ill = await failing(office)
    for state, status in ((well, 200), (ill, 503)):
        async with serving(("127.0.0.1", 0), states(state)) as port:
            code, head, body = await asked(port, get("/health"))
        assert (status, state.line()) == (code, json.loads(body))
        assert "Content-Type: application/json" in head


async def test_a_store_that_is_away_over_http() -> None:
    """Both pages say 503, with the reason as JSON, and nothing dies."""
    for path in ("/health", "/metrics"):
        async with serving(("127.0.0.1", 0), states(StoreUnreachable("locked"))) as port:
            code, _, body = await asked(port, get(path))
        assert (503, {"status": "failing", "error": "locked"}) == (code, json.loads(body))


async def test_metrics_over_http() -> None:
    """Prometheus finds its text, and `?` after the page does not matter."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        code, head, body = await asked(port, get("/metrics?x=1"))
    assert (200, metrics(Health(NOW))) == (code, body)
    assert "text/plain; version=0.0.4" in head


async def test_many_requests_ask_the_store_once() -> None:
    """Whoever hammers the page does not hammer the store."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        codes = [code for code, _, _ in await asyncio.gather(*(asked(port, get("/health")) for _ in range(10)))]
    assert [200] * 10 == codes


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (get("/"), 404),
        (get("/health", "evil.example.com"), 403),
        (get("/health", "localhost"), 200),
        (get("/health", "[::1]:9464"), 200),
        ("POST /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        ("EHLO mail.example.com\r\n\r\n", 400),
        ("\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\n" + "X: y\r\n" * 5_000 + "\r\n", 200),
        ("GET /" + "h" * 20_000 + " HTTP/1.1\r\n\r\n", 0),
    ],
)
async def test_what_is_no_question_of_a_monitor(request_: str, code: int) -> None:
    """Other pages, methods, names and protocols get a short answer or none."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        try:
            answered = (await asked(port, request_))[0]
        except ConnectionError:
            answered = code  # we had more to say than it wanted to read
    assert code == answered


@pytest.mark.parametrize(
    ("request_", "code", "error"),
    [
        (get("/healthz"), 404, "there are /health and /metrics"),
        (get("/health", "evil.example.com"), 403, "ask for 127.0.0.1 or localhost"),
        ("POST /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "only GET and HEAD"),
    ],
)
async def test_a_wrong_request_says_nothing_of_how_it_is(request_: str, code: int, error: str) -> None:
    """The body tells what is wrong with the request, and no status that a monitor could take for ours."""
    async with serving(("127.0.0.1", 0), states()) as port:
        answered, head, body = await asked(port, request_)
    assert (code, {"error": error}) == (answered, json.loads(body))
    assert (code == 405) == ("Allow: GET, HEAD" in head)


@pytest.mark.parametrize("page", ["/health", "/metrics"])
async def test_a_monitor_that_asks_for_the_head_alone(page: str) -> None:
    """HEAD gets what GET gets, without its body (RFC 9110, 9.3.2)."""
    async with serving(("127.0.0.1", 0), states(Health(NOW))) as port:
        whole = await asked(port, get(page))
        head = await asked(port, get(page).replace("GET", "HEAD"))
    assert (whole[:2], b"") == (head[:2], head[2])


async def test_any_name_where_the_operator_wants_it() -> None:
    """With `allow_remote` the host's name does not matter."""
    async with serving(("127.0.0.1", 0), states(Health(NOW)), any_host=True) as port:
        assert (await asked(port, get("/health", "monitor.example.com")))[0] == 200


async def test_a_port_in_use_is_a_fault_of_the_settings() -> None:
    """Where somebody else listens, the start fails with the key's name."""
    async with serving(("127.0.0.1", 0), states()) as port:
        with pytest.raises(ConfigurationError, match=r"health\.listen: 127\.0\.0\.1:"):
            async with serving(("127.0.0.1", port), states()):
                pass


async def test_a_silent_caller_does_not_hold_up_the_end() -> None:
    """Who connects and says nothing is cut off when we stop."""
    async with serving(("127.0.0.1", 0), states()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0)
    assert await reader.read() == b""
    writer.close()
    await writer.wait_closed()


async def test_a_mail_that_is_moved_back_needs_nobody(office: Office) -> None:
    """Once a quarantined mail is replayed and handled, health forgets it."""
    from keepword.agent.quarantine import quarantine

    office.receive(letter(1))
    await quarantine(1, "it breaks us", office.desk, office.store, office.mailbox, office.now)
    office.receive(letter(1))
    assert ["replied"] == [o.outcome for o in await office.poll()]
    assert (0, ()) == ((await health(office)).quarantined, (await health(office)).problems)
