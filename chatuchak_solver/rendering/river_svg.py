"""The river of River Market as SVG: places, owners and pawns."""

import math
from collections.abc import Mapping

from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.rendering.svg import Area, Svg, svg_picture
from chatuchak_solver.rendering.templates import text

WIDE = 96
HIGH = 58
GAP = 14
MARGIN = 16
COLUMNS = 4

FILLS: Mapping[str | None, str] = {None: "#ffffff", "you": "#cfe8cf", "rival": "#f6cfc6"}
PAWNS: Mapping[str, str] = {"you": "#1b5e20", "rival": "#a3201c"}


def river_svg(state: RiverMarketState, *, title: str = "River Market") -> Svg:
    """Return an SVG document of a river that winds clockwise, with booths and pawns."""
    pawns = {"rival": state.pawn, "you": state.your_pawn}
    return svg_picture(
        "river.svg", *river_size(state), title=title, fills=FILLS, pawn_colors=PAWNS,
        description=text("river.txt", river=state.river, pawns=pawns).rstrip(), river=state.river,
        pawns=pawns, areas=river_areas(state),
    )  # fmt: skip


def river_size(state: RiverMarketState) -> tuple[int, int]:
    """Return width and height of the picture, in user units."""
    number = len(state.river.places)
    rows, columns = math.ceil(number / COLUMNS), min(COLUMNS, number)
    return (2 * MARGIN + columns * (WIDE + GAP) - GAP, 2 * MARGIN + rows * (HIGH + GAP) - GAP)


def river_areas(state: RiverMarketState) -> dict[str, Area]:
    """Return the area of each place by name, in user units; rows alternate in direction."""
    areas: dict[str, Area] = {}
    for index, place in enumerate(state.river.places):
        row, column = divmod(index, COLUMNS)
        column = COLUMNS - 1 - column if row % 2 else column
        left, top = MARGIN + column * (WIDE + GAP), MARGIN + row * (HIGH + GAP)
        areas[place.name] = (left, top, WIDE, HIGH)
    return areas
