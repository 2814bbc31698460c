"""Drawings of the booths: awning, letter, and a row of shapes that identifies the color."""

from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.colors import Color
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
"""Path data of three strips of the awning with round hems, and of the shelf."""
PALE: Final = "M12 0h12v15a6 6 0 0 1 -12 0zM36 0h12v15a6 6 0 0 1 -12 0z"
"""Path data of the strips in between."""
SHAPES: Final = ("M10.5 51.6", "M23.5 51.6", "M36.5 51.6", "M49.5 51.6")
"""Path data of the positions of the shapes on the shelf."""


@dataclass(frozen=True, slots=True)
class BoothStyle:
    """Colors and shape of the booths of one color.

    Attributes
    ----------
    fill
        Color of the booth.
    shade
        Color of its darker parts.
    letter
        Color of the letter, with a contrast of at least 4.5 to 1 on ``fill``.
    shape
        Path data of the shape, about 6.5 units wide, in relative commands; unique per color.
    """

    fill: str
    shade: str
    letter: str
    shape: str


BOOTH_STYLES: Final = (
    BoothStyle("#cf3a34", "#8f1f22", "#ffffff", "m-3.68 3.2l3.68 -6.72l3.68 6.72z"),
    BoothStyle(
        "#f3b929", "#9c6200", "#3b2a1d", "m-3.36 0a3.36 3.36 0 1 1 6.72 0a3.36 3.36 0 1 1 -6.72 0z"
    ),
    BoothStyle(
        "#23804f",
        "#0f5230",
        "#ffffff",
        "m-1.2 -3.52h2.4v2.32h2.32v2.4h-2.32v2.32h-2.4v-2.32h-2.32v-2.4h2.32z",
    ),
    BoothStyle("#2a66b8", "#163f7c", "#ffffff", "m-3.04 -3.04h6.08v6.08h-6.08z"),
    BoothStyle(
        "#f29bbb",
        "#b34a76",
        "#3b2a1d",
        "m0 3.68c-5.12 -3.52 -3.68 -7.2 -1.76 -7.04c1.12 .08 1.6 .96 1.76 1.6"
        "c.16 -.64 .64 -1.52 1.76 -1.6c1.92 -.16 3.36 3.52 -1.76 7.04z",
    ),
    BoothStyle("#ee7f1e", "#9a4600", "#3b2a1d", "m0 -4l2.72 4l-2.72 4l-2.72 -4z"),
    BoothStyle(
        "#7a4fb0",
        "#482a78",
        "#ffffff",
        "m0 -4l.96 2.72l2.88 .08l-2.32 1.68l.88 2.72l-2.4 -1.6l-2.4 1.6l.88 -2.72l-2.32 -1.68"
        "l2.88 -.08z",
    ),
    BoothStyle("#f3f0e8", "#6d675c", "#3b2a1d", "m-3.36 -3.52h6.72l-6.72 7.04h6.72z"),
    BoothStyle(
        "#34343a", "#101013", "#ffffff", "m-3.52 -3.12h7.04v2.16h-7.04zm0 4.08h7.04v2.16h-7.04z"
    ),
)
"""Styles in the order of `Color`: triangles, discs, crosses, squares, hearts; diamonds, stars,
hourglasses, bars."""


def booth_id(color: Color) -> str:
    """Return the id of a color's drawing for ``use`` elements."""
    return f"booth-{color.letter}"


def define_booths(parent: ET.Element, colors: tuple[Color, ...] = tuple(Color)) -> ET.Element:
    """Add the drawings of ``colors`` as definitions, each of `BOOTH` units."""
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
    # One path per fill, because fewer elements print faster.
    add(booth, "path", d=DARK, fill=style.shade)
    shapes = "".join(place + style.shape for place in SHAPES)
    add(booth, "path", d=PALE + shapes, fill="#ffffff")
    write(booth, color.letter, x=BOOTH / 2, y=41, size=17, ink=style.letter, weight=2.3, anchor=0.5)
