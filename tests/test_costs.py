"""The estimate of what Azure Cosmos DB costs: its sums are right, and its operations those that a mail really costs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[1] / "docs" / "cosmos.md").read_text()
MILLION, PRICE = 1_000_000, 0.25


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading, the ruler aside."""
    rows = TEXT.partition(f"| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" *") for cell in row.strip("|").split("|")] for row in rows]


def number(text: str) -> float:
    """Read a number as the page writes it."""
    return float(text.replace(",", ""))


@pytest.mark.parametrize("heading", ["for one answered mail", "a day of one worker with one mailbox"])
def test_a_table_adds_up(heading: str) -> None:
    """The last row is the sum of those above."""
    *rows, last = table(heading)
    assert sum(number(row[-1]) for row in rows) == pytest.approx(number(last[-1]), abs=0.01)


def test_a_days_rows_are_products() -> None:
    """Times by request units."""
    rows = table("a day of one worker with one mailbox")[:-1]
    assert [number(r[3]) for r in rows] == pytest.approx([number(r[1]) * number(r[2]) for r in rows])


def test_the_operations_are_those_that_are_counted_on_the_wire() -> None:
    """Four reads and six writes, as the test of the story counts them."""
    kinds = [row[0].split()[0] for row in table("for one answered mail")[:-1]]
    assert (kinds.count("read"), len(kinds) - kinds.count("read")) == (4, 6)


def test_the_prices_follow() -> None:
    """The amounts in the text are the sums by the list price."""
    mails = number(table("for one answered mail")[-1][-1]) * 1000 + 20_000
    day = number(table("a day of one worker with one mailbox")[-1][-1])
    [told_mails] = re.findall(r"USD (0\.\d+)\s+for 1,000 answered mails", TEXT)
    [told_month] = re.findall(r"in 30 days, USD (\d+\.\d+) a month", TEXT)
    assert number(told_mails) == pytest.approx(mails / MILLION * PRICE, abs=0.0005)
    assert number(told_month) == pytest.approx(day * 30 / MILLION * PRICE, abs=0.005)
