"""Moves with color, spots, resulting grid and animation time."""

from collections.abc import Sequence
from typing import NamedTuple

from chatuchak_solver.puzzle import Color, Grid, MoveRule

LEAD_S = 0.9
"""Seconds before the first move."""

FLIGHT_S = 0.55

REST_S = 0.3


class Step(NamedTuple):
    """A move.

    Attributes
    ----------
    number
        From 1.
    after
        The resulting grid.
    """

    number: int
    color: Color
    source: int
    target: int
    after: Grid

    @property
    def start_s(self) -> float:
        """Start in an animation, in seconds."""
        return LEAD_S + (self.number - 1) * (FLIGHT_S + REST_S)

    @property
    def end_s(self) -> float:
        """End in an animation, in seconds."""
        return self.start_s + FLIGHT_S


def plan_steps(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> tuple[Step, ...]:
    """Return the steps of moves from ``grid``."""
    steps = []
    for number, spot in enumerate(moves, start=1):
        after = grid.move(spot, rule)
        color = after.color_at(grid.empty)
        assert color is not None  # legal moves move booths
        steps.append(Step(number, color, after.empty, grid.empty, after))
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
