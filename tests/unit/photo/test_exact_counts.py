"""Minimum-cost groups of bounded sizes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver.photo.kernels.exact_counts import NONE, assign
from tests.twins import reference_for, some
from tests.unit.photo.reference import best_assignment

if TYPE_CHECKING:
    from numpy.typing import NDArray


def assigned(
    cost: NDArray[np.float64], low: list[int], high: list[int],
    usual: list[int] | None = None, price: float = 0,
) -> tuple[float, NDArray[np.int64], NDArray[np.float64]]:  # fmt: skip
    label, regret = np.zeros(len(cost), np.int64), np.zeros(cost.shape)
    bounds = np.column_stack((low, usual or low, high))
    total = assign(cost, bounds, price, label, regret)
    return total, label, regret


@reference_for(assign)
@pytest.mark.parametrize("seed", range(12))
def test_cost_and_regrets_equal_those_of_all_assignments(seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = 2 + seed % 2
    cost = rng.uniform(0, 10, (6, groups))
    low = rng.integers(0, 3, groups).tolist()
    high = [max(minimum, 6 // groups + int(rng.integers(0, 3))) for minimum in low]
    total, label, regret = assigned(cost, low, high)
    least, with_each = best_assignment(cost, low, high)
    sizes = np.bincount(label, minlength=groups)
    assert (sizes >= low).all()
    assert (sizes <= high).all()
    assert total == pytest.approx(least)
    assert cost[np.arange(6), label].sum() == pytest.approx(least)
    possible, own = np.isfinite(with_each), label[:, None] == np.arange(groups)
    others = possible & ~own
    assert regret[others] == pytest.approx((with_each - least)[others], abs=1e-5)
    assert (regret[~others] > 1e4).all()


@reference_for(assign)
@pytest.mark.parametrize("seed", range(6))
def test_other_sizes_than_usual_have_a_price(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cost, usual, price = rng.uniform(0, 3, (6, 3)), [3, 2, 1], 1.5
    _, label, regret = assigned(cost, [0] * 3, [6] * 3, usual, price)
    least, with_each = np.inf, np.full(cost.shape, np.inf)
    for groups in itertools.product(range(3), repeat=6):
        off = np.abs(np.bincount(groups, minlength=3) - usual).sum()
        total = cost[range(6), groups].sum() + price * off
        least = min(least, total)
        with_each[range(6), groups] = np.minimum(with_each[range(6), groups], total)
    own = cost[np.arange(6), label].sum()
    assert own + price * np.abs(np.bincount(label, minlength=3) - usual).sum() == pytest.approx(
        least
    )
    others = label[:, None] != np.arange(3)
    assert regret[others] == pytest.approx((with_each - least)[others], abs=1e-5)


@reference_for(assign)
@pytest.mark.parametrize("seed", [3, 32, 36])  # cycles of rounding errors kept these from ending
def test_costs_that_are_nearly_equal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    exact, sizes = rng.integers(0, 2, (12, 5)), ([2] * 5, [3] * 5)
    total, _, _ = assigned(exact + rng.uniform(0, 4e-9, (12, 5)), *sizes)
    assert total == pytest.approx(cost_of_flow(exact, *sizes), abs=1e-5)


def cost_of_flow(cost: NDArray[np.int64], low: list[int], high: list[int]) -> int:
    """Return the minimum cost by networkx: a flow without the lower bounds."""
    things, groups = cost.shape
    graph = networkx.DiGraph()
    graph.add_node("pool", demand=things - sum(low))
    for group in range(groups):
        graph.add_node(("group", group), demand=low[group])
        graph.add_edge(("group", group), "pool", capacity=high[group] - low[group])
    for thing in range(things):
        graph.add_node(("thing", thing), demand=-1)
        for group in range(groups):
            price = int(cost[thing, group])
            graph.add_edge(("thing", thing), ("group", group), capacity=1, weight=price)
    return int(networkx.min_cost_flow_cost(graph))


@reference_for(assign)
@settings(max_examples=some(9))
@given(data=st.data())
def test_cost_of_thirty_spots_equals_that_of_networkx(data: st.DataObject) -> None:
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    cost = rng.integers(0, 60, (30, 6)) ** 2 % data.draw(st.sampled_from((7, 100, 4000)))
    low, high = data.draw(
        st.sampled_from(
            (
                ([5] * 5 + [1], [6] * 5 + [1]),
                ([6, 6, 6, 6, 5, 1], [6, 6, 6, 6, 5, 1]),
                ([0] * 5 + [1], [30] * 5 + [1]),
            )
        )
    )
    total, label, regret = assigned(cost.astype(float), low, high)
    assert total == cost_of_flow(cost, low, high)
    # The regret is the cost of a fixed group.
    spot, group = data.draw(st.integers(0, 29)), data.draw(st.integers(0, 5))
    held = cost.copy()
    held[spot] += 10**6
    held[spot, group] = cost[spot, group]
    extra = cost_of_flow(held, low, high) - total
    if extra < 10**5 and group != label[spot]:
        assert regret[spot, group] == pytest.approx(extra, abs=1e-6)
    assert regret[spot, label[spot]] == NONE
