"""The market of Mercado de Lisboa as SVG, readable without color and by screen readers."""

from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS, CustomerTile
from chatuchak_solver.rendering.pieces import SEAT_COLORS, draw_piece, ground_of
from chatuchak_solver.rendering.svg import INK, PAPER, Area, Svg, add, box, document, finish, write

SPACE: Final = 72
"""Side of a space in user units."""

ENTRANCE: Final = 64
"""Depth of the entrances around the market."""

MARGIN: Final = 28
"""Margin for the names of columns and rows."""
START: Final = MARGIN + ENTRANCE
"""Left and top of the first space."""

FILLS: Final[Mapping[str, tuple[str, str]]] = {
    **{good: (ground_of(good), "#212121") for good in STANDS},
    "flower": (ground_of("flower"), "#ffffff"),
    "restaurant": ("#fdd835", "#212121"),
    "gray": ("#616161", "#ffffff"),
    "customers": ("#e0f7fa", "#004d40"),
    "free": ("#ffffff", "#212121"),
}
"""Background and letter color of each kind of tile, with a contrast of at least 4.5 to 1."""
ROUND: Final = ("restaurant", "gray")

ICON: Final = 46
"""The side of a space's drawing."""
CODE: Final = 14
"""Height of the number of customers in user units; that of owners and edges is smaller."""
SIGN: Final = 10


def market_svg(market: Market, *, title: str = "Mercado de Lisboa") -> Svg:
    """Return an SVG document of the market.

    Tiles have icons as well as colors, owners are numbers in a circle of their color, restaurants
    have round corners and facedown restaurants a dashed edge. ``title`` and ``desc`` are text
    alternatives.

    Parameters
    ----------
    title
        Accessible name.
    """
    size = market_size(market)
    root = document(size, size, title=title, description=describe_market(market))
    add(root, "rect", width=size, height=size, rx=14, fill=PAPER)
    areas = iter(market_areas(market).values())
    for space, (left, top, _, _) in zip(range(market.side**2), areas, strict=False):
        group = add(root, "g", class_="place", transform=f"translate({left} {top})")
        _draw_space(group, market, space)
    for tile, (left, top, wide, high) in zip(market.entrances, areas, strict=True):
        group = add(root, "g", class_="place", transform=f"translate({left} {top})")
        _box(group, "free" if tile is None else "customers", wide, high)
        if tile is not None:
            _draw_customers(group, tile)
    _name_lines(root, market)
    return finish(root)


def market_size(market: Market) -> int:
    """Return width and height of the picture, in user units."""
    return SPACE * market.side + 2 * START


def market_areas(market: Market) -> dict[str, Area]:
    """Return the area of each space, then of each entrance, by name, in user units."""
    side = market.side
    lines = [START + SPACE * number for number in range(side + 1)]
    *starts, far = lines
    names = (*market.layout.space_names, *market.layout.entrance_names)
    areas: list[Area] = [(left, top, SPACE, SPACE) for top in starts for left in starts]
    areas += [(left, top, SPACE, ENTRANCE) for top in (MARGIN, far) for left in starts]
    areas += [(left, top, ENTRANCE, SPACE) for left in (MARGIN, far) for top in starts]
    return dict(zip(names, areas, strict=True))


def describe_market(market: Market) -> str:
    """Return the market as text, one line per object."""
    board = market.layout
    lines = []
    for space, name in enumerate(board.space_names):
        stand, restaurant = market.stands[space], market.restaurants[space]
        if stand is not None:
            lines.append(f"{name}: {STANDS[stand.type]} stand of {seat_name(stand.owner)}")
        elif restaurant is not None:
            lines.append(f"{name}: {RESTAURANTS[restaurant].replace('-', ' ')}")
        elif market.gray[space]:
            lines.append(f"{name}: facedown restaurant")
    for entrance, tile in enumerate(market.entrances):
        if tile is not None:
            types = " or ".join(STANDS[type_] for type_ in tile.types)
            lines.append(
                f"{board.entrance_names[entrance]}: {tile.customers} customers for {types}"
            )
    free, doors = len(market.free_spaces), len(market.free_entrances)
    return "\n".join([*lines, f"{free} spaces and {doors} entrances are free"])


def _draw_space(group: ET.Element, market: Market, space: int) -> None:
    stand, restaurant = market.stands[space], market.restaurants[space]
    kind, piece = "free", ""
    if stand is not None:
        kind = piece = STANDS[stand.type]
    elif restaurant is not None:
        kind, piece = "restaurant", RESTAURANTS[restaurant]
    elif market.gray[space]:
        kind, piece = "gray", "facedown"
    _box(group, kind, SPACE, SPACE)
    if piece:
        draw_piece(group, piece, 13, 13 if stand is None else 20, side=ICON)
    if stand is not None:
        add(group, "circle", cx=SPACE - 16, cy=16, r=12, fill=SEAT_COLORS[stand.owner],
            stroke="#ffffff", stroke_width=2)  # fmt: skip
        _text(group, SPACE - 16, 21, SIGN, str(stand.owner + 1), on="gray")


def _draw_customers(group: ET.Element, tile: CustomerTile) -> None:
    _text(group, 15, 26, CODE, str(tile.customers), on="customers")
    for number, type_ in enumerate(tile.types):
        row, column = divmod(number + 1, 3)  # the number has the first place
        draw_piece(group, STANDS[type_], 5 + 19 * column, 10 + 26 * row, side=20)


def _name_lines(root: ET.Element, market: Market) -> None:
    names = add(root, "g", class_="names")
    far = market_size(market) - MARGIN
    for column in range(market.side):
        middle = START + column * SPACE + SPACE / 2
        letter = market.layout.entrance_names[column][1]
        for y in (MARGIN - 8, far + 18):
            _text(names, middle, y, SIGN, letter, on="free")
        for x in (MARGIN / 2, far + MARGIN / 2):
            _text(names, x, middle + 5, SIGN, str(column + 1), on="free")


def _box(parent: ET.Element, kind: str, wide: float, high: float) -> None:
    dashes: dict[str, str] = {"stroke_dasharray": "4 3"} if kind == "gray" else {}
    box(parent, 2, 2, wide - 4, high - 4, class_=kind, rx=16 if kind in ROUND else 3,
        fill=FILLS[kind][0], stroke=INK, stroke_width=1, **dashes)  # fmt: skip


def _text(parent: ET.Element, x: float, y: float, size: float, text: str, *, on: str) -> None:
    ink = FILLS[on][1]
    write(parent, text, x=x, y=y, size=size, ink=ink, weight=2, anchor=0.5)
