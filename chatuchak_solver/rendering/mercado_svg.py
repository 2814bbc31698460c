"""The market of Mercado de Lisboa as SVG, accessible without color."""

from collections.abc import Iterator, Mapping

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.market import STANDS, Market
from chatuchak_solver.rendering.booths import PIECES, SEAT_COLORS
from chatuchak_solver.rendering.svg import Area, Svg, svg_picture
from chatuchak_solver.rendering.templates import text

SPACE = 72
"""Side of a space in user units."""

ENTRANCE = 64

MARGIN = 28
"""Margin for the names of columns and rows."""
START = MARGIN + ENTRANCE

FILLS: Mapping[str, tuple[str, str]] = {
    **{good: (PIECES[good].ground, "#212121") for good in STANDS},
    "flower": (PIECES["flower"].ground, "#ffffff"),
    "restaurant": ("#fdd835", "#212121"),
    "gray": ("#616161", "#ffffff"),
    "customers": ("#e0f7fa", "#004d40"),
    "free": ("#ffffff", "#212121"),
}
"""Background and letter color of each kind of tile, with contrast of at least 4.5 to 1."""


def market_svg(market: Market, *, title: str = "Mercado de Lisboa") -> Svg:
    """Return an SVG document of the market.

    Tiles have icons, owners are numbers in circles, facedown restaurants have a dashed edge.
    """
    return svg_picture(
        "market.svg", *market_size(market), title=title,
        description=text("market.txt", market=market, seat_name=seat_name).rstrip(), market=market,
        areas=market_areas(market), names=list(_names(market)), fills=FILLS,
        seat_colors=SEAT_COLORS,
    )  # fmt: skip


def market_size(market: Market) -> tuple[int, int]:
    """Return width and height of the picture, in user units."""
    side = SPACE * market.side + 2 * START
    return side, side


def market_areas(market: Market) -> dict[str, Area]:
    """Return the areas of spaces, then of entrances, by name, in user units."""
    side = market.side
    lines = [START + SPACE * number for number in range(side + 1)]
    *starts, far = lines
    names = (*market.layout.space_names, *market.layout.entrance_names)
    areas: list[Area] = [(left, top, SPACE, SPACE) for top in starts for left in starts]
    areas += [(left, top, SPACE, ENTRANCE) for top in (MARGIN, far) for left in starts]
    areas += [(left, top, ENTRANCE, SPACE) for left in (MARGIN, far) for top in starts]
    return dict(zip(names, areas, strict=True))


def _names(market: Market) -> Iterator[tuple[str, float, float]]:
    far = market_size(market)[0] - MARGIN
    for column in range(market.side):
        middle = START + column * SPACE + SPACE / 2
        for y in (MARGIN - 8, far + 18):
            yield market.layout.entrance_names[column][1], middle, y
        for x in (MARGIN / 2, far + MARGIN / 2):
            yield str(column + 1), x, middle + 5
