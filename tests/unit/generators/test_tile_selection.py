"""Tile sets: CP-SAT's selections against all selections of small pools."""

import time
from itertools import combinations, permutations

import numpy as np
import pytest

from chatuchak_generators import (
    Range,
    bulk_start_grids,
    even_targets,
    make_set,
    tile_selection,
    tile_set,
)
from chatuchak_generators.order import Order
from chatuchak_generators.tile_selection import TileSet, _assignment, tile_pool
from chatuchak_solver import Board, Grid, InputError, Progress, Stop, StopReason
from chatuchak_solver.puzzle.symmetry import canonical_form, pairwise_differences

POOL = [start.grid for start in bulk_start_grids(14, seed=5)]


def best_distance(values: list[float], count: int, span: Range) -> int:
    """Return the largest smallest distance over all selections, by trying all."""
    apart = pairwise_differences(POOL)
    targets = even_targets(count, span)
    best = -1
    for chosen in combinations(range(len(POOL)), count):
        if any(
            all(target.distance(values[k]) == 0 for target, k in zip(targets, order, strict=True))
            for order in permutations(chosen)
        ):
            best = max(best, min(int(apart[a, b]) for a, b in combinations(chosen, 2)))
    return best


@pytest.mark.parametrize("count", [2, 3])
def test_selections_are_proven_best(count: int) -> None:
    values = [float(18 + k % count) for k in range(len(POOL))]
    span = Range(18, 17 + count)
    found = tile_set(POOL, count, span=span, quality="optimal", values=values)
    assert found.distance == found.bound == best_distance(values, count, span)
    assert found.gap == 0
    assert list(found.values) == [18.0 + k for k in range(count)]


def test_difficulties_fill_every_part_of_the_range() -> None:
    values = [30 + 3.0 * k for k in range(len(POOL))]
    found = tile_set(POOL, 4, values=values)
    parts = np.digitize(found.values, np.linspace(30, 69, 5)[1:-1])
    assert parts.tolist() == [0, 1, 2, 3]


def test_a_single_grid_is_a_set() -> None:
    found = tile_set(POOL, 1, values=[50.0] * len(POOL))
    assert (len(found.grids), found.distance, found.gap) == (1, None, 0)


def test_a_stopped_selection_has_a_reason() -> None:
    found = tile_set(POOL, 3, values=[50.0] * len(POOL), span=Range(50, 50), stop=Stop(work=1))
    assert found.stopped_by in (None, StopReason.WORK)
    assert (found.stopped_by is None) == (found.gap == 0)
    assert tile_set(POOL, 3, stop=Stop(work=0)) == TileSet((), (), None, None, StopReason.WORK)
    found = tile_set(POOL, 3, quality="optimal", stop=Stop(work=0))  # solved in the first slice
    assert (len(found.grids), found.stopped_by) == (3, StopReason.WORK)


def test_grids_of_unknown_quality_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Order, "values", lambda *_: np.array([50.0, np.nan] * 7))
    assert {*tile_set(POOL, 7).grids} == {*POOL[::2]}
    with pytest.raises(InputError, match="pool with 7 of them: expected at least 8 grids of known"):
        tile_set(POOL, 8)


def test_a_pool_may_have_another_board() -> None:
    pool = [start.grid for start in bulk_start_grids(6, seed=1, board=Board(4, 4))]
    assert tile_set(pool, 2, quality="optimal").gap == 0


def test_limits_of_a_pool_are_for_all_rounds() -> None:
    span, forms, work = Range(20, 21), set[Grid](), [1]
    for number in range(tile_selection.POOL_ROUNDS):
        made = make_set(even_targets(2, span), first=number * tile_selection.POOL_STEP)
        forms.update(canonical_form(grid.grid) for grid in made)
        work.append(work[-1] + made.evaluated)
    for limit, reason in ((work[1], StopReason.WORK), (work[-1], None)):
        pool, stopped_by = tile_pool(2, span, Order(), stop=Stop(work=limit))
        assert stopped_by is reason
        assert ({canonical_form(grid.grid) for grid in pool} == forms) == (reason is None)


def test_an_interrupt_ends_each_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_selection, "_assignment", lambda *given: None if given[-1]() else [0])
    reports = list[Progress]()
    for stop in (Stop(interrupt=lambda: True), Stop(interrupt=lambda: not reports[-1].phase)):
        found = tile_set(POOL, 3, values=[50.0] * 14, stop=stop, on_progress=reports.append)
        assert found == TileSet((), (), None, None, StopReason.INTERRUPT)
    assert [report.phase for report in reports] == ["comparing grids", "comparing grids", ""]


def test_a_call_of_cp_sat_is_stopped() -> None:
    began = time.monotonic()
    allowed = np.random.default_rng(1).choice([0, 1], (150, 150), p=[0.2, 0.8])
    fits = np.ones((25, 150), bool)  # too many to prove in a minute
    assert _assignment(fits, allowed & allowed.T, 1, 60.0, lambda: True) is None
    assert time.monotonic() - began < 30
