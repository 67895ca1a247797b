"""One person, two addresses: merge, mail from either, unmerge, and what makes no sense."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from office import RULES, SUPPORT, Office, letter, turn

from keepword.agent.outcome import Kind, Outcome
from keepword.agent.people.merging import merge, unmerge
from keepword.agent.tallying import change_tally
from keepword.agent.terms import Terms
from keepword.errors import StoreUnreachable, UsageError
from keepword.memory.policy import Policy, Promise
from keepword.memory.ports import Container, Search
from keepword.memory.state import Identity, ProfileDocument, profile_state
from keepword.testing import Failing, Fault
from keepword.threading.tokens import entity_id

HOME, WORK = "anna@example.org", "anna@example.net"


def id_of(office: Office, address: str) -> str:
    """Return the entity id of an address itself."""
    return entity_id(office.terms.secret, address)


def states(slot: str, value: str, quote: str) -> dict[str, Any]:
    """Return a candidate that the customer states."""
    return {"rule": slot, "value": value, "quote": quote, "source": "customer", "confidence": 0.95}


async def write(office: Office, raw: bytes, reply: str = "Thank you for your mail.", **fields: Any) -> Outcome:
    """Let a mail arrive, have it answered so, and return what became of it."""
    office.model._answers = lambda _: turn(reply, **fields)
    office.receive(raw)
    [outcome] = await office.poll()
    return outcome


@pytest.fixture
def office(make_office: Callable[..., Office]) -> Office:
    """Return an office that may promise refunds."""
    refund = Promise("refund", Decimal(100), "EUR", 30)
    return make_office(terms=Terms(b"s" * 40, rules=RULES, own=(SUPPORT,), policy=Policy(promises=(refund,))))


async def both(office: Office) -> None:
    """Let both addresses write: a name and a promise at work, a contact time at home; both threads are promoted from."""
    await office.poll()
    await write(
        office,
        letter(1, "My name is Anna Blum.", sender=WORK),
        "We will refund 40.00 EUR within 10 days.",
        candidates=[states("name", "Anna Blum", "My name is Anna Blum.")],
    )
    await write(
        office,
        letter(2, "Please call me after 17:00."),
        candidates=[states("preferred_contact_time", "after 17:00", "Please call me after 17:00.")],
        thread={"summary": "At home."},
    )
    await idle(office)


async def idle(office: Office) -> None:
    """Let all threads fall idle and be promoted from."""
    office.later(days=4)
    await office.sweep()


async def dump(office: Office) -> dict[str, Any]:
    """Return every document by its place, ETags aside."""
    found = {}
    for container in Container:
        async for document in office.documents.find(container, Search()):
            found[f"{container} {document.body.get('user_id', '')} {document.id}"] = document.body
    return found


def settled(documents: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a merge may leave behind: what is known of addresses, times to live that count from a write."""
    return {
        place: {k: v for k, v in body.items() if k != "ttl"}
        for place, body in documents.items()
        if not place.startswith(Container.IDENTITIES)
    }


async def merged(office: Office) -> None:
    """Merge the address at work into the one at home."""
    await merge(id_of(office, WORK), id_of(office, HOME), office.terms, office.store, office.now)


async def parted(office: Office) -> None:
    """Take the merge back."""
    await unmerge(id_of(office, WORK), office.terms, office.store, office.now)


async def profile_of(office: Office, address: str) -> ProfileDocument:
    """Return the profile under an address's own id."""
    found = await office.store.profile(id_of(office, address))
    return found.value if found else ProfileDocument(entity_id=id_of(office, address))


async def test_a_merge_makes_one_profile_of_two_with_every_origin(office: Office) -> None:
    """Facts, promises and past threads of both stand in one profile; those that were moved say where they come from."""
    await both(office)
    before = await profile_of(office, WORK)
    await merged(office)
    whole, work = await profile_of(office, HOME), id_of(office, WORK)
    state = profile_state(whole)
    assert (state["name"], state["preferred_contact_time"], len(state["past_threads"])) == (
        "Anna Blum",
        "after 17:00",
        2,
    )
    assert [c.commitment_id for c in whole.commitments] == [c.commitment_id for c in before.commitments]
    assert [(c.entity_id, c.origin) for c in whole.commitments] == [(whole.entity_id, work)]
    assert {s.origin for f in whole.facts for s in f.sources if f.slot == "name"} == {work}
    assert whole.addresses == (WORK, HOME)
    assert await office.store.profile(work) is None
    assert [r async for r in office.store.records(work)] == []
    assert {t.value.thread_state.entity_id async for t in office.store.threads()} == {whole.entity_id}


async def test_unmerge_restores_every_document(office: Office) -> None:
    """A merge and its undoing leave every document as it was, byte for byte."""
    await both(office)
    before = settled(await dump(office))
    await merged(office)
    assert settled(await dump(office)) != before
    await parted(office)
    assert settled(await dump(office)) == before


@pytest.mark.parametrize("operation", ["merge", "unmerge"])
@pytest.mark.parametrize("nth", range(1, 21))
async def test_a_killed_merge_is_finished_by_the_same_command(office: Office, operation: str, nth: int) -> None:
    """Killed after its nth write and run again, a merge or unmerge ends as if it had never been killed."""
    await both(office)
    await merged(office)
    whole = await dump(office)
    await parted(office)
    apart = await dump(office)
    if operation == "unmerge":
        await merged(office)
    act, wanted = (merged, whole) if operation == "merge" else (parted, apart)
    failing = Failing(office.documents, [Fault("write", nth=nth, after=True)])
    office.store._documents = failing
    try:
        await act(office)
    except StoreUnreachable:
        with suppress(UsageError):  # where only the answer to its very last write was lost, it is done already
            await act(office)
    assert settled(await dump(office)) == settled(wanted)


async def test_mail_from_either_address_is_the_owners(office: Office) -> None:
    """After a merge mail from the one address in the other's thread is the owner's, with the one profile in its context."""
    await both(office)
    await merged(office)
    first = await write(office, letter(3, "A new question.", sender=WORK))
    second = await write(office, letter(4, "More on it.", **office.reply_headers()))
    assert (first.entity_id, second.entity_id, second.thread_id) == (
        id_of(office, HOME),
        id_of(office, HOME),
        first.thread_id,
    )
    assert office.model.briefs[-1].profile is not None
    assert office.model.briefs[-1].profile["name"] == "Anna Blum"
    thread = await office.store.thread(first.thread_id or "")
    assert thread is not None
    assert thread.value.participants == ()


async def test_a_promise_to_the_other_address_joins_the_ledger(office: Office) -> None:
    """What we promise to the one address in the other's thread is a commitment to the person."""
    await both(office)
    await merged(office)
    await write(office, letter(3, "A new question.", sender=WORK))
    await write(office, letter(4, "More.", **office.reply_headers()), "We will refund 15.00 EUR within 10 days.")
    found = [c async for c in office.store.commitments(entity_id=id_of(office, HOME))]
    assert {c.amount for c in found} == {"40.00", "15.00"}
    ids = {c.commitment_id for c in found}
    await idle(office)
    assert {c.commitment_id for c in (await profile_of(office, HOME)).commitments} == ids


async def test_unmerge_takes_back_what_was_learnt_meanwhile(office: Office) -> None:
    """What the merged address stated, and what was promised in its threads, goes with it; the rest stays."""
    await both(office)
    await merged(office)
    at_work = await write(
        office,
        letter(3, "Please call me after 9:00.", sender=WORK),
        "We will refund 15.00 EUR within 10 days.",
        candidates=[states("preferred_contact_time", "after 09:00", "Please call me after 9:00.")],
    )
    at_home = await write(office, letter(4, "In between."), thread={"summary": "Home again."})
    assert at_home.thread_id != at_work.thread_id
    await parted(office)
    work, home = await profile_of(office, WORK), await profile_of(office, HOME)
    assert profile_state(work)["preferred_contact_time"] == "after 09:00"
    assert profile_state(home)["preferred_contact_time"] == "after 17:00"
    assert {c.amount for c in work.commitments} == {"40.00", "15.00"}
    assert (home.commitments, work.addresses, home.addresses) == ((), (WORK,), (HOME,))
    assert {c.origin for c in work.commitments} == {""}
    owners = {t.value.thread_state.thread_id: t.value.thread_state.entity_id async for t in office.store.threads()}
    assert (owners[at_work.thread_id or ""], owners[at_home.thread_id or ""]) == (work.entity_id, home.entity_id)
    again = await write(office, letter(5, "Hello.", sender=WORK))
    assert again.entity_id == work.entity_id


async def test_a_later_mail_decides_in_a_one_valued_slot(office: Office) -> None:
    """Both addresses named a contact time: the later mail's counts, whichever address wrote it, and both come back."""
    await office.poll()
    told = "Please call me after {}:00."
    for number, hour, sender, date in ((1, 9, WORK, "28 Nov"), (2, 17, HOME, "27 Nov")):
        quote = told.format(hour)
        await write(
            office,
            letter(number, quote, sender=sender, Date=f"{date} 2026 10:00:00 +0000"),
            candidates=[states("preferred_contact_time", f"after {hour}:00", quote)],
        )
    await idle(office)
    await merged(office)
    assert profile_state(await profile_of(office, HOME))["preferred_contact_time"] == "after 09:00"
    await parted(office)
    assert profile_state(await profile_of(office, HOME))["preferred_contact_time"] == "after 17:00"
    assert profile_state(await profile_of(office, WORK))["preferred_contact_time"] == "after 09:00"


async def test_a_participant_who_turns_out_to_be_the_owner(office: Office) -> None:
    """Where the merged address took part in the person's own thread it is the owner there, and a participant again after."""
    await office.poll()
    first = await write(office, letter(1, "A question."))
    await write(office, letter(2, "Me again.", sender=WORK, **office.reply_headers()))
    before = settled(await dump(office))
    await merged(office)
    thread = await office.store.thread(first.thread_id or "")
    assert thread is not None
    assert thread.value.participants == ()
    assert {m.entity_id for m in thread.value.messages} == {id_of(office, HOME)}
    await parted(office)
    assert settled(await dump(office)) == before


async def test_a_merge_costs_no_read_on_the_way_of_a_mail(office: Office) -> None:
    """A mail from a merged address takes four point reads and no query, like any other."""
    await both(office)
    await merged(office)
    office.documents.reset()
    outcome = await write(office, letter(3, "A new question.", sender=WORK))
    assert outcome.outcome is Kind.REPLIED
    assert (office.documents.reads <= 4, office.documents.queries) == (True, 0)


async def test_what_makes_no_sense_is_said(office: Office) -> None:
    """Merging with oneself, twice, in chains or the other way round, and undoing what is no merge, are clear errors."""
    a, b, c = "e_a", "e_b", "e_c"
    wrong: dict[str, tuple[str, str]] = {
        "itself": (a, a),
        "already": (a, b),
        f"is merged into {b} already; unmerge it first": (a, c),
        f"is itself merged into {b}": (c, a),
        f"{a} is merged into {b}; unmerge it first": (b, c),
    }
    await merge(a, b, office.terms, office.store, office.now)
    for words, (one, other) in wrong.items():
        with pytest.raises(UsageError, match=words):
            await merge(one, other, office.terms, office.store, office.now)
    with pytest.raises(UsageError, match="is not merged"):
        await unmerge(c, office.terms, office.store, office.now)


async def test_what_is_promised_while_a_merge_runs_goes_along(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A promise that another worker counts between the two writes of a tally's move is moved too, not lost."""
    await both(office)
    home, work = id_of(office, HOME), id_of(office, WORK)
    known = await office.store.identity(work)
    assert known is not None
    [given] = known.value.given
    late = given.model_copy(update={"commitment": given.commitment.model_copy(update={"commitment_id": "c_late"})})
    save = office.store.save_identity

    async def saved(identity: Identity, etag: str | None = None) -> str:
        done = await save(identity, etag)
        if identity.entity_id == home and identity.given:
            monkeypatch.setattr(office.store, "save_identity", save)
            await change_tally(work, office.store, lambda i: (*i.given, late))
        return done

    monkeypatch.setattr(office.store, "save_identity", saved)
    await merge(work, home, office.terms, office.store, office.now)
    found = [await office.store.identity(id_) for id_ in (home, work)]
    assert [{g.commitment.commitment_id for g in f.value.given} for f in found if f] == [
        {given.commitment.commitment_id, "c_late"},
        set(),
    ]
