"""Run time of reviews, and moves lost by players with and without level 2 hints.

``python -m benchmarks review`` prints the tables and stores them in RESULTS.md. The players follow
the simulated player of the difficulty, in plain Python. A player with the hint evaluates a
position by the number of booths outside their final regions, with the same error, instead of each
color's separate distance.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache
from heapq import nsmallest
from itertools import count
from statistics import mean, median, quantiles

from benchmarks.report import machine, table, write_section
from chatuchak_generators import start_grid
from chatuchak_solver import Board, Grid, MoveRule, review, solve
from chatuchak_solver.analysis.optimal_paths import GoalRegions
from chatuchak_solver.analysis.simulated_player import PLAYER_KINDS, SimulatedPlayer
from chatuchak_solver.search.pattern_database import pattern_database

__all__ = ["main"]

GAME_MOVES = 40
GRIDS = 40
SEED = 11
HINTS = ("none", "one, at the start", "one before each thought")

Judge = Callable[[tuple[int, ...]], int]
"""Estimate of the remaining moves from the colors' spots."""


@cache
def need(board: Board, mask: int) -> int:
    return pattern_database(board, mask.bit_count(), MoveRule.JUMP).evaluate(mask)


def alone(grid: Grid) -> Judge:
    return lambda masks: sum(need(grid.board, mask) for mask in masks)


def told(grid: Grid) -> Judge:
    length = solve(grid).length
    places = None if length is None else GoalRegions.find(grid, length=length)
    assert places is not None
    goal = [places.goal.color_masks[color] for color in grid.colors]
    return lambda masks: sum(
        (mask & ~end).bit_count() for mask, end in zip(masks, goal, strict=True)
    )


def thought(
    grid: Grid, came_from: int, player: SimulatedPlayer, judge: Judge, chance: random.Random
) -> list[int]:
    lines_of = grid.board.line_masks
    start = tuple(grid.color_masks[color] for color in grid.colors)
    lines: list[tuple[tuple[int, ...], int, int, tuple[int, ...]]] = [
        (start, grid.empty, came_from, ())
    ]
    for _ in range(player.look_ahead):
        found: dict[tuple[int, ...], tuple[float, int, int, int, tuple[int, ...]]] = {}
        number = count()
        for masks, empty, previous, moves in lines:
            hole = 1 << empty
            for color, mask in enumerate(masks):
                able = mask & lines_of[empty] & ~(1 << previous if previous >= 0 else 0)
                while able:
                    booth = able & -able
                    able ^= booth
                    after = (*masks[:color], mask ^ booth ^ hole, *masks[color + 1 :])
                    left = judge(after)
                    looks = left + chance.gauss(0, player.error) if left else -1e9
                    spot = booth.bit_length() - 1
                    line = (looks, next(number), spot, empty, (*moves, spot))
                    if after not in found or line < found[after]:
                        found[after] = line
        best = nsmallest(player.width, found.items(), key=lambda item: item[1])
        lines = [(masks, spot, empty, moves) for masks, (_, _, spot, empty, moves) in best]
        if best[0][1][0] == -1e9:
            return list(lines[0][3])
    return list(lines[0][3][: player.plays])


def played(grid: Grid, player: SimulatedPlayer, hints: str, chance: random.Random) -> list[int]:
    moves: list[int] = []
    judge = alone(grid) if hints == HINTS[0] else told(grid)
    came_from = -1
    while not grid.is_solved and len(moves) < player.patience:
        if hints == HINTS[2]:
            judge = told(grid)
        for spot in thought(grid, came_from, player, judge, chance):
            came_from, grid = grid.empty, grid.move(spot)
            moves.append(spot)
    return moves


def random_game(grid: Grid, chance: random.Random) -> list[int]:
    moves: list[int] = []
    came_from = -1
    for _ in range(GAME_MOVES):
        spot = chance.choice([move for move in grid.legal_moves() if move != came_from])
        came_from, grid = grid.empty, grid.move(spot)
        moves.append(spot)
    return moves


def times(games: list[tuple[Grid, list[int]]]) -> list[float]:
    taken = []
    for grid, moves in games:
        begun = time.process_time()
        review(grid, moves)
        taken.append(1000 * (time.process_time() - begun) * GAME_MOVES / len(moves))
    return taken


def main() -> None:
    grids = [start_grid(SEED, number).grid for number in range(GRIDS)]
    fewest = [solve(grid).length or 0 for grid in grids]
    lost: list[list[str]] = []
    usual: list[tuple[Grid, list[int]]] = []
    for kind, player in PLAYER_KINDS.items():
        row = [kind]
        for hints in HINTS:
            chance = random.Random(SEED)
            games = [played(grid, player, hints, chance) for grid in grids]
            if (kind, hints) == ("usual", HINTS[0]):
                usual = list(zip(grids, games, strict=True))
            row.append(
                f"{mean(len(game) - best for game, best in zip(games, fewest, strict=True)):.1f}"
            )
        lost.append(row)
        print(row, flush=True)
    chance = random.Random(SEED)
    kinds = {
        "shortest solutions": [(grid, list(solve(grid).moves or ())) for grid in grids],
        "a usual player's": usual,
        "random jumps": [(grid, random_game(grid, chance)) for grid in grids],
    }
    review(*usual[0])  # loads kernels and tables
    rows = []
    for name, of_kind in kinds.items():
        taken = times(of_kind)
        rows.append(
            (name, len(taken), f"{median(taken):.0f} ms", f"{quantiles(taken, n=20)[-1]:.0f} ms")
        )
    text = f"""## Reviews and hints

{machine()} `python -m benchmarks review`. Processor time of `review` for each {GAME_MOVES} moves
of a game, once kernels and tables are loaded:

{table(("games", "of them", "median", "95th percentile"), rows)}

Moves that simulated players lose on average on {GRIDS} start grids, by the level 2 hints that they
follow:

{table(("player", *HINTS), lost)}"""
    print(text)
    write_section("review", text)


if __name__ == "__main__":
    main()
