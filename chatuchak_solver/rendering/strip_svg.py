"""A solution as SVG: the grid after each move, in rows."""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.arguments import checked_whole
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.grid_svg import board_size, describe_grid, describe_moves, draw_grid
from chatuchak_solver.rendering.steps import plan_steps
from chatuchak_solver.rendering.svg import PAPER, Rows, Svg, add, document, finish, write

SCALE: Final = 0.42
"""Scale of a frame."""

GAP: Final = 16
CAPTION: Final = 22
EDGE_ROOM: Final = 18


def strip_svg(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, columns: int = 5,
    title: str = "Chatuchak solution",
) -> Svg:  # fmt: skip
    """Return a picture of the grid and of the grid after each move.

    The moved booth has a ring. Captions give number, color and spots of the move.

    Parameters
    ----------
    columns
        Frames per row, 1 or more.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    InputError
        If ``columns`` is less than 1.
    """
    columns = checked_whole(columns, 1, what="columns")
    frames: list[tuple[Grid, tuple[int, ...], str]] = [(grid, (), "START")]
    for step in plan_steps(grid, moves, rule=rule):
        caption = f"{step.number}. {step.color.letter} {step.source}→{step.target}"
        frames.append((step.after, (step.target,), caption))
    wide, high = (SCALE * side for side in board_size(grid.board))
    rows = Rows.of(len(frames), columns, (wide, high + CAPTION), gap=GAP, edge=EDGE_ROOM)
    words = [describe_grid(grid), describe_moves(grid, moves, rule=rule)]
    words += ["in the end:", describe_grid(frames[-1][0])]
    width, height = round(rows.width), round(rows.height)
    root = document(width, height, title=title, description="\n".join(words))
    define_booths(root, grid.colors)
    add(root, "rect", width=width, height=height, rx=14, fill=PAPER)
    for (frame, ringed, caption), (left, top) in zip(frames, rows.corners, strict=True):
        write(root, caption, x=left + 4, y=top + 12, size=10)
        place = f"translate({left:.4g} {top + CAPTION:.4g}) scale({SCALE})"
        board = add(root, "g", transform=place)
        draw_grid(board, frame, highlight=ringed, groups=frame.is_solved)
    return finish(root)
