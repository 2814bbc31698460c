"""Drawings of the booths: awning, letter, and shapes that identify the color."""

import json
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering import resource
from chatuchak_solver.rendering.svg import add, write

BOOTH: Final = 60
"""Side of a booth in user units."""

CORNER: Final = 9
DARK: Final = (
    "M9 0h3v15a6 6 0 0 1 -12 0v-6a9 9 0 0 1 9 -9z"
    "M24 0h12v15a6 6 0 0 1 -12 0z"
    "M48 0h3a9 9 0 0 1 9 9v6a6 6 0 0 1 -12 0z"
    "M0 46h60v2a9 9 0 0 1 -9 9h-42a9 9 0 0 1 -9 -9z"
)
"""Three strips of the awning, and the shelf."""
PALE: Final = "M12 0h12v15a6 6 0 0 1 -12 0zM36 0h12v15a6 6 0 0 1 -12 0z"
"""The strips in between."""
SHAPES: Final = ("M10.5 51.6", "M23.5 51.6", "M36.5 51.6", "M49.5 51.6")


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


BOOTH_STYLES: Final = tuple(BoothStyle(**style) for style in json.loads(resource("booths.json")))
"""By `Color`: triangles, discs, crosses, squares, hearts; diamonds, stars, hourglasses, bars."""


def booth_id(color: Color) -> str:
    """Return the id of a drawing for ``use`` elements."""
    return f"booth-{color.letter}"


def define_booths(parent: ET.Element, colors: tuple[Color, ...] = tuple(Color)) -> ET.Element:
    """Add the drawings of ``colors`` as definitions, `BOOTH` units wide."""
    definitions = add(parent, "defs")
    for color in colors:
        _define_booth(definitions, color)
    return definitions


def draw_booth(parent: ET.Element, color: Color, *, x: float, y: float) -> ET.Element:
    """Draw a defined booth with its upper left corner at ``x``, ``y``."""
    return add(parent, "use", href=f"#{booth_id(color)}", x=x, y=y)


def _define_booth(definitions: ET.Element, color: Color) -> None:
    style = BOOTH_STYLES[color]
    booth = add(definitions, "g", id=booth_id(color))
    add(booth, "rect", width=BOOTH, height=BOOTH, rx=CORNER, fill=style.shade)
    add(booth, "rect", width=BOOTH, height=BOOTH - 3, rx=CORNER, fill=style.fill)
    # One path per fill: fewer elements print faster.
    add(booth, "path", d=DARK, fill=style.shade)
    shapes = "".join(place + style.shape for place in SHAPES)
    add(booth, "path", d=PALE + shapes, fill="#ffffff")
    write(booth, color.letter, x=BOOTH / 2, y=41, size=17, ink=style.letter, weight=2.3, anchor=0.5)
