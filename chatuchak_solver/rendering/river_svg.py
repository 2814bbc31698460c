"""The river of River Market as SVG: places, owners and pawns."""

import math
from collections.abc import Mapping
from typing import Final

from chatuchak_solver.games.river_market.setup import Booth, River
from chatuchak_solver.rendering.svg import Area, Svg
from chatuchak_solver.rendering.templates import svg_picture

WIDE: Final = 96
HIGH: Final = 58
GAP: Final = 14
MARGIN: Final = 16
COLUMNS: Final = 4

FILLS: Final[Mapping[str | None, str]] = {None: "#ffffff", "you": "#cfe8cf", "rival": "#f6cfc6"}
PAWNS: Final[Mapping[str, str]] = {"you": "#1b5e20", "rival": "#a3201c"}


def river_svg(river: River, pawns: Mapping[str, str], *, title: str = "River Market") -> Svg:
    """Return an SVG document of a river that winds clockwise, with booths and pawns.

    Parameters
    ----------
    pawns
        Booths with pawns ``you`` and ``rival``.
    """
    areas = river_areas(river).values()
    return svg_picture(
        "river.svg", *river_size(river), title=title,
        description=describe_river(river, pawns), areas=areas, fills=FILLS, pawn_colors=PAWNS,
        places=[
            (place, area, [owner for owner, booth in pawns.items() if booth == place.name])
            for place, area in zip(river.places, areas, strict=True)
        ],
    )  # fmt: skip


def river_size(river: River) -> tuple[int, int]:
    """Return width and height of the picture, in user units."""
    rows = math.ceil(len(river.places) / COLUMNS)
    columns = min(COLUMNS, len(river.places))
    return (2 * MARGIN + columns * (WIDE + GAP) - GAP, 2 * MARGIN + rows * (HIGH + GAP) - GAP)


def river_areas(river: River) -> dict[str, Area]:
    """Return the area of each place by name, in user units; rows alternate in direction."""
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
