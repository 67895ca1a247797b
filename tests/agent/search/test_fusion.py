"""One order out of several."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from keepword.agent.search.fusion import Ranking, best_first, fused

ORDERS = st.lists(st.lists(st.integers(0, 30), unique=True, max_size=20), min_size=1, max_size=4)


def test_what_two_ways_find_comes_before_what_one_finds() -> None:
    """Neither is the best of any way, and the one that both know wins."""
    assert best_first(fused((Ranking([1, 2, 3]), Ranking([4, 5, 3])))) == [1, 4, 3, 2, 5]


def test_the_best_of_one_way_does_not_drown() -> None:
    """However many things several ways find: what one alone finds best is among the first, and beside the other's best."""
    many = list(range(1, 40))
    assert set(best_first(fused((Ranking([0, *many]), Ranking([*many[::-1]]))))[:3]) >= {0, 39}


def test_an_order_may_count_less() -> None:
    """Half the weight is outdone by the whole."""
    assert best_first(fused((Ranking([1, 2], 0.5), Ranking([2, 1])))) == [2, 1]


@given(orders=ORDERS)
def test_nothing_is_lost_and_one_order_stays_as_it_is(orders: list[list[int]]) -> None:
    """Everything that any way finds has a score; of one way alone the order is that way's."""
    assert set(fused(map(Ranking, orders))) == {n for order in orders for n in order}
    assert best_first(fused([Ranking(orders[0])])) == orders[0]
