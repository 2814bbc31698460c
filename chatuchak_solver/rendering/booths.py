"""Drawings of the booths: awning, letter, and a row of shapes that tells the color by form."""

from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering.glyphs import draw_lettering
from chatuchak_solver.rendering.svg import add

BOOTH: Final = 60
"""Side of a booth in user units."""

CORNER: Final = 9
AWNING: Final = 15
SCALLOPS: Final = 5
SHELF: Final = 46
"""Where the row of shapes starts, from the top."""


@dataclass(frozen=True, slots=True)
class BoothLook:
    """How the booths of one color look.

    Attributes
    ----------
    fill
        The booth itself.
    shade
        Its darker parts.
    letter
        The letter, at a contrast of at least 4.5 to 1 on ``fill``.
    shape
        Path data of one shape around the origin, about 8 units wide; no two colors share one.
    """

    fill: str
    shade: str
    letter: str
    shape: str


LOOKS: Final = (
    BoothLook("#cf3a34", "#8f1f22", "#ffffff", "M-4.6 4L0 -4.4L4.6 4Z"),
    BoothLook("#f3b929", "#9c6200", "#3b2a1d", "M-4.2 0A4.2 4.2 0 1 1 4.2 0A4.2 4.2 0 1 1 -4.2 0Z"),
    BoothLook(
        "#23804f",
        "#0f5230",
        "#ffffff",
        "M-1.5 -4.4H1.5V-1.5H4.4V1.5H1.5V4.4H-1.5V1.5H-4.4V-1.5H-1.5Z",
    ),
    BoothLook("#2a66b8", "#163f7c", "#ffffff", "M-3.8 -3.8H3.8V3.8H-3.8Z"),
    BoothLook(
        "#f29bbb",
        "#b34a76",
        "#3b2a1d",
        "M0 4.6C-6.4 .2 -4.6 -4.4 -2.2 -4.2C-.8 -4.1 -.2 -3 0 -2.2C.2 -3 .8 -4.1 2.2 -4.2"
        "C4.6 -4.4 6.4 .2 0 4.6Z",
    ),
    BoothLook("#ee7f1e", "#9a4600", "#3b2a1d", "M0 -5L3.4 0L0 5L-3.4 0Z"),
    BoothLook(
        "#7a4fb0",
        "#482a78",
        "#ffffff",
        "M0 -5L1.2 -1.6L4.8 -1.5L1.9 .6L3 4L0 2L-3 4L-1.9 .6L-4.8 -1.5L-1.2 -1.6Z",
    ),
    BoothLook("#f3f0e8", "#6d675c", "#3b2a1d", "M-4.2 -4.4H4.2L-4.2 4.4H4.2Z"),
    BoothLook("#34343a", "#101013", "#ffffff", "M-4.4 -3.9H4.4V-1.2H-4.4ZM-4.4 1.2H4.4V3.9H-4.4Z"),
)
"""One look a color, in the order of `Color`: triangles, discs, crosses, squares, hearts; diamonds,
stars, hourglasses, bars."""


def booth_id(color: Color) -> str:
    """Return the name of a color's drawing for ``use`` elements."""
    return f"booth-{color.letter}"


def define_booths(parent: ET.Element, colors: tuple[Color, ...] = tuple(Color)) -> ET.Element:
    """Add the drawings of ``colors`` to ``parent`` as definitions, each `BOOTH` wide and high."""
    definitions = add(parent, "defs")
    for color in colors:
        _define_booth(definitions, color)
    return definitions


def draw_booth(parent: ET.Element, color: Color, *, x: float, y: float) -> ET.Element:
    """Place a defined booth with its upper left corner at ``x``, ``y``."""
    return add(parent, "use", href=f"#{booth_id(color)}", x=x, y=y)


def _define_booth(definitions: ET.Element, color: Color) -> None:
    look = LOOKS[color]
    booth = add(definitions, "g", id=booth_id(color))
    add(booth, "rect", width=BOOTH, height=BOOTH, rx=CORNER, fill=look.shade)
    add(booth, "rect", width=BOOTH, height=BOOTH - 3, rx=CORNER, fill=look.fill)
    shelf = f"M0 {SHELF}H{BOOTH}V{BOOTH - 3 - CORNER}a{CORNER} {CORNER} 0 0 1 -{CORNER} {CORNER}"
    shelf += f"H{CORNER}a{CORNER} {CORNER} 0 0 1 -{CORNER} -{CORNER}Z"
    add(booth, "path", d=shelf, fill=look.shade)
    for number in range(4):
        left = BOOTH / 2 + 13 * (number - 1.5)
        add(
            booth,
            "path",
            d=look.shape,
            fill="#ffffff",
            transform=f"translate({left:g} {SHELF + 5.6:g}) scale(.8)",
        )
    for number in range(SCALLOPS):
        fill = "#ffffff" if number % 2 else look.shade
        add(booth, "path", d=_scallop(number), fill=fill)
    draw_lettering(
        booth, color.letter, x=BOOTH / 2, y=41, size=17, ink=look.letter, weight=2.3, anchor=0.5
    )


def _scallop(number: int) -> str:
    """Return one strip of the awning with its round hem; the outer ones follow the corners."""
    width = BOOTH / SCALLOPS
    left, radius, drop = number * width, width / 2, AWNING
    if number == 0:
        start = f"M{CORNER} 0H{width:g}V{drop}"
    elif number == SCALLOPS - 1:
        return (
            f"M{left:g} 0H{BOOTH - CORNER}a{CORNER} {CORNER} 0 0 1 {CORNER} {CORNER}V{drop}"
            f"a{radius:g} {radius:g} 0 0 1 -{width:g} 0Z"
        )
    else:
        return f"M{left:g} 0h{width:g}V{drop}a{radius:g} {radius:g} 0 0 1 -{width:g} 0Z"
    return (
        f"{start}a{radius:g} {radius:g} 0 0 1 -{width:g} 0V{CORNER}"
        f"a{CORNER} {CORNER} 0 0 1 {CORNER} -{CORNER}Z"
    )
