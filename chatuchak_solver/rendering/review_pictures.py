"""Reviewed games: the curve of remaining moves and an HTML file."""

from collections.abc import Sequence
from typing import NamedTuple

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import describe_grid
from chatuchak_solver.rendering.svg import Svg, description, svg_picture
from chatuchak_solver.rendering.templates import html_page

TITLE = "Review of a Chatuchak game"


class RemainingMoves(NamedTuple):
    """Bounds on the remaining moves at a position, and the moves lost before it."""

    low: int
    high: int | None
    lost: int | None = 0

    @property
    def most(self) -> int:
        """The upper bound, or without one the lower bound."""
        return self.low if self.high is None else self.high

    @property
    def text(self) -> str:
        """The number, or its bounds."""
        if self.low == self.high:
            return str(self.low)
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


def curve_svg(positions: Sequence[RemainingMoves]) -> Svg:
    """Return the curve of remaining moves by moves played, from the start on.

    The dashed line is optimal play from the start; moves with losses are red. Unproven values are
    bars between their bounds.
    """
    top = max(1, *(left.most for left in positions))
    moves = max(1, len(positions) - 1, positions[0].low)
    # The template has margins of 50; a move is 22 units wide, and a row is 12 units high.
    return svg_picture(
        "curve.svg", 100 + 22 * moves, 100 + 12 * top, title=TITLE, moves=moves, top=top,
        description=description("curve.txt", positions=positions), positions=positions,
    )  # fmt: skip


class ReviewedPosition(NamedTuple):
    """A position of a game and the move played.

    Attributes
    ----------
    played
        Spot of the moved booth; None in the last position.
    best
        Spots of booths with moves without loss.
    """

    grid: Grid
    left: RemainingMoves
    played: int | None
    best: tuple[int, ...]
    words: str


def review_html(
    positions: Sequence[ReviewedPosition], *, summary: str, worst: int | None = None
) -> str:
    """Return a self-contained HTML document to step through a reviewed game.

    Positions show a ring around the moved booth and arrows for all moves without loss.

    ``worst`` is the number of the position with the largest loss, or None.
    """
    curve = curve_svg([position.left for position in positions])
    boards = [_board(position, number) for number, position in enumerate(positions)]
    return html_page(
        "review.html", title=TITLE, defined_colors=positions[0].grid.colors, positions=positions,
        boards=boards, curve=curve, summary=summary, worst=worst,
    )  # fmt: skip


def _board(position: ReviewedPosition, number: int) -> Svg:
    grid = position.grid
    return svg_picture(
        "grid.svg", *board_size(grid.board), title=f"Position after move {number}", corner=None,
        description=f"{position.words}\n{describe_grid(grid)}", grid=grid, colors=(),
        highlight=() if position.played is None else (position.played,), numbers=True,
        groups=False, arrows=[[(spot, grid.empty)] for spot in position.best],
    )  # fmt: skip
