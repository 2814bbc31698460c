"""The river of River Market as SVG: places, owners and pawns."""

import math
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.games.river_market.river import Booth, Place, River
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, Area, Svg, add, document, finish, write

WIDE: Final = 96
HIGH: Final = 58
GAP: Final = 14
MARGIN: Final = 16
COLUMNS: Final = 4

NAME: Final = 8.5
SMALL: Final = 7
MAX_NAME: Final = 13
"""Maximum characters of a name in a booth."""

FILLS: Final[Mapping[str | None, str]] = {None: "#ffffff", "you": "#cfe8cf", "rival": "#f6cfc6"}
WATER: Final = "#8fb8d8"
PAWNS: Final[Mapping[str, str]] = {"you": "#1b5e20", "rival": "#a3201c"}


def river_svg(river: River, pawns: Mapping[str, str]) -> Svg:
    """Return an SVG document of a river that winds clockwise through its places.

    Booths are boxes with owners, end spots are dashed, pawns are named discs. ``title`` and
    ``desc`` are text alternatives.

    Parameters
    ----------
    pawns
        Booths with the pawns of ``you`` and ``rival``.
    """
    wide, high = river_size(river)
    root = document(wide, high, title="River Market", description=describe_river(river, pawns))
    add(root, "rect", width=wide, height=high, rx=14, fill=PAPER)
    areas = river_areas(river).values()
    path = "M" + "L".join(f"{left + WIDE / 2:g} {top + HIGH / 2:g}" for left, top, _, _ in areas)
    add(root, "path", d=path, fill="none", stroke=WATER, stroke_width=10, stroke_linecap="round",
        stroke_linejoin="round")  # fmt: skip
    for place, (left, top, _, _) in zip(river.places, areas, strict=True):
        group = add(root, "g", class_="place", transform=f"translate({left} {top})")
        _draw_place(group, place, pawns)
    return finish(root)


def river_size(river: River) -> tuple[int, int]:
    """Return width and height of the picture, in user units."""
    rows = math.ceil(len(river.places) / COLUMNS)
    columns = min(COLUMNS, len(river.places))
    return (2 * MARGIN + columns * (WIDE + GAP) - GAP, 2 * MARGIN + rows * (HIGH + GAP) - GAP)


def river_areas(river: River) -> dict[str, Area]:
    """Return the area of each place by name, in user units. Rows alternate in direction."""
    areas: dict[str, Area] = {}
    for index, place in enumerate(river.places):
        row, column = divmod(index, COLUMNS)
        column = COLUMNS - 1 - column if row % 2 else column
        left, top = MARGIN + column * (WIDE + GAP), MARGIN + row * (HIGH + GAP)
        areas[place.name] = (left, top, WIDE, HIGH)
    return areas


def describe_river(river: River, pawns: Mapping[str, str]) -> str:
    """Return the river as text, one line per place, clockwise."""
    lines = []
    for place in river.places:
        if isinstance(place, Booth):
            words = [f"booth {place.name}"]
            words += [f"owned by {place.owner}"] if place.owner else []
            words += [f"pawn of {owner}" for owner, booth in pawns.items() if booth == place.name]
            lines.append(", ".join(words))
        else:
            lines.append(f"end spot {place.name}")
    return "\n".join(lines)


def _draw_place(group: ET.Element, place: Place, pawns: Mapping[str, str]) -> None:
    middle = WIDE / 2
    if not isinstance(place, Booth):
        add(group, "rect", x=18, y=10, width=WIDE - 36, height=HIGH - 20, rx=18, fill=PAPER,
            stroke=INK, stroke_width=1.5, stroke_dasharray="5 4")  # fmt: skip
        write(group, place.name.removeprefix("e"), x=middle, y=HIGH / 2 + 4, size=NAME, anchor=0.5)
        return
    add(group, "rect", width=WIDE, height=HIGH, rx=10, fill=FILLS[place.owner],
        stroke=INK if place.owner else EDGE, stroke_width=2)  # fmt: skip
    name = place.name if len(place.name) <= MAX_NAME else f"{place.name[: MAX_NAME - 2]}.."
    write(group, name, x=middle, y=20, size=NAME, weight=2, anchor=0.5)
    if place.owner is not None:
        write(group, place.owner, x=middle, y=33, size=SMALL, anchor=0.5)
    owners = [owner for owner, booth in pawns.items() if booth == place.name]
    for number, owner in enumerate(owners):
        x = middle + (number - (len(owners) - 1) / 2) * 44
        add(group, "rect", x=x - 20, y=HIGH - 19, width=40, height=15, rx=7.5, fill=PAWNS[owner])
        write(group, owner, x=x, y=HIGH - 8.5, size=SMALL, ink="#ffffff", weight=2, anchor=0.5)
