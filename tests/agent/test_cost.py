"""What one mail costs: model calls, point reads, writes, queries; the same in a small store and a full one."""

from __future__ import annotations

import pytest
from office import Office, letter

MOST_READS, MOST_WRITES = 4, 6


async def cost(office: Office, raw: bytes) -> tuple[int, int, int, int]:
    """Return model calls, point reads, writes and queries of handling one mail."""
    office.receive(raw)
    office.documents.reset()
    calls = len(office.model.briefs)
    outcomes = await office.poll()
    assert [o.outcome for o in outcomes] == ["replied"]
    counted = office.documents
    return len(office.model.briefs) - calls, counted.reads, counted.writes, counted.queries


async def test_a_mail_that_starts_a_thread(office: Office) -> None:
    """One model call, at most four point reads and six writes, no query."""
    await office.poll()
    calls, reads, writes, queries = await cost(office, letter(1))
    assert (calls, queries) == (1, 0)
    assert reads <= MOST_READS
    assert writes <= MOST_WRITES


async def test_a_mail_that_answers_ours(office: Office) -> None:
    """One model call, at most four point reads and six writes, no query."""
    await office.poll()
    await cost(office, letter(1))
    calls, reads, writes, queries = await cost(office, letter(2, **office.reply_headers()))
    assert (calls, queries) == (1, 0)
    assert reads <= MOST_READS
    assert writes <= MOST_WRITES


@pytest.mark.parametrize("turns", [3, 60])
async def test_the_cost_does_not_grow_with_the_thread(office: Office, turns: int) -> None:
    """The same operations at the third and at the sixtieth turn, on a document that stays small."""
    office.terms = office.generous()
    office.restart()
    await office.poll()
    await cost(office, letter(1))
    for number in range(2, turns):
        await cost(office, letter(number, **office.reply_headers()))
    assert await cost(office, letter(turns, **office.reply_headers())) == (1, 4, 6, 0)
    [thread] = [t.value async for t in office.store.threads()]
    assert len(thread.model_dump_json()) < 20_000
