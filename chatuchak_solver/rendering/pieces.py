"""Drawings of the games' pieces: goods, restaurants, coins, stars, helpers and houses."""

from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering.svg import add

SIDE: Final = 40
"""The side of a drawing in user units."""

SEAT_COLORS: Final = ("#1565c0", "#c62828", "#2e7d32", "#8d5a00", "#6a1b9a")
"""The colors of the players, readable with white letters."""


def _circles(radius: float, fill: str, *centers: tuple[float, float]) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>' for x, y in centers)


def _path(outline: str, fill: str) -> str:
    return f'<path d="{outline}" fill="{fill}"/>'


def _line(outline: str, color: str, width: float = 3) -> str:
    return f'<path d="{outline}" fill="none" stroke="{color}" stroke-width="{width}"/>'


PETALS: Final = ((20, 11), (29, 17.5), (25.5, 28), (14.5, 28), (11, 17.5))
BERRIES: Final = ((12, 14), (20, 14), (28, 14), (16, 21), (24, 21), (20, 28))
GOODS: Final = {
    "fish": (
        "#cfd8dc",
        _path("M6 20Q16 8 27 20Q16 32 6 20ZM26 20L35 12V28Z", "#455a64")
        + _circles(1.6, "#ffffff", (13, 18)),
    ),
    "flower": ("#1b5e20", _circles(6, "#f8bbd0", *PETALS) + _circles(5, "#fdd835", (20, 20.5))),
    "tomato": (
        "#ffccbc",
        _circles(12, "#c62828", (20, 22)) + _line("M20 14L12 9M20 14L28 9M20 14V7", "#2e7d32"),
    ),
    "meat": (
        "#d7ccc8",
        _path("M9 17Q9 8 20 8Q32 8 31 19Q30 29 20 26L13 33L8 29L14 23Q9 22 9 17Z", "#6d3f35")
        + _circles(4, "#ffccbc", (22, 16)),
    ),
    "grape": ("#e1bee7", _circles(4.6, "#6a1b9a", *BERRIES)),
    "veggies": (
        "#dcedc8",
        _path("M20 34L13 16H27Z", "#ef6c00") + _line("M20 16L13 7M20 16V6M20 16L27 7", "#2e7d32"),
    ),
    "cloth": (
        "#bbdefb",
        _path("M9 10H31V30Q26 26 20 30T9 30Z", "#1565c0") + _line("M9 17H31M9 23H31", "#fff", 2),
    ),
    "lilies": (
        "#b2dfdb",
        _path("M20 31Q6 26 9 12Q17 15 20 24Q23 15 31 12Q34 26 20 31Z", "#ad1457")
        + _path("M20 31Q13 18 20 8Q27 18 20 31Z", "#f48fb1"),
    ),
}
IMPROVED: Final = {
    "sushi-bar": "fish", "tea-house": "flower", "pizzeria": "tomato", "burger-joint": "meat",
    "wine-bar": "grape",
}  # fmt: skip
GOLD, MARKER = "#fdd835", "#efdcb8"
STAR: Final = "M20 4L25 15L37 16L28 24L31 36L20 29L9 36L12 24L3 16L15 15Z"
PUB: Final = (
    _path("M10 12H26V34H10Z", "#fff8e1")
    + _line("M26 17H33V28H26", "#fff8e1")
    + _circles(4, "#ffffff", (14, 11))
    + _circles(5, "#ffffff", (21, 10))
)
CLOCHE: Final = _path("M5 28Q5 12 20 12Q35 12 35 28Z", "#eeeeee") + _line("M4 31H36", "#eeeeee")
PIECES: Final[dict[str, tuple[str, str]]] = {
    **GOODS,
    **{name: (GOLD, GOODS[good][1]) for name, good in IMPROVED.items()},
    "pub": (GOLD, PUB),
    "facedown": ("#616161", CLOCHE),
    "path": (MARKER, _line("M6 30H16V20H26V10H35", "#5d4a3a", 5)),
    "rectangle": (MARKER, _line("M8 11H32V29H8Z", "#5d4a3a", 5)),
    "coins": (
        "",
        _circles(16, "#fbc02d", (20, 20))
        + '<circle cx="20" cy="20" r="12" fill="none" stroke="#8d6e00" stroke-width="2"/>',
    ),
    "general": ("", _path(STAR, "#f9a825")),
    "houses": ("", _path("M6 20L20 7L34 20H30V34H10V20Z", "#8d6e63")),
    "helpers": (
        "",
        _circles(7, "#1b5e20", (20, 11)) + _path("M8 35Q8 19 20 19Q32 19 32 35Z", "#1b5e20"),
    ),
}
"""Ground, if any, and shapes of each piece by its name."""


def draw_piece(parent: ET.Element, name: str, x: float, y: float, *, side: float) -> None:
    """Draw the shapes of a piece, without their ground, in a square."""
    shapes = ET.fromstring(f"<g>{PIECES[name][1]}</g>")
    shapes.set("transform", f"translate({x:g} {y:g}) scale({side / SIDE:g})")
    parent.append(shapes)


def define_pieces(parent: ET.Element) -> None:
    """Add all pieces to ``parent`` as definitions ``piece-NAME``."""
    definitions = add(parent, "defs")
    for name, (ground, _) in PIECES.items():
        group = add(definitions, "g", id=f"piece-{name}")
        if ground:
            add(group, "rect", x=1, y=1, width=SIDE - 2, height=SIDE - 2, rx=7, fill=ground,
                stroke="#5d4a3a")  # fmt: skip
        draw_piece(group, name, 0, 0, side=SIDE)
