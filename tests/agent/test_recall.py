"""Recall: of a person with a large profile the model sees what the newest mail is about, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from office import NOW, RULES, Office, letter

from keepword.agent.brief.assemble import Budget
from keepword.agent.brief.bounds import compact, tokens
from keepword.agent.embedders.local import LocalEmbedder
from keepword.agent.embedders.port import Centred, Purpose
from keepword.agent.people.forgetting import forget
from keepword.agent.recall import MADE_AT_ONCE, order_facts, vectors_of
from keepword.agent.search.meaning import PAUSE, Meaning
from keepword.errors import EmbedderUnreachable
from keepword.memory.ports import Container, Search
from keepword.memory.promotion.distil import all_records
from keepword.memory.promotion.rules import PromotionRule
from keepword.memory.record_vectors import holds_vector, remembered
from keepword.memory.state import Fact, ProfileDocument
from keepword.testing import ScriptedEmbedder
from keepword.threading.entity import address_key
from keepword.threading.tokens import entity_id

FILLING = "It is known of this customer that item {} on the long list was once spoken of at some length."
GROUPS = ("allergy peanuts nuts", "wheelchair stairs lift elevator")
FACTS_RULES = (*RULES, PromotionRule("requirement", "profile.requirement", values="many"))


def fact(number: int, value: str, **fields: Any) -> Fact:
    """Return a fact of the list."""
    plain = {"fact_id": f"fact_{number:04}", "slot": "requirement", "rule": "requirement", "stated_at": NOW}
    return Fact(**{**plain, "value": value, **fields})


def person(office: Office, *facts: Fact, sender: str = "anna@example.org") -> ProfileDocument:
    """Return the profile of somebody of whom two hundred other things are known, too."""
    many = tuple(fact(n, FILLING.format(n)) for n in range(200))
    return ProfileDocument(
        entity_id=entity_id(office.terms.secret, address_key(sender)), facts=(*many[:120], *facts, *many[120:])
    )


async def known(office: Office, *facts: Fact, sender: str = "anna@example.org") -> ProfileDocument:
    """Store a large profile with its records, as promotion writes them."""
    profile = person(office, *facts, sender=sender)
    await office.store.save_profile(profile)
    await office.store.add_records(profile.entity_id, "", all_records(profile, FACTS_RULES))
    return profile


async def shown(office: Office, text: str) -> dict[str, Any]:
    """Return what the model saw of Anna when she wrote this."""
    office.receive(letter(len(office.model.briefs) + 1, text, Subject="A question"))
    assert [o.outcome for o in await office.poll()] == ["replied"]
    brief = office.model.briefs[-1]
    assert brief.profile is not None
    return brief.profile


NUTS = fact(900, "allergic to peanuts")


async def test_the_fact_that_the_mail_names_is_shown_among_two_hundred(office: Office) -> None:
    """By a word in common, in another inflection; the budget holds and says what is not shown."""
    await known(office, NUTS)
    profile = await shown(office, "Are there any peanut traces in the biscuits?")
    assert profile["requirement"][0] == NUTS.value
    assert profile["not_shown"] > 150
    assert tokens(compact(profile)) <= Budget().profile
    assert office.model.briefs[-1].cut == (f"profile: {profile['not_shown']} of 201 requirement",)


async def test_without_a_word_in_common_only_meaning_finds_it(make_office: Callable[..., Office]) -> None:
    """An embedder that knows what belongs together brings it to the front; without one it is not among the first."""
    fact_of_stairs = fact(901, "cannot climb stairs", stated_at=NOW - timedelta(days=900))
    plain = make_office()
    await known(plain, fact_of_stairs)
    assert fact_of_stairs.value not in (await shown(plain, "Will the elevator be working?"))["requirement"]
    office = make_office(meaning=Meaning(ScriptedEmbedder(GROUPS)))
    await known(office, fact_of_stairs)
    for _ in range(5):
        profile = await shown(office, "Will the elevator be working?")
    assert profile["requirement"][0] == fact_of_stairs.value
    assert tokens(compact(profile)) <= Budget().profile


async def test_the_real_model_finds_it_without_a_word_in_common(make_office: Callable[..., Office]) -> None:
    """By the model on this machine: who asks for an elevator is the one who cannot climb stairs."""
    office = make_office(meaning=Meaning(Centred(LocalEmbedder())))
    stairs = fact(901, "sits in a wheelchair and cannot climb stairs", stated_at=NOW - timedelta(days=900))
    filling = tuple(
        fact(n, f"likes the {c} of our catalogue best and orders it each spring") for n, c in enumerate(COLOURS)
    )
    profile = person(office).model_copy(update={"facts": (*filling, stairs)})
    await office.store.save_profile(profile)
    await office.store.add_records(profile.entity_id, "", all_records(profile, FACTS_RULES))
    assert (await shown(office, "Is there an elevator in your shop?"))["requirement"][0] == stairs.value
    await office.meaning.close()


COLOURS = [f"{shade} {colour} {thing}" for shade in ("light", "dark", "pale") for colour in ("red", "blue", "green")
           for thing in ("lamp with the brass foot", "carpet with long fringes", "vase of thick glass", "woollen cushion",
                         "curtain of heavy linen")]  # fmt: skip


async def test_a_small_profile_costs_nothing_more(make_office: Callable[..., Office]) -> None:
    """Four point reads, six writes at most, no query, and no text is embedded."""
    embedder = ScriptedEmbedder(GROUPS)
    office = make_office(meaning=Meaning(embedder))
    small = person(office).model_copy(update={"facts": (NUTS,)})
    await office.store.save_profile(small)
    await office.poll()
    office.documents.reset()
    assert await shown(office, "peanuts?") == {"requirement": NUTS.value}
    assert (office.documents.queries, embedder.asked) == (0, [])
    assert (office.documents.reads, office.documents.writes) <= (4, 6)


async def test_a_large_profile_without_an_embedder_costs_nothing_more_either(office: Office) -> None:
    """The words are those of the profile that was read: no query."""
    await known(office, NUTS)
    await office.poll()
    office.documents.reset()
    await shown(office, "peanuts?")
    assert office.documents.queries == 0
    assert office.documents.reads <= 4


async def test_each_vector_is_made_once(make_office: Callable[..., Office]) -> None:
    """One query a mail; a few vectors are made with each of the first mails and kept, then only the mail's own."""
    embedder = ScriptedEmbedder(GROUPS)
    office = make_office(meaning=Meaning(embedder))
    await known(office, NUTS)
    await shown(office, "elevator?")
    made = [text for text, purpose in embedder.asked if purpose is Purpose.PASSAGE]
    assert len(made) == MADE_AT_ONCE
    for _ in range(4):
        await shown(office, "elevator?")
    made = [text for text, purpose in embedder.asked if purpose is Purpose.PASSAGE]
    assert len(made) == len(set(made)) == 201
    office.documents.reset()
    await shown(office, "elevator?")
    assert [p for _, p in embedder.asked].count(Purpose.PASSAGE) == 201
    assert office.documents.queries == 1
    assert office.documents.writes <= 6


async def test_a_dead_embedder_stops_no_answer(make_office: Callable[..., Office]) -> None:
    """The words still choose, the fault is known, and when it is back the meaning chooses again."""
    embedder = ScriptedEmbedder(GROUPS)
    office = make_office(meaning=Meaning(embedder))
    await known(office, NUTS)
    embedder.failing = EmbedderUnreachable("embeddings: away")
    assert (await shown(office, "peanuts?"))["requirement"][0] == NUTS.value
    assert office.ports.meaning.fault == "embeddings: away"
    embedder.failing = None
    office.now += PAUSE
    await shown(office, "peanuts?")
    assert office.ports.meaning.fault == ""


async def test_nobody_else_s_records_are_found(make_office: Callable[..., Office]) -> None:
    """The search takes a person's id: another one's finds nothing, whatever their records say."""
    office = make_office(meaning=Meaning(ScriptedEmbedder(GROUPS)))
    anna = await known(office, NUTS)
    bert = await known(office, fact(902, "hates peanuts of all kinds"), sender="bert@example.org")
    documents, meaning = office.store.documents, office.ports.meaning
    of_anna = {r.id async for r in remembered(documents, anna.entity_id, "m")}
    of_bert = {r.id async for r in remembered(documents, bert.entity_id, "m")}
    assert ("fact_0900" in of_anna, "fact_0902" in of_anna) == (True, False)
    assert ("fact_0900" in of_bert, "fact_0902" in of_bert) == (False, True)
    for nobody in ("", "somebody-else", anna.entity_id[:-1], f"{anna.entity_id}x"):
        assert [r async for r in remembered(documents, nobody, "m")] == []
        assert await vectors_of(nobody, documents, meaning, NOW) == {}
    assert "hates" not in compact(await shown(office, "peanuts?"))


async def test_a_stranger_under_the_name_sees_nothing(make_office: Callable[..., Office]) -> None:
    """Where the writer is not verified nothing is chosen, for nothing is shown: no query, no vector."""
    embedder = ScriptedEmbedder(GROUPS)
    office = make_office(meaning=Meaning(embedder))
    await known(office, NUTS)
    office.receive(letter(1, "peanuts?", Authentication_Results=""))
    office.documents.reset()
    await office.poll()
    assert office.model.briefs[-1].profile is None
    assert (office.documents.queries, embedder.asked) == (0, [])


def test_an_old_fact_that_the_mail_names_is_found_among_thousands() -> None:
    """However many are fresher, as many as full slots hold are looked at."""
    facts = [fact(n, FILLING.format(n), stated_at=NOW - timedelta(days=n)) for n in range(3_500)]
    facts[3_400] = fact(3_400, "allergic to peanuts", stated_at=NOW - timedelta(days=3_400))
    assert order_facts("Are there peanuts in it?", None, facts, {}, NOW)[0] == "fact_3400"


def test_sure_and_fresh_facts_come_first_where_the_mail_says_nothing() -> None:
    """Confidence and the date decide among equals, and only among these."""
    facts = [
        fact(1, "old", stated_at=NOW - timedelta(days=1_000)),
        fact(2, "unsure", confidence=0.4),
        fact(3, "fresh"),
        fact(4, "from the future", stated_at=NOW + timedelta(days=9), confidence=0.9),
    ]
    assert order_facts("Hello?", None, facts, {}, NOW) == ("fact_0003", "fact_0004", "fact_0002", "fact_0001")
    assert order_facts("What is old?", None, facts, {}, NOW)[0] == "fact_0001"
    assert order_facts("", None, [], {}, NOW) == ()


async def test_forgetting_a_person_erases_and_counts_the_vectors(make_office: Callable[..., Office]) -> None:
    """None is left afterwards, and the receipt says how many there were."""
    office = make_office(meaning=Meaning(ScriptedEmbedder(GROUPS)))
    anna = await known(office, NUTS)
    for _ in range(5):
        await shown(office, "elevator?")
    done = await forget(anna.entity_id, "anna@example.org", {}, office.terms, office.store, datetime.now(UTC))
    assert done.vectors == 201
    left = [d async for d in office.store.documents.find(Container.MEMORIES, Search()) if holds_vector(d.body)]
    assert left == []
