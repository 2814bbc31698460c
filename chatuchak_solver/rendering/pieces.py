"""Drawings of the games' pieces."""

from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering import resource

SEAT_COLORS: Final = ("#1565c0", "#c62828", "#2e7d32", "#8d5a00", "#6a1b9a")
"""Player colors, readable with white letters."""


class Piece(NamedTuple):
    """Color of the ground, or an empty text, and shapes in a square of 40 user units."""

    ground: str
    shapes: str


PIECES: Final = {
    piece.attrib["id"]: Piece(
        piece.get("data-ground", ""), "".join(ET.tostring(shape, "unicode") for shape in piece)
    )
    for piece in ET.fromstring(resource("pieces.xml"))
}
