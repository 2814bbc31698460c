"""Reviewed games as self-contained HTML files."""

from collections.abc import Sequence
from typing import NamedTuple

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import board_size, describe_grid, draw_arrows, draw_grid
from chatuchak_solver.rendering.review_svg import TITLE, RemainingMoves, curve_svg
from chatuchak_solver.rendering.svg import Svg, document, inline
from chatuchak_solver.rendering.templates import html_page


class ReviewedPosition(NamedTuple):
    """A position of a game and the move played.

    Attributes
    ----------
    grid
        The position.
    left
        The remaining moves.
    played
        Spot of the moved booth, or None in the last position.
    best
        Spots of the booths with moves without loss.
    words
        A description.
    """

    grid: Grid
    left: RemainingMoves
    played: int | None
    best: tuple[int, ...]
    words: str


def review_html(
    positions: Sequence[ReviewedPosition], *, summary: str, worst: int | None = None
) -> str:
    """Return an HTML document to step through a reviewed game.

    Positions are reached by the curve, a list, buttons, keys and swipes. They show a ring around
    the moved booth and arrows for all moves without loss.

    Parameters
    ----------
    positions
        Positions from the start on.
    summary
        A summary of the game.
    worst
        Number of the position with the largest loss, or None without losses.
    """
    curve = curve_svg([position.left for position in positions])
    boards = [_board(position, number) for number, position in enumerate(positions)]
    return html_page(
        "review.html", title=TITLE, defined_colors=positions[0].grid.colors, positions=positions,
        boards=boards, curve=curve, summary=summary, worst=worst,
    )  # fmt: skip


def _board(position: ReviewedPosition, number: int) -> Svg:
    grid = position.grid
    words = f"{position.words}\n{describe_grid(grid)}"
    title = f"Position after move {number}"
    root = document(*board_size(grid.board), title=title, description=words)
    played = () if position.played is None else (position.played,)
    draw_grid(root, grid, highlight=played, numbers=True)
    for spot in position.best:
        draw_arrows(root, grid.board, [(spot, grid.empty)])
    return inline(root)
