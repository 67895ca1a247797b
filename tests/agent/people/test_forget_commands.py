"""`merge`, `unmerge`, `export` and `forget` as their users meet them: words, exit codes, receipts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from keepword.agent.cli import cli
from keepword.agent.starter import write_starter
from keepword.errors import KeepwordError
from keepword.memory.state import Fact, ProfileDocument, Source, profile_state
from keepword.memory.store import Store
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.threading.tokens import entity_id

SECRET = "s" * 40
ANNA, WORK = "anna@example.org", "anna@example.net"
Call = Callable[..., Result]


def person(address: str) -> str:
    """Return an address's entity id."""
    return entity_id(SECRET.encode(), address)


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that runs a command on a store in which two addresses have a profile each."""
    write_starter(tmp_path)
    monkeypatch.setenv("KEEPWORD_SECRET", SECRET)
    monkeypatch.setenv("KEEPWORD_SUPPORT_PASSWORD", "p")
    asyncio.run(_fill(tmp_path / "data" / "keepword.sqlite"))

    def run(*words: str, stdin: str = "") -> Result:
        return CliRunner().invoke(cli, ["--config", str(tmp_path / "keepword.toml"), *words], input=stdin)

    return run


async def _fill(path: Path) -> None:
    documents = SqliteDocuments(path)
    store = Store(documents)
    for address, slot, value in ((ANNA, "name", "Anna"), (WORK, "account_tier", "gold")):
        at = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
        source = Source(quote=f"{slot} is {value}", message_id="<1@example.org>", stated_at=at, rule=slot)
        fact = Fact(fact_id=f"fact_{slot}", slot=slot, value=value, rule=slot, stated_at=at, sources=(source,))
        await store.save_profile(ProfileDocument(entity_id=person(address), addresses=(address,), facts=(fact,)))
    await documents.close()


def code(result: Result) -> int:
    """Return the exit code that `main` makes of a result."""
    return result.exception.exit_code if isinstance(result.exception, KeepwordError) else result.exit_code


def state(call: Call, address: str) -> dict[str, Any]:
    """Return the profile that `profile` shows."""
    shown: dict[str, Any] = json.loads(call("--json", "profile", address).stdout)
    return shown


def test_either_address_shows_the_one_person(call: Call) -> None:
    """After `merge` both addresses show one profile, after `unmerge` each its own."""
    moved = json.loads(call("--json", "merge", WORK, ANNA).stdout)
    assert (moved["address"], moved["person"], moved["facts"]) == (person(WORK), person(ANNA), 1)
    whole = state(call, WORK)
    assert whole == state(call, ANNA)
    assert (whole["entity_id"], whole["name"], whole["account_tier"]) == (person(ANNA), "Anna", "gold")
    assert code(call("unmerge", WORK)) == 0
    assert (state(call, WORK)["account_tier"], state(call, ANNA)["account_tier"]) == ("gold", None)
    empty = profile_state(ProfileDocument(entity_id=person(ANNA)))
    assert {k for k in state(call, ANNA) if k in empty} == set(empty)


@pytest.mark.parametrize(
    "words",
    [
        ("merge", ANNA, ANNA),
        ("merge", ANNA, "e_nobody"),
        ("merge", "info@example.org", ANNA),
        ("merge", ANNA, "support@example.com"),
        ("unmerge", ANNA),
        ("forget", ANNA),
        ("forget",),
        ("forget", "support@example.com", "--yes"),
        ("forget", "e_nobody", "--yes"),
        ("forget", "--verify", "no-such-receipt.json"),
        ("export", "nobody@example.org"),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_said_with_exit_2(call: Call, words: tuple[str, ...]) -> None:
    """Each is a message for the operator, and nothing is changed."""
    before = call("export", ANNA).stdout
    result = call(*words)
    assert (code(result), result.stdout) == (2, "")
    assert str(result.exception)
    assert call("export", ANNA).stdout == before


def test_a_receipt_is_printed_and_holds(call: Call, tmp_path: Path) -> None:
    """The receipt has counts, digests, time and signature; `--verify` finds it right, from a file and from standard input."""
    result = call("--json", "forget", ANNA, "--yes")
    receipt = json.loads(result.stdout)
    assert (result.exit_code, receipt["entities"], receipt["removed"]) == (0, [person(ANNA)], {"profiles": 1})
    assert "anna" not in result.stdout
    path = tmp_path / "receipt.json"
    path.write_text(result.stdout)
    checked = json.loads(call("--json", "forget", "--verify", str(path)).stdout)
    assert (checked["ok"], checked["found_again"]) == (True, [])
    assert code(call("forget", "--verify", "-", stdin=result.stdout)) == 0
    assert code(call("profile", ANNA)) == 2


def test_a_receipt_that_was_changed_or_does_not_hold_is_told(call: Call, tmp_path: Path) -> None:
    """A changed receipt is exit 2; one whose document is there again, such as from a backup, is exit 1."""
    database = tmp_path / "data" / "keepword.sqlite"
    backup = database.read_bytes()
    printed = call("--json", "forget", ANNA, "--yes").stdout
    changed = json.dumps({**json.loads(printed), "at": "2026-01-01T00:00:00+00:00"})
    assert code(call("forget", "--verify", "-", stdin=changed)) == 2
    assert code(call("forget", "--verify", "-", stdin="[]")) == 2
    database.write_bytes(backup)
    result = call("--json", "forget", "--verify", "-", stdin=printed)
    shown = json.loads(result.stdout)
    assert (result.exit_code, shown["found_again"], shown["without_tombstone"]) == (
        1,
        [["profiles", person(ANNA)]],
        [person(ANNA)],
    )


def test_an_unreachable_mailbox_leaves_everything_to_the_next_run(call: Call) -> None:
    """With `--mailbox` and no server the code is 3 and the same command without the fault finishes."""
    result = call("forget", ANNA, "--yes", "--mailbox")
    assert code(result) == 3
    assert json.loads(call("--json", "forget", ANNA, "--yes").stdout)["removed"] == {"profiles": 1}
