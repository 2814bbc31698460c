"""Reasons for the difficulty of a grid: false first moves, color conflicts, preparing moves."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import ClassVar

import numpy as np

from chatuchak_solver import arguments, codec
from chatuchak_solver.analysis.graded_hint import color_needs
from chatuchak_solver.analysis.kernels.move_kinds import MoveKind
from chatuchak_solver.analysis.optimal_paths import GoalRegions, is_countable, optimal_paths
from chatuchak_solver.analysis.review import review
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES, PLAYER_SEED, record_games
from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.puzzle import Color, Grid, MoveRule
from chatuchak_solver.puzzle.board import Board, iter_spots
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.goal_directed import goal_bound, region_tables
from chatuchak_solver.search.solution import Solution


class FalseMove(codec.Answer, frozen=True, kw_only=True):
    """The most frequent error at the position where most simulated games first err.

    An error is a move outside all shortest solutions.

    Attributes
    ----------
    number
        Number of the move, from 1.
    position
        Position before it.
    reached
        Games that reach the position.
    left
        Games that leave the shortest solutions there, by any move.
    games
        Games that leave them by this move.
    spot, color, kind
        Spot and color of the moving booth, and effect of the move.
    lost
        Lost moves.
    needs
        Sum of the colors' separate distances after the move.
    best
        Optimal moves.
    best_needs
        Minimum of these sums after an optimal move.
    given_up
        Colors that then have to end elsewhere.
    goal
        Optimally reachable solved grid with the most booths in place.
    goal_after
        The same after the false move; None with too many positions.
    """

    number: int
    position: codec.Notation[Grid]
    reached: int
    left: int
    games: int
    spot: int
    color: codec.Notation[Color]
    kind: MoveKind
    lost: int
    needs: int
    best: tuple[int, ...]
    best_needs: int
    given_up: tuple[codec.Notation[Color], ...]
    goal: codec.Notation[Grid]
    goal_after: codec.Notation[Grid] | None


class Conflict(codec.Answer, frozen=True, kw_only=True):
    """Two colors whose nearest regions always overlap.

    Attributes
    ----------
    regions
        Nearest region of each color; a pair with the fewest common spots.
    spots
        Common spots.
    cost
        Lower bound on the additional moves of both together, 1 or 2.
    """

    colors: tuple[codec.Notation[Color], codec.Notation[Color]]
    regions: tuple[tuple[int, ...], tuple[int, ...]]
    spots: tuple[int, ...]
    cost: int


class Explanation(codec.Answer, frozen=True, kw_only=True):
    """Reasons for the difficulty of a grid.

    The optimal length is ``alone + room + detours``.

    Attributes
    ----------
    alone
        Sum of the colors' separate distances.
    room
        Additional moves because the nearest regions do not fit together.
    detours
        Additional moves because booths obstruct each other.
    conflicts
        Pairs of colors that compete for the same spots, by descending cost.
    goal
        Optimally reachable solved grid with the most booths in place.
    yielding
        Additional moves of the colors without a nearest region there.
    preparing
        Numbers of the solution's moves that do not reduce their color's distance.
    games
        Number of simulated games.
    lost_games
        Games that leave the shortest solutions.
    mean_first_loss
        Mean number of the first wrong move; None without one.
    false_move
        Most frequent error, if any.
    """

    digits: ClassVar[codec.Digits] = {"mean_first_loss": 1}

    alone: int
    room: int
    detours: int
    conflicts: tuple[Conflict, ...]
    goal: codec.Notation[Grid]
    yielding: dict[codec.Notation[Color], int]
    preparing: tuple[int, ...]
    games: int
    lost_games: int
    mean_first_loss: float | None
    false_move: FalseMove | None


def explain_difficulty(
    solution: Solution, *, games: int = PLAYER_GAMES, seed: int = PLAYER_SEED
) -> Explanation | None:
    """Explain the difficulty of a grid under the jump rule; about 0.2 s.

    ``games`` are simulated. None unless the solution is a proven one by jumps, with at most 32
    spots and seven colors, and not too many positions on shortest solutions.

    Examples
    --------
    >>> from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    >>> from chatuchak_solver.search.solve import solve
    >>> why = explain_difficulty(solve(load_start_tiles().tile(9)))
    >>> why.alone, why.room, why.detours, why.false_move.spot, why.false_move.lost
    (15, 4, 1, 2, 1)
    """
    return explain(solution, games, seed, Run.begin())


def explain(solution: Solution, games: int, seed: int, run: Run) -> Explanation | None:
    """Return `explain_difficulty`; None after a stop during the games."""
    arguments.check_type(solution, Solution, name="solution", hint="solve(grid)")
    grid = solution.grid
    if solution.rule is not MoveRule.JUMP or not is_countable(grid):
        return None
    if solution.moves is None or solution.gap != 0:
        return None
    paths = optimal_paths(grid, length=solution.length)
    if paths.stopped_by is not None:
        return None
    played = record_games(grid, games=games, seed=seed, stop=run.inside())
    if run.stopped_by is not None:
        return None
    counted = [(moves, paths.count_optimal(moves)) for moves in played]
    losses = [number + 1 for moves, number in counted if number < len(moves)]
    needs = color_needs(grid)
    bound = goal_bound(grid)
    goal = GoalRegions.of(paths).goal
    alone = sum(needs.values())
    extra = {
        color: int(region_costs(grid.board, grid.color_masks[color], goal.color_masks[color]))
        - need
        for color, need in needs.items()
    }
    return Explanation(
        alone=alone, room=bound - alone, detours=len(solution.moves) - bound,
        conflicts=tuple(sorted(_conflicts(grid, needs), key=lambda conflict: -conflict.cost)),
        goal=goal, yielding={color: moves for color, moves in extra.items() if moves > 0},
        preparing=preparing_moves(grid, solution.moves), games=games, lost_games=len(losses),
        mean_first_loss=sum(losses) / len(losses) if losses else None,
        false_move=_false_move(grid, counted),
    )  # fmt: skip


def preparing_moves(grid: Grid, moves: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the moves that do not reduce their color's own distance."""
    path = grid.trajectory(moves)
    needs = [color_needs(position) for position in path]
    colors = [position.color_at(spot) for position, spot in zip(path, moves, strict=False)]
    return tuple(
        number
        for number, color in enumerate(colors, start=1)
        if color is not None and needs[number][color] >= needs[number - 1][color]
    )


def _false_move(grid: Grid, counted: Sequence[tuple[tuple[int, ...], int]]) -> FalseMove | None:
    """Return the false move of games with their numbers of leading optimal moves."""
    reached: Counter[Grid] = Counter()
    erring: dict[Grid, list[tuple[int, ...]]] = {}  # games up to the first error
    for moves, number in counted:
        path = grid.trajectory(moves[:number])
        reached.update(path)
        if number < len(moves):
            erring.setdefault(path[-1], []).append(moves[: number + 1])
    if not erring:
        return None
    position = max(erring, key=lambda found: (len(erring[found]), -len(erring[found][0])))
    path_to = erring[position][0][:-1]
    spot, games = Counter(moves[-1] for moves in erring[position]).most_common(1)[0]
    move = review(grid, [*path_to, spot]).moves[-1]
    after = position.move(spot)
    places_after = GoalRegions.find(after, length=move.after.exact)
    return FalseMove.of(
        move, number=len(path_to) + 1, position=position, reached=reached[position],
        left=len(erring[position]), games=games, needs=additive_heuristic(after),
        best_needs=min(additive_heuristic(position.move(best)) for best in move.best),
        goal_after=None if places_after is None else places_after.goal,
    )  # fmt: skip


def _conflicts(grid: Grid, needs: Mapping[Color, int]) -> Iterator[Conflict]:
    counts = tuple(count for count in grid.counts if count)
    tables = region_tables(grid.board, counts)
    near = {}
    for color, need in needs.items():
        mask = grid.color_masks[color]
        size = tables.sizes.tolist().index(mask.bit_count())
        regions = tables.masks[tables.starts[size] : tables.ends[size]].astype(np.int64)
        costs = region_costs(grid.board, mask, regions)
        near[color] = [regions[costs == need + extra] for extra in (0, 1)]  # nearest, and next
    for first, second in combinations(grid.colors, 2):
        (near_first, far_first), (near_second, far_second) = near[first], near[second]
        common = np.bitwise_count(near_first[:, None] & near_second)
        if not common.size or not common.all():
            continue
        row, column = np.unravel_index(int(common.argmin()), common.shape)
        pair = int(near_first[row]), int(near_second[column])
        next_best = ((far_first, near_second), (near_first, far_second))
        is_cheap = any((a[:, None] & b == 0).any() for a, b in next_best)
        yield Conflict(
            colors=(Color(first), Color(second)),
            regions=(iter_spots(pair[0]), iter_spots(pair[1])),
            spots=iter_spots(pair[0] & pair[1]), cost=1 if is_cheap else 2,
        )  # fmt: skip


def region_costs(board: Board, mask: int, regions: Int64s | int) -> Int64s:
    """Return the number of jumps of a color alone to each region, int64 of the same shape.

    One per booth outside that a maximum matching assigns to a free spot of its row or column, two
    per other booth. By Hall's theorem, a set of booths with the fewest targets for its size has as
    many unmatched booths as any matching; booths inside are their own targets.
    """
    booths = iter_spots(mask)
    unmatched = np.zeros_like(regions)
    for size in range(1, len(booths) + 1):
        for chosen in combinations(booths, size):
            targets = 0
            for booth in chosen:
                targets |= 1 << booth | board.line_masks[booth] & ~mask
            missing = size - np.bitwise_count(regions & targets).astype(np.int64)
            unmatched = np.maximum(unmatched, missing)
    costs: Int64s = np.bitwise_count(mask & ~regions) + unmatched
    return costs
