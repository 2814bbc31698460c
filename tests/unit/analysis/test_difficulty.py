"""Features, the formula and the ranking."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from chatuchak_generators.start_grids import start_grid
from chatuchak_solver import Grid, InputError, additive_heuristic, load_solo_ranks, solve
from chatuchak_solver.analysis import difficulty as difficulties
from chatuchak_solver.analysis.difficulty import FORMULA_1, Features, difficulty, measure_features
from chatuchak_solver.analysis.optimal_paths import optimal_paths
from chatuchak_solver.analysis.ranking import Ranking, RankingReference, assess, rank_tiles
from chatuchak_solver.analysis.simulated_player import play_games
from chatuchak_solver.execution.limits import Progress, Stop, StopReason

AVERAGE = Features(
    optimal_length=20, optimal_solutions=4, first_moves=2, positions=60, forced_bits=3.0,
    misleading=0.0889, hidden_moves=4, player_moves=33.85, player_median=31.0, player_gave_up=0.05,
)  # fmt: skip
REFERENCE = RankingReference(
    difficulties.DifficultyDistribution(
        {20: 1}, difficulties.FORMULA_VERSION, 4, (20.0, 40.0, 60.0, 80.0)
    ),
    load_solo_ranks(),
)


def test_features_by_hand_on_a_small_grid() -> None:
    # .RY/YRG/RGG has five solutions of four moves on 15 positions (see the plain search).
    grid = Grid.parse(".RY/YRG/RGG")
    paths = optimal_paths(grid)
    assert paths.length is not None
    features = difficulties.features_of(paths, games=30, seed=4)
    assert (features.optimal_length, features.optimal_solutions) == (4, 5)
    assert (features.first_moves, features.positions) == (3, 15)
    # First moves 2, 3 and 6 of four; after each, with equal chances, the choices that preserve the
    # optimum are: 8 | 4 | 8 of four; 7 | 1 | 5; {1, 6} | {0, 2} | 3.
    by_hand = math.log2(4 / 3) + 2 + 2 + (1 / 3 + 1 / 3) * 1 + 1 / 3 * 2
    assert features.forced_bits == pytest.approx(by_hand / 4)
    assert features.hidden_moves == 4 - additive_heuristic(grid)
    lengths = play_games(grid, games=30, seed=4)
    assert features.player_moves == pytest.approx(lengths.mean())
    assert features.player_median == np.median(lengths)


def test_a_position_misleads_if_a_losing_move_looks_best() -> None:
    paths = optimal_paths(start_grid(1, 0).grid)
    graph = paths.graph()
    by_depth: dict[int, int] = {}
    for grid, depth in graph.nodes(data="depth"):
        keeping = {graph.edges[grid, child]["move"] for child in graph.successors(grid)}
        looks = {move: additive_heuristic(grid.move(move)) for move in grid.legal_moves()}
        if keeping:
            best = min(looks[move] for move in keeping)
            worse = [looks[move] for move in looks if move not in keeping]
            by_depth[depth] = by_depth.get(depth, 0) + (min(worse, default=99) < best)
    for depth in range(paths.length or 0):
        assert paths.misleads[paths.depths == depth].sum() == by_depth[depth]


def test_a_solved_grid_is_measured_too() -> None:
    features = measure_features(Grid.parse("RR/YY/.G/GG"), games=5)
    assert isinstance(features, Features)
    assert (features.forced_bits, features.misleading, features.player_moves) == (0, 0, 0)


def test_the_difficulty_is_fifty_plus_its_reasons() -> None:
    assert difficulty(AVERAGE) == pytest.approx(50 + sum(FORMULA_1.contributions(AVERAGE).values()))
    assert set(FORMULA_1.contributions(AVERAGE)) == {term.feature for term in difficulties.TERMS}
    # Of the terms, only the length, the hidden moves and the solutions are off their means here.
    off = 2.0 * (20 - 20.43) / 0.955 + 0.5 * (4 - 4.28) / 1.06 - 0.5 * (2 - 2.89) / 2.06
    assert difficulty(AVERAGE) == pytest.approx(50 + off)


@pytest.mark.parametrize(
    ("feature", "more", "points"),
    [("player_moves", 33.85 + 3.97, 7.0), ("optimal_length", 20 + 0.955, 2.0),
     ("hidden_moves", 4 + 1.06, 0.5), ("misleading", 0.128, 0.5),
     ("optimal_solutions", 4 * 2**2.06, -0.5)],
)  # fmt: skip
def test_standard_deviation_more_adds_the_terms_weight(
    feature: str, more: float, points: float
) -> None:
    # The weights and scales of formula 1 from docs/difficulty.md.
    changes: dict[str, Any] = {feature: more}
    change = difficulty(structs.replace(AVERAGE, **changes)) - difficulty(AVERAGE)
    assert change == pytest.approx(points)


@pytest.mark.usefixtures("two_cores")
def test_ranking_is_by_difficulty_and_does_not_depend_on_the_cores() -> None:
    grids = [start_grid(6, number).grid for number in range(5)]
    ranked = rank_tiles(grids, REFERENCE, games=20, workers=1)
    assert ranked == rank_tiles(grids, REFERENCE, games=20)
    values = [tile.difficulty for tile in ranked]
    assert values == sorted(values, key=lambda value: value or 0)
    assert [tile.position for tile in ranked] == [1, 2, 3, 4, 5]
    assert sorted(tile.tile for tile in ranked) == [1, 2, 3, 4, 5]
    for tile in ranked:
        assert tile.grid == grids[tile.tile - 1]
        assert tile.percentile is not None
        assert tile.difficulty is not None
        expected = 100 * (tile.difficulty - 20) / 60
        assert tile.percentile == pytest.approx(min(100, max(0, expected)))


def test_ranking_is_stable_with_unknown_difficulties_last() -> None:
    same, hard = start_grid(1, 6).grid, start_grid(1, 0).grid
    ranked = rank_tiles([hard, same, same], REFERENCE, games=5, max_positions=40, workers=2)
    assert [(tile.tile, tile.position) for tile in ranked] == [(2, 1), (3, 2), (1, None)]
    assert ranked[-1].to_dict()["limit_reached"] == "more than 40 positions"


def test_a_stop_returns_the_measured_grids() -> None:
    grids = [start_grid(1, 6).grid] * 3
    for stop, reason in (
        (Stop(interrupt=lambda: True), StopReason.INTERRUPT),
        (Stop(time_s=0), StopReason.TIME),
        (Stop(work=0), StopReason.WORK),
    ):
        assert rank_tiles(grids, REFERENCE, games=5, stop=stop) == Ranking((), reason)
    partial = rank_tiles(grids, REFERENCE, games=5, stop=Stop(work=2), workers=2)
    assert [tile.tile for tile in partial] == [1, 2]
    assert partial.stopped_by is StopReason.WORK
    assert rank_tiles(grids, REFERENCE, games=5, stop=Stop(work=3)).stopped_by is None
    with pytest.raises(InputError, match="invalid number of workers 0"):
        rank_tiles(grids, REFERENCE, workers=0)


def interrupt_after(polls: int) -> Callable[[], bool]:
    """Return an interrupt that is due after a number of polls."""
    numbers = count()
    return lambda: next(numbers) >= polls


def test_a_stopped_assessment_has_a_reason_at_each_poll() -> None:
    tile = assess(start_grid(1, 0).grid, stop=Stop(time_s=0))
    assert (tile.stopped_by, tile.optimal_length, tile.difficulty) == (StopReason.TIME, None, None)
    assert tile.to_dict()["limit_reached"] == "ended by time"
    grid = start_grid(1, 0).grid
    stopped, number = [], 0
    while (later := assess(grid, stop=Stop(interrupt=interrupt_after(number)))).difficulty is None:
        assert (later.stopped_by, later.limit_reached) == ("interrupt", "ended by interrupt")
        stopped.append(later.optimal_length)
        number += 1
    assert later.stopped_by is None
    assert set(stopped) == {None, solve(grid).length}
    later = assess(grid, games=300, stop=Stop(interrupt=interrupt_after(number)))
    assert (later.stopped_by, later.limit_reached) == ("interrupt", "ended by interrupt")
    limited = assess(grid, max_positions=40)
    assert limited.stopped_by is StopReason.MEMORY


def test_progress_counts_the_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_solver.execution.limits.PROGRESS_S", 0)
    reports: list[Progress] = []
    rank_tiles([start_grid(1, 6).grid] * 3, REFERENCE, games=5, on_progress=reports.append)
    assert [(progress.work, progress.total) for progress in reports] == [(1, 3), (2, 3), (3, 3)]


def test_ranks_and_percentiles_are_of_the_games_kind_of_grid() -> None:
    text, uneven = str(start_grid(1, 6).grid), ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"
    turned = "/".join(map("".join, zip(*text.split("/"), strict=True)))
    own = replace(REFERENCE, formula=replace(FORMULA_1, name="own"))
    cases = [(turned, REFERENCE), (uneven, REFERENCE), (text, own), (text, REFERENCE)]
    tiles = [assess(Grid.parse(grid), reference, games=2) for grid, reference in cases]
    assert [tile.expected_rank is None for tile in tiles] == [True, False, False, False]
    assert [tile.percentile is None for tile in tiles] == [True, True, True, False]
