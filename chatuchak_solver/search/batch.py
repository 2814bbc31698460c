"""Optimal solutions of many grids of one board, in few kernel calls.

Single-threaded; releases the GIL, so several threads can run a batch each.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chatuchak_solver.errors import IllegalMoveError, InputError, VerificationError
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.kernels.arrays import Int8s, Int64s, UInt8s
from chatuchak_solver.puzzle import Board, Color, Grid, MoveRule
from chatuchak_solver.search.goal_directed import GridBatch, color_codes
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_layout import MAX_LENGTH
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.verify import check_answer, replay_cells

SLICE_BUDGET = 400_000
"""Nodes per slice, which takes a few hundredths of a second."""
GROUP = 1024
"""Maximum grids per kernel call."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Proven solutions of many grids, verified by independent replay.

    Attributes
    ----------
    lengths
        int64 (n,): the optimal number of moves; -1 for an unsolved grid after a stop.
    moves
        uint8 (n, `MAX_LENGTH`): the spots whose booths move to the empty spot.
    expanded
        int64 (n,): node expansions.
    """

    lengths: Int64s
    moves: UInt8s
    expanded: Int64s


def solve_batch(board: Board, codes: Int8s, *, run: Run | None = None) -> Answers:
    """Find a proven shortest solution of each grid by the jump rule.

    Takes 0.4 to 0.6 ms per random start grid. Deterministic: the same moves and expansions as
    `solve`.

    Parameters
    ----------
    codes
        int8 (n, spots): the color of each spot, -1 for the empty one; valid grids, of any counts.
    run
        Limits; the work is grids.

    Raises
    ------
    InputError
        If the codes are of another board or not of colors; kernels do not check them.
    """
    if codes.shape[1:] != (board.spots,):
        raise InputError(f"invalid codes of {codes.shape}: expected (n, {board.spots})")
    wrong = codes[(codes < -1) | (codes >= len(Color))]
    if len(wrong):
        raise InputError(f"invalid codes {wrong[0]}: expected -1 to {len(Color) - 1}")
    run = run or Stop().begin()
    are_solved = [_is_solution(board, cells, []) for cells in codes.tolist()]
    answers = Answers(
        np.where(are_solved, 0, -1),
        np.zeros((len(codes), MAX_LENGTH), np.uint8),
        np.zeros(len(codes), np.int64),
    )
    unsolved = np.flatnonzero(answers.lengths < 0)
    counts = np.stack(
        [(codes[unsolved] == color).sum(axis=1) for color in range(codes.max() + 1)], 1
    )
    kinds, kind_of = np.unique(-np.sort(-counts, axis=1), axis=0, return_inverse=True)
    for index, kind in enumerate(kinds):
        grids = unsolved[kind_of.reshape(-1) == index]
        for start in range(0, len(grids), GROUP):
            chosen = grids[start : start + GROUP]
            task = GridBatch(board, tuple(filter(None, kind.tolist())), codes[chosen])
            while not task.run(SLICE_BUDGET):
                if run.should_stop(int((answers.lengths >= 0).sum()) + task.done):
                    break
            _store(board, codes, task, chosen[: task.done], answers)
            if run.should_stop(int((answers.lengths >= 0).sum())):
                return answers
    return answers


def _store(board: Board, codes: Int8s, task: GridBatch, solved: Int64s, answers: Answers) -> None:
    results, moves = task.results[: len(solved)], task.moves[: len(solved)]
    for index, found, result in zip(solved, moves, results, strict=True):
        length, bound = result[[at.LENGTH, at.LOWER_BOUND]].tolist()
        cells, spots = codes[index].tolist(), found[:length].tolist()
        if length != bound or not _is_solution(board, cells, spots):
            grid = Grid.from_colors(codes[index].tolist(), board=board)
            check_answer(grid, spots, rule=MoveRule.JUMP, lower_bound=bound, author="goal")
            raise VerificationError(f"goal answered {grid} with {length} moves, not {bound}")
    answers.lengths[solved] = results[:, at.LENGTH]
    answers.moves[solved] = moves
    answers.expanded[solved] = results[:, at.EXPANSIONS]


def _is_solution(board: Board, cells: list[int], moves: list[int]) -> bool:
    try:
        return replay_cells(cells, -1, board.columns, moves, MoveRule.JUMP)
    except IllegalMoveError:
        return False


def solve_on_boards(grids: Sequence[Grid], stop: Stop) -> dict[int, Solution]:
    """Solve grids of any boards; return the finished solutions by index.

    Each has the mean time of its board's grids.
    """
    by_board: dict[Board, list[int]] = {}
    for index, grid in enumerate(grids):
        by_board.setdefault(grid.board, []).append(index)
    solutions = {}
    for board, indices in by_board.items():
        run = Stop(interrupt=stop.interrupt).begin()
        codes = np.stack([color_codes(grids[index]) for index in indices])
        answers = solve_batch(board, codes, run=run)
        seconds = run.seconds / len(indices)
        moves = answers.moves[:, : answers.lengths.max(initial=0)].tolist()
        for place, index in enumerate(indices):
            length = int(answers.lengths[place])
            if length >= 0:
                spots, expanded = tuple(moves[place][:length]), int(answers.expanded[place])
                solutions[index] = Solution(
                    grids[index], MoveRule.JUMP, "goal", Status.OPTIMAL, spots, length, expanded,
                    seconds,
                )  # fmt: skip
    return solutions
