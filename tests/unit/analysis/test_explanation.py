"""Explanations of difficulty against replays, and against all goal positions."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from statistics import mean

import pytest

from chatuchak_solver import Grid, Solution, Stop, load_start_tiles, optimal_paths, replay, solve
from chatuchak_solver.analysis.explanation import Explanation, explain, explain_difficulty
from chatuchak_solver.analysis.simulated_player import SimulatedPlayer, play_games, record_games
from chatuchak_solver.execution.limits import Run
from chatuchak_solver.puzzle.board import Board, iter_spots
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.goal_directed import GoalListing, goal_bound
from chatuchak_solver.search.pattern_database import pattern_database
from tests.reference.analysis import set_cost

TILES = load_start_tiles()
NUMBERS = (3, 7, 8, 12, 13)


@cache
def solved(number: int) -> Solution:
    return solve(TILES.tile(number))


@cache
def explained(number: int) -> Explanation:
    explanation = explain_difficulty(solved(number))
    assert explanation is not None
    return explanation


@cache
def length(grid: Grid) -> int:
    return solve(grid).length or 0


def cost(board: Board, mask: int, region: int) -> int:
    return set_cost(frozenset(iter_spots(mask)), frozenset(iter_spots(region)), board.columns)


def test_recorded_games_are_those_that_are_counted() -> None:
    grid = TILES.tile(7)
    games = record_games(grid, games=20, seed=3)
    assert [len(moves) for moves in games] == play_games(grid, games=20, seed=3).tolist()
    assert all(replay(grid, moves) for moves in games)
    impatient = SimulatedPlayer(patience=5)
    for moves in record_games(grid, player=impatient, games=3, seed=3):
        assert len(moves) == 5
        assert not replay(grid, moves)
    assert record_games(Grid.parse("RR/YY/.G/GG"), games=2, seed=1) == [(), ()]


@pytest.mark.parametrize("number", [3, 7, 8, 13, 16])
def test_the_false_move_loses_and_the_right_moves_do_not(number: int) -> None:
    move = explained(number).false_move
    assert move is not None
    position = move.position
    left = length(position)
    assert move.number - 1 + left == solved(number).length
    lost = {spot: 1 + length(position.move(spot)) - left for spot in position.legal_moves()}
    assert lost[move.spot] == move.lost > 0
    assert tuple(spot for spot, loss in lost.items() if not loss) == move.best
    assert position.color_at(move.spot) == move.color
    needs = {spot: additive_heuristic(position.move(spot)) for spot in lost}
    assert (move.needs, move.best_needs) == (needs[move.spot], min(needs[s] for s in move.best))
    assert move.goal.is_solved
    assert move.goal_after is not None
    assert move.goal_after.is_solved
    assert move.goal in optimal_paths(position).ends()
    assert move.goal_after in optimal_paths(position.move(move.spot)).ends()


@pytest.mark.parametrize("number", [3, 7])
def test_games_are_counted_at_the_most_frequent_error(number: int) -> None:
    explanation = explain_difficulty(solved(number), games=60)
    assert explanation is not None
    move = explanation.false_move
    assert move is not None
    reached = left = same = 0
    first_losses = []
    for moves in record_games(TILES.tile(number), games=60, seed=1):
        path = TILES.tile(number).trajectory(moves)
        remaining = map(length, path)
        losses = (after >= before for before, after in pairwise(remaining))
        at = next((at for at, is_loss in enumerate(losses) if is_loss), len(moves))
        reached += move.position in path[: at + 1]
        if at < len(moves):
            first_losses.append(at + 1)
            left += path[at] == move.position
            same += (path[at], moves[at]) == (move.position, move.spot)
    assert explanation.lost_games == len(first_losses)
    assert explanation.mean_first_loss == pytest.approx(mean(first_losses))
    assert (move.reached, move.left, move.games) == (reached, left, same)


@pytest.mark.parametrize("number", NUMBERS)
def test_room_and_conflicts_agree_with_all_goal_positions(number: int) -> None:
    explanation, grid = explained(number), TILES.tile(number)
    optimum = solved(number).length
    assert optimum == explanation.alone + explanation.room + explanation.detours
    listing = GoalListing(grid, optimum, most=10_000)
    while not listing.run(1_000_000):
        pass
    assert listing.goals is not None
    masks = [grid.color_masks[color] for color in grid.colors]
    needs = [pattern_database(grid.board, m.bit_count(), "jump").evaluate(m) for m in masks]
    costs = [
        [cost(grid.board, *pair) for pair in zip(masks, goal, strict=True)]
        for goal in listing.goals.tolist()
    ]
    assert sum(needs) == explanation.alone
    assert min(map(sum, costs)) == goal_bound(grid) == explanation.alone + explanation.room
    for conflict in explanation.conflicts:
        first, second = conflict.colors
        extra = min(c[first] + c[second] for c in costs) - needs[first] - needs[second]
        assert extra >= conflict.cost
        first_region, second_region = (
            sum(1 << spot for spot in region) for region in conflict.regions
        )
        assert cost(grid.board, masks[first], first_region) == needs[first]
        assert cost(grid.board, masks[second], second_region) == needs[second]
        assert sum(1 << spot for spot in conflict.spots) == first_region & second_region
    goal = [explanation.goal.color_masks[color] for color in grid.colors]
    paid = [cost(grid.board, *pair) for pair in zip(masks, goal, strict=True)]
    yielding = {c: p - n for c, p, n in zip(grid.colors, paid, needs, strict=True) if p > n}
    assert explanation.yielding == yielding


@pytest.mark.parametrize(
    ("text", "conflicts"),
    [(".RGY/YYGY/RRRR", [(2, (6,)), (1, (5,))]), (str(TILES.tile(5)), [(1, (13,))])],
)
def test_costly_conflicts_are_first_and_have_few_spots(
    text: str, conflicts: list[tuple[int, tuple[int, ...]]]
) -> None:
    explanation = explain_difficulty(solve(Grid.parse(text)), games=1)
    assert explanation is not None
    assert [(found.cost, found.spots) for found in explanation.conflicts] == conflicts


@pytest.mark.parametrize("number", NUMBERS)
def test_preparing_moves_are_those_that_bring_no_color_closer(number: int) -> None:
    moves = solved(number).moves or ()
    path = TILES.tile(number).trajectory(moves)
    preparing = []
    for at, spot in enumerate(moves):
        color = path[at].color_at(spot)
        assert color is not None
        before, after = (
            pattern_database(g.board, g.counts[color], "jump").evaluate(g.color_masks[color])
            for g in path[at : at + 2]
        )
        preparing += [at + 1] * (after >= before)
    assert explained(number).preparing == tuple(preparing)
    unexpected = explained(number).room + explained(number).detours
    assert len(preparing) <= unexpected <= 2 * len(preparing)


def test_grids_without_an_explanation() -> None:
    tile = TILES.tile(7)
    assert explain_difficulty(solve(tile, stop=Stop(interrupt=lambda: True))) is None
    run = Run.begin(Stop(interrupt=lambda: True))
    assert explain(solve(tile), 300, 1, run) is None
    assert explain_difficulty(solve(Grid.parse(".RY/YRG/RGG"), rule="slide")) is None
    done = explain_difficulty(solve(Grid.parse("RR/YY/.G/GG")), games=3)
    assert done is not None
    assert (done.alone, done.lost_games, done.false_move, done.preparing) == (0, 0, None, ())
