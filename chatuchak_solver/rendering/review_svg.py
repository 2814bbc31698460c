"""Curve of a game: remaining moves after each move, and the optimum."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chatuchak_solver.rendering.svg import Svg
from chatuchak_solver.rendering.templates import svg_picture

TITLE: Final = "Review of a Chatuchak game"


MARGIN: Final = 50
STEP: Final = 22
"""Width of a move in user units. `ROW` is the height of a remaining move."""
ROW: Final = 12


class RemainingMoves(NamedTuple):
    """Bounds on the remaining moves at a position of a game, and the moves lost before it."""

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
    """Return the curve of a game.

    The curve shows the remaining moves by moves played. The dashed line is optimal play from the
    start; moves with losses are red. Unproven values are bars between their bounds.

    Parameters
    ----------
    positions
        Remaining moves at the start and after each move.
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
