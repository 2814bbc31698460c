"""Comparisons of grids: differences, chance, and reports on sets of tiles."""

from __future__ import annotations

import math
import re
import statistics
import time
from functools import cache

import numpy as np
import pytest

from chatuchak_generators import generate_start_grids, start_grid
from chatuchak_solver import Grid, Stop, StopReason, additive_heuristic, assess, replay, solve
from chatuchak_solver.analysis.comparison import TileSetReport, Trap, compare_grids, report_on_tiles
from chatuchak_solver.analysis.simulated_player import play_games
from chatuchak_solver.execution.limits import Progress
from chatuchak_solver.puzzle.symmetry import board_symmetries
from chatuchak_solver.rendering.templates import html_page, text
from tests.reference.puzzle import apply_symmetry

GRIDS = [start.grid for start in generate_start_grids(3, seed=4)]
FIRST = start_grid(1, 0).grid
TURNED = apply_symmetry(FIRST, board_symmetries(FIRST.board)[-1])
TILES = (FIRST, start_grid(2, 0).grid, TURNED, FIRST.move(1))


def test_reasons_sum_to_the_difference_of_the_difficulties() -> None:
    reports: list[Progress] = []
    comparison = compare_grids(GRIDS, games=50, on_progress=reports.append)
    assert {report.work for report in reports if report.phase == "explaining"} >= {1, 3}
    assert [tile.tile for tile in comparison.tiles] == [1, 2, 3]
    differences = list(comparison.differences())
    assert len(differences) == 3
    for difference in differences:
        apart = (difference.harder.difficulty or 0) - (difference.easier.difficulty or 0)
        assert difference.points == pytest.approx(apart)
        assert difference.points >= 0
        assert sum(difference.reasons.values()) == pytest.approx(difference.points)
    for tile, solution in zip(comparison.tiles, comparison.solutions, strict=True):
        assert tile.moves is not None
        assert tile.moves == solution.moves
        assert len(tile.moves) == tile.optimal_length
        assert replay(tile.grid, tile.moves)


def test_a_grid_does_not_differ_from_itself() -> None:
    (difference,) = compare_grids([GRIDS[0], GRIDS[0]], games=20).differences()
    assert difference.points == 0
    assert not difference.beyond_noise


def test_noise_is_the_deviation_between_seeds() -> None:
    """Half and twice leave room for the estimate from 8 seeds; it is right within that."""
    comparison = compare_grids(GRIDS[:2], games=40)
    for tile in comparison.tiles:
        difficulties = [assess(tile.grid, games=40, seed=seed).difficulty or 0 for seed in range(8)]
        assert tile.noise is not None
        assert 0.5 < statistics.stdev(difficulties) / tile.noise < 2
        error = statistics.stdev(play_games(tile.grid, games=40, seed=1).tolist()) / math.sqrt(40)
        assert tile.noise == pytest.approx(10 * 0.7 * error / 3.97)


def test_the_noise_of_a_single_game_is_unknown() -> None:
    (difference,) = compare_grids(GRIDS[:2], games=1).differences()
    assert (difference.noise, difference.beyond_noise) == (math.inf, False)


def test_a_stop_returns_the_measured_tiles() -> None:
    comparison = compare_grids(GRIDS, stop=Stop(interrupt=lambda: True))
    assert (comparison.stopped_by, [*comparison.differences()]) == (StopReason.INTERRUPT, [])
    reports: list[Progress] = []
    stop = Stop(interrupt=lambda: bool(reports) and reports[-1].phase == "explaining")
    comparison = compare_grids(GRIDS, games=2, stop=stop, on_progress=reports.append)
    assert [tile.status for tile in comparison.tiles] == ["optimal"] * 3
    assert [tile.noise is None for tile in comparison.tiles] == [False, True, True]
    assert comparison.stopped_by is StopReason.INTERRUPT


@cache
def report() -> TileSetReport:
    """Return the report of `TILES`, computed once, on first use."""
    return report_on_tiles(TILES, games=10)


def test_duplicates_are_found_after_turns_and_moves() -> None:
    pairs = [(pair.tiles, pair.differences) for pair in report().near_duplicates]
    assert pairs == [((1, 3), 0), ((1, 4), 2), ((3, 4), 2)]
    assert report().closest == report().near_duplicates[0]
    for near, expected in ((0, pairs[:1]), (1, pairs[:1]), (2, pairs)):
        fewer = report_on_tiles(TILES, games=2, near=near)
        assert [(pair.tiles, pair.differences) for pair in fewer.near_duplicates] == expected


def test_traps_look_best_and_lose() -> None:
    grids = [start_grid(seed, 0).grid for seed in range(12)]
    traps: list[Trap] = []
    for grid, moves in zip(grids, report_on_tiles(grids, games=2).first_moves, strict=True):
        best = solve(grid).length
        assert best is not None
        left = {spot: solve(grid.move(spot)).length or 0 for spot in grid.legal_moves()}
        looks = {spot: additive_heuristic(grid.move(spot), "jump") for spot in left}
        assert moves.legal == len(left)
        assert moves.keep == tuple(spot for spot, length in left.items() if length + 1 == best)
        assert {trap.move for trap in moves.traps} == {
            spot for spot in left if looks[spot] < min(looks[keeping] for keeping in moves.keep)
        }
        assert all(trap.loses == left[trap.move] + 1 - best > 0 for trap in moves.traps)
        traps.extend(moves.traps)
    assert traps


def test_the_spread_and_the_places() -> None:
    spread = report().spread
    assert spread is not None
    values = [tile.difficulty or 0 for tile in report().ranking]
    assert (spread.easiest, spread.hardest) == (min(values), max(values))
    assert spread.mean == pytest.approx(statistics.mean(values))
    assert spread.deviation == pytest.approx(statistics.pstdev(values))
    gap = spread.widest_gap
    assert gap.points == pytest.approx(np.diff(sorted(values)).max())
    by_tile = {tile.tile: tile.difficulty or 0 for tile in report().ranking}
    assert by_tile[gap.above] - by_tile[gap.below] == pytest.approx(gap.points)
    assert sum(spread.lengths.values()) == 4
    assert np.sum([*report().places.values()], axis=0).tolist() == [
        sum(grid.empty != spot for grid in TILES) for spot in range(30)
    ]
    assert all(
        counts[spot] == sum(grid.color_at(spot) == color for grid in TILES)
        for color, counts in report().places.items()
        for spot in range(30)
    )


def test_a_single_tile_has_no_spread_and_a_solved_tile_no_first_moves() -> None:
    report = report_on_tiles([Grid.parse("RR./YYG/YGG")], games=2)
    assert (report.spread, report.closest) == (None, None)
    assert "fewer than two" in text("tile_set.txt", report=report)
    solved = report_on_tiles([Grid.parse("RR./YYY/GGG")] * 2, games=2)
    assert [moves.legal for moves in solved.first_moves] == [0, 0]


def test_it_can_be_stopped() -> None:
    report = report_on_tiles(TILES, games=2, stop=Stop(work=2))
    assert (report.stopped_by, len(report.ranking)) == (StopReason.WORK, 2)
    assert html_page("tile_set.html", title="", report=report, notes=()).count("<h3>") == 2
    stop = Stop(time_s=0.1)  # in the comparison, after the first tile
    report = report_on_tiles(TILES, games=2, stop=stop, on_progress=lambda _: time.sleep(0.06))
    assert (report.stopped_by, report.closest, report.tiles) == (StopReason.TIME, None, ())


def test_the_page_is_complete_and_escapes_input() -> None:
    page = html_page("tile_set.html", title="<mine>", report=report(), notes=("a & b",))
    assert "&lt;mine&gt;" in page
    assert "a &amp; b" in page
    assert page.count("<img") == 4 + 2 * 3
    assert not re.search(r'(src|href)="(?!data:)', page)  # without loading a file
    assert "tiles 1 and 3 are the same puzzle" in page
    assert "tiles 1 and 4 differ on 2 spots" in page
    assert page.count("<td") == 5 * 30
