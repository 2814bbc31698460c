"""The look of booths and pieces, and the places of spots and arrows on a board's picture."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.rendering import resource

BOOTH = 60
"""Side of a booth in user units."""
PITCH = 66
"""Distance of adjacent booths in user units."""
MARGIN = 14


@dataclass(frozen=True, slots=True)
class BoothStyle:
    """Colors and shape of the booths of one color.

    Attributes
    ----------
    letter
        Color of the letter, with a contrast of at least 4.5 to 1 on ``fill``.
    shape
        Relative path data, about 6.5 units wide; unique per color.
    """

    fill: str
    shade: str
    letter: str
    shape: str


BOOTH_STYLES = tuple(BoothStyle(**style) for style in json.loads(resource("booths.json")))
"""By `Color`: triangles, discs, crosses, squares, hearts; diamonds, stars, hourglasses, bars."""


SEAT_COLORS = ("#1565c0", "#c62828", "#2e7d32", "#8d5a00", "#6a1b9a")
"""Player colors, readable with white letters."""


class Piece(NamedTuple):
    """Color of the ground, or an empty text, and shapes in a square of 40 user units."""

    ground: str
    shapes: str


PIECES = {
    piece.attrib["id"]: Piece(
        piece.get("data-ground", ""), "".join(ET.tostring(shape, "unicode") for shape in piece)
    )
    for piece in ET.fromstring(resource("pieces.xml"))
}


def board_size(board: Board) -> tuple[int, int]:
    """Return width and height of a board's picture, in user units."""
    gap = PITCH - BOOTH
    return (board.columns * PITCH - gap + 2 * MARGIN, board.rows * PITCH - gap + 2 * MARGIN)


def corner_of(board: Board, spot: int) -> tuple[int, int]:
    """Return the upper left corner of a spot; InputError if it is not on the board."""
    row, column = divmod(board.check_spot(spot), board.columns)
    return MARGIN + column * PITCH, MARGIN + row * PITCH


def arrow_points(
    board: Board, arrows: Sequence[tuple[int, int]], *, numbered: bool
) -> Iterator[tuple[str, ...]]:
    """Yield the points of each arrow: tail, middle, neck, tip, and both ends of the head.

    An offset separates opposite numbered arrows.
    """
    for arrow in arrows:
        # Points and directions are complex numbers; -1j turns left.
        tail, tip = (complex(*corner_of(board, spot)) + (1 + 1j) * BOOTH / 2 for spot in arrow)
        length = abs(tip - tail)
        along = (tip - tail) / length
        left = -1j * along
        shift = 10.0 * left if numbered else 0
        middle = (tail + tip) / 2 + shift + 0.1 * length * left
        tail, tip = tail + shift + 6 * along, tip + shift - 6 * along
        head = (tip - middle) / abs(tip - middle)
        neck = tip - 15 * head
        points = (tail, middle, neck, tip, neck + 10j * head, neck - 10j * head)
        yield tuple(f"{point.real:.1f} {point.imag:.1f}" for point in points)
