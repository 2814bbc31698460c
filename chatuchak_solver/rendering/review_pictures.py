"""Reviewed games: the curve of remaining moves and an HTML file."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import describe_grid
from chatuchak_solver.rendering.svg import Svg, svg_picture
from chatuchak_solver.rendering.templates import html_page

TITLE: Final = "Review of a Chatuchak game"


MARGIN: Final = 50
STEP: Final = 22
"""Width of a move, in user units; `ROW` is the height."""
ROW: Final = 12


class RemainingMoves(NamedTuple):
    """Bounds on the remaining moves at a position, and the moves lost before it."""

    low: int
    high: int | None
    lost: int | None = 0

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
    top = max(max(left.low, left.high or 0) for left in positions) or 1
    moves = max(len(positions) - 1, positions[0].low, 1)
    heights = [left.low if left.high is None else left.high for left in positions]
    points = [
        (MARGIN + move * STEP, MARGIN + (top - height) * ROW) for move, height in enumerate(heights)
    ]
    return svg_picture(
        "curve.svg", 2 * MARGIN + moves * STEP, 2 * MARGIN + top * ROW, title=TITLE,
        description=_description(positions), positions=positions, points=points, top=top,
        moves=moves, loss="#b3261e",
    )  # fmt: skip


def _description(positions: Sequence[RemainingMoves]) -> str:
    lines = [f"start: {positions[0].text} left"]
    for move, left in enumerate(positions[1:], start=1):
        lost = "" if left.lost == 0 else f", lost {'unknown' if left.lost is None else left.lost}"
        lines.append(f"move {move}: {left.text} left{lost}")
    return "\n".join(lines)


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
