"""Curve of a game: remaining moves after each move, and the optimum."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, Svg, add, document, finish, write

STEP: Final = 22
"""Width of a move in user units. `ROW` is the height of a remaining move."""
ROW: Final = 12
MARGIN: Final = 50
IDEAL: Final = "#2f7d4f"
LOSS: Final = "#b3261e"
TITLE: Final = "Review of a Chatuchak game"


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
    return finish(curve_document(positions))


def curve_document(positions: Sequence[RemainingMoves]) -> ET.Element:
    """Return the root element of `curve_svg`, each point in a group with ``data-move``."""
    top = max(max(left.low, left.high or 0) for left in positions) or 1
    moves = max(len(positions) - 1, positions[0].low, 1)
    width, height = 2 * MARGIN + moves * STEP, 2 * MARGIN + top * ROW
    root = document(width, height, title=TITLE, description=_description(positions))
    add(root, "rect", width=width, height=height, rx=20, fill=PAPER)
    _draw_axes(root, moves, top)
    ideal = (_at(0, positions[0].low, top), _at(positions[0].low, 0, top))
    add(root, "path", d=_path(ideal), fill="none", stroke=IDEAL, stroke_width=3,
        stroke_dasharray="7 6")  # fmt: skip
    points = [
        _at(move, left.low if left.high is None else left.high, top)
        for move, left in enumerate(positions)
    ]
    add(root, "path", d=_path(points), fill="none", stroke=INK, stroke_width=3,
        stroke_linejoin="round")  # fmt: skip
    for move, (left, (x, y)) in enumerate(zip(positions, points, strict=True)):
        point = add(root, "g", data_move=str(move))
        if left.high != left.low:
            upper = _at(move, top if left.high is None else left.high, top)[1]
            add(point, "path", d=f"M{x} {upper}V{_at(move, left.low, top)[1]}", stroke=INK,
                stroke_width=4, stroke_opacity=0.35)  # fmt: skip
        if left.lost and move:
            before_x, before_y = points[move - 1]
            add(point, "path", d=f"M{before_x} {before_y}L{x} {y}", stroke=LOSS, stroke_width=5)
        add(point, "rect", x=x - STEP / 2, y=MARGIN / 2, width=STEP, height=top * ROW + MARGIN,
            fill=PAPER, fill_opacity=0)  # fmt: skip
        add(point, "circle", cx=x, cy=y, r=5 if left.lost else 3.5,
            fill=LOSS if left.lost else INK)  # fmt: skip
    return root


def _at(move: int, left: int, top: int) -> tuple[int, int]:
    return MARGIN + move * STEP, MARGIN + (top - left) * ROW


def _path(points: Sequence[tuple[int, int]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _draw_axes(root: ET.Element, moves: int, top: int) -> None:
    left, right = MARGIN, MARGIN + moves * STEP
    for value in range(0, top + 1, 5):
        y = _at(0, value, top)[1]
        add(root, "path", d=f"M{left} {y}H{right}", stroke=EDGE, stroke_width=1)
        write(root, str(value), x=left - 12, y=y + 6, size=14, anchor=1.0)
    for move in range(0, moves + 1, 5):
        x, y = _at(move, 0, top)
        write(root, str(move), x=x, y=y + 32, size=14, anchor=0.5)


def _description(positions: Sequence[RemainingMoves]) -> str:
    lines = [f"start: {positions[0].text} left"]
    for move, left in enumerate(positions[1:], start=1):
        lost = "" if left.lost == 0 else f", lost {'unknown' if left.lost is None else left.lost}"
        lines.append(f"move {move}: {left.text} left{lost}")
    return "\n".join(lines)
