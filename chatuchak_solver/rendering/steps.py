"""Moves with their color, spots and resulting grid."""

from collections.abc import Sequence
from typing import NamedTuple

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule


class Step(NamedTuple):
    """A move.

    Attributes
    ----------
    color
        Color of the moved booth.
    source, target
        Spots before and after the move.
    after
        The resulting grid.
    """

    color: Color
    source: int
    target: int
    after: Grid


def plan_steps(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> tuple[Step, ...]:
    """Return the steps of moves from ``grid``."""
    steps = []
    for spot in moves:
        after = grid.move(spot, rule)
        color = after.color_at(grid.empty)
        assert color is not None  # legal moves move booths
        steps.append(Step(color, after.empty, grid.empty, after))
        grid = after
    return tuple(steps)


def describe_step(grid: Grid, spot: int) -> str:
    """Return an instruction with color and spots for the move from ``spot``."""
    color, board = grid.color_at(spot), grid.board
    name = "" if color is None else color.label
    return (
        f"Move the {name} booth of spot {spot} ({board.place(spot)}) to the empty spot "
        f"{grid.empty} ({board.place(grid.empty)})."
    )
