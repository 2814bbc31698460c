"""The anytime search and its two halves: plain twins, breadth-first search, limits and slices."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from chatuchak_solver import Progress, Status, Stop, solve
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search import anytime
from chatuchak_solver.search.anytime import FIRST_WIDTH, WIDTHS, AnytimeSearch, Beam
from chatuchak_solver.search.ida_star import IdaStarSearch
from chatuchak_solver.search.kernels.beam import expand_layer
from chatuchak_solver.search.kernels.depth_first import search_depth_first
from chatuchak_solver.search.priced_heuristic import SCALE, priced_heuristic
from tests.reference import priced as reference_priced
from tests.twins import reference_for, size_of, some
from tests.unit.search.proven_searches import RULES, finish, grid_of, sample

START_GRID = Grid.parse(".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR")
SOLVED_GRID = Grid.parse("RRRYYY/RRRYYY/GGGBBB/GGGBBB/PPPPP.")

# Letters of small puzzles with reference searches of at most a second.
TWIN_PUZZLES = ((3, 3, "RRRYYYPP."), (2, 5, "RRYYYGGPP."), (3, 4, "RRRYYYGGGBB."))


def scrambled(moves: int, seed: int) -> Grid:
    """Return a grid that many random slides, none straight back, away from a solved one."""
    rng = np.random.default_rng(seed)
    grid, previous = SOLVED_GRID, -1
    for _ in range(moves):
        choices = [spot for spot in grid.legal_moves("slide") if spot != previous]
        previous = grid.empty
        grid = grid.move(int(rng.choice(choices)), "slide")
    return grid


@reference_for(search_depth_first)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("rows", "columns", "letters"), TWIN_PUZZLES)
def test_priced_ida_star_is_its_reference(rows: int, columns: int, letters: str, rule: str) -> None:
    """The same moves and expansions per bound, with prices and without."""
    random = np.random.default_rng(7).integers(-8, 13, rows * columns)
    for position in sample(letters, size_of(2, plain=1), seed=2):
        grid = grid_of(position, rows, columns)
        for prices in (random, 0 * random):
            heuristic = priced_heuristic(grid, MoveRule(rule), prices / SCALE)
            search = IdaStarSearch(grid, rule, heuristic=heuristic)
            finish(search)
            assert (search.incumbent, search.expanded_per_bound) == reference_priced.ida_star(
                position, rows, columns, rule, tuple(prices.tolist())
            )


@reference_for(expand_layer)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("width", [1, 3, 20, 500])
def test_beam_search_matches_its_reference_exactly(width: int, rule: str) -> None:
    """The same moves and expansions: ranking, duplicates and ties are as written."""
    prices = np.random.default_rng(7).integers(-8, 13, 12)
    for position in sample("RRRYYYGGGBB.", some(2 if width == 500 else 6), seed=4):
        grid = grid_of(position, 3, 4)
        heuristic = priced_heuristic(grid, MoveRule(rule), prices / SCALE)
        for longest in (60, 9):
            beam = Beam(grid, MoveRule(rule), heuristic, width=width, longest=longest)
            while not beam.run(1 << 40):
                pass
            assert (beam.incumbent, beam.expanded) == reference_priced.beam(
                position, 3, 4, rule, tuple(prices.tolist()), width=width, longest=longest
            )


@pytest.mark.parametrize("moves", [10, 25, 40, 60])
def test_scrambles_are_proven(moves: int) -> None:
    """At most as long as the scramble; equal to plain IDA* if that is quick."""
    for seed in range(2):
        grid = scrambled(moves, seed)
        solution = solve(grid, rule="slide")
        assert (solution.algorithm, solution.status) == ("anytime", Status.OPTIMAL)
        assert solution.length is not None
        assert solution.length <= moves
        if solution.length <= 30:
            assert solution.length == solve(grid, rule="slide", algorithm="ida").length


@cache
def whole_search() -> AnytimeSearch:
    search = AnytimeSearch(START_GRID)
    search.run(2_500_000)
    return search


@pytest.mark.parametrize("slices", [(1_000,), (70_001, 1, 300_000), (1 << 22,)])
def test_results_do_not_depend_on_slices(slices: tuple[int, ...]) -> None:
    """After the same number of expansions: the same moves and the same bound."""
    whole, cut = whole_search(), AnytimeSearch(START_GRID)
    number = 0
    while cut.expanded < whole.expanded:
        cut.run(min(slices[number % len(slices)], whole.expanded - cut.expanded))
        number += 1
    assert cut.expanded == whole.expanded
    assert (cut.incumbent, cut.lower_bound) == (whole.incumbent, whole.lower_bound)


def test_beams_have_their_widths_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def begin(*_: object, width: int, longest: int | None) -> None:
        assert longest is None  # no solution yet
        begun.append(width)

    monkeypatch.setattr(anytime, "Beam", begin)
    search = AnytimeSearch(grid_of("YRPRYRPY.", 3, 3), "slide")
    while search._is_beam_worthwhile():
        search._begin_beam()
    assert begun == [FIRST_WIDTH, *WIDTHS]


@pytest.mark.parametrize(
    ("work", "incumbents"),
    [(3_000_000, 1), pytest.param(12_000_000, 2, marks=pytest.mark.thorough)],
)
def test_a_start_grid_gets_moves_and_a_bound_that_improve(work: int, incumbents: int) -> None:
    """Both are reported during the run and never get worse; a limit returns both."""
    seen: list[Progress] = []
    solution = solve(START_GRID, rule="slide", stop=Stop(work=work), on_progress=seen.append)
    assert solution.status is Status.FEASIBLE
    assert solution.length is not None
    assert solution.lower_bound >= 50
    assert solution.lower_bound < solution.length <= 70
    assert solution.gap == solution.length - solution.lower_bound
    bounds = [report.bound for report in seen if report.bound is not None]
    lengths = [report.best for report in seen if report.best is not None]
    assert bounds == sorted(bounds)
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(bounds)) > 2
    assert len(set(lengths)) >= incumbents
