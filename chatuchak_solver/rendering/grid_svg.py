"""Grids as SVG, with spot numbers, groups and arrows for moves."""

from collections.abc import Collection, Sequence

from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.steps import plan_steps
from chatuchak_solver.rendering.svg import Svg, description, svg_picture


def grid_svg(
    grid: Grid, *, moves: Sequence[int] = (), rule: MoveRule | str = MoveRule.JUMP,
    highlight: Collection[int] = (), numbers: bool = False, groups: bool = False,
    title: str = "Chatuchak grid",
) -> Svg:  # fmt: skip
    """Return a picture of ``grid``, readable without color and fonts.

    Parameters
    ----------
    moves
        Moves to draw as arrows, numbered if there are several.
    highlight
        Spots with a ring.
    numbers
        Show spot numbers.
    groups
        Connect the booths of each group.
    title
        Accessible name.

    Examples
    --------
    >>> picture = grid_svg(Grid.parse(".RY/YRG/RGG"))
    >>> picture.startswith("<svg") and "row 1: empty, red, yellow" in picture
    True
    """
    arrows = [(step.source, step.target) for step in plan_steps(grid, moves, rule=rule)]
    words = [describe_grid(grid)]
    if moves:
        words.append(describe_moves(grid, moves, rule=rule))
    return svg_picture(
        "grid.svg", *board_size(grid.board), title=title, description="\n".join(words),
        corner=None, grid=grid, colors=grid.colors, highlight=highlight, numbers=numbers,
        groups=groups, arrows=[arrows],
    )  # fmt: skip


def board_svg(board: Board) -> Svg:
    """Return a picture of an empty board with spot numbers."""
    words = f"spots 0 to {board.spots - 1}"
    size = board_size(board)
    return svg_picture(
        "spots.svg", *size, title="Spots", description=words, corner=None, board=board
    )


def describe_grid(grid: Grid) -> str:
    """Return a text alternative of a grid, with notation."""
    return description("grid.txt", grid=grid)


def describe_moves(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> str:
    """Return the moves from ``grid`` in words, one per line."""
    return description("moves.txt", steps=plan_steps(grid, moves, rule=rule))
