"""Prices and priced pattern databases against plain twins and against true distances."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver import Stop, additive_heuristic, solve
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.search.kernels.pattern_database import (
    list_placements,
    relax_neighbors,
    relax_placements,
)
from chatuchak_solver.search.priced_heuristic import (
    AIM_MOVES,
    SCALE,
    assignment_costs,
    find_prices,
    priced_heuristic,
    spot_distances,
)
from tests.reference import priced as reference_priced
from tests.reference import search as reference_search
from tests.twins import reference_for
from tests.unit.search.proven_searches import RULES, SMALL_PUZZLES, grid_of, sample

START_GRID = Grid.parse(".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR")


def some_prices(spots: int, seed: int) -> tuple[int, ...]:
    """Return random prices in eighths of a move, from -1 to 1.5 moves."""
    return tuple(np.random.default_rng(seed).integers(-8, 13, spots).tolist())


@pytest.mark.parametrize("rule", RULES)
def test_assignment_costs_match_exhaustive_enumeration(rule: str) -> None:
    """Random placements and targets of 1..5 spots, overlapping or not."""
    rng = np.random.default_rng(1)
    distances = spot_distances(Board(3, 4), MoveRule(rule))
    for _ in range(60):
        n = int(rng.integers(1, 6))
        booths, region = (frozenset(rng.permutation(12)[:n].tolist()) for _ in range(2))
        regions = np.array([sum(1 << spot for spot in region)], np.uint32)
        (cost,) = assignment_costs(sorted(booths), regions, distances)
        assert cost == reference_priced.assignment_cost(booths, region, 3, 4, rule)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "columns", "letters"),
    [(3, 3, "RRRYYYPP."), (2, 5, "RRYYYGGPP."), (3, 4, "RRRYYYGGGBB.")],
)
def test_prices_match_reference_steps(rows: int, columns: int, letters: str, rule: str) -> None:
    """The same prices and the same bound, after one step, after some, and after many."""
    (text,) = sample(letters, 1, seed=5)
    for steps in (1, 2, 9, 60):
        prices, bound = find_prices(grid_of(text, rows, columns), MoveRule(rule), steps=steps)
        expected, expected_bound = reference_priced.improved_prices(
            [text], rows, columns, rule, steps=steps, aim=AIM_MOVES
        )
        assert prices.tolist() == pytest.approx(expected, abs=1e-9)
        assert bound == pytest.approx(expected_bound, abs=1e-9)


@reference_for(list_placements, relax_placements, relax_neighbors)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "columns", "letters"),
    [(3, 3, "RRRYYYPP."), (2, 5, "RRYYYGGPP."), (3, 4, "RRRRYYYYGGG."), (3, 4, "RRRYYYGGGBB.")],
)
def test_tables_match_dijkstra(rows: int, columns: int, letters: str, rule: str) -> None:
    """With random prices and with none, for every position of a sample."""
    for prices in (some_prices(rows * columns, 2), (0,) * (rows * columns)):
        grids = [(p, grid_of(p, rows, columns)) for p in sample(letters, 30)]
        heuristic = priced_heuristic(grids[0][1], MoveRule(rule), np.array(prices) / SCALE)
        for position, grid in grids:
            expected = reference_priced.units(position, rows, columns, rule, prices)
            assert heuristic.units(grid) == expected
            assert heuristic.evaluate(grid) == max(0, -(-expected // SCALE))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("rows", "columns", "letters"), SMALL_PUZZLES)
def test_any_prices_give_a_lower_bound(rows: int, columns: int, letters: str, rule: str) -> None:
    """Of whole small puzzles: the best prices of one position and random ones, everywhere."""
    optima = reference_search.all_distances(letters, rows, columns, rule)
    grids = [(p, grid_of(p, rows, columns)) for p in sample(letters, 40)]
    best, _ = find_prices(grids[0][1], MoveRule(rule), steps=60)
    for prices in (best, np.array(some_prices(rows * columns, 3)) / SCALE):
        heuristic = priced_heuristic(grids[0][1], MoveRule(rule), prices)
        for position, grid in grids:
            assert heuristic.evaluate(grid) <= optima[position]
        for position in [p for p in optima if optima[p] == 0][:20]:
            assert heuristic.units(grid_of(position, rows, columns)) <= 0


@pytest.mark.parametrize("rule", RULES)
def test_a_move_changes_the_heuristic_by_at_most_one(rule: str) -> None:
    """Consistency, along a random walk on the game's own board."""
    prices, _ = find_prices(START_GRID, MoveRule(rule), steps=50)
    heuristic = priced_heuristic(START_GRID, MoveRule(rule), prices)
    rng = np.random.default_rng(4)
    grid = START_GRID
    for _ in range(200):
        following = grid.move(int(rng.choice(grid.legal_moves(rule))), rule)
        assert abs(heuristic.units(following) - heuristic.units(grid)) <= SCALE
        grid = following


def test_prices_lift_the_bound_of_a_start_grid() -> None:
    """By eight moves and more here, as promised but for the rounding to eighths."""
    plain = additive_heuristic(START_GRID, "slide")
    prices, bound = find_prices(START_GRID, MoveRule.SLIDE, steps=150)
    heuristic = priced_heuristic(START_GRID, MoveRule.SLIDE, prices)
    assert bound >= plain + 8
    assert abs(heuristic.units(START_GRID) / SCALE - bound) <= 30 / 16


def test_large_boards_go_without_prices() -> None:
    """A search on the plain pattern databases ends with moves and a bound."""
    letters = "RRRRRRRYYYYYYGGGGGG.BBBBBBPPPPPP"
    grid = Grid.from_letters(letters, board=Board(4, 8))
    solution = solve(grid, rule="slide", stop=Stop(work=50_000))
    assert solution.length is not None
    assert additive_heuristic(grid, "slide") <= solution.lower_bound <= solution.length
