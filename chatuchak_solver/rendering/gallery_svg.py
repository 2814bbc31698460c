"""Several grids in one picture: numbered, or a solution with the grid after each move."""

from collections.abc import Collection, Sequence

from chatuchak_solver.arguments import check_int
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import describe_grid, describe_moves
from chatuchak_solver.rendering.steps import plan_steps
from chatuchak_solver.rendering.svg import Svg, arrange, svg_picture

MAX_GRIDS = 400

GAP = 16
STRIP_SCALE = 0.42

Frame = tuple[Grid, str, Collection[int]]
"""A grid, its caption, and the spots with a ring."""


def gallery_svg(
    grids: Sequence[Grid], *, columns: int = 5, numbers: bool = False, groups: bool = False,
    title: str = "Chatuchak grids",
) -> Svg:  # fmt: skip
    """Return a picture of grids by row, numbered from 1.

    See `chatuchak_solver.rendering.grid_svg.grid_svg`.
    """
    if not 1 <= len(grids) <= MAX_GRIDS:
        raise InputError(f"invalid number of grids {len(grids)}: expected 1..{MAX_GRIDS}")
    return _frames_svg(
        [(grid, str(number), ()) for number, grid in enumerate(grids, 1)],
        columns=columns, title=title, numbers=numbers, groups=groups,
        description="\n\n".join(f"{n}: {describe_grid(grid)}" for n, grid in enumerate(grids, 1)),
    )  # fmt: skip


def strip_svg(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, columns: int = 5,
    title: str = "Chatuchak solution",
) -> Svg:  # fmt: skip
    """Return a picture of the grid and of the grid after each move.

    The moved booth has a ring. Captions give number, color and spots.
    """
    frames: list[Frame] = [(grid, "START", ())]
    for step in plan_steps(grid, moves, rule=rule):
        caption = f"{step.number}. {step.color.letter} {step.source}→{step.target}"
        frames.append((step.after, caption, (step.target,)))
    words = [describe_grid(grid), describe_moves(grid, moves, rule=rule)]
    words += ["in the end:", describe_grid(frames[-1][0])]
    return _frames_svg(
        frames, columns=columns, scale=STRIP_SCALE, size=10, title=title,
        description="\n".join(words),
    )  # fmt: skip


def _frames_svg(
    frames: Sequence[Frame], *, columns: int, title: str, description: str, scale: float = 1,
    size: float = 14, numbers: bool = False, groups: bool = False,
) -> Svg:  # fmt: skip
    """Return a picture of grids by row, with captions in capitals of height ``size``."""
    columns = check_int(columns, 1, name="columns")
    sizes = [board_size(grid.board) for grid, _, _ in frames]
    wide, high = (scale * max(sides) for sides in zip(*sizes, strict=True))
    room = size + 11
    width, height, corners = arrange(len(frames), columns, (wide, high + room), GAP)
    return svg_picture(
        "frames.svg", round(width), round(height), title=title, description=description,
        frames=list(zip(frames, corners, strict=True)), scale=scale, size=size, room=room,
        colors=tuple(sorted({color for grid, _, _ in frames for color in grid.colors})),
        weight=1.6 if scale < 1 else 2, numbers=numbers, groups=groups,
    )  # fmt: skip
