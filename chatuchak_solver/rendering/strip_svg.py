"""A solution as SVG: the grid after each move, in rows."""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.gallery_svg import Frame, frames_svg
from chatuchak_solver.rendering.grid_svg import describe_grid, describe_moves
from chatuchak_solver.rendering.steps import plan_steps
from chatuchak_solver.rendering.svg import Svg

SCALE: Final = 0.42


def strip_svg(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, columns: int = 5,
    title: str = "Chatuchak solution",
) -> Svg:  # fmt: skip
    """Return a picture of the grid and of the grid after each move.

    The moved booth has a ring. Captions give number, color and spots.
    """
    frames: list[Frame] = [(grid, "START", ())]
    frames += [
        (
            step.after,
            f"{step.number}. {step.color.letter} {step.source}→{step.target}",
            (step.target,),
        )
        for step in plan_steps(grid, moves, rule=rule)
    ]
    words = [describe_grid(grid), describe_moves(grid, moves, rule=rule)]
    words += ["in the end:", describe_grid(frames[-1][0])]
    return frames_svg(
        frames, columns=columns, scale=SCALE, size=10, title=title, description="\n".join(words)
    )
