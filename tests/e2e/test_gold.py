"""The gold set and the fresh conversations through the real commands: mails in a mailbox, a model server, what is remembered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from model_server import Body, ModelServer, turn
from post import Post
from shop import AUTHSERV_ID, Shop
from transcripts import Offer, Transcript, gold, transcripts, turn_of

from keepword.agent.cli import cli

SET = Path(__file__).parents[1] / "memory" / "gold"
FRESH = [t for batch in ("first", "second", "third") for t in transcripts(batch) if t.offers and len(t.exchanges) == 1]
SMALL = gold(SET, apart=False)[::3]
"""Every third gold thread, with what all models offer from it: GreenMail takes half a second for each."""
WHOLE = [*gold(SET, apart=True), *FRESH]
"""Every gold thread with each of its models by itself, and the fresh conversations."""
CASES = {t.id: t for t in (*SMALL, *WHOLE)}
ADDRESS_RULE = """
[[rule]]
name = "address"
writes = "profile.address"
stated_by = ["customer", "operator"]
category = "biographical"
"""
POLICY = "".join(
    f'[[promise]]\nkind = "{kind}"\nwithin_days = 60\n{limit}'
    for kind, limit in (
        *((kind, 'max_amount = "5000.00"\ncurrency = "EUR"\n') for kind in ("refund", "credit")),
        *((kind, "") for kind in ("replacement", "call_back", "answer")),
    )
)


@dataclass(frozen=True)
class Told:
    """What the commands say of a person: the profile with its records, and what `why` says of the mail."""

    profile: dict[str, Any]
    why: dict[str, Any]


def answer(body: Body) -> Body:
    """Answer as the script says, and offer what it offers."""
    text = body["messages"][1]["content"]
    newest = text.rpartition("# Newest mail\n")[2]
    subject = next(line for line in newest.splitlines() if line.startswith("Subject: "))
    return turn(**turn_of(CASES, subject, newest))


def letter(case: Transcript, shop: Shop) -> bytes:
    """Return a conversation's mail as our own server hands it to us."""
    mail = EmailMessage()
    mail["Authentication-Results"] = f"{AUTHSERV_ID}; dmarc=pass header.from=example.org"
    mail["From"], mail["To"], mail["Subject"] = case.sender, shop.desks[0].address, case.title
    mail["Date"] = format_datetime(datetime.now(UTC) - timedelta(minutes=1))
    mail["Message-ID"] = message_id(case)
    mail.set_content(case.exchanges[0].mail)
    return mail.as_bytes()


def message_id(case: Transcript) -> str:
    """Return the id of a conversation's mail."""
    return f"<{case.id}@example.org>"


def open_shop(folder: Path, post: Post, model: ModelServer) -> Shop:
    """Open a shop that may promise much, so that what is tested is the memory."""
    shop = Shop(folder, post)
    shop.model(model.url)
    shop.settings("\n[limits]\nreplies_per_day = 100000\n")
    shop.desk(post.user("support"))
    rules = folder / "promotion.toml"
    rules.write_text(rules.read_text("utf-8") + ADDRESS_RULE, "utf-8")
    (folder / "policy.toml").write_text(POLICY, "utf-8")
    return shop


def asked(shop: Shop, *words: str) -> Any:
    """Run a command in this process: two processes for each of hundreds of people would take minutes."""
    config = ("--config", str(shop.folder / "keepword.toml"))
    done = CliRunner(env=shop.env).invoke(cli, [*config, "--json", *words])
    assert done.exit_code == 0, (words, done.output, done.stderr)
    return json.loads(done.stdout)


@dataclass(frozen=True)
class Day:
    """One installation after one poll and one sweep, and what is known of each conversation by now."""

    shop: Shop
    cases: Sequence[Transcript]
    outcomes: dict[str, str]
    told: dict[str, Told]


@pytest.fixture(scope="module", params=["greenmail", pytest.param("dovecot", marks=pytest.mark.dovecot)])
def day(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Day:
    """Have every conversation: all mails in one mailbox, one poll, one sweep once they are idle; then ask the commands."""
    small = request.param == "greenmail"
    post: Post = request.getfixturevalue("greenmail" if small else "post")
    cases = SMALL if small else WHOLE
    model = ModelServer(answer)
    shop = open_shop(tmp_path_factory.mktemp("gold") / "shop", post, model)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda c: post.deliver(letter(c, shop), c.sender, shop.desks[0].address), cases))
    try:
        outcomes = {line["message_id"]: line["outcome"] for line in shop.poll(patience=240)}
    finally:
        model.stop()
    shop.lines("sweep", "--as-of", (datetime.now(UTC) + timedelta(hours=73)).isoformat(), patience=120)
    return Day(shop, cases, outcomes, {case.id: look(shop, case) for case in cases})


def look(shop: Shop, case: Transcript) -> Told:
    """Ask what is known of a conversation's customer and mail."""
    return Told(asked(shop, "profile", case.sender, "--records"), asked(shop, "why", message_id(case)))


def fates(told: Told, offer: Offer) -> list[tuple[bool, str]]:
    """Return what became of an offer: whether it was promoted, and the value that it has, or the check that refused it."""
    found = told.why["candidates"]
    return [
        *((True, v["value"]) for v in found["promoted"] if (v["rule"], v["quote"]) == (offer.rule, offer.quote)),
        *((False, v["decided_by"]) for v in found["refused"] if is_of(v, offer)),
    ]


def is_of(verdict: dict[str, Any], offer: Offer) -> bool:
    """Say whether a verdict is on this offer."""
    return (verdict["rule"], verdict["value"], verdict["quote"]) == (offer.rule, offer.value, offer.quote)


def test_the_whole_set_is_large_enough() -> None:
    """Dovecot gets at least a hundred and fifty threads of the gold set, with offers of all three kinds of model."""
    of_model = {c.id.split("-")[1]: sum(o.id.split("-")[1] == c.id.split("-")[1] for o in WHOLE) for c in WHOLE}
    assert len({(c.language, c.id.rpartition("-")[2]) for c in WHOLE if c not in FRESH}) >= 150
    assert all(of_model[kind] >= 14 for kind in ("good", "sloppy", "hostile", "first", "second", "third"))


def test_every_conversation_was_answered_once(day: Day) -> None:
    """Each mail got its answer, in all seven languages."""
    assert len({c.language for c in day.cases}) == 7
    assert dict.fromkeys(map(message_id, day.cases), "replied") == day.outcomes


def test_what_must_cross_crosses(day: Day) -> None:
    """What was stated outright stands in the profile's facts, with the quote and the mail that it came from."""
    wanted = [(c.id, o) for c in day.cases for o in c.offers if o.must and o.rule != "commitment"]
    missing = [(id_, o.rule, o.quote) for id_, o in wanted if not stands(day.told[id_], id_, o)]
    assert len(wanted) >= 25
    assert missing == []


def stands(told: Told, id_: str, offer: Offer) -> bool:
    """Say whether a fact rests on an offer's words in that mail, in its normal form where that is settled."""
    return any(
        fact["value"] == (offer.outcome or fact["value"])
        for fact in told.profile["facts"]
        for source in fact["sources"]
        if (source["rule"], source["quote"], source["message_id"]) == (offer.rule, offer.quote, f"<{id_}@example.org>")
    )


def test_nothing_crosses_that_must_not(day: Day) -> None:
    """Every other offer is refused, by the check that the set names; `why` shows it, and the profile holds nothing of it."""
    forbidden = [(c.id, o) for c in day.cases for o in c.offers if not o.must]
    seen = [(id_, o.quote, [by for crossed, by in fates(day.told[id_], o) if not crossed]) for id_, o in forbidden]
    assert len(forbidden) >= 25
    assert [s for s in seen if not s[2]] == []
    wrong = [s for s, (_, offer) in zip(seen, forbidden, strict=True) if offer.outcome not in ("", s[2][0])]
    assert wrong == []


def test_a_profile_holds_nothing_but_what_must_cross(day: Day) -> None:
    """Every fact of every profile rests on an offer that must cross."""
    for case in day.cases:
        allowed = {(o.rule, o.quote) for o in case.offers if o.must}
        rests = {(s["rule"], s["quote"]) for f in day.told[case.id].profile["facts"] for s in f["sources"]}
        assert rests <= allowed, case.id


def test_the_ledger_holds_our_promises_alone(day: Day) -> None:
    """`commitments` lists what our own replies promised, and nothing that a customer claimed."""
    promised = {c.exchanges[0].reply for c in day.cases for o in c.offers if o.must and o.rule == "commitment"}
    listed = day.shop.lines("commitments")
    assert {(c["kind"], c["amount"], c["currency"], c["status"]) for c in listed} == {
        ("refund", "40.00", "EUR", "open")
    }
    assert {c["quote"] for c in listed if any(c["quote"] in reply for reply in promised)} == {
        c["quote"] for c in listed
    }
    assert {c["stated_by"] for c in listed} == {"agent"}


def test_moods_are_nowhere(day: Day) -> None:
    """No mood that a model named is in any profile or in any record that lasts."""
    for case in day.cases:
        lasting = json.dumps(
            [r for r in day.told[case.id].profile["records"] if r["type"] != "turn"], ensure_ascii=False
        )
        moods = [o.quote for o in case.offers if o.outcome == "mood" or o.rule == "mood"]
        assert [m for m in moods if m in lasting] == [], case.id


def test_a_process_of_its_own_says_the_same(day: Day) -> None:
    """The commands as an operator starts them say what we read above."""
    for case in [*{c.language: c for c in day.cases}.values()][:3]:
        assert day.shop.json("profile", case.sender, "--records") == day.told[case.id].profile
        assert day.shop.json("why", message_id(case)) == day.told[case.id].why


def test_another_sweep_promotes_nothing_more(day: Day) -> None:
    """Run again at the same time or later, the sweep finds nothing to promote, and the profiles stay as they are."""
    later = (datetime.now(UTC) + timedelta(hours=80)).isoformat()
    assert [s for s in day.shop.lines("sweep", "--as-of", later) if s["promoted"]] == []
    case = day.cases[0]
    assert asked(day.shop, "profile", case.sender, "--records") == day.told[case.id].profile
