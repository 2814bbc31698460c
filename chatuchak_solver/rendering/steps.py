"""Moves as pictures tell them: which booth goes from where to where, and the grid after it."""

from collections.abc import Sequence
from typing import NamedTuple

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule


class Step(NamedTuple):
    """One move.

    Attributes
    ----------
    color
        The color of the booth that moves.
    source, target
        Its spots before and after.
    after
        The grid after the move.
    """

    color: Color
    source: int
    target: int
    after: Grid


def plan_steps(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> tuple[Step, ...]:
    """Return the steps of moves from ``grid`` on.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    """
    steps = []
    for spot in moves:
        after = grid.move(spot, rule)
        color = grid.color_at(spot)
        assert color is not None  # only booths move
        steps.append(Step(color, after.empty, grid.empty, after))
        grid = after
    return tuple(steps)


def step_words(grid: Grid, spot: int) -> str:
    """Say which booth to move where: its color, and both spots by number, row and column.

    Parameters
    ----------
    grid
        The grid before the move.
    spot
        The spot of the booth that moves.
    """
    color, board = grid.color_at(spot), grid.board
    name = "" if color is None else color.label
    return (
        f"Move the {name} booth of spot {spot} ({board.place(spot)}) to the empty spot "
        f"{grid.empty} ({board.place(grid.empty)})."
    )
