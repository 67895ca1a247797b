"""A person is forgotten: nothing of them is left in any file, nothing comes back, a receipt proves it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from office import RULES, SUPPORT, Office, letter, turn

from keepword.agent.outcome import Kind, Outcome
from keepword.agent.people.forgetting import Forgotten, forget, still_there
from keepword.agent.people.merging import merge
from keepword.agent.people.receipts import is_genuine, signed
from keepword.agent.ports import Folder
from keepword.agent.running.daemon import report_fault, report_outcome, report_swept
from keepword.agent.running.logs import EventFormatter
from keepword.agent.terms import Terms
from keepword.errors import DeliveryRefused, OutboxUnreachable, StoreUnreachable
from keepword.memory.ports import Container, New, Search
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.testing import Counted, Failing, Fault
from keepword.threading.tokens import entity_id

ANNA, NAME = "anna.privat@example.org", "Anna Blumenfeld"
SENDER = f"{NAME} <{ANNA}>"
BERT = "bert@example.net"
TELLS = "My name is Anna Blumenfeld and my lamp hums in the night."
ASIDE = "I have the same trouble with my kettle since Easter."
TRACES = (ANNA, NAME, "lamp hums in the night", "kettle since Easter", "Blumenfeld")


@pytest.fixture
async def office(make_office: Callable[..., Office], tmp_path: Path) -> AsyncIterator[Office]:
    """Return an office whose memory is an SQLite file and whose time is the clock's."""
    box: list[Office] = []
    documents = SqliteDocuments(tmp_path / "data" / "keepword.sqlite", now=lambda: box[0].now)
    terms = Terms(b"s" * 40, rules=RULES, own=(SUPPORT,), handoff_to=("team@example.com",))
    box.append(make_office(documents=Counted(documents), terms=terms))
    yield box[0]
    await documents.close()


async def write(office: Office, raw: bytes, reply: str = "Thank you for your mail.", **fields: Any) -> list[Outcome]:
    """Let a mail arrive, have it answered so, and return what became of it."""
    office.model._answers = lambda _: turn(**{"reply": reply, **fields})
    office.receive(raw)
    return await office.poll()


async def lived(office: Office) -> None:
    """Let Anna leave traces wherever she can: her own threads, a gated mail, a hand-off, a bounce, somebody else's thread."""
    await office.poll()
    name = {
        "rule": "name",
        "value": NAME,
        "quote": "My name is Anna Blumenfeld",
        "source": "customer",
        "confidence": 0.9,
    }
    summary = {"summary": f"{NAME} says that the lamp hums in the night."}
    auth = "mx.example.com; dmarc=pass header.from=example.org"
    anna = {"sender": SENDER, "Authentication_Results": auth}
    await write(office, letter(1, TELLS, **anna), f"Dear {NAME}, thank you.", candidates=[name], thread=summary)
    await write(office, letter(2, "Away until Monday.", Auto_Submitted="auto-replied", **anna))
    await write(office, letter(3, "I want to speak to a human.", **anna))
    await write(office, letter(4, "A question of Bert's.", sender=BERT))
    headers = office.reply_headers()
    await write(office, letter(5, ASIDE, **anna, **headers), "Dear Anna, thank you.")
    await write(office, letter(6, "Back to my question.", sender=BERT, **headers), "Thank you once more.")
    office.later(days=4)
    await office.sweep()
    office.later(minutes=5)


async def erased(office: Office, **mailboxes: Any) -> Forgotten:
    """Forget Anna now."""
    return await forget(id_of(office), ANNA, mailboxes, office.terms, office.store, office.now)


def id_of(office: Office, address: str = ANNA) -> str:
    """Return an address's entity id."""
    return entity_id(office.terms.secret, address)


@pytest.fixture
def found(tmp_path: Path) -> Callable[[], list[str]]:
    """Return a function that finds Anna's traces in the raw bytes of every file that we write."""

    def look() -> list[str]:
        raw = b"\n".join(p.read_bytes() for p in sorted((tmp_path / "data").iterdir())).lower()
        return [t for t in TRACES if t.lower().encode() in raw]

    return look


async def bodies(office: Office) -> dict[Container, list[dict[str, Any]]]:
    """Return everything that is stored."""
    return {c: [d.body async for d in office.documents.find(c, Search())] for c in Container}


async def test_nothing_is_left_in_any_file(office: Office, found: Callable[[], list[str]]) -> None:
    """Neither the database nor its log holds the person's address, name or words; everything of theirs was there before."""
    await lived(office)
    assert found() == list(TRACES)
    done = await erased(office)
    assert found() == []
    assert set(done.removed) == {"messages", "profiles", "summaries", "memories", "threads", "turns"}
    assert (await bodies(office))[Container.PROFILES] != []


async def test_other_peoples_threads_keep_their_own_words(office: Office) -> None:
    """Somebody else's thread loses the person's words and our answer to them, nothing else."""
    await lived(office)
    await erased(office)
    [thread] = [t.value async for t in office.store.threads()]
    assert (thread.owner, thread.participants) == (BERT, ())
    assert {m.entity_id for m in thread.messages} == {id_of(office, BERT)}
    assert {r.to for r in thread.replies} == {(BERT,)}
    turns = [r async for r in office.store.turns(id_of(office, BERT), thread.thread_state.thread_id)]
    assert {"A question of Bert's.", "Back to my question.", "Thank you once more."} <= {
        t.content.strip() for t in turns
    }


async def test_a_new_uidvalidity_brings_nothing_back(office: Office, found: Callable[[], list[str]]) -> None:
    """A rescan of the whole mailbox drops the person's old mails with a reason and answers nobody a second time."""
    await lived(office)
    await erased(office)
    sent = len(office.outbox.sent)
    office.mailbox.renumber()
    office.later(minutes=1)
    outcomes = await office.poll()
    assert [
        (o.outcome, o.reason) for o in outcomes if o.message_id in {f"<{n}@example.org>" for n in (1, 2, 3, 5)}
    ] == [(Kind.GATED, "forgotten")] * 4
    assert {o.outcome for o in outcomes} == {Kind.GATED, Kind.DUPLICATE}
    assert len(office.outbox.sent) == sent
    assert found() == []


async def test_a_mail_moved_out_of_quarantine_brings_nothing_back(
    office: Office, found: Callable[[], list[str]]
) -> None:
    """An old mail that gets a new UID and a new time of arrival is known by its date."""
    await lived(office)
    await erased(office)
    office.later(minutes=1)
    office.receive(letter(9, TELLS, sender=SENDER))
    [outcome] = await office.poll()
    assert (outcome.outcome, outcome.reason, found()) == (Kind.GATED, "forgotten", [])


@pytest.mark.parametrize("subject", ["Re: Mail 1", "Something new"])
async def test_a_colleagues_old_answer_brings_nothing_back(
    office: Office, found: Callable[[], list[str]], subject: str
) -> None:
    """A fresh look at the Sent folder leaves out what was sent to the person before."""
    await lived(office)
    headers = {"Subject": subject, "In_Reply_To": "<1@example.org>", "Authentication_Results": ""}
    raw = letter(7, f"Dear {NAME}!", sender=SUPPORT, To=ANNA, **headers)
    office.mailbox.deliver(raw, folder=Folder.SENT, received_at=office.now)
    assert [o.outcome for o in await office.poll()] == [Kind.COLLEAGUE]
    await erased(office)
    assert found() == []
    office.mailbox.renumber()
    await office.poll()
    assert found() == []


async def test_a_later_mail_is_a_new_persons(office: Office) -> None:
    """Who writes after being forgotten is answered, as somebody of whom nothing is known."""
    await lived(office)
    await erased(office)
    office.later(days=1)
    fresh = letter(20, "Hello, a question.", sender=ANNA, Date="Sun, 06 Dec 2026 12:00:00 +0000")
    [outcome] = await write(office, fresh)
    assert outcome.outcome is Kind.REPLIED
    profile = office.model.briefs[-1].profile
    assert (profile or {}).get("name") is None


async def test_forgetting_twice_changes_nothing(office: Office) -> None:
    """The second time there is nothing to remove, and the first receipt still holds."""
    await lived(office)
    first = await erased(office)
    before = await bodies(office)
    second = await erased(office)
    assert (second.removed, second.cut) == ({}, {})
    assert await bodies(office) == before
    assert [pair async for pair in still_there(first.removed, office.terms, office.store)] == []


@pytest.mark.parametrize("nth", range(1, 20, 2))
async def test_a_killed_forgetting_is_finished(office: Office, found: Callable[[], list[str]], nth: int) -> None:
    """Killed after its nth write and run again, nothing of the person is left."""
    await lived(office)
    store = office.store._documents
    office.store._documents = Failing(store, [Fault("write", nth=nth, after=True)])
    with pytest.raises(StoreUnreachable):
        await erased(office)
    office.store._documents = store
    await erased(office)
    assert found() == []


async def test_the_merged_addresses_are_forgotten_too(office: Office, found: Callable[[], list[str]]) -> None:
    """Forgetting a person forgets every address that was merged into them."""
    await lived(office)
    other = "blumenfeld@example.org"
    await write(office, letter(30, "From my other address.", sender=other, Date="Fri, 04 Dec 2026 12:00:00 +0000"))
    await merge(id_of(office, other), id_of(office), office.terms, office.store, office.now)
    done = await erased(office)
    assert set(done.entities) == {id_of(office), id_of(office, other)}
    assert found() == []


async def test_the_mails_go_too_where_that_is_asked(office: Office) -> None:
    """With the mailbox, the person's mails and ours to them go from every folder; other people's stay."""
    await lived(office)
    done = await erased(office, support=office.mailbox)
    raw = b"\n".join(r for f in Folder for r in office.mailbox.raws(f))
    assert (ANNA.encode() in raw, BERT.encode() in raw) == (False, True)
    assert done.mails == {"support": {"removed": 7, "marked": 0}}


async def test_what_was_erased_and_is_there_again_is_found(office: Office) -> None:
    """A receipt finds a document that somebody put back, such as from a backup."""
    await lived(office)
    turns = [d async for d in office.documents.find(Container.TURNS, Search(partition=(id_of(office),)))]
    done = await erased(office)
    await office.documents.create(Container.TURNS, New(turns[0].id, turns[0].body))
    again = [pair async for pair in still_there(done.removed, office.terms, office.store)]
    assert again == [(Container.TURNS, turns[0].id)]


def test_a_receipt_that_was_changed_is_not_genuine() -> None:
    """The signature covers every field, and is this installation's."""
    receipt = signed({"receipt": "x", "removed": {"turns": 3}}, b"s" * 40)
    assert is_genuine(receipt, b"s" * 40)
    assert not is_genuine({**receipt, "removed": {"turns": 2}}, b"s" * 40)
    assert not is_genuine(receipt, b"t" * 40)
    assert not is_genuine({"receipt": "x"}, b"s" * 40)


async def test_no_log_line_names_the_person(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    """What is logged of mails and sweeps holds ids, never an address, a name or words."""
    caplog.set_level(logging.INFO, "keepword")
    await office.poll()
    says = f"{NAME} says that the lamp hums in the night"
    office.outbox.fail(DeliveryRefused(f"550 5.1.1 <{ANNA}>: no such user"), times=2)
    for fields in ({"reason": says}, {"action": "handoff", "reply": "", "reason": says}):
        for outcome in await write(office, letter(len(fields), TELLS, sender=SENDER), **fields):
            report_outcome(outcome)
    report_fault("support", 1, OutboxUnreachable(f"421 try {ANNA} later"))
    report_fault("support", 1, ValueError(f"odd {ANNA}"))
    office.later(days=4)
    for swept in await office.sweep():
        report_swept(swept)
    lines = "\n".join(map(EventFormatter().format, caplog.records))
    assert "thread_id=t_" in lines
    assert [t for t in TRACES if t.lower() in lines.lower()] == []
