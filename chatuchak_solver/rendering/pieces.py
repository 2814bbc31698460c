"""Drawings of the games' pieces."""

from copy import deepcopy
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering import resource
from chatuchak_solver.rendering.svg import add

SIDE: Final = 40
"""Side of a drawing in user units."""

SEAT_COLORS: Final = ("#1565c0", "#c62828", "#2e7d32", "#8d5a00", "#6a1b9a")
"""Player colors, readable with white letters."""

PIECES: Final = {piece.attrib["id"]: piece for piece in ET.fromstring(resource("pieces.xml"))}
"""Shapes of each piece by name, with the color of its ground, if any."""


def ground_of(name: str) -> str:
    """Return the ground color of a piece, or an empty text."""
    return PIECES[name].get("data-ground", "")


def draw_piece(parent: ET.Element, name: str, x: float, y: float, *, side: float) -> None:
    """Draw a piece without its ground, in a square."""
    group = add(parent, "g", transform=f"translate({x:g} {y:g}) scale({side / SIDE:g})")
    group.extend(deepcopy(shape) for shape in PIECES[name])


def define_pieces(parent: ET.Element) -> None:
    """Add all pieces to ``parent`` as definitions ``piece-NAME``."""
    definitions = add(parent, "defs")
    for name in PIECES:
        group = add(definitions, "g", id=f"piece-{name}")
        if ground := ground_of(name):
            add(group, "rect", x=1, y=1, width=SIDE - 2, height=SIDE - 2, rx=7, fill=ground,
                stroke="#5d4a3a")  # fmt: skip
        draw_piece(group, name, 0, 0, side=SIDE)
