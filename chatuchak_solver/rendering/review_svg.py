"""The curve of a game: what was left after each move against the best possible."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, Svg, add, document, finish, write

STEP: Final = 22
"""Width of a move in user units; `ROW` is the height of a move that is left."""
ROW: Final = 12
MARGIN: Final = 50
IDEAL: Final = "#2f7d4f"
LOSS: Final = "#b3261e"
TITLE: Final = "Review of a Chatuchak game"


class Left(NamedTuple):
    """The fewest moves left at one point of a game: as many at least, and at most where known."""

    low: int
    high: int | None
    lost: int | None = 0

    @property
    def words(self) -> str:
        """The number, or its bounds."""
        if self.low == self.high:
            return str(self.low)
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


def curve_svg(lefts: Sequence[Left]) -> Svg:
    """Return the curve of a game.

    A point a position, the start first: the moves that were left against the moves made. Dashed is
    the best possible from the start on; red is each move that lost some. What is not proven is
    drawn as a bar between its bounds.

    Parameters
    ----------
    lefts
        What was left at the start and after each move, with what the move before it lost.
    """
    return finish(curve_document(lefts))


def curve_document(lefts: Sequence[Left]) -> ET.Element:
    """Return the root element of `curve_svg`, each point in a group with ``data-move``."""
    most = max(max(left.low, left.high or 0) for left in lefts) or 1
    moves = max(len(lefts) - 1, lefts[0].low, 1)
    width, height = 2 * MARGIN + moves * STEP, 2 * MARGIN + most * ROW
    root = document(width, height, title=TITLE, description=_words(lefts))
    add(root, "rect", width=width, height=height, rx=20, fill=PAPER)
    _draw_axes(root, moves, most)
    ideal = (_at(0, lefts[0].low, most), _at(lefts[0].low, 0, most))
    add(root, "path", d=_path(ideal), fill="none", stroke=IDEAL, stroke_width=3,
        stroke_dasharray="7 6")  # fmt: skip
    points = [_at(move, _shown(left), most) for move, left in enumerate(lefts)]
    add(root, "path", d=_path(points), fill="none", stroke=INK, stroke_width=3,
        stroke_linejoin="round")  # fmt: skip
    for move, (left, (x, y)) in enumerate(zip(lefts, points, strict=True)):
        point = add(root, "g", data_move=str(move))
        if left.high != left.low:
            top = _at(move, most if left.high is None else left.high, most)[1]
            add(point, "path", d=f"M{x} {top}V{_at(move, left.low, most)[1]}", stroke=INK,
                stroke_width=4, stroke_opacity=0.35)  # fmt: skip
        if left.lost and move:
            before_x, before_y = points[move - 1]
            add(point, "path", d=f"M{before_x} {before_y}L{x} {y}", stroke=LOSS, stroke_width=5)
        add(point, "rect", x=x - STEP / 2, y=MARGIN / 2, width=STEP, height=most * ROW + MARGIN,
            fill=PAPER, fill_opacity=0)  # fmt: skip
        add(point, "circle", cx=x, cy=y, r=5 if left.lost else 3.5,
            fill=LOSS if left.lost else INK)  # fmt: skip
    return root


def _shown(left: Left) -> int:
    return left.low if left.high is None else left.high


def _at(move: int, left: int, most: int) -> tuple[int, int]:
    return MARGIN + move * STEP, MARGIN + (most - left) * ROW


def _path(points: Sequence[tuple[int, int]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _draw_axes(root: ET.Element, moves: int, most: int) -> None:
    left, right = MARGIN, MARGIN + moves * STEP
    for value in range(0, most + 1, 5):
        y = _at(0, value, most)[1]
        add(root, "path", d=f"M{left} {y}H{right}", stroke=EDGE, stroke_width=1)
        write(root, str(value), x=left - 12, y=y + 6, size=14, anchor=1.0)
    for move in range(0, moves + 1, 5):
        x, y = _at(move, 0, most)
        write(root, str(move), x=x, y=y + 32, size=14, anchor=0.5)


def _words(lefts: Sequence[Left]) -> str:
    lines = [f"start: {lefts[0].words} left"]
    for move, left in enumerate(lefts[1:], start=1):
        lost = "" if left.lost == 0 else f", lost {'unknown' if left.lost is None else left.lost}"
        lines.append(f"move {move}: {left.words} left{lost}")
    return "\n".join(lines)
